"""What the doctor says about a database: whether a server could keep its tables there."""

from collections.abc import Iterator

from galopp.cli.finding import Finding, doubtful, well, wrong
from galopp.cli.screen import Screen
from galopp.play.telling import say_fault
from galopp.store.fault import StoreFault
from galopp.store.opening import DatabasePlace, place_of

NEEDED = 4  # connections: three of a server, and one for whoever makes a back-up
SLOW = 20  # milliseconds for a question and its answer, several of which every move waits for
CLOCK_OFF = 5.0  # seconds


def look_at_store(screen: Screen, written: str) -> Iterator[Finding]:
    """Everything about a database, in the order in which one thing needs the other."""
    try:
        place = place_of(written)
        assert isinstance(place, DatabasePlace)
        yield from _judge(place)
    except StoreFault as fault:
        yield wrong("store_fault", reason=say_fault(screen.language, fault))


def _judge(place: DatabasePlace) -> Iterator[Finding]:
    from galopp.store.postgres.examination import examine

    facts = examine(place.address)
    milliseconds = round(facts.milliseconds)
    near = doubtful if milliseconds > SLOW else well
    key = "store_far" if milliseconds > SLOW else "store_answers"
    yield near(key, path=str(place), milliseconds=milliseconds, version=facts.server)
    yield wrong("store_standby") if facts.standby else well("store_writes")
    yield well("store_safe") if facts.safe else wrong("store_unsafe")
    if facts.up_to_date:
        yield well("store_ours", megabytes=facts.size >> 20)
    elif not facts.may_create:
        yield wrong("store_may_not_create")
    else:
        yield well("store_to_be_made" if facts.version == 0 else "store_to_be_renewed")
    enough = facts.free >= NEEDED
    yield (well if enough else doubtful)(
        "store_connections" if enough else "store_few_connections", number=facts.free
    )
    if abs(facts.ahead) > CLOCK_OFF:
        yield doubtful("store_clock_off", seconds=round(abs(facts.ahead)))
