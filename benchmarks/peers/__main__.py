"""One peer in a process of its own: `python -m peers PEER DEVICE THREADS`.

It answers on standard output, a line of JSON for each line it reads: first, unasked, what it can
be measured at (or why it cannot), then the figure for every `{"contest": NUMBER, "seconds": S}`.
"""

import json
import os
import sys
from collections.abc import Callable
from dataclasses import dataclass
from importlib import import_module
from typing import Any

from peers import Contest


@dataclass(frozen=True)
class Asked:
    """Which peer is wanted, and where."""

    peer: str
    device: str
    threads: int


def main(asked: Asked) -> None:
    """Say what there is, and measure until nobody asks any more."""
    answer = take_over_output()
    prepare(asked)
    try:
        contests = list(import_module(f"peers.{asked.peer}").contests(asked.device, asked.threads))
    except Exception as fault:  # whatever keeps a library from working is said, not raised
        answer({"absent": f"{type(fault).__name__}: {fault}"})
        return
    answer({"contests": [described(contest) for contest in contests]})
    for line in sys.stdin:
        wanted = json.loads(line)
        measured = contests[wanted["contest"]].measure(wanted["seconds"])
        answer({"decisions_a_second": measured})


def described(contest: Contest) -> dict[str, Any]:
    """A contest without what measures it."""
    plain = dict(vars(contest))
    del plain["measure"]
    return plain


def take_over_output() -> Callable[[dict[str, Any]], None]:
    """Keep standard output for answers: some libraries print a greeting when they come in."""
    channel = os.fdopen(os.dup(sys.stdout.fileno()), "w", encoding="utf-8")
    os.dup2(sys.stderr.fileno(), sys.stdout.fileno())

    def answer(said: dict[str, Any]) -> None:
        print(json.dumps(said), file=channel, flush=True)

    return answer


def prepare(asked: Asked) -> None:
    """Set what must stand before a library comes in."""
    os.environ["JAX_PLATFORMS"] = asked.device
    # It would take most of a card's memory at once, and others want some.
    os.environ["XLA_PYTHON_CLIENT_PREALLOCATE"] = "false"
    if asked.device == "cpu" and asked.threads == 1 and hasattr(os, "sched_setaffinity"):
        # One core: the only thing that holds for every library's threads.
        os.sched_setaffinity(0, {max(os.sched_getaffinity(0))})


if __name__ == "__main__":
    main(Asked(sys.argv[1], sys.argv[2], int(sys.argv[3])))
