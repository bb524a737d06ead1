"""A turn: the pig runs to the next empty space, food for the lead, the last card decides."""

import pytest

from rules.schweinsgalopp.schweinsgalopp_positions import (
    CLOSED_ROW,
    PIGS,
    cards_held,
    now,
    racing,
)

# A lap behind (-4 is space 18 of 22) the white pig waits right before the red one.
SPREAD_21 = {"red": 17, "yellow": 16, "green": 15, "blue": 14, "white": -4}


# Running ---------------------------------------------------------------------------------


@pytest.mark.ruling("G1")
def test_a_pig_with_nobody_before_it_runs_one_space():
    places = {**CLOSED_ROW, "red": 3}
    position = racing(places=places, hands=["yellow"])
    position.play("yellow")
    assert now(position, "places") == {**places, "yellow": 0}


@pytest.mark.ruling("G1", "G4")
@pytest.mark.parametrize(
    ("pig", "jumped"), [("yellow", 1), ("green", 2), ("blue", 3), ("white", 4)]
)
def test_a_pig_jumps_every_pig_in_its_way_and_may_so_take_the_lead(pig, jumped):
    position = racing(hands=[pig])
    position.play(pig)
    assert now(position, "places") == {**CLOSED_ROW, pig: 1}
    assert 1 - CLOSED_ROW[pig] == jumped + 1
    assert now(position, "open_food") == [1, 0]


@pytest.mark.ruling("G2")
@pytest.mark.parametrize("pig", ["yellow", "green", "blue", "white"])
def test_a_gap_stops_every_pig_behind_it(pig):
    places = {"red": 2, "yellow": 0, "green": -1, "blue": -2, "white": -3}
    position = racing(places=places, hands=[pig])
    position.play(pig)
    assert now(position, "places") == {**places, pig: 1}
    assert now(position, "open_food") == [0, 0]
    assert now(position, "stack") == 55


@pytest.mark.ruling("G6")
def test_a_leader_that_moves_on_earns_food():
    position = racing(hands=["red"])
    position.play("red")
    assert now(position, "places")["red"] == 1
    assert now(position, "open_food") == [1, 0]
    assert now(position, "stack") == 54


@pytest.mark.ruling("G1", "G3")
def test_a_leader_jumps_a_lapped_pig_stays_first_and_takes_food():
    position = racing(4, places=SPREAD_21, left=2, hands=["red"])
    position.play("red")
    assert now(position, "places") == {**SPREAD_21, "red": 19}
    assert now(position, "open_food") == [1, 0, 0, 0]


@pytest.mark.ruling("G1", "G3")
def test_a_leader_jumps_two_lapped_pigs_at_once():
    places = {"red": 17, "yellow": 16, "green": 15, "blue": -3, "white": -4}
    position = racing(4, places=places, left=2, hands=["red"])
    position.play("red")
    assert now(position, "places") == {**places, "red": 20}
    assert now(position, "open_food") == [1, 0, 0, 0]


@pytest.mark.ruling("G1", "G3")
def test_a_pig_that_jumps_the_leader_jumps_the_lapped_pig_before_it_too():
    position = racing(4, places=SPREAD_21, left=2, hands=["blue"])
    position.play("blue")
    assert now(position, "places")["blue"] == 19
    assert now(position, "open_food") == [1, 0, 0, 0]


@pytest.mark.ruling("G4")
def test_a_straggler_that_jumps_the_leader_of_its_own_lap_is_first():
    places = {"red": 5, "yellow": 4, "green": 1, "blue": 0, "white": -1}
    position = racing(places=places, hands=["yellow"])
    position.play("yellow")
    assert now(position, "places")["yellow"] == 6
    assert now(position, "open_food") == [1, 0]


@pytest.mark.ruling("G1", "G4")
def test_a_straggler_that_jumps_a_leader_a_lap_ahead_is_not_first():
    places = {**SPREAD_21, "red": 19, "yellow": 17}  # 19 is the space right before white
    position = racing(4, places=places, left=2, hands=["white"])
    position.play("white")
    assert now(position, "places")["white"] == -2
    assert now(position, "open_food") == [0, 0, 0, 0]


@pytest.mark.ruling("G2")
def test_being_ahead_on_the_ring_is_not_being_first():
    places = {"red": 20, "yellow": 19, "green": 18, "blue": 17, "white": -1}
    position = racing(4, places=places, left=2, hands=["white"])
    position.play("white")
    assert now(position, "places")["white"] == 0
    assert now(position, "open_food") == [0, 0, 0, 0]


@pytest.mark.ruling("G2", "G5")
def test_passing_the_start_line_behind_the_leader_is_not_being_first():
    places = {"red": 24, "yellow": 21, "green": 10, "blue": 9, "white": 8}
    position = racing(4, places=places, left=2, hands=["yellow"])
    position.play("yellow")
    assert now(position, "places")["yellow"] == 22
    assert now(position, "open_food") == [0, 0, 0, 0]


@pytest.mark.ruling("G5")
def test_the_start_line_means_nothing_to_a_pig_that_passes_it():
    places = {"red": 21, "yellow": 18, "green": 15, "blue": 14, "white": 13}
    position = racing(4, places=places, left=2, hands=["red"])
    position.play("red")
    assert now(position, "places") == {**places, "red": 22}
    assert now(position, "open_food") == [1, 0, 0, 0]
    assert now(position, "secured") == [0, 0, 0, 0]
    assert (now(position, "race"), now(position, "phase"), position.mover) == (1, "play", 1)


@pytest.mark.ruling("G11")
def test_a_seat_must_play_one_of_its_own_cards():
    position = racing(hands=["red red white", "blue blue green"])
    assert [move.notation for move in position.legal] == ["red", "white"]
    position.play("white")
    assert now(position, "hands")[0] == {"red": 2, "yellow": 0, "green": 0, "blue": 0, "white": 0}
    assert cards_held(position) == [2, 3]
    assert now(position, "top") == "white"
    assert position.mover == 1
    assert [move.notation for move in position.legal] == ["green", "blue"]


@pytest.mark.ruling("G11")
def test_the_turn_goes_round_to_the_left():
    position = racing(3, turn=2, starter=2)
    movers = []
    for _ in range(4):
        movers.append(position.mover)
        position.play(position.legal[0])
    assert movers == [2, 0, 1, 2]


# The last card ---------------------------------------------------------------------------


@pytest.mark.ruling("G7")
def test_a_last_card_that_leads_earns_food_and_brings_all_of_it_home():
    position = racing(left=1, hands=["white"], open_food=[3, 2], secured=[4, 0], race=2)
    position.play("white")
    assert now(position, "secured") == [8, 0]
    assert now(position, "fresh") == [4, 0]
    assert now(position, "open_food") == [0, 2]
    assert position.scores == [8, 0]


@pytest.mark.ruling("G7")
def test_a_last_card_that_leads_without_open_food_brings_one_home():
    position = racing(left=1, hands=["white"])
    position.play("white")
    assert now(position, "secured") == [1, 0]
    assert now(position, "stack") == 54


@pytest.mark.ruling("G7")
def test_a_last_card_of_the_pig_already_in_front_counts():
    position = racing(left=1, hands=["red"], open_food=[2])
    position.play("red")
    assert now(position, "secured") == [3, 0]


@pytest.mark.ruling("G8")
def test_a_last_card_that_fails_gives_all_open_food_back_at_once():
    places = {**CLOSED_ROW, "red": 2}
    position = racing(
        left=1, places=places, hands=["yellow"], open_food=[3, 2], secured=[4, 0], race=2
    )
    assert now(position, "stack") == 46
    position.play("yellow")
    assert now(position, "secured") == [4, 0]
    assert now(position, "fresh") == [0, 0]
    assert now(position, "open_food") == [0, 2]
    assert now(position, "stack") == 49


@pytest.mark.ruling("G8")
def test_a_last_card_that_fails_without_open_food_changes_no_food():
    position = racing(left=1, places={**CLOSED_ROW, "red": 2}, hands=["yellow"])
    position.play("yellow")
    assert now(position, "secured") == [0, 0]
    assert now(position, "open_food") == [0, 0]
    assert now(position, "stack") == 55


@pytest.mark.ruling("G8")
def test_food_brought_home_stays_whoever_leads_afterwards():
    position = racing(left=1, hands=["red", "white"], open_food=[2, 1], races=1)
    position.play("red")  # red is at 1, and a gap opens behind it
    assert now(position, "secured") == [3, 0]
    position.play("white")  # runs into the gap
    assert now(position, "secured") == [3, 0]
    position = racing(left=1, hands=["yellow", "red"], open_food=[2, 1], races=1)
    position.play("yellow")
    position.play("red")  # takes the lead back
    assert now(position, "places")["red"] == 2
    assert now(position, "secured") == [3, 2]


@pytest.mark.ruling("G8")
def test_a_card_that_is_not_the_last_brings_nothing_home():
    position = racing(left=2, hands=["white"], open_food=[3])
    position.play("white")
    assert now(position, "open_food") == [4, 0]
    assert now(position, "secured") == [0, 0]


# The food stack --------------------------------------------------------------------------

LATE = {"race": 9, "races": 9}  # so late that the stack can be empty


@pytest.mark.ruling("G9")
def test_an_empty_stack_gives_nothing_for_the_lead():
    position = racing(secured=[28, 27], hands=["white"], **LATE)
    assert now(position, "stack") == 0
    position.play("white")
    assert now(position, "places")["white"] == 1
    assert now(position, "open_food") == [0, 0]
    assert now(position, "stack") == 0


@pytest.mark.ruling("G9")
def test_a_last_card_that_leads_brings_food_home_though_the_stack_is_empty():
    position = racing(left=1, open_food=[3], secured=[26, 26], hands=["white"], **LATE)
    assert now(position, "stack") == 0
    position.play("white")
    assert now(position, "secured") == [29, 26]
    assert now(position, "fresh") == [3, 0]
    assert now(position, "stack") == 0


@pytest.mark.ruling("G9")
def test_food_given_back_fills_the_empty_stack_for_the_next_seat():
    position = racing(
        left=1,
        places={**CLOSED_ROW, "red": 2},
        open_food=[3, 1],
        secured=[26, 25],
        hands=["white", "red"],
        **LATE,
    )
    position.play("white")
    assert now(position, "stack") == 3
    position.play("red")
    assert now(position, "secured") == [26, 27]
    assert now(position, "stack") == 2


@pytest.mark.ruling("G9")
def test_the_last_food_card_of_the_stack_is_taken():
    position = racing(secured=[27, 27], hands=["white"], **LATE)
    position.play("white")
    assert now(position, "open_food") == [1, 0]
    assert now(position, "stack") == 0


# Always ----------------------------------------------------------------------------------


def test_only_the_pig_of_the_card_moves():
    for pig in PIGS:
        position = racing(hands=[pig])
        position.play(pig)
        moved = {
            name for name, place in now(position, "places").items() if place != CLOSED_ROW[name]
        }
        assert moved == {pig}
