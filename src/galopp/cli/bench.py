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
    peers = {"compiled": found.peer_compiled, "python": found.peer_python}
    return {
        "peer": f"OpenSpiel {PEER}",
        "peers": {name: _plain(speed) for name, speed in peers.items() if speed},
        "games": [
            {
                **_plain(speed),
                "times_compiled_peer": _ratio(speed, found.peer_compiled),
                "times_python_peer": _ratio(speed, found.peer_python),
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


def _ratio(speed: Speed, peer: Speed | None) -> float | None:
    return round(speed.rate / peer.rate, 1) if peer else None


def table(screen: Screen, found: EngineBench) -> Table:
    """The figures for people: millions of decisions a second, and times the peers."""
    rows = Table(title=screen.say("bench_title"), title_justify="left")
    rows.add_column(screen.say("bench_game"))
    for heading in ("bench_players", "bench_rate", "bench_compiled", "bench_python"):
        rows.add_column(screen.say(heading, peer=PEER), justify="right")
    for speed in found.ours:
        rows.add_row(
            screen.language.of_game(speed.name, "title"),
            str(speed.players),
            f"{speed.rate / 1e6:.1f}",
            _times(speed, found.peer_compiled),
            _times(speed, found.peer_python),
        )
    for name, peer in (("C++", found.peer_compiled), ("Python", found.peer_python)):
        if peer:
            title = f"OpenSpiel {PEER}, {name}"
            rows.add_row(title, str(peer.players), f"{peer.rate / 1e6:.2f}", "", "", style="dim")
    if found.peer_compiled is None:
        rows.caption = screen.say("bench_no_peer")
    return rows


def _times(speed: Speed, peer: Speed | None) -> str:
    return f"× {speed.rate / peer.rate:.1f}" if peer else "–"
