"""The bots on the other seats of an environment that one agent plays in.

The levels that are kernels decide in compiled loops, from one decision of the agent to its
next one in a single call, unless the agent wants to be told what they did; any other bot is asked
from Python.
"""

from collections.abc import Sequence

import numpy as np

from galopp.batch.among_bots import play_on
from galopp.batch.loops import LEVELS, Levels, draw_at_level
from galopp.bots import Bot, bot
from galopp.bots.histories import Histories
from galopp.core.chance import Chance, spin
from galopp.core.contract import History
from galopp.core.history import no_history
from galopp.core.record import Record, blank, copy_of
from galopp.core.words import NOBODY
from galopp.envs.setting import Setting


def names_of(bots: str | Sequence[str], players: int) -> tuple[str, ...]:
    """The names of the bots: one for all other seats, or one for each in the order of seats."""
    if isinstance(bots, str):
        return (bots,) * (players - 1)
    if len(bots) != players - 1:
        raise ValueError(f"{players - 1} bots are needed, not {len(bots)}")
    return tuple(bots)


def are_kernels(names: Sequence[str]) -> bool:
    """Whether all of these decide in compiled loops."""
    return all(name in LEVELS for name in names)


def levels_around(names: Sequence[str], seat: int) -> Levels:
    """The level of each seat; at the agent's own it means nothing."""
    others = [LEVELS[name] for name in names]
    return np.array([*others[:seat], 0, *others[seat:]], np.int8)


class Opponents:
    """Bots around one agent."""

    def __init__(self, setting: Setting, names: tuple[str, ...]) -> None:
        self._setting = setting
        self._names = names
        self._compiled = are_kernels(names)
        self._bots: list[Bot] = []
        self._last: tuple[Record, Histories] | None = None  # where they left off, what was told
        self._sit_down()

    def _sit_down(self) -> None:
        if not self._compiled and not self._bots:
            self._bots = [bot(self._setting.game.name, name) for name in self._names]

    def play_on(self, state: Record, seat: int, luck: Chance, bots_luck: Chance) -> Record:
        """Decide until the agent is asked or the game is over; answers with what it then sees."""
        seen = blank(self._setting.rules.SEEN)
        if self._compiled and not self._setting.history.size:
            play_on(state, seat, levels_around(self._names, seat), luck, bots_luck, seen)
        else:
            self._ask_each(state, seat, luck, bots_luck, seen)
        return seen

    def _ask_each(
        self, state: Record, seat: int, luck: Chance, bots_luck: Chance, seen: Record
    ) -> None:
        self._sit_down()  # an environment that was closed may be played in again
        rules, told = self._setting.rules, self._told_until(state)
        asked = self._setting.mover(state)
        while asked not in (NOBODY, seat):
            rules.show(state, asked, seen)
            code = self._decision(state, seat, seen, told.of(asked), bots_luck)
            before = copy_of(state)
            rules.apply(state, code, luck)
            told = told.after(before, state)
            asked = self._setting.mover(state)
        self._last = copy_of(state), told
        rules.show(state, seat, seen)

    def _decision(
        self, state: Record, seat: int, seen: Record, told: History, bots_luck: Chance
    ) -> int:
        """What the bot decides that is asked; the same as in a compiled loop, if it is a level."""
        if self._compiled:
            return int(draw_at_level(state, seen, levels_around(self._names, seat), bots_luck))
        asked = int(seen.viewer)
        other = self._bots[asked if asked < seat else asked - 1]
        return other.think(seen, told, int(spin(bots_luck))).code

    def told(self, seat: int) -> History:
        """What a seat was told when it was asked last, where that is followed."""
        return no_history() if self._last is None else self._last[1].of(seat)

    def _told_until(self, state: Record) -> Histories:
        """What all were told so far: since they left off, the agent has decided once."""
        if self._last is None or state.last_seat == NOBODY:
            return Histories.begun(state)
        before, told = self._last
        return told.after(before, state)

    def close(self) -> None:
        """Let go of whatever the bots hold."""
        for one in self._bots:
            one.close()
        self._bots = []
