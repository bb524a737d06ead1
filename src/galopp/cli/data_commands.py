"""`galopp data`: what there is to call, and what each call takes."""

from pathlib import Path
from typing import Annotated

import typer

from galopp.cli.options import DATA, Data, Lang, StoreAddress, TableCode, help_of
from galopp.cli.screen import Screen

data_app = typer.Typer(help=help_of("data_commands"), no_args_is_help=True)


@data_app.command("list", help=help_of("data_list"))
def data_list(data: Data = DATA, store: StoreAddress = None, lang: Lang = None) -> None:
    """Show the tables that are stored."""
    from galopp.cli.data import list_tables
    from galopp.store.opening import place_of

    screen = Screen.open(lang)
    with screen.faults():
        list_tables(screen, place_of(store or data))


@data_app.command("backup", help=help_of("data_backup"))
def data_backup(
    file: Annotated[Path, typer.Argument(help=help_of("backup_file"))],
    data: Data = DATA,
    store: StoreAddress = None,
    lang: Lang = None,
) -> None:
    """Copy all tables into a file, also while the server is running."""
    from galopp.cli.data import back_up
    from galopp.store.opening import place_of

    screen = Screen.open(lang)
    with screen.faults():
        back_up(screen, place_of(store or data), file)


@data_app.command("export", help=help_of("data_export"))
def data_export(
    code: TableCode, data: Data = DATA, store: StoreAddress = None, lang: Lang = None
) -> None:
    """Write the log of one table to standard output, also while the server is running."""
    from galopp.cli.data import export
    from galopp.store.opening import place_of

    screen = Screen.open(lang)
    with screen.faults():
        export(place_of(store or data), code)


@data_app.command("delete", help=help_of("data_delete"))
def data_delete(
    code: TableCode, data: Data = DATA, store: StoreAddress = None, lang: Lang = None
) -> None:
    """Delete a table and its whole log; the server must not be running."""
    from galopp.cli.data import delete
    from galopp.store.opening import place_of

    screen = Screen.open(lang)
    with screen.faults():
        delete(screen, place_of(store or data), code)


@data_app.command("move", help=help_of("data_move"))
def data_move(
    source: Annotated[str, typer.Argument(help=help_of("move_from"))],
    target: Annotated[str, typer.Argument(help=help_of("move_to"))],
    lang: Lang = None,
) -> None:
    """Copy everything into another store, and compare it event by event."""
    from galopp.cli.data import move_all

    screen = Screen.open(lang)
    with screen.faults():
        move_all(screen, source, target)
