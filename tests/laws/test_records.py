"""Records are made of the fields that classes declare, each named once."""

from typing import Annotated, Protocol

import numpy as np

from galopp.core.cards import Cards
from galopp.core.record import (
    OWNER,
    Int8,
    Int16,
    Row8,
    Row64,
    Sight,
    blank,
    by_seat,
    each,
    field,
    fields_of,
    record_type,
)
from galopp.core.rows import copier
from galopp.core.words import Names, Number, NumberOrNone


class Shared(Protocol):
    turn: Annotated[Int8, field(Number(0, 3))]
    way: Annotated[Int16, field(Number(0, 999))]
    fed: Annotated[Row8, field(Number(0, 9), by_seat(3))]
    seen_of: Annotated[Row8, field(Number(0, 9), by_seat(3), each(("hay", "corn")))]
    score: Annotated[Int8, field(Number(0, 9))]


class State(Shared, Protocol):
    hands: Annotated[Row64, field(Names(("oink",)), by_seat(3), seen=OWNER, before="way")]
    pile: Annotated[Cards, field(Names(("oink",)), seen=Sight.NOBODY, before="way")]


class Seen(Shared, Protocol):
    viewer: Annotated[Int8, field(Number(0, 3), before="turn")]
    score: Annotated[Int8, field(NumberOrNone(0, 9))]
    size: Annotated[Int8, field(Number(0, 9))]


FIELDS, SEEN_FIELDS = fields_of(State), fields_of(Seen)
STATE, SEEN = record_type(FIELDS), record_type(SEEN_FIELDS)
copy_public = copier(FIELDS, SEEN_FIELDS, __name__)


def test_fields_stand_in_their_order_or_before_the_one_that_they_name():
    assert STATE.names == ("turn", "hands", "pile", "way", "fed", "seen_of", "score")
    assert SEEN.names == ("viewer", "turn", "way", "fed", "seen_of", "score", "size")


def test_a_field_is_as_wide_as_its_type_says():
    assert {name: STATE[name].base for name in STATE.names} == {
        "turn": np.int8,
        "hands": np.uint64,
        "pile": np.uint64,
        "way": np.int16,
        "fed": np.int8,
        "seen_of": np.int8,
        "score": np.int8,
    }


def test_what_is_public_is_one_field_in_both_and_what_is_declared_again_is_another():
    public = [field.name for field in FIELDS if field in SEEN_FIELDS]
    assert public == ["turn", "way", "fed", "seen_of"]


def test_what_two_records_have_in_common_is_copied_either_way_and_nothing_else():
    state, seen = blank(STATE), blank(SEEN)
    state.turn, state.way, state.score, state.pile = 2, 300, 7, np.uint64(1)
    state.fed[:] = [1, 2, 3]
    state.seen_of[:] = [[1, 2], [3, 4], [5, 6]]
    copy_public(state, seen)
    assert (int(seen.turn), int(seen.way), int(seen.score)) == (2, 300, 0)
    assert seen.fed.tolist() == [1, 2, 3]
    assert seen.seen_of.tolist() == [[1, 2], [3, 4], [5, 6]]
    back = blank(STATE)
    copy_public(seen, back)
    back.score, back.pile = 7, np.uint64(1)
    assert back.tobytes() == state.tobytes()
