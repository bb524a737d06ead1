"""What several commands take: options and arguments with their help, and where data is kept.

Help is read before any option is, so its language is found by looking at the command line itself.
"""

import os
import sys
from pathlib import Path
from typing import Annotated

import typer
from typer import rich_utils

from galopp.locale import language
from galopp.play.game import game_names


def _asked_for(arguments: list[str]) -> str | None:
    for argument, following in zip(arguments, [*arguments[1:], ""], strict=True):
        if argument == "--lang":
            return following
        if argument.startswith("--lang="):
            return argument.removeprefix("--lang=")
    return None


_LANGUAGE = language(_asked_for(sys.argv))
# The system's place for what a program keeps for somebody.
_KEPT = Path(os.environ.get("XDG_DATA_HOME") or os.path.expanduser("~/.local/share"))
DATA = _KEPT / "galopp"


def help_of(key: str, **arguments: str) -> str:
    """What is said of a command, an option or an argument."""
    return _LANGUAGE.say(f"help.{key}", **arguments)


rich_utils.ARGUMENTS_PANEL_TITLE = help_of("arguments")
rich_utils.OPTIONS_PANEL_TITLE = help_of("options")
rich_utils.COMMANDS_PANEL_TITLE = help_of("commands")
rich_utils.ERRORS_PANEL_TITLE = help_of("error")

Lang = Annotated[str | None, typer.Option("--lang", help=help_of("lang"))]
GameName = Annotated[str, typer.Argument(help=help_of("game", names=", ".join(game_names())))]
Chosen = Annotated[
    list[str] | None,
    typer.Option("--option", "-o", help=help_of("option")),
]
Seed = Annotated[int | None, typer.Option(help=help_of("seed"))]
# Whether a data folder can be read is for the store to find out, which says it in sentences.
Data = Annotated[Path, typer.Option(envvar="GALOPP_DATA", readable=False, help=help_of("data"))]
StoreAddress = Annotated[str | None, typer.Option(envvar="GALOPP_STORE", help=help_of("store"))]
TableCode = Annotated[str, typer.Argument(help=help_of("table_code"))]
On = Annotated[str | None, typer.Option("--on", metavar="ray|ADDRESS", help=help_of("on"))]
AsJson = Annotated[bool, typer.Option("--json", help=help_of("json"))]
