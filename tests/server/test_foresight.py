"""What is certain of a move: told to whoever has to decide, and nothing that is hidden."""

import pytest
from devices import OddServer, Table
from windows import SHORT, play_until_a_window_opens

import galopp

GAMES = galopp.game_names()


@pytest.fixture(scope="module")
def server(tmp_path_factory):
    with OddServer(tmp_path_factory.mktemp("foresight") / "data") as running:
        yield running


def refused(answer):
    return answer.status_code, answer.json()["key"]


def asked(table):
    """Who is asked, and who is not."""
    now = table.game(table.seats[0])["asked"]
    return now[0], [seat for seat in range(table.players) if seat not in now]


@pytest.mark.parametrize("game", GAMES)
def test_what_is_told_ahead_is_what_the_news_tell_then(server, game):
    table = Table.open(server, game, 2, settings={"hints": False}).sit_down()
    for _ in range(12):
        if not table.game(table.seats[0])["asked"]:
            return  # whoever always does the last thing offered may end a game in a few rounds
        seat, _ = asked(table)
        key = table.seats[seat]
        stands, told = table.game(key), table.ask("GET", "/foresight", key).json()
        assert (told["seat"], told["decision"]) == (seat, stands["decision"])
        assert [one["move"] for one in told["moves"]] == stands["legal"]
        chosen = told["moves"][-1]
        table.decide(seat, lambda codes, wanted=chosen["move"]: wanted).raise_for_status()
        news = table.ask("GET", f"/history?since={stands['seq']}", key).json()
        happened = [event for past in news for event in past["happened"]]
        assert happened[: len(chosen["happens"])] == chosen["happens"]


@pytest.mark.parametrize("game", GAMES)
def test_only_who_is_asked_may_ask_and_only_for_themselves(server, game):
    table = Table.open(server, game, 3).sit_down()
    seat, others = asked(table)
    without_a_seat = (table.host, table.watch(), table.watch("tv"))
    before = table.picture()
    for other in others:
        assert table.ask("GET", "/foresight", table.seats[other]).json()["moves"] == []
        answer = table.ask("GET", f"/foresight?seat={seat}", table.seats[other])
        assert refused(answer) == (403, "not_your_seat")
    for key in without_a_seat:
        assert refused(table.ask("GET", "/foresight", key)) == (403, "players_only")
        answer = table.ask("GET", f"/foresight?seat={seat}", key)
        assert refused(answer) == (403, "not_your_seat")
    assert refused(table.ask("GET", "/foresight")) == (401, "key_opens_nothing")
    assert table.ask("GET", "/foresight", table.seats[seat]).status_code == 200
    assert table.picture() == before, "it is no event of the table"


def test_in_a_window_there_is_nothing_to_foresee(server):
    table = Table.open(server, options=SHORT).sit_down()
    play_until_a_window_opens(table)
    for key in table.seats:
        assert table.ask("GET", "/foresight", key).json()["moves"] == []


def test_the_steps_of_one_choice_are_told_one_after_the_other(server):
    options = {"start_player": 0}
    table = Table.open(server, "schweinsgalopp", 2, options=options).sit_down()
    first, *others = table.game(table.seats[0])["legal"]
    told = table.ask("GET", f"/foresight?after={first}", table.seats[0]).json()
    assert [one["move"] for one in told["moves"]] == others
    assert told["moves"][0]["happens"][0]["arguments"]["place"] == -1
    assert (
        table.ask("GET", f"/foresight?after={first},{first}", table.seats[0]).json()["moves"] == []
    )
    for wrong in ("x", "1,", "-1", ",".join("1" * 17)):
        answer = table.ask("GET", f"/foresight?after={wrong}", table.seats[0])
        assert refused(answer) == (400, "unreadable_message")
