"""What each seat may see."""

import pytest

from rules.schweinsgalopp.schweinsgalopp_positions import CLOSED_ROW, counts, now, racing


def test_a_seat_sees_its_own_hand_and_only_the_size_of_the_others():
    position = racing(hands=["red red white", "blue blue green"])
    view = position.view(1)
    assert view["hand"] == counts("blue blue green")
    assert view["hand_sizes"] == [3, 3]
    assert "hands" not in view
    assert position.view(0)["hand"] == counts("red red white")


def test_a_bystander_sees_no_hand():
    view = racing(hands=["red red white", "blue blue green"]).view(None)
    assert view["hand"] == counts("")
    assert view["hand_sizes"] == [3, 3]
    assert view["viewer"] is None
    assert view["legal"] == []


def test_only_the_seat_on_turn_is_offered_moves():
    position = racing(hands=["red red white", "blue blue green"], turn=0)
    assert position.view(0)["legal"] == ["red", "white"]
    assert position.view(1)["legal"] == []


def test_a_seat_sees_the_same_whatever_the_others_hold():
    views = [
        racing(left=1, hands=["red", other]).view(0)
        | {"played": None, "top": None, "last_code": None}
        for other in ("blue", "green")
    ]
    assert views[0] == views[1]


# The played pile -------------------------------------------------------------------------


@pytest.mark.ruling("G22")
def test_everybody_sees_how_many_cards_of_each_colour_were_played():
    position = racing(hands=["red red white", "blue blue green"])
    played = now(position, "played")
    assert sum(played.values()) == 8
    position.play("red")
    for viewer in (0, 1, None):
        assert position.view(viewer)["played"] == {**played, "red": played["red"] + 1}


@pytest.mark.ruling("G22")
def test_a_table_may_hide_the_played_pile_but_for_its_top_card():
    position = racing(hands=["red red white", "blue blue green"], show_played=False)
    position.play("white")
    for viewer in (0, 1, None):
        view = position.view(viewer)
        assert view["played"] is None
        assert view["top"] == "white"
        assert view["last_code"] == "white"


# Secured food ----------------------------------------------------------------------------


@pytest.mark.ruling("G23")
def test_everybody_sees_the_food_brought_home():
    position = racing(secured=[4, 3], open_food=[1, 2], race=2)
    for viewer in (0, 1, None):
        view = position.view(viewer)
        assert (view["secured"], view["open_food"], view["stack"]) == ([4, 3], [1, 2], 45)


@pytest.mark.ruling("G23")
def test_hidden_food_shows_a_seat_only_its_own_and_never_the_stack():
    position = racing(secured=[4, 3], fresh=[0, 0], open_food=[1, 2], race=2, hide_secured=True)
    assert position.view(0)["secured"] == [4, None]
    assert position.view(0)["fresh"] == [0, None]
    assert position.view(1)["secured"] == [None, 3]
    assert position.view(None)["secured"] == [None, None]
    for viewer in (0, 1, None):
        assert position.view(viewer)["stack"] is None
        assert position.view(viewer)["open_food"] == [1, 2]  # lies open


@pytest.mark.ruling("G9", "G23")
def test_that_the_stack_is_empty_cannot_be_hidden():
    position = racing(secured=[28, 27], race=9, races=9, hide_secured=True)
    assert position.view(None)["stack"] == 0


@pytest.mark.ruling("G23")
def test_hidden_food_is_counted_openly_at_the_end():
    position = racing(
        left=1,
        turn=1,
        places={**CLOSED_ROW, "red": 2},
        hands=["", "white"],
        secured=[4, 3],
        race=3,
        hide_secured=True,
    )
    assert position.view(None)["secured"] == [None, None]
    position.play("white")
    for viewer in (0, 1, None):
        assert position.view(viewer)["secured"] == [4, 3]
        assert position.view(viewer)["stack"] == 48
