"""How fast batches are, on the processor and on a graphics card, beside their peers in one run.

    python -m galopp.lab.bench_batch --json

does the same as `galopp bench batch --json`, and needs numpy and numba alone.

Machines are noisy, so everything is made ready first and then measured in rounds, ours and the
peers' in turn; what counts is the ratio of the medians. On a graphics card it is first seen that
the games are the same as on the processor and, with `--tune`, tried at the end which way of
launching is fastest. What would begin after the budget of seconds is left out and named, as is
everything that fails: the run goes on. With a file to keep (`--keep`), all that is known so far is
there at any time.
"""

import argparse
import json
import os
import platform
import sys
from collections.abc import Callable, Iterable, Iterator
from dataclasses import asdict, dataclass, field
from functools import partial
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from statistics import median
from time import perf_counter
from typing import TypeVar

from galopp.lab import batch_checks, batch_tuning
from galopp.lab.batch_peers import Absent, Peer, names_of_peers, peers_at_work
from galopp.lab.batch_speed import (
    OURS,
    SIZES,
    USUAL,
    Contest,
    Finding,
    Setting,
    Size,
    contests_of,
    has_card,
)
from galopp.lab.bench import Measure
from galopp.play.game import game, game_names

SCHEMA = 1  # of what is written; docs/speed.md says what is in it
LIBRARIES = (
    *("numpy", "numba", "numba-cuda"),
    *("envpool", "jax", "open-spiel", "pettingzoo", "pgx", "rlcard"),
)
CLEVER = ("casual", "beginner", "random")
COMPARED_ROWS, COMPARED_STEPS = 2_000, 60
# Why something was left out; else it is what a fault said.
NO_CARD, NO_TIME, INTERRUPTED = "no card", "no time", "interrupted"


def all_threads() -> tuple[int, ...]:
    """One, and as many as there are."""
    return tuple(sorted({1, os.cpu_count() or 1}))


@dataclass(frozen=True)
class Wanted:
    """What a run is asked to do."""

    devices: tuple[str, ...] = ("cpu", "cuda")
    players: tuple[int, ...] = (2,)
    threads: tuple[int, ...] = field(default_factory=all_threads)
    seconds: float = 0.4  # for each figure
    repeats: int = 5
    games: int | None = None  # played to their end at once; by device if not said
    rows: int | None = None  # of a batch that is stepped; by device if not said
    peers: tuple[str, ...] = field(default_factory=lambda: tuple(names_of_peers()))
    checked: int = 1_000_000  # whole games that are compared, on a card
    tune: bool = False  # try other ways to launch, on a card
    budget: float = 3_600.0  # seconds for the whole run

    def size(self, device: str) -> Size:
        """How much is done at once on a device."""
        usual = SIZES[device]
        return Size(self.games or usual.games, self.rows or usual.rows, usual.steps)


@dataclass
class BatchBench:
    """What a run has found so far."""

    wanted: Wanted
    figures: dict[Contest, list[float]] = field(default_factory=dict)
    checks: list[Finding] = field(default_factory=list)
    tuning: list[Finding] = field(default_factory=list)
    left_out: dict[str, str] = field(default_factory=dict)  # what, and why

    @property
    def sound(self) -> bool:
        """Whether all that was to be compared was, and came out the same."""
        return all(check.get("same", True) for check in self.checks)

    def rate(self, contest: Contest) -> float:
        """Decisions a second: the median."""
        return median(self.figures[contest])

    @property
    def ours(self) -> list[Contest]:
        """What was measured of our games."""
        return [contest for contest in self.figures if contest.who == OURS]

    @property
    def peers(self) -> list[Contest]:
        """What was measured beside them."""
        return [contest for contest in self.figures if contest.who != OURS]

    def times(self, peer: Contest) -> dict[str, float]:
        """How many times as fast as a peer each of our games is, in the same place and kind.

        Of several numbers of players the slowest counts, and of observations the usual ones.
        """
        found: dict[str, float] = {}
        for contest in self.ours:
            if _alike(contest, peer):
                times = self.rate(contest) / self.rate(peer)
                found[contest.game] = min(times, found.get(contest.game, times))
        return found


def _alike(ours: Contest, peer: Contest) -> bool:
    places = [(one.kind, one.device, one.threads) for one in (ours, peer)]
    return places[0] == places[1] and ours.observed_as in (None, USUAL)


def as_plain(found: BatchBench) -> dict[str, object]:
    """Everything that was found, JSON-able."""
    return {
        "schema": SCHEMA,
        "machine": machine(),
        "wanted": asdict(found.wanted),
        "figures": [_figure(found, contest) for contest in found.figures],
        "checks": found.checks,
        "tuning": found.tuning,
        "left_out": found.left_out,
    }


def _figure(found: BatchBench, contest: Contest) -> dict[str, object]:
    plain = contest._asdict() | {
        "decisions_a_second": round(found.rate(contest)),
        "measured": [round(rate) for rate in found.figures[contest]],
    }
    if contest.who != OURS:
        times = found.times(contest)
        plain["times"] = {name: round(ratio, 1) for name, ratio in times.items()}
    return plain


# Machines -------------------------------------------------------------------------------


def machine() -> dict[str, object]:
    """What it runs on."""
    found = {"processor": _processor(), "cores": os.cpu_count(), "card": _card()}
    return found | {"python": platform.python_version(), "libraries": dict(_versions())}


def _processor() -> str:
    try:
        told = Path("/proc/cpuinfo").read_text(encoding="utf-8")
    except OSError:
        return platform.processor() or platform.machine()
    named = [line.partition(":")[2].strip() for line in told.splitlines() if "model name" in line]
    return named[0] if named else platform.machine()


def _card() -> str | None:
    if not has_card():
        return None
    from galopp.batch.numba_cuda import SIMULATED, cuda

    if SIMULATED:
        return "simulated"
    name = cuda.get_current_device().name
    return name.decode() if isinstance(name, bytes) else str(name)


def _versions() -> Iterator[tuple[str, str]]:
    for library in LIBRARIES:
        try:
            yield library, version(library)
        except PackageNotFoundError:
            continue


# A run ----------------------------------------------------------------------------------

Done = TypeVar("Done")  # what comes of some work
Tell = Callable[[str], None]
Keep = Callable[[BatchBench], None]


def bench_batch(
    wanted: Wanted, tell: Tell = lambda said: None, keep: Keep = lambda found: None
) -> BatchBench:
    """Do all that is wanted, telling what is under way and keeping what is found."""
    run = Run(wanted, tell, keep)
    keep(run.found)  # whatever is wrong with the file is told before hours of measuring
    try:
        run.everything()
    except KeyboardInterrupt:
        run.leave_out("…", INTERRUPTED)
    keep(run.found)
    return run.found


class Run:
    """The parts of a run; whatever goes wrong in one is noted, and the next one begins."""

    def __init__(self, wanted: Wanted, tell: Tell, keep: Keep) -> None:
        self.wanted, self.tell, self.keep = wanted, tell, keep
        self.found = BatchBench(wanted)
        self.start = perf_counter()

    def everything(self) -> None:
        """First that devices agree, then the figures, last what only helps to tune."""
        devices = list(self.devices())
        if "cuda" in devices:
            self.compare_games(("random",), self.wanted.checked)
            self.compare_steps()
            self.compare_memory()
        with peers_at_work() as peers:
            entries = [*self.our_entries(devices), *self.peer_entries(devices, peers)]
            self.measure_in_rounds(entries)
        if "cuda" in devices:
            # Bots compile for long on a card, so not before there are figures.
            self.compare_games(CLEVER, max(1, self.wanted.checked // 50))
        if "cuda" in devices and self.wanted.tune:
            self.tune()

    def attempt(self, what: str, work: Callable[[], Done]) -> Done | None:
        """Do some work if there is time; None if it could not be done, and why is noted."""
        if perf_counter() - self.start > self.wanted.budget:
            self.leave_out(what, NO_TIME)
            return None
        self.tell(what)
        try:
            return work()
        except Exception as fault:  # a bench says what it saw, faults too
            said = str(fault) if isinstance(fault, Absent) else f"{type(fault).__name__}: {fault}"
            self.leave_out(what, said)
            return None

    def leave_out(self, what: str, why: str) -> None:
        """Note what is not measured."""
        self.found.left_out[what] = why[-600:]
        self.tell(f"{what}: {why[-600:]}")
        self.keep(self.found)

    def note(self, where: list[Finding], finding: Finding) -> None:
        """Keep a finding."""
        where.append(finding)
        self.tell(json.dumps(finding))
        self.keep(self.found)

    def devices(self) -> Iterator[str]:
        """The devices that are wanted and there."""
        for device in self.wanted.devices:
            if device == "cuda" and not has_card():
                self.leave_out("cuda", NO_CARD)
            else:
                yield device

    # The same games ---------------------------------------------------------------------

    def compare_games(self, policies: tuple[str, ...], games: int) -> None:
        """See that the card plays the processor's games to the same end."""
        for name in game_names():
            self.compare(name, partial(batch_checks.same_games, name, games, policies))

    def compare_steps(self) -> None:
        """See that the card shows the same after every step."""
        rows = min(self.wanted.checked, COMPARED_ROWS)
        for name in game_names():
            self.compare(name, partial(batch_checks.same_steps, name, rows, COMPARED_STEPS))

    def compare_memory(self) -> None:
        """See that other libraries take over what the card has."""
        for library in batch_checks.TAKERS:
            self.compare(library, partial(batch_checks.same_memory, library))

    def compare(self, about: str, work: partial[Finding]) -> None:
        """Compare something; what could not be compared was not the same."""
        what = f"{work.func.__name__} {about}"
        self.note(self.found.checks, self.attempt(what, work) or {"what": what, "same": None})

    # Figures ----------------------------------------------------------------------------

    def our_entries(self, devices: Iterable[str]) -> Iterator["Entry"]:
        """Our games, made ready."""
        for setting in self._settings(devices):
            for contest, make in contests_of(setting):
                measure = self.attempt(str(contest), make)
                if measure is not None:
                    yield contest, measure

    def _settings(self, devices: Iterable[str]) -> Iterator[Setting]:
        for device, threads in self.places(devices):
            for name in game_names():
                for players in self.wanted.players:
                    if players in game(name).players:
                        yield Setting(name, players, device, threads, self.wanted.size(device))

    def places(self, devices: Iterable[str]) -> Iterator["Place"]:
        """The devices, the processor once for each number of threads."""
        for device in devices:
            for threads in self.wanted.threads if device == "cpu" else (None,):
                yield device, threads

    def peer_entries(self, devices: Iterable[str], peers: list[Peer]) -> Iterator["Entry"]:
        """The peers' games, made ready in processes that the caller lets go."""
        for device, threads in self.places(devices):
            for name in self.wanted.peers:
                peer = Peer(name, device, threads)
                peers.append(peer)
                what = f"{name}, {device}" + (f" × {threads}" if threads else "")
                contests = self.attempt(what, peer.contests)
                for number, contest in enumerate(contests or ()):
                    yield contest, partial(peer.measure, number)

    def measure_in_rounds(self, entries: list["Entry"]) -> None:
        """Measure everything once, then everything again: what disturbs one disturbs all."""
        gone = set()
        for turn in range(self.wanted.repeats):
            for contest, measure in entries:
                if contest in gone:
                    continue
                work = partial(measure, self.wanted.seconds)
                rate = self.attempt(f"{turn + 1}/{self.wanted.repeats}: {contest}", work)
                if rate is None:
                    gone.add(contest)
                else:
                    self.found.figures.setdefault(contest, []).append(rate)
            self.keep(self.found)

    # What only helps to tune ------------------------------------------------------------

    def tune(self) -> None:
        """Try other ways to launch kernels."""
        size = self.wanted.size("cuda")
        for name in game_names():
            for work in (
                partial(batch_tuning.launching, name),
                partial(batch_tuning.try_tiles, name, size),
                partial(batch_tuning.try_launch_configs, name, size),
                partial(batch_tuning.try_fewer_registers, name, size),
            ):
                self.attempt(f"{work.func.__name__} {name}", partial(self._note_all, work))

    def _note_all(self, work: Callable[[], Iterable[Finding]]) -> None:
        for finding in work():
            self.note(self.found.tuning, finding)


Entry = tuple[Contest, Measure]
Place = tuple[str, int | None]  # a device, and threads of the processor


def keep_in(file: Path | None) -> Keep:
    """Write all that was found to a file, whole at any time."""

    def keep(found: BatchBench) -> None:
        if file is not None:
            part = file.with_name(f"{file.name}.part")
            part.write_text(json.dumps(as_plain(found), indent=1) + "\n", encoding="utf-8")
            part.replace(file)

    return keep


# Without the command line of `galopp` ---------------------------------------------------


def lines(found: BatchBench) -> Iterator[str]:
    """The figures for people, a line each."""
    for contest in found.figures:
        times = ", ".join(f"{name} × {ratio:.1f}" for name, ratio in found.times(contest).items())
        beside = f"   {times}" if contest.who != OURS else ""
        yield f"{found.rate(contest) / 1e6:>12,.3f} million a second  {contest}{beside}"
    for what, why in found.left_out.items():
        yield f"left out: {what}: {why}"


def main(arguments: list[str] | None = None) -> int:
    """Run, say what was found, and say by the exit code whether all devices agree."""
    usual = Wanted()
    parser = argparse.ArgumentParser(prog="python -m galopp.lab.bench_batch")
    add = parser.add_argument
    add("--json", action="store_true", help="everything as JSON at the end")
    add("--keep", type=Path, help="a file that holds the JSON so far, at any time")
    add("--device", nargs="*", choices=("cpu", "cuda"), default=usual.devices)
    add("--players", nargs="*", type=int, default=usual.players)
    add("--threads", nargs="*", type=int, default=usual.threads)
    add("--seconds", type=float, default=usual.seconds, help="for each figure")
    add("--repeats", type=int, default=usual.repeats)
    add("--games", type=int, help="played to their end at once")
    add("--rows", type=int, help="games that are stepped at once")
    add("--peer", nargs="*", default=usual.peers, help=f"of {', '.join(usual.peers)}; or none")
    add("--checked", type=int, default=usual.checked, help="games compared on a card")
    add("--tune", action="store_true", help="try other ways to launch kernels on a card")
    add("--budget", type=float, default=usual.budget, help="seconds for the whole run")
    asked = parser.parse_args(arguments)
    found = bench_batch(_wanted(asked), _tell, keep_in(asked.keep))
    print(json.dumps(as_plain(found), indent=2) if asked.json else "\n".join(lines(found)))
    return 0 if found.sound else 1


def _wanted(asked: argparse.Namespace) -> Wanted:
    return Wanted(
        devices=tuple(asked.device),
        players=tuple(asked.players),
        threads=tuple(asked.threads),
        seconds=asked.seconds,
        repeats=asked.repeats,
        games=asked.games,
        rows=asked.rows,
        peers=tuple(asked.peer),
        checked=asked.checked,
        tune=asked.tune,
        budget=asked.budget,
    )


def _tell(said: str) -> None:
    print(said, file=sys.stderr, flush=True)


if __name__ == "__main__":
    sys.exit(main())
