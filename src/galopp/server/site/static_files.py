"""The page as static files, for a web space that knows nothing of the games.

Nothing answers there but files: the page is told so, deals and thinks by itself, and carries its
own policy, since nobody can send headers with it. An address has a file of its own where it is
known beforehand; many web spaces show `404.html` at all others, which is the page too.
"""

import re
from collections.abc import Iterator
from pathlib import Path

from galopp.locale import LANGUAGES, Language
from galopp.play.game import game_names
from galopp.server.site.edition import (
    ADDRESSES,
    INDEX,
    LESSONS,
    MODULES,
    REPLAY,
    RULES,
    Edition,
    File,
    Site,
)
from galopp.server.site.manifest import ICONS, manifest
from galopp.table.lesson import lesson
from galopp.wire import encode

LEARN = "/learn/{game}"
AT_A_SERVER = ("/tv", "/g")  # what only a server has
GAP = re.compile(r"\{\w+\}")
EDITION = re.compile(r"[0-9a-f]{16}")  # a folder with the files of one edition


class FolderInUse(Exception):
    """A folder in which there is something else."""


def write_site(folder: Path, root: str) -> Edition:
    """Write everything into a folder that is to be served below a path; raises `FolderInUse`."""
    edition = Site(root, served=False).refreshed()
    if folder.exists() and any(folder.iterdir()) and not _is_ours(folder):
        raise FolderInUse(str(folder))
    for path, file in (*_files(edition), *_pages(edition)):  # pages last: what they need is there
        place = folder / path
        place.parent.mkdir(parents=True, exist_ok=True)
        place.write_bytes(file.body)
    return edition


def plays(edition: Edition) -> bool:
    """Whether the games are there as modules: else there are only lessons and rules to read."""
    return all(f"{MODULES}/{name}.wasm" in edition.files for name in game_names())


def older_editions(folder: Path, edition: Edition) -> list[Path]:
    """Folders of what was written before; pages that are open may still ask for it."""
    found = [path for path in sorted((folder / "web").iterdir()) if EDITION.fullmatch(path.name)]
    return [path for path in found if path.name != edition.hash]


def _is_ours(folder: Path) -> bool:
    page = folder / INDEX
    return page.is_file() and 'name="galopp-root"' in page.read_text(encoding="utf-8")


def _files(edition: Edition) -> Iterator[tuple[str, File]]:
    for path, file in edition.files.items():
        if path != INDEX:
            yield f"web/{edition.hash}/{path}", file
    for name in game_names():  # as a server would answer, for a page that cannot play them itself
        path = f"{LESSONS}/{name}.json"
        yield f"web/{edition.hash}/{path}", File.named(path, encode(lesson(name)))
    for name, *_ in ICONS:  # by an address that stays
        yield f"web/now/icons/{name}", edition.files[f"icons/{name}"]
    yield "manifest.webmanifest", manifest(edition.root, Language(LANGUAGES[0]))


def _pages(edition: Edition) -> Iterator[tuple[str, File]]:
    yield "service_worker.js", edition.worker
    for address in addresses():
        begins = "replay" if address == REPLAY else "home"
        begins = "rules" if address.startswith("/rules/") else begins
        yield f"{address}/{INDEX}".replace("//", "/").lstrip("/"), edition.pages[begins].file
    yield "404.html", edition.pages["home"].file


def addresses() -> list[str]:
    """Where there is a page: what a server shows without knowing a table or a recorded game."""
    found = [path for path in ADDRESSES if not GAP.search(path) and path not in AT_A_SERVER]
    of_games = (path.replace("{game}", name) for path in (LEARN, RULES) for name in game_names())
    return list(dict.fromkeys([*found, REPLAY, *of_games]))
