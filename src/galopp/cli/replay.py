"""`galopp replay`: a recorded game, told move by move."""

from pathlib import Path

from galopp.cli.screen import Screen
from galopp.cli.tables import draw
from galopp.core.fault import Unreadable
from galopp.play.game import game, game_names
from galopp.play.record import LONGEST, BadRecord, Record
from galopp.play.telling import Teller


def _game_named_in(text: str) -> str:
    named = text.partition("\ngame: ")[2].partition("\n")[0]
    return named if named in game_names() else ""


def read(screen: Screen, file: Path) -> Record:
    """The game in a file, checked by playing it through; raises `BadRecord`."""
    try:
        with file.open(encoding="utf-8") as source:
            text = source.read(LONGEST + 1)
    except UnicodeDecodeError:
        raise BadRecord(1, "not_a_text") from None
    with screen.compiling(_game_named_in(text)):
        return Record.read(text)


def names_in(screen: Screen, record: Record) -> list[str]:
    """Who sat where; a seat without a name goes by its number."""
    seats = range(record.players)
    return [record.names.get(n, screen.say("seat_number", number=n + 1)) for n in seats]


def tell(screen: Screen, file: Path, seat: int | None) -> None:
    """Check the file by playing it through, then say what happened."""
    record = read(screen, file)
    if seat is not None and not 0 <= seat < record.players:
        raise Unreadable("no_such_seat", seat=seat)
    names = names_in(screen, record)
    teller = Teller(screen.language, game(record.game), names)
    for step in record.steps():
        # With everything open, each decision is told as the one who made it saw it.
        viewer = step.seat if seat is None else seat
        made = step.after.view(viewer)["last_code"]
        screen.tell(f"{step.number}. {names[step.seat]}  {made}", "bold")
        for event in step.events(viewer):
            screen.tell(f"    {teller.event(event)}")
    screen.show(draw(record.final().seen(seat), teller))
