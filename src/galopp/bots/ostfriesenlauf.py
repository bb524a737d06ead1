"""A greedy player of Ostfriesenlauf: what will this card have done when the round is over?

It knows what its seat sees. The cards that others have laid show only their backs, and
those behind it in the laying order have not laid yet, so it guesses them a few times over,
carries each guess out by the rules with every card of its hand in its place, and lays the
card that leaves its runner best off on average.
"""

from galopp.core.cards import has, pick
from galopp.core.chance import Chance
from galopp.core.kernel import kernel
from galopp.core.words import NOBODY
from galopp.games.ostfriesenlauf import (
    DECK,
    DRAW,
    OF_STACK,
    RUNNERS,
    Phase,
    Seen,
    Standing,
    carry_out,
    furthest,
    place_at,
    runner_at,
    sign_after,
    spaces_backward,
    spaces_forward,
    standing_of,
    unseen_cards,
    who_can_win,
    winning_runners,
)

GUESSES = 24  # rounds imagined for each card
VICTORY = 200  # a game won or lost, in spaces
RIVAL = 2  # the way of the rival who is nearest counts half as much as one's own
BACKWARD = 2  # few cards go backwards, so a space that way is as long as two forwards


@kernel
def greedy(seen: Seen, chance: Chance) -> int:
    """The code this seat decides on; asked only when it is on turn."""
    if seen.phase == Phase.DRAW:
        return stack_of_own_rank(seen, chance)
    return best_card(seen, chance)


@kernel
def best_card(seen: Seen, chance: Chance) -> int:
    """The card in hand that does best; each is tried against the very same guesses."""
    same_luck = chance[0]
    best, choice = 0, NOBODY
    for card in range(len(DECK)):
        if has(seen.legal, card):
            chance[0] = same_luck
            worth = 0
            for _ in range(GUESSES):
                worth += worth_of_round(seen, card, chance)
            if choice == NOBODY or worth > best:
                best, choice = worth, card
    return choice


@kernel
def stack_of_own_rank(seen: Seen, chance: Chance) -> int:
    """The stack of the rank that the own runner has, or any if that one gives no card.

    Cards laid before can change the rank, but of all ranks it is the likeliest still, and
    the last runner, whose card is turned first, can be sure of it.
    """
    code = DRAW + stack_of(seen, int(seen.laid))
    return code if has(seen.legal, code) else pick(seen.legal, chance)


@kernel
def worth_of_round(seen: Seen, own_card: int, chance: Chance) -> int:
    """Guess the other cards, carry the round out, and judge where everybody stands then."""
    standing = standing_of(seen)
    sign = int(seen.sign)
    for slot in range(len(RUNNERS)):
        card = own_card if slot == seen.laid else guess(seen, stack_of(seen, slot), chance)
        if card != NOBODY:
            standing = carry_out(standing, card)
            sign = sign_after(sign, card, seen.options)
    return worth_of_standing(seen, standing, sign)


@kernel
def stack_of(seen: Seen, slot: int) -> int:
    """From which stack a card is or will be: its back, or else the rank of who lays it.

    The ownerless must lay that one, and players mostly want to move their own runner.
    """
    if slot < seen.laid:
        return int(seen.pile_backs[slot]) - 1
    return len(RUNNERS) - 1 - slot


@kernel
def guess(seen: Seen, stack: int, chance: Chance) -> int:
    """Any unseen card of this stack, or none if nothing was laid."""
    if stack == NOBODY:
        return NOBODY
    cards = unseen_cards(seen) & OF_STACK[stack]
    return pick(cards, chance) if cards else NOBODY


@kernel
def worth_of_standing(seen: Seen, standing: Standing, sign: int) -> int:
    """A victory, a defeat, or who is how near to the line."""
    runners = who_can_win(seen.options, seen.players)
    if furthest(standing, sign, seen.options, runners) >= 1:
        won = winning_runners(standing, sign, seen.options, runners)
        return VICTORY if won >> seen.viewer & 1 else -VICTORY
    own = rival = -VICTORY
    for rank in range(len(RUNNERS)):
        runner = runner_at(standing, rank)
        nearness = nearness_of(place_at(standing, rank), sign, seen)
        if runner == seen.viewer:
            own = nearness
        elif runners >> runner & 1:
            rival = max(rival, nearness)
    return own - rival // RIVAL


@kernel
def nearness_of(place: int, sign: int, seen: Seen) -> int:
    """How near a place is to the line, the way that is shorter; 0 is right before it."""
    backward = spaces_backward(place, sign, seen.options)
    return max(spaces_forward(place, sign), BACKWARD * backward)
