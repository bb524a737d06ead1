"""How strong the levels are: plays the matches behind the tables of docs/levels.md.

    .venv/bin/python scripts/strength.py nets          # levels by nets against what they replaced
    .venv/bin/python scripts/strength.py ladder        # every level against the one below
    .venv/bin/python scripts/strength.py tries         # what ten times the tries are worth
    .venv/bin/python scripts/strength.py foreign       # against players nobody was built on
    .venv/bin/python scripts/strength.py second        # the strongest with its full second
    .venv/bin/python scripts/strength.py ladder --on ray   # on a cluster, with the same results
    .venv/bin/python scripts/docs.py                   # writes the tables

Who thinks ahead does so on one core, for so many seconds of that core (`galopp.lab.opponents`):
matches run beside each other and do not disturb each other. Results are kept in
docs/strength.json, a row a match; a match played again replaces its row.
"""

import argparse
import fcntl
import json
import time
from collections.abc import Iterator
from dataclasses import asdict
from pathlib import Path
from typing import Any, NamedTuple

from galopp import bots
from galopp.lab.arena import compete, outcome
from galopp.lab.matches import Match
from galopp.lab.opponents import opponent
from galopp.play.game import game, game_names

KEPT = Path(__file__).parents[1] / "docs" / "strength.json"


class Cell(NamedTuple):
    """A match: one bot against others, all of a kind."""

    plan: str
    game: str
    players: int
    bot: str
    others: str
    games: int


# What the strongest level has tried after a small part of its second, and how many games show
# what that is worth: luck is large, in Ostfriesenlauf above all.
SOME_TRIES = {"ostfriesenlauf": 5_000, "saumaumau": 3_000, "schweinsgalopp": 5_000}
GAMES = {"ostfriesenlauf": 300, "saumaumau": 200, "schweinsgalopp": 600}


def ladder(name: str) -> Iterator[Cell]:
    """Every level against the one below, at every number of players."""
    for players in game(name).players:
        yield Cell("ladder", name, players, "beginner", "random", 20_000)
        yield Cell("ladder", name, players, "casual", "beginner", 20_000)
        yield Cell("ladder", name, players, "strong-2026a", "casual", 3 * GAMES[name])
        bot = f"strongest-2026a@{SOME_TRIES[name]}"
        yield Cell("ladder", name, players, bot, "strong-2026a", GAMES[name])


def nets(name: str) -> Iterator[Cell]:
    """Levels that play by a net against those they replaced, and against each other."""
    for players in game(name).players:
        yield Cell("nets", name, players, "strong", "strong-2026a", 5_000)
        yield Cell("nets", name, players, "strong", "casual", 5_000)
    for players in (2, game(name).players[-1]):
        for seconds in ("0.03s", "0.1s"):
            old, new = f"strongest-2026a@{seconds}", f"net-search@{seconds}"
            yield Cell("nets", name, players, new, old, 1_000)
    yield Cell("nets", name, 2, "strong", "strongest-2026a@0.1s", 1_000)
    yield Cell("nets", name, 2, "net-search@0.1s", "strong", 1_000)


def foreign(name: str) -> Iterator[Cell]:
    """Two players: the strong level as it is and as it was, against players neither has met."""
    for number in range(1, 4):
        for bot in ("strong", "strong-2026a"):
            yield Cell("foreign", name, 2, bot, f"reweighted-{number}", 5_000)


def tries(name: str) -> Iterator[Cell]:
    """Two players: so many tries against the casual level, and against a tenth of them."""
    some, games = SOME_TRIES[name], GAMES[name] // 2
    yield Cell("tries", name, 2, f"strongest-2026a@{some}", "casual", games)
    yield Cell("tries", name, 2, f"strongest-2026a@{some}", f"strongest-2026a@{some // 10}", games)


def second(name: str) -> Iterator[Cell]:
    """Two players, and the strongest with all its time."""
    yield Cell("second", name, 2, "strongest", "casual", 200)
    yield Cell("second", name, 2, "strongest", "strongest@0.1s", 200)
    for players in (2, game(name).players[-1]):
        yield Cell("second", name, players, "strongest", "strongest-2026a", 200)


PLANS = {"nets": nets, "ladder": ladder, "tries": tries, "foreign": foreign, "second": second}


def play(cell: Cell, on: str | None = None) -> dict[str, Any]:
    """Play a match here or on a cluster, and count."""
    played = game(cell.game)
    options, names = played.options_needed(cell.players), [cell.bot, cell.others]
    start = time.monotonic()
    maker = (
        bots.bot if {*names} <= {*bots.POLICIES} else opponent
    )  # policies play in compiled loops
    match = Match.between(played, cell.players, names, options=options, maker=maker)
    contest = compete(match, cell.games, on=on)
    told = asdict(outcome(contest))
    return {**cell._asdict(), **told, "took": round(time.monotonic() - start, 1)}


def keep(row: dict[str, Any], kept: Path) -> None:
    """Put a row into the file, instead of the one for the same match."""
    kept.touch()
    with kept.open("r+") as file:
        fcntl.flock(file, fcntl.LOCK_EX)
        rows = json.loads(file.read() or "[]")
        rows = [old for old in rows if _match(old) != _match(row)] + [row]
        file.seek(0)
        file.truncate()
        file.write("[\n" + ",\n".join(json.dumps(r) for r in sorted(rows, key=_match)) + "\n]\n")


def _match(row: dict[str, Any]) -> tuple[Any, ...]:
    return row["plan"], row["game"], row["players"], row["bot"], row["others"]


def main() -> None:
    """Play what is asked for."""
    asked = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    asked.add_argument("plan", choices=PLANS)
    asked.add_argument("--game", choices=game_names(), action="append")
    asked.add_argument("--share", type=float, default=1.0, help="of the games, so many")
    asked.add_argument("--on", help='"ray" or the address of a Ray cluster')
    asked.add_argument("--kept", type=Path, default=KEPT)
    given = asked.parse_args()
    for name in given.game or game_names():
        for cell in PLANS[given.plan](name):
            row = play(cell._replace(games=max(2, round(cell.games * given.share))), given.on)
            keep(row, given.kept)
            won = row["standings"][0]["wins"]
            print(
                *cell[1:5],
                row["games"],
                f"{won['share']:.3f}",
                row["verdict"],
                row["took"],
                flush=True,
            )


if __name__ == "__main__":
    main()
