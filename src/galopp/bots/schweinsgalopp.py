"""Heuristics of Schweinsgalopp: the lead now, a last card that leads, and rivals held off.

They know what their seat sees and think one card ahead. Whatever speaks for a decision is
one of the `REASONS`: the food it earns at once, what the cards that are left promise for the
last turn, when everything won in this race is at stake, and how many colours it leaves to
rivals who are about to bring their own food home. `terms` says how much of each reason there
is in a decision; its worth is the sum of these, each times its weight.
"""

from typing import Any, NamedTuple, TypeAlias

import numpy as np

from galopp.bots.lots import draw_lots
from galopp.core.cards import Cards, count, has, lowest, one, pick
from galopp.core.chance import Chance, below
from galopp.core.contract import Outlook, Reason
from galopp.core.counts import how_many
from galopp.core.kernel import kernel
from galopp.core.option import Options
from galopp.core.rows import copy_row
from galopp.core.words import NOBODY
from galopp.games.schweinsgalopp import Seen, State
from galopp.games.schweinsgalopp.box import (
    GENTLE,
    LAY_FOOD,
    PER_GAME,
    PIGS,
    RACES,
    REAR,
    ROTATE_START,
    START_PLAYER,
    TRACK_FOOD,
    Phase,
    ring,
)
from galopp.games.schweinsgalopp.rules import spots_of, steps_to_next_empty_space

# What can be said for a decision, and what it weighs. A beginner makes much too much of food
# to be had at once, and has not noticed what else matters but the last card.
REASONS = (
    Reason("food", beginner=100, casual=26),  # cards earned at once
    Reason("last_card", beginner=1, casual=1),  # food at stake, times the best promise kept
    Reason("home", beginner=0, casual=1),  # the food earned just now, times the same
    Reason("reserve", beginner=0, casual=1),  # all that food, times what other colours promise
    Reason("gentle", beginner=0, casual=30),  # cards earned at once that cannot be lost (G27)
    Reason("rivals", beginner=0, casual=2),  # pigs that could lead, times food rivals may lose
    Reason("near", beginner=0, casual=1),  # spaces, when food is laid on the track
)
WEIGHTS = np.array([[r.beginner for r in REASONS], [r.casual for r in REASONS]], np.int64)
BEGINNER, CASUAL = 0, 1  # rows of it
Terms: TypeAlias = tuple[int, int, int, int, int, int, int]  # one a reason

SLIPS = 10  # of a hundred decisions a beginner takes without a thought

# What a colour kept for the last card promises, by the number of empty spaces between its
# pig and the front: held once, and held more often, when one card can mend the row for the
# other. Without a gap it leads as things stand; one is often filled in time by others; more
# hardly ever. Found by trial against random play and against itself.
PROMISE = np.array([(30, 24, 9, 5, 3, 2, 0), (37, 30, 11, 6, 3, 2, 0)], np.int64)
MOST_GAPS = PROMISE.shape[1] - 1
SPARE = 16  # all other colours kept together count for a sixteenth of what they promise
LATE = 1  # so many cards left to a rival who is about to bring its food home, or lose it


# The levels -----------------------------------------------------------------------------


@kernel
def casual(seen: Seen, chance: Chance) -> int:
    """The code this seat decides on, in every phase; asked only when it is on turn."""
    return best(seen, CASUAL, chance)


@kernel
def beginner(seen: Seen, chance: Chance) -> int:
    """Grabs food, thinks of the last card too late, and now and then plays just anything."""
    if below(chance, 100) < SLIPS:
        return pick(seen.legal, chance)
    return best(seen, BEGINNER, chance)


@kernel
def best(seen: Seen, level: int, chance: Chance) -> int:
    """The decision of greatest worth; equals are drawn by lot, so that nobody can rely on it."""
    if not worth_thinking(seen):
        return pick(seen.legal, chance)
    most, equals, choice = 0, 0, NOBODY
    left = seen.legal
    while left:
        code = lowest(left)
        left &= left - np.uint64(1)
        worth = worth_of(seen, code, level)
        if equals == 0 or worth > most:
            most, equals, choice = worth, 1, code
        elif worth == most:
            equals += 1
            if below(chance, equals) == 0:
                choice = code
    return choice


@kernel
def worth_of(seen: Seen, code: int, level: int) -> int:
    """The sum of all that speaks for a decision, as a player of this level weighs it."""
    worth, found = 0, terms(seen, code)
    for reason in range(len(found)):
        worth += WEIGHTS[level, reason] * found[reason]
    return worth


# How much of each reason there is -------------------------------------------------------


@kernel
def terms(seen: Seen, code: int) -> Terms:
    """How much of each reason there is in a decision, in the order of `REASONS`."""
    if seen.phase == Phase.PLAY:
        return terms_of_card(seen, code)
    if seen.phase == Phase.LAY_FOOD:
        # The nearest space is best: the front is sure to come by there.
        return 0, 0, 0, 0, 0, 0, LAY_FOOD - 1 - code
    return 0, 0, 0, 0, 0, 0, 0


@kernel
def terms_of_card(seen: Seen, pig: int) -> Terms:
    """What a race card earns, what it leaves for the last turn, and what to rivals."""
    run = run_of(seen, pig)
    food = food_won(seen, run)
    safe = food if seen.options[GENTLE] else 0
    stake = at_stake(seen, int(seen.viewer)) + 1  # the last card earns one if it leads
    most, others = hope_for_the_last_card(seen, run)
    return (
        food,
        stake * most,
        (food - safe) * most,
        (stake + food - safe) * (others // SPARE),
        safe,
        -gift_to_rivals(seen, run),
        0,
    )


class Run(NamedTuple):
    """How the pigs stand after one of them has run."""

    pig: int
    place: int  # of that pig
    front: int  # the place of the front pig
    spots: Cards  # of all pigs, as bits; the rear of the line-up is bit 0


@kernel
def run_of(seen: Seen, pig: int) -> Run:
    """What playing a card of this colour would lead to."""
    spots = spots_of(seen.places)
    start = int(seen.places[pig])
    place = start + steps_to_next_empty_space(spots, start, ring(seen.options))
    front = place
    for other in range(len(PIGS)):
        front = max(front, int(seen.places[other]))
    return Run(pig, place, front, np.uint64((spots ^ one(start - REAR)) | one(place - REAR)))


@kernel
def food_won(seen: Seen, run: Run) -> int:
    """What landing there puts on the table: food that lies there, and food for the lead."""
    food = int(run.place == run.front and seen.stack != 0)
    if seen.track_food == np.uint64(0):  # nearly always, and a division takes time
        return food
    return food + int(has(seen.track_food, run.place % ring(seen.options)))


@kernel
def at_stake(seen: Seen, seat: int) -> int:
    """The open food that hangs on a seat's last card: all, or by the gentle rule none (G27)."""
    return 0 if seen.options[GENTLE] else int(seen.open_food[seat])


@kernel
def hope_for_the_last_card(seen: Seen, run: Run) -> tuple[int, int]:
    """What the cards kept promise: the best colour by itself, and all others together.

    Playing a card lessens the hope only as far as its own colour promised something. So
    colours of pigs far behind go first, and one near the front is held back.
    """
    most, others = 0, 0
    for pig in range(len(PIGS)):
        promise = promise_of(seen, run, pig)
        others += min(most, promise)
        most = max(most, promise)
    return most, others


@kernel
def promise_of(seen: Seen, run: Run, pig: int) -> int:
    """What the cards of one colour that are kept promise, by where its pig stands then."""
    played = int(pig == run.pig)
    copies = how_many(seen.hand, pig) - played
    if copies == 0:
        return 0
    gaps = gaps_before(run, run.place if played else int(seen.places[pig]))
    return int(PROMISE[int(copies > 1), min(gaps, MOST_GAPS)])


@kernel
def gaps_before(run: Run, place: int) -> int:
    """Empty spaces between a pig and the front; in a closed row there are none."""
    return run.front - place - count(run.spots >> np.uint64(place + 1 - REAR))


@kernel
def gift_to_rivals(seen: Seen, run: Run) -> int:
    """What a closed row is worth to those whose last turn has come.

    Every pig in it could take the lead, while a gap right behind the front leaves that to
    one colour. So the row is broken where others have much to lose; what one of them loses
    helps all the others alike, hence the less, the more there are.
    """
    food = food_of_rivals(seen)
    return row_at_the_front(run) * food // (int(seen.players) - 1) if food else 0


@kernel
def row_at_the_front(run: Run) -> int:
    """How many pigs stand closed up to the front, the front pig included."""
    row = 1
    while run.front - row >= REAR and has(run.spots, run.front - row - REAR):
        row += 1
    return row


@kernel
def food_of_rivals(seen: Seen) -> int:
    """What is at stake for the others who have few cards left."""
    food = 0
    for seat in range(int(seen.players)):
        if is_late_rival(seen, seat):
            food += at_stake(seen, seat)
    return food


@kernel
def is_late_rival(seen: Seen, seat: int) -> bool:
    """Somebody else whose last turn has come."""
    return bool(seat != seen.viewer and 0 < seen.hand_sizes[seat] <= LATE)


# What a search asks ---------------------------------------------------------------------

TRIES = 150  # of the strong level: so many take some milliseconds


@kernel
def quick(seen: Seen, chance: Chance) -> int:
    """For games played on in thought: the casual player is quick enough."""
    return casual(seen, chance)


@kernel
def worth_thinking(seen: Seen) -> bool:
    """Nobody has cards yet when the pigs are lined up: every order is as good (G12)."""
    return bool(seen.phase != Phase.LINE_UP)


@kernel
def is_near(state: State, seen: Seen) -> bool:
    """A search looks to the end of the race."""
    return bool(state.race == seen.race)


@kernel
def foresee(state: State, outlook: Outlook, chance: Chance, rewards: Any) -> None:
    """The next race is about to begin, and it and those after it are drawn by lot."""
    races = int(state.options[RACES]) - int(state.race) + 1
    draw_lots(state, state.secured, races, outlook, chance, rewards)


@kernel
def is_secret(state: State) -> bool:
    """Nothing is decided in secret."""
    return False


@kernel
def as_told(state: State, code: int) -> int:
    """All see what is decided."""
    return code


@kernel
def believe(seen: Seen, state: State, view: Seen, chance: Chance) -> None:
    """Nothing lies hidden but cards dealt blindly: every world is as likely."""


@kernel
def races_after_the_first(options: Options) -> int:
    """How many races there are to be foreseen."""
    return int(options[RACES]) - 1


@kernel
def a_later_race(options: Options, later: Options) -> None:
    """The options of a race that is not the first, played by itself, which seat 0 begins."""
    copy_row(options, later)
    later[RACES], later[START_PLAYER] = 1, 0
    if later[TRACK_FOOD] == PER_GAME:
        later[TRACK_FOOD] = 0  # it was laid before the first (G14)


@kernel
def start_passes_on(options: Options) -> bool:
    """Whether the next seat begins the next race (G26)."""
    return bool(options[ROTATE_START])
