"""What the terminal tables of all games share."""

from collections.abc import Mapping, Sequence

from rich.table import Table
from rich.text import Text

from galopp.play.telling import Teller


def title(teller: Teller, *parts: str) -> Text:
    """The game's name and what is to be said beside it."""
    line = Text(teller.language.of_game(teller.game.name, "title"), style="bold")
    for part in parts:
        line.append(f"  ·  {part}", style="not bold")
    return line


def players_table(teller: Teller, turn: int, columns: Mapping[str, Sequence[str]]) -> Table:
    """One row a player; an arrow points at whoever decides."""
    table = Table(box=None, padding=(0, 2, 0, 0))
    table.add_column("")
    table.add_column("")
    for heading in columns:
        table.add_column(heading, justify="right")
    for seat, name in enumerate(teller.names):
        values = [column[seat] for column in columns.values()]
        arrow = "▶" if seat == turn else " "
        table.add_row(arrow, Text(name), *values, style="bold" if seat == turn else "")
    return table


def hidden_or(value: int, hidden: int) -> str:
    """A number, or a question mark where the viewer may not know it."""
    return "?" if value == hidden else str(int(value))


def labelled(teller: Teller, name: str, parts: Sequence[Text | str]) -> Text:
    """A label and what belongs to it, in one line; nothing at all if nothing does."""
    line = Text()
    for part in parts:
        if not line:
            line.append(teller.language.say("labelled", label=teller.label(name)) + " ")
        line.append_text(part if isinstance(part, Text) else Text(part))
        line.append("  ")
    return line
