"""What the races still to come may bring: for a game that is not over when a race is.

A search looks no further than the end of the race. What follows hardly depends on it but
for who begins, so it is enough to have played many races in advance: the rest of a game is
so many of them, drawn by lot, and the points of each seat are added up. (That the food of
Schweinsgalopp can run out in a game of many races, it does not know.)
"""

from functools import lru_cache
from typing import Any, cast

import numpy as np
import numpy.typing as npt

from galopp import games
from galopp.bots.lots import SAMPLES, share_out
from galopp.bots.verbs import (
    apply,
    casual,
    foresee,
    heuristics_of,
    mover,
    points,
    set_up,
    show,
    winners,
)
from galopp.core.chance import Chance, below, chance
from galopp.core.contract import Outlook, SeveralRaces
from galopp.core.kernel import kernel
from galopp.core.option import Options
from galopp.core.record import Record, blank
from galopp.core.words import NOBODY

# So many, once, for each number of players and each choice of options; and as many ways in which
# races to come may go together.
RACES_PLAYED = 2_048

Rows = npt.NDArray[np.int16]  # (races, players): what each race brought to each seat


@kernel
def play_races(
    state: Record, seen: Record, players: int, options: Options, luck: Chance, brought: Any
) -> None:
    """Play races of their own and write down what each brought, by seat."""
    for n in range(len(brought)):
        set_up(state, players, options, luck)
        while mover(state) != NOBODY:
            show(state, mover(state), seen)
            apply(state, casual(seen, luck), luck)
        for seat in range(players):
            brought[n, seat] = points(state, seat)


def outlook_for(game: str, players: int, options: Options, races: int | None = None) -> Outlook:
    """What races to come may bring at such a table, found out once from so many of them."""
    chosen = tuple(int(value) for value in options)
    return _outlook(game, players, chosen, RACES_PLAYED if races is None else races)


@lru_cache(maxsize=256)
def _outlook(game: str, players: int, options: tuple[int, ...], played: int) -> Outlook:
    heuristics, rules = heuristics_of(game), games.rules(game)
    chosen = np.array(options, np.int16)
    most = int(heuristics.races_after_the_first(chosen))
    if most == 0:
        return np.zeros((1, SAMPLES, players), np.int16)
    races, later = cast(SeveralRaces, heuristics), chosen.copy()
    races.a_later_race(chosen, later)
    luck, brought = chance(1), np.zeros((played, players), np.int16)
    play_races(blank(rules.STATE), blank(rules.SEEN), players, later, luck, brought)
    sums = np.zeros((most + 1, played, players), np.int16)
    add_up(brought, races.start_passes_on(chosen), np.zeros(played, np.int16), luck, sums)
    return sums


@kernel
def add_up(brought: Rows, rotates: bool, order: Any, luck: Chance, sums: Outlook) -> None:
    """Sums over races drawn by lot, the start passing on from race to race (S36, G26).

    One race is played before those that one less would bring, by whoever begins it. `order` is
    memory to work in, a number for each race.
    """
    players = brought.shape[1]
    for left in range(1, len(sums)):
        shuffle(order, luck)
        for row in range(len(order)):
            for seat in range(players):
                sums[left, row, seat] = brought[order[row], seat]
        shuffle(order, luck)
        for row in range(len(order)):
            for seat in range(players):
                place = seat - 1 if rotates else seat
                place = players - 1 if place < 0 else place
                sums[left, row, seat] += sums[left - 1, order[row], place]


@kernel
def shuffle(order: Any, luck: Chance) -> None:
    """The numbers from 0 on in an order drawn by lot."""
    for n in range(len(order)):
        at = below(luck, n + 1)
        order[n] = order[at]
        order[at] = n


@kernel
def judge(state: Record, players: int, outlook: Outlook, luck: Chance, rewards: Any) -> None:
    """Each seat's chance to win where a search stops; a shared victory is shared out (S37)."""
    for seat in range(players):
        rewards[seat] = 0.0
    if mover(state) == NOBODY:
        share_out(winners(state), 1.0, players, rewards)
    else:
        foresee(state, outlook, luck, rewards)
