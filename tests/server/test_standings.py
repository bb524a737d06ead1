"""How one's own tables stand, asked for in one question."""

import pytest
from devices import CLIENT, Table


@pytest.fixture(scope="module")
def server(shared_server):
    return shared_server


def standings(server, codes, *keys, language="en"):
    headers = {"accept-language": language}
    if keys:
        headers["authorization"] = f"Bearer {','.join(keys)}"
    where = f"{server.address}/api/standings"
    answer = CLIENT.get(where, params={"tables": ",".join(codes)}, headers=headers)
    return {stands["code"]: stands for stands in answer.raise_for_status().json()}


def test_whoever_has_a_key_is_told_whose_turn_it_is_at_all_their_tables(server):
    playing = Table.open(server, settings={"watchable": False, "pace": 0}).sit_down()
    lobby = Table.open(server, players=3)
    codes = [playing.code, lobby.code.lower(), "QQQQQQ"]
    told = standings(server, codes, playing.seats[1], lobby.host)
    mine = told[playing.code]
    assert (mine["phase"], mine["yours"], mine["names"]) == ("playing", [1], ["P0", "P1"])
    assert mine["asked"] == playing.game(playing.seats[1])["asked"]
    assert (told[lobby.code]["phase"], told[lobby.code]["free"]) == ("lobby", 3)
    assert told["QQQQQQ"]["phase"] == "gone"


def test_who_may_not_watch_a_table_learns_no_more_than_its_phase(server):
    playing = Table.open(server, settings={"watchable": False, "pace": 0}).sit_down()
    stranger = standings(server, [playing.code])[playing.code]
    assert (stranger["phase"], stranger["asked"], stranger["names"]) == ("playing", [], [])


def test_a_game_that_nobodys_runner_won_says_so_in_the_readers_language(server):
    while True:
        table = Table.open(server, "ostfriesenlauf", 1).sit_down()
        while not (over := (now := table.game(table.seats[0]))["winners"] is not None):
            decided = {"seat": 0, "decision": now["decision"], "moves": now["legal"][:1]}
            table.say(table.seats[0], "decide", **decided).raise_for_status()
        if over and not now["winners"]:
            break
    told = standings(server, [table.code], table.seats[0], language="de")[table.code]
    assert (told["phase"], told["winners"]) == ("over", [])
    assert told["unowned"].endswith("gehört niemandem.") or "gehören" in told["unowned"]


def test_more_tables_than_anybody_shows_keys_for_are_refused(server):
    answer = CLIENT.get(f"{server.address}/api/standings", params={"tables": "A," * 9})
    assert (answer.status_code, answer.json()["key"]) == (400, "unreadable_message")
