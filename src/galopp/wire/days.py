"""The deal of the day, as it is shown."""

import msgspec


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
    over: bool  # nobody can play it any more, and everybody may watch how it was played
    results: list[DayResult]  # the best first; of each name the first game that was begun
