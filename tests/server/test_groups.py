"""Groups over HTTP, at a real server: joining, looking, playing, telling, leaving."""

import hashlib
import json
import threading
from itertools import pairwise

import pytest
from clubs import SHORT, Person, play, play_alone
from devices import CLIENT, Table

from galopp.table.keys import new_key
from serving import ServerProcess


@pytest.fixture(scope="module")
def server(shared_server: ServerProcess) -> ServerProcess:
    """One for all tests here: each has groups of its own."""
    return shared_server


@pytest.fixture
def anna(server):
    return Person.founds(server)


@pytest.fixture
def ben(anna):
    return anna.joined_by("Ben")


# --- Joining and looking


def test_whoever_has_the_link_sees_the_name_of_the_group_and_of_nobody(anna, ben):
    face = anna.told("GET", "/face", key="")
    shown = {"code": anna.code, "name": "Thursday", "members": 2, "by_invitation": False}
    assert face == shown | {look: face[look] for look in ("pig", "colour")}
    assert "Anna" not in json.dumps(face)


def test_members_see_each_other_and_who_founded_it(anna, ben):
    news = ben.news()
    assert (news["you"], news["founder"]) == (1, 0)
    assert [member["name"] for member in news["members"]] == ["Anna", "Ben"]


def test_joining_twice_with_a_key_of_ones_own_is_joining_once(anna):
    key = new_key()
    first, again = (anna.joined_by("Carla", key=key) for _ in range(2))
    assert first == again
    assert len(anna.news()["members"]) == 2


def test_a_code_in_small_letters_is_the_same_group(anna):
    small = Person(anna.server, anna.code.lower(), 0, anna.key)
    assert small.news()["code"] == anna.code


def test_a_group_that_is_nobodys_and_a_key_that_is_nobodys_open_nothing(anna):
    nowhere = Person(anna.server, "BBBBBBBB", 0, anna.key)
    assert nowhere.ask("GET").json()["key"] == "no_such_group"
    assert nowhere.ask("GET").status_code == 404
    for key in ("", "x", new_key()):
        assert anna.ask("GET", key=key).status_code == 401
    assert CLIENT.get(f"{anna.server.address}/api/tables/{anna.code}").status_code == 404


def test_a_message_that_comes_twice_is_carried_out_once(anna):
    season = {"type": "set_season", "id": "s1", "name": "Spring", "start": 1, "end": 2}
    answers = [anna.told("POST", "/messages", json=season) for _ in range(2)]
    assert answers[0] == answers[1]
    assert [one["name"] for one in anna.news()["seasons"]] == ["Spring"]


def test_only_the_founder_removes_members_and_nobody_twice(anna, ben):
    assert ben.say("remove_member", member=0).json()["key"] == "founder_only"
    assert anna.say("remove_member", member=1).status_code == 200
    assert ben.ask("GET").status_code == 401
    assert anna.say("remove_member", member=1).status_code == 404


def test_who_was_removed_joins_again_only_by_a_new_invitation(anna, ben):
    anna.say("remove_member", member=1).raise_for_status()
    assert anna.told("GET", "/face", key="")["by_invitation"]
    latest = anna.news()["invitation"]
    for old in ({}, {"invitation": "BCDFGHKLMNPQ"}):
        refused = anna.ask("POST", "/members", key="", json={"name": "Ben", **old})
        assert (refused.status_code, refused.json()["key"]) == (403, "invitation_is_old")
    assert anna.joined_by("Ben", invitation=latest).member == 2
    anna.say("renew_invitation").raise_for_status()
    assert anna.news()["invitation"] not in ("", latest)


def test_when_the_founder_leaves_the_oldest_member_is_founder_and_the_name_is_gone(anna, ben):
    assert anna.say("leave_group").status_code == 200
    news = ben.news()
    assert news["founder"] == 1
    assert "Anna" not in json.dumps(news)


# --- Devices


def let_in(person, one_time_key, **wanted):
    wanted = {"one_time_key": one_time_key, **wanted}
    return person.ask("POST", "/devices", key="", json=wanted)


def test_another_device_has_a_key_of_its_own_and_can_be_shut_out(anna, ben):
    shown = ben.told("POST", "/one-time-keys", json={})
    assert (shown["code"], shown["member"]) == (anna.code, 1)
    given = let_in(ben, shown["key"])
    assert given.status_code == 201
    phone = Person(ben.server, **given.json())
    assert (phone.member, phone.news()["members"][1]["devices"]) == (1, 2)
    assert phone.key not in (ben.key, shown["key"])
    again = let_in(ben, shown["key"])
    assert (again.status_code, again.json()["key"]) == (403, "one_time_key_is_used")
    unused = ben.told("POST", "/one-time-keys", json={})["key"]
    assert ben.say("drop_keys").status_code == 200
    assert phone.ask("GET").status_code == 401
    assert let_in(ben, unused).status_code == 403
    assert ben.news()["members"][1]["devices"] == 1


def test_who_has_no_key_is_given_none(anna):
    assert anna.ask("POST", "/one-time-keys", key=new_key(), json={}).status_code == 401
    assert anna.ask("POST", "/one-time-keys", json={"member": 7}).status_code == 404
    for shown in (anna.key, new_key()):
        assert let_in(anna, shown).status_code == 403
    assert let_in(anna, "short").status_code == 400


def test_a_screen_reads_the_news_and_can_do_nothing_else(anna, ben):
    key = ben.told("POST", "/screens", json={})["key"]
    screen = Person(ben.server, ben.code, -1, key)
    news = screen.news()
    assert (news["you"], [one["name"] for one in news["members"]]) == (-1, ["Anna", "Ben"])
    for asked in (
        screen.say("rename_member", name="Eve", pig="rosy"),
        screen.say("leave_group"),
        screen.ask("POST", "/tables", json=SHORT),
        screen.ask("POST", "/one-time-keys", json={}),
        screen.ask("POST", "/screens", json={}),
        screen.ask("POST", "/passkeys/options"),
        screen.ask("GET", "/games"),
        screen.ask("GET", "/statistics"),
        screen.ask("GET", "/export"),
        let_in(screen, key),
    ):
        assert asked.status_code in (401, 403), asked.text
    ben.say("drop_keys").raise_for_status()
    assert screen.ask("GET").status_code == 401


def test_a_screen_that_waits_is_not_said_to_be_there_and_is_told_what_is_new(anna):
    screen = Person(anna.server, anna.code, -1, anna.told("POST", "/screens", json={})["key"])
    stamp, heard = screen.news()["stamp"], []
    waiting = threading.Thread(
        target=lambda: heard.append(screen.told("GET", f"?stamp={stamp}")), daemon=True
    )
    waiting.start()
    anna.joined_by("Carla")
    waiting.join(60)
    assert [one["name"] for one in heard[0]["members"]] == ["Anna", "Carla"]
    assert not any(one["here"] for one in heard[0]["members"])


# --- Waiting


def test_whoever_waits_is_told_when_something_else_is_to_be_shown_and_is_there_meanwhile(anna, ben):
    heard = [anna.news()]

    def wait():  # again and again: that Ben is not here any more may be news, too
        while heard[-1]["members"][1]["name"] != "Benno":
            heard.append(anna.told("GET", f"?stamp={heard[-1]['stamp']}"))

    waiting = threading.Thread(target=wait, daemon=True)
    waiting.start()
    ben.until(lambda news: news["members"][0]["here"])
    assert ben.say("rename_member", name="Benno", pig="rosy").status_code == 200
    waiting.join(60)
    assert heard[-1]["members"][1]["name"] == "Benno"
    assert all(one["stamp"] != other["stamp"] for one, other in pairwise(heard))


def test_somebody_who_is_removed_while_they_wait_is_told_nothing_more(anna, ben):
    heard = [ben.ask("GET")]

    def wait():
        while heard[-1].status_code == 200:
            heard.append(ben.ask("GET", f"?stamp={heard[-1].json()['stamp']}"))

    waiting = threading.Thread(target=wait, daemon=True)
    waiting.start()
    anna.until(lambda news: news["members"][1]["here"])
    anna.say("remove_member", member=1).raise_for_status()
    waiting.join(60)
    *before, last = heard
    assert last.status_code == 401
    assert {answer.json()["members"][1]["name"] for answer in before} == {"Ben"}


def test_news_that_are_told_again_say_what_time_it_is_now(anna):
    """By that a page knows how long it is until the bell: it was put back with each answer."""
    told = [anna.news() for _ in range(3)]
    assert len({news["stamp"] for news in told}) == 1
    assert told[0]["at"] < told[1]["at"] < told[2]["at"]


def test_a_stamp_of_long_ago_is_answered_at_once(anna):
    assert anna.told("GET", "?stamp=long-ago")["code"] == anna.code


# --- Tables and games


def test_a_game_at_a_table_of_the_group_counts_once_and_can_be_watched(anna, ben):
    table = anna.opens(expected=[0, 1])
    assert [one["table"] for one in ben.until(lambda n: n["tables"])["tables"]] == [table.code]
    table.seats = [anna.sits(table), ben.sits(table)]
    shown = anna.until(lambda n: n["tables"] and len(n["tables"][0]["seated"]) == 2)["tables"][0]
    assert (shown["seated"], shown["names"], shown["counts"]) == ([0, 1], ["Anna", "Ben"], True)
    table.say(table.seats[0], "start").raise_for_status()
    play(table)
    news = ben.until(lambda n: n["games"])
    assert news["games"] == 1
    (played,) = news["latest"]
    assert [seat["member"] for seat in played["seats"]] == [0, 1]
    assert sorted(seat["share"] for seat in played["seats"])[-1] > 0
    replay = CLIENT.get(f"{anna.server.address}/api/replays/{anna.code}-1").json()
    assert [seat["name"] for seat in replay["seats"]] == ["Anna", "Ben"]
    frames = CLIENT.get(f"{anna.server.address}/api/replays/{anna.code}-1/frames")
    assert frames.status_code == 200


def test_a_game_counts_also_if_its_table_is_deleted_right_after_it(anna):
    for delete in (True, False):
        table = play_alone(anna)
        if delete:
            assert table.ask("DELETE", "", table.host).status_code == 204
        else:
            table.say(table.host, "close").raise_for_status()
    anna.until(lambda news: news["games"] == 2 and news["tables"] == [])


def test_a_rematch_counts_as_another_game(anna):
    table = play_alone(anna)
    table.say(table.host, "rematch").raise_for_status()
    table.say(table.host, "start").raise_for_status()
    play(table)
    anna.until(lambda news: news["games"] == 2)


def test_a_game_with_a_guest_counts_only_if_the_guest_agrees(anna):
    for agrees in (False, True):
        table = anna.opens()
        given = table.ask("POST", "/seats", json={"name": "Guest", "seat": 1}).json()
        table.seats = [anna.sits(table, 0), given["key"]]
        if agrees:
            table.say(given["key"], "count", seat=1, agree=True).raise_for_status()
        table.say(table.host, "start").raise_for_status()
        play(table)
    news = anna.until(lambda news: news["games"])
    assert news["games"] == 1
    assert news["latest"][0]["seats"][1]["name"] == "Guest"


def test_whoever_comes_back_to_their_seat_has_it_with_another_key(anna, ben):
    table = anna.opens()
    first = anna.sits(table, 1)
    again = anna.sits(table)
    assert table.ask("GET", "/history", first).status_code == 401
    assert table.ask("GET", "/history", again).status_code == 200
    stranger = Person.founds(anna.server, "Zoe")
    wanted = {"table": table.code, "key": new_key()}
    assert stranger.ask("POST", "/seats", json=wanted).json()["key"] == "not_of_this_group"


def test_somebody_who_has_left_is_nobody_in_replays_too(anna, ben):
    table = anna.opens()
    table.seats = [anna.sits(table), ben.sits(table)]
    table.say(table.host, "start").raise_for_status()
    play(table)
    anna.until(lambda news: news["games"])
    ben.say("leave_group")
    for path in ("", "/record"):
        told = CLIENT.get(f"{anna.server.address}/api/replays/{anna.code}-1{path}").text
        assert "Anna" in told
        assert "Ben" not in told


def test_a_game_played_elsewhere_is_added_by_its_record_and_once(anna, ben):
    elsewhere = Table.open(anna.server, **SHORT).sit_down(1)
    play(elsewhere)
    record = elsewhere.ask("GET", "/record").text
    seats = [{"member": 1}, {}]
    added = ben.told("POST", "/games", json={"id": "a1", "seats": seats, "record": record})
    assert added == {"number": 1}
    again = ben.told("POST", "/games", json={"id": "a1", "seats": seats, "record": record})
    assert again == {"number": 1}
    other = anna.ask("POST", "/games", json={"id": "b1", "seats": seats, "record": record})
    assert other.json()["key"] == "game_is_known"
    (game,) = anna.told("GET", "/games")
    assert (game["elsewhere"], game["added_by"]) == (True, 1)
    text = CLIENT.get(f"{anna.server.address}/api/replays/{anna.code}-1/record").text
    assert "P0" not in text and "Ben" in text


def test_a_game_played_elsewhere_is_added_by_its_result_and_struck_again(anna, ben):
    seats = [{"member": 0, "place": 1, "points": 7}, {"name": "Grandpa", "place": 2}]
    wanted = {"id": "a1", "game": "saumaumau", "seats": seats, "played": 1_700_000_000}
    assert ben.told("POST", "/games", json=wanted) == {"number": 1}
    assert anna.told("GET", "/statistics?season=0")["standings"][0]["victories"] == 1
    assert ben.say("strike_game", number=1).status_code == 200
    assert anna.told("GET", "/games")[0]["struck"]


# --- The end


def test_a_closed_group_leaves_nothing_behind(anna):
    play_alone(anna)
    anna.until(lambda news: news["games"])
    assert anna.say("close_group").status_code == 200
    assert anna.ask("GET").status_code == 404
    assert CLIENT.get(f"{anna.server.address}/api/replays/{anna.code}-1").status_code == 404
    with anna.server.place.look() as log:
        assert log.heading(anna.code) is None
        assert log.read(anna.code) == []
        assert log.names_kept(f"game/{anna.code}") == []


# --- Files


def test_a_group_goes_to_another_server_with_its_games_and_its_people_come_after(anna, ben):
    play_alone(anna)
    anna.until(lambda news: news["games"])
    anna.say("set_season", name="Spring", start=1, end=2e9)
    file = anna.ask("GET", "/export")
    brought = CLIENT.post(
        f"{anna.server.address}/api/groups/import",
        content=file.content,
        headers={"content-type": "application/json"},
    )
    assert brought.status_code == 201, brought.text
    there = Person(anna.server, **brought.json())
    assert there.code != anna.code
    before, after = anna.news(), there.news()
    for told in ("name", "you", "games", "latest", "standings", "seasons"):
        assert replay_of(after[told], there) == replay_of(before[told], anna)
    replays = f"{anna.server.address}/api/replays"
    texts = [CLIENT.get(f"{replays}/{code}-1/record").text for code in (anna.code, there.code)]
    assert texts[0] == texts[1]
    assert there.ask("POST", "/members", key="", json={"name": "Dora"}).status_code == 201
    by_name = there.ask("POST", "/members", key="", json={"name": "ben"})
    assert by_name.json()["key"] == "member_is_awaited"
    assert [one["awaited"] for one in there.news()["members"]] == [False, True, False]
    shown = there.told("POST", "/one-time-keys", json={"member": 1})["key"]
    back = Person(there.server, **let_in(there, shown).json())
    assert (back.member, back.news()["you"]) == (1, 1)
    assert not any(one["awaited"] for one in there.news()["members"])


def replay_of(told, person):
    """Something without the code of its group."""
    return json.loads(json.dumps(told).replace(person.code, "CODE"))


def test_a_file_that_is_no_group_is_refused(anna):
    def bring(file):
        answer = CLIENT.post(f"{anna.server.address}/api/groups/import", json=file)
        return answer.status_code, answer.json()["key"]

    whole = anna.told("GET", "/export")
    for broken in (
        {},
        {**whole, "events": []},
        {**whole, "you": 7},
        {**whole, "events": whole["events"][1:]},
        {**whole, "events": [*whole["events"], {"at": 1, "event": {"event": "closed"}}]},
        {**whole, "events": [*whole["events"], whole["events"][1]]},
    ):
        assert bring(broken) == (400, "bad_group_file")


# --- Secrets

FEEDS = ("", "/face", "/games", "/statistics", "/export")


def told_of_the_group(*people: Person) -> list[object]:
    """All that a group tells them, but for the time and for how often anything has changed."""
    told = [person.told("GET", path) for person in people for path in FEEDS]
    for one in told:
        if isinstance(one, dict):
            one.pop("at", None)
            one.pop("stamp", None)
    return told


def test_nothing_of_a_running_game_is_in_any_answer(anna, ben):
    """Hands change with every decision, and what the group tells does not."""
    table = anna.opens(game="saumaumau", options={})
    table.seats = [anna.sits(table, 0), ben.sits(table, 1)]
    table.say(table.host, "start").raise_for_status()
    anna.until(lambda news: news["tables"][0]["phase"] == "playing")
    told, hands = told_of_the_group(anna, ben), set()
    for _ in range(6):
        hands.add(json.dumps([table.game(key)["view"]["hand"] for key in table.seats]))
        assert told_of_the_group(anna, ben) == told
        table.decide(table.mover()).raise_for_status()
    assert len(hands) > 3


def test_no_key_no_hash_and_no_secret_is_in_any_answer(anna, ben):
    anna.say("plan_tournament", name="Cup", games=["schweinsgalopp"], size=2, rounds=1)
    table = anna.opens()
    seat = anna.sits(table, 0)
    answers = [person.ask("GET", path).text for person in (anna, ben) for path in FEEDS]
    with anna.server.place.look() as log:
        kept = [json.loads(entry.body) for entry in log.read(anna.code)]
    secrets = {one[name] for one in kept for name in ("key", "secret") if name in one}
    assert len(secrets) == 3
    keys = {anna.key, ben.key, seat, table.host}
    hashes = {hashlib.sha256(key.encode()).hexdigest() for key in keys}
    for answer in answers:
        assert not [secret for secret in secrets | keys | hashes if secret in answer]


# --- Luck


def test_games_are_reviewed_by_themselves_and_luck_is_told(tmp_path):
    with ServerProcess(tmp_path / "data", "--no-limits") as server:
        reviewed_by_itself(Person.founds(server))


def reviewed_by_itself(anna: Person) -> None:
    play_alone(anna)
    news = anna.until(lambda n: n["games"] and n["latest"][0]["seats"][0]["luck"] is not None)
    luck = [seat["luck"] for seat in news["latest"][0]["seats"]]
    assert abs(sum(luck)) < 1e-3  # what one has, the other has not
    standing = next(row for row in news["standings"] if row["member"] == 0)
    assert standing["reviewed"] == 1
    assert standing["luck"] == pytest.approx(luck[0])
    review = CLIENT.get(f"{anna.server.address}/api/replays/{anna.code}-1/review").json()
    assert review["progress"] == 1.0


# --- Strange requests


def test_what_is_no_message_is_refused_and_changes_nothing(anna):
    before = anna.news()["seq"]
    for body in (
        {},
        [],
        {"type": "set_season", "id": "s", "name": "x" * 10_000, "start": 1, "end": 2},
        {"type": "set_season", "id": "s", "name": "Spring", "start": "now", "end": 2},
        {"type": "close_group", "id": "c", "really": True},
        {"type": "remove_member", "id": "r", "member": -1},
        {"type": "plan_tournament", "id": "p", "name": "Cup", "games": [], "rounds": 1},
    ):
        assert anna.ask("POST", "/messages", json=body).status_code == 400
    for body, status in (
        ({"type": "plan_tournament", "id": "p", "name": "Cup", "games": ["chess"]}, 400),
        ({"type": "set_season", "id": "s", "name": "Spring", "start": 2, "end": 1}, 409),
        ({"type": "strike_game", "id": "g", "number": 7}, 404),
        ({"type": "rename_member", "id": "n", "name": "\u202e", "pig": "rosy"}, 400),
    ):
        assert anna.ask("POST", "/messages", json=body).status_code == status, body
    assert anna.news()["seq"] == before


def test_what_cannot_be_asked_for_is_refused(anna):
    for path in ("/games?before=x", "/statistics?season=-x", "/export?records=x"):
        assert anna.ask("GET", path).status_code == 400
    assert anna.ask("GET", "/statistics?season=7").status_code == 404
    for number in ("0", "7", "x", "99999999999"):
        wanted = {"id": "d", "round": 1}
        answer = anna.ask("POST", f"/tournaments/{number}/rounds", json=wanted)
        assert answer.json()["key"] == "no_such_tournament"
    record = {"id": "a", "seats": [{"member": 0}], "record": "galopp record 1\n" * 3}
    assert anna.ask("POST", "/games", json=record).status_code == 400
    much = {"id": "a", "seats": [{"member": 0}], "record": "x" * 70_000}
    assert anna.ask("POST", "/games", json=much).status_code == 400
    much["record"] = "x" * 140_000
    assert anna.ask("POST", "/games", json=much).status_code == 413


def test_what_is_no_passkey_is_refused(anna):
    asked = anna.told("POST", "/passkeys/options")
    challenge = anna.told("POST", "/passkeys/challenge", key="")
    strange = ({}, {"id": 7}, {"id": "x", "response": []}, {"id": "x" * 900, "rawId": None})
    for credential in strange:
        made = {"token": asked["token"], "credential": credential}
        answer = anna.ask("POST", "/passkeys", json=made)
        assert (answer.status_code, answer.json()["key"]) == (403, "passkey_not_right")
        shown = {"token": challenge["token"], "credential": credential}
        answer = anna.ask("POST", "/passkeys/proof", key="", json=shown)
        assert (answer.status_code, answer.json()["key"]) == (404, "no_such_passkey")
    for token in ("", "zz", challenge["token"], asked["token"][:-1]):
        made = {"token": token, "credential": {}}
        assert anna.ask("POST", "/passkeys", json=made).json()["key"] == "passkey_not_right"


def test_a_ticket_that_no_process_of_this_server_signed_opens_nothing(anna):
    table = anna.opens()
    for ticket in ("", "00", "zz", "00" * 400, new_key()):
        answer = table.ask("POST", "/tickets", json={"ticket": ticket})
        assert (answer.status_code, answer.json()["key"]) == (401, "key_opens_nothing")


def test_nothing_went_wrong_unseen(server):
    assert "Traceback" not in server.log.read_text()
