"""Groups whose server is killed, stopped, or full: nothing acknowledged is lost, nothing twice."""

import threading
import time
from dataclasses import replace

import pytest
from clubs import Person, play_alone
from devices import OddServer, Table

from galopp.store import Write


def test_killed_after_every_message_nothing_acknowledged_is_lost(server):
    anna = Person.founds(server)
    names = ["Anna"]
    for number in range(2):
        names.append(anna.joined_by(f"P{number}").news()["members"][-1]["name"])
        play_alone(anna)
        server.kill()
        server.start()
        news = anna.until(lambda news, n=number: news["games"] > n)
        assert [member["name"] for member in news["members"]] == names
        assert news["games"] == number + 1
    assert "Traceback" not in server.log.read_text()


@pytest.mark.thorough  # the one above kills after every message
def test_a_message_that_was_answered_before_a_kill_is_not_carried_out_again(server):
    anna = Person.founds(server)
    seats = [{"member": 0, "place": 1}, {"name": "Grandpa", "place": 2}]
    wanted = {"id": "a1", "game": "saumaumau", "seats": seats}
    for _ in range(2):
        assert anna.told("POST", "/games", json=wanted) == {"number": 1}
        server.kill()
        server.start()
    assert anna.news()["games"] == 1


def test_a_round_goes_on_after_a_kill_and_the_bell_rings(tmp_path):
    with OddServer(tmp_path / "data") as server:
        anna = Person.founds(server)
        people = [anna, *(anna.joined_by(name) for name in ("Ben", "Carla", "Dora"))]
        wanted = {"name": "Cup", "games": ["saumaumau"], "size": 2, "rounds": 1, "minutes": 1}
        anna.say("plan_tournament", **wanted).raise_for_status()
        for person in people[1:]:
            person.say("enter_tournament", tournament=1).raise_for_status()
        draw = {"id": "d1", "round": 1}
        anna.told("POST", "/tournaments/1/rounds", json=draw)
        first, second = anna.news()["tournament"]["drawn"][0]["tables"]
        table = Table(server, first["table"], "", 2)
        table.seats = [people[member].sits(table) for member in first["seats"]]
        table.decide(table.mover()).raise_for_status()
        server.kill()
        server.arguments += ("--ahead", "200")  # seconds: it comes back after the bell
        server.start()
        shown = anna.until(lambda news: news["tournament"]["phase"] == "over")["tournament"]
        (drawn,) = shown["drawn"]
        games = [one["game"] for one in drawn["tables"]]
        assert games == [1, None]  # the one as it stood; at the other nobody has come
        (game,) = anna.told("GET", "/games")
        assert game["cut_short"]


def test_whoever_waits_is_answered_at_once_when_the_server_stops(server):
    anna = Person.founds(server)
    stamp, heard = anna.news()["stamp"], []

    def wait():
        began = time.monotonic()
        anna.ask("GET", f"?stamp={stamp}")
        heard.append(time.monotonic() - began)

    thread = threading.Thread(target=wait, daemon=True)
    thread.start()
    ben = anna.joined_by("Ben")  # which wakes whoever waits
    thread.join(60)
    stamp = ben.until(lambda news: len(news["members"]) == 2)["stamp"]
    again = threading.Thread(target=wait, daemon=True)
    again.start()
    ben.until(lambda news: news["members"][0]["here"])
    assert server.stop() == 0
    again.join(60)
    assert len(heard) == 2


@pytest.mark.thorough
def test_a_closed_group_that_was_not_deleted_before_a_kill_is_deleted_later(server):
    anna = Person.founds(server)
    play_alone(anna)
    anna.until(lambda news: news["games"])
    server.stop()
    with server.place.open() as log:  # as if it had been killed between the two
        heading = log.heading(anna.code)
        log.append_and_wait(Write([], replace(heading, phase="closed_group")))
    server.start()
    until_gone(server, anna.code)
    with server.place.look() as log:
        assert log.names_kept(f"game/{anna.code}") == []


def until_gone(server, code):
    end = time.monotonic() + 60
    while True:
        with server.place.look() as log:
            if log.heading(code) is None:
                return
        assert time.monotonic() < end
        time.sleep(0.1)


def test_groups_are_not_touched_by_the_expiry_of_tables(server):
    anna = Person.founds(server)
    assert anna.news()["code"] == anna.code
    with server.place.look() as log:
        assert log.heading(anna.code).phase == "group"
        assert anna.code not in {one.table for one in log.headings("lobby", "playing", "over")}
