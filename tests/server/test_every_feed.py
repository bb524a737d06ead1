"""Whole games on every feed, byte by byte against the log: what is sent follows from one's view.

While a game is played, each seat, a spectator and the host ask for all there is to ask for. What
they were sent is made here once more, from a log in which everything that they may not know is
another: states are dealt anew from what the viewer saw, others' decisions are different ones.
"""

import hashlib
import json
import os
import random
from dataclasses import dataclass, field

import msgspec
import pytest
from devices import CLIENT, OddServer, Table
from test_wire_secrecy import in_another_world, take_back

import galopp
from galopp import wire
from galopp.bots import bot
from galopp.bots.foresight import foresee
from galopp.bots.reasons import explain
from galopp.core.chance import chance
from galopp.core.fault import Fault
from galopp.locale import Language
from galopp.server.bots import foresight, hints
from galopp.store.sqlite import Log
from galopp.table import feed, log
from galopp.table.fold import fold, new_table
from galopp.table.refused import Refused
from galopp.wire.refusing import refusal
from outside import Outside
from serving import WITHIN

GAMES = galopp.game_names()
OPTIONS = {
    "saumaumau": {"races": 1, "mau": True, "mau_window": 0},
    "ostfriesenlauf": {"random_grid": True},
    "schweinsgalopp": {"races": 1, "hide_secured": True},
}
PLAYERS = 3
HINT_BOT = "strongest@40"  # by tries: so it thinks the same here
EVERY = int(os.environ.get("GALOPP_LISTEN_EVERY", "8"))  # decisions between two looks at it all
SINCE = 6  # events that whoever returns has missed
ENGLISH = Language("en")


@dataclass
class Heard:
    """What one viewer was sent at one moment of a game."""

    seq: int  # of the last event
    told: dict[str, bytes] = field(default_factory=dict)


@dataclass
class Played:
    """A game that is over, its log, and all that anybody was sent of it."""

    table: Table
    entries: list
    heard: list[tuple[int | None, Heard]]
    messages: list[dict]


# One game every day; the laws of secrecy play all of them without a server.
EVERY_DAY = [
    game if game == "saumaumau" else pytest.param(game, marks=pytest.mark.thorough)
    for game in GAMES
]


@pytest.fixture(scope="module", params=EVERY_DAY)
def played(request, tmp_path_factory):
    """A whole game, with everybody asking for everything on the way."""
    folder = tmp_path_factory.mktemp("feeds") / "data"
    arguments = ("--hint-bot", HINT_BOT, "--notices-after", "0.2")
    with OddServer(folder, *arguments) as server, Outside() as outside:
        game = request.param
        table = Table.open(server, game, PLAYERS, options=OPTIONS[game]).sit_down()
        keys = [*enumerate(table.seats), (None, table.watch()), (None, table.host)]
        ask_for_notices(table, outside)
        heard, messages, luck = [], 0, random.Random(5)
        for decided in range(10_000):
            asked = table.game(table.seats[0])["asked"]
            if not asked:
                break
            if decided % EVERY == 0:
                heard += [(viewer, listen(table, key)) for viewer, key in keys]
            if decided in (EVERY, 2 * EVERY):  # nobody decides until somebody was told to
                messages = len(outside.wait_for(messages + 1))
            seat = luck.choice(asked)
            table.decide(seat, luck.choice)
            if decided % 7 == 0:
                take_back(table, seat)
        with Log.read_only(folder) as reader:
            entries = reader.read(table.code)
        yield Played(table, entries, heard, [request.json() for request in outside.requests])


def ask_for_notices(table, outside):
    for number, key in enumerate([*table.seats, table.host]):
        way = {"kind": "webhook", "url": f"{outside.address}/{number}"}
        wanted = {"way": way, "everybody": number == PLAYERS, "over": True, "rematch": True}
        table.ask("POST", "/notices", key, json=wanted).raise_for_status()


def listen(table, key):
    """All that a viewer can get now; nobody decides meanwhile."""
    public = table.ask("GET").json()
    heard, since = Heard(public["seq"]), max(0, public["seq"] - SINCE)
    paths = (
        "/game",
        "/history",
        f"/history?since={since}",
        "/foresight",
        "/hint",
        "/record",
        "/told",
    )
    for path in paths:
        heard.told[path.partition("=")[0]] = table.ask("GET", path, key).content
    for path in ("", "/frames", "/frames?seat=0", "/record"):
        address = f"{table.server.address}/api/replays/{table.code}-1{path}"
        heard.told[f"replay{path}"] = CLIENT.get(address).content
    heard.told |= over_a_line(table, key, since)
    return heard


def over_a_line(table, key, since):
    """What somebody is told who comes back."""
    told = {}
    with table.silent_line() as line:
        line.send({"type": "hello", "keys": [key], "since": since})
        while "line game" not in told:
            text = line.socket.recv(timeout=WITHIN)
            told[f"line {json.loads(text)['type']}"] = text.encode()
    return told


class InAnotherWorld:
    """The same table, but for what a viewer may not know, as far as it has come."""

    def __init__(self, played, viewer):
        self.code, self.viewer, self.luck = played.table.code, viewer, chance(11)
        self.game = galopp.game(log.decode(played.entries[0].body).game)
        self.entries = [
            (entry.at, in_another_world(log.decode(entry.body), self.game, viewer, self.luck))
            for entry in played.entries
        ]

    def until(self, seq):
        table = new_table(self.code, self.entries[0][1], self.entries[0][0])
        for at, event in self.entries[1 : seq + 1]:
            fold(table, event, at)
        return table

    def told(self, seq):
        """All that the viewer can get after an event, made from this world alone."""
        table, since = self.until(seq), max(0, seq - SINCE)
        past = [(at, log.encode(event)) for at, event in self.entries[: seq + 1]]
        history = feed.history(self.code, past, self.viewer, since)
        news = wire.encode(feed.game_news(table, self.viewer))
        no_round = no(Refused("no_such_round"))
        return {
            "/game": news,
            "/history": wire.encode(feed.history(self.code, past, self.viewer, -1)),
            "/history?since": wire.encode(history),
            "/foresight": answer(self.foresight, table),
            "/hint": answer(self.hint, table),
            "/told": answer(lambda table: wire.told_to(table, self.viewer), table),
            "/record": no_round,
            "replay": no_round,
            "replay/frames": no_round,
            "replay/frames?seat=0": no_round,
            "replay/record": no_round,
            "line missed": wire.encode(wire.Missed(self.viewer, history)),
            "line game": news,
        }

    def foresight(self, table):
        if self.viewer is None:
            raise Refused("players_only")
        foreseen = []
        if self.viewer in table.asked:
            foreseen = [foresight._told(one) for one in foresee(self.seen(table).record)]
        return wire.Foresight(self.viewer, table.number, foreseen)

    def hint(self, table):
        if self.viewer is None:
            raise Refused("players_only")
        seen = hints.what_to_think_about(table, self.viewer).record
        told = table.told(self.viewer)
        luck = int.from_bytes(hashlib.sha256(seen.tobytes() + told.tobytes()).digest()[:8])
        thought = bot(self.game.name, HINT_BOT).think(seen, told, luck)
        because = explain(seen, told, thought.code)
        reason = None if because is None else wire.Reason(because.key, dict(because.arguments))
        advice = hints.Advice(thought, HINT_BOT, reason)
        return hints._hint(self.viewer, table.number, advice)

    def seen(self, table):
        return table.position.seen(self.viewer)


def answer(make, table):
    try:
        return wire.encode(make(table))
    except Fault as fault:
        return no(fault)


def no(fault):
    return wire.encode(refusal(fault, ENGLISH))


def test_all_that_is_sent_during_a_game_could_have_been_sent_in_another_world(played):
    worlds = {viewer: InAnotherWorld(played, viewer) for viewer in (*range(PLAYERS), None)}
    compared = size = 0
    for viewer, heard in played.heard:
        expected = worlds[viewer].told(heard.seq)
        for name, sent in heard.told.items():
            if name in ("line welcome", "line table"):
                continue  # the same for everybody, and of the table alone
            assert sent == expected[name], (name, viewer, heard.seq)
            compared, size = compared + 1, size + len(sent)
    assert compared > 100
    print(f"\n{compared} answers of {size} bytes compared, {len(played.messages)} messages read")


def test_what_everybody_is_told_of_the_table_is_told_without_looking_at_the_game(played):
    for _, heard in played.heard:
        told = json.loads(heard.told["line table"])
        assert not {"view", "legal", "moves", "codes", "state"} & told.keys()
        assert told["secret"] is None and told["next_promise"] is None


def test_a_message_says_what_the_whole_table_knows(played):
    """Whose turn it is and since when, in words that name no card."""
    moments = {entry.at for entry in played.entries}
    assert {message["kind"] for message in played.messages} >= {"turn"}
    for message in played.messages:
        for about in message["tables"]:
            assert about.keys() == {
                *("kind", "table", "game", "link", "seat", "name", "since", "until")
            }
            assert about["name"] in ("", *(f"P{seat}" for seat in range(PLAYERS)))
            assert about["since"] in moments
        if message["kind"] == "turn":
            (about,) = message["tables"]
            said = {
                ENGLISH.say(key, name=about["name"], table=about["table"])
                for key in ("message.turn", "message.turn_of")
            }
            assert message["sentence"] in said


def test_the_seats_whose_secrets_differ_would_see_the_difference(played):
    """Or the first test would hold of anything."""
    world = InAnotherWorld(played, None)
    seq = played.heard[len(played.heard) // 2][1].seq
    views = [feed.game_news(world.until(seq), seat).view for seat in range(PLAYERS)]
    sent = [
        json.loads(heard.told["/game"])["view"]
        for viewer, heard in played.heard
        if heard.seq == seq and viewer is not None
    ]
    assert msgspec.to_builtins(views) != sent
