"""Playing on for somebody who is away: from when on a bot may, and who must want it."""

from typing import Literal

from galopp.table.table import Table


def bot_plays_from(table: Table, absent: int, voters: set[int]) -> float | None:
    """From when on a bot plays for a seat if these want it; None if they are not enough.

    After the grace time of an absence one is enough. Before that, or if the person is there
    and keeps the table waiting, all who are there must want it; and one alone cannot have an
    opponent replaced before the grace time is over. Where a game is played over days nobody is
    expected to be there, and only the thinking time counts.
    """
    if table.settings.over_days:
        return None
    seat, grace = table.seats[absent], table.settings.grace
    all_want_it = voters >= there(table) - {absent}
    times = []
    if seat.away_since is not None:
        together = all_want_it and len(voters) > 1
        times.append(seat.away_since + (0 if together else grace))
    if all_want_it and absent in table.asked_at:
        times.append(table.asked_at[absent] + grace)
    return min(times, default=None)


def why(table: Table, absent: int, now: float) -> Literal["away", "vote"]:
    """Why a bot plays on: because the time of an absence is over, or because all want it."""
    away = table.seats[absent].away_since
    return "away" if away is not None and now - away >= table.settings.grace else "vote"


def there(table: Table) -> set[int]:
    """The people who are connected now, and play themselves."""
    return {number for number in table.people() if table.seats[number].connections}
