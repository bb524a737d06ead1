"""When somebody is not to be disturbed."""

from datetime import datetime, time, timedelta
from zoneinfo import ZoneInfo

Hours = tuple[time, time]


def after_quiet(at: float, zone: ZoneInfo, quiet: Hours | None) -> float:
    """The same moment, or the end of the quiet hours that it falls into.

    Hours are those of a wall clock: on the day on which it is set forward or back, quiet hours
    are an hour shorter or longer, as the night is.
    """
    if quiet is None:
        return at
    here = datetime.fromtimestamp(at, zone)
    ends = _end(here, quiet)
    return at if ends is None else max(at, ends.timestamp())


def _end(here: datetime, quiet: Hours) -> datetime | None:
    """When the quiet hours around a moment end; None outside them."""
    begin, end = quiet
    clock = here.time()
    if begin <= end:
        over_night, inside = False, begin <= clock < end
    else:
        over_night, inside = clock >= begin, clock >= begin or clock < end
    if not inside:
        return None
    day = here.date() + timedelta(days=int(over_night))
    return datetime.combine(day, end, here.tzinfo)
