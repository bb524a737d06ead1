"""The command line: what there is to call, and what each call takes.

The commands themselves are in the modules beside this one; here they get their names,
options and help.
"""

import json
import os
from dataclasses import asdict, replace
from pathlib import Path
from typing import Annotated

import typer

from galopp import __version__
from galopp.cli.bench_commands import bench_app
from galopp.cli.data_commands import data_app
from galopp.cli.options import (
    DATA,
    AsJson,
    Chosen,
    Data,
    GameName,
    Lang,
    On,
    Seed,
    StoreAddress,
    help_of,
)
from galopp.cli.screen import Screen

app = typer.Typer(
    name="galopp",
    help=help_of("galopp"),
    invoke_without_command=True,
    add_completion=False,
    pretty_exceptions_enable=False,
)
app.add_typer(bench_app, name="bench")
app.add_typer(data_app, name="data")


def _print_version(wanted: bool) -> None:
    if wanted:
        print(f"galopp {__version__}")
        raise typer.Exit


@app.callback()
def galopp(
    context: typer.Context,
    browser: Annotated[bool, typer.Option(envvar="GALOPP_BROWSER", help=help_of("browser"))] = True,
    data: Data = DATA,
    lang: Lang = None,
    version: Annotated[
        bool,
        typer.Option("--version", callback=_print_version, is_eager=True, help=help_of("version")),
    ] = False,
) -> None:
    """Three card-driven race games: play them, read their rules, study them."""
    screen = Screen.open(lang)
    if context.invoked_subcommand is not None:
        # What is said before a command holds for the command.
        os.environ |= {"GALOPP_LANG": screen.language.code, "GALOPP_DATA": str(data)}
    else:
        from galopp.cli.home import sit_at_home

        with screen.faults():
            sit_at_home(screen, data, browser)


@app.command(help=help_of("play"))
def play(
    game: Annotated[str | None, typer.Argument(help=help_of("which_game"))] = None,
    players: Annotated[int | None, typer.Option(help=help_of("players"))] = None,
    people: Annotated[int, typer.Option(help=help_of("people"))] = 1,
    bot: Annotated[str, typer.Option(help=help_of("bot"))] = "casual",
    seed: Seed = None,
    option: Chosen = None,
    save: Annotated[Path | None, typer.Option(help=help_of("save"))] = None,
    lang: Lang = None,
) -> None:
    """Play in the terminal, with bots in the empty seats."""
    from galopp.cli.play import sit_down

    screen = Screen.open(lang)
    with screen.faults():
        sit_down(screen, game, players, people, bot, seed, option or [], save)


@app.command(help=help_of("serve"))
def serve(
    host: Annotated[str, typer.Option(envvar="GALOPP_HOST", help=help_of("host"))] = "127.0.0.1",
    port: Annotated[
        int, typer.Option(min=0, max=65535, envvar="GALOPP_PORT", help=help_of("port"))
    ] = 8080,
    data: Data = DATA,
    root_path: Annotated[
        str, typer.Option(envvar="GALOPP_ROOT_PATH", help=help_of("root_path"))
    ] = "",
    address: Annotated[
        str | None, typer.Option(envvar="GALOPP_ADDRESS", help=help_of("address"))
    ] = None,
    public_list: Annotated[
        bool, typer.Option(envvar="GALOPP_PUBLIC_LIST", help=help_of("public_list"))
    ] = False,
    limits: Annotated[bool, typer.Option(envvar="GALOPP_LIMITS", help=help_of("limits"))] = True,
    origin: Annotated[
        list[str] | None, typer.Option(envvar="GALOPP_ORIGIN", help=help_of("origin"))
    ] = None,
    proxy: Annotated[str, typer.Option(envvar="GALOPP_PROXY", help=help_of("proxy"))] = "127.0.0.1",
    push: Annotated[bool, typer.Option(envvar="GALOPP_PUSH", help=help_of("push"))] = True,
    webhooks: Annotated[
        str, typer.Option(envvar="GALOPP_WEBHOOKS", help=help_of("webhooks"))
    ] = "off",
    bot: Annotated[list[str] | None, typer.Option(help=help_of("serve_bot"))] = None,
    store: StoreAddress = None,
    shared_at: Annotated[
        str | None, typer.Option(envvar="GALOPP_SHARED_AT", help=help_of("shared_at"))
    ] = None,
    slot: Annotated[str | None, typer.Option(envvar="GALOPP_SLOT", help=help_of("slot"))] = None,
    devices_think: Annotated[
        bool, typer.Option(envvar="GALOPP_DEVICES_THINK", help=help_of("devices_think"))
    ] = False,
    lang: Lang = None,
) -> None:
    """Serve tables to browsers and bots until told to stop."""
    from galopp.cli.serve import read_sharing, read_webhooks, register_bots, serve
    from galopp.server.app import Configuration
    from galopp.server.notices.sender import Allowed

    screen = Screen.open(lang)
    with screen.faults():
        register_bots(bot or [])
        origins = tuple(origin or ())
        where = (data, host, port, root_path, address)
        sent = Allowed(push, read_webhooks(webhooks))
        tables = Configuration(*where, public_list, limits, origins, proxy, notices=sent)
        sharing = read_sharing(shared_at, slot)
        tables = replace(tables, store=store, shared_at=sharing, devices_think=devices_think)
        serve(screen, tables)


@app.command(help=help_of("site"))
def site(
    folder: Annotated[Path, typer.Argument(file_okay=False, help=help_of("site_folder"))],
    base: Annotated[str, typer.Option(help=help_of("site_base"))] = "/",
    lang: Lang = None,
) -> None:
    """Write the page as static files, to play on any web space."""
    from galopp.cli.site import make_site

    screen = Screen.open(lang)
    with screen.faults():
        make_site(screen, folder, base)


@app.command(help=help_of("rules"))
def rules(game: GameName, lang: Lang = None) -> None:
    """Show the rules of a game."""
    from galopp.cli.rules import show_rules

    screen = Screen.open(lang)
    with screen.faults():
        show_rules(screen, game)


@app.command(help=help_of("simulate"))
def simulate(
    game: GameName,
    players: Annotated[int | None, typer.Option(help=help_of("fewest_players"))] = None,
    games: Annotated[int, typer.Option(min=1, max=10_000_000, help=help_of("games"))] = 10_000,
    seed: Annotated[int, typer.Option(help=help_of("seed"))] = 1,
    bots: Annotated[str, typer.Option(help=help_of("bots"))] = "random",
    option: Chosen = None,
    on: On = None,
    as_json: AsJson = False,
    lang: Lang = None,
) -> None:
    """Let bots play many games and count what comes of it."""
    from galopp.cli.simulate import Asked, run, table

    screen = Screen.open(lang)
    with screen.faults():
        summary = run(screen, Asked(game, players, games, seed, bots, option or [], on))
        if as_json:
            print(json.dumps(asdict(summary), indent=2))
        else:
            screen.show(table(screen, summary))


@app.command(help=help_of("train"))
def train(
    game: GameName,
    out: Annotated[Path, typer.Option(help=help_of("train_out"))],
    seconds: Annotated[float, typer.Option(min=1, help=help_of("train_seconds"))] = 1_000.0,
    stop_after: Annotated[float | None, typer.Option(min=0, help=help_of("train_stop"))] = None,
    device: Annotated[str, typer.Option(help=help_of("train_device"))] = "cuda",
    games: Annotated[int | None, typer.Option(min=8, help=help_of("train_games"))] = None,
    from_shipped: Annotated[
        bool, typer.Option("--from-shipped", help=help_of("train_from_shipped"))
    ] = False,
    against_shipped: Annotated[
        bool, typer.Option("--against-shipped", help=help_of("train_against_shipped"))
    ] = False,
    lang: Lang = None,
) -> None:
    """Let a net learn a game by playing itself; it goes on from where it was."""
    from galopp.cli.train import run

    known = "against_shipped" if against_shipped else "shipped"
    beginning = known if from_shipped or against_shipped else "blank"
    screen = Screen.open(lang)
    with screen.faults():
        run(screen, game, out, seconds, stop_after, device, games, beginning)


@app.command(help=help_of("arena"))
def arena(
    game: GameName,
    bots: Annotated[list[str], typer.Argument(help=help_of("arena_bots"))],
    players: Annotated[int | None, typer.Option(help=help_of("arena_players"))] = None,
    games: Annotated[int, typer.Option(min=1, max=10_000_000, help=help_of("arena_games"))] = 1_000,
    seed: Annotated[int, typer.Option(help=help_of("seed"))] = 1,
    until_sure: Annotated[bool, typer.Option("--until-sure", help=help_of("until_sure"))] = False,
    workers: Annotated[int | None, typer.Option(min=1, help=help_of("workers"))] = None,
    option: Chosen = None,
    on: On = None,
    plot: Annotated[Path | None, typer.Option(help=help_of("plot"))] = None,
    luck: Annotated[
        bool | None, typer.Option("--luck/--no-luck", help=help_of("arena_luck"))
    ] = None,
    as_json: AsJson = False,
    lang: Lang = None,
) -> None:
    """Let bots play each other on mirrored deals, and say which is stronger."""
    from galopp.cli.arena import run, table
    from galopp.lab.arena import outcome
    from galopp.lab.cluster import executor_for
    from galopp.lab.plot import plot as draw

    screen = Screen.open(lang)
    with screen.faults():
        setting = (players, games, seed, option or [])
        where = executor_for(on, workers)
        contest = run(screen, game, bots, *setting, until_sure, where, plot, luck)
        found = outcome(contest)
        if as_json:
            print(json.dumps(asdict(found), indent=2))
        else:
            screen.show(table(screen, found))
        if plot is not None:
            draw(contest, plot, screen.language)


@app.command(help=help_of("replay"))
def replay(
    file: Annotated[Path, typer.Argument(help=help_of("file"))],
    seat: Annotated[int | None, typer.Option(help=help_of("seat"))] = None,
    lang: Lang = None,
) -> None:
    """Tell a recorded game move by move; a damaged file is refused with line and reason."""
    from galopp.cli.replay import tell

    screen = Screen.open(lang)
    with screen.faults():
        tell(screen, file, seat)


@app.command(help=help_of("review"))
def review(
    file: Annotated[Path, typer.Argument(help=help_of("file"))],
    most: Annotated[int, typer.Option(min=0, help=help_of("review_most"))] = 10,
    policy: Annotated[
        str | None, typer.Option(help=help_of("review_policy", names="casual, quick, beginner"))
    ] = None,
    html: Annotated[Path | None, typer.Option(help=help_of("review_html"))] = None,
    as_json: AsJson = False,
    lang: Lang = None,
) -> None:
    """Say of a recorded game what every decision cost and what the cards gave."""
    from galopp.cli import review as reviewing
    from galopp.cli.review_page import write_page

    screen = Screen.open(lang)
    with screen.faults():
        record, found = reviewing.make(screen, file, policy)
        if html is not None:
            write_page(screen.language, record, found, html)
        if as_json:
            print(reviewing.as_json(found))
        elif html is None:
            screen.show(reviewing.table(screen, record, found, most))


@app.command(help=help_of("verify"))
def verify(
    file: Annotated[Path, typer.Argument(help=help_of("file"))],
    promise: Annotated[str | None, typer.Option(help=help_of("promise"))] = None,
    lang: Lang = None,
) -> None:
    """Check that a table kept its promise: the whole game is played again from its secret."""
    from galopp.cli.verify import verify

    screen = Screen.open(lang)
    with screen.faults():
        verify(screen, file, promise)


@app.command(help=help_of("doctor"))
def doctor(
    address: Annotated[str, typer.Argument(help=help_of("doctor_address"))],
    data: Annotated[Path | None, typer.Option(readable=False, help=help_of("doctor_data"))] = None,
    store: Annotated[str | None, typer.Option(help=help_of("doctor_store"))] = None,
    as_json: AsJson = False,
    lang: Lang = None,
) -> None:
    """Check a running server from outside, and say what to do where something is wrong."""
    from galopp.cli.doctor import examine

    screen = Screen.open(lang)
    with screen.faults():
        examine(screen, address, data, as_json, store)
