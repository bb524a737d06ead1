"""Several processes with one database: a table belongs to one of them, and the database knows."""

import threading
import time
from concurrent.futures import ThreadPoolExecutor

import psycopg
import pytest
from some_writes import Heard, a_heading, a_write, an_entry, everything

from databases import carry_out
from galopp.store import Write
from galopp.store.contract import Sharing
from galopp.store.fault import StoreFault, Taken
from galopp.store.postgres.membership import JOIN, LEASE

pytestmark = pytest.mark.parametrize("new_place", ["postgres"], indirect=True)
WITHIN = 60.0  # seconds


class Changes:
    """How often somebody heard that members came, went or lapsed."""

    def __init__(self):
        self.number = 0

    def __call__(self):
        self.number += 1


def joined(place, name, changed=lambda: None):
    log = place.open(sharing=Sharing(f"http://{name}:8080", changed))
    log.arrive()
    return log


def until(is_it):
    end = time.monotonic() + WITHIN
    while not is_it():
        assert time.monotonic() < end
        time.sleep(0.02)


def names(log):
    return [member.address for member in log.members() if not member.away]


def test_those_who_share_know_each_other_and_hear_who_comes_and_goes(place):
    changes = Changes()
    with joined(place, "a", changes) as one:
        assert names(one) == ["http://a:8080"]
        with joined(place, "b") as two:
            until(lambda: names(one) == ["http://a:8080", "http://b:8080"])
            assert two.number() > one.number()
            two.leave()
            until(lambda: names(one) == ["http://a:8080"])
            two.append_and_wait(a_write("LAST", 0))  # it goes on until it is closed
        assert changes.number >= 2


def test_who_is_not_ready_yet_is_there_and_gets_nothing(place):
    with joined(place, "a") as one, place.open(sharing=Sharing("http://b:8080", int)) as two:
        until(lambda: len(one.members()) == 2)
        assert names(one) == names(two) == ["http://a:8080"]
        two.arrive()
        assert names(two) == ["http://a:8080", "http://b:8080"]  # at once
        until(lambda: names(one) == names(two))


def test_nobody_shares_with_one_that_wants_to_be_alone(place):
    with place.open(), pytest.raises(StoreFault, match="store_served"):
        joined(place, "a")
    with joined(place, "a"), pytest.raises(StoreFault, match="store_served"):
        place.open()


def test_a_table_belongs_to_one_until_it_lets_go(place):
    with joined(place, "a") as one, joined(place, "b") as two:
        one.append_and_wait(a_write("A", 0))
        assert one.claim("A")
        assert not two.claim("A")
        for refused in (a_write("A", 1), Write([], a_heading("A", phase="closed"))):
            with pytest.raises(Taken):
                two.append_and_wait(refused)
        heard = Heard()
        one.release("A", heard.under("released"))
        until(lambda: heard.of == {"released": None})
        with pytest.raises(Taken):  # nobody's is not ours either
            one.append_and_wait(a_write("A", 1))
        assert two.claim("A")
        two.append_and_wait(a_write("A", 1))
        assert not one.claim("A")
        assert two.claim("NOWHERE")  # whoever wants it finds that it is not there
        assert everything(one) == {"A": [an_entry("A", 0), an_entry("A", 1)]}


def test_the_tables_of_one_that_is_gone_are_free(place):
    with joined(place, "b") as two:
        with joined(place, "a") as one:
            one.append_and_wait(a_write("A", 0))
            assert not two.claim("A")
        assert two.claim("A")


def test_one_that_slept_loses_its_tables_and_comes_back_as_another(place, address_of):
    changes = Changes()
    with joined(place, "a", changes) as one, joined(place, "b") as two:
        one.append_and_wait(a_write("A", 0))
        one.append_and_wait(a_write("B", 0))
        before = one.number()
        with one._membership._turn:  # as if it slept
            carry_out(
                address_of,
                f"UPDATE galopp.process SET alive_until = now() - interval "
                f"'1 second' WHERE id = {before}",
            )
            assert two.claim("A")
            two.append_and_wait(a_write("A", 1))
            with pytest.raises(StoreFault, match="store_lost"):
                one.append_and_wait(a_write("A", 1))
        until(lambda: one.number() > before)
        for table, seq in (("A", 2), ("B", 1)):
            with pytest.raises(Taken):
                one.append_and_wait(a_write(table, seq))
        assert one.claim("B")
        assert not one.claim("A")
        one.append_and_wait(a_write("B", 1))
        assert changes.number >= 1


def test_whoever_may_have_lost_its_tables_knows_before_anybody_takes_them(place):
    with joined(place, "a") as one, joined(place, "b") as two:
        one.append_and_wait(a_write("A", 0))
        assert one.certain() and two.certain()
        with one._membership._turn:  # as if it slept, or its line led nowhere
            while not two.claim("A"):
                time.sleep(0.005)
            assert not one.certain()
            assert two.certain()
        until(one.certain)  # under another number


def test_whose_table_was_taken_stays_dead_even_if_a_restart_gives_everybody_time(place, address_of):
    with joined(place, "a") as one, joined(place, "b") as two:
        one.append_and_wait(a_write("A", 0))
        before = one.number()
        lives = "UPDATE galopp.process SET alive_until = now() + interval '{}' WHERE id = {}"
        with one._membership._turn:  # as if its line led nowhere
            carry_out(address_of, lives.format("-1 second", before))
            assert two.claim("A")
            carry_out(address_of, lives.format("1 hour", before))  # as a restart would
        until(lambda: one.number() > before)


def test_who_comes_back_while_another_takes_its_table_keeps_it(place, address_of):
    """The other had looked who is alive before that, and has to wait."""
    with joined(place, "a") as one, joined(place, "b") as two, ThreadPoolExecutor(1) as pool:
        one.append_and_wait(a_write("A", 0))
        with one._membership._turn, psycopg.connect(address_of) as back:
            carry_out(address_of, f"DELETE FROM galopp.process WHERE id = {one.number()}")
            (number,) = back.execute(JOIN, (False, "http://a:8080", None, False)).fetchone()
            back.execute("UPDATE galopp.heading SET owner = %s WHERE code = 'A'", (number,))
            taken = pool.submit(two.claim, "A")
            until(lambda: waits_for_a_lock(address_of))
            back.commit()
            assert not taken.result()


def test_who_looks_around_so_late_that_nobody_is_alive_is_not_alone(place, address_of):
    """It would claim nothing, and hold what it has in memory for true."""
    with joined(place, "a") as one, joined(place, "b") as two:
        until(lambda: len(names(one)) == 2)
        with one._membership._turn, two._membership._turn:
            carry_out(
                address_of, "UPDATE galopp.process SET alive_until = now() - interval '1 hour'"
            )
            one._membership._look_around()
            assert names(one) == ["http://a:8080"]
        until(lambda: len(names(one)) == len(names(two)) == 2)


def waits_for_a_lock(address):
    with psycopg.connect(address) as connection:
        waiting = "SELECT count(*) FROM pg_locks WHERE NOT granted"
        return connection.execute(waiting).fetchone() > (0,)


@pytest.fixture
def address_of(place, worker_databases):
    """The database, for whoever changes it behind everybody's back."""
    carry_out(
        worker_databases[0],
        f"SELECT pg_sleep_until(pg_postmaster_start_time() + interval '{LEASE} seconds')",
    )  # after which whoever is late is dead
    return worker_databases[0]


def test_what_is_old_is_thrown_away_once(place):
    logs = [joined(place, name) for name in "abc"]
    tables = {f"T{number:02}" for number in range(30)}
    for table in tables:
        logs[0].append_and_wait(Write([an_entry(table, 0)], a_heading(table)))
    phase = a_heading("T00").phase
    with ThreadPoolExecutor(len(logs)) as pool:
        gone = list(pool.map(lambda log: log.expire([phase], float("inf")), logs))
    assert sorted(table for found in gone for table in found) == sorted(tables)
    for log in logs:
        assert log.headings() == []
        log.close()


def test_many_claim_the_same_tables_at_once_and_each_has_one_owner(place):
    logs = [joined(place, name) for name in "abcd"]
    tables = [f"T{number}" for number in range(20)]
    with joined(place, "first") as first:
        for table in tables:
            first.append_and_wait(a_write(table, 0))
    got = {log: [] for log in logs}

    def claim_all(log):
        for table in tables:
            if log.claim(table):
                log.append_and_wait(a_write(table, 1))
                got[log].append(table)

    threads = [threading.Thread(target=claim_all, args=(log,)) for log in logs]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted(table for mine in got.values() for table in mine) == sorted(tables)
    assert all(len(entries) == 2 for entries in everything(logs[0]).values())
    for log in logs:
        log.close()
