"""A secret that all processes of one server share, read from the store once."""

import secrets

from galopp.server.ops.clock import Clock
from galopp.server.tables.store import Store

BYTES = 32


class SharedSecret:
    """One of them, by its name."""

    def __init__(self, store: Store, clock: Clock, name: str) -> None:
        self._store, self._clock, self._name = store, clock, name
        self._known: bytes | None = None

    async def read(self) -> bytes:
        """The secret; drawn when it is wanted first."""
        if self._known is None:
            fresh = secrets.token_bytes(BYTES)
            self._known = await self._store.secret(self._name, fresh, self._clock.now())
        return self._known
