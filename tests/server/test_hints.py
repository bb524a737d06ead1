"""Hints: what a bot would do in one's place, told to whoever is asked and to nobody else."""

import json
from concurrent.futures import ThreadPoolExecutor

import pytest
from devices import OddServer, Table
from windows import SHORT, play_until_a_window_opens

import galopp
from galopp.bots import LEVELS
from galopp.locale import LANGUAGES, Language
from galopp.play.telling import Teller
from galopp.server.bots.service import HINT_BOT
from serving import CLIENT

GAMES = galopp.game_names()


FIELDS = {"seat", "decision", "moves", "level", "chance", "tries", "chances", "reason"}
QUICK = "strongest@60"  # tries; by the clock, a whole game of hints would take minutes


@pytest.fixture(scope="module")
def server(tmp_path_factory):
    with OddServer(tmp_path_factory.mktemp("hints") / "data", "--hint-bot", QUICK) as running:
        yield running


def refused(answer):
    return answer.status_code, answer.json()["key"]


def asked(table):
    """Who is asked, and who is not."""
    everybody = range(table.players)
    now = table.game(table.seats[0])["asked"]
    return now[0], [seat for seat in everybody if seat not in now]


@pytest.mark.a_few(1)
@pytest.mark.parametrize("game", GAMES)
def test_a_whole_game_can_be_played_by_hints(server, game):
    table, told = Table.open(server, game, 2).sit_down(), set()
    while (seat := next(iter(table.game(table.seats[0])["asked"]), None)) is not None:
        stands = table.game(table.seats[seat])
        hint = table.ask("GET", "/hint", table.seats[seat]).raise_for_status().json()
        assert set(hint) == FIELDS
        assert (hint["seat"], hint["level"]) == (seat, QUICK)
        assert set(hint["moves"]) <= set(stands["legal"])
        look_at_chances(hint, stands["legal"])
        told |= reasons_told(game, hint)
        said = {name: hint[name] for name in ("seat", "decision", "moves")}
        table.say(table.seats[seat], "decide", **said).raise_for_status()
    assert table.ask("GET").json()["phase"] == "over"
    assert told, "no hint had a reason"
    assert refused(table.ask("GET", "/hint", table.seats[0])) == (409, "no_game_now")


def look_at_chances(hint, legal):
    """Every move that was tried has a chance; the one that was tried most is the hint."""
    if hint["chance"] is None:
        assert (hint["chances"], hint["tries"]) == ([], 0)
        return
    (best, *others) = hint["chances"]
    assert [best["move"]] == hint["moves"]
    assert best["chance"] == hint["chance"]
    assert {one["move"] for one in hint["chances"]} <= set(legal)
    assert all(0 <= one["chance"] <= 1 for one in hint["chances"])
    assert all(one["tries"] <= best["tries"] for one in others)
    assert hint["tries"] == sum(one["tries"] for one in hint["chances"])


def reasons_told(game, hint):
    """The reason as a sentence, in all languages; none has an open place or is only a key."""
    if hint["reason"] is None:
        return set()
    key, facts = hint["reason"]["key"], hint["reason"]["arguments"]
    for code in LANGUAGES:
        said = Teller(Language(code), galopp.game(game), ["Ada", "Bo"]).reason(key, facts)
        assert not said.startswith("reason.") and "{" not in said
    return {key}


def test_hints_come_from_the_strongest_bot():
    assert HINT_BOT == LEVELS[-1]


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


def test_asked_twice_a_bot_says_the_same_twice(tmp_path):
    # By the clock: no two thoughts are alike, and there is one only.
    with OddServer(tmp_path / "data", "--hint-bot", "strongest@0.2s") as server:
        # Whoever begins there can choose, whatever was dealt.
        table = Table.open(server, "ostfriesenlauf", players=4).sit_down()
        key = table.seats[asked(table)[0]]
        with ThreadPoolExecutor(5) as devices:
            answers = [devices.submit(table.ask, "GET", "/hint", key) for _ in range(5)]
            said = {answer.result().content for answer in answers}
        assert len(said | {table.ask("GET", "/hint", key).content for _ in range(5)}) == 1
        assert json.loads(said.pop())["tries"] > 0
        metrics = CLIENT.get(f"{server.address}/metrics").text
        assert "galopp_thought_seconds_count 1.0" in metrics


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
