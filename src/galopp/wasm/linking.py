"""From an object file to a module, by a linker that is installed: LLVM's `wasm-ld`.

Debian has it in the package `lld`; the package `ziglang` of PyPI brings it along too.
"""

import os
import re
import shutil
import subprocess
import tempfile
from collections.abc import Iterable
from pathlib import Path

# The module needs nothing from the page: it brings its memory along. That begins with its stack, so
# that one too deep stops the module instead of writing over constants.
FLAGS = (
    *("--no-entry", "--strip-all", "--gc-sections", "--stack-first"),
    *("-z", "stack-size=65536", "--export=__heap_base"),
)


WITHOUT = """\
Galopp: there is no linker for WebAssembly here, so the page offers no game without a server; all
else works. Debian has one in the package lld, PyPI in ziglang; once it is there,
`python -m galopp.wasm` builds what is missing."""


class NoLinker(Exception):
    """There is no linker for WebAssembly on this machine."""

    def __str__(self) -> str:
        return WITHOUT


def linker() -> list[str]:
    """The command that links; raises `NoLinker`.

    `GALOPP_WASM_LD` may say which.
    """
    if named := os.environ.get("GALOPP_WASM_LD"):
        return named.split()
    if found := shutil.which("wasm-ld") or _with_a_version():
        return [found]
    if zig := shutil.which("python-zig"):  # as ziglang installs it
        return [zig, "wasm-ld"]
    raise NoLinker


def _with_a_version() -> str | None:
    """`wasm-ld-19` and its like, the newest of them."""
    folders = [Path(folder) for folder in os.environ.get("PATH", "").split(os.pathsep) if folder]
    found = [file for folder in folders for file in folder.glob("wasm-ld-*")]
    numbered = [file for file in found if re.fullmatch(r"wasm-ld-\d+", file.name)]
    newest = max(numbered, key=lambda file: int(file.name.rpartition("-")[2]), default=None)
    return str(newest) if newest else None


def linked(made: bytes, names: Iterable[str]) -> bytes:
    """The module of an object file, from which a page can call these."""
    with tempfile.TemporaryDirectory() as folder:
        given, module = Path(folder, "given.o"), Path(folder, "module.wasm")
        given.write_bytes(made)
        exports = [f"--export={name}" for name in sorted(names)]
        subprocess.run([*linker(), *FLAGS, *exports, str(given), "-o", str(module)], check=True)
        return module.read_bytes()
