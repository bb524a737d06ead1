"""Groups that two processes with one database share: asked of either, they are the same."""

from dataclasses import replace

import pytest
from clubs import GroupTable, Person, play, play_alone
from devices import CLIENT, OddServer

from databases import empty
from databases_shared import cluster, worker_databases

__all__ = ["cluster", "worker_databases"]


@pytest.fixture(scope="module")
def pair(tmp_path_factory, worker_databases):
    """Two processes with one database."""
    store = worker_databases[1]
    empty(store)
    folder = tmp_path_factory.mktemp("pair")

    def process(name):
        given = OddServer(folder / name, "--unreviewed", "--store", store)
        given.arguments += ("--shared-at", given.address)
        return given

    with process("one") as one, process("two") as two:
        yield one, two


def at(person, server):
    """The same member, or table, asked of another process."""
    return replace(person, server=server)


def groups_of_both(pair):
    """A group of each process, by its founder, who asks the other one."""
    one, two = pair
    return [at(Person.founds(one), two), at(Person.founds(two), one)]


def test_a_group_is_the_same_wherever_it_is_asked_for(pair):
    for anna in groups_of_both(pair):
        ben = anna.joined_by("Ben")
        shown = [at(ben, server).news() for server in pair]
        for news in shown:
            del news["at"]
        assert shown[0] == shown[1]
        nowhere = [at(anna, server).ask("GET", "/nowhere").status_code for server in pair]
        assert nowhere == [404, 404]


def test_a_game_counts_once_whichever_process_has_the_table_and_whoever_is_asked(pair):
    one, two = pair
    for anna in groups_of_both(pair):
        for server in pair:
            play_alone(at(anna, server))
        assert at(anna, one).until(lambda news: news["games"] == 2)["games"] == 2
        replays = [CLIENT.get(f"{s.address}/api/replays/{anna.code}-1").json() for s in pair]
        assert replays[0] == replays[1]


def test_members_sit_down_at_tables_of_either_process(pair):
    """Enough tables that each process has some, though the group is one's."""
    one, two = pair
    anna = Person.founds(one)
    ben = at(anna.joined_by("Ben"), two)
    tables = [anna.opens() for _ in range(3)]
    two.kill()
    two.start()  # now some of them are another's
    for table in tables:
        table.seats = [anna.sits(table, 0), ben.sits(table, 1)]
        table.say(table.host, "start").raise_for_status()
        play(at(table, two))
    ben.until(lambda news: news["games"] == 3)


def test_a_round_that_one_process_drew_the_other_goes_on_with(pair):
    one, two = pair
    anna = Person.founds(two)
    people = [anna, *(anna.joined_by(name) for name in ("Ben", "Carla", "Dora"))]
    people = [at(person, one) for person in people]
    wanted = {"name": "Cup", "games": ["schweinsgalopp"], "size": 2, "rounds": 1}
    people[0].say("plan_tournament", **wanted).raise_for_status()
    for person in people[1:]:
        person.say("enter_tournament", tournament=1).raise_for_status()
    people[0].told("POST", "/tournaments/1/rounds", json={"id": "d1", "round": 1})
    two.kill()
    for drawn in people[0].news()["tournament"]["drawn"][0]["tables"]:
        table = GroupTable(one, drawn["table"], "", 2)
        table.seats = [people[member].sits(table) for member in drawn["seats"]]
        play(table)
    people[0].until(lambda news: news["tournament"]["phase"] == "over")
    two.start()
    assert at(anna, two).news()["games"] == 2


def test_a_group_that_is_closed_at_one_is_gone_at_both(pair):
    for anna in groups_of_both(pair):
        play_alone(anna)
        anna.until(lambda news: news["games"])
        assert anna.say("close_group").status_code == 200
        for server in pair:
            assert at(anna, server).ask("GET").status_code == 404
            replay = CLIENT.get(f"{server.address}/api/replays/{anna.code}-1")
            assert replay.status_code == 404


def test_no_key_of_a_member_is_ever_logged(pair):
    anna = groups_of_both(pair)[0]
    play_alone(anna)
    said = "".join(server.log.read_text() for server in pair)
    assert anna.key not in said
    assert "Traceback" not in said
