"""`galopp data`: what a host does with the tables and groups that are stored.

Everything but deleting and moving works while a server is using them.
"""

import math
import os
import sys
from datetime import datetime
from pathlib import Path

import msgspec
from babel.dates import format_datetime
from rich.table import Table

from galopp.cli.screen import Screen
from galopp.core.fault import Unreadable
from galopp.group.keys import GROUP_CODE
from galopp.store import Heading
from galopp.store.contract import EventLog, LogReader
from galopp.store.fault import StoreFault
from galopp.store.moving import move
from galopp.store.opening import FolderPlace, Place, place_of
from galopp.store.sqlite.folder import FILE
from galopp.table.log import Arranged, Opened

COLUMNS = ("code", "game", "players", "phase", "listed", "touched")
# The events that say for how many a table is laid, as they begin in the log.
CHOOSING = (b'{"event":"opened"', b'{"event":"arranged"')
UNKNOWN = ("?", "?")

_read_choice = msgspec.json.Decoder(Opened | Arranged).decode


def list_tables(screen: Screen, place: Place) -> None:
    """Show every table: code, game, how far it is, and when something last happened there."""
    found = [] if _is_unused(place) else _rows(screen, place)
    if not found:
        screen.tell(screen.say("data.no_tables"))
        return
    rows = Table(title=screen.say("data.tables"), title_justify="left")
    for column in COLUMNS:
        rows.add_column(screen.say(f"data.{column}"))
    for row in found:
        rows.add_row(*row)
    screen.show(rows)


def _is_unused(place: Place) -> bool:
    """Whether a folder is there and can be looked into, but was never a server's."""
    if not isinstance(place, FolderPlace):
        return False
    folder = place.folder
    return os.access(folder, os.X_OK) and folder.is_dir() and not (folder / FILE).exists()


def _rows(screen: Screen, place: Place) -> list[list[str]]:
    with place.look() as log:
        headings = sorted(log.headings(), key=lambda heading: -heading.touched)
        return [_cells(screen, log, heading) for heading in headings]


def _cells(screen: Screen, log: LogReader, heading: Heading) -> list[str]:
    touched = datetime.fromtimestamp(heading.touched)  # in the time of this machine
    return [
        heading.table,
        *_played(screen, log, heading.table),
        screen.say(f"table_phase.{heading.phase}"),
        screen.say("data.on_list" if heading.listed else "data.off_list"),
        format_datetime(touched, "short", locale=screen.language.code),
    ]


def _played(screen: Screen, log: LogReader, table: str) -> tuple[str, str]:
    """The game and for how many; a table that cannot be read does not hide the others."""
    if GROUP_CODE.fullmatch(table):
        return screen.say("data.group"), UNKNOWN[1]
    try:
        bodies = [entry.body for entry in log.read(table)]
        choices = [_read_choice(body) for body in bodies if body.startswith(CHOOSING)]
    except (StoreFault, msgspec.MsgspecError):
        return UNKNOWN
    match choices:
        case [Opened(game=game), *_]:
            return screen.language.of_game(game, "title"), str(choices[-1].players)
    return UNKNOWN


def back_up(screen: Screen, place: Place, file: Path) -> None:
    """Copy the log into a file, whole or not at all."""
    with place.look() as log:
        log.back_up(file)
    screen.tell(screen.say("data.backed_up", name=str(file)))


def export(place: Place, code: str) -> None:
    """Write the log of one table to standard output, one JSON object a line."""
    with place.look() as log:
        table = _find(log, code)
        for line in log.export(table):
            sys.stdout.buffer.write(line)
        sys.stdout.buffer.flush()


def delete(screen: Screen, place: Place, code: str) -> None:
    """Delete a table or a group and its whole log; the server must not be running."""
    place.look().close()  # so that a mistyped folder is not made
    with place.open() as log:
        table = _find(log, code)
        is_group = GROUP_CODE.fullmatch(table) is not None
        if is_group:
            _delete_records(log, table)
        log.delete(table)
    told = {"group": table} if is_group else {"table": table}
    screen.tell(screen.say("data.group_deleted" if is_group else "data.deleted", **told))


def _delete_records(log: EventLog, group: str) -> None:
    """Delete what is kept of a group besides its log."""
    from galopp.server.groups.records import names_of  # here: the others need no server

    for beginning in names_of(group):
        log.throw_away(beginning, math.inf)


def move_all(screen: Screen, written: str, to: str) -> None:
    """Copy everything into another store, and compare; no server may use either of them."""
    source, target = place_of(written), place_of(to)
    _check_there(source)
    with source.open() as log, target.open() as other:
        copied = move(log, other, str(target))
    screen.tell(
        screen.say("data.moved", tables=copied.tables, events=copied.events, path=str(target))
    )
    screen.tell(screen.say("data.moved_from", path=str(source)))


def _check_there(place: Place) -> None:
    """A mistyped place is not made; one of an older version is brought up to date."""
    try:
        place.look().close()
    except StoreFault as fault:
        if fault.key != "store_older":
            raise


def _find(log: LogReader, code: str) -> str:
    table = code.upper()  # codes are capitals, however they are typed
    if log.heading(table) is None:
        raise Unreadable("no_such_table", table=code)
    return table
