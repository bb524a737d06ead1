"""What a seat sees, as a row: all of it, in its place, and nothing else."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import galopp
from galopp.batch import Batch, Layout, layout_of
from galopp.batch.layout import BYTE, FULL, NO_BYTE
from galopp.batch.numba_cuda import pick_bytes
from galopp.core import record
from galopp.core.chance import chance
from galopp.core.record import Field, blank
from galopp.core.words import NOBODY, Flag, Names, Number, NumberOrNone
from random_games import GAMES, INTERPRETED, any_setting, redeal, show

LOOKS = 8 if INTERPRETED else 40  # positions of a game


def views_of(setting, every=3):
    """What each viewer sees of some positions of a game."""
    for position, _ in zip(setting.positions(every), range(LOOKS), strict=False):
        for seat in range(NOBODY, position.players):
            yield position, seat, show(position, seat)


def same(one, other):
    return all(np.array_equal(one[name], other[name]) for name in one.dtype.names)


@settings(max_examples=20)
@given(any_setting())
def test_everything_seen_can_be_read_back_from_the_row(setting):
    layout = layout_of(setting.name, setting.players)
    for _, _, seen in views_of(setting):
        row = layout.row(seen)
        assert same(layout.read(row), seen)
        assert same(layout.read(layout.scaled(row)), seen)


@settings(max_examples=20)
@given(any_setting())
def test_a_row_of_more_seats_than_are_taken_says_the_same(setting):
    layout = layout_of(setting.name)
    for _, _, seen in views_of(setting, every=11):
        assert same(layout.read(layout.row(seen)), seen)


@settings(max_examples=20)
@given(any_setting())
def test_states_that_look_alike_to_a_seat_are_observed_alike(setting):
    about = {"auto_reset": False, "observe": "all", **setting.options}
    batch = Batch(setting.name, 2, setting.players, **about)
    luck, differed = chance(setting.seed), False
    for position, seat, seen in views_of(setting, every=7):
        if seat == NOBODY:
            continue
        twin = redeal(position, seen, luck)
        batch.states[0], batch.states[1] = position.state, twin
        batch.look()
        assert np.array_equal(batch.observations[0, seat], batch.observations[1, seat])
        differed |= position.state.tobytes() != twin.tobytes()
    assert differed or setting.players == 1  # something was hidden, and stayed so


@settings(max_examples=20)
@given(any_setting())
def test_every_float_is_from_0_to_1_and_its_byte_divided_by_the_most(setting):
    layout = layout_of(setting.name, setting.players)
    for _, _, seen in views_of(setting):
        floats = layout.floats(seen)
        assert floats.dtype == np.float32 and (floats >= 0).all() and (floats <= 1).all()
        assert np.array_equal(floats, layout.scaled(layout.row(seen)))


@settings(max_examples=10)
@given(any_setting())
def test_many_views_are_written_like_one(setting):
    layout = layout_of(setting.name, setting.players)
    views = [seen.copy() for _, _, seen in views_of(setting)]
    together = np.array(views, views[0].dtype)
    for rows, write in (
        (layout.row(together), layout.row),
        (layout.floats(together), layout.floats),
    ):
        assert np.array_equal(rows, [write(seen) for seen in views])


@settings(max_examples=20)
@given(any_setting())
def test_place_by_place_out_of_half_words_a_row_is_the_same(setting):
    layout = layout_of(setting.name, setting.players)
    places = layout.in_places
    half, mask, key, low, byte = (places[name] for name in places.dtype.names)
    for _, _, seen in views_of(setting):
        found = np.frombuffer(seen.tobytes(), np.uint32)[half]
        above = np.where(byte == NO_BYTE, 0, (found - low) >> 8 * (byte % NO_BYTE) & BYTE)
        written = np.where(found & mask == key, byte == NO_BYTE, above)
        assert np.array_equal(written, layout.row(seen))


WORDS = st.integers(0, FULL)


@given(WORDS, WORDS, st.lists(st.integers(0, 7), min_size=4, max_size=4))
def test_bytes_of_two_words_are_picked_by_digits(low, high, digits):
    both = low.to_bytes(4, "little") + high.to_bytes(4, "little")
    picked = sum(digit << 4 * n for n, digit in enumerate(digits))
    found = pick_bytes(np.uint32(low), np.uint32(high), np.uint32(picked))
    assert int(found).to_bytes(4, "little") == bytes(both[digit] for digit in digits)


@settings(max_examples=20)
@given(any_setting())
def test_the_whole_truth_can_be_laid_out_and_read_back_too(setting):
    rules = galopp.game(setting.name).rules
    layout = Layout(rules.FIELDS, rules.STATE, setting.players)
    for position, _ in zip(setting.positions(3), range(LOOKS), strict=False):
        written = [
            record.write(rules.FIELDS, state, setting.players)
            for state in (position.state, layout.read(layout.floats(position.state)))
        ]
        assert written[0] == written[1]


@settings(max_examples=10)
@given(any_setting())
def test_every_number_of_a_record_is_told_under_a_label_of_its_own(setting):
    layout = layout_of(setting.name, setting.players)
    assert len(set(layout.number_labels)) == len(layout.number_labels)
    for _, _, seen in views_of(setting, every=11):
        told = dict(zip(layout.number_labels, layout.numbers(seen), strict=True))
        flat = [int(n) for name in seen.dtype.names for n in np.ravel(seen[name])]
        assert [*told.values()] == flat
        assert told["viewer"] == seen.viewer and told["legal"] == seen.legal


@pytest.mark.parametrize("name", GAMES)
def test_pieces_follow_each_other_in_the_order_of_the_fields(name):
    rules, layout = galopp.game(name).rules, layout_of(name)
    assert [*layout.pieces] == [field.name for field in rules.SEEN_FIELDS]
    ends = [0, *(at.stop for at in layout.pieces.values())]
    assert ends[:-1] == [at.start for at in layout.pieces.values()]
    assert ends[-1] == layout.size == len(layout.labels) == len(set(layout.labels))
    for field, at in layout.pieces.items():
        assert all(label.startswith(field) for label in layout.labels[at])


@pytest.mark.parametrize("name", GAMES)
def test_the_layout_tells_people_about_every_field(name):
    lines = str(layout_of(name)).splitlines()[1:]
    assert [line.split()[0] for line in lines] == [*layout_of(name).pieces]
    assert all(len(line.split()) > 2 for line in lines)


def test_a_hand_is_a_set_of_cards_or_counts_of_them():
    position = galopp.game("schweinsgalopp").new(2, seed=7, line_up="random")
    layout = layout_of("schweinsgalopp", 2)
    hand = layout.row(show(position, 0))[layout.pieces["hand"]]
    assert [*hand] == [*position.view(0)["hand"].values()]
    position = galopp.game("saumaumau").new(2, seed=7)
    layout = layout_of("saumaumau", 2)
    at = layout.pieces["hand"]
    held = np.flatnonzero(layout.row(show(position, 0))[at])
    names = [layout.labels[at][place].removeprefix("hand=") for place in held]
    assert names == position.view(0)["hand"]


def test_what_the_table_hides_has_a_place_that_says_so():
    layout, at = layout_of("schweinsgalopp", 2), layout_of("schweinsgalopp", 2).pieces["played"]
    for shown, row in ((False, [0, 0, 0, 0, 0, 1]), (True, [0, 0, 0, 0, 0, 0])):
        options = {"line_up": "random", "show_played": shown}
        seen = show(galopp.game("schweinsgalopp").new(2, seed=7, **options), 0)
        assert [*layout.row(seen)[at]] == row


def test_the_last_code_alone_in_a_set_is_not_mistaken_for_something_special():
    rules, layout = galopp.game("ostfriesenlauf").rules, layout_of("ostfriesenlauf")
    seen = blank(rules.SEEN)
    seen.legal = np.uint64(2**63)
    row = layout.row(seen)[layout.pieces["legal"]]
    assert row[63] == 1 and row.sum() == 1
    assert int(layout.read(layout.row(seen)).legal) == 2**63


@pytest.mark.parametrize("place", [-1440, -129, -128, -1, 0, 1, 127, 128, 300, 1680])
def test_a_wide_number_has_a_fine_and_a_coarse_place_that_does_not_break_at_zero(place):
    rules, layout = galopp.game("ostfriesenlauf").rules, layout_of("ostfriesenlauf")
    seen = blank(rules.SEEN)
    seen.places[0] = place
    row = layout.row(seen)
    assert layout.read(row).places[0] == place
    fine, coarse = row[layout.pieces["places"]][:2]
    nought = layout.row(blank(rules.SEEN))[layout.pieces["places"]][:2]
    if -128 <= place < 128:
        assert coarse == nought[1] and int(fine) - int(nought[0]) == place


def test_none_is_told_from_every_number():
    field = Field("lap", np.int8, NumberOrNone(0, 100))
    layout = Layout((field,), record.record_type((field,)), 2)
    assert layout.size == 2 and layout.labels == ["lap", "lap=none"]


def test_a_number_below_its_least_spoils_no_other_place():
    """Numbers of empty seats are 0, also where 0 is no value."""
    lap, flag = Field("lap", np.int16, Number(1, 100)), Field("flag", np.int8, Flag())
    fields = lap, flag, Field("cards", np.uint64, Names(("pink", "brown")))
    layout = Layout(fields, record.record_type(fields), 2)
    assert layout.row(blank(layout.record))[1:].tolist() == [0, 0, 0]


def test_a_way_of_writing_that_it_does_not_know_is_refused():
    rules = galopp.game("schweinsgalopp").rules
    with pytest.raises(TypeError):
        Layout((Field("viewer", np.int8, object()),), rules.SEEN, 2)


@pytest.mark.parametrize("seats", [0, 1, 6, 9])
def test_there_is_no_layout_for_seats_that_a_game_does_not_have(seats):
    with pytest.raises(galopp.Impossible, match="it takes 2 to 5"):
        layout_of("saumaumau", seats)
