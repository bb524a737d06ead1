"""The program that holds histories against logs finds each thing that may not be."""

import copy

import pytest
from devices import Table

from galopp.table import log
from history_check import check


@pytest.fixture(scope="module")
def kept(shared_server):
    """A sound history of some decisions, and the log that it is of."""
    table = Table.open(shared_server, "ostfriesenlauf", 2).sit_down()
    lines = []
    for number in range(4):
        answer = table.decide(table.mover()).json()
        lines.append(line("sent", table, id=answer["id"]))
        lines.append(line("acknowledged", table, id=answer["id"], seq=answer["seq"]))
        for viewer, key in enumerate(table.seats):
            lines.append(line("read", table, viewer=viewer, news=table.game(key)))
        lines.append(line("asked", table, number=number))
        lines.append(line("answered", table, number=number, seq=table.ask("GET").json()["seq"]))
    with shared_server.place.look() as reader:
        entries = reader.read(table.code)
    ids = {log.decode(entry.body).answers for entry in entries} - {"", *ids_of(lines)}
    before = [line("sent", table, id=said) for said in ids]  # as the host began
    seats = [line("sat", table, seat=seat) for seat in range(2)]
    return table.code, [line("opened", table), *seats, *before, *lines], entries


def ids_of(lines):
    return [line["id"] for line in lines if "id" in line]


def line(what, table, **facts):
    return {"what": what, "at": 0.0, "table": table.code, **facts}


def problems(kept, change=lambda lines, entries: None):
    code, lines, entries = copy.deepcopy(kept)
    change(lines, entries)
    return check(lines, {code: entries}).problems


def first(lines, what):
    return next(line for line in lines if line["what"] == what)


def test_a_sound_history_has_no_problems(kept):
    assert problems(kept) == []


def lose_the_last(lines, entries):
    del entries[-1]


def leave_a_gap(lines, entries):
    del entries[-2]


def acknowledge_what_nobody_sent(lines, entries):
    first(lines, "acknowledged")["id"] = "somebody else's"


def tell_another_number(lines, entries):
    first(lines, "acknowledged")["seq"] += 1


def refuse_what_was_carried_out(lines, entries):
    lines.append({**first(lines, "acknowledged"), "what": "refused"})


def show_another_card(lines, entries):
    first(lines, "read")["news"]["decision"] += 1


def show_what_never_was(lines, entries):
    first(lines, "read")["news"]["seq"] = 10_000


def show_by_the_eyes_of_another(lines, entries):
    one = first(lines, "read")
    one["viewer"] = 1 - one["viewer"]


def answer_with_an_old_picture(lines, entries):
    lines[-1]["seq"] = 0


def seat_twice(lines, entries):
    lines.append({**first(lines, "sat"), "seat": 7})


@pytest.mark.parametrize(
    "change",
    [
        lose_the_last,
        leave_a_gap,
        acknowledge_what_nobody_sent,
        tell_another_number,
        refuse_what_was_carried_out,
        show_another_card,
        show_what_never_was,
        show_by_the_eyes_of_another,
        answer_with_an_old_picture,
        seat_twice,
    ],
)
def test_whatever_may_not_be_is_named(kept, change):
    assert problems(kept, change)


def test_a_table_that_never_answers_again_took_for_ever(kept):
    _, lines, _ = kept
    code = lines[0]["table"]
    fault = {"what": "fault", "at": 1.0, "table": "", "name": "killed"}
    asked = {"what": "asked", "at": 2.0, "table": code, "number": 99}
    answered = {"what": "answered", "at": 3.5, "table": code, "number": 99, "seq": 99}
    history = [{**fault, "over": False}, {**fault, "over": True}, asked, answered]
    assert [one.seconds for one in check(history, {}).recoveries] == [2.5]
    assert check(history[:3], {}).recoveries[0].seconds == float("inf")
