"""Sending a message to where somebody is told, by push or webhook, as far as that is allowed."""

from dataclasses import dataclass
from typing import TYPE_CHECKING

from galopp.server.notices import webhook
from galopp.server.notices.calling import Answer, Call, Caller, Outcome
from galopp.server.notices.message import Message
from galopp.server.notices.ssrf_guard import Targets
from galopp.server.notices.subscriptions import Listener
from galopp.server.ops.clock import Clock
from galopp.server.ops.metrics import Metrics
from galopp.server.tables.store import Store
from galopp.table.refused import Refused
from galopp.wire.notices import Push, Way

if TYPE_CHECKING:
    from galopp.server.notices.push import ServerKey

LIVE_WAIT = 15.0  # seconds that somebody has not looked before being told
DAYS_WAIT = 60.0
SERVER_KEY = "push"


@dataclass(frozen=True)
class Allowed:
    """What a server's host lets it send, and how soon."""

    push: bool = True
    webhooks: Targets | None = None  # None: no webhooks
    push_targets: Targets = Targets.PUBLIC  # push services are public; those of tests are not
    limits: bool = True
    live_wait: float = LIVE_WAIT
    days_wait: float = DAYS_WAIT
    base: str | None = None  # the server's own address, if it knows it: then no `Host` counts

    def targets(self, way: Way) -> Targets:
        """How far a message may go this way; raises `Refused` if there are none."""
        if isinstance(way, Push) and self.push:
            return self.push_targets
        if isinstance(way, Push) or self.webhooks is None:
            raise Refused("push_off" if isinstance(way, Push) else "webhooks_off")
        return self.webhooks


AS_USUAL = Allowed()


class Sender:
    """Sends messages."""

    def __init__(self, allowed: Allowed, store: Store, clock: Clock, metrics: Metrics) -> None:
        self.allowed = allowed
        self._store = store
        self._clock = clock
        self._metrics = metrics
        self._caller = Caller()
        self._key: ServerKey | None = None

    async def check(self, way: Way) -> None:
        """Whether messages can go this way; raises `Fault`."""
        targets = self.allowed.targets(way)
        if isinstance(way, Push):
            from galopp.server.notices import push  # loads a library that only this needs

            push.check(way, secure=targets is Targets.PUBLIC)
        else:
            await self._caller.resolver.resolve(webhook.check(way), targets)

    async def send(self, listener: Listener, message: Message) -> Answer:
        """Send a message, and say what came of it."""
        way = listener.subscription.way
        try:
            targets = self.allowed.targets(way)
        except Refused as refused:  # the host has thought better of it
            return Answer(Outcome.NEVER, refused)
        answer = await self._caller.send(await self._call(listener, message), targets)
        kind = "push" if isinstance(way, Push) else "webhook"
        self._metrics.notices.labels(kind, answer.outcome.value).inc()
        return answer

    async def _call(self, listener: Listener, message: Message) -> Call:
        way = listener.subscription.way
        if not isinstance(way, Push):
            return webhook.call_of(way, message)
        from galopp.server.notices import push  # loads a library that only this needs

        contact = listener.kept.base.replace("http://", "https://", 1)
        now = self._clock.of_day()
        return push.call_of(way, message, await self.server_key(), contact, now)

    async def server_key(self) -> "ServerKey":
        """The key by which push services know this server; made at its first use."""
        from galopp.server.notices.push import ServerKey  # loads a library that only this needs

        if self._key is None:
            fresh = ServerKey.make().to_keep()
            kept = await self._store.secret(SERVER_KEY, fresh, self._clock.now())
            self._key = ServerKey.read(kept)
        return self._key

    async def close(self) -> None:
        """Send nothing more."""
        await self._caller.close()
