"""`galopp site`: the page as static files, which play, teach and show games without a server."""

from pathlib import Path

import typer

from galopp.cli.screen import Screen
from galopp.cli.serve import read_root_path
from galopp.server.site.static_files import FolderInUse, older_editions, plays, write_site

NOT_WRITTEN = 2  # the exit code


def make_site(screen: Screen, folder: Path, base: str) -> None:
    """Write the files, and say what came of it."""
    path = read_root_path(base)
    try:
        edition = write_site(folder, path)
    except FolderInUse:
        screen.complain(screen.say("site.not_ours", folder=str(folder)))
        raise typer.Exit(NOT_WRITTEN) from None
    size = sum(file.stat().st_size for file in folder.rglob("*") if file.is_file())
    screen.tell(screen.say("site.written", folder=str(folder), size=f"{size / 1e6:.1f}"))
    screen.tell(_how_to_try(screen, folder, path))
    if older := older_editions(folder, edition):
        names = ", ".join(str(path) for path in older)
        screen.tell(screen.say("site.older", folders=names))
    if not plays(edition):
        screen.complain(screen.say("site.no_modules"))


def _how_to_try(screen: Screen, folder: Path, path: str) -> str:
    """Which folder a web server is to be given, so that the page lies below its path."""
    below, whole = Path(path).parts[1:], folder.resolve()
    if whole.parts[len(whole.parts) - len(below) :] != below:
        return screen.say("site.place", path=path)
    top = Path(*whole.parts[: len(whole.parts) - len(below)]) if below else folder
    return screen.say("site.try", folder=str(top), path=path)
