"""What a seat sees, as floats: all of it, in its place, and nothing else."""

import numpy as np
import pytest
from hypothesis import given, settings

import galopp
from galopp.core.words import NOBODY
from galopp.envs.layout import Layout, layout_of
from random_games import GAMES, any_setting, show

LOOKS = 40  # positions of a game


def views_of(setting):
    """What each viewer sees, and what it saw a few decisions before."""
    before = {}
    for position, _ in zip(setting.positions(3), range(LOOKS), strict=False):
        for seat in range(NOBODY, position.players):
            seen = show(position, seat)
            yield before.get(seat, seen), seen
            before[seat] = seen


@settings(max_examples=20)
@given(any_setting())
def test_a_piece_of_the_row_differs_exactly_where_its_field_does(setting):
    layout = layout_of(setting.name, setting.players)
    for before, after in views_of(setting):
        rows = layout.tensor(before), layout.tensor(after)
        for name, at in layout.pieces.items():
            same = np.array_equal(rows[0][at], rows[1][at])
            assert same == np.array_equal(before[name], after[name]), name


@settings(max_examples=20)
@given(any_setting())
def test_every_float_is_from_0_to_1(setting):
    layout = layout_of(setting.name, setting.players)
    for _, seen in views_of(setting):
        row = layout.tensor(seen)
        assert row.dtype == np.float32 and len(row) == layout.size
        assert (row >= 0).all() and (row <= 1).all()


@pytest.mark.parametrize("name", GAMES)
def test_pieces_follow_each_other_in_the_order_of_the_fields(name):
    rules = galopp.game(name).rules
    layout = layout_of(name, rules.SEATS)
    assert [*layout.pieces] == [field.name for field in rules.SEEN_FIELDS]
    ends = [0, *(at.stop for at in layout.pieces.values())]
    assert ends[:-1] == [at.start for at in layout.pieces.values()]
    assert ends[-1] == layout.size


@pytest.mark.parametrize("name", GAMES)
def test_each_number_of_a_view_has_a_name_of_its_own(name):
    rules = galopp.game(name).rules
    layout = layout_of(name, rules.FEWEST)
    seen = show(galopp.game(name).new(seed=3), 0)
    assert len(set(layout.labels)) == len(layout.labels) == len(layout.numbers(seen))


def test_a_set_of_the_last_code_alone_is_not_empty():
    position = galopp.game("ostfriesenlauf").new(seed=1)
    layout = Layout(position.rules.SEEN_FIELDS, 1)
    seen = position.seen(0).record
    seen.legal = np.uint64(1 << 63)  # nothing may be decided but to draw from the fourth stack
    legal = layout.tensor(seen)[layout.pieces["legal"]]
    assert legal[63] == 1 and legal.sum() == 1


def test_cards_of_a_hand_are_bits_and_counts_are_parts_of_the_most():
    position = galopp.game("schweinsgalopp").new(2, seed=7, line_up="random")
    seen, layout = show(position, 0), layout_of("schweinsgalopp", 2)
    hand = layout.tensor(seen)[layout.pieces["hand"]]
    counts = [*position.view(0)["hand"].values()]
    assert hand == pytest.approx([count / 7 for count in counts])
    position = galopp.game("saumaumau").new(2, seed=7)
    seen, layout = show(position, 0), layout_of("saumaumau", 2)
    hand = layout.tensor(seen)[layout.pieces["hand"]]
    assert int(hand.sum()) == len(position.view(0)["hand"]) == 5


def test_what_the_table_hides_has_a_place_that_says_so():
    options = {"line_up": "random", "show_played": False}
    hidden = show(galopp.game("schweinsgalopp").new(2, seed=7, **options), 0)
    layout = layout_of("schweinsgalopp", 2)
    assert layout.tensor(hidden)[layout.pieces["played"]].tolist() == [0, 0, 0, 0, 0, 1]
    options["show_played"] = True
    shown = show(galopp.game("schweinsgalopp").new(2, seed=7, **options), 0)
    assert layout.tensor(shown)[layout.pieces["played"]].tolist() == [0, 0, 0, 0, 0, 0]


def test_a_way_of_writing_that_it_does_not_know_is_refused():
    from galopp.core.record import Field

    with pytest.raises(TypeError):
        Layout((Field("strange", np.int8, object()),), 2)
