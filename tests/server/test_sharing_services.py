"""What every server offers, asked of either of two processes that share their tables."""

import time
from dataclasses import replace

import httpx
import pytest
from devices import CLIENT, OddServer, Table

from databases import empty
from databases_shared import cluster, worker_databases
from outside import Outside

__all__ = ["cluster", "worker_databases"]


@pytest.fixture(scope="module")
def pair(tmp_path_factory, worker_databases):
    """Two processes with one database."""
    store = worker_databases[1]
    empty(store)
    folder = tmp_path_factory.mktemp("pair")

    def process(name):
        given = OddServer(folder / name, "--store", store, "--notices-after", "0.2")
        given.arguments += ("--shared-at", given.address)
        return given

    with process("one") as one, process("two") as two:
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
