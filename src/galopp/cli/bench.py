"""`galopp bench`: speed as a table or as JSON, always with its ratios; and bots beside others'."""

from collections.abc import Iterator
from dataclasses import asdict
from typing import TYPE_CHECKING, Any

from rich.progress import Progress
from rich.table import Table

from galopp.cli.screen import Screen
from galopp.core.fault import Impossible
from galopp.lab.bench import PEER, EngineBench, Speed, bench_engine
from galopp.play.game import game

if TYPE_CHECKING:
    from galopp.lab.arena import Outcome


def run(screen: Screen, seconds: float, repeats: int) -> EngineBench:
    """Measure, saying on standard error what is being measured."""
    with screen.err.status(screen.say("measuring", what="")) as status:
        return bench_engine(
            seconds, repeats, lambda what: status.update(screen.say("measuring", what=what))
        )


def as_plain(found: EngineBench) -> dict[str, Any]:
    """Every figure, JSON-able."""
    return {
        "peer": f"OpenSpiel {PEER}",
        "peers": {way: _plain(speed) for way, speed in found.peers.items()},
        "games": [
            {
                **_plain(speed),
                "times": {way: round(speed.rate / p.rate, 1) for way, p in found.peers.items()},
            }
            for speed in found.ours
        ],
    }


def _plain(speed: Speed) -> dict[str, Any]:
    return {
        "name": speed.name,
        "players": speed.players,
        "decisions_a_second": round(speed.rate),
        "measured": [round(rate) for rate in speed.rates],
    }


def table(screen: Screen, found: EngineBench) -> Table:
    """The figures for people: millions of decisions a second, and times the peers."""
    rows = Table(title=screen.say("bench_title"), title_justify="left")
    rows.add_column(screen.say("bench_game"))
    headings = ["bench_players", "bench_rate", *(f"bench_{way}" for way in found.peers)]
    for heading in headings:
        rows.add_column(screen.say(heading), justify="right")
    for speed in found.ours:
        rows.add_row(
            screen.language.of_game(speed.name, "title"),
            str(speed.players),
            f"{speed.rate / 1e6:.1f}",
            *(f"× {speed.rate / peer.rate:.1f}" for peer in found.peers.values()),
        )
    rows.add_section()
    for way, peer in found.peers.items():
        heading = screen.say(f"bench_{way}")
        rows.add_row(
            f"{heading} ({PEER})", str(peer.players), f"{peer.rate / 1e6:.2f}", style="dim"
        )
    if not found.peers:
        rows.caption = screen.say("bench_no_peer")
    return rows


# Bots ---------------------------------------------------------------------------------------


def run_bots(
    screen: Screen,
    names: list[str],
    players: list[int],
    seconds: list[float],
    games: int,
    seed: int,
    compiled: bool,
) -> "list[Outcome]":
    """Let our strongest bot meet OpenSpiel's; what is interrupted leaves out what is not done."""
    try:
        from galopp.lab.against_openspiel import AS_IT_COMES, COMPILED, pairing
        from galopp.lab.arena import compete, outcome
    except ImportError:
        raise Impossible("no_openspiel") from None
    peers = (AS_IT_COMES, COMPILED) if compiled else (AS_IT_COMES,)
    tables = [
        (name, number) for name in names for number in players if number in game(name).players
    ]
    found: list[Outcome] = []
    with Progress(console=screen.err, transient=True) as bar:
        try:
            for (name, number), second, peer in _each(tables, seconds, peers):
                title = screen.language.of_game(name, "title")
                task = bar.add_task(f"{title}, {number}, {peer}@{second:g}s", total=games)

                def progress(played: int, task: Any = task) -> None:
                    bar.advance(task, played)

                match = pairing(name, number, second, seed, peer)
                met = compete(match, games, until_sure=True, progress=progress)
                found.append(outcome(met))
                bar.remove_task(task)
        except KeyboardInterrupt:
            screen.complain(screen.say("bench_bots_stopped"))
    return found


def _each(
    tables: list[tuple[str, int]], seconds: list[float], peers: tuple[str, ...]
) -> Iterator[tuple[tuple[str, int], float, str]]:
    for second in seconds:
        for table in tables:
            for peer in peers:
                yield table, second, peer


def bots_as_plain(found: "list[Outcome]") -> list[dict[str, Any]]:
    """Every figure, JSON-able."""
    return [asdict(outcome) for outcome in found]


BOTS_COLUMNS = ("players", "bots_peer", "bots_games", "bots_wins", "bots_interval", "bots_fair")
BOTS_FIGURES = ("bots_milliseconds", "bots_tries", "bots_verdict")
VERDICTS = {
    "ahead": "bench_bots_ahead",
    "behind": "bench_bots_behind",
    "undecided": "bench_bots_undecided",
}


def bots_table(screen: Screen, found: "list[Outcome]") -> Table:
    """The matches for people: a row each."""
    rows = Table(title=screen.say("bench_bots_title"), title_justify="left")
    rows.add_column(screen.say("bench_game"))
    for heading in (*BOTS_COLUMNS, *BOTS_FIGURES):
        rows.add_column(screen.say(f"bench_{heading}"), justify="right")
    for outcome in found:
        rows.add_row(*_bots_row(screen, outcome))
    return rows


def _bots_row(screen: Screen, outcome: "Outcome") -> list[str]:
    percent, number = screen.language.percent, screen.language.number
    ours, theirs = outcome.standings
    thinking = [number(1_000 * (bot.seconds or 0.0)) for bot in outcome.standings]
    tries = [number(round(bot.tries or 0.0)) for bot in outcome.standings]
    return [
        screen.language.of_game(outcome.game, "title"),
        str(outcome.players),
        theirs.bot,
        number(outcome.games),
        percent(ours.wins.share),
        f"{percent(ours.wins.low)} – {percent(ours.wins.high)}",
        percent(outcome.fair_share),
        " · ".join(thinking),
        " · ".join(tries),
        screen.say(VERDICTS[str(outcome.verdict)]),
    ]
