"""Following a table: all its news, over as many connections as it takes."""

from collections.abc import Iterator, Sequence
from typing import TypeAlias

import msgspec

from galopp.client.calling import Caller, Patience
from galopp.client.fault import Failed
from galopp.table.feed import GameNews, TableNews
from galopp.wire import PROTOCOL, Goodbye, Missed, ToClient, Welcome

Told: TypeAlias = Welcome | Missed | TableNews | GameNews

_read = msgspec.json.Decoder(ToClient).decode


class Listening:
    """Everything the holder of some keys is told, until the table is closed.

    After a lost connection it goes on with what was missed, and then with how everything
    stands. Raises `Failed` when a key opens nothing any more, or patience is over.
    """

    def __init__(self, caller: Caller, code: str, keys: Sequence[str]) -> None:
        self._caller = caller
        self._path = f"/api/tables/{code}/news"
        self._keys = keys
        self._heard: int | None = None  # the number of the last event told of

    def __iter__(self) -> Iterator[Told]:
        patience = Patience(self._caller.patience)
        while True:
            try:
                for told in self._one_connection():
                    patience.renew()
                    yield told
                return
            except Failed as failed:
                patience.wait(failed)

    def _one_connection(self) -> Iterator[Told]:
        """What is told over one connection; raises `Failed` unless the table is closed."""
        for line in self._caller.lines(self._path, self._keys, since=self._heard):
            said = self._read(line)
            if isinstance(said, Goodbye):
                if said.reason == "closed":
                    return
                raise self._caller.hung_up(said.back_in or 0.0)
            if isinstance(said, Told):
                self._remember(said)
                yield said
        raise self._caller.lost("EOF")

    def _read(self, line: bytes) -> ToClient:
        try:
            said: ToClient = _read(line)
        except msgspec.MsgspecError as error:
            raise self._caller.no_table_server(str(error)) from None
        if isinstance(said, Welcome) and said.protocol != PROTOCOL:
            raise self._caller.no_table_server(f"protocol {said.protocol}")
        return said

    def _remember(self, told: Told) -> None:
        if isinstance(told, TableNews | GameNews):
            self._heard = told.seq
