"""What holds for a database alone: who may write, what is told of it, and what it withstands."""

import itertools
import threading
from contextlib import closing
from functools import partial
from time import monotonic, sleep

import psycopg
import pytest
from some_writes import Heard, a_heading, a_write, an_entry, everything, gathering

from databases import carry_out
from databases_shared import safe_cluster
from galopp.locale import LANGUAGES, Language
from galopp.play.telling import say_fault
from galopp.store import Write
from galopp.store.fault import StoreFault, Taken
from galopp.store.opening import place_of
from galopp.store.postgres import errors
from galopp.store.postgres.schema import MIGRATIONS

__all__ = ["safe_cluster"]
pytestmark = pytest.mark.parametrize("new_place", ["postgres"], indirect=True)


@pytest.fixture
def address(place, worker_databases):
    return worker_databases[0]


def refused(opening):
    with pytest.raises(StoreFault) as caught:
        opening().close()
    return caught.value.key


# --- Who may write


def test_a_second_server_is_refused_and_may_look(place):
    with place.open() as log:
        log.append_and_wait(a_write("A", 0))
        assert refused(place.open) == "store_served"
        with place.look() as reader:
            assert everything(reader) == {"A": [an_entry("A", 0)]}
    place.open().close()


def test_whoever_slept_through_its_lease_appends_nothing_any_more(place, monkeypatch):
    asleep = place.open()
    asleep.append_and_wait(a_write("A", 0))
    monkeypatch.setattr(asleep._membership, "_renew", lambda: None)
    with place.open() as other:  # waits for as long as a lease holds
        for _ in range(2):
            with pytest.raises(StoreFault, match="store_lost"):
                asleep.append_and_wait(a_write("A", 1))
        with pytest.raises(StoreFault, match="store_lost"):
            asleep.append_and_wait(Write([], a_heading("A", phase="closed")))
        assert other.heading("A").phase == "playing"
        other.append_and_wait(a_write("A", 1))
        assert len(other.read("A")) == 2
    asleep.close()


def test_a_table_that_a_later_process_has_changed_is_not_changed_by_an_earlier_one(place, address):
    with place.open() as log:
        log.append_and_wait(a_write("A", 0))
        carry_out(address, "UPDATE galopp.heading SET owner = owner + 1")
        with pytest.raises(Taken):
            log.append_and_wait(a_write("A", 1))
        with pytest.raises(Taken):
            log.append_and_wait(Write([], a_heading("A", phase="closed")))
        assert (log.heading("A").phase, len(log.read("A"))) == ("playing", 1)


def test_a_process_that_was_killed_is_waited_for_and_then_forgotten(place, address):
    place.open().close()
    carry_out(
        address,
        "INSERT INTO galopp.process (alone, alive_until)"
        " VALUES (true, clock_timestamp() + interval '0.3 seconds')",
    )
    with place.open():
        assert carry_out(address, "SELECT count(*) FROM galopp.process") == [(1,)]


# --- One statement


def test_whatever_waits_goes_to_the_database_in_one_statement(place, monkeypatch):
    sent = []
    with place.open() as log:
        connection = log._writer._committer._connection
        execute = connection.execute
        with gathering(log):
            monkeypatch.setattr(
                connection, "execute", lambda *a: [sent.append(a[0]), execute(*a)][1]
            )
            for number in range(100):
                log.append(a_write(f"T{number}", 0, 3), lambda fault: None)
                log.append(a_write(f"T{number}", 3), lambda fault: None)
        monkeypatch.undo()
        assert len(sent) == 1
        assert all(len(log.read(f"T{number}")) == 4 for number in range(100))


# --- What it withstands


@pytest.fixture
def patient(monkeypatch):
    """Wait for a database for as long as a busy machine may need."""
    monkeypatch.setattr("galopp.store.postgres.committer.PATIENCE", 60.0)
    monkeypatch.setattr("galopp.store.postgres.reader.PATIENCE", 60.0)


def test_lines_that_are_cut_are_made_anew_and_nothing_is_lost_or_written_twice(
    place, address, patient
):
    stop, heard = threading.Event(), Heard()

    def cut():
        while not stop.wait(0.02):
            carry_out(
                address,
                "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname ="
                " current_database() AND application_name = 'galopp'",
            )

    with place.open() as log:
        cutting = threading.Thread(target=cut)
        cutting.start()
        for number in range(60):
            log.append_and_wait(a_write("A", number))
            if number % 10 == 0:
                log.append(a_write(f"T{number}", 0, 2), heard.under(number))
        stop.set()
        cutting.join()
        assert log.read("A") == [an_entry("A", seq) for seq in range(60)]
        assert len(log.headings()) == 7
    assert set(heard.of.values()) == {None}


def test_what_was_committed_as_the_line_was_cut_is_known_for_our_own(place, monkeypatch):
    """The answer is lost, not the commit: the same is sent again and refused, and was ours."""
    with place.open() as log:
        log.append_and_wait(a_write("A", 0))
        committer = log._writer._committer
        attempt, left = committer._attempt, [1]

        def lose_the_answer(works, again):
            outcomes = attempt(works, again)
            if left:
                left.pop()
                committer._connection.close()
                raise psycopg.OperationalError("the line was cut")
            return outcomes

        monkeypatch.setattr(committer, "_attempt", lose_the_answer)
        log.append_and_wait(a_write("A", 1, 3))
        assert [entry.seq for entry in log.read("A")] == [0, 1, 2, 3]
        left.append(1)
        log.append_and_wait(a_write("B", 0, 2))
        left.append(1)
        with pytest.raises(Taken):
            log.append_and_wait(Write([an_entry("A", 3, b"other")], a_heading("A")))


def test_a_database_that_falls_as_by_a_power_cut_is_waited_for(new_place, safe_cluster, patient):
    place = place_of(safe_cluster.make("falls"))
    with place.open() as log:
        for number in range(30):
            log.append_and_wait(a_write("A", number))
            if number % 10 == 5:
                falling = threading.Thread(target=fall, args=(safe_cluster,))
                falling.start()
                log.append_and_wait(a_write(f"T{number}", 0))
                falling.join()
                assert log.heading("A") is not None
        assert log.read("A") == [an_entry("A", seq) for seq in range(30)]


def fall(cluster):
    cluster.stop("immediate")
    cluster.start()


def test_what_is_found_written_has_reached_the_standby_before_anybody_hears_of_it(
    new_place, safe_cluster
):
    place, heard = place_of(safe_cluster.make("waits")), Heard()
    waiting = (
        "SELECT pid FROM pg_stat_activity WHERE datname = 'waits' AND wait_event = 'SyncRep'"
        " AND query NOT LIKE '%alive_until%'"
    )
    ask = partial(carry_out, safe_cluster.address())
    with place.open() as log:
        log.append_and_wait(a_write("A", 0))
        ask("ALTER SYSTEM SET synchronous_standby_names = 'nobody'", "SELECT pg_reload_conf()")
        try:
            for last in itertools.count(1):  # a setting takes some time to be known everywhere
                log.append(a_write("A", last), heard.under(last))
                until(lambda last=last: last in heard.of or still_there(ask, waiting))
                if last not in heard.of:
                    break
            ((first,),) = ask(waiting)
            ask(f"SELECT pg_terminate_backend({first})")  # it stands here, and nowhere else
            until(lambda: [row for row in ask(waiting) if row != (first,)] or last in heard.of)
            assert last not in heard.of
        finally:
            ask("ALTER SYSTEM RESET synchronous_standby_names", "SELECT pg_reload_conf()")
        until(lambda: last in heard.of)
        assert heard.of == dict.fromkeys(range(1, last + 1))
        assert [entry.seq for entry in log.read("A")] == [*range(last + 1)]


def still_there(ask, question):
    """What is answered twice, a moment apart: every write waits for the standby, but not long."""
    found = ask(question)
    sleep(0.2 if found else 0)
    return found if found == ask(question) else []


def until(is_it):
    end = monotonic() + 60
    while not (found := is_it()):
        assert monotonic() < end
        sleep(0.02)
    return found


def test_a_database_that_stays_away_is_told_and_later_all_goes_on(
    new_place, safe_cluster, monkeypatch
):
    monkeypatch.setattr("galopp.store.postgres.committer.PATIENCE", 0.1)
    monkeypatch.setattr("galopp.store.postgres.reader.PATIENCE", 0.1)
    place = place_of(safe_cluster.make("stays_away"))
    with place.open() as log:
        log.append_and_wait(a_write("A", 0))
        safe_cluster.stop("fast")
        for deed in (lambda: log.append_and_wait(a_write("A", 1)), lambda: log.read("A")):
            with pytest.raises(StoreFault, match="store_unreachable"):
                deed()
        safe_cluster.start()
        log.append_and_wait(a_write("A", 1))
        assert len(log.read("A")) == 2


# --- What is wrong with a database


def test_an_empty_database_has_no_tables_to_look_at(place):
    assert refused(place.look) == "store_missing"


def test_somebody_elses_schema_is_refused_and_left_alone(place, address):
    carry_out(address, "CREATE SCHEMA galopp", "CREATE TABLE galopp.recipe (name text)")
    assert refused(place.open) == refused(place.look) == "store_foreign"
    assert carry_out(address, "SELECT tablename FROM pg_tables WHERE schemaname = 'galopp'") == [
        ("recipe",)
    ]


def test_a_newer_database_is_refused(place, address):
    place.open().close()
    carry_out(address, f"UPDATE galopp.version SET number = {len(MIGRATIONS) + 1}")
    assert refused(place.open) == refused(place.look) == "store_newer"


def test_an_older_database_is_brought_up_to_date_by_whoever_writes(place, address, monkeypatch):
    place.open().close()
    more = (*MIGRATIONS, ("CREATE TABLE galopp.more (name text)",))
    for module in ("schema", "reader"):
        monkeypatch.setattr(f"galopp.store.postgres.{module}.MIGRATIONS", more)
    assert refused(place.look) == "store_older"
    place.open().close()
    assert carry_out(address, "SELECT number FROM galopp.version") == [(len(more),)]
    place.look().close()


def test_an_event_changed_or_removed_behind_our_back_is_noticed(place, address):
    with place.open() as log:
        for table in ("A", "B", "C"):
            log.append_and_wait(a_write(table, 0, 9))
        carry_out(
            address,
            r"UPDATE galopp.event SET body = '\x2233' WHERE code = 'B' AND seq = 4",
            "DELETE FROM galopp.event WHERE code = 'C' AND seq = 8",
        )
        assert len(log.read("A")) == 9
        assert len(log.read("B", 4)) == 4
        for table in ("B", "C"):
            with pytest.raises(StoreFault, match="store_damaged"):
                log.read(table)


def test_a_table_of_the_schema_that_is_gone_ends_the_writing(place, address):
    with place.open() as log:
        carry_out(address, "DROP TABLE galopp.event")
        for _ in range(2):
            with pytest.raises(StoreFault, match="store_damaged"):
                log.append_and_wait(a_write("A", 0))
        with pytest.raises(StoreFault, match="store_damaged"):
            log.read("A")


def test_who_may_not_make_tables_is_told_so(place, cluster, address):
    name = address.partition("@/")[2].partition("?")[0]
    carry_out(address, "DROP ROLE IF EXISTS poor", "CREATE ROLE poor LOGIN")
    assert refused(place_of(cluster.address(name, "poor")).open) == "store_not_permitted"


def test_a_database_that_only_reads_is_told_so(place, address):
    place.open().close()
    separated = "&" if "?" in address else "?"
    only = place_of(f"{address}{separated}options=-cdefault_transaction_read_only%3Don")
    assert refused(only.open) == "store_read_only"
    only.look().close()


def test_a_database_of_another_encoding_is_told_so(new_place, cluster):
    carry_out(
        cluster.address(),
        "DROP DATABASE IF EXISTS latin",
        "CREATE DATABASE latin ENCODING 'LATIN1' TEMPLATE template0 LOCALE 'C'",
    )
    assert refused(place_of(cluster.address("latin")).open) == "store_not_utf8"


@pytest.mark.parametrize(
    ("ask", "key"),
    [
        (lambda cluster: cluster.address("nowhere"), "store_no_database"),
        (lambda cluster: cluster.address(user="nobody"), "store_not_let_in"),
        (lambda cluster: cluster.by_network(password="wrong"), "store_not_let_in"),
        (lambda cluster: cluster.by_network(), "store_not_let_in"),
        (lambda cluster: "postgresql://127.0.0.1:1/x", "store_unreachable"),
        (lambda cluster: "postgresql://nobody.invalid/x", "store_unreachable"),
    ],
    ids=["no database", "no role", "wrong password", "no password", "no server", "no host"],
)
def test_who_is_not_let_in_hears_why(new_place, cluster, ask, key):
    assert refused(place_of(ask(cluster)).open) == key


def test_commits_are_on_disk_whatever_a_database_is_set_to(place, address):
    separated = "&" if "?" in address else "?"
    careless = f"{address}{separated}options=-csynchronous_commit%3D"
    for setting, wanted in (("off", "on"), ("remote_apply", "remote_apply")):
        with closing(place_of(careless + setting).address.connect()) as connection:
            assert connection.execute("SHOW synchronous_commit").fetchone() == (wanted,)


# --- What is told of it


def test_a_password_is_never_told(new_place, cluster):
    for secret in (cluster.by_network(password="hush"), "postgresql://a:hush@b:c:d/?=%"):
        with pytest.raises(StoreFault) as caught:
            place_of(secret).open()
        assert "hush" not in str(caught.value.arguments) + str(caught.value)
    assert "hush" not in repr(place_of(cluster.by_network(password="hush")))


@pytest.mark.parametrize("code", LANGUAGES)
def test_every_fault_is_a_sentence_in_every_language(new_place, code):
    keys = {*errors.SENTENCES.values(), *(key for *_, key in errors.NOT_LET_IN)}
    keys |= {"store_unreachable", "store_served", "store_lost", "store_not_utf8", "store_not_empty"}
    for key in keys:
        said = say_fault(Language(code), StoreFault(key, path="postgresql://x/y", reason="why"))
        assert "postgresql://x/y" in said
        assert "fault." not in said
