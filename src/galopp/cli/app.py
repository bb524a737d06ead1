"""The command line: what there is to call, and what each call takes.

The commands themselves are in the modules beside this one; here they get their names,
options and help. Help is read before any option is, so its language is found by looking at
the command line itself.
"""

import json
import os
import sys
from dataclasses import asdict, replace
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
# The system's place for what a program keeps for somebody.
_KEPT = Path(os.environ.get("XDG_DATA_HOME") or os.path.expanduser("~/.local/share"))
DATA = _KEPT / "galopp"


def _help(key: str, **arguments: str) -> str:
    return _LANGUAGE.say(f"help.{key}", **arguments)


rich_utils.ARGUMENTS_PANEL_TITLE = _help("arguments")
rich_utils.OPTIONS_PANEL_TITLE = _help("options")
rich_utils.COMMANDS_PANEL_TITLE = _help("commands")
rich_utils.ERRORS_PANEL_TITLE = _help("error")

app = typer.Typer(
    name="galopp",
    help=_help("galopp"),
    invoke_without_command=True,
    add_completion=False,
    pretty_exceptions_enable=False,
)
bench_app = typer.Typer(help=_help("bench"), no_args_is_help=True)
app.add_typer(bench_app, name="bench")
data_app = typer.Typer(help=_help("data_commands"), no_args_is_help=True)
app.add_typer(data_app, name="data")

Lang = Annotated[str | None, typer.Option("--lang", help=_help("lang"))]
GameName = Annotated[str, typer.Argument(help=_help("game", names=", ".join(game_names())))]
Chosen = Annotated[
    list[str] | None,
    typer.Option("--option", "-o", help=_help("option")),
]
Seed = Annotated[int | None, typer.Option(help=_help("seed"))]
# Whether a data folder can be read is for the store to find out, which says it in sentences.
Data = Annotated[Path, typer.Option(envvar="GALOPP_DATA", readable=False, help=_help("data"))]
StoreAddress = Annotated[str | None, typer.Option(envvar="GALOPP_STORE", help=_help("store"))]
TableCode = Annotated[str, typer.Argument(help=_help("table_code"))]
On = Annotated[str | None, typer.Option("--on", metavar="ray|ADDRESS", help=_help("on"))]
AsJson = Annotated[bool, typer.Option("--json", help=_help("json"))]


def _print_version(wanted: bool) -> None:
    if wanted:
        print(f"galopp {__version__}")
        raise typer.Exit


@app.callback()
def galopp(
    context: typer.Context,
    browser: Annotated[bool, typer.Option(envvar="GALOPP_BROWSER", help=_help("browser"))] = True,
    data: Data = DATA,
    lang: Lang = None,
    version: Annotated[
        bool,
        typer.Option("--version", callback=_print_version, is_eager=True, help=_help("version")),
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


@app.command(help=_help("play"))
def play(
    game: Annotated[str | None, typer.Argument(help=_help("which_game"))] = None,
    players: Annotated[int | None, typer.Option(help=_help("players"))] = None,
    people: Annotated[int, typer.Option(help=_help("people"))] = 1,
    bot: Annotated[str, typer.Option(help=_help("bot"))] = "casual",
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


@app.command(help=_help("serve"))
def serve(
    host: Annotated[str, typer.Option(envvar="GALOPP_HOST", help=_help("host"))] = "127.0.0.1",
    port: Annotated[
        int, typer.Option(min=0, max=65535, envvar="GALOPP_PORT", help=_help("port"))
    ] = 8080,
    data: Data = DATA,
    root_path: Annotated[
        str, typer.Option(envvar="GALOPP_ROOT_PATH", help=_help("root_path"))
    ] = "",
    address: Annotated[
        str | None, typer.Option(envvar="GALOPP_ADDRESS", help=_help("address"))
    ] = None,
    public_list: Annotated[
        bool, typer.Option(envvar="GALOPP_PUBLIC_LIST", help=_help("public_list"))
    ] = False,
    limits: Annotated[bool, typer.Option(envvar="GALOPP_LIMITS", help=_help("limits"))] = True,
    origin: Annotated[
        list[str] | None, typer.Option(envvar="GALOPP_ORIGIN", help=_help("origin"))
    ] = None,
    proxy: Annotated[str, typer.Option(envvar="GALOPP_PROXY", help=_help("proxy"))] = "127.0.0.1",
    push: Annotated[bool, typer.Option(envvar="GALOPP_PUSH", help=_help("push"))] = True,
    webhooks: Annotated[
        str, typer.Option(envvar="GALOPP_WEBHOOKS", help=_help("webhooks"))
    ] = "off",
    bot: Annotated[list[str] | None, typer.Option(help=_help("serve_bot"))] = None,
    store: StoreAddress = None,
    shared_at: Annotated[
        str | None, typer.Option(envvar="GALOPP_SHARED_AT", help=_help("shared_at"))
    ] = None,
    slot: Annotated[str | None, typer.Option(envvar="GALOPP_SLOT", help=_help("slot"))] = None,
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
        serve(screen, replace(tables, store=store, shared_at=sharing))


@app.command(help=_help("site"))
def site(
    folder: Annotated[Path, typer.Argument(file_okay=False, help=_help("site_folder"))],
    base: Annotated[str, typer.Option(help=_help("site_base"))] = "/",
    lang: Lang = None,
) -> None:
    """Write the page as static files, to play on any web space."""
    from galopp.cli.site import make_site

    screen = Screen.open(lang)
    with screen.faults():
        make_site(screen, folder, base)


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


@app.command(help=_help("train"))
def train(
    game: GameName,
    out: Annotated[Path, typer.Option(help=_help("train_out"))],
    seconds: Annotated[float, typer.Option(min=1, help=_help("train_seconds"))] = 1_000.0,
    stop_after: Annotated[float | None, typer.Option(min=0, help=_help("train_stop"))] = None,
    device: Annotated[str, typer.Option(help=_help("train_device"))] = "cuda",
    games: Annotated[int | None, typer.Option(min=8, help=_help("train_games"))] = None,
    lang: Lang = None,
) -> None:
    """Let a net learn a game by playing itself; it goes on from where it was."""
    from galopp.cli.train import run

    screen = Screen.open(lang)
    with screen.faults():
        run(screen, game, out, seconds, stop_after, device, games)


@app.command(help=_help("arena"))
def arena(
    game: GameName,
    bots: Annotated[list[str], typer.Argument(help=_help("arena_bots"))],
    players: Annotated[int | None, typer.Option(help=_help("arena_players"))] = None,
    games: Annotated[int, typer.Option(min=1, max=10_000_000, help=_help("arena_games"))] = 1_000,
    seed: Annotated[int, typer.Option(help=_help("seed"))] = 1,
    until_sure: Annotated[bool, typer.Option("--until-sure", help=_help("until_sure"))] = False,
    workers: Annotated[int | None, typer.Option(min=1, help=_help("workers"))] = None,
    option: Chosen = None,
    on: On = None,
    plot: Annotated[Path | None, typer.Option(help=_help("plot"))] = None,
    luck: Annotated[bool | None, typer.Option("--luck/--no-luck", help=_help("arena_luck"))] = None,
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


@app.command(help=_help("review"))
def review(
    file: Annotated[Path, typer.Argument(help=_help("file"))],
    most: Annotated[int, typer.Option(min=0, help=_help("review_most"))] = 10,
    policy: Annotated[
        str | None, typer.Option(help=_help("review_policy", names="casual, quick, beginner"))
    ] = None,
    html: Annotated[Path | None, typer.Option(help=_help("review_html"))] = None,
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


@app.command(help=_help("verify"))
def verify(
    file: Annotated[Path, typer.Argument(help=_help("file"))],
    promise: Annotated[str | None, typer.Option(help=_help("promise"))] = None,
    lang: Lang = None,
) -> None:
    """Check that a table kept its promise: the whole game is played again from its secret."""
    from galopp.cli.verify import verify

    screen = Screen.open(lang)
    with screen.faults():
        verify(screen, file, promise)


@app.command(help=_help("doctor"))
def doctor(
    address: Annotated[str, typer.Argument(help=_help("doctor_address"))],
    data: Annotated[Path | None, typer.Option(readable=False, help=_help("doctor_data"))] = None,
    store: Annotated[str | None, typer.Option(help=_help("doctor_store"))] = None,
    as_json: AsJson = False,
    lang: Lang = None,
) -> None:
    """Check a running server from outside, and say what to do where something is wrong."""
    from galopp.cli.doctor import examine

    screen = Screen.open(lang)
    with screen.faults():
        examine(screen, address, data, as_json, store)


@data_app.command("list", help=_help("data_list"))
def data_list(data: Data = DATA, store: StoreAddress = None, lang: Lang = None) -> None:
    """Show the tables that are stored."""
    from galopp.cli.data import list_tables
    from galopp.store.opening import place_of

    screen = Screen.open(lang)
    with screen.faults():
        list_tables(screen, place_of(store or data))


@data_app.command("backup", help=_help("data_backup"))
def data_backup(
    file: Annotated[Path, typer.Argument(help=_help("backup_file"))],
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


@data_app.command("export", help=_help("data_export"))
def data_export(
    code: TableCode, data: Data = DATA, store: StoreAddress = None, lang: Lang = None
) -> None:
    """Write the log of one table to standard output, also while the server is running."""
    from galopp.cli.data import export
    from galopp.store.opening import place_of

    screen = Screen.open(lang)
    with screen.faults():
        export(place_of(store or data), code)


@data_app.command("delete", help=_help("data_delete"))
def data_delete(
    code: TableCode, data: Data = DATA, store: StoreAddress = None, lang: Lang = None
) -> None:
    """Delete a table and its whole log; the server must not be running."""
    from galopp.cli.data import delete
    from galopp.store.opening import place_of

    screen = Screen.open(lang)
    with screen.faults():
        delete(screen, place_of(store or data), code)


@data_app.command("move", help=_help("data_move"))
def data_move(
    source: Annotated[str, typer.Argument(help=_help("move_from"))],
    target: Annotated[str, typer.Argument(help=_help("move_to"))],
    lang: Lang = None,
) -> None:
    """Copy everything into another store, and compare it event by event."""
    from galopp.cli.data import move_all

    screen = Screen.open(lang)
    with screen.faults():
        move_all(screen, source, target)


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


@bench_app.command("bots", help=_help("bench_bots"))
def bench_bots(
    game: Annotated[list[str] | None, typer.Option(help=_help("bench_bots_game"))] = None,
    players: Annotated[
        list[int] | None, typer.Option(min=2, max=5, help=_help("bench_bots_players"))
    ] = None,
    seconds: Annotated[
        list[float] | None, typer.Option(min=0.01, max=100, help=_help("bench_bots_seconds"))
    ] = None,
    games: Annotated[int, typer.Option(min=1, help=_help("bench_bots_games"))] = 400,
    seed: Annotated[int, typer.Option(help=_help("seed"))] = 1,
    compiled: Annotated[
        bool, typer.Option("--compiled", help=_help("bench_bots_compiled"))
    ] = False,
    as_json: AsJson = False,
    lang: Lang = None,
) -> None:
    """Our strongest bot against OpenSpiel's search, at the same time to think."""
    from galopp.cli.bench import bots_as_plain, bots_table, run_bots

    screen = Screen.open(lang)
    with screen.faults():
        names = [screen.game(name).name for name in game or game_names()]
        thinking = seconds or [0.1]
        found = run_bots(screen, names, players or [2], thinking, games, seed, compiled)
        if as_json:
            print(json.dumps(bots_as_plain(found), indent=2))
        else:
            screen.show(bots_table(screen, found))


@bench_app.command("batch", help=_help("bench_batch"))
def bench_batch(
    device: Annotated[list[str] | None, typer.Option(help=_help("bench_batch_device"))] = None,
    players: Annotated[
        list[int] | None, typer.Option(min=1, max=5, help=_help("bench_batch_players"))
    ] = None,
    threads: Annotated[
        list[int] | None, typer.Option(min=1, max=1024, help=_help("bench_batch_threads"))
    ] = None,
    seconds: Annotated[float, typer.Option(min=0.001, help=_help("seconds"))] = 0.4,
    repeats: Annotated[int, typer.Option(min=1, help=_help("repeats"))] = 5,
    games: Annotated[
        int | None, typer.Option(min=1, max=2**30, help=_help("bench_batch_games"))
    ] = None,
    rows: Annotated[
        int | None, typer.Option(min=1, max=2**30, help=_help("bench_batch_rows"))
    ] = None,
    peer: Annotated[list[str] | None, typer.Option(help=_help("bench_batch_peer"))] = None,
    alone: Annotated[bool, typer.Option("--alone", help=_help("bench_batch_alone"))] = False,
    checked: Annotated[int, typer.Option(min=1, help=_help("bench_batch_checked"))] = 1_000_000,
    tune: Annotated[bool, typer.Option("--tune", help=_help("bench_batch_tune"))] = False,
    budget: Annotated[float, typer.Option(min=0.0, help=_help("bench_batch_budget"))] = 3_600.0,
    keep: Annotated[Path | None, typer.Option(help=_help("bench_batch_keep"))] = None,
    as_json: AsJson = False,
    lang: Lang = None,
) -> None:
    """Batches on every device, beside their peers in the same run."""
    from galopp.cli.bench_batch import run, show
    from galopp.lab.bench_batch import Wanted, as_plain

    screen = Screen.open(lang)
    with screen.faults():
        usual = Wanted()
        wanted = Wanted(
            devices=tuple(device or usual.devices),
            players=tuple(players or usual.players),
            threads=tuple(threads or usual.threads),
            seconds=seconds,
            repeats=repeats,
            games=games,
            rows=rows,
            peers=() if alone else tuple(peer or usual.peers),
            checked=checked,
            tune=tune,
            budget=budget,
        )
        found = run(screen, wanted, keep)
        if as_json:
            print(json.dumps(as_plain(found), indent=2))
        else:
            show(screen, found)
        if not found.sound:
            raise typer.Exit(1)


@bench_app.command(help=_help("server"))
def server(
    game: Annotated[str, typer.Option(help=_help("load_game"))] = "saumaumau",
    option: Chosen = None,
    tables: Annotated[int, typer.Option(min=1, help=_help("load_tables"))] = 1000,
    seats: Annotated[int, typer.Option(min=1, max=5, help=_help("load_seats"))] = 5,
    rate: Annotated[float, typer.Option(min=0.0, help=_help("rate"))] = 400.0,
    under_way: Annotated[int, typer.Option(min=1, help=_help("under_way"))] = 32,
    seconds: Annotated[float, typer.Option(min=0.1, help=_help("load_seconds"))] = 20.0,
    warmup: Annotated[float, typer.Option(min=0.0, help=_help("warmup"))] = 3.0,
    bots: Annotated[int, typer.Option(min=0, help=_help("load_bots"))] = 0,
    folder: Annotated[Path | None, typer.Option(help=_help("load_folder"))] = None,
    boardgameio: Annotated[bool, typer.Option("--boardgameio", help=_help("boardgameio"))] = False,
    store: Annotated[str, typer.Option(help=_help("load_store"))] = "sqlite",
    processes: Annotated[int, typer.Option(min=1, help=_help("load_processes"))] = 1,
    as_json: AsJson = False,
    lang: Lang = None,
) -> None:
    """The table server under load, and boardgame.io's beside it in the same run."""
    from galopp.cli.bench_server import Comparison, as_plain, run, table
    from galopp.load.figures import Wanted

    screen = Screen.open(lang)
    with screen.faults():
        played = screen.game(game)
        options = screen.options(played, seats, option or [])
        load = (tables, seats, rate, under_way, seconds, warmup, bots)
        wanted = Wanted(played.name, options, *load)
        found = run(screen, wanted, folder, Comparison(boardgameio, store, processes))
        if as_json:
            print(json.dumps(as_plain(found), indent=2))
        else:
            screen.tell(table(screen, found))
