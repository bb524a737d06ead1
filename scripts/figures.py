"""Simulate every game at every seat count and put the figures into its docs page.

    .venv/bin/python scripts/figures.py            # 100,000 games each

The figures stand between `<!-- generated: figures -->` and `<!-- end -->`.
"""

import re
import sys
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path

from galopp.lab.shares import Share
from galopp.lab.simulation import Summary, simulate, summarise
from galopp.play.game import Game, game, game_names

DOCS = Path(__file__).resolve().parents[1] / "docs"
BLOCK = re.compile(r"(<!-- generated: figures -->\n)(.*?)(<!-- end -->)", re.DOTALL)
SEED = 2026
TABLES = {
    "all seats random": ("random",),
    "all seats casual": ("casual",),
    "seat 1 casual, the others random": ("casual", "random", "random", "random", "random"),
}


def main(games: int) -> None:
    """One table for each way of filling the seats, one column a seat count."""
    for name in game_names():
        played = game(name)
        parts = [f"Seed {SEED}, {games:,} games a column, 95 % confidence intervals (Wilson)."]
        for title, seats in TABLES.items():
            columns = [_summary(played, players, games, seats) for players in played.players]
            parts += [f"\n**{title.capitalize()}**\n", _table(columns)]
        _put(DOCS / f"{name}.md", "\n".join(parts))


def _put(page: Path, figures: str) -> None:
    text = page.read_text(encoding="utf-8")
    page.write_text(BLOCK.sub(lambda m: m[1] + figures + m[3], text), encoding="utf-8")
    print(page)


def _summary(played: Game, players: int, games: int, seats: Sequence[str]) -> Summary:
    options = played.options_needed(players)
    done = simulate(played, players, games, SEED, seats, options)
    print(played.name, players, seats[0], flush=True)
    return summarise(played, done, SEED, seats, options)


def _table(columns: Sequence[Summary]) -> str:
    rows: dict[str, Callable[[Summary], str]] = {
        "wins of seat 1": lambda s: _share(s.wins[0]),
        "wins of the last seat": lambda s: _share(s.wins[-1]),
        "shared victories": lambda s: _share(s.shared),
        "no player won": lambda s: _share(s.unowned),
        "points of a seat, mean": lambda s: f"{sum(s.points) / len(s.points):.2f}",
        "points, lowest to highest": lambda s: f"{s.lowest_points} to {s.highest_points}",
        "decisions, mean": lambda s: f"{s.decisions_mean:.1f}",
        "decisions, shortest / median / longest": lambda s: (
            f"{s.decisions_shortest} / {s.decisions_median} / {s.decisions_longest}"
        ),
    }
    for way in columns[0].endings:
        rows[f"ended: {way.replace('_', ' ')}"] = partial(_ending, way)
    lines = ["| players | " + " | ".join(str(s.players) for s in columns) + " |"]
    lines.append("| --- |" + " --- |" * len(columns))
    for label, cell in rows.items():
        lines.append(f"| {label} | " + " | ".join(cell(s) for s in columns) + " |")
    return "\n".join(lines) + "\n"


def _ending(way: str, summary: Summary) -> str:
    return _share(summary.endings[way])


def _share(share: Share) -> str:
    return f"{share.share:.1%} ({share.low:.1%}–{share.high:.1%})"


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 100_000)
