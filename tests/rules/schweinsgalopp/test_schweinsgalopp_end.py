"""The end of races and of the game."""

import pytest

from rules.schweinsgalopp.schweinsgalopp_positions import CLOSED_ROW, now, racing, random_game

BROKEN_ROW = {**CLOSED_ROW, "red": 2}  # only red leads


def last_turn(**said):
    """Seat 1 plays the last card of the last race; it is white and cannot lead."""
    said = {"left": 1, "turn": 1, "places": BROKEN_ROW, "hands": ["", "white"], **said}
    said = {"race": 3, **said}
    position = racing(**said)
    position.play("white")
    assert position.over
    return position


@pytest.mark.ruling("G24")
@pytest.mark.parametrize("races", [1, 3, 9])
def test_the_game_has_as_many_races_as_the_table_chose(races):
    seen = [now(position, "race") for position in random_game(2, 5, races=races)]
    assert seen == sorted(seen)
    assert set(seen) == set(range(1, races + 1))
    assert len(seen) == races * (4 + 14) + 1


@pytest.mark.ruling("G24")
def test_three_races_unless_chosen_otherwise():
    *_, last = random_game(2, 5)
    assert now(last, "race") == 3
    assert last.over


@pytest.mark.ruling("G24")
def test_a_race_ends_when_every_card_has_been_played():
    position = racing(left=1, turn=1, starter=1)
    position.play(position.legal[0])
    assert now(position, "race") == 1
    position.play(position.legal[0])
    assert now(position, "race") == 2
    assert now(position, "phase") == "line_up"


def test_most_food_brought_home_wins():
    position = last_turn(secured=[5, 4])
    assert position.scores == [5, 4]
    assert position.winners == [0]
    assert now(position, "ended") == {"one_winner": 1, "shared": 0, "by_last_race": 0}


def test_nobody_has_won_while_the_game_runs():
    assert racing(race=3, secured=[5, 4]).winners == []


def test_open_food_does_not_count():
    position = last_turn(secured=[1, 0], open_food=[0, 6])
    assert position.scores == [1, 0]
    assert position.winners == [0]


def test_the_very_last_card_can_still_win():
    position = racing(
        left=1,
        turn=1,
        hands=["", "red"],
        places=BROKEN_ROW,
        race=3,
        secured=[5, 4],
        open_food=[0, 1],
    )
    position.play("red")
    assert position.scores == [5, 6]
    assert position.winners == [1]


@pytest.mark.ruling("G10")
def test_equal_totals_share_the_victory():
    position = last_turn(secured=[5, 5], fresh=[2, 0])
    assert position.winners == [0, 1]
    assert now(position, "ended") == {"one_winner": 0, "shared": 1, "by_last_race": 0}


@pytest.mark.ruling("G10")
def test_a_game_without_any_food_is_shared_by_all():
    position = last_turn()
    assert position.scores == [0, 0]
    assert position.winners == [0, 1]
    assert now(position, "ended")["shared"] == 1


@pytest.mark.ruling("G10")
def test_by_the_last_race_a_tie_goes_to_who_brought_home_more_in_it():
    position = last_turn(secured=[5, 5], fresh=[2, 0], tie="last_race")
    assert position.winners == [0]
    assert now(position, "ended") == {"one_winner": 0, "shared": 0, "by_last_race": 1}


@pytest.mark.ruling("G10")
def test_a_tie_that_the_last_race_does_not_break_is_shared():
    position = last_turn(secured=[5, 5], tie="last_race")
    assert position.winners == [0, 1]
    assert now(position, "ended")["shared"] == 1


@pytest.mark.ruling("G10")
def test_the_last_race_decides_only_among_those_who_tie():
    position = racing(
        3,
        left=1,
        turn=2,
        places=BROKEN_ROW,
        hands=["", "", "red"],
        race=3,
        secured=[8, 8, 1],
        fresh=[1, 2, 0],
        open_food=[0, 0, 4],
        tie="last_race",
    )
    position.play("red")
    assert position.scores == [8, 8, 6]
    assert now(position, "fresh") == [1, 2, 5]
    assert position.winners == [1]


@pytest.mark.ruling("G10")
def test_the_last_race_does_not_touch_a_clear_win():
    position = last_turn(secured=[6, 4], fresh=[0, 0], tie="last_race")
    assert position.winners == [0]
    assert now(position, "ended")["one_winner"] == 1


# Gentle ----------------------------------------------------------------------------------


@pytest.mark.ruling("G27")
def test_gently_a_last_card_that_fails_keeps_the_food_but_earns_none():
    position = racing(left=1, places=BROKEN_ROW, hands=["white"], open_food=[3], gentle=True)
    position.play("white")
    assert now(position, "secured") == [3, 0]
    assert now(position, "fresh") == [3, 0]
    assert now(position, "open_food") == [0, 0]
    assert now(position, "stack") == 52


@pytest.mark.ruling("G27")
def test_gently_a_last_card_that_leads_earns_food_as_ever():
    position = racing(left=1, places=BROKEN_ROW, hands=["red"], open_food=[3], gentle=True)
    position.play("red")
    assert now(position, "secured") == [4, 0]
    assert now(position, "stack") == 51


@pytest.mark.ruling("G10")
def test_what_was_brought_home_in_an_earlier_race_is_not_of_the_last_one():
    position = racing(
        left=1, turn=1, places=BROKEN_ROW, hands=["", "white"], secured=[3], fresh=[3], races=2
    )
    position.play("white")
    assert (now(position, "race"), now(position, "secured"), now(position, "fresh")) == (
        2,
        [3, 0],
        [0, 0],
    )
