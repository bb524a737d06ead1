"""The command line: what there is to call, and what each call takes.

The commands themselves are in the modules beside this one; here they get their names,
options and help.
"""

import json
from dataclasses import asdict
from pathlib import Path
from typing import Annotated

import typer

from galopp import __version__
from galopp.cli.screen import Screen
from galopp.play.game import game_names

app = typer.Typer(
    name="galopp",
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
)
bench_app = typer.Typer(help="Measure how fast things are.", no_args_is_help=True)
app.add_typer(bench_app, name="bench")

Lang = Annotated[
    str | None, typer.Option("--lang", help="de, en or fr; else the system's language.")
]
GameName = Annotated[str, typer.Argument(help=f"One of {', '.join(game_names())}.")]
Chosen = Annotated[
    list[str] | None,
    typer.Option("--option", "-o", help="A table option, NAME=VALUE; may be repeated."),
]
Seed = Annotated[int | None, typer.Option(help="The same seed deals the same game.")]
AsJson = Annotated[bool, typer.Option("--json", help="Print JSON instead of tables.")]


def _print_version(wanted: bool) -> None:
    if wanted:
        print(f"galopp {__version__}")
        raise typer.Exit


@app.callback()
def galopp(
    version: Annotated[
        bool, typer.Option("--version", callback=_print_version, is_eager=True, help="And leave.")
    ] = False,
) -> None:
    """Three card-driven race games: play them, read their rules, study them."""


@app.command()
def play(
    game: Annotated[str | None, typer.Argument(help="Which game; asked for if left out.")] = None,
    players: Annotated[int | None, typer.Option(help="Seats at the table.")] = None,
    people: Annotated[int, typer.Option(help="How many of them are people.")] = 1,
    bot: Annotated[
        str, typer.Option(help="Who takes the other seats: random or greedy.")
    ] = "greedy",
    seed: Seed = None,
    option: Chosen = None,
    save: Annotated[Path | None, typer.Option(help="Write the game to this file.")] = None,
    lang: Lang = None,
) -> None:
    """Play in the terminal, with bots in the empty seats."""
    from galopp.cli.play import sit_down

    screen = Screen.open(lang)
    with screen.faults():
        sit_down(screen, game, players, people, bot, seed, option or [], save)


@app.command()
def rules(game: GameName, lang: Lang = None) -> None:
    """Show the rules of a game."""
    from galopp.cli.rules import show_rules

    screen = Screen.open(lang)
    with screen.faults():
        show_rules(screen, game)


@app.command()
def simulate(
    game: GameName,
    players: Annotated[int | None, typer.Option(help="Seats; the fewest if left out.")] = None,
    games: Annotated[int, typer.Option(min=1, max=10_000_000, help="How many games.")] = 10_000,
    seed: Annotated[int, typer.Option(help="The same seed plays the same games.")] = 1,
    bots: Annotated[
        str, typer.Option(help="Who plays, a seat each, in turn: greedy,random.")
    ] = "random",
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


@app.command()
def replay(
    file: Annotated[Path, typer.Argument(help="A game written down by `galopp play --save`.")],
    seat: Annotated[
        int | None, typer.Option(help="Whose view, from 0; everything open if left out.")
    ] = None,
    lang: Lang = None,
) -> None:
    """Tell a recorded game move by move; a damaged file is refused with line and reason."""
    from galopp.cli.replay import tell

    screen = Screen.open(lang)
    with screen.faults():
        tell(screen, file, seat)


@bench_app.command()
def engine(
    seconds: Annotated[float, typer.Option(min=0.001, help="Time for each measurement.")] = 0.4,
    repeats: Annotated[int, typer.Option(min=1, help="Measurements of each.")] = 5,
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
