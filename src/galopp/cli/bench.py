"""`galopp bench`: speed as a table or as JSON, always with its ratios."""

from typing import Any

from rich.table import Table

from galopp.cli.screen import Screen
from galopp.lab.bench import PEER, EngineBench, Speed, bench_engine


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
