"""What a search asks about Sau Mau Mau."""

from typing import Any

from galopp.bots.lots import draw_lots
from galopp.bots.saumaumau.levels import casual
from galopp.bots.saumaumau.reading import most_promising
from galopp.core.chance import Chance, below
from galopp.core.contract import SECRET, Outlook
from galopp.core.kernel import kernel
from galopp.core.option import Options
from galopp.core.rows import copy_row
from galopp.core.words import NOBODY
from galopp.games.saumaumau import Seen, State, show
from galopp.games.saumaumau.box import BET, NO_BET, RACES, START_PLAYER, Phase

TRIES = 300  # of the strong level: so many take some milliseconds
WELL_LAID = 67  # of a hundred bets of others, so many lie where one would lay them oneself


@kernel
def quick(seen: Seen, chance: Chance) -> int:
    """For games played on in thought: the casual player is quick enough."""
    return casual(seen, chance)


@kernel
def is_near(state: State, seen: Seen) -> bool:
    """A search looks to the end of the race."""
    return bool(state.race == seen.race)


@kernel
def foresee(state: State, outlook: Outlook, chance: Chance, rewards: Any) -> None:
    """The next race is about to begin, and it and those after it are drawn by lot."""
    races = int(state.options[RACES]) - int(state.race) + 1
    draw_lots(state, state.points, races, outlook, chance, rewards)


@kernel
def is_secret(state: State) -> bool:
    """Which pig is bet on, the others are not told."""
    return bool(state.phase == Phase.BET)


@kernel
def as_told(state: State, code: int) -> int:
    """That there is a bet can be seen, or that there is none."""
    return NO_BET if code == NO_BET else BET


@kernel
def believe(seen: Seen, state: State, view: Seen, chance: Chance) -> None:
    """Nobody bets blindly: most bets lie on the pig that promises most to whoever laid them."""
    for place in range(int(seen.players)):
        seat = int(seen.queue[place])
        if seat != NOBODY and seat != seen.viewer and below(chance, 100) < WELL_LAID:
            show(state, seat, view)
            state.bets[seat] = most_promising(view)
    if seen.last_code == SECRET:
        state.last_code = BET + state.bets[seen.last_seat]


@kernel
def races_after_the_first(options: Options) -> int:
    """How many races there are to be foreseen."""
    return int(options[RACES]) - 1


@kernel
def a_later_race(options: Options, later: Options) -> None:
    """The options of a race that is not the first, played by itself, which seat 0 begins."""
    copy_row(options, later)
    later[RACES], later[START_PLAYER] = 1, 0


@kernel
def start_passes_on(options: Options) -> bool:
    """Whether the next seat begins the next race (S36)."""
    return True
