"""The clocks: when something happens by itself.

Three are kept apart. A lost connection is only shown. A seat that is away is played on by a
bot if somebody asks for it, and not before its time (see `absence`). Thinking time is counted
here, and the window of a call closes here. The time always comes from outside.
"""

from galopp.table import absence, log, window
from galopp.table.levels import STAND_IN
from galopp.table.log import AnyLogged
from galopp.table.table import PLAYING, Table


def due(table: Table) -> float | None:
    """When `tick` should be called next; None if nothing will happen by itself."""
    if table.phase != PLAYING:
        return None
    times = [until for _, until in [*_thinking(table), *_voted_for(table)]]
    if table.window is not None:
        times.append(window.closes_for_good(table, table.window))
    return min(times, default=None)


def tick(table: Table, now: float) -> list[AnyLogged]:
    """What has come about by time alone."""
    standing = table.standing
    if standing is None:
        return []
    if table.window is not None:
        over = now >= window.closes_for_good(table, table.window)
        return window.close(table, table.window, standing) if over else []
    out_of_time = {seat for seat, until in _thinking(table) if now >= until}
    voted_for = {seat for seat, since in _voted_for(table) if now >= since} - out_of_time
    return [
        *(log.TookOver(seat=seat, level=STAND_IN, why="time") for seat in out_of_time),
        *(
            log.TookOver(seat=seat, level=STAND_IN, why=absence.why(table, seat, now))
            for seat in voted_for
        ),
    ]


def _voted_for(table: Table) -> list[tuple[int, float]]:
    """The people for whom others would let a bot play on, and from when on it does."""
    times = [
        (number, absence.bot_plays_from(table, number, seat.voters))
        for number, seat in enumerate(table.seats)
        if seat.voters and seat.played_by_person
    ]
    return [(seat, since) for seat, since in times if since is not None]


def _thinking(table: Table) -> list[tuple[int, float]]:
    """The people whose thinking time runs now, and until when."""
    thinking = table.settings.thinking
    if table.window or thinking.kind not in ("bank", "days"):
        return []
    asked = [seat for seat in table.asked if table.seats[seat].played_by_person]
    return [(seat, table.asked_at[seat] + _time_left(table, seat)) for seat in asked]


def _time_left(table: Table, seat: int) -> float:
    thinking = table.settings.thinking
    return table.seats[seat].bank if thinking.kind == "bank" else float(thinking.seconds)
