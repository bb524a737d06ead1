"""The deal of the day: the same cards for everybody, against the same bots.

A day's luck is made from a secret that a server draws once and keeps, so that it is the same
for all who play that day, and known to nobody before.
"""

import asyncio
import hmac
import secrets
from collections.abc import Iterable
from datetime import UTC, datetime, timedelta
from typing import NamedTuple

from galopp import wire
from galopp.core.fault import Fault
from galopp.play.game import game, game_names
from galopp.play.luck import SECRET_BYTES, Luck
from galopp.play.record import Record
from galopp.server.ops.clock import Clock
from galopp.server.ops.threads import Threads
from galopp.server.tables.store import Store
from galopp.table import log
from galopp.table.beginning import beginning
from galopp.table.fold import retold
from galopp.table.log import Beginning
from galopp.table.record import Round, round_of
from galopp.table.refused import Refused
from galopp.table.settings import DAY
from galopp.table.wording import compared

PLAYERS = 3
SEAT = 0  # where the person sits: another seat would have other cards
LEVEL = "casual"  # of the bots
SECRET = "days"
TABLES = "day/"  # under such a name it is kept that a table plays a day's deal
KEPT = 14 * DAY
MOST_SHOWN = 50  # results
MOST_KNOWN = 20_000  # games in memory


class Entered(NamedTuple):
    """A table at which a day's deal is played."""

    day: str
    game: str
    code: str

    @property
    def kept_as(self) -> str:
        """The name it is kept under."""
        return TABLES + "/".join(self)


class Attempt(NamedTuple):
    """Somebody's game with the deal of a day."""

    name: str  # "" before the cards are dealt: nobody has seen them yet
    result: wire.DayResult | None = None  # if it is over, and was played as everybody plays it


class Days:
    """The deals of the days, and how people did with them."""

    def __init__(self, store: Store, clock: Clock, threads: Threads) -> None:
        self._store = store
        self._clock = clock
        self._threads = threads
        self._attempts: dict[str, Attempt] = {}  # by the code of the table
        self._looking = asyncio.Lock()  # many may ask at once for what takes a while to find

    def today(self) -> str:
        """Today, by the calendar."""
        return _written(self._clock.of_day())

    def is_over(self, day: str) -> bool:
        """Whether nobody can begin with the deal of a day any more."""
        return day < self._yesterday()

    def _yesterday(self) -> str:
        """The day before today: whoever opened the page before midnight may still play it."""
        return _written(self._clock.of_day() - DAY)

    def check_open(self, entries: list[tuple[float, bytes]], number: int | None) -> None:
        """Whether a table's round may be shown to everybody; raises `Refused`.

        Whoever knows one game with the deal of a day knows all that can be drawn in another.
        """
        opened = log.decode(entries[0][1]) if entries else None
        begin = opened.begin if isinstance(opened, log.Opened) else None
        plays_it = begin is not None and begin.day and number in (None, 1)
        if plays_it and begin is not None and not self.is_over(begin.day):
            raise Refused("day_is_not_over")

    async def beginning(self, day: str, played: str) -> Beginning:
        """The deal of a day, for a table to begin with; raises `Refused`."""
        if day not in (self.today(), self._yesterday()):
            raise Refused("not_today")
        if played not in game_names():
            raise Refused("no_such_game", written=played[:40])
        luck = Luck(f"day-{day}/{played}", await self._secret(day, played))
        options = game(played).options_needed(PLAYERS)
        record = Record(played, PLAYERS, luck, options, rules=game(played).rules.VERSION)
        return await self._threads.run(beginning, record, 0, True, "", day)

    async def _secret(self, day: str, played: str) -> bytes:
        drawn = await self._store.secret(
            SECRET, secrets.token_bytes(SECRET_BYTES), self._clock.now()
        )
        return hmac.digest(drawn, f"{day}/{played}".encode(), "sha256")

    async def enter(self, day: str, played: str, code: str) -> None:
        """Note that a table plays a day's deal."""
        entered = Entered(day, played, code)
        await self._store.writes.keep(entered.kept_as, b"", self._clock.now())

    async def describe(self, day: str) -> list[wire.DayShown]:
        """The deals of a day, and how people did."""
        return [
            wire.DayShown(
                day,
                name,
                PLAYERS,
                SEAT,
                LEVEL,
                self.is_over(day),
                await self._results_of(day, name),
            )
            for name in game_names()
        ]

    async def _results_of(self, day: str, played: str) -> list[wire.DayResult]:
        first: dict[str, Attempt] = {}
        async with self._looking:
            for name in await self._store.reads.names_kept(Entered(day, played, "").kept_as):
                attempt = await self._attempt(name.rpartition("/")[2])
                if attempt.name:
                    first.setdefault(compared(attempt.name), attempt)
        results = [attempt.result for attempt in first.values() if attempt.result is not None]
        best = sorted(results, key=lambda result: (not result.won, -result.points))
        return best[:MOST_SHOWN]

    async def _attempt(self, code: str) -> Attempt:
        if code in self._attempts:
            return self._attempts[code]
        self._attempts[code] = Attempt("")  # whatever happens meanwhile takes it out again
        try:
            found = await self._threads.run(_attempt_of, code, await self._store.reads.log_of(code))
        except BaseException:
            self.forget(code)
            raise
        if found.result is None and self._store.ownership.shared:
            self.forget(code)  # it may go on in another process, which tells nobody here
        elif code in self._attempts:
            self._attempts[code] = found
        return found

    def forget(self, code: str) -> None:
        """Something has happened at a table: what is known of it may be no longer true."""
        self._attempts.pop(code, None)

    def forget_many(self) -> None:
        """Let what is known go, if it has become too much; it can be found again."""
        if len(self._attempts) > MOST_KNOWN:
            self._attempts.clear()


def _attempt_of(code: str, entries: Iterable[tuple[float, bytes]]) -> Attempt:
    """What the log of a table says of its first round."""
    entries, name, alone = [*entries], "", True
    for table, event, _ in retold(code, entries):
        if table.round == 1 and isinstance(event, log.Began) and table.seats[SEAT].person:
            name = table.seats[SEAT].name
        elif table.round == 1 and isinstance(event, log.TookOver):
            alone = alone and event.seat != SEAT
    try:
        played = round_of(code, entries, 1)
        return Attempt(name, _result_of(code, played) if alone else None)
    except Fault:
        return Attempt(name)  # it is still being played, was deleted, or had other rules


def _result_of(code: str, played: Round) -> wire.DayResult | None:
    """How the person did, if the others were the bots that everybody plays against."""
    person, *others = played.seats
    if not person.person or any(seat.person or seat.level != LEVEL for seat in others):
        return None
    final = played.record.final()
    won, points = SEAT in final.winners, final.scores[SEAT]
    return wire.DayResult(person.name, person.pig, won, points, f"{code}-1")


def _written(at: float) -> str:
    return f"{datetime(1970, 1, 1, tzinfo=UTC) + timedelta(seconds=at):%Y-%m-%d}"
