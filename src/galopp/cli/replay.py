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


def tell(screen: Screen, file: Path, seat: int | None) -> None:
    """Check the file by playing it through, then say what happened."""
    try:
        with file.open(encoding="utf-8") as source:
            text = source.read(LONGEST + 1)
    except UnicodeDecodeError:
        raise BadRecord(1, "not_a_text") from None
    with screen.compiling(_game_named_in(text)):
        record = Record.read(text)
    if seat is not None and not 0 <= seat < record.players:
        raise Unreadable("no_such_seat", seat=seat)
    names = [
        record.names.get(n, screen.say("seat_number", number=n + 1)) for n in range(record.players)
    ]
    teller = Teller(screen.language, game(record.game), names)
    for number, step in enumerate(record.steps(), 1):
        # With everything open, each decision is told as the one who made it saw it.
        viewer = step.seat if seat is None else seat
        made = step.after.view(viewer)["last_code"]
        screen.tell(f"{number}. {names[step.seat]}  {made}", "bold")
        for event in step.events(viewer):
            screen.tell(f"    {teller.event(event)}")
    screen.show(draw(record.final().seen(seat), teller))
