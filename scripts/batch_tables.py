"""The tables on batches in docs/speed.md, made from docs/batch_speed*.json.

    .venv/bin/galopp bench batch --keep docs/batch_speed.json    # measures
    .venv/bin/python scripts/docs.py                             # writes the tables
    .venv/bin/python scripts/plot_speed.py                       # draws the pictures

A run on another machine, such as one with a graphics card, has a file of its own beside the
first; the tables hold the figures of all of them, one device after the other.
"""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from galopp.locale import Language

DOCS = Path(__file__).resolve().parents[1] / "docs"
OURS = "galopp"
COLUMNS = {None: "whole games", "uint8": "steps, bytes", "float32": "steps, floats"}

Row = dict[str, str]
Figure = dict[str, Any]


def runs() -> list[dict[str, Any]]:
    """Every run that is kept."""
    return [json.loads(file.read_text(encoding="utf-8")) for file in files()]


def files() -> list[Path]:
    """Where they are kept, the processor's first."""
    return sorted(DOCS.glob("batch_speed*.json"))


def figures(*, ours: bool) -> Iterator[Figure]:
    """All figures of our games, or all of the peers'."""
    for run in runs():
        for figure in run["figures"]:
            if (figure["who"] == OURS) == ours:
                yield figure


def title(name: str) -> str:
    """A game of ours as people call it."""
    return Language("en").of_game(name, "title")


def place(figure: Figure) -> str:
    """The device, and how much of it."""
    if figure["threads"] is None:
        return str(figure["device"])
    return "one thread" if figure["threads"] == 1 else f"{figure['threads']} threads"


def millions(rate: float) -> str:
    """Three digits at least."""
    number = rate / 1e6
    return f"{number:,.0f}" if number >= 100 else f"{number:.3g}"


def machines() -> Iterator[Row]:
    """What each run was measured on."""
    for run in runs():
        machine, wanted = run["machine"], run["wanted"]
        devices = dict.fromkeys(figure["device"] for figure in run["figures"])
        chips = {"cpu": f"{machine['cores']} cores of {machine['processor']}"}
        yield {
            "device": ", ".join(devices),
            "what it is": "; ".join(chips.get(name, str(machine["card"])) for name in devices),
            "measured": f"{wanted['repeats']} × {wanted['seconds']:g} s a figure",
            "with": ", ".join(f"{name} {which}" for name, which in machine["libraries"].items()),
        }


def ours() -> Iterator[Row]:
    """A row a game and place: millions of decisions a second."""
    rows: dict[tuple[str, int, str], Row] = {}
    for figure in figures(ours=True):
        at = figure["game"], figure["players"], place(figure)
        first = {"game": title(at[0]), "players": str(at[1]), "on": at[2]}
        column = COLUMNS[figure["observed_as"]]
        rows.setdefault(at, first)[column] = millions(figure["decisions_a_second"])
    yield from rows.values()


def peers() -> Iterator[Row]:
    """A row a peer: what it does, and how many times as fast each of our games is."""
    for figure in figures(ours=False):
        times = {title(name): f"× {ratio:,.0f}" for name, ratio in figure["times"].items()}
        yield {
            "library, game": f"{figure['who']} `{figure['game']}`",
            "what": "whole games" if figure["kind"] == "games" else "steps",
            "driven by": f"`{figure['way']}`",
            "at once": f"{figure['side_by_side']:,}",
            "on": place(figure),
            "million/s": millions(figure["decisions_a_second"]),
            **times,
        }
