"""Heuristics of Ostfriesenlauf: what will this card have done when the round is over?

A player knows what its seat sees. The cards that others have laid show only their backs, and
those behind it in the laying order have not laid yet, so it imagines the round a few times
over, each time with other cards from the unseen ones, and carries it out by the rules twice:
with its own card in its place and without. What the card changes, in victories and in spaces,
is what speaks for it.
"""

from typing import Any

import numpy as np

from galopp.core.cards import NO_CARDS, count, has, lowest, nth, one, pick
from galopp.core.chance import Chance, below
from galopp.core.contract import Outlook, Reason
from galopp.core.exact import exp
from galopp.core.kernel import kernel
from galopp.core.option import Options
from galopp.core.words import NOBODY
from galopp.games.ostfriesenlauf import Seen, State
from galopp.games.ostfriesenlauf.box import (
    CARDS,
    DRAW,
    IN_A_STACK,
    OF_STACK,
    RUNNERS,
    SIGN,
    STAYS,
    Phase,
)
from galopp.games.ostfriesenlauf.rules import (
    carry_out,
    furthest,
    sign_after,
    spaces_backward,
    spaces_forward,
    who_can_win,
    winning_runners,
)
from galopp.games.ostfriesenlauf.sight import unseen_cards
from galopp.games.ostfriesenlauf.standing import Standing, place_at, runner_at, standing_of

# Reasons, and what they weigh -----------------------------------------------------------

# Victories count imagined rounds, ways count spaces, both summed up over all that is imagined.
# A beginner races: it has not noticed yet that one can also win backwards or by moving the
# sign, nor that a card can be used against others, and it draws what it has not got.
REASONS = (
    Reason("victory", beginner=200, casual=200),
    Reason("defeat", beginner=0, casual=200),
    Reason("forwards", beginner=3, casual=3),
    Reason("backwards", beginner=0, casual=3),
    Reason("sign", beginner=0, casual=3),
    Reason("rivals", beginner=0, casual=2),
    Reason("own_rank", beginner=0, casual=3),
    Reason("missing_back", beginner=1, casual=1),
)
VICTORY, DEFEAT, FORWARDS, BACKWARDS, BY_SIGN, RIVALS, OWN_RANK, MISSING_BACK = range(len(REASONS))
Terms = tuple[int, int, int, int, int, int, int, int]

BEGINNER, CASUAL = 0, 1  # rows of WEIGHTS
WEIGHTS = np.array([[r.beginner for r in REASONS], [r.casual for r in REASONS]])

SLIP = 5  # a beginner decides by lot once in so many times

IMAGINED = 23  # rounds for each card; a prime number
BACKWARD = 3  # few cards go backwards, so a space that way is as long as three forwards

# How a race ends that is broken off: a runner's prospect falls off with the spaces to go, is
# seldom a victory backwards, and never less than what a swap or the sign can make of anybody;
# with a player it is twice that of an ownerless one. Fitted to the winners of 18,000 games.
ROUNDS_AHEAD = 4
LAP_FORWARDS, LAP_BACKWARDS = 5.0, 4.3
SELDOM, ANYTHING, OWNED = 0.06, 0.48, 2.1

# By how much one goes through the unseen cards from round to round, by laying order. Since
# the rounds are a prime number, each card comes up as often as the others (but for one time),
# and with these strides any two or three cards meet as evenly as they can.
STRIDES = np.array([1, 16, 18, 19])


@kernel
def casual(seen: Seen, chance: Chance) -> int:
    """The code this seat decides on; asked only when it is on turn."""
    return greatest_worth(seen, CASUAL, chance)


@kernel
def beginner(seen: Seen, chance: Chance) -> int:
    """Goes by the few reasons it has noticed, and slips now and then."""
    if below(chance, SLIP) == 0:
        return pick(seen.legal, chance)
    return greatest_worth(seen, BEGINNER, chance)


@kernel
def greatest_worth(seen: Seen, row: int, chance: Chance) -> int:
    """What is worth most to a player with this row of weights; equals by lot."""
    codes = np.uint64(seen.legal)
    best, choices = worth(seen, lowest(codes), row), NO_CARDS
    while codes != NO_CARDS:
        code = lowest(codes)
        codes ^= one(code)
        promise = worth(seen, code, row)
        if promise > best:
            best, choices = promise, NO_CARDS
        if promise == best:
            choices |= one(code)
    return pick(choices, chance)


@kernel
def worth(seen: Seen, code: int, row: int) -> int:
    """How much speaks for a decision, all reasons together."""
    found = terms(seen, code)
    total = 0
    for reason in range(len(found)):
        total += int(WEIGHTS[row, reason]) * found[reason]
    return total


@kernel
def terms(seen: Seen, code: int) -> Terms:
    """How much of each reason there is in a decision."""
    return terms_of_stack(seen, code - DRAW) if code >= DRAW else terms_of_card(seen, code)


# Which stack to draw from ---------------------------------------------------------------


@kernel
def terms_of_stack(seen: Seen, stack: int) -> Terms:
    """Whether its cards will move the own runner, and whether the hand has none of them."""
    own_rank = 0
    for number in range(IMAGINED):
        standing, _ = imagine(seen, standing_of(seen), int(seen.sign), 0, int(seen.laid), number)
        own_rank += int(runner_at(standing, stack) == seen.viewer)
    missing = int((seen.hand & OF_STACK[stack]) == NO_CARDS)
    return 0, 0, 0, 0, 0, 0, own_rank, missing


# Which card to lay ----------------------------------------------------------------------


@kernel
def terms_of_card(seen: Seen, card: int) -> Terms:
    """What the card changes in the rounds imagined."""
    victory = defeat = forwards = backwards = by_sign = rivals = 0
    for number in range(IMAGINED):
        standing, sign, standing_without, sign_without = with_and_without(seen, card, number)
        won = who_has_won(seen, standing, sign)
        if won:
            own_victory = won >> int(seen.viewer) & 1
            victory += own_victory
            defeat -= 1 - own_victory
            continue
        own, others = ways_won(seen, standing, sign, standing_without, sign_without)
        rivals -= others
        # A gain belongs to the way that is shorter now, a loss to the one that was before.
        if own <= 0:
            standing, sign = standing_without, sign_without
        if own > 0 and CARDS[card, SIGN] != STAYS:
            by_sign += own
        elif is_nearer_backwards(seen, standing, sign):
            backwards += own
        else:
            forwards += own
    return victory, defeat, forwards, backwards, by_sign, rivals, 0, 0


@kernel
def with_and_without(seen: Seen, card: int, number: int) -> tuple[Standing, int, Standing, int]:
    """Standing and sign after an imagined round, with the own card and as if it did nothing."""
    laid = int(seen.laid)
    standing, sign = imagine(seen, standing_of(seen), int(seen.sign), 0, laid, number)
    moved, shifted = carry_out(standing, card), sign_after(sign, card, seen.options)
    moved, shifted = imagine(seen, moved, shifted, laid + 1, len(RUNNERS), number)
    standing, sign = imagine(seen, standing, sign, laid + 1, len(RUNNERS), number)
    return moved, shifted, standing, sign


@kernel
def imagine(
    seen: Seen, standing: Standing, sign: int, first: int, end: int, number: int
) -> tuple[Standing, int]:
    """Carry out what the runners of these places in the laying order may have laid."""
    for slot in range(first, end):
        card = imagined_card(seen, slot, number)
        if card != NOBODY:
            standing = carry_out(standing, card)
            sign = sign_after(sign, card, seen.options)
    return standing, sign


@kernel
def imagined_card(seen: Seen, slot: int, number: int) -> int:
    """One of the unseen cards with this back, another one in each round that is imagined."""
    stack = stack_of(seen, slot)
    if stack == NOBODY:
        return NOBODY
    cards = np.uint64(unseen_cards(seen) & OF_STACK[stack])
    at = number * int(STRIDES[slot]) % IMAGINED * count(cards) // IMAGINED
    return nth(cards, at) if cards else NOBODY


@kernel
def stack_of(seen: Seen, slot: int) -> int:
    """From which stack a card is or will be: its back, or else the rank of who lays it.

    The ownerless must lay that one, and players mostly want to move their own runner.
    """
    if slot < seen.laid:
        return int(seen.pile_backs[slot]) - 1
    return len(RUNNERS) - 1 - slot


# How good a standing is -----------------------------------------------------------------


@kernel
def who_has_won(seen: Seen, standing: Standing, sign: int) -> int:
    """The winning runners if the round ended like this, as bits; none if it goes on."""
    # Only the first and the last can be the furthest over the line.
    forward = spaces_forward(place_at(standing, 0), sign)
    backward = spaces_backward(place_at(standing, len(RUNNERS) - 1), sign, seen.options)
    if forward < 1 and backward < 1:
        return 0
    runners = who_can_win(seen.options, seen.players)
    if furthest(standing, sign, seen.options, runners) < 1:
        return 0
    return winning_runners(standing, sign, seen.options, runners)


@kernel
def ways_won(
    seen: Seen, standing: Standing, sign: int, standing_without: Standing, sign_without: int
) -> tuple[int, int]:
    """How much nearer to the line than without the card: the own runner, and all rivals."""
    own, rivals = nearness(seen, standing, sign)
    own_without, rivals_without = nearness(seen, standing_without, sign_without)
    return own - own_without, rivals - rivals_without


@kernel
def nearness(seen: Seen, standing: Standing, sign: int) -> tuple[int, int]:
    """How near to the line the own runner is, and all rivals together."""
    runners = who_can_win(seen.options, seen.players)
    own = rivals = 0
    for rank in range(len(RUNNERS)):
        runner = runner_at(standing, rank)
        near = nearness_of(place_at(standing, rank), sign, seen)
        if runner == seen.viewer:
            own = near
        elif runners >> runner & 1:
            rivals += near
    return own, rivals


@kernel
def nearness_of(place: int, sign: int, seen: Seen) -> int:
    """How near a place is to the line, the way that is shorter; 0 is right before it."""
    backward = spaces_backward(place, sign, seen.options)
    return max(spaces_forward(place, sign), BACKWARD * backward)


@kernel
def is_nearer_backwards(seen: Seen, standing: Standing, sign: int) -> bool:
    """Whether going backwards is the shorter way for the own runner."""
    for rank in range(len(RUNNERS)):
        if runner_at(standing, rank) == seen.viewer:
            place = place_at(standing, rank)
            return nearness_of(place, sign, seen) > spaces_forward(place, sign)
    return False


# What a hint says -----------------------------------------------------------------------


# What a search asks ---------------------------------------------------------------------

TRIES = 1_000  # of the strong level: so many take some milliseconds

CERTAINTY = 1_000  # a victory that is sure, or seems so: more than any way can be worth


@kernel
def quick(seen: Seen, chance: Chance) -> int:
    """For games played on in thought: as if the others had laid nothing."""
    if seen.phase == Phase.DRAW:
        return stack_of_own_rank(seen, chance)
    standing, sign = standing_of(seen), int(seen.sign)
    cards = np.uint64(seen.legal)
    best, choice = 0, NOBODY
    while cards != NO_CARDS:
        card = lowest(cards)
        cards ^= one(card)
        promise = worth_of_standing(
            seen, carry_out(standing, card), sign_after(sign, card, seen.options)
        )
        if choice == NOBODY or promise > best:
            best, choice = promise, card
    return choice


@kernel
def stack_of_own_rank(seen: Seen, chance: Chance) -> int:
    """The stack of the rank that the own runner has, or any if that one gives no card.

    Cards laid before can change the rank, but of all ranks it is the likeliest still, and
    the last runner, whose card is turned first, can be sure of it.
    """
    code = DRAW + len(RUNNERS) - 1 - int(seen.laid)
    return code if has(seen.legal, code) else pick(seen.legal, chance)


@kernel
def worth_of_standing(seen: Seen, standing: Standing, sign: int) -> int:
    """A victory, a defeat, or who is how near to the line, as the casual player weighs it."""
    won = who_has_won(seen, standing, sign)
    if won:
        return CERTAINTY if won >> seen.viewer & 1 else -CERTAINTY
    own, rivals = nearness(seen, standing, sign)
    return int(WEIGHTS[CASUAL, FORWARDS]) * own - int(WEIGHTS[CASUAL, RIVALS]) * rivals


@kernel
def worth_thinking(seen: Seen) -> bool:
    """Every stack and every card can decide the race."""
    return True


@kernel
def is_near(state: State, seen: Seen) -> bool:
    """A search looks a few rounds ahead: what comes later is mostly luck."""
    return bool(state.round_number < seen.round_number + ROUNDS_AHEAD)


@kernel
def foresee(state: State, outlook: Outlook, chance: Chance, rewards: Any) -> None:
    """Whoever is near a line is likelier to win, and a runner with a player likelier still."""
    runners = who_can_win(state.options, state.players)
    total = 0.0
    for runner in range(len(RUNNERS)):
        if runners >> runner & 1:
            total += prospect(state, runner)
    for seat in range(int(state.players)):
        rewards[seat] += prospect(state, seat) / total


@kernel
def prospect(state: State, runner: int) -> float:
    """What speaks for a runner's victory, on no scale but against that of the others."""
    place, sign = int(state.places[runner]), int(state.sign)
    forwards = max(0, -spaces_forward(place, sign))
    backwards = max(0, -spaces_backward(place, sign, state.options))
    hope = exp(-forwards / LAP_FORWARDS) + SELDOM * exp(-backwards / LAP_BACKWARDS)
    return (hope + ANYTHING) * (OWNED if runner < state.players else 1.0)


@kernel
def is_secret(state: State) -> bool:
    """Which card is laid, the others are not told."""
    return bool(state.phase == Phase.LAY)


@kernel
def as_told(state: State, code: int) -> int:
    """Of a card that is laid, its back can be seen: the first card with this back stands for it."""
    return code - code % IN_A_STACK


@kernel
def believe(seen: Seen, state: State, view: Seen, chance: Chance) -> None:
    """Every world is taken to be as likely."""


@kernel
def races_after_the_first(options: Options) -> int:
    """There is one race, and it is the game."""
    return 0
