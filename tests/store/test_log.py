"""The log keeps what was acknowledged, in order, whole, and nothing else."""

import json
import threading

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from some_writes import Heard, a_heading, a_write, an_entry, everything, gathering, keep

from galopp.store import Entry, SubscriptionRow, Write
from galopp.store.fault import Busy, Gap, StoreFault, Taken
from galopp.store.writer import MOST_WAITING

TABLES = st.sampled_from(["KQHTZM", "ÖÄÜ", "A"])
TIMES = st.floats(allow_nan=False, allow_infinity=False)
HEADINGS = st.builds(
    a_heading,
    TABLES,
    phase=st.sampled_from(["lobby", "playing", "over", "closed"]),
    listed=st.booleans(),
    touched=TIMES,
    due=st.none() | TIMES,
)


@st.composite
def writes(draw):
    """A write that begins where the log ends, or a little before or after it."""
    heading = draw(HEADINGS)
    offset = draw(st.sampled_from([0, 0, 0, 0, -1, -2, 1]))
    bodies = draw(st.lists(st.binary(max_size=40), max_size=3))
    return heading, offset, bodies, draw(TIMES)


def placed(drawn, model):
    heading, offset, bodies, at = drawn
    first = len(model.get(heading.table, ())) + offset
    entries = [Entry(heading.table, seq, at, body) for seq, body in enumerate(bodies, first)]
    return Write(entries, heading)


def expected(write, model):
    """What a plain dictionary of lists would say to a write."""
    length = len(model.get(write.heading.table, ()))
    if not write.entries:
        return None if length else Gap
    first = write.entries[0].seq
    if first == length:
        return None
    return Taken if 0 <= first < length else Gap


GROUPS = st.lists(st.lists(writes(), max_size=5), max_size=6)


@pytest.mark.parametrize("new_place", ["sqlite"], indirect=True)
@given(groups=GROUPS, deleted=TABLES)
def test_whatever_is_written_in_whatever_groups_reads_like_a_dictionary(new_place, groups, deleted):
    reads_like_a_dictionary(new_place(), groups, deleted)


@pytest.mark.parametrize("new_place", ["postgres"], indirect=True)
@settings(max_examples=12)  # each of them is opened three times, over four lines
@given(groups=GROUPS, deleted=TABLES)
def test_the_same_holds_in_a_database(new_place, groups, deleted):
    reads_like_a_dictionary(new_place(), groups, deleted)


def reads_like_a_dictionary(place, groups, deleted):
    model, headings = {}, {}
    with place.open() as log:
        for group in groups:
            heard, wanted = Heard(), {}
            with gathering(log):
                for number, drawn in enumerate(group):
                    write = placed(drawn, model)
                    wanted[number] = expected(write, model)
                    log.append(write, heard.under(number))
                    if wanted[number] is None:
                        table = write.heading.table
                        model[table] = [*model.get(table, ()), *write.entries]
                        headings[table] = write.heading
            assert {n: fault and type(fault) for n, fault in heard.of.items()} == wanted
            same_as(log, model, headings)
        assert log.delete(deleted) == (deleted in model)
        model.pop(deleted, None), headings.pop(deleted, None)
        same_as(log, model, headings)
    with place.open() as log:
        same_as(log, model, headings)
    with place.look() as reader:
        same_as(reader, model, headings)


def same_as(reader, model, headings):
    found = everything(reader)
    found.pop("GATHER", None)
    assert found == model
    for table in (*model, "NOBODY"):
        assert reader.heading(table) == headings.get(table)
        assert reader.read(table, 0) == model.get(table, [])[1:]
        assert reader.read_between(table, 1, 2) == model.get(table, [])[1:3]


@pytest.fixture
def log(place):
    with place.open() as opened:
        yield opened


def test_a_write_is_whole_or_not_there_however_long_it_is(log):
    log.append_and_wait(a_write("LONG", 0, 5000))
    assert len(log.read("LONG")) == 5000
    twice = [*(an_entry("LONG", seq) for seq in range(5000, 9000)), an_entry("LONG", 8999)]
    with pytest.raises(Taken):
        log.append_and_wait(Write(twice, a_heading("LONG", phase="over")))
    assert len(log.read("LONG")) == 5000
    assert log.heading("LONG").phase == "playing"


def test_a_refused_write_does_not_harm_the_others_in_its_commit(place):
    commits = []
    with place.open(observe=lambda seconds, number: commits.append(number)) as log:
        heard = Heard()
        with gathering(log):
            log.append(a_write("A", 0, 2), heard.under("first"))
            log.append(a_write("A", 1, 2), heard.under("taken"))
            log.append(a_write("B", 4), heard.under("gap"))
            log.append(a_write("A", 2), heard.under("next"))
        assert heard.of["first"] is heard.of["next"] is None
        assert isinstance(heard.of["taken"], Taken)
        assert heard.of["taken"].arguments == {"table": "A", "seq": 1}
        assert isinstance(heard.of["gap"], Gap)
        assert [entry.seq for entry in log.read("A")] == [0, 1, 2]
        assert log.read("B") == []
        assert commits == [1, 4 + 1]


def test_a_body_that_is_not_bytes_harms_nobody_else(log):
    heard = Heard()
    with gathering(log):
        log.append(Write([Entry("A", 0, 1.0, "text")], a_heading("A")), heard.under("text"))
        log.append(a_write("B", 0), heard.under("bytes"))
    assert isinstance(heard.of["text"], TypeError)
    assert heard.of["bytes"] is None
    assert list(everything(log)) == ["B", "GATHER"]


def test_what_gathers_during_a_commit_shares_the_next_one(place):
    commits, deliveries = [], []

    def deliver(calls):
        deliveries.append(len(calls))
        for call in calls:
            call()

    def observe(seconds, number):
        assert seconds > 0
        commits.append(number)

    with place.open(deliver, observe) as log:
        with gathering(log):
            for number in range(500):
                log.append(a_write(f"T{number}", 0), lambda fault: None)
        assert commits == deliveries == [1, 500 + 1]


def test_a_write_is_readable_when_its_answer_comes(place):
    found, ended = [], threading.Event()
    with place.open() as log:

        def answered(fault):
            found.append((fault, len(log.read("A")), log.heading("A").touched))
            if len(found) == 20:
                ended.set()
            else:
                log.append(a_write("A", len(found), touched=float(len(found))), answered)

        log.append(a_write("A", 0, touched=0.0), answered)
        ended.wait()
    assert found == [(None, number + 1, float(number)) for number in range(20)]


def test_beyond_the_bound_of_the_queue_the_answer_is_busy(place):
    heard, log = Heard(), place.open()
    with gathering(log):
        for number in range(MOST_WAITING):
            log.append(a_write("A", number), heard.under(number))
        assert heard.of == {}
        log.append(a_write("A", MOST_WAITING), heard.under("one too many"))
        assert isinstance(heard.of.pop("one too many"), Busy)
        with pytest.raises(Busy):
            log.append_and_wait(a_write("B", 0))
    log.close()
    assert heard.of == dict.fromkeys(range(MOST_WAITING))
    with place.look() as reader:
        assert len(reader.read("A")) == MOST_WAITING
        assert reader.heading("B") is None


def test_an_answer_that_fails_does_not_stop_the_log(log, caplog):
    def fail(fault):
        raise ZeroDivisionError

    heard = Heard()
    with gathering(log):
        log.append(a_write("A", 0), fail)
        log.append(a_write("A", 1), heard.under("after"))
    assert heard.of == {"after": None}
    assert "ZeroDivisionError" in caplog.text


def test_a_delivery_that_fails_does_not_stop_the_log(place, caplog):
    def deliver(calls):
        raise RuntimeError("the loop is closed")

    with place.open(deliver) as log:
        log.append(a_write("A", 0), lambda fault: None)
        log.append_and_wait(a_write("A", 1))
        assert len(log.read("A")) == 2
    assert "the loop is closed" in caplog.text


def test_closing_writes_what_is_waiting_and_then_refuses(place):
    heard, log = Heard(), place.open()
    for number in range(300):
        log.append(a_write("A", number), heard.under(number))
    log.close()
    log.close()
    assert heard.of == dict.fromkeys(range(300))
    log.append(a_write("A", 300), heard.under("late"))
    assert heard.of["late"].key == "store_closed"
    with place.open() as again:
        assert len(again.read("A")) == 300


def test_an_answer_given_while_closing_can_still_read(place):
    found, log = [], place.open()
    for number in range(50):
        log.append(a_write("A", number), lambda fault: found.append(len(log.read("A"))))
    log.close()
    assert len(found) == found[-1] == 50
    for deed in (log.headings, lambda: log.read("A"), lambda: log.delete("A")):
        with pytest.raises(StoreFault, match="store_closed"):
            deed()


def test_those_whose_time_is_up_are_found_without_all_others(place):
    given = {
        "DUE": {"due": 5.0},
        "LATER": {"due": 50.0},
        "NEVER": {"due": None},
        "OVER": {"due": 5.0, "phase": "over"},
    }
    with place.open() as log:
        for table, heading in given.items():
            log.append_and_wait(a_write(table, 0, **heading))
        with place.look() as looking:
            for reader in (log, looking):
                found = {before: reader.due("playing", before) for before in (5.0, 5.1, 99.0)}
                assert [[one.table for one in due] for due in found.values()] == [
                    [],
                    ["DUE"],
                    ["DUE", "LATER"],
                ]
                assert found[5.1] == [reader.heading("DUE")]


def test_counting_that_fails_does_not_stop_the_log(place, caplog):
    def observe(seconds, number):
        raise ZeroDivisionError

    with place.open(observe=observe) as log:
        for number in range(2):
            log.append_and_wait(a_write("A", number))
        assert len(log.read("A")) == 2
    assert "ZeroDivisionError" in caplog.text


@pytest.mark.parametrize(
    ("first", "last", "found"),
    [
        (0, 2, [0, 1, 2]),
        (-5, 0, [0]),
        (3, 99, [3, 4]),
        (3, 2, []),
        (5, 9, []),
        (1 << 80, 1 << 90, []),
        (4, 1 << 90, [4]),
    ],
)
def test_any_part_of_a_log_can_be_asked_for(log, first, last, found):
    log.append_and_wait(a_write("A", 0, 5))
    assert [entry.seq for entry in log.read_between("A", first, last)] == found
    assert log.read_between("NOBODY", first, last) == []


def test_many_threads_write_and_read_at_once(log):
    def play(table):
        for number in range(40):
            log.append_and_wait(a_write(table, number))
            assert log.read(table)[-1].seq == number

    threads = [threading.Thread(target=play, args=(f"T{n}",)) for n in range(6)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    found = everything(log)
    assert {table: len(entries) for table, entries in found.items()} == {
        f"T{n}": 40 for n in range(6)
    }


def test_a_heading_alone_can_change_but_brings_no_table_back(log):
    log.append_and_wait(a_write("A", 0))
    log.append_and_wait(Write([], a_heading("A", phase="closed", due=7.5)))
    assert log.heading("A") == a_heading("A", phase="closed", due=7.5)
    assert len(log.read("A")) == 1
    assert log.delete("A")
    with pytest.raises(Gap):
        log.append_and_wait(Write([], a_heading("A")))
    with pytest.raises(Gap):
        log.append_and_wait(a_write("A", 1))
    assert log.headings() == []
    log.append_and_wait(a_write("A", 0))
    assert len(log.read("A")) == 1


def test_headings_are_found_by_phase(log):
    for table, phase in (("A", "lobby"), ("B", "playing"), ("C", "over"), ("D", "playing")):
        log.append_and_wait(a_write(table, 0, phase=phase, listed=table == "B"))
    assert [heading.table for heading in log.headings()] == ["A", "B", "C", "D"]
    assert [heading.table for heading in log.headings("playing", "over")] == ["B", "C", "D"]
    assert [heading.table for heading in log.headings() if heading.listed] == ["B"]
    assert log.headings("closed") == []


def test_only_what_nobody_has_touched_for_long_expires(log):
    for table, phase, touched in (
        ("A", "over", 1.0),
        ("B", "over", 9.0),
        ("C", "playing", 1.0),
        ("D", "closed", 2.0),
    ):
        log.append_and_wait(a_write(table, 0, 3, phase=phase, touched=touched))
    assert log.expire(["over", "closed"], 9.0) == ["A", "D"]
    assert sorted(everything(log)) == ["B", "C"]
    assert log.read("A") == []
    assert log.expire(["over", "closed"], 9.0) == []


def test_an_event_is_written_under_its_own_table():
    with pytest.raises(ValueError, match="an event of A under B"):
        Write([an_entry("A", 0)], a_heading("B"))


def test_an_export_is_one_json_object_a_line(log):
    bodies = [b'{"a":1}', b'[\n 1,\r\n "\\n"\n]', b'"\xc3\xbc"']
    bodies += [b"%d" % number for number in range(3, 1200)]
    entries = [Entry("KQ", seq, seq / 7, body) for seq, body in enumerate(bodies)]
    log.append_and_wait(Write(entries, a_heading("KQ")))
    lines = list(log.export("KQ"))
    assert all(line.endswith(b"\n") and line.count(b"\n") == 1 for line in lines)
    assert [json.loads(line) for line in lines] == [
        {"table": "KQ", "seq": entry.seq, "at": entry.at, "event": json.loads(entry.body)}
        for entry in entries
    ]
    assert list(log.export("NOBODY")) == []


# --- What is kept besides the tables


def test_what_is_kept_under_a_name_stays_as_it_was_first(place):
    with place.open() as log:
        assert log.kept("record/a") is None
        assert log.keep("record/a", b"one", 1.0)
        assert not log.keep("record/a", b"two", 2.0)
        assert log.keep("record/b", b"", 1.0)
        assert log.keep("day/b", b"three", 1.0)
        assert log.names_kept("record/") == ["record/a", "record/b"]
    with place.open() as log:
        assert (log.kept("record/a"), log.kept("record/b")) == (b"one", b"")


def test_what_nobody_has_touched_for_long_is_thrown_away_of_its_kind_only(place):
    with place.open() as log:
        for name in ("record/a", "record/b", "day/a"):
            log.keep(name, b"", 1.0)
        log.keep("record/b", b"", 9.0)
        assert log.throw_away("record/", 5.0)
        assert not log.throw_away("record/", 5.0)
        assert log.names_kept("") == ["record/b", "day/a"]


# --- What people want to be told


def test_what_somebody_wants_to_be_told_is_kept_changed_and_dropped(log):
    log.append_and_wait(a_write("KQ", 0))
    one, other = SubscriptionRow("KQ", "one", b"1"), SubscriptionRow("KQ", "other", b"2")
    keep(log, one, other, SubscriptionRow("KQ", "one", b"3"))
    assert log.subscriptions() == [SubscriptionRow("KQ", "one", b"3"), other]
    log.drop_subscription("KQ", "one", lambda fault: None)
    keep(log)
    assert log.subscriptions() == [other]


def test_it_goes_with_its_table_and_is_not_kept_for_one_that_is_gone(log):
    log.append_and_wait(a_write("KQ", 0))
    log.append_and_wait(a_write("GONE", 0))
    keep(log, SubscriptionRow("KQ", "one", b"1"), SubscriptionRow("GONE", "one", b"1"))
    assert log.subscriptions_of("GONE") == [SubscriptionRow("GONE", "one", b"1")]
    log.delete("GONE")
    assert log.subscriptions_of("GONE") == []
    keep(log, SubscriptionRow("GONE", "two", b"2"), SubscriptionRow("NEVER", "one", b"1"))
    assert log.subscriptions() == [SubscriptionRow("KQ", "one", b"1")]
