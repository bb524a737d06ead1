"""`galopp doctor`: looks at a running server from outside, as browsers and bots do.

Each look finds one thing that is well, doubtful or wrong, and says what to do about it. For
the time it takes a table is opened on the server; it is deleted before the doctor leaves.
"""

import json
import re
import shutil
import socket
import ssl
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from ipaddress import ip_address
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import httpx
import msgspec
import typer
from rich.table import Table
from rich.text import Text
from websockets.exceptions import ConnectionClosed, InvalidStatus, WebSocketException
from websockets.sync.client import connect

from galopp import __version__
from galopp.cli.doctor_database import look_at_store
from galopp.cli.finding import Finding, Grade, doubtful, well, wrong
from galopp.cli.screen import Screen
from galopp.core.fault import Unreadable
from galopp.server.site.pages import HEADERS
from galopp.store.opening import DATABASE
from galopp.wire import PROTOCOL, Health, TableOpened

PATIENCE = 5.0  # seconds for an answer
HELD_BACK = 2.0  # seconds after which news counts as held back by something in between
CLOCK_OFF = 5.0  # seconds that two clocks may differ before thinking times look odd
LITTLE_ROOM, NO_ROOM = 1 << 30, 64 << 20  # bytes
NO_TABLE = "AAAAAA"  # codes have no vowels, so this is never one
ELSEWHERE = "https://elsewhere.example"
NOTHING_BEHIND = (502, 504)  # what a proxy says for a server that it does not reach
PASSING = ("game_not_ready", "too_much", "too_many_lines")  # refusals that end by themselves
ROOT = re.compile(r'<meta name="galopp-root" content="([^"]*)">')
STYLE = {"well": "green", "doubtful": "yellow", "wrong": "red"}
SICK = 1  # the exit code where something is wrong


def examine(
    screen: Screen, address: str, data: Path | None, as_json: bool, store: str | None = None
) -> None:
    """Look at everything, tell it line by line, and leave with `SICK` if something is wrong."""
    found = []
    for finding in _findings(screen, address, data, store):
        found.append(finding)
        if not as_json:
            screen.show(_line(screen, finding))
    if as_json:
        print(json.dumps([_plain(screen, finding) for finding in found], indent=2))
    if any(finding.grade is Grade.WRONG for finding in found):
        raise typer.Exit(SICK)


def _findings(
    screen: Screen, address: str, data: Path | None, store: str | None
) -> Iterator[Finding]:
    """Of a server, of its database, or of a database alone: a server may not start without."""
    if address.startswith(DATABASE):
        yield from look_at_store(screen, address)
        return
    with _Examination.begin(address, screen.language.code) as examination:
        yield from examination.findings(data)
    if store is not None:
        yield from look_at_store(screen, store)


def _line(screen: Screen, finding: Finding) -> Table:
    row = Table.grid(padding=(0, 2))
    row.add_column(width=max(len(screen.say(f"doctor.{grade.value}")) for grade in Grade))
    row.add_column()
    grade = finding.grade.value
    row.add_row(Text(screen.say(f"doctor.{grade}"), STYLE[grade]), Text(_said(screen, finding)))
    return row


def _said(screen: Screen, finding: Finding) -> str:
    return screen.say(f"doctor.{finding.key}", **finding.arguments)


def _plain(screen: Screen, finding: Finding) -> dict[str, Any]:
    return {
        "grade": finding.grade.value,
        "finding": finding.key,
        "arguments": finding.arguments,
        "sentence": _said(screen, finding),
    }


class Unlike(Exception):
    """The first look found no server of ours, so that nothing else can be looked at."""

    def __init__(self, finding: Finding) -> None:
        super().__init__(finding.key)
        self.finding = finding


@dataclass(frozen=True)
class _Examination:
    """One server under examination."""

    address: str  # without a slash at its end
    client: httpx.Client

    @classmethod
    @contextmanager
    def begin(cls, written: str, language: str) -> Iterator["_Examination"]:
        """Go to the server directly, whatever proxies this machine uses otherwise."""
        address = _read_address(written)
        trusted = ssl.create_default_context()  # whom this machine trusts, for both ways to ask
        headers = {"accept-language": language}
        with httpx.Client(
            headers=headers, timeout=PATIENCE, trust_env=False, verify=trusted
        ) as client:
            yield cls(address, client)

    def findings(self, data: Path | None) -> Iterator[Finding]:
        """Everything, in the order in which one thing needs the other."""
        try:
            yield from self._looks()
        except Unlike as unlike:
            yield unlike.finding
        except (httpx.HTTPError, msgspec.MsgspecError) as error:
            yield judge_silence(self.address, str(error) or type(error).__name__)
        if data is not None:
            yield judge_room(data)

    def _looks(self) -> Iterator[Finding]:
        began = time.monotonic()
        health = self._reach()
        yield well("answers", address=self.address, milliseconds=_since(began))
        yield judge_version(health)
        yield judge_clock(health.now - time.time())
        yield self._look_if_ready()
        yield from self._look_at_page()
        yield self._look_at_links()
        if not leads_here(self.address):
            yield judge_figures(self.client.get(f"{self.address}/metrics").status_code)
        yield from self._look_at_socket()
        yield from self._try_a_table()

    # --- Reaching it

    def _reach(self) -> Health:
        answer = self.client.get(f"{self.address}/healthz")
        if answer.is_redirect:
            moved = answer.headers.get("location", "").removesuffix("/healthz")
            raise Unlike(wrong("moved", address=moved))
        if answer.status_code in NOTHING_BEHIND:
            raise Unlike(wrong("nothing_behind", status=answer.status_code))
        if _json_of(answer).get("key") == "no_such_page":
            raise Unlike(wrong("path_unknown", path=self._path))
        try:
            return msgspec.json.decode(answer.content, type=Health)
        except msgspec.MsgspecError:
            strange = wrong("not_galopp", address=self.address, status=answer.status_code)
            raise Unlike(strange) from None

    @property
    def _path(self) -> str:
        return urlsplit(self.address).path

    @property
    def _origin(self) -> str:
        parts = urlsplit(self.address)
        return f"{parts.scheme}://{parts.netloc}"

    def _look_if_ready(self) -> Finding:
        answer = self.client.get(f"{self.address}/readyz")
        if answer.status_code == 200:
            return well("ready")
        return refused("not_ready", answer)

    # --- Pages

    def _look_at_page(self) -> Iterator[Finding]:
        answer = self.client.get(f"{self.address}/")
        root = ROOT.search(answer.text)
        if answer.status_code != 200 or root is None:
            yield wrong("no_page", status=answer.status_code)
        elif root[1] != self._path:
            yield wrong("wrong_base", found=f"{root[1]}/", path=self._path or "/")
        else:
            yield well("base", path=f"{root[1]}/")
        # A page's policy goes on where that of everything else ends: it has a script inside.
        told = answer.headers
        lost = [name for name, value in HEADERS.items() if not told.get(name, "").startswith(value)]
        yield wrong("headers_lost", names=", ".join(lost)) if lost else well("headers")

    def _look_at_links(self) -> Finding:
        """Links and QR codes lead to what the server believes its address to be."""
        match _json_of(self.client.get(f"{self.address}/api/openapi.json")):
            case {"servers": [{"url": self.address}]}:
                return well("links", address=self.address)
            case {"servers": [{"url": str(found)}]}:
                return doubtful("links_elsewhere", found=found, address=self.address)
        return wrong("not_galopp", address=f"{self.address}/api/openapi.json", status=200)

    # --- The WebSocket

    def _look_at_socket(self) -> Iterator[Finding]:
        problem = self._socket_problem(None)
        if problem is not None:
            yield wrong("no_upgrade", reason=problem)
            return
        yield well("upgrade")
        if self._socket_problem(self._origin) is not None:
            yield wrong("own_pages_refused", origin=self._origin)
        elif self._socket_problem(ELSEWHERE) is None:
            yield wrong("any_page_accepted")
        else:
            yield well("origin")

    def _socket_problem(self, origin: Any) -> str | None:
        """What is wrong with a WebSocket; None if the table server itself answered over it."""
        address = f"ws{self.address.removeprefix('http')}/api/tables/{NO_TABLE}/socket"
        try:
            with connect(address, origin=origin, open_timeout=PATIENCE, proxy=None) as line:
                with suppress(
                    ConnectionClosed
                ):  # it may have been told so, and hung up on, already
                    line.send(json.dumps({"type": "hello", "protocol": PROTOCOL}))
                answer = line.recv(timeout=PATIENCE)
        except InvalidStatus as error:
            return f"HTTP {error.response.status_code}"
        except (WebSocketException, OSError) as error:
            return str(error) or type(error).__name__
        return None if '"no_such_table"' in str(answer) else str(answer)

    # --- A table of its own

    def _try_a_table(self) -> Iterator[Finding]:
        began = time.monotonic()
        wanted = {"game": "schweinsgalopp", "players": 2}
        answer = self.client.post(f"{self.address}/api/tables", json=wanted)
        if answer.status_code != 201:
            yield refused("table_refused", answer)
            return
        yield well("table_written", milliseconds=_since(began))
        opened = msgspec.json.decode(answer.content, type=TableOpened)
        table = f"{self.address}/api/tables/{opened.code}"
        headers = {"authorization": f"Bearer {opened.key}"}
        try:
            yield self._look_at_news(table, headers)
            yield self._look_at_notices(table, headers)
        finally:
            deleted = self.client.delete(table, headers=headers)
        if deleted.status_code != 204:
            yield doubtful("table_left", table=opened.code, status=deleted.status_code)

    def _look_at_news(self, table: str, headers: dict[str, str]) -> Finding:
        began = time.monotonic()
        patience = httpx.Timeout(PATIENCE, read=HELD_BACK)
        try:
            with self.client.stream(
                "GET", f"{table}/news", headers=headers, timeout=patience
            ) as answer:
                first = next(answer.iter_lines(), "")
        except httpx.HTTPError:
            return wrong("news_held_back", seconds=int(HELD_BACK))
        if answer.status_code != 200 or not first.startswith("{"):
            return wrong("no_news", status=answer.status_code)
        return well("news", milliseconds=_since(began))

    def _look_at_notices(self, table: str, headers: dict[str, str]) -> Finding:
        answer = self.client.get(f"{table}/notices", headers=headers)
        if answer.status_code != 200:
            return wrong("no_notices", status=answer.status_code)
        return judge_push(self.address, bool(_json_of(answer).get("push_key")))


def _read_address(written: str) -> str:
    address = written.rstrip("/")
    try:
        url = httpx.URL(address)
    except (httpx.InvalidURL, ValueError):
        raise Unreadable("not_an_address", written=written) from None
    if url.scheme not in ("http", "https") or not url.host or url.query or url.fragment:
        raise Unreadable("not_an_address", written=written)
    return address


def judge_silence(address: str, reason: str) -> Finding:
    """Why a server did not answer, or stopped answering in the middle."""
    if "CERTIFICATE_VERIFY_FAILED" in reason:
        return wrong("not_trusted", address=address, reason=reason)
    return wrong("no_answer", address=address, reason=reason)


def judge_version(health: Health) -> Finding:
    """Whether the server and this program understand each other."""
    if health.protocol != PROTOCOL:
        return wrong("other_protocol", found=health.protocol, wanted=PROTOCOL)
    if health.version != __version__:
        return doubtful("other_version", found=health.version, wanted=__version__)
    return well("version", version=health.version, protocol=health.protocol)


def leads_here(address: str) -> bool:
    """Whether an address leads to this machine without leaving it, past any proxy."""
    try:
        found = socket.getaddrinfo(urlsplit(address).hostname, None)
    except OSError:
        return False
    return all(ip_address(where[0]).is_loopback for *_, where in found)


def judge_figures(status: int) -> Finding:
    """Whether the world can read figures that are not its business."""
    return doubtful("figures_open") if status == 200 else well("figures")


def judge_push(address: str, offered: bool) -> Finding:
    """Whether browsers that come by this address can be told by web push."""
    if not offered:
        return well("push_off")
    secure = address.startswith("https:") or leads_here(address)
    return well("push") if secure else doubtful("push_needs_https", address=address)


def judge_clock(ahead: float) -> Finding:
    """Whether two clocks, so many seconds apart, tell the same time."""
    if abs(ahead) > CLOCK_OFF:
        return doubtful("clock_off", seconds=round(abs(ahead)))
    return well("clock")


def judge_room(folder: Path) -> Finding:
    """Whether the disk of a data folder has room for more tables."""
    try:
        room = shutil.disk_usage(folder).free
    except OSError as error:
        return wrong("no_folder", path=str(folder), reason=error.strerror or str(error))
    judge = wrong if room < NO_ROOM else doubtful if room < LITTLE_ROOM else well
    key = "room" if room >= LITTLE_ROOM else "little_room"
    return judge(key, path=str(folder), megabytes=room >> 20)


def refused(key: str, answer: httpx.Response) -> Finding:
    """A refusal in the server's own words; some of them only mean "later"."""
    said = _json_of(answer)
    reason = str(said.get("sentence", f"HTTP {answer.status_code}"))
    judge = doubtful if said.get("key") in PASSING else wrong
    return judge(key, reason=reason)


def _json_of(answer: httpx.Response) -> dict[str, Any]:
    try:
        found = answer.json()
    except ValueError:
        return {}
    return found if isinstance(found, dict) else {}


def _since(began: float) -> int:
    return round(1000 * (time.monotonic() - began))
