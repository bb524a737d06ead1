"""Games to be watched again, brought as files, played on from, and dealt for a day."""

import asyncio
import random

import pytest
from devices import CLIENT, Table
from test_services import some_services

import galopp
from galopp import wire
from galopp.table.refused import Refused
from promised_games import play_at_table
from serving import ServerProcess

SHORT = {"saumaumau": {"races": 1}, "schweinsgalopp": {"races": 1}, "ostfriesenlauf": {}}
GAMES = galopp.game_names()
every_game = pytest.mark.parametrize("name", GAMES)


@pytest.fixture(scope="module")
def server(shared_server):
    return shared_server


@pytest.fixture(scope="module", params=GAMES)
def over(request, server):
    """A table at which a game was played to its end, by a person and a bot."""
    name = request.param
    table = Table.open(server, name, options=SHORT[name]).sit_down(people=2)
    return play_out(table)


def play_out(table):
    picks = random.Random(3)
    while table.ask("GET").json()["phase"] == "playing":
        for seat, key in enumerate(table.seats):
            asked = table.game(key)
            if asked["legal"]:
                said = {"seat": seat, "decision": asked["decision"]}
                table.say(key, "decide", **said, moves=[picks.choice(asked["legal"])])
    return table


def get(server, path, status=200):
    answer = CLIENT.get(f"{server.address}/api{path}")
    assert answer.status_code == status, answer.text
    return answer


def bring(server, text, **headers):
    return CLIENT.post(f"{server.address}/api/replays", json={"text": text}, headers=headers)


def test_a_game_of_a_table_is_watched_again(server, over):
    name = f"{over.code}-1"
    shown = get(server, f"/replays/{name}").json()
    text = get(server, f"/replays/{name}/record").text
    assert text == over.ask("GET", "/record").text
    assert text == get(server, f"/replays/{name.lower()}/record").text  # as somebody types it
    record = galopp.Record.read(text)
    assert shown["decisions"] == len(record.moves)
    assert shown["winners"] == record.final().winners
    for seat in (None, 0, 1):
        query = "" if seat is None else f"?seat={seat}"
        told = get(server, f"/replays/{name}/frames{query}").json()
        assert told["viewer"] == seat
        assert len(told["frames"]) == len(record.moves) + 1
        assert told["frames"][-1]["view"] == record.final().view(seat)
        assert told["frames"][-1]["winners"] == record.final().winners


def test_a_game_that_is_still_played_cannot_be_watched(server):
    table = Table.open(server, "schweinsgalopp").sit_down()
    for path in ("", "/frames", "/record"):
        assert get(server, f"/replays/{table.code}-1{path}", 404).json()["key"] == "no_such_round"


@pytest.mark.parametrize(
    "name", ["BCDFGH-1", "BCDFGH-0", "BCDFGH", "f" * 24, "f" * 25, "..", "%2e"]
)
def test_what_is_not_there_is_not_found(server, name):
    assert get(server, f"/replays/{name}", 404).json()["key"] in ("no_such_replay", "no_such_page")


def test_a_seat_that_nobody_had_saw_nothing(server, over):
    refused = get(server, f"/replays/{over.code}-1/frames?seat=4", 404).json()
    assert refused["key"] == "no_such_seat"


@every_game
def test_a_file_is_brought_and_has_an_address(server, name):
    record, final = play_at_table(name, 2, SHORT[name])
    brought = bring(server, str(record))
    assert brought.status_code == 201
    again = bring(server, str(record).replace("\n", "\r\n"))  # as another system writes it
    assert again.json() == brought.json()
    shown = get(server, f"/replays/{brought.json()['id']}").json()
    assert (shown["game"], shown["promise"]) == (name, record.luck.promise)
    assert get(server, f"/replays/{brought.json()['id']}/record").text == str(record)


IN_LINE = [("de", "zeile 12"), ("en", "line 12"), ("fr", "ligne 12")]


@pytest.mark.parametrize(("language", "said"), IN_LINE)
def test_a_file_that_is_no_legal_game_is_refused_with_the_line_and_the_reason(
    server, language, said
):
    record, _ = play_at_table("schweinsgalopp", 2, SHORT["schweinsgalopp"])
    lines = str(record).splitlines()
    lines[11] = lines[10].replace("1.", "2.")
    refused = bring(server, "\n".join(lines), **{"accept-language": language})
    assert refused.status_code == 400
    assert said in refused.json()["sentence"].lower()


def test_a_file_may_be_long_but_not_endless(server):
    assert bring(server, "x" * 200_000).json()["key"] == "not_a_record"
    assert bring(server, "x" * 300_000).json()["key"] == "too_large"


def branch(server, name, game, decisions=5, players=2, **begin):
    begin = {"replay": name, "decisions": decisions, **begin}
    return Table.open(server, game, players, begin=begin)


def test_it_is_played_on_from_a_position_and_the_original_stays(server, over):
    game = over.ask("GET").json()["game"]
    before = get(server, f"/replays/{over.code}-1/record").text
    table = branch(server, f"{over.code}-1", game)
    begin = table.ask("GET").json()["begin"]
    assert begin == {
        "decisions": 5,
        "same_luck": False,
        "replay": f"{over.code}-1",
        "day": "",
    }
    there = get(server, f"/replays/{over.code}-1/frames?seat=0").json()["frames"][5]
    table.sit_down(people=2)
    assert table.game(table.seats[0])["view"] == there["view"]
    play_out(table)
    again = galopp.Record.read(table.ask("GET", "/record").text)
    assert again.moves[:5] == galopp.Record.read(before).moves[:5]
    assert get(server, f"/replays/{table.code}-1").json()["origin"]["decisions"] == 5
    assert get(server, f"/replays/{over.code}-1/record").text == before


def test_a_table_that_cannot_begin_there_is_refused_and_not_opened(server, over):
    game = over.ask("GET").json()["game"]
    name = f"{over.code}-1"
    other = next(one for one in GAMES if one != game)
    for key, wanted in {
        "no_such_replay": {"game": game, "begin": {"replay": "BCDFGH-1"}},
        "no_such_decision": {"game": game, "begin": {"replay": name, "decisions": 10**6}},
        "other_beginning": {"game": other, "begin": {"replay": name}},
        "not_today": {"game": game, "begin": {"day": "1999-12-31"}},
    }.items():
        refused = CLIENT.post(f"{server.address}/api/tables", json={"players": 2, **wanted})
        assert (refused.status_code // 100, refused.json()["key"]) == (4, key)


def of_today(server, name, person):
    """A table at which somebody has begun to play the deal of the day."""
    shown = {day["game"]: day for day in get(server, "/day").json()}[name]
    table = Table.open(server, name, shown["players"], begin={"day": shown["day"]})
    seat = {"name": person, "seat": shown["seat"]}
    table.seats.append(table.ask("POST", "/seats", json=seat).json()["key"])
    for bot in range(1, shown["players"]):
        table.say(table.host, "add_bot", seat=bot, level=shown["level"])
    table.say(table.host, "start")
    return table


def results_today(server, name):
    return {day["game"]: day["results"] for day in get(server, "/day").json()}[name]


@pytest.mark.a_few(1)
@every_game
def test_the_deal_of_the_day_is_the_same_for_everybody(server, name):
    promises = set()
    for person in ("Ada", "Bo", "ada"):
        table = of_today(server, name, person)
        news = CLIENT.get(
            f"{server.address}/api/tables/{table.code}/history",
            headers={"authorization": f"Bearer {table.seats[0]}"},
        )
        assert news.status_code == 200
        play_out(table)
        promises.add(table.ask("GET").json()["promise"])
        assert luck_that_is_told_of(server, table) == {409}
    assert len(promises) == 1
    results = results_today(server, name)
    assert sorted(result["name"] for result in results) == ["Ada", "Bo"]  # each name's first game
    assert get(server, "/day?day=2020-02-02").json()[0]["results"] == []
    assert get(server, "/day?day=tomorrow", 400).json()["key"] == "unreadable_message"


def luck_that_is_told_of(server, table):
    """What comes of asking for what was dealt and drawn at a table that is over."""
    assert table.ask("GET").json()["secret"] is None
    name = f"{table.code}-1"
    asked = [f"/replays/{name}{path}" for path in ("", "/frames", "/frames?seat=0", "/record")]
    asked += [f"/tables/{table.code}/record", f"/tables/{table.code}/record?round=1"]
    answers = [CLIENT.get(f"{server.address}/api{path}") for path in asked]
    begin = {"replay": name, "decisions": 1, "same_luck": True}
    opening = {"game": table.ask("GET").json()["game"], "players": 3, "begin": begin}
    answers.append(CLIENT.post(f"{server.address}/api/tables", json=opening))
    assert {answer.json()["key"] for answer in answers} == {"day_is_not_over"}
    watching = table.ask("POST", "/watchers", json={"kind": "spectator"})
    assert watching.json()["key"] == "not_watchable"
    return {answer.status_code for answer in answers}


def test_the_luck_of_a_day_is_shown_when_nobody_can_play_it_any_more(tmp_path):
    async def look_later():
        async with some_services(tmp_path) as services:
            day = services.days.today()
            begin = wire.Begin(day=day)
            opening = wire.OpenTable(game="ostfriesenlauf", players=3, begin=begin)
            given = await services.opening.open(opening)
            entries = await services.store.reads.log_of(given.code)
            found = []
            for days in (0, 1, 2):
                object.__setattr__(services.clock, "slept", days * 86_400.0)
                try:
                    services.days.check_open(entries, 1)
                    found.append("open")
                except Refused as refused:
                    found.append(refused.key)
                services.days.check_open(entries, 2)  # the next round at that table is its own
                assert (await services.days.describe(day))[0].over is (days == 2)
            return found

    assert asyncio.run(look_later()) == ["day_is_not_over"] * 2 + ["open"]


def test_of_the_deal_of_the_day_a_game_that_was_begun_and_left_counts_as_the_first(server):
    given_up = of_today(server, "ostfriesenlauf", "Cleo")
    again = play_out(of_today(server, "ostfriesenlauf", "cleo"))
    assert again.code not in str(results_today(server, "ostfriesenlauf"))
    play_out(given_up)
    assert given_up.code in str(results_today(server, "ostfriesenlauf"))
    for table in (again, given_up):
        table.ask("DELETE", "", table.host)
    assert given_up.code not in str(results_today(server, "ostfriesenlauf"))


def test_the_deal_of_the_day_must_be_played_by_oneself(server):
    table = of_today(server, "ostfriesenlauf", "Dan")
    table.say(table.seats[0], "leave", seat=0)  # a bot plays on
    table.say(table.seats[0], "take_back", seat=0)
    play_out(table)
    assert table.code not in str(results_today(server, "ostfriesenlauf"))


def test_after_a_restart_everything_is_where_it_was(tmp_path):
    record, _ = play_at_table("schweinsgalopp", 2, {"races": 1})
    server = ServerProcess(tmp_path / "data", "--no-limits")
    with server:
        name = bring(server, str(record)).json()["id"]
        day = {"day": get(server, "/day").json()[0]["day"]}
        table = branch(server, name, "schweinsgalopp").sit_down()
        promise = Table.open(server, "saumaumau", 3, begin=day).ask("GET").json()["promise"]
        server.kill()
        server.start()
        assert get(server, f"/replays/{name}/record").text == str(record)
        assert table.ask("GET").json()["begin"]["decisions"] == 5
        again = Table.open(server, "saumaumau", 3, begin=day).ask("GET").json()
        assert again["promise"] == promise
