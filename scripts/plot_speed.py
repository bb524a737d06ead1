"""Draw the figures of docs/batch_speed*.json, once for light pages and once for dark ones.

    .venv/bin/python scripts/plot_speed.py

Each picture notes from which figures it was drawn; a test compares that with the files.
"""

import hashlib
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import batch_tables
from batch_tables import OURS, Figure, millions, title

PICTURES = batch_tables.DOCS / "pictures"
# Paper for behind the bars, ink for words; bars of ours and of others. They are told apart by
# their names and their place too.
LOOKS = {
    "batch_speed.svg": {
        "paper": "#ffffff",
        "ink": "#24292f",
        "ours": "#0072B2",
        "other": "#8c8c8c",
    },
    "batch_speed_dark.svg": {
        "paper": "#0d1117",
        "ink": "#e6edf3",
        "ours": "#56B4E9",
        "other": "#8b949e",
    },
}
KINDS = {"games": "whole games", "steps": "steps, observation and mask shown"}
DEVICES = {"cpu": "On the processor", "cuda": "On a graphics card"}
HEADING = "Million decisions a second; the scale is logarithmic"
BAR, MARGIN = 0.3, 0.1  # inches


def drawn_from() -> str:
    """What tells one set of figures from another."""
    found = hashlib.sha256()
    for file in batch_tables.files():
        found.update(file.read_bytes())
    return f"drawn from {found.hexdigest()}"


def bars(device: str, kind: str) -> dict[str, tuple[float, bool]]:
    """Million decisions a second by name, the fastest first, and whether it is ours.

    Whoever was measured in several ways is shown at its best; observations of ours are floats, as
    in the ratios.
    """
    found: dict[str, tuple[float, bool]] = {}
    for figure in shown(device, kind):
        name, mine = name_of(figure), figure["who"] == OURS
        rate = max(figure["decisions_a_second"] / 1e6, found.get(name, (0.0, mine))[0])
        found[name] = (rate, mine)
    return dict(sorted(found.items(), key=lambda bar: bar[1][0], reverse=True))


def shown(device: str, kind: str) -> Iterator[Figure]:
    """The figures of one panel."""
    for figure in (*batch_tables.figures(ours=True), *batch_tables.figures(ours=False)):
        here = (figure["device"], figure["kind"]) == (device, kind)
        if here and figure["observed_as"] != "uint8":
            yield figure


def name_of(figure: Figure) -> str:
    """Who played what."""
    if figure["who"] == OURS:
        return title(figure["game"])
    return f"{figure['who']} {figure['game']}"


def panels() -> dict[str, dict[str, tuple[float, bool]]]:
    """The bars of every device and kind that was measured."""
    every = {
        f"{said}: {kind_said}": bars(device, kind)
        for device, said in DEVICES.items()
        for kind, kind_said in KINDS.items()
    }
    return {heading: found for heading, found in every.items() if found}


def draw(look: dict[str, str], save: Callable[[Any], None]) -> None:
    """One picture: a panel below the other."""
    from matplotlib import rc_context
    from matplotlib.figure import Figure as Picture
    from matplotlib.layout_engine import ConstrainedLayoutEngine

    found = panels()
    counts = [len(panel) for panel in found.values()]
    settings: Any = {"svg.hashsalt": "galopp", "svg.fonttype": "none", "font.size": 10}
    settings |= {"text.color": look["ink"], "font.family": "sans-serif"}
    with rc_context(settings):
        height = BAR * sum(counts) + 0.7 * len(counts) + 0.5
        layout = ConstrainedLayoutEngine(w_pad=MARGIN, h_pad=MARGIN)
        picture = Picture(figsize=(8, height), layout=layout, facecolor=look["paper"])
        picture.suptitle(HEADING, fontsize=11, weight="bold")
        axes = picture.subplots(len(counts), 1, squeeze=False, height_ratios=counts)[:, 0]
        for axis, (heading, panel) in zip(axes, found.items(), strict=True):
            _draw_panel(axis, heading, panel, look)
        save(picture)


def _draw_panel(axis: Any, heading: str, panel: dict[str, tuple[float, bool]], look: Any) -> None:
    colours = [look["ours" if mine else "other"] for _, mine in panel.values()]
    rates = [rate for rate, _ in panel.values()]
    drawn = axis.barh(list(panel), rates, color=colours, height=0.7)
    labels = [millions(1e6 * rate) for rate in rates]
    axis.bar_label(drawn, labels, padding=4, color=look["ink"])
    axis.set_title(heading, loc="left", fontsize=11)
    axis.set_xscale("log")
    axis.set_xlim(min(rates) / 3, max(rates) * 6)
    axis.invert_yaxis()
    axis.set_facecolor(look["paper"])
    axis.tick_params(axis="y", length=0, labelcolor=look["ink"])
    axis.tick_params(axis="x", which="both", length=0, labelbottom=False)
    axis.spines[:].set_visible(False)


def main() -> None:
    """Write the pictures."""
    for name, look in LOOKS.items():
        file, told = PICTURES / name, {"Date": None, "Description": drawn_from()}

        def save(picture: Any, file: Path = file, told: Any = told) -> None:
            picture.savefig(file, metadata=told, facecolor=picture.get_facecolor())

        draw(look, save)
        print(f"docs/pictures/{name} drawn")


if __name__ == "__main__":
    main()
