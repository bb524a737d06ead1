"""Bots that play with `galopp.client`: whole games, lost connections, and what is refused."""

import random
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, HTTPServer, ThreadingHTTPServer

import httpx
import pytest

import galopp
from galopp.client import (
    Change,
    GameNews,
    Missed,
    Move,
    Refused,
    Seat,
    Server,
    Settings,
    TableNews,
    Turn,
    Unreachable,
)
from galopp.table.levels import STAND_IN
from serving import CLIENT, ServerProcess, free_port

AT_ONCE = Settings(pace=0)  # the server's bots play at once
Played = tuple[int, int, str]  # number of the decision, seat, move


@pytest.fixture(scope="module")
def address(shared_server: ServerProcess) -> str:
    """Where a server is that all tests here share who do it no harm."""
    return shared_server.address


@contextmanager
def at(address: str, **how: object) -> Iterator[Server]:
    with Server(address, language="en", **how) as server:
        yield server


class Bot(threading.Thread):
    """Plays a seat at random, and remembers what the server said yes to."""

    def __init__(self, seat: Seat, luck: int, tell: Callable[[], None] = lambda: None) -> None:
        super().__init__(daemon=True)  # a bot that hangs fails its test, and ends with it
        self.seat, self.luck, self.tell = seat, random.Random(luck), tell
        self.played: list[Played] = []
        self.failed: Exception | None = None
        self.start()

    def run(self) -> None:
        try:
            for turn in self.seat.turns():
                self.play(turn)
        except Exception as failed:
            self.failed = failed
            raise

    def play(self, turn: Turn) -> None:
        move = self.luck.choice(turn.legal)
        if turn.play(move):
            self.played.append((turn.news.decision, turn.seat, move.notation))
            self.tell()


def sit_down(server: Server, game: str, players: int, **options: object) -> list[Seat]:
    """A table full of bots, each on a connection of its own."""
    table = server.open(game, players, settings=AT_ONCE, **options)
    return [table.sit("Seat 0"), *(server.join(table.code, f"Seat {n}") for n in range(1, players))]


def until_over(bots: list[Bot]) -> galopp.Record:
    """The game that the bots have played; reading it plays it through."""
    for bot in bots:
        bot.join(timeout=120)
        assert not bot.is_alive()
        assert bot.failed is None
    return galopp.Record.read(bots[0].seat.table.record())


def decisions(record: galopp.Record) -> list[Played]:
    return [tuple(decision) for decision in record.moves]


# --- Whole games


@pytest.mark.parametrize("game", galopp.game_names())
def test_client_bots_play_a_whole_game_of_every_kind(address, game):
    with at(address) as server:
        seats = sit_down(server, game, players=3)
        seats[0].table.start()
        bots = [Bot(seat, seat.number) for seat in seats]
        record = until_over(bots)
    assert decisions(record) == sorted(played for bot in bots for played in bot.played)
    assert record.names == {0: "Seat 0", 1: "Seat 1", 2: "Seat 2"}


def test_a_bot_calls_catches_and_lets_go_in_the_window(address):
    with at(address) as server:
        table = server.open("saumaumau", 3, settings=AT_ONCE, mau=True, mau_window=1)
        seat = table.sit("Rosa")
        table.add_bots()
        table.start()
        windows = 0
        for turn in seat.turns():
            windows += turn.window is not None
            turn.play(cards_first(turn))
        assert galopp.Record.read(table.record()).options["mau"] is True
    assert windows > 0


def cards_first(turn: Turn) -> Move:
    """A move after which a hand is rather small."""
    return next((move for move in turn.legal if move.card), turn.legal[0])


def test_news_that_are_older_than_ones_own_answer_ask_nothing(address):
    with at(address) as server:
        table = server.open("saumaumau", 4, mau=True, mau_window=60)
        for name in ("Rosa", "Otto", "Zoë", "Max"):
            table.sit(name)
        table.start()
        for turn in table.turns():
            if turn.window is not None:
                break
            turn.play(cards_first(turn))
        one, other, _ = (seat for seat in table.seats if seat.number != turn.window.seat)
        turns = one.turns()
        asked = next(turns)
        assert next(other.turns()).play("let-go")  # of which there are news to the one
        assert asked.play("let-go")
        table.close()
        assert [turn.news.decision for turn in turns] == []


def test_one_client_plays_several_seats_over_one_connection(address):
    with at(address) as server:
        table = server.open("ostfriesenlauf", 3)
        for name in ("Rosa", "Otto", "Zoë"):
            table.sit(name)
        table.start()
        played = [turn.seat for turn in table.turns() if turn.play(turn.legal[-1])]
        record = galopp.Record.read(table.record())
    assert played == [decision.seat for decision in record.moves]
    assert set(played) == {0, 1, 2}


def test_a_rematch_is_another_game_at_the_same_table(address):
    with at(address) as server:
        table = server.open("schweinsgalopp", 2, settings=AT_ONCE, races=1)
        seat = table.sit("Rosa")
        table.add_bots("beginner")
        assert [shown.kind for shown in table.look().seats] == ["person", "bot"]
        promises = [table.promise]
        table.start()
        assert [turn.play(turn.legal[0]) for turn in seat.turns()]
        table.rematch()
        promises.append(table.look().promise)
        table.start()
        assert [turn.play(turn.legal[0]) for turn in seat.turns()]
        records = [galopp.Record.read(table.record(round)) for round in (1, 2)]
    assert [record.luck.promise for record in records] == promises


# --- A server that goes away


@pytest.mark.a_few(1)
@pytest.mark.parametrize(
    ("game", "end"),
    [("saumaumau", ServerProcess.kill), ("schweinsgalopp", ServerProcess.stop)],
    ids=["killed", "told to stop"],
)
def test_a_game_goes_on_after_the_server_was_restarted_and_nothing_is_decided_twice(
    server, game, end
):
    told = threading.Semaphore(0)
    with at(server.address) as client:
        seats = sit_down(client, game, players=2)
        seats[0].table.start()
        bots = [Bot(seat, seat.number, told.release) for seat in seats]
        for decided in (1, 12):
            for _ in range(decided):
                assert told.acquire(timeout=60)
            end(server)
            server.start()
        record = until_over(bots)
    assert decisions(record) == sorted(played for bot in bots for played in bot.played)


def test_a_bot_hears_all_that_happened_though_the_server_was_killed_meanwhile(server):
    with at(server.address) as client:
        table = client.open("saumaumau", 3, settings=AT_ONCE)
        seat = table.sit("Rosa")
        table.add_bots()
        table.start()
        turns = []
        for turn in seat.turns():
            turns.append(turn)
            if len(turns) == 5:
                server.kill()
                server.start()
            turn.play(turn.legal[0])
        past = seat.history(since=0)
    first, last = turns[0].news.seq, turns[-1].news.seq
    heard = [happened for turn in turns[1:] for happened in turn.happened]
    assert heard == [one for then in past if first < then.seq <= last for one in then.happened]


class BadLine(BaseHTTPRequestHandler):
    """A line to the server on which every message's first answer is lost, and news are cut off."""

    server: "BadLines"

    def do_POST(self) -> None:
        body = self.rfile.read(int(self.headers["content-length"]))
        answer = CLIENT.post(self.there, headers=self.shown, content=body)
        if body in self.server.heard:
            self.send_response(answer.status_code)
            self.end_headers()
            self.wfile.write(answer.content)
        self.server.heard.append(body)

    def do_GET(self) -> None:
        with httpx.stream("GET", self.there, headers=self.shown, timeout=60) as answer:
            self.send_response(answer.status_code)
            self.end_headers()
            told = b""
            for part in answer.iter_raw():
                told += part
                if "news" in self.path and told.count(b"\n") > 6:
                    part = part[:-9]  # in the middle of a line
                self.wfile.write(part)
                if not part.endswith(b"\n") and "news" in self.path:
                    return

    @property
    def there(self) -> str:
        return self.server.address + self.path

    @property
    def shown(self) -> dict[str, str]:
        wanted = ("authorization", "content-type", "accept-language")
        return {name: self.headers[name] for name in wanted if self.headers[name]}

    def log_message(self, *_: object) -> None:
        pass


class BadLines(ThreadingHTTPServer):
    """Where such lines lead in; they lead out at a real server."""

    def __init__(self, address: str) -> None:
        super().__init__(("127.0.0.1", 0), BadLine)
        self.address = address
        self.heard: list[bytes] = []

    def handle_error(self, *_: object) -> None:
        """A client that has hung up is no error."""


def test_over_a_line_that_loses_every_answer_a_bot_decides_everything_exactly_once(address):
    with BadLines(address) as lines:
        threading.Thread(target=lines.serve_forever, daemon=True).start()
        with at(f"http://127.0.0.1:{lines.server_port}", patience=20.0) as server:
            seat = solo(server)
            played = [turn for turn in seat.turns() if turn.play(turn.legal[0])]
            record = galopp.Record.read(seat.table.record())
        lines.shutdown()
    assert [turn.news.decision for turn in played] == [one.number for one in record.moves]
    assert [turn.legal[0].notation for turn in played] == [one.notation for one in record.moves]
    decided = [body for body in lines.heard if b'"decide"' in body]
    assert len(decided) == 2 * len(set(decided)) == 2 * len(played)


def test_a_bot_that_was_restarted_comes_back_with_its_key(address):
    with at(address) as before:
        seat = before.open("ostfriesenlauf", 1).sit("Rosa")
        seat.table.start()
        next(seat.turns()).play("draw 1")
    with at(address) as after:
        back = after.join(seat.table.code.lower(), "Rosa", key=seat.key)
        assert back.number == seat.number
        assert all(turn.play(turn.legal[0]) for turn in back.turns())
        assert galopp.Record.read(back.table.record()).moves[0].notation == "draw 1"


def test_patience_with_a_server_that_is_not_there_has_an_end():
    with at(f"http://127.0.0.1:{free_port()}", patience=0.3) as server:
        with pytest.raises(Unreachable) as caught:
            server.games()
    assert caught.value.key == "server_unreachable"
    assert "cannot be reached" in str(caught.value)


class SomethingElse(BaseHTTPRequestHandler):
    """A server on the same port that knows nothing of tables."""

    def do_GET(self) -> None:
        self.send_response(200 if self.path.endswith("games") else 404)
        self.end_headers()
        self.wfile.write(b"<h1>It works!</h1>")

    def log_message(self, *_: object) -> None:
        pass


def test_something_else_that_answers_is_not_taken_for_a_table_server():
    with HTTPServer(("127.0.0.1", 0), SomethingElse) as web:
        threading.Thread(target=web.serve_forever, daemon=True).start()
        with at(f"http://127.0.0.1:{web.server_port}") as server:
            for ask in (server.games, server.tables, lambda: list(server.table("X").news([]))):
                with pytest.raises(Unreachable) as caught:
                    ask()
                assert caught.value.key == "no_table_server"
        web.shutdown()


def test_whoever_asks_too_much_is_slowed_down_and_gets_every_answer(tmp_path, caplog):
    with ServerProcess(tmp_path / "data") as running, at(running.address) as server:
        for _ in range(60):  # codes that are nobody's: 40, and then one every 5 seconds
            with pytest.raises(Refused) as caught:
                server.table("BBBBBB").look()
            assert caught.value.key == "no_such_table"
            if "too_much" in caplog.text:
                break
    assert "too_much" in caplog.text


# --- What is refused


def solo(server: Server) -> Seat:
    seat = server.open("ostfriesenlauf", 1).sit("Rosa")
    seat.table.start()
    return seat


def test_a_move_that_is_not_legal_is_refused_with_a_reason_and_may_be_put_right(address):
    with Server(address, language="de") as server:
        seat = solo(server)
        turn = next(seat.turns())
        with pytest.raises(Refused) as caught:
            turn.play("draw 1", "draw 1")
        assert caught.value.key == "decide_one_by_one"
        with pytest.raises(Refused) as caught:
            turn.play("1:-2")
        assert (caught.value.key, caught.value.status) == ("illegal_move", 409)
        assert caught.value.arguments["written"] == "1:-2"
        assert caught.value.arguments["ruling"] in caught.value.sentence
        assert caught.value.sentence in str(caught.value)
        assert seat.look().decision == 1
        assert turn.play("draw 1")
        assert seat.look().decision == 2


def test_sentences_come_in_the_language_asked_for(address):
    said = {}
    for language in ("de", "en", "fr"):
        with Server(address, language=language) as server:
            with pytest.raises(Refused) as caught:
                server.join("KQHTZM", "Rosa")
            assert caught.value.key == "no_such_table"
            said[language] = caught.value.sentence
    assert len(set(said.values())) == 3


def test_an_answer_that_comes_second_changes_nothing(address):
    with at(address) as server:
        seat = solo(server)
        turn = next(seat.turns())
        assert turn.play(turn.legal[0])
        assert not turn.play(turn.legal[0])
        assert seat.look().decision == 2


def test_a_client_without_the_key_of_a_seat_may_not_speak_for_it(address):
    with at(address) as server:
        seat = solo(server)
        stranger = server.table(seat.table.code, host_key=None)
        with pytest.raises(Refused) as caught:
            Seat(stranger, seat.number, seat.key).say("oink")
        assert caught.value.key == "key_opens_nothing"


def test_an_exception_and_a_log_show_no_key(address):
    with at(address) as server:
        seat = solo(server)
        assert repr(seat) == f"<seat 0 at table {seat.table.code}>"
        assert repr(seat.table) == f"<table {seat.table.code}>"


# --- At the table


def test_whoever_watches_hears_what_everybody_may_know_until_the_table_is_closed(address):
    with at(address) as server:
        seat = solo(server)
        news = server.table(seat.table.code).watch()
        heard = [next(news)]
        assert all(turn.play(turn.legal[0]) for turn in seat.turns())
        seat.table.close()
        heard += news
    assert not [told for told in heard if isinstance(told, Missed)]
    games = [told for told in heard if isinstance(told, GameNews)]
    assert games and all(told.viewer is None and told.legal == [] for told in games)
    assert [told.phase for told in heard if isinstance(told, TableNews)][-1] == "closed"


@pytest.mark.parametrize("agree", [True, False])
def test_a_bot_answers_whoever_wants_to_undo(address, agree):
    with at(address) as server:
        rosa, otto = sit_down(server, "saumaumau", players=2, start_player=0)
        rosa.table.start()
        thread = threading.Thread(target=play_on, args=(otto.turns(agree),), daemon=True)
        thread.start()
        for number, turn in enumerate(rosa.turns()):
            turn.play(turn.legal[0] if number else "draw")
            if not number:
                rosa.undo()  # of a card that was seen: only if Otto agrees
                wait_for_answer(rosa)
        thread.join(timeout=60)
        record = galopp.Record.read(rosa.table.record())
    assert (record.moves[0].number > 1) is agree


def wait_for_answer(seat: Seat) -> None:
    for news in seat.news():
        if isinstance(news, TableNews) and news.undo is None:
            return


def play_on(turns: Iterator[Turn]) -> None:
    for turn in turns:
        turn.play(turn.legal[0])


def test_whoever_asks_for_turns_takes_back_a_seat_where_a_bot_played_on(address):
    with at(address) as server:
        table = server.open("schweinsgalopp", 2, settings=Settings(pace=10))
        seat = table.sit("Rosa")
        table.sit("Otto")
        table.start()
        seat.leave()
        assert table.look().seats[0].level == STAND_IN
        for turn in table.turns():
            assert table.look().seats[0].level == ""
            assert turn.play(turn.legal[0])
        assert table.look().phase == "over"


def test_a_decision_for_a_seat_that_a_bot_has_taken_over_takes_it_back(address):
    with at(address) as server:
        table = server.open("schweinsgalopp", 2, settings=Settings(pace=10))
        table.sit("Rosa")
        table.sit("Otto")
        table.start()
        turn = next(table.turns())
        table.seats[turn.seat].leave()
        assert turn.play(turn.legal[0])
        assert table.look().seats[turn.seat].level == ""


def test_a_host_arranges_the_table(address):
    with at(address) as server:
        table = server.open("saumaumau", 2)
        rosa, otto = table.sit("Rosa", pig="muddy"), server.join(table.code, "Otto", seat=1)
        table.arrange(players=4, options={"mau": True}, settings=Change(pace=0))
        table.swap(0, 3)
        table.add_bot(0, "beginner")
        table.send_away(1)
        shown = table.look()
        assert [(seat.kind, seat.name, seat.level) for seat in shown.seats] == [
            ("bot", "Trudi", "beginner"),
            ("free", "", ""),
            ("free", "", ""),
            ("person", "Rosa", ""),
        ]
        assert (shown.options["mau"], shown.settings.pace) == (True, 0)
        with pytest.raises(Refused) as caught:
            next(otto.turns())
        assert caught.value.key == "key_opens_nothing"
        table.add_bots()
        table.start()
        turn = next(rosa.turns())
        assert turn.play(turn.legal[0])
        assert rosa.number == 3


def test_a_seat_moves_to_another_device_with_a_new_key(address):
    with at(address) as server:
        seat = solo(server)
        old = seat.key
        key = seat.table.reissue(seat.number)
        assert next(seat.turns()).play("draw 1")
        assert server.join(seat.table.code, "Rosa", key=key).look().decision == 2
        with pytest.raises(Refused):
            next(server.table(seat.table.code).news([old]))


def test_phrases_are_heard_and_a_deleted_table_is_gone(address):
    with at(address) as server:
        seat = solo(server)
        seat.say("oink")
        seat.say(text="A good game to all of you!")
        said = [one.arguments for past in seat.history()[-2:] for one in past.happened]
        assert [(one["phrase"], one["text"]) for one in said] == [
            ("oink", ""),
            ("", "A good game to all of you!"),
        ]
        seat.table.delete()
        with pytest.raises(Refused) as caught:
            seat.table.look()
        assert caught.value.key == "no_such_table"


def test_games_are_listed_with_their_moves_and_bots(address):
    with at(address) as server:
        assert {game.name for game in server.games()} == set(galopp.game_names())
        assert all("strongest" in game.bots for game in server.games())
        assert server.tables() == []


@pytest.mark.parametrize("game", galopp.game_names())
def test_a_client_is_told_who_did_what_in_this_race(address, game):
    with at(address) as server:
        table = server.open(game, 3, AT_ONCE)
        seats = [table.sit("Rosa"), table.sit("Rudi")]
        table.add_bots("casual")
        table.start()
        lengths = []
        for turn, _ in zip(table.turns(), range(12), strict=False):
            told = turn.told()
            decided = [entry for entry in told if entry.what == "decided"]
            assert turn.table_news.phase == "playing"
            if decided:
                last = turn.view["last_seat"], turn.view["last_code"]
                assert last == (decided[-1].seat, decided[-1].move)
            lengths.append(len(decided))
            mine = next(seat for seat in seats if seat.number == turn.seat)
            assert mine.told().told == told
            turn.play(turn.legal[-1])
        assert lengths[-1] > 5
        table.close()


def test_a_game_is_brought_and_reviewed(address):
    position = galopp.game("schweinsgalopp").new(2, 5, races=1)
    while len(position.decided) < 12:
        position.play(position.legal[-1])
    told = []
    with at(address) as server:
        name = server.bring(str(galopp.Record.of(position)))
        found = server.review(name, told.append)
        assert len(found.steps) == 12
        assert not found.finished
        assert [shown.progress for shown in told] == sorted(shown.progress for shown in told)
        assert told[-1].review == found
        with pytest.raises(Refused):
            server.review("NIXDA-1")
