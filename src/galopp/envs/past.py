"""A game with its past: the states it went through, and what each seat saw of them.

A moment is the state after a decision and never changes. Moments point back to the one before,
so that games that part ways share what they have in common, and what a seat saw is only made
when somebody asks.

A world dealt for one seat has a present of its own, but a past only as far as that seat knows
it: of what the other seats saw before, there is what was public.
"""

from typing import Any

import numpy as np

from galopp import games
from galopp.batch.layout import Layout
from galopp.core.chance import Chance
from galopp.core.contract import History, Known, Rules
from galopp.core.history import NEW_RACE, NEWS, conclusions, no_history
from galopp.core.record import Flat, Record, blank
from galopp.core.words import NOBODY


class Moment:
    """The state after a decision, and the moment before it."""

    __slots__ = ("before", "known", "past_of", "state", "stories", "told", "views")

    def __init__(self, state: Record, before: "Moment | None", past_of: int | None = None) -> None:
        self.state = state
        self.before = before
        # The only seat whose views of the past belong to this world; None in the real one,
        # where all do.
        self.past_of = past_of
        self.views: dict[int, tuple[Record, Flat]] = {}
        self.stories: dict[int, str] = {}
        self.told: dict[int, History] = {}
        self.known: dict[int, Known] = {}

    def as_seen_before(self, seat: int) -> int:
        """Whose views of the past belong to this seat: its own, or the public ones."""
        return seat if self.past_of in (None, seat) else NOBODY

    def __deepcopy__(self, memo: Any) -> "Moment":
        return self  # it never changes

    def __reduce__(self) -> Any:
        # All at once: a long past, one moment inside the other, would be too deep.
        past: list[tuple[bytes, int | None]] = []
        at: Moment | None = self
        while at is not None:
            past.append((at.state.tobytes(), at.past_of))
            at = at.before
        return _remember, (_name_of(self.state), past)


def _name_of(state: Record) -> str:
    return next(name for name in games.names() if games.rules(name).STATE == state.dtype)


def _remember(game: str, past: list[tuple[bytes, int | None]]) -> Moment | None:
    moment = None
    for state, past_of in reversed(past):
        record = np.frombuffer(bytearray(state), games.rules(game).STATE)[0]
        moment = Moment(record, moment, past_of)
    return moment


class Viewing:
    """What seats see of moments of one game."""

    def __init__(self, rules: Rules, layout: Layout) -> None:
        self.rules = rules
        self.layout = layout
        self._nothing = (0,) * len(layout.number_labels)

    def view(self, moment: Moment, seat: int) -> Record:
        """What a seat sees; NOBODY is the public view."""
        return self._look(moment, seat)[0]

    def _look(self, moment: Moment, seat: int) -> tuple[Record, Flat]:
        looked = moment.views.get(seat)
        if looked is None:
            seen = blank(self.rules.SEEN)
            self.rules.show(moment.state, seat, seen)
            looked = moment.views[seat] = seen, self.layout.numbers(seen)
        return looked

    def story(self, moment: Moment, seat: int) -> str:
        """Everything a seat has seen so far, a line a moment: the numbers that changed."""
        lines, at, who = [], moment, seat
        while True:
            if who in at.stories:
                lines.append(at.stories[who])
                break
            lines.append(self._news(at, who))
            if at.before is None:
                break
            at, who = at.before, at.as_seen_before(who)
        return "\n".join(reversed(lines))

    def _news(self, moment: Moment, seat: int) -> str:
        then, now = self._nothing, self._look(moment, seat)[1]
        if moment.before is not None and moment.as_seen_before(seat) == seat:
            then = self._look(moment.before, seat)[1]
        named = zip(self.layout.number_labels, then, now, strict=True)
        return " ".join(f"{label}={new}" for label, old, new in named if old != new)

    def decisions(self, moment: Moment, seat: int, most: int) -> list[tuple[int, int]]:
        """The latest decisions as a seat was told of them, the last one first: seat and code."""
        told: list[tuple[int, int]] = []
        at: Moment | None = moment
        while at is not None and len(told) < most:
            seen = self.view(at, seat)
            if seen.last_seat == NOBODY:
                break
            told.append((int(seen.last_seat), int(seen.last_code)))
            seat = at.as_seen_before(seat)
            at = at.before
        return told

    def told(self, moment: Moment, seat: int) -> History:
        """The history of the race: what a seat was told of it so far."""
        later: list[tuple[Moment, int]] = []
        at, who = moment, seat
        while who not in at.told and at.before is not None:
            later.append((at, who))
            at, who = at.before, at.as_seen_before(who)
        if who not in at.told:
            at.told[who] = self._told_first(at, who)
        told = at.told[who]
        for at, who in reversed(later):
            told = at.told[who] = self._told_next(told, at, who)
        return told

    def _told_first(self, moment: Moment, seat: int) -> History:
        seen, news = self.view(moment, seat), no_history(NEWS)
        fresh = seen.last_seat == NOBODY  # else the game was not followed from its start
        return news[: self.rules.recall(seen, seen, news) if fresh else 0]

    def _told_next(self, told: History, moment: Moment, seat: int) -> History:
        assert moment.before is not None
        before, news = self.view(moment.before, moment.as_seen_before(seat)), no_history(NEWS)
        added = self.rules.recall(before, self.view(moment, seat), news)
        return no_history() if added == NEW_RACE else np.concatenate([told, news[:added]])

    def known(self, moment: Moment, seat: int) -> Known:
        """What follows from that history, for redeals."""
        if seat not in moment.known:
            seen, told = self.view(moment, seat), self.told(moment, seat)
            moment.known[seat] = conclusions(self.rules, seen, told)
        return moment.known[seat]

    def redealt(self, moment: Moment, seat: int, luck: Chance) -> Moment:
        """A world that looks to the seat like this one, in all that it has seen so far."""
        before, past_of = moment.before, moment.as_seen_before(seat)
        if before is not None:
            for who in {past_of, NOBODY}:  # told again in every world that is dealt from here
                before.stories.setdefault(who, self.story(before, who))
        state = blank(self.rules.STATE)
        seen, known = self.view(moment, seat), self.known(moment, seat)
        self.rules.redeal_knowing(seen, known, luck, state)
        return Moment(state, before, past_of)

    def dealt(self, seen: Record, luck: Chance) -> Record:
        """A state that looks to a seat like this."""
        state = blank(self.rules.STATE)
        self.rules.redeal(seen, luck, state)
        return state
