"""Lines that lose, repeat, delay and reorder messages and are cut: every game ends, and well."""

import asyncio
import json
import random
from collections import Counter
from contextlib import suppress

import pytest
from chaos_proxy import FATES, ChaosProxy
from devices import WITHIN, Table
from websockets.asyncio.client import connect
from websockets.exceptions import WebSocketException

from galopp.play.record import Record
from galopp.store.sqlite import Log
from galopp.table import log

QUIET = 0.1  # seconds after which a device asks again how things stand
TABLES = [
    ("saumaumau", 2, 2, {"mau": True, "mau_window": 1}),
    ("saumaumau", 3, 2, {}),
    ("ostfriesenlauf", 1, 1, {}),
    ("ostfriesenlauf", 4, 4, {}),
    ("schweinsgalopp", 3, 3, {}),
    ("schweinsgalopp", 4, 2, {"track_food": "per_race"}),
]


class Player:
    """A device that does what the protocol asks of it, and nothing more.

    It keeps the newest news by their number, says hello again after a silence or a cut, and
    sends what was not answered again, with the same id.
    """

    def __init__(self, table, seat, luck):
        self.table, self.seat, self.luck = table, seat, luck
        self.news = {"table": {"seq": -1, "phase": ""}, "game": {"seq": -1, "legal": []}}
        self.unanswered = None
        self.accepted = {}
        self.said = 0

    @property
    def done(self):
        over = self.news["table"]["phase"] == "over" and self.news["game"].get("asked") == []
        return over and self.unanswered is None

    async def play(self, proxy):
        address = proxy.socket_address(self.table.code)
        while not self.done:
            with suppress(OSError, WebSocketException, EOFError):
                async with connect(address, compression=None, proxy=None) as line:
                    await self._talk(line)

    async def _talk(self, line):
        await self._greet(line)
        while not self.done:
            try:
                async with asyncio.timeout(QUIET):
                    said = json.loads(await line.recv())
            except TimeoutError:
                await self._greet(line)
                continue
            self._hear(said)
            if self.unanswered is None and self._choose():
                await line.send(json.dumps(self.unanswered))

    async def _greet(self, line):
        key, since = self.table.seats[self.seat], self.news["table"]["seq"]
        await line.send(json.dumps({"type": "hello", "keys": [key], "since": since}))
        if self.unanswered is not None:
            await line.send(json.dumps(self.unanswered))

    def _hear(self, said):
        kind = said["type"]
        if kind in self.news and said["seq"] >= self.news[kind]["seq"]:
            self.news[kind] = said
        if self.unanswered is not None and said.get("id") == self.unanswered["id"]:
            if kind == "accepted":
                self.accepted[said["id"]] = said["seq"]
            if said.get("key") != "say_hello_first":  # that hello is still under way
                self.unanswered = None

    def _choose(self):
        game = self.news["game"]
        if self.seat not in game.get("asked", ()) or not game["legal"]:
            return False
        self.said += 1
        decides = {"decision": game["decision"], "moves": [self.luck.choice(game["legal"])]}
        # Something said twice would be heard twice: nothing else keeps it from that.
        says = {"type": "say", "phrase": "oink"}
        said = {"type": "decide", **decides} if self.said % 3 else says
        self.unanswered = {"id": f"seat-{self.seat}-{self.said}", "seat": self.seat, **said}
        return True


@pytest.fixture(scope="module")
def server(shared_server):
    return shared_server


@pytest.fixture(scope="module")
def played(server):
    """Games played to the end over bad lines: what happened there, and who played."""
    tables = [
        Table.open(server, game, players, options=options).sit_down(people)
        for game, players, people, options in TABLES
    ]
    players = [
        Player(table, seat, random.Random(seat))
        for table in tables
        for seat in range(len(table.seats))
    ]

    async def play():
        async with asyncio.timeout(3 * WITHIN), ChaosProxy(server, seed=3) as proxy:
            await asyncio.gather(*(player.play(proxy) for player in players))
            return proxy.happened

    return asyncio.run(play()), players


def test_everything_that_can_happen_to_a_message_happened(played):
    happened, _ = played
    assert happened.keys() == {*FATES, "passed"}


def test_every_game_ended_and_can_be_played_again_from_its_record(played):
    for table in tables_of(played):
        assert table.ask("GET").json()["phase"] == "over"
        Record.read(table.ask("GET", "/record").text)


def tables_of(played):
    _, players = played
    return {player.table.code: player.table for player in players}.values()


def test_no_decision_was_taken_twice_and_none_that_was_acknowledged_is_missing(played):
    _, players = played
    for table in tables_of(played):
        with Log.read_only(table.server.data) as reader:
            entries = reader.read(table.code)
        events = {entry.seq: log.decode(entry.body) for entry in entries}
        answered = Counter((e.by, e.answers) for e in events.values() if e.answers)
        assert set(answered.values()) == {1}
        for player in players:
            if player.table is table:
                for said, seq in player.accepted.items():
                    assert (events[seq].by, events[seq].answers) == (f"seat {player.seat}", said)


def test_what_every_device_saw_last_is_what_a_new_one_sees(played):
    _, players = played
    for player in players:
        fresh = player.table.game(player.table.seats[player.seat])
        shown = ("viewer", "decision", "asked", "legal", "view", "window")
        last, now = ({name: news[name] for name in shown} for news in (player.news["game"], fresh))
        assert json.dumps(last).encode() == json.dumps(now).encode()
