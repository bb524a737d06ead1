"""Tournaments at a real server: rounds are drawn, played, ended by their games or by the bell."""

import random
import threading

import pytest
from clubs import Person

from galopp.client import Group, Server
from serving import ServerProcess

NAMES = [f"P{number}" for number in range(1, 12)]


@pytest.fixture(scope="module")
def server(shared_server: ServerProcess) -> ServerProcess:
    return shared_server


@pytest.fixture
def people(server):
    """The founder and three more, who have all entered a tournament."""
    anna = Person.founds(server)
    people = [anna, *(anna.joined_by(name) for name in ("Ben", "Carla", "Dora"))]
    plan(anna)
    for person in people[1:]:
        person.say("enter_tournament", tournament=1).raise_for_status()
    return people


def plan(person, **wanted):
    wanted = {"name": "Cup", "games": ["schweinsgalopp"], "size": 2, "rounds": 2, **wanted}
    person.say("plan_tournament", **wanted).raise_for_status()


def draw(person, number=1, **wanted):
    wanted = {"id": f"draw{number}", "round": number, **wanted}
    return person.ask("POST", "/tournaments/1/rounds", json=wanted)


def tables_of(person, number=1):
    return person.news()["tournament"]["drawn"][number - 1]["tables"]


class Player(threading.Thread):
    """Plays a seat with `galopp.client` until its game is over."""

    def __init__(self, group: Group, table: str) -> None:
        super().__init__(daemon=True)
        self.group, self.table, self.failed = group, table, None
        self.luck = random.Random(group.member)
        self.start()

    def run(self) -> None:
        try:
            for turn in self.group.sit(self.table).turns():
                turn.play(self.luck.choice(turn.legal))
        except Exception as failed:
            self.failed = failed


def as_clients(client: Server, people):
    return [Group(client._caller, one.code, one.member, one.key) for one in people]


def play_round(groups, number):
    """Let everybody play the table they were drawn to, to its end."""
    drawn = groups[0].news().tournament.drawn[number - 1]
    by_member = {
        member: table.table
        for table in drawn.tables
        for member in table.seats
        if member is not None
    }
    players = [Player(one, by_member[one.member]) for one in groups if one.member in by_member]
    for player in players:
        player.join(300)
        assert player.failed is None and not player.is_alive()
    groups[0].wait(lambda news: news.tournament.drawn[number - 1].over)


def test_a_tournament_is_played_to_its_end_by_whoever_was_drawn(server, people):
    with Server(server.address) as client:
        groups = as_clients(client, people)
        for number in (1, 2):
            assert draw(people[0], number).status_code == 200
            play_round(groups, number)
        shown = groups[1].news().tournament
    assert shown.phase == "over"
    assert shown.secret is not None
    assert [row.played for row in shown.standings] == [2] * 4
    assert sum(row.points for row in shown.standings) == pytest.approx(4 * 12)
    assert people[0].news()["games"] == 4


def test_two_who_draw_the_same_round_draw_it_once_and_only_whoever_plans_may(people):
    assert draw(people[1]).json()["key"] == "planner_only"
    assert draw(people[0], 2).status_code == 409
    assert [draw(people[0]).status_code for _ in range(2)] == [200, 200]
    assert draw(people[0], 1, id="again").json()["key"] == "round_goes_on"
    assert len(tables_of(people[0])) == 2


def ring(person, number=1):
    return person.ask("POST", "/tournaments/1/bell", json={"id": f"ring{number}", "round": number})


def test_whoever_leads_rings_the_bell_for_games_that_nobody_would_end(server, people):
    """At one table two play a bit, and at the other nobody has ever come."""
    draw(people[0]).raise_for_status()
    code, first = (tables_of(people[0])[0][what] for what in ("table", "seats"))
    with Server(server.address) as client:
        groups = as_clients(client, people)
        for member in first:
            groups[member].sit(code)
        people[0].until(lambda news: "playing" in [table["phase"] for table in news["tables"]])
    assert ring(people[1]).json()["key"] == "planner_only"
    assert ring(people[0], 2).status_code == 200, "that one is not on: nothing happens"
    assert not people[0].news()["tournament"]["drawn"][0]["over"]
    assert [ring(people[0]).status_code for _ in range(2)] == [200, 200]
    shown = people[0].news()
    assert shown["tournament"]["phase"] == "between"
    assert [game["cut_short"] for game in shown["latest"]] == [True]
    assert {seat["member"] for seat in shown["latest"][0]["seats"]} == {*first}
    assert draw(people[0], 2).status_code == 200


def test_everybody_sits_where_they_were_drawn_and_nobody_else_does(people):
    draw(people[0]).raise_for_status()
    by_table = {table["table"]: table["seats"] for table in tables_of(people[0])}
    news = people[0].until(lambda news: len(news["tables"]) == 2)
    for table in news["tables"]:
        assert table["seated"] == by_table[table["table"]]
        assert table["phase"] == "lobby"
    (code, (first, second)), *_ = by_table.items()
    for seat, member in enumerate((first, second)):
        wanted = {"table": code, "key": people[member].key}
        assert people[member].told("POST", "/seats", json=wanted)["seat"] == seat
    people[0].until(
        lambda n: next(t for t in n["tables"] if t["table"] == code)["phase"] == "playing"
    )
    outside = next(one for one in people if one.member not in (first, second))
    wanted = {"table": code, "key": outside.key}
    assert outside.ask("POST", "/seats", json=wanted).status_code == 409


def test_bots_fill_the_tables_where_that_is_wanted(server):
    anna = Person.founds(server)
    ben, carla = anna.joined_by("Ben"), anna.joined_by("Carla")
    plan(anna, filler="casual", size=4)
    for person in (ben, carla):
        person.say("enter_tournament", tournament=1).raise_for_status()
    draw(anna).raise_for_status()
    (table,) = tables_of(anna)
    assert table["seats"].count(None) == 1
    (shown,) = anna.until(lambda news: news["tables"])["tables"]
    assert all(shown["names"])


def test_at_tables_of_two_a_bot_sits_with_whoever_is_left_over(server):
    anna = Person.founds(server)
    ben, carla = anna.joined_by("Ben"), anna.joined_by("Carla")
    plan(anna, filler="casual", size=2)
    for person in (ben, carla):
        person.say("enter_tournament", tournament=1).raise_for_status()
    draw(anna).raise_for_status()
    seats = sorted(table["seats"].count(None) for table in tables_of(anna))
    assert seats == [0, 1]


def test_a_tournament_whose_tables_bots_fill_is_played_to_its_end(server):
    """Five at tables of three: a bot sits at one, has a place there, and none in the standings."""
    anna = Person.founds(server)
    people = [anna, *(anna.joined_by(name) for name in NAMES[:4])]
    plan(anna, games=["ostfriesenlauf"], filler="casual", size=3, rounds=1)
    for person in people[1:]:
        person.say("enter_tournament", tournament=1).raise_for_status()
    draw(anna).raise_for_status()
    with Server(server.address) as client:
        play_round(as_clients(client, people), 1)
    news = anna.news()
    shown = news["tournament"]
    assert shown["phase"] == "over"
    assert shown["drawn"][0]["byes"] == []
    assert sorted(row["member"] for row in shown["standings"]) == list(range(5))
    assert [row["played"] for row in shown["standings"]] == [1] * 5
    (filled,) = [
        game["seats"] for game in news["latest"] if any(one["level"] for one in game["seats"])
    ]
    (bot,) = [seat for seat in filled if seat["level"]]
    assert (bot["member"], bot["level"]) == (None, "casual")
    shared = [seat["place"] for seat in filled].count(bot["place"])
    of_the_bot = 12 - 6 * (bot["place"] - 1 + (shared - 1) / 2)
    points = sum(row["points"] for row in shown["standings"])
    assert points == pytest.approx(2 * (12 + 6) - of_the_bot)


def test_over_days_games_begin_at_once_and_each_decision_has_its_day(server):
    anna = Person.founds(server)
    anna.joined_by("Ben").say("enter_tournament", tournament=1)
    plan(anna, over_days=True)
    ben = anna.joined_by("Benno")
    ben.say("enter_tournament", tournament=1).raise_for_status()
    draw(anna).raise_for_status()
    (shown,) = anna.until(lambda n: n["tables"] and n["tables"][0]["phase"] == "playing")["tables"]
    news = anna.told("GET", f"/../../tables/{shown['table']}")
    assert news["settings"]["thinking"]["kind"] == "days"


def test_twelve_people_at_three_tables_play_a_whole_tournament(server):
    with Server(server.address) as client:
        founder = client.open_group("Cup", "P0")
        groups = [founder, *(client.join_group(founder.code, name) for name in NAMES)]
        founder.plan_tournament("Cup", ["schweinsgalopp", "saumaumau", "ostfriesenlauf"], 4, 3)
        for group in groups[1:]:
            group.enter(1)
        for number in (1, 2, 3):
            founder.draw_round(1, number)
            play_round(groups, number)
        shown = founder.news().tournament
    assert shown is not None and shown.phase == "over"
    assert [row.played for row in shown.standings] == [3] * 12
    assert {one.game for one in shown.drawn} == {"schweinsgalopp", "saumaumau", "ostfriesenlauf"}
