"""`galopp bench`: what there is to call, and what each call takes."""

import json
from pathlib import Path
from typing import Annotated

import typer

from galopp.cli.options import AsJson, Chosen, Lang, help_of
from galopp.cli.screen import Screen
from galopp.play.game import game_names

bench_app = typer.Typer(help=help_of("bench"), no_args_is_help=True)


@bench_app.command(help=help_of("engine"))
def engine(
    seconds: Annotated[float, typer.Option(min=0.001, help=help_of("seconds"))] = 0.4,
    repeats: Annotated[int, typer.Option(min=1, help=help_of("repeats"))] = 5,
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


@bench_app.command("bots", help=help_of("bench_bots"))
def bench_bots(
    game: Annotated[list[str] | None, typer.Option(help=help_of("bench_bots_game"))] = None,
    players: Annotated[
        list[int] | None, typer.Option(min=2, max=5, help=help_of("bench_bots_players"))
    ] = None,
    seconds: Annotated[
        list[float] | None, typer.Option(min=0.01, max=100, help=help_of("bench_bots_seconds"))
    ] = None,
    games: Annotated[int, typer.Option(min=1, help=help_of("bench_bots_games"))] = 400,
    seed: Annotated[int, typer.Option(help=help_of("seed"))] = 1,
    compiled: Annotated[
        bool, typer.Option("--compiled", help=help_of("bench_bots_compiled"))
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


@bench_app.command("batch", help=help_of("bench_batch"))
def bench_batch(
    device: Annotated[list[str] | None, typer.Option(help=help_of("bench_batch_device"))] = None,
    players: Annotated[
        list[int] | None, typer.Option(min=1, max=5, help=help_of("bench_batch_players"))
    ] = None,
    threads: Annotated[
        list[int] | None, typer.Option(min=1, max=1024, help=help_of("bench_batch_threads"))
    ] = None,
    seconds: Annotated[float, typer.Option(min=0.001, help=help_of("seconds"))] = 0.4,
    repeats: Annotated[int, typer.Option(min=1, help=help_of("repeats"))] = 5,
    games: Annotated[
        int | None, typer.Option(min=1, max=2**30, help=help_of("bench_batch_games"))
    ] = None,
    rows: Annotated[
        int | None, typer.Option(min=1, max=2**30, help=help_of("bench_batch_rows"))
    ] = None,
    peer: Annotated[list[str] | None, typer.Option(help=help_of("bench_batch_peer"))] = None,
    alone: Annotated[bool, typer.Option("--alone", help=help_of("bench_batch_alone"))] = False,
    checked: Annotated[int, typer.Option(min=1, help=help_of("bench_batch_checked"))] = 1_000_000,
    tune: Annotated[bool, typer.Option("--tune", help=help_of("bench_batch_tune"))] = False,
    budget: Annotated[float, typer.Option(min=0.0, help=help_of("bench_batch_budget"))] = 3_600.0,
    keep: Annotated[Path | None, typer.Option(help=help_of("bench_batch_keep"))] = None,
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


@bench_app.command(help=help_of("server"))
def server(
    game: Annotated[str, typer.Option(help=help_of("load_game"))] = "saumaumau",
    option: Chosen = None,
    tables: Annotated[int, typer.Option(min=1, help=help_of("load_tables"))] = 1000,
    seats: Annotated[int, typer.Option(min=1, max=5, help=help_of("load_seats"))] = 5,
    rate: Annotated[float, typer.Option(min=0.0, help=help_of("rate"))] = 400.0,
    under_way: Annotated[int, typer.Option(min=1, help=help_of("under_way"))] = 32,
    seconds: Annotated[float, typer.Option(min=0.1, help=help_of("load_seconds"))] = 20.0,
    warmup: Annotated[float, typer.Option(min=0.0, help=help_of("warmup"))] = 3.0,
    bots: Annotated[int, typer.Option(min=0, help=help_of("load_bots"))] = 0,
    folder: Annotated[Path | None, typer.Option(help=help_of("load_folder"))] = None,
    boardgameio: Annotated[
        bool, typer.Option("--boardgameio", help=help_of("boardgameio"))
    ] = False,
    store: Annotated[str, typer.Option(help=help_of("load_store"))] = "sqlite",
    processes: Annotated[int, typer.Option(min=1, help=help_of("load_processes"))] = 1,
    share: Annotated[float, typer.Option(min=0.15, max=1.0, help=help_of("load_share"))] = 1.0,
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
        wanted = Wanted(played.name, options, *load, share=share)
        found = run(screen, wanted, folder, Comparison(boardgameio, store, processes))
        if as_json:
            print(json.dumps(as_plain(found), indent=2))
        else:
            screen.tell(table(screen, found))
