"""Where a database is: postgresql://user:password@host:port/name, as libpq reads it."""

from dataclasses import dataclass, field

import psycopg
from psycopg import conninfo

from galopp.store.fault import StoreFault
from galopp.store.postgres.errors import fault_of

PATIENCE = 5  # seconds to be let in
DEAF = 10_000  # milliseconds after which a line is dead whose other end takes nothing
LINE: dict[str, str | int] = {
    "connect_timeout": PATIENCE,
    "application_name": "galopp",
    "keepalives_idle": 5,
    "keepalives_interval": 2,
    "keepalives_count": 3,
    "tcp_user_timeout": DEAF,
    "client_encoding": "UTF8",
}
# Whatever a database or a role is set to: who is told of a commit is told that it is on disk.
# Where more was asked for, as by a standby, it stays.
ON_DISK = (
    "SELECT set_config('synchronous_commit', 'on', false)"
    " WHERE current_setting('synchronous_commit') = 'off'"
)

Connection = psycopg.Connection


@dataclass(frozen=True)
class DatabaseAddress:
    """A database, as somebody named it; written without its password."""

    written: str = field(repr=False)

    @classmethod
    def read(cls, written: str) -> "DatabaseAddress":
        """An address that libpq understands; raises `StoreFault`."""
        try:
            conninfo.conninfo_to_dict(written)
        except psycopg.Error:
            raise StoreFault("store_not_an_address", written=_hidden(written)) from None
        return cls(written)

    def __str__(self) -> str:
        given = conninfo.conninfo_to_dict(self.written)
        host, name = given.get("host") or "", given.get("dbname") or ""
        user, port = given.get("user"), given.get("port")
        before = f"{user}@" if user else ""
        behind = f":{port}" if port else ""
        if str(host).startswith("/"):  # a folder with a socket, which has no place before the name
            return f"postgresql://{before}/{name}?host={host}" + (f"&port={port}" if port else "")
        return f"postgresql://{before}{host}{behind}/{name}"

    def connect(self) -> Connection:
        """A connection to it, each statement a transaction of its own; raises `StoreFault`."""
        try:
            connection = psycopg.connect(self._line(), autocommit=True)
        except psycopg.Error as error:
            raise fault_of(error, str(self)) from None
        connection.execute(ON_DISK)
        return connection

    def _line(self) -> str:
        """What was written, and where it says nothing how a line is to be."""
        given = conninfo.conninfo_to_dict(self.written)
        usual = {name: value for name, value in LINE.items() if name not in given}
        return conninfo.make_conninfo(self.written, **usual)


def _hidden(written: str) -> str:
    """What cannot be read may still hold a password: only how it begins is shown."""
    return written.partition("://")[0] + "://…"
