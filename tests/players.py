"""Load for a real server: people who decide at random, as fast as they can, over WebSockets.

They follow the protocol as a browser does: every message has an id; a message that was not
answered is sent again, with the same id, once the line is back. And they remember everything
they were told, so that it can be held against the log afterwards.
"""

import asyncio
import contextlib
import random
import secrets
from collections import defaultdict
from collections.abc import Callable, Coroutine, Iterable
from dataclasses import dataclass, field
from typing import Any

import httpx
import msgspec
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, WebSocketException

from galopp.store.contract import LogReader
from galopp.store.opening import Place
from galopp.table import log
from histories import History
from serving import ServerProcess

# What is said to a message that comes too late, or too early; everything else is a mistake.
TOO_LATE = {
    "too_late",
    "not_your_turn_now",
    "window_closed",
    "nothing_to_catch",
    "others_answer_now",
    "no_game_now",
}
# "Not now": the message may be sent again as it is.
NOT_NOW = {"server_cannot_write", "table_is_busy", "game_not_ready"}
AGAIN_AFTER = 0.05  # seconds


@dataclass(frozen=True)
class Plan:
    """A kind of table."""

    game: str
    players: int
    people: int  # the other seats are bots'
    options: dict[str, Any] = field(default_factory=dict)
    settings: dict[str, Any] = field(default_factory=dict)


BANK = {"kind": "bank", "seconds": 3600, "bonus": 1}
PLANS = (
    Plan("ostfriesenlauf", 1, 1),
    Plan("schweinsgalopp", 3, 3),
    Plan("saumaumau", 3, 2, {"mau": True, "mau_window": 1, "bots_catch": 50}),
    Plan("ostfriesenlauf", 4, 2, {"random_grid": True}),
    Plan("saumaumau", 2, 2, {"exact_goal": True}, {"thinking": BANK}),
    Plan("schweinsgalopp", 5, 2, {"edition_2009": True}, {"thinking": BANK}),
    Plan("ostfriesenlauf", 3, 3),
    Plan("saumaumau", 4, 4, {"mau": True, "mau_window": 2}),
)


class Count:
    """A number that can be waited for."""

    def __init__(self) -> None:
        self.now = 0
        self._waiting: dict[asyncio.Future[None], Callable[[int], bool]] = {}

    def add(self, number: int) -> None:
        self.now += number
        for reached, is_enough in list(self._waiting.items()):
            if is_enough(self.now):
                del self._waiting[reached]
                if not reached.done():
                    reached.set_result(None)

    async def until(self, is_enough: Callable[[int], bool]) -> None:
        if not is_enough(self.now):
            reached: asyncio.Future[None] = asyncio.get_running_loop().create_future()
            self._waiting[reached] = is_enough
            await reached

    async def more(self, number: int) -> None:
        wanted = self.now + number
        await self.until(lambda now: now >= wanted)


class Load:
    """All parties at one server, and whether that server is there now."""

    def __init__(
        self, server: ServerProcess, seed: int = 0, history: History | None = None
    ) -> None:
        self.server = server
        self.history = history or History()
        self.luck = random.Random(seed)
        self.up = asyncio.Event()
        self.up.set()
        self.opened = Count()  # tables at which everybody sits
        self.lines = Count()  # open WebSockets
        self.open_lines: set[ClientConnection] = set()
        self.accepted = Count()  # messages
        self.not_now = Count()  # messages that are to be sent again
        self.parties: list[Party] = []
        self.goes_on = True
        self.http = httpx.AsyncClient(timeout=30.0, limits=httpx.Limits(max_connections=20))
        self._tasks = asyncio.TaskGroup()

    async def __aenter__(self) -> "Load":
        await self._tasks.__aenter__()
        return self

    async def __aexit__(self, *error: Any) -> None:
        """Wait for the last games; if one player fails, all stop."""
        self.goes_on = False
        try:
            await self._tasks.__aexit__(*error)
        finally:
            await self.http.aclose()

    def run(self, work: Coroutine[Any, Any, Any]) -> asyncio.Task[Any]:
        return self._tasks.create_task(work)

    async def keep_playing(self, party: "Party") -> None:
        """Play at a table, then at another one like it, as long as the load goes on."""
        await party.play()
        while self.goes_on:
            await Party(self, party.plan).play()

    async def ask(self, method: str, path: str, key: str = "", **sent: Any) -> Any:
        """An HTTP request; asked again until the server has an answer other than "not now"."""
        while True:
            await self.up.wait()
            headers = {"authorization": f"Bearer {key}"} if key else {}
            headers |= self.server.headers
            try:
                answer = await self.http.request(
                    method, self.server.address + path, headers=headers, **sent
                )
            except httpx.TransportError:
                await asyncio.sleep(AGAIN_AFTER)
                continue
            if answer.status_code != 503:
                return answer
            self.not_now.add(1)
            await asyncio.sleep(AGAIN_AFTER)

    def hang_up(self) -> None:
        """Cut all lines; everybody comes back."""
        for line in self.open_lines:
            line.transport.abort()

    async def kill(self) -> None:
        """End the server as a power cut would; returns when everybody has noticed."""
        self.up.clear()
        self.server.kill()
        await self.lines.until(lambda open_now: open_now == 0)

    async def stop(self) -> int:
        """Ask the server to stop; returns its exit code when everybody has noticed."""
        self.up.clear()
        code = await asyncio.to_thread(self.server.stop)
        await self.lines.until(lambda open_now: open_now == 0)
        return code

    async def start(self) -> None:
        """Start the server again; nobody comes back before `up` is set."""
        await asyncio.to_thread(self.server.start)


class Party:
    """One table, those who play at it, and all that was said yes to."""

    def __init__(self, load: Load, plan: Plan, rounds: int = 1) -> None:
        self.load = load
        self.plan = plan
        self.rounds = rounds
        self.code = ""
        self.host = ""  # its key
        self.accepted: dict[str, int] = {}  # messages by id, and the event of each
        self.refused: set[str] = set()  # messages that were said no to
        self.players: list[Player] = []
        self.troubles: list[Any] = []  # whatever should never have been said
        self.over = False

    def __repr__(self) -> str:
        return f"{self.code} ({self.plan})"

    @property
    def path(self) -> str:
        return f"/api/tables/{self.code}"

    async def play(self) -> None:
        """Open the table, if it is not, play its rounds, and go."""
        if not self.code:
            await self.open()
        others = [asyncio.create_task(player.play()) for player in self.players[1:]]
        try:
            await self.players[0].play()
        finally:
            for other in others:
                other.cancel()
            await asyncio.gather(*others, return_exceptions=True)
        self.over = True

    async def open(self) -> None:
        plan, ask = self.plan, self.load.ask
        wanted = {
            "game": plan.game,
            "players": plan.players,
            "options": plan.options,
            "settings": {"pace": 0, **plan.settings},
        }
        opened = (await ask("POST", "/api/tables", json=wanted)).raise_for_status().json()
        self.code, self.host = opened["code"], opened["key"]
        self.load.parties.append(self)
        self.load.history.note("opened", self.code)
        for seat in range(plan.people):
            await self._sit_down(seat)
        for seat in range(plan.people, plan.players):
            await self.say({"type": "add_bot", "seat": seat, "level": "casual"})
        self.load.opened.add(1)

    async def _sit_down(self, seat: int) -> None:
        key = secrets.token_urlsafe(16)
        wanted = {"name": f"Zoë {seat}", "seat": seat, "key": key}
        given = await self.load.ask("POST", f"{self.path}/seats", json=wanted)
        assert given.raise_for_status().json() == {"seat": seat, "key": key}
        self.load.history.note("sat", self.code, seat=seat)
        self.players.append(Player(self, seat, key))

    async def say(self, message: dict[str, Any]) -> None:
        """Say something as the host, over HTTP."""
        message["id"] = f"host-{message['type']}-{message.get('seat', '')}"
        path = f"{self.path}/messages"
        self.load.history.note("sent", self.code, id=message["id"])
        answer = (await self.load.ask("POST", path, self.host, json=message)).json()
        if answer["type"] == "accepted":
            self.accept(answer)
        else:
            self.troubles.append(answer)

    def accept(self, answer: dict[str, Any]) -> None:
        if self.accepted.setdefault(answer["id"], answer["seq"]) != answer["seq"]:
            self.troubles.append(("answered differently", self.accepted, answer))
        self.load.history.note("acknowledged", self.code, id=answer["id"], seq=answer["seq"])
        self.load.accepted.add(1)

    @property
    def latest(self) -> int:
        """The last event that anybody was shown."""
        return max((player.latest for player in self.players), default=-1)

    async def record(self, number: int) -> str:
        answer = await self.load.ask("GET", f"{self.path}/record?round={number}")
        return str(answer.raise_for_status().text)


class Player:
    """One seat, over one line at a time. The one in seat 0 deals."""

    def __init__(self, party: Party, seat: int, key: str) -> None:
        self.party = party
        self.seat = seat
        self.key = key
        self.table: dict[str, Any] = {}  # the latest news of either kind
        self.game: dict[str, Any] = {}
        self.unanswered: dict[str, Any] | None = None
        self.shown: dict[int, list[Any]] = {}  # what happened, by the number of the event
        self.latest = -1
        self.acknowledged = -1  # the latest event that a message of theirs became
        self.goodbyes: list[dict[str, Any]] = []
        self.refusals: list[dict[str, Any]] = []
        self.welcomes = Count()
        self._said = 0
        self._answered: set[str] = set()  # for good
        self._refused: set[int] = set()  # codes, as the game stands

    async def play(self) -> None:
        """Play until the last round is over, coming back whenever the line is lost."""
        load = self.party.load
        while not self.done:
            await load.up.wait()
            address = load.server.socket_address(self.party.code)  # of several, any
            try:
                async with connect(
                    address,
                    additional_headers=load.server.headers,
                    compression=None,
                    proxy=None,
                    ping_interval=None,
                    max_queue=None,
                ) as line:
                    load.open_lines.add(line)
                    load.lines.add(1)
                    try:
                        await self._talk(line)
                    finally:
                        load.open_lines.discard(line)
                        load.lines.add(-1)
            except (OSError, WebSocketException):
                await asyncio.sleep(AGAIN_AFTER)  # the server is gone

    @property
    def done(self) -> bool:
        table, party = self.table, self.party
        return bool(table) and table["phase"] == "over" and table["round"] >= party.rounds

    async def _talk(self, line: ClientConnection) -> None:
        await self._greet(line)
        if self.unanswered is not None:
            await self._send(line)
        async for text in line:
            news = msgspec.json.decode(text)
            self._hear(news)
            if self.done and self.unanswered is None:
                return
            if _not_now(news):
                await asyncio.sleep(AGAIN_AFTER)
                if not news["id"]:  # it is not known yet who this is
                    await self._greet(line)
            if self._choose() or (_not_now(news) and self.unanswered is not None):
                await self._send(line)

    async def _greet(self, line: ClientConnection) -> None:
        hello = {"type": "hello", "keys": [self.key], "language": "de", "since": self.latest}
        with contextlib.suppress(ConnectionClosed):
            await line.send(msgspec.json.encode(hello).decode())

    def _choose(self) -> bool:
        """Whether there is something new to say.

        Behind the answer to what was said there may be answers to copies of it, and only then the
        news: until those have come, the picture is an old one.
        """
        message = None if self.unanswered or not self._up_to_date else self._next()
        if message is not None:
            self._said += 1
            self.unanswered = {"id": f"seat-{self.seat}-{self._said}", **message}
        return message is not None

    @property
    def _up_to_date(self) -> bool:
        return max(self.table.get("seq", -1), self.game.get("seq", -1)) >= self.acknowledged

    async def _send(self, line: ClientConnection) -> None:
        """Say it; on a line that is closed already, hear first what was said before it closed."""
        assert self.unanswered is not None
        self._note("sent", id=self.unanswered["id"])
        with contextlib.suppress(ConnectionClosed):
            await line.send(msgspec.json.encode(self.unanswered).decode())

    def _note(self, what: str, **facts: Any) -> None:
        self.party.load.history.note(what, self.party.code, **facts)

    # --- Listening

    def _hear(self, news: dict[str, Any]) -> None:
        match news["type"]:
            case "table":
                self._note("read", viewer=self.seat, news=news)
                self.table = news
                self._see(news["seq"], news["happened"])
            case "game":
                if news["seq"] != self.game.get("seq"):
                    self._refused.clear()
                self._note("read", viewer=self.seat, news=news)
                self.game = news
                self._see(news["seq"], news["happened"])
            case "missed":
                for past in news["news"]:
                    self._note("read", viewer=self.seat, news={"type": "past", **past})
                    self._see(past["seq"], past["happened"])
            case "accepted":
                self._is_answer(news)
                self._answered.add(news["id"])
                self.acknowledged = max(self.acknowledged, news["seq"])
                self.party.accept(news)
            case "refused":
                self._hear_no(news)
            case "welcome":
                self.welcomes.add(1)
            case "goodbye":
                # An answer may still follow, the news of it come with the next line: until then
                # nobody knows how things stand, and whoever decided would decide on an old picture.
                self.goodbyes.append(news)
                self.table, self.game = {}, {}

    def _see(self, seq: int, happened: list[Any]) -> None:
        self.latest = max(self.latest, seq)
        if happened and self.shown.setdefault(seq, happened) != happened:
            self.party.troubles.append(("told differently", seq, self.shown[seq], happened))

    def _is_answer(self, answer: dict[str, Any]) -> bool:
        """Whether it is one to what was said last; what came twice on its way is answered twice."""
        if self.unanswered is not None and answer["id"] == self.unanswered["id"]:
            self.unanswered = None
            return True
        if answer["id"] not in self._answered:
            self.party.troubles.append(("no answer to anything", answer))
        return False

    def _hear_no(self, answer: dict[str, Any]) -> None:
        said = self.unanswered
        self.refusals.append(answer)
        if _not_now(answer) and not answer["id"]:  # not let in yet
            self.party.load.not_now.add(1)
            return
        if not self._is_answer(answer):
            return
        if _not_now(answer) or answer["key"] == "say_hello_first":  # sent right behind a greeting
            self.unanswered = said
            self.party.load.not_now.add(1)
        elif said is None or answer["key"] not in TOO_LATE:
            self.party.troubles.append(answer)
        else:
            self._answered.add(answer["id"])
            self._note("refused", id=answer["id"])
            self.party.refused.add(answer["id"])
            self._refused.update(said.get("moves", ()))

    # --- Speaking

    def _next(self) -> dict[str, Any] | None:
        """What to say as things stand, if anything."""
        if self.seat == 0 and self.table.get("phase") == "lobby":
            return {"type": "start"}
        if self.seat == 0 and self.table.get("phase") == "over":
            return {"type": "rematch"}
        choices = [code for code in self.game.get("legal", ()) if code not in self._refused]
        if self.seat not in self.game.get("asked", ()) or not choices:
            return None
        return {
            "type": "decide",
            "seat": self.seat,
            "decision": self.game["decision"],
            "moves": [self.party.load.luck.choice(choices)],
        }


class Ledger:
    """What the log holds of every table, to be held against what was told."""

    def __init__(self, place: Place) -> None:
        self.place = place
        self.lengths: defaultdict[str, int] = defaultdict(int)
        self.times: defaultdict[str, float] = defaultdict(float)
        self.answers: dict[str, defaultdict[str, list[int]]] = {}

    def read_on(self, parties: list[Party]) -> None:
        with self.place.look() as reader:
            for party in parties:
                self._read_table(reader, party.code)

    def _read_table(self, reader: LogReader, code: str) -> None:
        answers = self.answers.setdefault(code, defaultdict(list))
        for entry in reader.read(code, self.lengths[code] - 1):
            event = log.decode(entry.body)
            assert entry.seq == self.lengths[code]
            assert entry.at >= self.times[code], "time never runs backwards"
            self.lengths[code], self.times[code] = entry.seq + 1, entry.at
            if event.answers:
                answers[event.answers].append(entry.seq)

    def missing(self, party: Party) -> list[str]:
        """Messages that were said yes to, and are not where the answer said."""
        answers = self.answers[party.code]
        return [said for said, seq in party.accepted.items() if seq not in answers.get(said, ())]

    def doubled(self, party: Party) -> list[str]:
        """Messages, be they people's or bots', that were carried out more than once."""
        return [said for said, seqs in self.answers[party.code].items() if len(seqs) > 1]

    def denied(self, party: Party) -> list[str]:
        """Messages that were said no to, and carried out all the same."""
        return [said for said in party.refused if said in self.answers[party.code]]

    def check(self, parties: list[Party]) -> None:
        self.read_on(parties)
        for party in parties:
            assert self.missing(party) == [], party
            assert self.doubled(party) == [], party
            assert self.denied(party) == [], party
            assert party.latest < self.lengths[party.code], party
            assert party.troubles == [], (party, party.troubles)


def _not_now(news: dict[str, Any]) -> bool:
    return news["type"] == "refused" and news["key"] in NOT_NOW


def plans(number: int) -> Iterable[Plan]:
    """So many tables, of every kind in turn."""
    return (PLANS[n % len(PLANS)] for n in range(number))
