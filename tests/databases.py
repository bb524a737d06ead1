"""A real PostgreSQL for tests: from Debian, started by an unprivileged user in a temporary folder.

`python tests/databases.py` says so where there is none and nothing was tried with it.
"""

import os
import pwd
import shutil
import socket
import subprocess
import sys
import tempfile
from pathlib import Path

PACKAGE = "postgresql"
BROUGHT_BY = f"sudo apt-get install {PACKAGE}"
INSTALLED = Path("/usr/lib/postgresql")
USER = "galopp"
UNPRIVILEGED = "postgres"  # whom Debian's package brings along; root may not run a database
QUICK = ("fsync=off", "synchronous_commit=on", "full_page_writes=off")
SAFE = ("fsync=on", "full_page_writes=on")
COMMON = ("max_connections=200", "shared_buffers=32MB", "max_wal_size=256MB", "log_statement=none")


def programs():
    """The folder of the newest PostgreSQL on this machine, or None."""
    found = sorted(INSTALLED.glob("*/bin/initdb"), key=lambda path: float(path.parts[-3]))
    if found:
        return found[-1].parent
    named = shutil.which("initdb")
    return Path(named).resolve().parent if named else None


def must_be_there():
    """Whoever could install it has it: root, and every run whose verdict others trust."""
    return os.geteuid() == 0 or os.environ.get("CI") == "true"


def left_out():
    """A line where nothing was tried with it, and how that is changed."""
    return [] if programs() else [f"NOTHING WAS TRIED WITH POSTGRESQL: {BROUGHT_BY}"]


def wanted():
    """The programs; a test is left out where they are missing, and fails where none may be."""
    found = programs()
    if found is None:
        import pytest  # not there yet where only the package is asked for

        if must_be_there():
            pytest.fail(f"there is no PostgreSQL here: {BROUGHT_BY}")
        pytest.skip(f"there is no PostgreSQL here: {BROUGHT_BY}")
    return found


class Cluster:
    """A PostgreSQL of its own, with a folder, a port and nobody else's data."""

    def __init__(self, settings=QUICK, size=None):
        """With a size, as "300m", on a disk of its own of that size; needs root."""
        self._make_folder(size)
        self._run(
            "initdb",
            "-D",
            self.data,
            "-U",
            USER,
            "-E",
            "UTF8",
            "--locale=C",
            "--no-sync",
            "--auth-local=trust",
            "--auth-host=scram-sha-256",
        )
        with (self.data / "postgresql.conf").open("a") as file:
            for line in (
                *COMMON,
                *settings,
                f"unix_socket_directories='{self.folder}'",
                f"port={self.port}",
                "listen_addresses='127.0.0.1'",
            ):
                file.write(f"{line}\n")
        self.start()

    def _make_folder(self, size):
        self._adopt(Path(tempfile.mkdtemp(prefix="galopp-pg-", dir="/tmp")), _free_port())
        self.has_disk = size is not None
        if size:
            mount = ["mount", "-t", "tmpfs", "-o", f"size={size}", "galopp", self.folder]
            subprocess.run(mount, check=True)
        if self._user:
            found = pwd.getpwnam(self._user)
            os.chown(self.folder, found.pw_uid, found.pw_gid)
            self.folder.chmod(0o755)

    @classmethod
    def replica(cls, of, name, size=None):
        """A standby that follows another, and has all that the other has acknowledged."""
        cluster = cls.__new__(cls)
        cluster._make_folder(size)
        cluster.follow(of, name)
        return cluster

    def follow(self, other, name):
        """Become a standby of another, by this name; what was here is thrown away."""
        shutil.rmtree(self.data, ignore_errors=True)
        source = f"host={other.folder} port={other.port} user={USER} application_name={name}"
        self._run("pg_basebackup", "-D", self.data, "-d", source, "-R", "-c", "fast")
        with (self.data / "postgresql.conf").open("a") as file:
            file.write(f"unix_socket_directories='{self.folder}'\nport={self.port}\n")
        self.start()

    def promote(self):
        """Follow nobody any more, and take writes."""
        self._run("pg_ctl", "promote", "-w", "-D", self.data)

    @classmethod
    def of(cls, folder, port):
        """One that somebody else has started."""
        cluster = cls.__new__(cls)
        cluster._adopt(Path(folder), port)
        return cluster

    def _adopt(self, folder, port):
        self.programs = wanted()
        self.folder, self.port = folder, port  # a short one: paths of sockets are
        self.has_disk = False
        self.data = folder / "data"
        self._user = UNPRIVILEGED if os.geteuid() == 0 else None

    def start(self):
        self._run("pg_ctl", "start", "-w", "-D", self.data, "-l", self.folder / "log")

    def stop(self, how="immediate"):
        """By `immediate` as a power cut would."""
        self._run("pg_ctl", "stop", "-w", "-m", how, "-D", self.data, check=False)

    def remove(self):
        self.stop()
        if self.has_disk:
            subprocess.run(["umount", "--lazy", self.folder], check=False)
        shutil.rmtree(self.folder, ignore_errors=True)

    @property
    def runs(self):
        done = self._run("pg_ctl", "status", "-D", self.data, check=False)
        return done.returncode == 0

    @property
    def socket(self):
        return str(self.folder / f".s.PGSQL.{self.port}")

    @property
    def process(self):
        return int((self.data / "postmaster.pid").read_text().splitlines()[0])

    def address(self, name="postgres", user=USER):
        return f"postgresql://{user}@/{name}?host={self.folder}&port={self.port}"

    def by_network(self, name="postgres", user=USER, password=None):
        behind = f":{password}" if password else ""
        return f"postgresql://{user}{behind}@127.0.0.1:{self.port}/{name}"

    def make(self, name):
        """An empty database; one of that name that is there already is emptied."""
        found = carry_out(self.address(), f"SELECT 1 FROM pg_database WHERE datname = '{name}'")
        if not found:
            carry_out(self.address(), f'CREATE DATABASE "{name}"')
        empty(self.address(name))
        return self.address(name)

    def _run(self, program, *arguments, check=True):
        # What a server inherits stays open while it runs: with pipes nobody would see the end.
        with (self.folder / "said").open("w+") as said:
            done = subprocess.run(
                [self.programs / program, *map(str, arguments)],
                user=self._user,
                cwd="/",
                stdin=subprocess.DEVNULL,
                stdout=said,
                stderr=said,
                check=False,
            )
            said.seek(0)
            if check and done.returncode:
                raise RuntimeError(f"{program}: {said.read()}")
            return done


def carry_out(address, *statements):
    """Let a database do something, each statement by itself."""
    import psycopg

    with psycopg.connect(address, autocommit=True) as connection:
        for statement in statements:
            found = connection.execute(statement)
        return found.fetchall() if found.description else []


def empty(address):
    """Leave nothing of ours in a database, whoever still holds a line to it."""
    carry_out(
        address,
        "SELECT pg_terminate_backend(pid) FROM pg_stat_activity"
        " WHERE datname = current_database() AND pid <> pg_backend_pid()",
        "SET client_min_messages = warning",
        "DROP SCHEMA IF EXISTS galopp CASCADE",
    )


def _free_port():
    with socket.create_server(("127.0.0.1", 0)) as taken:
        return taken.getsockname()[1]


if __name__ == "__main__":
    if "--packages" in sys.argv:
        print(*([] if programs() else [PACKAGE]))
    else:
        print(*left_out(), sep="\n", end="\n" if left_out() else "")
