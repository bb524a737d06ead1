"""The log in a PostgreSQL database: for several servers beside each other, or one that is run so.

    address.py      where the database is, and how that is told without its password
    schema.py       what stands in it, with versions
    reader.py       what is read
    membership.py   which processes are alive: each has a row that it must renew
    committer.py    how a commit is made: one statement for everything that waits
    log.py          the log, for a process that may write

Whatever is wrong with a database is a `StoreFault` that says so in plain words (`errors.py`).
"""

from galopp.store.postgres.log import Log
from galopp.store.postgres.reader import Reader

__all__ = ["Log", "Reader"]
