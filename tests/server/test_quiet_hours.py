"""When somebody is not to be disturbed, by the clock on their wall."""

from datetime import datetime, time
from zoneinfo import ZoneInfo

import pytest

from galopp.core.fault import Unreadable
from galopp.server.notices.hours import after_quiet
from galopp.server.notices.subscriptions import read_zone

BERLIN = ZoneInfo("Europe/Berlin")
NIGHT = (time(22), time(7))
NOON = (time(12), time(14, 30))


def moved(written, quiet, zone=BERLIN):
    """To which time of the same wall clock a moment is moved."""
    at = datetime.fromisoformat(written).replace(tzinfo=zone).timestamp()
    return datetime.fromtimestamp(after_quiet(at, zone, quiet), zone).strftime("%Y-%m-%d %H:%M")


@pytest.mark.parametrize(
    ("at", "quiet", "then"),
    [
        ("2026-05-10 21:59", NIGHT, "2026-05-10 21:59"),
        ("2026-05-10 22:00", NIGHT, "2026-05-11 07:00"),
        ("2026-05-11 03:00", NIGHT, "2026-05-11 07:00"),
        ("2026-05-11 07:00", NIGHT, "2026-05-11 07:00"),
        ("2026-05-11 12:00", NOON, "2026-05-11 14:30"),
        ("2026-05-11 14:30", NOON, "2026-05-11 14:30"),
        ("2026-05-11 11:59", NOON, "2026-05-11 11:59"),
        ("2026-05-11 03:00", None, "2026-05-11 03:00"),
        ("2026-05-11 03:00", (time(8), time(8)), "2026-05-11 03:00"),
        ("2026-12-31 23:00", NIGHT, "2027-01-01 07:00"),
        ("2026-03-28 23:00", NIGHT, "2026-03-29 07:00"),  # the clock goes forward
        ("2026-10-24 23:00", NIGHT, "2026-10-25 07:00"),  # and back
    ],
)
def test_what_comes_in_quiet_hours_is_told_after_them(at, quiet, then):
    assert moved(at, quiet) == then


def test_the_night_of_one_is_the_noon_of_another():
    at = datetime(2026, 5, 11, 3, tzinfo=BERLIN).timestamp()
    assert after_quiet(at, ZoneInfo("Pacific/Auckland"), NIGHT) == at
    assert after_quiet(at, BERLIN, NIGHT) == at + 4 * 3600


@pytest.mark.parametrize(
    "written", ["", "Europe", "Europe/Nowhere", "../../etc/passwd", "/etc/passwd", "a\0b", "ü"]
)
def test_what_is_no_time_zone_is_refused(written):
    with pytest.raises(Unreadable):
        read_zone(written)
