"""A PostgreSQL of its own for a measurement, set up as it comes, in a fresh folder."""

import os
import pwd
import shutil
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from galopp.core.fault import Impossible
from galopp.load.process import HOST, free_port

INSTALLED = Path("/usr/lib/postgresql")  # where Debian keeps a folder a version
UNPRIVILEGED = "postgres"  # whom Debian's package brings along; root may not run a database
USER = "galopp"
SETTINGS = ("max_connections=40",)


def programs() -> Path | None:
    """The folder of the newest PostgreSQL on this machine, if there is one."""
    found = sorted(INSTALLED.glob("*/bin/initdb"), key=lambda path: float(path.parts[-3]))
    if found:
        return found[-1].parent
    named = shutil.which("initdb")
    return Path(named).resolve().parent if named else None


@dataclass(frozen=True)
class Database:
    """A database that runs."""

    process: int  # the one that has started all others of it
    folder: Path
    port: int

    def address(self, name: str) -> str:
        """Where a server finds one of its databases."""
        return f"postgresql://{USER}@/{name}?host={self.folder}&port={self.port}"


@contextmanager
def started_database(above: Path, *names: str) -> Iterator[Database]:
    """A PostgreSQL with databases of these names; it is stopped in the end."""
    found = programs()
    if found is None:
        raise Impossible("bench_needs_postgresql")
    folder, port = above / "database", free_port()
    folder.mkdir()
    _hand_over(above, folder)
    made = ("-U", USER, "-E", "UTF8", "--locale=C", "--auth=trust")
    _run(found / "initdb", "-D", folder / "data", *made)
    said = (f"port={port}", f"listen_addresses={HOST}", f"unix_socket_directories={folder}")
    options = [part for setting in (*said, *SETTINGS) for part in ("-c", setting)]
    data, log = folder / "data", folder / "log"
    _run(found / "pg_ctl", "start", "-w", "-D", data, "-l", log, "-o", " ".join(options))
    try:
        for name in names:
            _run(found / "createdb", "-h", folder, "-p", port, "-U", USER, name)
        process = int((data / "postmaster.pid").read_text().split("\n", 1)[0])
        yield Database(process, folder, port)
    finally:
        _run(found / "pg_ctl", "stop", "-w", "-m", "fast", "-D", data)


def _user() -> str | None:
    return UNPRIVILEGED if os.geteuid() == 0 else None


def _hand_over(above: Path, folder: Path) -> None:
    """Root may not run it: whoever does must reach the folder, and write to it."""
    user = _user()
    if user is not None:
        above.chmod(0o755)
        owner = pwd.getpwnam(user)
        os.chown(folder, owner.pw_uid, owner.pw_gid)


def _run(*command: object) -> None:
    # What a server inherits stays open while it runs: with pipes nobody would see the end.
    with tempfile.TemporaryFile("w+") as said:
        done = subprocess.run(
            [str(part) for part in command],
            user=_user(),
            cwd="/",
            stdin=subprocess.DEVNULL,
            stdout=said,
            stderr=said,
            check=False,
        )
        if done.returncode:
            said.seek(0)
            raise Impossible("bench_server_died", reason=said.read().strip()[-500:])
