"""Hints: what a bot would do in one's place, told to whoever is asked and to nobody else."""

import pytest
from devices import Table
from windows import SHORT, play_until_a_window_opens

import galopp
from galopp.bots import NAMES
from serving import ServerProcess

GAMES = galopp.game_names()


@pytest.fixture(scope="module")
def server(tmp_path_factory):
    with ServerProcess(tmp_path_factory.mktemp("hints") / "data", "--no-limits") as running:
        yield running


def refused(answer):
    return answer.status_code, answer.json()["key"]


def asked(table):
    """Who is asked, and who is not."""
    everybody = range(table.players)
    now = table.game(table.seats[0])["asked"]
    return now[0], [seat for seat in everybody if seat not in now]


@pytest.mark.parametrize("game", GAMES)
def test_a_whole_game_can_be_played_by_hints(server, game):
    table = Table.open(server, game, 2).sit_down()
    while (seat := next(iter(table.game(table.seats[0])["asked"]), None)) is not None:
        stands = table.game(table.seats[seat])
        hint = table.ask("GET", "/hint", table.seats[seat]).raise_for_status().json()
        assert set(hint) == {"seat", "decision", "moves", "level"}
        assert (hint["seat"], hint["level"]) == (seat, NAMES[-1])
        assert set(hint["moves"]) <= set(stands["legal"])
        said = {name: hint[name] for name in ("seat", "decision", "moves")}
        table.say(table.seats[seat], "decide", **said).raise_for_status()
    assert table.ask("GET").json()["phase"] == "over"
    assert refused(table.ask("GET", "/hint", table.seats[0])) == (409, "no_game_now")


@pytest.mark.parametrize("game", GAMES)
def test_only_who_is_asked_may_ask_and_only_for_themselves(server, game):
    table = Table.open(server, game, 3).sit_down()
    seat, others = asked(table)
    without_a_seat = (table.host, table.watch(), table.watch("tv"))
    before = table.picture()
    for other in others:
        answer = table.ask("GET", "/hint", table.seats[other])
        assert refused(answer) == (409, "not_your_turn_now")
        answer = table.ask("GET", f"/hint?seat={seat}", table.seats[other])
        assert refused(answer) == (403, "not_your_seat")
    for key in without_a_seat:
        assert refused(table.ask("GET", "/hint", key)) == (403, "players_only")
        answer = table.ask("GET", f"/hint?seat={seat}", key)
        assert refused(answer) == (403, "not_your_seat")
    assert refused(table.ask("GET", "/hint")) == (401, "key_opens_nothing")
    assert table.ask("GET", "/hint", table.seats[seat]).status_code == 200
    assert table.picture() == before, "a hint is no event of the table"


def test_a_device_with_several_seats_says_for_which(server):
    table = Table.open(server, players=3).sit_down()
    seat, others = asked(table)
    answer = table.ask("GET", f"/hint?seat={seat}", *table.seats)
    assert answer.json()["seat"] == seat
    answer = table.ask("GET", f"/hint?seat={others[0]}", *table.seats)
    assert refused(answer) == (409, "not_your_turn_now")
    assert refused(table.ask("GET", "/hint?seat=x", *table.seats)) == (400, "unreadable_message")


def test_asked_twice_a_bot_says_the_same_twice(server):
    table = Table.open(server, players=4).sit_down()
    key = table.seats[asked(table)[0]]
    assert len({table.ask("GET", "/hint", key).content for _ in range(10)}) == 1


def test_the_host_may_switch_hints_off_and_on(server):
    table = Table.open(server, settings={"hints": False}).sit_down()
    key = table.seats[asked(table)[0]]
    assert table.ask("GET").json()["settings"]["hints"] is False
    assert refused(table.ask("GET", "/hint", key)) == (409, "hints_are_off")
    table.say(table.host, "arrange", settings={"hints": True}).raise_for_status()
    assert table.ask("GET", "/hint", key).status_code == 200


def test_in_a_window_there_is_nothing_to_think_about(server):
    table = Table.open(server, options=SHORT).sit_down()
    play_until_a_window_opens(table)
    for key in table.seats:
        assert refused(table.ask("GET", "/hint", key)) == (409, "not_your_turn_now")


def test_there_are_no_hints_before_the_game_nor_where_a_bot_plays_on(server):
    table = Table.open(server)
    given = table.ask("POST", "/seats", json={"name": "Early"}).json()
    assert refused(table.ask("GET", "/hint", given["key"])) == (409, "no_game_now")
    table = Table.open(server, players=3, settings={"pace": 10}).sit_down()
    seat, _ = asked(table)
    table.say(table.seats[seat], "leave", seat=seat).raise_for_status()
    assert refused(table.ask("GET", "/hint", table.seats[seat])) == (409, "bot_plays_for_you")
