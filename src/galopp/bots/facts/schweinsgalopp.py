"""What sentences that give reasons in Schweinsgalopp are about."""

from galopp.bots.facts.gaps import Gaps
from galopp.bots.schweinsgalopp import (
    REASONS,
    Run,
    at_stake,
    food_won,
    is_late_rival,
    promise_of,
    row_at_the_front,
    run_of,
)
from galopp.core.events import Argument
from galopp.core.kernel import kernel
from galopp.core.words import NOBODY, Name, Names, Spaces
from galopp.games.schweinsgalopp import Seen
from galopp.games.schweinsgalopp.box import LAY_FOOD, PIGS, SEATS
from galopp.games.schweinsgalopp.telling import COUNT, PIG, SPACE

LAST_PIG = Argument("last_pig", Name(PIGS))
SPARE_PIGS = Argument("spare_pig", Names(PIGS))
SEATS_WITH_FOOD = Argument("seats", Spaces(SEATS))

ABOUT = {
    "food": (PIG, COUNT),
    "last_card": (LAST_PIG,),
    "home": (PIG, LAST_PIG),
    "reserve": (LAST_PIG, SPARE_PIGS),
    "gentle": (PIG, COUNT),
    "rivals": (COUNT, SEATS_WITH_FOOD),
    "near": (SPACE,),
}
FOOD, LAST_CARD, HOME, RESERVE, GENTLE, RIVALS, NEAR = range(len(REASONS))


@kernel
def fill(seen: Seen, code: int, reason: int, gaps: Gaps) -> None:
    """Write down what the sentence of a reason is about, for a decision it speaks for."""
    if reason == NEAR:
        gaps[0] = code - LAY_FOOD + 1
        return
    run = run_of(seen, code)
    gaps[0] = code
    if reason == RIVALS:
        gaps[0], gaps[1] = row_at_the_front(run), rivals_with_food(seen)
    elif reason == FOOD or reason == GENTLE:
        gaps[1] = food_won(seen, run)
    elif reason == HOME:
        gaps[1] = most_promising(seen, run)
    else:
        gaps[0], gaps[1] = most_promising(seen, run), spare_pigs(seen, run)


@kernel
def rivals_with_food(seen: Seen) -> int:
    """The rivals whose last turn has come and who have something to lose, as a set."""
    found = 0
    for seat in range(int(seen.players)):
        if is_late_rival(seen, seat) and at_stake(seen, seat):
            found |= 1 << seat
    return found


@kernel
def most_promising(seen: Seen, run: Run) -> int:
    """The colour kept that promises most for the last card."""
    found, most = NOBODY, 0
    for pig in range(len(PIGS)):
        promise = promise_of(seen, run, pig)
        if promise > most:
            found, most = pig, promise
    return found


@kernel
def spare_pigs(seen: Seen, run: Run) -> int:
    """The other colours kept that promise anything, as a set."""
    best, found = most_promising(seen, run), 0
    for pig in range(len(PIGS)):
        if pig != best and promise_of(seen, run, pig):
            found |= 1 << pig
    return found
