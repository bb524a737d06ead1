"""One game, compiled: what a process of its own does, started by `building`.

GALOPP_PORTABLE=1 python -m galopp.wasm.compiling saumaumau FOLDER
"""

import json
import sys
from pathlib import Path

from galopp.bots.nets.file import net_of
from galopp.wasm.entries import entries
from galopp.wasm.layout import layout_of
from galopp.wasm.linking import linked
from galopp.wasm.lowering import object_of
from galopp.wasm.net_file import net_file


def compile_game(game: str, folder: Path) -> None:
    """Write GAME.wasm, GAME.json and GAME.net."""
    listed = entries(game)
    (folder / f"{game}.wasm").write_bytes(linked(object_of(listed), listed))
    written = json.dumps(layout_of(game, listed), separators=(",", ":"))
    (folder / f"{game}.json").write_text(written, encoding="utf-8")
    (folder / f"{game}.net").write_bytes(net_file(net_of(game)))


if __name__ == "__main__":
    compile_game(sys.argv[1], Path(sys.argv[2]))
