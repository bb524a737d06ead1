"""Setting up: the line-up, the deal, who starts, the two editions."""

import pytest

from galopp import Impossible
from rules.schweinsgalopp.schweinsgalopp_positions import (
    GAME,
    PIGS,
    cards_held,
    line_up,
    lining_up,
    now,
    play_out_race,
    racing,
)


@pytest.mark.ruling("G12")
def test_the_start_player_lines_up_the_pigs_before_anybody_has_cards():
    position = lining_up(players=3)
    assert now(position, "phase") == "line_up"
    assert position.mover == 0
    assert cards_held(position) == [0, 0, 0]
    assert set(now(position, "places").values()) == {None}
    line_up(position)
    assert cards_held(position) == [7, 7, 7]
    assert now(position, "phase") == "play"
    assert position.mover == 0


@pytest.mark.ruling("G2", "G12")
def test_the_line_up_counts_back_from_the_start_line():
    position = line_up(lining_up(), "white blue green red")
    assert now(position, "places") == {
        "white": 0,
        "blue": -1,
        "green": -2,
        "red": -3,
        "yellow": -4,
    }


@pytest.mark.ruling("G12")
def test_a_pig_lined_up_is_no_longer_on_offer():
    position = lining_up()
    position.play("line-up green")
    assert [move.pig for move in position.legal] == ["red", "yellow", "blue", "white"]


@pytest.mark.ruling("G12")
def test_a_random_line_up_asks_nobody_and_leaves_no_gap():
    rows = set()
    for seed in range(30):
        position = GAME.new(2, seed, line_up="random")
        places = now(position, "places")
        assert sorted(places.values()) == [-4, -3, -2, -1, 0]
        assert now(position, "phase") == "play"
        assert cards_held(position) == [7, 7]
        rows.add(tuple(sorted(places, key=places.get)))
    assert len(rows) > 20
    assert {row[-1] for row in rows} == set(PIGS)


@pytest.mark.ruling("G12")
def test_a_random_line_up_is_drawn_anew_for_every_race():
    position = GAME.new(2, 1, line_up="random", races=2)
    first = now(position, "places")
    play_out_race(position)
    second = now(position, "places")
    assert sorted(second.values()) == [-4, -3, -2, -1, 0]
    assert second != first


@pytest.mark.ruling("G13")
def test_every_race_starts_from_the_same_start_line():
    position = racing(left=1, turn=1, places={**dict(zip(PIGS, (6, 5, 4, 2, 1), strict=True))})
    position.play(position.legal[0])
    assert now(position, "race") == 2
    assert set(now(position, "places").values()) == {None}
    line_up(position, "blue red white green")
    assert now(position, "places") == {
        "blue": 0,
        "red": -1,
        "white": -2,
        "green": -3,
        "yellow": -4,
    }


@pytest.mark.ruling("G26")
def test_the_next_start_player_sits_to_the_left():
    position = racing(3, left=1, turn=1, starter=2)
    position.play(position.legal[0])
    assert (now(position, "race"), now(position, "starter"), position.mover) == (2, 0, 0)
    assert now(position, "phase") == "line_up"


@pytest.mark.ruling("G26")
def test_without_rotation_the_same_seat_starts_every_race():
    position = racing(3, left=1, turn=1, starter=2, rotate_start=False)
    position.play(position.legal[0])
    assert (now(position, "race"), now(position, "starter"), position.mover) == (2, 2, 2)


@pytest.mark.ruling("G26")
def test_the_host_may_choose_who_starts():
    for seat in range(4):
        assert GAME.new(4, 1, start_player=seat).mover == seat


@pytest.mark.ruling("G26")
def test_else_the_first_start_player_is_drawn_by_lot():
    assert {GAME.new(4, seed).mover for seed in range(40)} == {0, 1, 2, 3}


@pytest.mark.parametrize("players", [2, 3, 4])
def test_the_deal_takes_seven_cards_a_seat_from_seven_of_each_colour(players):
    position = line_up(lining_up(players))
    hands = now(position, "hands")
    assert cards_held(position) == [7] * players
    for pig in PIGS:
        assert sum(hand[pig] for hand in hands) <= 7


@pytest.mark.ruling("G25")
def test_five_seats_need_the_edition_of_2009():
    with pytest.raises(Impossible) as fault:
        GAME.new(5)
    assert fault.value.key == "five_need_edition_2009"
    position = GAME.new(5, 1, edition_2009=True, start_player=4)
    assert position.players == 5
    assert position.mover == 4


@pytest.mark.ruling("G25")
def test_in_the_edition_of_2009_five_seats_hold_seven_cards_of_eight_a_colour():
    most = 0
    for seed in range(60):
        position = line_up(GAME.new(5, seed, edition_2009=True, start_player=0))
        hands = now(position, "hands")
        assert cards_held(position) == [7] * 5
        most = max(most, *(sum(hand[pig] for hand in hands) for pig in PIGS))
    assert most == 8
    assert now(position, "stack") == 55


@pytest.mark.ruling("G25")
def test_the_ring_of_2009_has_27_spaces():
    places = {"red": 21, "yellow": 20, "green": 19, "blue": 18, "white": -4}
    old = racing(
        4,
        places={**places, "red": 17, "yellow": 16, "green": 15, "blue": 14},
        left=2,
        hands=["red"],
    )
    old.play("red")
    assert now(old, "places")["red"] == 19  # white, a lap behind, stands on 18
    new = racing(4, places=places, left=2, hands=["red"], edition_2009=True)
    new.play("red")
    assert now(new, "places")["red"] == 22
    new = racing(4, places={**places, "red": 22}, left=2, hands=["red"], edition_2009=True)
    new.play("red")
    assert now(new, "places")["red"] == 24  # white stands on 23 of 27
