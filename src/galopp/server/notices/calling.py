"""Calling other servers: with little patience, and reading no more than how they answer."""

import asyncio
import ssl
from dataclasses import dataclass
from enum import Enum

import httpx

from galopp import __version__
from galopp.core.fault import Fault
from galopp.server.notices.ssrf_guard import Place, Resolver, Targets
from galopp.table.refused import Refused

WITHIN = 15.0  # seconds for everything
TIMEOUT = httpx.Timeout(10.0, connect=5.0)
MOST_CALLS = 32  # at a time
LONGEST_WAIT = 3600.0  # seconds that somebody may ask us to wait
AGAIN = (408, 425, 429)  # and whatever is the other server's own fault


@dataclass(frozen=True)
class Call:
    """One HTTP request."""

    method: str
    url: httpx.URL
    headers: dict[str, str]
    body: bytes
    gone: tuple[int, ...] = (410,)  # what says that nobody will ever answer there


class Outcome(Enum):
    """What became of a message."""

    DELIVERED = "delivered"
    LATER = "later"  # it may be taken another time
    NEVER = "never"  # this message will not be taken
    GONE = "gone"  # no message will


@dataclass(frozen=True)
class Answer:
    """What another server said, if it said anything."""

    outcome: Outcome
    fault: Fault | None = None  # why it was not delivered
    wait: float = 0.0  # seconds before it wants to be asked again


class Caller:
    """Makes the calls."""

    def __init__(self) -> None:
        self.resolver = Resolver()
        self._client: httpx.AsyncClient | None = None

    async def send(self, call: Call, targets: Targets) -> Answer:
        """Call, and say what came of it; whatever goes wrong out there is an answer too."""
        try:
            async with asyncio.timeout(WITHIN):
                return await self._call(call, await self.resolver.resolve(call.url, targets))
        except Fault as fault:
            return Answer(Outcome.LATER, fault)
        except (httpx.HTTPError, httpx.InvalidURL, OSError, TimeoutError):
            return Answer(Outcome.LATER, Refused("call_unanswered", host=call.url.host[:80]))

    async def _call(self, call: Call, place: Place) -> Answer:
        # The certificate must be that of the name, whatever address the name led to.
        name = call.url.raw_host.decode()
        named = {"sni_hostname": name} if call.url.scheme == "https" else {}
        headers = {**call.headers, "host": call.url.netloc.decode()}
        async with self._caller().stream(
            call.method, place.pinned, content=call.body, headers=headers, extensions=named
        ) as answer:
            return judged(call, answer)

    def _caller(self) -> httpx.AsyncClient:
        if self._client is None:
            # No line is kept: it was laid to an address, and the next name may lead there too.
            lines = httpx.Limits(max_connections=MOST_CALLS, max_keepalive_connections=0)
            self._client = httpx.AsyncClient(
                headers={"user-agent": f"galopp/{__version__}"},
                limits=lines,
                timeout=TIMEOUT,
                trust_env=False,
                verify=ssl.create_default_context(),
            )
        return self._client

    async def close(self) -> None:
        """Call nobody any more."""
        self.resolver.close()
        if self._client is not None:
            await self._client.aclose()


def judged(call: Call, answer: httpx.Response) -> Answer:
    """What an answer means for the message, by its status alone."""
    status = answer.status_code
    if answer.is_success:
        return Answer(Outcome.DELIVERED)
    fault = Refused("call_refused", host=call.url.host[:80], status=status)
    if status in call.gone:
        return Answer(Outcome.GONE, fault)
    if status in AGAIN or answer.is_server_error:
        return Answer(Outcome.LATER, fault, _wait(answer.headers.get("retry-after", "")))
    return Answer(Outcome.NEVER, fault)


def _wait(asked: str) -> float:
    """Seconds, as somebody asked for them; a date is not worth reading here."""
    return min(float(asked), LONGEST_WAIT) if asked.isascii() and asked.isdecimal() else 0.0
