"""Games of other libraries, measured beside ours by `galopp bench batch`.

Every module here whose name begins with a letter is a peer. It says in `WHY` what makes it
comparable, brings in its library only when it is asked to, and offers

    contests(device, threads)    # what it can be measured at: "cpu" or "cuda", so many threads

which yields nothing where the library has nothing to offer: a single-threaded one, say, asked for
two threads. Each peer is driven in the way in which its users get the most out of it, and it runs
in a process of its own (see `__main__`), so that no library meddles with another.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from time import perf_counter

Measure = Callable[[float], float]  # seconds to spend → decisions a second

GAMES = "games"  # played to their end by lot, nothing shown to anybody
STEPS = "steps"  # one decision at a time, with observation and legal actions for whoever decides


@dataclass(frozen=True)
class Contest:
    """Something that a peer can be measured at."""

    game: str
    players: int
    kind: str  # GAMES or STEPS
    side_by_side: int  # so many games are played at once
    way: str  # how it is driven, by the names of what is called
    measure: Measure


Contests = Iterator[Contest]


def rate_of(go: Callable[[], int]) -> Measure:
    """Measure some work, done over and over, that says how many decisions it made."""
    go()  # compiles, fills caches

    def measure(seconds: float) -> float:
        decisions, start = 0, perf_counter()
        while (spent := perf_counter() - start) < seconds:
            decisions += go()
        return decisions / spent

    return measure
