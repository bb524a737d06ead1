"""Nothing that a seat may not know is in any byte that it is sent.

Two servers hold the same tables, but for what one viewer may not know: every state in the
log of the second is dealt anew from what that viewer saw, and others' decisions, keys and
message ids are different ones. Every answer and every feed must be the same to the byte.
"""

import itertools
import json
import random
import re
import threading
from contextlib import ExitStack, suppress

import pytest
from devices import CLIENT, OddServer, Table
from msgspec import structs
from websockets.exceptions import ConnectionClosed

import galopp
from galopp import wire
from galopp.core import record
from galopp.core.chance import chance
from galopp.core.words import NOBODY
from galopp.store import Entry, Write
from galopp.store.sqlite import Log
from galopp.table import feed, log
from galopp.table.fold import fold, new_table
from galopp.table.kept import restored
from galopp.table.keys import Kind, hashed, new_key
from galopp.wire.frames import TableFrames, place_of
from galopp.wire.layout import subprotocol
from serving import WITHIN, ServerProcess

NOON = 1_800_000_000.0  # the time, always
# A bot that thinks by the clock never thinks the same twice; by a number of tries it does.
AS_EVER = ("--always", str(NOON), "--hint-bot", "strongest@500")
PLAYERS = 3
OPTIONS = {"saumaumau": {"mau": True, "mau_window": 0}, "ostfriesenlauf": {}, "schweinsgalopp": {}}
SO_FAR = {"saumaumau": 25, "ostfriesenlauf": 8, "schweinsgalopp": 16}  # decisions: the middle


# --- The same game, but for what a viewer may not know


def redealt(game, state, viewer, luck):
    """Another state that the viewer cannot tell from this one."""
    rules, before = game.rules, restored(game, state)
    if rules.mover(before) == NOBODY:
        return state  # it is over, and all is open
    seen, other = record.blank(rules.SEEN), record.blank(rules.STATE)
    rules.show(before, NOBODY if viewer is None else viewer, seen)
    rules.redeal(seen, luck, other)
    return other.tobytes()


def in_another_world(event, game, viewer, luck):
    """The event, with another secret in the place of every secret."""
    if event.by != f"seat {viewer}" and event.answers:
        event = structs.replace(event, answers=f"other-{event.answers}")
    match event:
        case log.Began():
            return structs.replace(event, state=redealt(game, event.state, viewer, luck))
        case log.Decided():
            after = [redealt(game, state, viewer, luck) for state in event.after]
            codes = event.codes
            if event.seat != viewer:
                codes = [next(other for other in game.moves if other != code) for code in codes]
            return structs.replace(event, after=after, codes=codes)
        case log.Sat(seat=seat) if seat != viewer:
            return structs.replace(event, key=hashed(new_key(), Kind.SEAT))
    return event


def copied(folder, to, viewer):
    """A data folder with the same tables in another world."""
    luck = chance(7 if viewer is None else viewer)
    with Log.read_only(folder) as source, Log.open(to) as target:
        for heading in source.headings():
            entries = source.read(heading.table)
            game = galopp.game(log.decode(entries[0].body).game)
            changed = [
                Entry(entry.table, entry.seq, entry.at, log.encode(event))
                for entry in entries
                for event in [in_another_world(log.decode(entry.body), game, viewer, luck)]
            ]
            target.append_and_wait(Write(changed, heading))


def is_game(heard):
    return bool(heard) and (isinstance(heard[-1], bytes) or '"type":"game"' in heard[-1])


class World:
    """One server, and how to ask it for everything that a viewer can get."""

    def __init__(self, server, tables):
        self.tables = [at_another_server(table, server) for table in tables]

    def everything(self, number, viewer, keys):
        """All bytes that a viewer is ever sent about a table, feed by feed."""
        table = self.tables[number]
        told = {path: table.ask("GET", path, *keys).content for path in PATHS}
        told["line"] = self._heard(table, keys)
        until_alone(table)
        told["frames"] = self._heard(table, keys, framed=True)
        until_alone(table)
        told["stream"] = self._streamed(table, keys)
        until_alone(table)
        told["no"] = [answer.content for answer in self._refusals(table, viewer, keys)]
        return told

    def _heard(self, table, keys, framed=False):
        heard, asked_for = [], [subprotocol(table.ask("GET").json()["game"])]
        with table.silent_line(subprotocols=asked_for if framed else None) as line:
            line.send({"type": "hello", "keys": list(keys), "language": "de", "since": 5})
            while not is_game(heard):
                heard.append(line.socket.recv(timeout=WITHIN))
        return heard

    def _streamed(self, table, keys):
        address = f"{table.server.address}{table.path}/news?since=8"
        shown = {"authorization": f"Bearer {','.join(keys)}"}
        lines = []
        with CLIENT.stream("GET", address, headers=shown) as news:
            for line in news.iter_lines():
                lines.append(line)
                if '"type":"game"' in line:
                    return lines
        raise AssertionError("the stream ended")

    def _refusals(self, table, viewer, keys):
        """Every move that is not legal, and everything else that changes nothing."""
        asked = table.ask("GET", "/game", *keys).json()
        for seat in range(PLAYERS):
            codes = range(64) if seat == viewer else range(2)
            for code in set(codes) - set(asked["legal"]):
                said = {"seat": seat, "decision": asked["decision"], "moves": [code]}
                message = {"type": "decide", "id": f"no-{seat}-{code}", **said}
                yield table.ask("POST", "/messages", *keys, json=message)
        for seat in range(PLAYERS):
            yield table.ask("GET", f"/game?seat={seat}", *keys)
            yield table.ask("GET", f"/history?seat={seat}&since=3", *keys)


def until_alone(table):
    """Wait until the server has noticed that everybody has gone."""
    while True:
        shown = table.ask("GET").json()
        if not shown["watching"] + shown["screens"] and not any(
            seat["connected"] for seat in shown["seats"]
        ):
            return


PATHS = ("", "/game", "/told", "/hint", "/foresight", "/history", "/history?since=10", "/record")


def at_another_server(table, server):
    return Table(server, table.code, table.host, table.players, table.seats)


def in_the_middle(server, game, asked_last):
    """A table in the middle of a game, where a certain seat is asked."""
    for seed in itertools.count():
        table = Table.open(server, game, PLAYERS, options=OPTIONS[game]).sit_down()
        if play_into_the_middle(table, SO_FAR[game], asked_last, random.Random(seed)):
            return table
        table.ask("DELETE", "", table.host)  # it was over before


def play_into_the_middle(table, so_far, asked_last, luck):
    for decided in itertools.count(1):
        asked = table.game(table.seats[0])["asked"]
        if not asked or (decided > so_far and asked == [asked_last]):
            return bool(asked)
        seat = luck.choice(asked)
        table.decide(seat, luck.choice).raise_for_status()
        if decided % 7 == 0:
            take_back(table, seat)
        if decided % 5 == 0:
            table.say(table.seats[seat], "say", seat=seat, phrase="oink").raise_for_status()


def take_back(table, seat):
    """Undo, with everybody's consent if it needs that."""
    if table.say(table.seats[seat], "undo", seat=seat).status_code == 200:
        for other in set(range(PLAYERS)) - {seat}:
            table.say(table.seats[other], "answer_undo", seat=other, agree=True)


@pytest.fixture(scope="module")
def worlds(tmp_path_factory):
    """The real world, and one more for each of the viewers."""
    folder = tmp_path_factory.mktemp("worlds")
    watching = {}
    with ExitStack() as stack:
        real = stack.enter_context(OddServer(folder / "real", *AS_EVER))
        tables = [in_the_middle(real, game, asked) for game in OPTIONS for asked in (0, 1)]
        for table in tables:
            watching[table.code] = [table.watch(), table.watch("tv")]
        servers = {"real": real}
        for viewer in (0, 1, None):
            copied(folder / "real", folder / f"for {viewer}", viewer)
            another = OddServer(folder / f"for {viewer}", *AS_EVER)
            servers[viewer] = stack.enter_context(another)
        yield {name: World(server, tables) for name, server in servers.items()}, watching


@pytest.mark.a_few(1)
@pytest.mark.parametrize("viewer", [0, 1])
def test_a_seat_is_sent_the_same_bytes_whatever_it_may_not_know(worlds, viewer):
    world, _ = worlds
    for number, table in enumerate(world["real"].tables):
        keys = [table.seats[viewer]]
        real = world["real"].everything(number, viewer, keys)
        assert world[viewer].everything(number, viewer, keys) == real


@pytest.mark.parametrize("kind", ["spectator", "tv", "host"])
def test_whoever_watches_is_sent_the_same_bytes_whatever_hands_are_held(worlds, kind):
    world, watching = worlds
    for number, table in enumerate(world["real"].tables):
        keys = dict(zip(("spectator", "tv"), watching[table.code], strict=True))
        real, other = (
            world[name].everything(number, None, [keys.get(kind, table.host)])
            for name in ("real", None)
        )
        assert other == real


def test_the_seat_whose_secrets_differ_does_see_the_difference(worlds):
    """Or the two tests above would hold of anything."""
    world, _ = worlds
    for number, table in enumerate(world["real"].tables):
        differs = [
            view_in_the_log(world["real"].tables[number], other)
            != view_in_the_log(world[viewer].tables[number], other)
            for viewer, other in itertools.product((0, 1, None), range(PLAYERS))
            if viewer != other
        ]
        assert any(differs), table.code


def view_in_the_log(at, viewer):
    """What a seat would see, straight from the log of a world."""
    with Log.read_only(at.server.data) as reader:
        entries = reader.read(at.code)
    table = new_table(at.code, log.decode(entries[0].body), entries[0].at)
    for entry in entries[1:]:
        fold(table, log.decode(entry.body), entry.at)
    return table.position.view(viewer)


# --- Whole games, listened to by everybody


class Listener(threading.Thread):
    """Keeps every byte that one device is sent, until it is hung up on."""

    def __init__(self, table, viewer, key, *subprotocols):
        super().__init__(daemon=True)
        self.table, self.viewer, self.key = table, viewer, key
        self.subprotocols = [*subprotocols]
        self.texts, self.frames = [], []
        self.there = threading.Event()
        self.start()
        assert self.there.wait(10)

    def run(self):
        asked_for = self.subprotocols or None
        with self.table.silent_line(subprotocols=asked_for) as line, suppress(ConnectionClosed):
            line.send({"type": "hello", "keys": [self.key], "language": "fr"})
            while True:
                heard = line.socket.recv()
                (self.texts if isinstance(heard, str) else self.frames).append(heard)
                self.there.set()


def play_to_the_end(table):
    luck, decided = random.Random(4), 0
    while (asked := table.game(table.seats[0]))["asked"]:
        seat = luck.choice(asked["asked"])
        table.decide(seat, luck.choice)
        decided += 1
        if decided % 9 == 0:
            take_back(table, seat)


@pytest.fixture(scope="module")
def games(tmp_path_factory):
    """A server, its games that are over, their logs, and who listened."""
    with ServerProcess(tmp_path_factory.mktemp("games") / "data", "--no-limits") as server:
        played = []
        for game, options in OPTIONS.items():
            table = Table.open(server, game, PLAYERS, options=options)
            table.sit_down()
            keys = [*enumerate(table.seats), (None, table.watch()), (None, table.host)]
            listeners = [Listener(table, viewer, key) for viewer, key in keys]
            framed = [Listener(table, viewer, key, subprotocol(game)) for viewer, key in keys]
            play_to_the_end(table)
            with Log.read_only(server.data) as reader:
                entries = reader.read(table.code)
            table.say(table.host, "close")
            for listener in (*listeners, *framed):
                listener.join()
            played.append((table, entries, listeners, framed))
        metrics = CLIENT.get(f"{server.address}/metrics").text
        yield played, metrics, server.log.read_text(encoding="utf-8")


def in_other_worlds(table, entries, viewer):
    """What happened, one after the other, at a table that the viewer cannot tell from this one."""
    game, luck = galopp.game(log.decode(entries[0].body).game), chance(3)
    other = new_table(table.code, log.decode(entries[0].body), entries[0].at)
    for entry in entries[1:]:
        event = in_another_world(log.decode(entry.body), game, viewer, luck)
        before = other.position
        fold(other, event, entry.at)
        if other.position is not None:
            yield other, event, before


def could_be_told(table, entries, viewer):
    """All news of the game that a viewer could be sent, made in another world."""
    for other, event, before in in_other_worlds(table, entries, viewer):
        for happened in (feed.happened_at(event, before, other.position, viewer), []):
            yield wire.encode(feed.game_news(other, viewer, happened)).decode()


def could_be_framed(table, entries, viewer):
    """The same as frames."""
    for other, event, before in in_other_worlds(table, entries, viewer):
        frames = TableFrames(other)
        for made in (frames.whole(), frames.news_of(event, before)):
            yield made[place_of(viewer)] if made else None


def test_in_whole_games_every_frame_sent_could_have_been_sent_in_another_world(games):
    played, _, _ = games
    for table, entries, _, framed in played:
        for listener in framed:
            assert len(listener.frames) > 5
            assert set(listener.frames) <= set(could_be_framed(table, entries, listener.viewer))


def test_in_whole_games_every_view_sent_could_have_been_sent_in_another_world(games):
    played, _, _ = games
    for table, entries, listeners, _ in played:
        for listener in listeners:
            told = [text for text in listener.texts if text.startswith('{"type":"game"')]
            assert len(told) > 5
            assert set(told) <= set(could_be_told(table, entries, listener.viewer))


def test_no_key_no_hash_and_no_secret_is_ever_told(games):
    played, metrics, operators_log = games
    for table, entries, listeners, _ in played:
        opened, *events = [log.decode(entry.body) for entry in entries]
        keys = {table.host, *table.seats, *(listener.key for listener in listeners)}
        hashes = {opened.host, *(event.key for event in events if hasattr(event, "key"))}
        to_come = next(event.secret for event in events if isinstance(event, log.Ended))
        for text in (metrics, operators_log):
            assert not any(one in text for one in {*keys, *hashes, opened.secret, to_come})
        for listener in listeners:
            for text in listener.texts:
                assert not any(one in text for one in {*keys, *hashes, to_come})
                assert opened.secret not in text or json.loads(text)["phase"] in ("over", "closed")
        assert any(opened.secret in text for text in listeners[0].texts)


def test_the_operator_is_told_of_no_name_no_move_and_no_card(games):
    played, metrics, operators_log = games
    told = [json.loads(line) for line in operators_log.splitlines() if line.startswith("{")]
    assert told
    for line in told:
        assert line.keys() <= {
            *("event", "level", "timestamp"),
            *("table", "game", "players", "round", "phase"),
        }
    for table, *_ in played:
        assert table.code not in metrics
        for name in ("P0", "P1", "P2"):
            assert not re.search(rf"\b{name}\b", metrics + operators_log)
