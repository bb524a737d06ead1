"""How long the pages of a group take to be worked out, with a season of 1,000 games.

What is asked of a server and computed there: the news, the statistics of a season and of
everything, a page of the history, and the whole group read from its log, as when it is brought.
What is kept until a game comes is thrown away before each measurement, so this is what the first
waits for who looks after a game. Milliseconds of the processor, with writing the answer as JSON and
without the network: on a busy machine they change less than those of the clock. The median of
several runs, and the worst.

    python scripts/group_speed.py [--games 1000] [--members 12] [--runs 15]
"""

import argparse
import sys
from collections.abc import Callable
from pathlib import Path
from statistics import median
from time import process_time

import msgspec

from galopp.group import feed
from galopp.group.group import Group

sys.path.insert(0, str(Path(__file__).parents[1] / "tests" / "group"))

from seasons import (  # type: ignore[import-not-found]  # of the tests
    BEGAN,
    WEEK,
    long_season,
    read,
)

NOW = BEGAN + 50 * WEEK


def pages(group: Group) -> dict[str, Callable[[], object]]:
    """What is asked for, by its name."""
    return {
        "news": lambda: feed.news(group, {0, 1, 2}, (), "stamp", NOW),
        "statistics of the season": lambda: feed.statistics(group, 1, NOW),
        "statistics of everything": lambda: feed.statistics(group, 0, NOW),
        "a page of games": lambda: feed.games_before(group, None),
    }


def milliseconds(group: Group, work: Callable[[], object]) -> float:
    """How long it takes as the first time, with its answer written."""
    group.worked_out.clear()
    begun = process_time()
    msgspec.json.encode(work())
    return 1000 * (process_time() - begun)


def read_once(entries: list[tuple[float, bytes]]) -> float:
    """How long it takes to bring the whole group from its log, in milliseconds."""
    begun = process_time()
    read(entries)
    return 1000 * (process_time() - begun)


def main() -> None:
    """Measure, and print a line each."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=1000)
    parser.add_argument("--members", type=int, default=12)
    parser.add_argument("--runs", type=int, default=15)
    asked = parser.parse_args()
    entries = long_season(asked.games, asked.members)
    group: Group = read(entries)
    taken = {
        name: [milliseconds(group, work) for _ in range(asked.runs)]
        for name, work in pages(group).items()
    }
    taken["read from its log"] = [read_once(entries) for _ in range(asked.runs)]
    print(f"{asked.games} games of {asked.members} members, milliseconds: median, worst")
    for name, times in taken.items():
        print(f"{name:26} {median(times):8.1f} {max(times):8.1f}")


if __name__ == "__main__":
    main()
