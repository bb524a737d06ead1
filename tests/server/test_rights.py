"""Keys: each opens what it was made for, and nothing else, on every way in."""

import pytest
from devices import CLIENT, Table
from websockets.exceptions import ConnectionClosed

from galopp.table.keys import new_key

NO_KEY = "A" * 22


@pytest.fixture(scope="module")
def server(shared_server):
    return shared_server


@pytest.fixture
def table(server):
    return Table.open(server, players=2).sit_down()


def refused(answer):
    """The status and the key of a no."""
    assert answer.json()["type"] == "refused"
    return answer.status_code, answer.json()["key"]


def keys_that_hold_no_seat(table):
    another = Table.open(table.server).sit_down()
    return {
        "nothing": (),
        "a guess": (NO_KEY,),
        "no key at all": ("../../x",),
        "another table's seat": (another.seats[0],),
        "another table's host": (another.host,),
        "this table's host": (table.host,),
        "a spectator": (table.watch(),),
        "a screen": (table.watch("tv"),),
        "all of these": (NO_KEY, another.seats[0], another.host, table.host, table.watch()),
    }


def test_only_a_seats_own_key_decides_for_it(table):
    seat = table.mover()
    asked = table.game(table.seats[seat])
    said = {"seat": seat, "decision": asked["decision"], "moves": asked["legal"][:1]}
    before = {}
    for whose, keys in keys_that_hold_no_seat(table).items():
        before[whose] = table.picture()
        message = {"type": "decide", "id": "a", **said}
        answer = table.ask("POST", "/messages", *keys, json=message)
        assert refused(answer) in [(401, "key_opens_nothing"), (403, "not_your_seat")], whose
        assert table.picture() == before[whose], whose
    other = table.say(table.seats[1 - seat], "decide", **said)
    assert refused(other) == (403, "not_your_seat")
    assert table.say(table.seats[seat], "decide", **said).status_code == 200


def test_a_seats_eyes_are_lent_to_nobody(table):
    for whose, keys in keys_that_hold_no_seat(table).items():
        for path in ("/game?seat=0", "/history?seat=0"):
            answer = table.ask("GET", path, *keys)
            expected = [(401, "key_opens_nothing"), (403, "not_your_seat")]
            assert refused(answer) in expected, (whose, path)
    for path in ("/game?seat=0", "/history?seat=0"):
        assert refused(table.ask("GET", path, table.seats[1])) == (403, "not_your_seat")
        assert table.ask("GET", path, table.seats[0]).status_code == 200


@pytest.mark.parametrize("kind", ["spectator", "tv"])
def test_whoever_watches_sees_what_everybody_sees(table, kind):
    watching = table.watch(kind)
    assert table.game(watching)["viewer"] is None
    assert table.game(watching)["legal"] == []
    with table.line(watching) as line:
        assert line.heard[0]["seats"] == [] and not line.heard[0]["host"]
        assert line.until_type("game")["viewer"] is None


SEAT_THINGS = [
    {"type": "decide", "seat": 0, "decision": 1, "moves": [0]},
    {"type": "say", "seat": 0, "phrase": "oink"},
    {"type": "undo", "seat": 0},
    {"type": "answer_undo", "seat": 0, "agree": True},
    {"type": "take_over", "seat": 0, "absent": 1},
    {"type": "take_back", "seat": 0},
    {"type": "leave", "seat": 0},
    {"type": "count", "seat": 0, "agree": True},
    {"type": "claim_host", "seat": 0},
]
HOST_THINGS = [
    {"type": "arrange", "settings": {"talk": False}},
    {"type": "add_bot", "seat": 0, "level": "casual"},
    {"type": "send_away", "seat": 0},
    {"type": "swap", "seat": 0, "other": 1},
    {"type": "reissue", "seat": 0},
    {"type": "close"},
]


def test_a_spectator_is_refused_everything_that_a_seat_or_the_host_may_do(table):
    watching = table.watch()
    before = table.picture()
    with table.line(watching) as line:
        for message in SEAT_THINGS:
            fields = {name: value for name, value in message.items() if name != "type"}
            assert line.say(message["type"], **fields)["key"] == "not_your_seat"
        for message in HOST_THINGS:
            fields = {name: value for name, value in message.items() if name != "type"}
            assert line.say(message["type"], **fields)["key"] == "host_only"
        for type_ in ("start", "rematch"):
            assert line.say(type_)["key"] == "players_only"
    assert refused(table.ask("DELETE", "", watching)) == (403, "host_only")
    assert table.picture() == before


@pytest.mark.parametrize("message", HOST_THINGS, ids=lambda message: message["type"])
def test_a_seat_is_not_the_host(table, message):
    before = table.picture()
    sent = table.ask("POST", "/messages", table.seats[1], json={"id": "a", **message})
    assert refused(sent) == (403, "host_only")
    assert refused(table.ask("DELETE", "", table.seats[1])) == (403, "host_only")
    assert table.picture() == before


def test_a_table_that_may_not_be_watched_lets_nobody_watch(server):
    table = Table.open(server, settings={"watchable": False})
    for kind in ("spectator", "tv"):
        answer = table.ask("POST", "/watchers", json={"kind": kind})
        assert refused(answer) == (403, "not_watchable")


def test_a_reissued_seat_is_dead_for_the_old_key_at_once_on_open_lines_too(table):
    old = table.seats[0]
    with table.line(old) as first, table.line(old) as second, table.line(table.host) as host:
        given = host.say("reissue", seat=0)["gives"]
        for line in (first, second):
            assert line.until_type("goodbye")["reason"] == "key_changed"
            with pytest.raises(ConnectionClosed):
                line.until(lambda _: False)
    with table.line(old) as line:
        assert line.heard[-1]["key"] == "key_opens_nothing"
    for path in ("/game", "/history", "/news"):
        assert refused(table.ask("GET", path, old)) == (401, "key_opens_nothing")
    assert refused(table.say(old, "undo", seat=0)) == (401, "key_opens_nothing")
    assert table.game(given["key"])["viewer"] == 0
    assert table.ask("POST", "/seats", json={"name": "P0", "key": old}).status_code == 409


def test_a_seat_that_makes_itself_a_new_key_stays_where_it_is(table):
    with table.line(table.seats[0]) as line, table.line(table.seats[0]) as other_device:
        line.send({"type": "reissue", "id": "a", "seat": 0})
        answer = line.until_type("accepted")
        assert line.until_type("welcome")["seats"] == [0]
        with pytest.raises(ConnectionClosed):
            other_device.until(lambda _: False)
        assert "key_changed" in [said.get("reason") for said in other_device.heard]
        assert line.say("undo", seat=0)["key"] == "nothing_to_undo"
    assert table.game(answer["gives"]["key"])["viewer"] == 0


def test_a_seat_whose_answer_is_lost_still_has_the_key_it_made(table):
    key = new_key()
    table.say(table.seats[0], "reissue", seat=0, key=key).raise_for_status()
    assert table.game(key)["viewer"] == 0


def test_whoever_stands_up_hears_that_it_was_done_before_the_goodbye(table):
    lobby = Table.open(table.server, players=2)
    answer = CLIENT.post(f"{lobby.server.address}{lobby.path}/seats", json={"name": "Ada"})
    with lobby.line(answer.raise_for_status().json()["key"]) as line:
        line.send({"type": "leave", "id": "a", "seat": 0})
        with pytest.raises(ConnectionClosed):
            line.until(lambda _: False)
        said = [one["type"] for one in line.heard]
        assert said.index("accepted") < said.index("goodbye")


def test_a_host_who_closes_the_table_is_answered(table):
    with table.line(table.host) as line:
        assert line.say("close")["type"] == "accepted"


def test_a_stream_ends_when_its_key_is_changed(table):
    path = f"{table.server.address}{table.path}/news"
    with CLIENT.stream("GET", path, headers={"authorization": f"Bearer {table.seats[0]}"}) as news:
        lines = news.iter_lines()
        assert '"type":"welcome"' in next(lines)
        table.say(table.host, "reissue", seat=0).raise_for_status()
        assert '"reason":"key_changed"' in [line for line in lines if line][-1]


def test_a_line_that_holds_another_key_keeps_what_that_one_opens(table):
    with table.line(table.seats[0], table.host) as line:
        table.say(table.host, "reissue", seat=0).raise_for_status()
        line.until(lambda said: said["type"] == "welcome" and said["seats"] == [])
        welcome = next(said for said in reversed(line.heard) if said["type"] == "welcome")
        assert (welcome["seats"], welcome["host"]) == ([], True)
        assert line.say("undo", seat=0)["key"] == "not_your_seat"


def test_a_seat_on_two_devices_sees_the_same_on_both_and_decides_once(table):
    seat = table.mover()
    with table.line(table.seats[seat]) as phone, table.line(table.seats[seat]) as laptop:
        asked = phone.until_type("game")
        assert laptop.until_type("game") == asked
        said = {"seat": seat, "decision": asked["decision"], "moves": asked["legal"][:1]}
        assert phone.say("decide", **said)["type"] == "accepted"
        late = laptop.say("decide", **{**said, "moves": asked["legal"][-1:]})
        assert late["key"] in ("too_late", "not_your_turn_now")
        told = [
            [said for said in line.heard if said["type"] == "game"][1] for line in (phone, laptop)
        ]
        assert told[0] == told[1] and told[0]["decision"] > asked["decision"]


def test_a_device_with_two_seats_sees_and_plays_both(table):
    with table.line(*table.seats) as line:
        assert line.heard[0]["seats"] == [0, 1]
        shown = [line.until_type("game"), line.until_type("game")]
        assert [game["viewer"] for game in shown] == [0, 1]
        for _ in range(10):
            games = {said["viewer"]: said for said in line.heard if said["type"] == "game"}
            seat = games[0]["asked"][0]
            number, moves = games[seat]["decision"], games[seat]["legal"][:1]
            answer = line.say("decide", seat=seat, decision=number, moves=moves)
            assert answer["type"] == "accepted"
    assert table.ask("GET", "/game?seat=1", *table.seats).json()["viewer"] == 1
    assert table.ask("GET", "/game?seat=0", *table.seats).json()["viewer"] == 0


def test_a_message_that_comes_again_from_another_device_is_answered_as_the_first_time(table):
    seat = table.mover()
    asked = table.game(table.seats[seat])
    said = {"seat": seat, "decision": asked["decision"], "moves": asked["legal"][:1], "id": "once"}
    with table.line(table.seats[seat]) as phone, table.line(table.seats[seat]) as laptop:
        first = phone.say("decide", **said)
        assert laptop.say("decide", **said) == first
        assert table.say(table.seats[seat], "decide", **said).json() == first
    assert first["type"] == "accepted"


def test_a_deleted_table_is_gone_for_everybody(table):
    with table.line(table.seats[0]) as line:
        assert table.ask("DELETE", "", table.host).status_code == 204
        assert line.until_type("goodbye")["reason"] == "closed"
    for path in ("", "/game", "/history", "/record", "/qr.svg"):
        assert refused(table.ask("GET", path, table.seats[0])) == (404, "no_such_table")


def test_nobody_shows_a_whole_bunch_of_keys_at_once(table):
    bunch = [*table.seats, *[NO_KEY] * 6]
    assert table.ask("GET", "/game", *bunch).status_code == 200
    assert refused(table.ask("GET", "/game", *bunch, NO_KEY)) == (400, "unreadable_message")
