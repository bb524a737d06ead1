"""The command line: what there is to call, and what each call takes.

The commands themselves are in the modules beside this one; here they get their names,
options and help. Help is read before any option is, so its language is found by looking at
the command line itself.
"""

import json
import sys
from dataclasses import asdict
from pathlib import Path
from typing import Annotated

import typer
from typer import rich_utils

from galopp import __version__
from galopp.cli.screen import Screen
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


def _help(key: str, **arguments: str) -> str:
    return _LANGUAGE.say(f"help.{key}", **arguments)


rich_utils.ARGUMENTS_PANEL_TITLE = _help("arguments")
rich_utils.OPTIONS_PANEL_TITLE = _help("options")
rich_utils.COMMANDS_PANEL_TITLE = _help("commands")
rich_utils.ERRORS_PANEL_TITLE = _help("error")

app = typer.Typer(
    name="galopp",
    help=_help("galopp"),
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
)
bench_app = typer.Typer(help=_help("bench"), no_args_is_help=True)
app.add_typer(bench_app, name="bench")

Lang = Annotated[str | None, typer.Option("--lang", help=_help("lang"))]
GameName = Annotated[str, typer.Argument(help=_help("game", names=", ".join(game_names())))]
Chosen = Annotated[
    list[str] | None,
    typer.Option("--option", "-o", help=_help("option")),
]
Seed = Annotated[int | None, typer.Option(help=_help("seed"))]
AsJson = Annotated[bool, typer.Option("--json", help=_help("json"))]


def _print_version(wanted: bool) -> None:
    if wanted:
        print(f"galopp {__version__}")
        raise typer.Exit


@app.callback()
def galopp(
    version: Annotated[
        bool,
        typer.Option("--version", callback=_print_version, is_eager=True, help=_help("version")),
    ] = False,
) -> None:
    """Three card-driven race games: play them, read their rules, study them."""


@app.command(help=_help("play"))
def play(
    game: Annotated[str | None, typer.Argument(help=_help("which_game"))] = None,
    players: Annotated[int | None, typer.Option(help=_help("players"))] = None,
    people: Annotated[int, typer.Option(help=_help("people"))] = 1,
    bot: Annotated[str, typer.Option(help=_help("bot"))] = "greedy",
    seed: Seed = None,
    option: Chosen = None,
    save: Annotated[Path | None, typer.Option(help=_help("save"))] = None,
    lang: Lang = None,
) -> None:
    """Play in the terminal, with bots in the empty seats."""
    from galopp.cli.play import sit_down

    screen = Screen.open(lang)
    with screen.faults():
        sit_down(screen, game, players, people, bot, seed, option or [], save)


@app.command(help=_help("rules"))
def rules(game: GameName, lang: Lang = None) -> None:
    """Show the rules of a game."""
    from galopp.cli.rules import show_rules

    screen = Screen.open(lang)
    with screen.faults():
        show_rules(screen, game)


@app.command(help=_help("simulate"))
def simulate(
    game: GameName,
    players: Annotated[int | None, typer.Option(help=_help("fewest_players"))] = None,
    games: Annotated[int, typer.Option(min=1, max=10_000_000, help=_help("games"))] = 10_000,
    seed: Annotated[int, typer.Option(help=_help("seed"))] = 1,
    bots: Annotated[str, typer.Option(help=_help("bots"))] = "random",
    option: Chosen = None,
    as_json: AsJson = False,
    lang: Lang = None,
) -> None:
    """Let bots play many games and count what comes of it."""
    from galopp.cli.simulate import run, table

    screen = Screen.open(lang)
    with screen.faults():
        summary = run(screen, game, players, games, seed, bots, option or [])
        if as_json:
            print(json.dumps(asdict(summary), indent=2))
        else:
            screen.show(table(screen, summary))


@app.command(help=_help("replay"))
def replay(
    file: Annotated[Path, typer.Argument(help=_help("file"))],
    seat: Annotated[int | None, typer.Option(help=_help("seat"))] = None,
    lang: Lang = None,
) -> None:
    """Tell a recorded game move by move; a damaged file is refused with line and reason."""
    from galopp.cli.replay import tell

    screen = Screen.open(lang)
    with screen.faults():
        tell(screen, file, seat)


@bench_app.command(help=_help("engine"))
def engine(
    seconds: Annotated[float, typer.Option(min=0.001, help=_help("seconds"))] = 0.4,
    repeats: Annotated[int, typer.Option(min=1, help=_help("repeats"))] = 5,
    as_json: AsJson = False,
    lang: Lang = None,
) -> None:
    """Random play of whole games on one core, beside OpenSpiel in the same run."""
    from galopp.cli.bench import as_plain, run, table

    screen = Screen.open(lang)
    with screen.faults():
        found = run(screen, seconds, repeats)
        if as_json:
            print(json.dumps(as_plain(found), indent=2))
        else:
            screen.show(table(screen, found))
