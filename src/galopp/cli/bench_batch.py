"""`galopp bench batch`: the figures of batches and of their peers, for people."""

from collections.abc import Iterator
from pathlib import Path

from rich.table import Table

from galopp.cli.screen import Screen
from galopp.core.fault import Unreadable
from galopp.lab.batch_peers import names_of_peers
from galopp.lab.batch_speed import GAMES, OBSERVED_AS, STEPS, Contest
from galopp.lab.bench_batch import (
    INTERRUPTED,
    NO_CARD,
    NO_TIME,
    BatchBench,
    Wanted,
    bench_batch,
    keep_in,
)
from galopp.play.game import game_names

DEVICES = ("cpu", "cuda")
KINDS = {GAMES: "bench_batch_games", STEPS: "bench_batch_steps"}
OBSERVED = {"uint8": "bench_batch_bytes", "float32": "bench_batch_floats"}
REASONS = {
    NO_CARD: "bench_batch_no_card",
    NO_TIME: "bench_batch_no_time",
    INTERRUPTED: "bench_batch_interrupted",
}


def run(screen: Screen, wanted: Wanted, keep: Path | None) -> BatchBench:
    """Measure, saying on standard error what is being measured."""
    check_names(wanted)
    with screen.err.status(screen.say("measuring", what="")) as status:
        return bench_batch(
            wanted, lambda what: status.update(screen.say("measuring", what=what)), keep_in(keep)
        )


def check_names(wanted: Wanted) -> None:
    """Refuse devices and peers that nobody knows; raises `Unreadable`."""
    unknown = [*(set(wanted.devices) - {*DEVICES}), *(set(wanted.peers) - {*names_of_peers()})]
    if unknown:
        raise Unreadable("unknown_name", written=unknown[0])


def show(screen: Screen, found: BatchBench) -> None:
    """Print the tables, what was left out, and whether devices play the same games."""
    screen.show(our_table(screen, found))
    if found.peers:
        screen.show(peers_table(screen, found))
    for what, why in found.left_out.items():
        screen.tell(screen.say("bench_batch_left_out", what=what, why=_why(screen, why)), "dim")
    if found.checks:
        said = "bench_batch_same" if found.sound else "bench_batch_not_same"
        screen.tell(screen.say(said), "" if found.sound else "red")


def _why(screen: Screen, why: str) -> str:
    return screen.say(REASONS[why]) if why in REASONS else why


# Ours ---------------------------------------------------------------------------------------


def our_table(screen: Screen, found: BatchBench) -> Table:
    """A row for each game and place: millions of decisions a second."""
    rows = Table(title=screen.say("bench_batch_title"), title_justify="left")
    rows.add_column(screen.say("bench_game"))
    for heading in ("bench_players", "bench_batch_device", KINDS[GAMES], *OBSERVED.values()):
        rows.add_column(screen.say(heading), justify="right")
    for contest, *others in _by_place(found.ours):
        rates = {one.observed_as: _millions(screen, found.rate(one)) for one in (contest, *others)}
        rows.add_row(
            screen.language.of_game(contest.game, "title"),
            str(contest.players),
            _place(contest),
            *(rates.get(column, "") for column in (None, *OBSERVED_AS)),
        )
    return rows


def _by_place(contests: list[Contest]) -> Iterator[list[Contest]]:
    places: dict[tuple[object, ...], list[Contest]] = {}
    for one in contests:
        places.setdefault((one.game, one.players, one.device, one.threads), []).append(one)
    yield from places.values()


def _place(contest: Contest) -> str:
    return contest.device if contest.threads is None else f"{contest.device} × {contest.threads}"


def _millions(screen: Screen, rate: float) -> str:
    return screen.language.number(rate / 1e6, 1 if rate >= 1e7 else 3)


# Beside others ------------------------------------------------------------------------------


def peers_table(screen: Screen, found: BatchBench) -> Table:
    """A row for each peer: what it does, and how many times that each of our games does."""
    rows = Table(title=screen.say("bench_batch_peers"), title_justify="left")
    rows.add_column(screen.say("bench_batch_peer"))
    rows.add_column(screen.say("bench_batch_kind"))
    rows.add_column(screen.say("bench_batch_way"))
    for heading in ("bench_batch_device", "bench_batch_rate"):
        rows.add_column(screen.say(heading), justify="right")
    for name in game_names():
        rows.add_column(screen.language.of_game(name, "title"), justify="right")
    for peer in found.peers:
        times = found.times(peer)
        rows.add_row(
            f"{peer.who} {peer.game}",
            screen.say(KINDS[peer.kind]),
            peer.way,
            _place(peer),
            _millions(screen, found.rate(peer)),
            *(_times(screen, times.get(name)) for name in game_names()),
        )
    return rows


def _times(screen: Screen, ratio: float | None) -> str:
    return "" if ratio is None else f"× {screen.language.number(ratio)}"
