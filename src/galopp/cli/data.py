"""`galopp data`: what a host does with the tables in the data folder.

Everything but deleting works while a server is using the folder.
"""

import sys
from datetime import datetime
from pathlib import Path

from babel.dates import format_datetime
from rich.table import Table

from galopp.cli.screen import Screen
from galopp.core.fault import Unreadable
from galopp.store import Heading
from galopp.store.sqlite import Log, Reader

COLUMNS = ("code", "phase", "listed", "touched")


def list_tables(screen: Screen, folder: Path) -> None:
    """Show every table: its code, how far it is, and when something last happened there."""
    with Log.look(folder) as log:
        headings = sorted(log.headings(), key=lambda heading: -heading.touched)
    if not headings:
        screen.tell(screen.say("data.no_tables"))
        return
    rows = Table(title=screen.say("data.tables"), title_justify="left")
    for column in COLUMNS:
        rows.add_column(screen.say(f"data.{column}"))
    for heading in headings:
        rows.add_row(*_cells(screen, heading))
    screen.show(rows)


def _cells(screen: Screen, heading: Heading) -> list[str]:
    touched = datetime.fromtimestamp(heading.touched)
    return [
        heading.table,
        screen.say(f"table_phase.{heading.phase}"),
        screen.say("data.on_list" if heading.listed else "data.off_list"),
        format_datetime(touched, "short", locale=screen.language.code),
    ]


def back_up(screen: Screen, folder: Path, file: Path) -> None:
    """Copy the log into a file, whole or not at all."""
    with Log.look(folder) as log:
        log.back_up(file)
    screen.tell(screen.say("data.backed_up", name=str(file)))


def export(folder: Path, code: str) -> None:
    """Write the log of one table to standard output, one JSON object a line."""
    with Log.look(folder) as log:
        table = _find(log, code)
        for line in log.export(table):
            sys.stdout.buffer.write(line)
        sys.stdout.buffer.flush()


def delete(screen: Screen, folder: Path, code: str) -> None:
    """Delete a table and its whole log; the server must not be running."""
    Log.look(folder).close()  # so that a mistyped folder is not made
    with Log.open(folder) as log:
        table = _find(log, code)
        log.delete(table)
    screen.tell(screen.say("data.deleted", table=table))


def _find(log: Reader, code: str) -> str:
    table = code.upper()  # codes are capitals, however they are typed
    if log.heading(table) is None:
        raise Unreadable("no_such_table", table=code)
    return table
