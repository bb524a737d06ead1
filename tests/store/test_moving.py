"""Everything goes from one store into another, and is compared event by event."""

import shutil
import threading

import pytest
from some_writes import a_heading, a_write, an_entry, everything

from databases import empty
from galopp.store import Entry, SubscriptionRow, Write
from galopp.store.fault import StoreFault
from galopp.store.moving import Copied, compare, move
from galopp.store.opening import place_of

WAYS = [
    ("sqlite", "postgres"),
    ("postgres", "sqlite"),
    ("sqlite", "sqlite"),
    ("postgres", "postgres"),
]


@pytest.fixture(params=WAYS, ids=" to ".join)
def places(request, tmp_path):
    """A place to move from and one to move to, of every kind."""
    return [
        place_of(tmp_path / f"place {number}") if kind == "sqlite" else database(request, number)
        for number, kind in enumerate(request.param)
    ]


def database(request, number):
    address = request.getfixturevalue("worker_databases")[number]
    empty(address)
    return place_of(address)


def fill(log):
    log.append_and_wait(a_write("LONG", 0, 1234, phase="over", listed=True, due=7.25))
    log.append_and_wait(Write([Entry("ÖÄÜ", 0, -0.1, bytes(range(256)))], a_heading("ÖÄÜ")))
    for number in range(300):
        log.append(a_write(f"T{number}", 0, 2, touched=number / 7), lambda fault: None)
    log.append_and_wait(a_write("LAST", 0))
    for row in (SubscriptionRow("LONG", "b", b"\0one"), SubscriptionRow("LAST", "a", b"two")):
        log.keep_subscription(row, lambda fault: None)
    for name, body, at in (("secret/push", b"\0\xff", 9.5), ("day/1", b"", 1.5), ("a", b"x", 0.1)):
        log.keep(name, body, at)


def test_everything_arrives_and_can_be_gone_on_with(places):
    source, target = places
    with source.open() as one, target.open() as other:
        fill(one)
        assert move(one, other, str(target)) == Copied(303, 1234 + 1 + 600 + 1)
        assert everything(one) == everything(other)
        assert one.headings() == other.headings()
        assert [row.id for row in other.subscriptions()] == ["b", "a"]
        assert other.names_kept("") == ["secret/push", "day/1", "a"]
        assert other.kept_row("secret/push") == one.kept_row("secret/push")
        other.append_and_wait(a_write("LONG", 1234))
    with target.look() as reader:
        assert len(reader.read("LONG")) == 1235


@pytest.mark.parametrize(
    ("change", "what"),
    [
        (lambda log: log.append_and_wait(a_write("A", 2)), "A"),
        (lambda log: log.append_and_wait(a_write("MORE", 0)), "tables"),
        (lambda log: log.append_and_wait(Write([], a_heading("A", due=9.0))), "tables"),
        (lambda log: log.keep("more", b"", 1.0), "kept"),
        (lambda log: log.keep("kept", b"", 2.0), "kept"),
    ],
    ids=["an event more", "a table more", "another heading", "something more", "a later touch"],
)
def test_whatever_differs_is_found(place, tmp_path, change, what):
    with place.open() as one, place_of(tmp_path / "other").open() as other:
        for log in (one, other):
            log.append_and_wait(a_write("A", 0, 2))
            log.keep("kept", b"", 1.0)
        assert compare(one, other, "there") == Copied(1, 2)
        change(other)
        with pytest.raises(StoreFault) as caught:
            compare(one, other, "there")
    assert caught.value.arguments == {"path": "there", "what": what}


def test_an_event_of_another_body_is_found(place, tmp_path):
    with place.open() as one, place_of(tmp_path / "other").open() as other:
        for log, body in ((one, b"1"), (other, b"2")):
            log.append_and_wait(Write([an_entry("A", 0, body)], a_heading("A")))
        with pytest.raises(StoreFault, match="store_not_alike"):
            compare(one, other, "there")


@pytest.mark.parametrize("what", ["a table", "something kept"])
def test_nothing_is_moved_to_where_something_is(places, what):
    source, target = places
    with source.open() as one, target.open() as other:
        one.append_and_wait(a_write("A", 0))
        if what == "a table":
            other.append_and_wait(a_write("B", 0))
        else:
            other.keep("b", b"", 1.0)
        with pytest.raises(StoreFault, match="store_not_empty"):
            move(one, other, str(target))
        assert "A" not in everything(other)


def test_a_copy_made_while_others_write_is_the_log_at_one_moment(place, tmp_path):
    """Into a file of SQLite, wherever it comes from."""
    tables, stop = ["A", "B", "C"], threading.Event()
    with place.open() as log:

        def write(first):
            def done(fault):
                assert fault is None
                if not stop.is_set():
                    write(first + 2)

            for table in tables[:-1]:
                log.append(a_write(table, first, 2), lambda fault: None)
            log.append(a_write(tables[-1], first, 2), done)

        write(0)
        for number in range(3):
            with place.look() as reader:
                reader.back_up(tmp_path / f"copy {number}")
        stop.set()
        log.append_and_wait(a_write("END", 0))
        final = everything(log)
    for number in range(3):
        folder = tmp_path / f"restored {number}"
        folder.mkdir()
        shutil.copy(tmp_path / f"copy {number}", folder / "galopp.sqlite")
        with place_of(folder).open() as restored:
            found = everything(restored)
        for table, entries in found.items():
            assert len(entries) % 2 == 0
            assert entries == final[table][: len(entries)]
        lengths = [len(found.get(table, ())) for table in tables]
        assert lengths == sorted(lengths, reverse=True) and lengths[0] - lengths[-1] <= 2


def test_a_copy_takes_the_place_of_an_older_one_and_of_nothing_else(place, tmp_path):
    copy, letter = tmp_path / "copy", tmp_path / "letter"
    letter.write_text("Dear diary")
    with place.open() as log:
        log.back_up(copy)
        log.append_and_wait(a_write("A", 0))
        log.back_up(copy)
        with pytest.raises(StoreFault, match="store_not_replaced"):
            log.back_up(letter)
        with pytest.raises(StoreFault, match="store_failed"):
            log.back_up(tmp_path / "nowhere" / "copy")
    assert letter.read_text() == "Dear diary"
    assert copy.stat().st_mode & 0o077 == 0
    (tmp_path / "restored").mkdir()
    shutil.move(copy, tmp_path / "restored" / "galopp.sqlite")
    with place_of(tmp_path / "restored").look() as reader:
        assert everything(reader) == {"A": [an_entry("A", 0)]}
    assert sorted(path.name for path in tmp_path.iterdir()) == ["letter", "restored"]
