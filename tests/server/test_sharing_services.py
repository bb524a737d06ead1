"""What every server offers, asked of either of two processes that share their tables."""

import time
from dataclasses import replace

import httpx
import pytest
from devices import CLIENT, OddServer, Table
from websockets.exceptions import ConnectionClosed

from databases import empty
from databases_shared import cluster, worker_databases
from galopp.server.live.websocket import TRY_AGAIN
from outside import Outside

__all__ = ["cluster", "worker_databases"]

EVENTS = "galopp_events_total{"


@pytest.fixture(scope="module")
def pair(tmp_path_factory, worker_databases):
    """Two processes with one database."""
    store = worker_databases[1]
    empty(store)
    folder = tmp_path_factory.mktemp("pair")

    def process(name):
        hasty = (
            "--notices-after",
            "0.2",
            "--hint-bot",
            "strongest@40",
        )
        given = OddServer(folder / name, "--store", store, *hasty)
        given.arguments += ("--shared-at", given.address)
        return given

    with process("one") as one, process("two") as two:
        for opened, asked in ((one, two), (two, one)):  # each knows that the other has come
            table = at(Table.open(opened), asked)
            until(lambda table=table: table.ask("GET", "").status_code == 200)
        yield one, two


@pytest.fixture
def outside():
    with Outside() as running:
        yield running


def at(table, server):
    """The same table, asked of another process."""
    return replace(table, server=server)


def until(is_it):
    """Wait for what comes of itself."""
    end = time.monotonic() + 60
    while not (found := is_it()):
        assert time.monotonic() < end
        time.sleep(0.05)
    return found


def test_a_table_is_the_same_wherever_it_is_asked_for(pair):
    one, two = pair
    for opened in (one, two):
        table = Table.open(opened).sit_down()
        here, there = at(table, one), at(table, two)
        assert here.picture() == there.picture()
        assert here.ask("GET", "/nowhere").status_code == there.ask("GET", "/nowhere").status_code
        for way in (here, there):
            way.decide(way.mover()).raise_for_status()
        assert here.picture() == there.picture()


def test_a_line_to_either_hears_what_is_said_at_the_other(pair):
    one, two = pair
    table = Table.open(one).sit_down()
    here, there = at(table, one), at(table, two)
    with here.line(table.seats[0]) as first, there.line(table.seats[1]) as second:
        for _ in range(3):
            mover = here.mover()
            (here, there)[mover].decide(mover).raise_for_status()
        told = [line.until(lambda news: news.get("decision", 0) >= 3) for line in (first, second)]
        assert told[0]["seq"] == told[1]["seq"]
        assert second.say("undo", seat=1)["type"] in ("accepted", "refused")


def test_a_line_ends_over_a_relay_as_it_does_without(pair):
    one, two = pair
    table = Table.open(one).sit_down()
    with table.line(table.host) as here, at(table, two).line(table.seats[1]) as there:
        here.send({"type": "close", "id": "c1"})
        ended = []
        for line in (here, there):
            with pytest.raises(ConnectionClosed) as closed:
                line.until(lambda _: False)
            ended.append(closed.value.rcvd)
    assert ended[0] == ended[1] is not None


def test_a_stream_of_lines_comes_through_and_ends_with_whoever_listens(pair):
    one, two = pair
    table = Table.open(one).sit_down()
    key = {"authorization": f"Bearer {table.seats[0]}"}
    for server in pair:
        with httpx.stream("GET", f"{server.address}{table.path}/news", headers=key) as news:
            lines = news.iter_lines()
            assert '"welcome"' in next(lines)
    streams = "galopp_streams 0.0"
    until(lambda: all(streams in CLIENT.get(f"{s.address}/metrics").text for s in pair))


def test_a_table_that_nobody_has_is_nowhere(pair):
    for server in pair:
        answers = [CLIENT.get(f"{server.address}/api/tables/{c}") for c in ("QQQQQQ", "x", "ÄÖ")]
        assert [answer.json()["key"] for answer in answers] == ["no_such_table"] * 3


def test_standings_and_the_public_list_tell_of_the_tables_of_both(pair):
    one, two = pair
    listed = {"settings": {"listed": True, "pace": 0}}
    tables = [Table.open(server, **listed) for server in pair]
    codes = {table.code for table in tables}
    for server in pair:
        shown = CLIENT.get(f"{server.address}/api/tables").json()
        assert codes <= {row["code"] for row in shown}
        asked = {"tables": ",".join(codes)}
        stands = CLIENT.get(f"{server.address}/api/standings", params=asked).json()
        assert {row["code"]: row["phase"] for row in stands} == dict.fromkeys(codes, "lobby")


def test_a_day_is_the_same_deal_and_its_results_are_known_to_both(pair):
    one, two = pair
    day = CLIENT.get(f"{one.address}/api/day").json()[0]["day"]
    for server, other in ((one, two), (two, one)):
        begin = {"begin": {"day": day}}
        table = Table.open(server, "ostfriesenlauf", 3, **begin).sit_down(1)
        assert CLIENT.get(f"{other.address}/api/day").status_code == 200  # before it is over
        while table.game(table.seats[0])["winners"] is None:
            now = table.game(table.seats[0])
            if 0 in now["asked"]:
                table.decide(0)
    names = ["P0" for _ in pair]
    for server in pair:
        shown = CLIENT.get(f"{server.address}/api/day").json()
        results = next(one for one in shown if one["game"] == "ostfriesenlauf")["results"]
        assert [result["name"] for result in results] == names[:1]


def test_a_game_is_watched_again_and_reviewed_alike_at_both(pair):
    one, two = pair
    table = Table.open(one, "schweinsgalopp", 2, options={"races": 1}).sit_down(1)
    while table.game(table.seats[0])["winners"] is None:
        if 0 in table.game(table.seats[0])["asked"]:
            table.decide(0)
    paths = [f"/api/replays/{table.code}-1{path}" for path in ("", "/frames", "/record", "/review")]
    for path in paths:
        answers = [until_made(f"{server.address}{path}") for server in pair]
        assert answers[0].content == answers[1].content, path


def until_made(address):
    """What is made when somebody asks, as soon as it is."""
    return until(lambda: (found := CLIENT.get(address)).status_code == 200 and found)


def test_a_hint_is_the_same_wherever_it_is_asked_for(pair):
    one, two = pair
    table = Table.open(one).sit_down()
    key = table.seats[table.mover()]
    hints = [at(table, server).ask("GET", "/hint", key) for server in pair]
    assert hints[0].status_code == 200
    assert hints[0].json() == hints[1].json()


def test_whatever_happens_is_counted_once(pair):
    one, two = pair
    before = sum(map(events_counted, pair))
    table = Table.open(one).sit_down()
    for server in (one, two, two):
        at(table, server).decide(at(table, server).mover()).raise_for_status()
    with one.place.look() as reader:
        happened = len(reader.read(table.code))
    assert sum(map(events_counted, pair)) - before == happened


def events_counted(server):
    text = CLIENT.get(f"{server.address}/metrics").text
    return sum(float(line.split()[-1]) for line in text.splitlines() if EVENTS in line)


def test_a_clock_runs_out_once_however_often_its_table_changes_hands(pair):
    one, two = pair
    settings = {"pace": 0, "thinking": {"kind": "days", "seconds": 2}}
    tables = [Table.open(server, settings=settings).sit_down() for server in (one, two)]
    two.kill()  # its table's clock runs on, and nobody asks for it
    two.start()
    for table in tables:
        for server in (one, two):
            here = at(table, server)
            until(lambda here=here: seats_taken_over(here) == [0, 1])


def seats_taken_over(table):
    """The seats for which bots play on: each as often as the log says so."""
    answer = table.ask("GET", "/history", table.seats[0])
    if answer.status_code == 503:  # the table changes its process: whoever asks again is told
        return []
    shown = [shown for past in answer.json() for shown in past["happened"]]
    found = [one for one in shown if one["key"].startswith("table.took_over")]
    return sorted(one["arguments"]["seat"] for one in found)


def test_a_notice_is_sent_once_whichever_was_asked_and_whoever_goes(pair, outside):
    one, two = pair
    tables = [Table.open(server).sit_down() for server in (one, two, one, two)]
    for number, table in enumerate(tables):
        way = {"kind": "webhook", "url": f"{outside.address}/{number}"}
        asked = at(table, (two, one, one, two)[number])
        asked.ask("POST", "/notices", table.seats[table.mover()], json={"way": way})
    outside.wait_for(len(tables))
    assert two.stop() == 0
    with at(tables[1], one).line(tables[1].host):  # its tables are here now
        time.sleep(3.0)  # seconds in which a second one would have been sent
    two.start()
    time.sleep(3.0)
    assert sorted(request.path for request in outside.requests) == ["/0", "/1", "/2", "/3"]


def test_no_key_is_ever_logged(pair):
    one, two = pair
    table = Table.open(one).sit_down()
    for server in pair:
        at(table, server).picture()
        with at(table, server).line(*table.seats):
            pass
    said = one.log.read_text() + two.log.read_text()
    assert not [key for key in (table.host, *table.seats) if key in said]
    assert "Traceback" not in said


def test_a_stream_whose_process_is_killed_ends_and_is_no_fault_of_the_one_in_between(pair):
    one, two = pair
    table = Table.open(two).sit_down()
    key = {"authorization": f"Bearer {table.seats[0]}"}
    with httpx.stream("GET", f"{one.address}{table.path}/news", headers=key) as news:
        lines = news.iter_lines()
        assert '"welcome"' in next(lines)
        two.kill()
        with pytest.raises(httpx.RemoteProtocolError):
            list(lines)
    two.start()
    assert "Traceback" not in one.log.read_text()


def test_a_line_whose_process_is_killed_ends_with_the_wish_to_try_again(pair):
    one, two = pair
    table = Table.open(two).sit_down()
    with at(table, one).line(table.seats[0]) as line:
        two.kill()
        with pytest.raises(ConnectionClosed) as closed:
            line.until(lambda _: False)
    two.start()
    assert closed.value.rcvd is not None and closed.value.rcvd.code == TRY_AGAIN
    assert "Traceback" not in one.log.read_text()
