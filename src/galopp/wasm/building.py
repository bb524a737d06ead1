"""All games as WebAssembly, beside the page's other files, made anew only when kernels change.

What they were made from is noted in the folder. Without a linker nothing is made and all else
works: the page then offers no game without a server. Nothing here needs numba.
"""

import hashlib
import os
import shutil
import subprocess
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from galopp.core.sources import PACKAGE, imported, key_of
from galopp.wasm.linking import linker

FOLDER = PACKAGE / "web" / "wasm"
MADE_FROM = ".sources"  # in the folder: the key of what it was made from
OWN = PACKAGE / "wasm"
ENTRIES = (OWN / "entries.py", OWN / "review_entries.py")
LAYOUTS = (OWN / "layout.py", OWN / "review_layout.py")
NETS = PACKAGE / "bots" / "nets"
AT_ONCE = 2  # games; each takes a few hundred megabytes


class NotBuilt(Exception):
    """A game could not be compiled."""


def sources_key() -> str:
    """What tells the sources of the modules from any others."""
    own = [file for file in sorted(OWN.glob("*.py")) if file != Path(__file__)]
    # A layout tells constants of files in which nothing is compiled, too: how much a review tries.
    facts = sorted(set().union(*map(imported, LAYOUTS)) - {*own})
    texts = [file.read_text(encoding="utf-8") for file in (*own, *facts)]
    nets = [hashlib.sha256(file.read_bytes()).hexdigest() for file in sorted(NETS.glob("*.npz"))]
    told = "\n".join([*map(key_of, ENTRIES), *texts, *nets])
    return hashlib.sha256(told.encode()).hexdigest()[:16]


def is_built(folder: Path = FOLDER) -> bool:
    """Whether the modules are there, made from the sources as they are now."""
    noted = folder / MADE_FROM
    return noted.is_file() and noted.read_text(encoding="utf-8") == sources_key()


def build(folder: Path = FOLDER) -> None:
    """Make all modules, unless they are there; raises `NoLinker` and `NotBuilt`."""
    if is_built(folder):
        return
    linker()  # before anything takes time
    key = sources_key()  # as they are now; somebody may edit meanwhile
    with tempfile.TemporaryDirectory() as temporary:
        made = Path(temporary)
        with ThreadPoolExecutor(AT_ONCE) as pool:
            list(pool.map(lambda game: _compile(game, made), _games()))
        shutil.rmtree(folder, ignore_errors=True)
        folder.mkdir(parents=True)  # with the usual rights, which a temporary folder has not
        for file in sorted(made.iterdir()):
            shutil.copy(file, folder)
    (folder / MADE_FROM).write_text(key, encoding="utf-8")


def sizes(folder: Path = FOLDER) -> dict[str, int]:
    """How large each module is, in bytes."""
    return {file.stem: file.stat().st_size for file in sorted(folder.glob("*.wasm"))}


def _games() -> list[str]:
    folders = (PACKAGE / "games").iterdir()
    return sorted(folder.name for folder in folders if (folder / "box.py").is_file())


def _compile(game: str, folder: Path) -> None:
    # numba's sets have the same order in every run only if hashes do: same sources, same bytes.
    environment = {**os.environ, "GALOPP_PORTABLE": "1", "PYTHONHASHSEED": "0"}
    # Before whatever is there: while pip installs something, that is how its compilers are found.
    others = os.environ.get("PYTHONPATH", "").split(os.pathsep)
    environment["PYTHONPATH"] = os.pathsep.join([str(PACKAGE.parent), *filter(None, others)])
    for way in ("GALOPP_CHECKED", "NUMBA_DISABLE_JIT"):
        environment.pop(way, None)
    command = [sys.executable, "-m", "galopp.wasm.compiling", game, str(folder)]
    done = subprocess.run(command, env=environment, capture_output=True, text=True, check=False)
    if done.returncode:
        raise NotBuilt(f"{game}: {done.stderr.strip()}")
