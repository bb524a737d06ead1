"""Asking a server over HTTP, and asking again until it answers.

Everything here may be asked twice. A message bears an id by which the server knows it again,
a seat is taken with a key of the client's own making, and of two tables opened for one the
server forgets the empty one. So a lost answer is no reason to give up; only a no is.
"""

import logging
import random
import secrets
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Any, NoReturn, TypeAlias, TypeVar

import httpx
import msgspec

from galopp.client.fault import Failed, NoTableServer, Refused, Unreachable
from galopp.locale import Language
from galopp.wire import Refusal

# Seconds. A stream of news says something at least every 8, so silence is a lost connection.
TIMEOUT = httpx.Timeout(10.0, read=20.0)
FIRST_PAUSE = 0.1
LONGEST_PAUSE = 10.0

JSON = {"content-type": "application/json"}

Answer = TypeVar("Answer")
Body: TypeAlias = msgspec.Struct | msgspec.Raw  # as it is written, or written already

# A library prints nothing: without this, Python would write warnings to standard error.
logger = logging.getLogger("galopp.client")
logger.addHandler(logging.NullHandler())


def new_id() -> str:
    """An id for a message, made up by its sender."""
    return secrets.token_urlsafe(12)


class Patience:
    """Waiting between two tries: ever longer, and never at the same moment as everybody else.

    The log tells when it begins and when it is over, not each try.
    """

    def __init__(self, seconds: float) -> None:
        self._seconds = seconds
        self._until: float | None = None
        self._pause = FIRST_PAUSE

    def renew(self) -> None:
        """All is well again."""
        if self._until is not None:
            logger.warning("back at the server")
        self._until = None
        self._pause = FIRST_PAUSE

    def wait(self, failed: Failed) -> None:
        """Wait before the next try; raises what failed if there should be none."""
        now = time.monotonic()
        until = now + self._seconds if self._until is None else self._until
        if not failed.passing or now >= until:
            raise failed
        if self._until is None:
            logger.warning("waiting for the server: %s", failed)
        self._until = until
        time.sleep(failed.back_in + random.uniform(0.5, 1.5) * self._pause)
        self._pause = min(2 * self._pause, LONGEST_PAUSE)


class Caller:
    """One server, as a client calls it."""

    def __init__(self, address: str, language: Language, patience: float) -> None:
        self.address = address.rstrip("/")
        self.language = language
        self.patience = patience
        self._http = httpx.Client(
            headers={"accept-language": language.code},
            timeout=TIMEOUT,
            limits=httpx.Limits(max_connections=None),  # each stream of news holds one
        )

    def close(self) -> None:
        """Hang up for good."""
        self._http.close()

    def ask(
        self,
        method: str,
        path: str,
        body: Body | None = None,
        keys: Sequence[str] = (),
        **query: int | str | None,
    ) -> bytes:
        """What the server answers; raises `Failed` once there is no hope of anything else."""
        patience = Patience(self.patience)
        while True:
            try:
                with self._answer(method, path, body, keys, query) as answer:
                    said = answer.read()
                patience.renew()
                return said
            except Failed as failed:
                patience.wait(failed)

    def ask_for(
        self,
        answer: type[Answer],
        method: str,
        path: str,
        body: Body | None = None,
        keys: Sequence[str] = (),
        **query: int | str | None,
    ) -> Answer:
        """The same, for an answer of a certain type."""
        said = self.ask(method, path, body, keys, **query)
        try:
            return msgspec.json.decode(said, type=answer)
        except msgspec.MsgspecError as error:
            raise self.no_table_server(str(error)) from None

    def lines(self, path: str, keys: Sequence[str], **query: int | str | None) -> Iterator[bytes]:
        """The lines of one stream until it ends; what was cut off in the middle is no line."""
        with self._answer("GET", path, None, keys, query) as answer:
            begun = b""
            for part in answer.iter_bytes():
                *whole, begun = (begun + part).split(b"\n")
                yield from filter(None, whole)  # an empty line only says "still here"

    @contextmanager
    def _answer(
        self,
        method: str,
        path: str,
        body: Body | None,
        keys: Sequence[str],
        query: dict[str, Any],
    ) -> Iterator[httpx.Response]:
        """The answer to one request, as it comes; raises `Failed`."""
        try:
            with self._http.stream(
                method,
                self.address + path,
                params={name: value for name, value in query.items() if value is not None},
                headers=self._headers(body, keys),
                content=None if body is None else msgspec.json.encode(body),
            ) as answer:
                if not answer.is_success:
                    self._fail(answer)
                yield answer
        except (httpx.InvalidURL, httpx.UnsupportedProtocol) as error:
            raise self.no_table_server(str(error)) from None
        except (httpx.TransportError, httpx.DecodingError) as error:
            raise self.lost(str(error) or type(error).__name__) from None

    def _headers(self, body: Body | None, keys: Sequence[str]) -> dict[str, str]:
        headers = {} if body is None else dict(JSON)
        if keys:
            headers["authorization"] = f"Bearer {','.join(keys)}"
        return headers

    def _fail(self, answer: httpx.Response) -> NoReturn:
        """Say no in the server's words; whoever has none for it is a proxy, or somebody else."""
        try:
            refusal = msgspec.json.decode(answer.read(), type=Refusal)
        except msgspec.MsgspecError:
            if answer.is_server_error:
                raise self.lost(str(answer.status_code)) from None
            raise self.no_table_server(str(answer.status_code)) from None
        raise Refused(refusal, answer.status_code, _seconds(answer.headers.get("retry-after")))

    def lost(self, reason: str) -> Failed:
        """No answer came."""
        said = {"address": self.address, "reason": reason}
        return Unreachable("server_unreachable", self.language, **said)

    def hung_up(self, back_in: float) -> Failed:
        """The server said goodbye, and when to come back."""
        failed = Unreachable("server_hung_up", self.language, address=self.address)
        failed.back_in = back_in
        return failed

    def no_table_server(self, reason: str) -> Failed:
        """Whoever answers there is somebody else, and will be next time."""
        said = {"address": self.address, "reason": reason}
        return NoTableServer("no_table_server", self.language, **said)


def _seconds(written: str | None) -> float:
    return float(written) if written is not None and written.isdecimal() else 0.0
