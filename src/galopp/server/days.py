"""The deal of the day: the same cards for everybody, against the same bots.

A day's luck is made from a secret that a server draws once and keeps, so that it is the same
for all who play that day, and known to nobody before.
"""

import hmac
import secrets
from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING, NamedTuple

import msgspec

from galopp.play.game import game, game_names
from galopp.play.luck import SECRET_BYTES, Luck
from galopp.play.record import Record
from galopp.table.beginning import beginning
from galopp.table.log import Beginning
from galopp.table.record import Round, round_of
from galopp.table.refused import Refused
from galopp.table.settings import DAY

if TYPE_CHECKING:
    from galopp.server.house import House

PLAYERS = 3
SEAT = 0  # where the person sits: another seat would have other cards
LEVEL = "casual"  # of the bots
SECRET = "days"
TABLES = "day/"  # under such a name it is kept that a table plays a day's deal
KEPT = 14 * DAY
MOST_SHOWN = 50  # results


class DayResult(msgspec.Struct, frozen=True):
    """How somebody did with the deal of a day."""

    name: str
    pig: str
    won: bool
    points: int
    replay: str  # where it can be watched


class DayShown(msgspec.Struct, frozen=True):
    """The deal of a day in one game."""

    day: str  # 2026-11-15
    game: str
    players: int
    seat: int  # where the person sits
    level: str  # of the bots in the other seats
    results: list[DayResult]  # the best first; of each name the first game


class Entered(NamedTuple):
    """A table at which a day's deal is played."""

    day: str
    game: str
    code: str

    @property
    def kept_as(self) -> str:
        """The name it is kept under."""
        return TABLES + "/".join(self)


class Days:
    """The deals of the days, and how people did with them."""

    def __init__(self, house: "House") -> None:
        self._house = house
        self._results: dict[str, DayResult | None] = {}  # by the code of a table that is over

    def today(self) -> str:
        """Today, by the server's clock."""
        return _written(self._house.clock.now())

    async def beginning(self, day: str, played: str) -> Beginning:
        """The deal of a day, for a table to begin with; raises `Refused`."""
        # Whoever opened the page before midnight may still play.
        if day not in (self.today(), _written(self._house.clock.now() - DAY)):
            raise Refused("not_today")
        if played not in game_names():
            raise Refused("no_such_game", written=played[:40])
        luck = Luck(f"day-{day}/{played}", await self._secret(day, played))
        options = game(played).options_needed(PLAYERS)
        record = Record(played, PLAYERS, luck, options, rules=game(played).rules.VERSION)
        return await self._house.in_thread(beginning, record, 0, True, "", day)

    async def _secret(self, day: str, played: str) -> bytes:
        drawn = await self._house.secret(SECRET, secrets.token_bytes(SECRET_BYTES))
        return hmac.digest(drawn, f"{day}/{played}".encode(), "sha256")

    async def enter(self, day: str, played: str, code: str) -> None:
        """Note that a table plays a day's deal."""
        await self._house.keep(Entered(day, played, code).kept_as, b"")

    async def shown(self, day: str) -> list[DayShown]:
        """The deals of a day, and how people did."""
        return [
            DayShown(day, name, PLAYERS, SEAT, LEVEL, await self._results_of(day, name))
            for name in game_names()
        ]

    async def _results_of(self, day: str, played: str) -> list[DayResult]:
        first: dict[str, DayResult] = {}
        for name in await self._house.names_kept(Entered(day, played, "").kept_as):
            result = await self._result(name.rpartition("/")[2])
            if result is not None:
                first.setdefault(result.name.casefold(), result)
        best = sorted(first.values(), key=lambda result: (not result.won, -result.points))
        return best[:MOST_SHOWN]

    async def _result(self, code: str) -> DayResult | None:
        if code not in self._results:
            entries = await self._house.log_of(code)
            try:
                played = await self._house.in_thread(round_of, code, entries, 1)
            except Refused:
                return None  # it is still being played, or was deleted
            self._results[code] = await self._house.in_thread(_result_of, code, played)
        return self._results[code]

    async def throw_away_what_is_old(self, now: float) -> None:
        """Forget who played long ago."""
        self._results.clear()
        await self._house.throw_away(TABLES, now - KEPT)


def _result_of(code: str, played: Round) -> DayResult | None:
    """How the person did, if the others were the bots that everybody plays against."""
    person, *others = played.seats
    if not person.person or any(seat.person or seat.level != LEVEL for seat in others):
        return None
    final = played.record.final()
    won, points = SEAT in final.winners, final.scores[SEAT]
    return DayResult(person.name, person.pig, won, points, f"{code}-1")


def _written(at: float) -> str:
    return f"{datetime(1970, 1, 1, tzinfo=UTC) + timedelta(seconds=at):%Y-%m-%d}"
