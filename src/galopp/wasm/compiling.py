"""One game, compiled: what a process of its own does, started by `building`.

GALOPP_PORTABLE=1 python -m galopp.wasm.compiling saumaumau FOLDER
"""

import json
import sys
from pathlib import Path

from galopp.bots.nets.file import net_of
from galopp.wasm.entries import Entry, entries
from galopp.wasm.layout import Layout, layout_of
from galopp.wasm.linking import linked
from galopp.wasm.lowering import object_of
from galopp.wasm.net_file import net_file
from galopp.wasm.review_entries import review_entries
from galopp.wasm.review_layout import review_layout


def compile_game(game: str, folder: Path) -> None:
    """Write what plays a game, GAME.wasm, GAME.json and GAME.net, and what reviews it."""
    playing, reviewing = entries(game), review_entries(game)
    _write(folder / game, playing, layout_of(game, playing))
    _write(folder / f"{game}-review", reviewing, review_layout(game, reviewing))
    (folder / f"{game}.net").write_bytes(net_file(net_of(game)))


def _write(path: Path, listed: dict[str, Entry], layout: Layout) -> None:
    path.with_suffix(".wasm").write_bytes(linked(object_of(listed), listed))
    written = json.dumps(layout, separators=(",", ":"))
    path.with_suffix(".json").write_text(written, encoding="utf-8")


if __name__ == "__main__":
    compile_game(sys.argv[1], Path(sys.argv[2]))
