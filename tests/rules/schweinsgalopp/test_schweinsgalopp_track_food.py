"""The variant: food on the track."""

import pytest

from galopp.core.cards import one
from rules.schweinsgalopp.schweinsgalopp_positions import (
    CLOSED_ROW,
    GAME,
    cards_held,
    laying_food,
    line_up,
    lining_up,
    now,
    play_out_race,
    racing,
    random_game,
)

PER_RACE = {"track_food": "per_race"}


def spaces_on_offer(position):
    return [int(move.subject) for move in position.legal if move.kind == "lay_food"]


# Laying it -------------------------------------------------------------------------------


@pytest.mark.ruling("G14")
def test_without_the_variant_no_food_is_laid():
    position = line_up(lining_up(2))
    assert now(position, "phase") == "play"
    assert now(position, "track_food") == []
    assert now(position, "stack") == 55


@pytest.mark.ruling("G14")
def test_each_seat_in_turn_lays_one_food_card_from_the_stack():
    position = laying_food(3)
    assert (now(position, "phase"), position.mover) == ("lay_food", 0)
    for seat, space in enumerate((9, 5, 17)):
        assert position.mover == seat
        position.play(f"food {space}")
    assert now(position, "track_food") == [5, 9, 17]
    assert now(position, "stack") == 52
    assert (now(position, "phase"), position.mover) == ("play", 0)


@pytest.mark.ruling("G14")
def test_the_start_player_lays_first_and_plays_first():
    position = GAME.new(3, 1, line_up="random", start_player=2, **PER_RACE)
    movers = []
    for space in (5, 6, 7):
        movers.append(position.mover)
        position.play(f"food {space}")
    assert movers == [2, 0, 1]
    assert position.mover == 2


@pytest.mark.ruling("G15")
def test_food_is_laid_after_the_deal():
    position = line_up(lining_up(**PER_RACE))
    assert now(position, "phase") == "lay_food"
    assert cards_held(position) == [7, 7]
    hands = now(position, "hands")
    position.play("food 5")
    position.play("food 6")
    assert now(position, "hands") == hands


@pytest.mark.ruling("G15")
def test_food_before_the_deal_is_laid_without_cards_in_hand():
    position = line_up(lining_up(food_before_deal=True, **PER_RACE))
    assert now(position, "phase") == "lay_food"
    assert cards_held(position) == [0, 0]
    position.play("food 5")
    assert cards_held(position) == [0, 0]
    position.play("food 6")
    assert now(position, "phase") == "play"
    assert cards_held(position) == [7, 7]


@pytest.mark.ruling("G15")
def test_food_before_the_deal_changes_nothing_where_no_food_is_laid():
    position = line_up(lining_up(food_before_deal=True))
    assert now(position, "phase") == "play"
    assert cards_held(position) == [7, 7]


@pytest.mark.ruling("G16")
def test_two_food_cards_never_share_a_space():
    position = laying_food()
    position.play("food 9")
    assert position.why_not("food 9") == ("food_lies_there", "G16")
    assert spaces_on_offer(position) == [5, 6, 7, 8, *range(10, 18)]


@pytest.mark.ruling("G21")
def test_food_goes_on_thirteen_spaces_even_those_out_of_reach():
    position = laying_food(2)
    assert spaces_on_offer(position) == list(range(5, 18))
    position.play("food 17")
    assert now(position, "track_food") == [17]


@pytest.mark.ruling("G21")
def test_two_players_whose_every_card_leads_come_to_the_fourteenth_space():
    position = racing(left=7, hands=["yellow " * 7, "red " * 7], food_at=[14, 15], **PER_RACE)
    for _ in range(6):
        position.play("yellow")
        position.play("red")
    position.play("yellow")
    assert now(position, "places") == {**CLOSED_ROW, "yellow": 13, "red": 12}
    position.play("red")  # the fourteenth card of the race
    assert now(position, "secured") == [7, 8]  # one of them from space 14


@pytest.mark.ruling("G25")
def test_the_edition_of_2009_has_eighteen_spaces_for_food():
    position = laying_food(5, edition_2009=True)
    assert spaces_on_offer(position) == list(range(5, 23))


@pytest.mark.ruling("G9")
def test_a_seat_that_finds_the_stack_empty_lays_nothing():
    fields = {"race": 9, "secured": [18, 18, 18], "stack": 1}
    position = laying_food(3, fields, races=9)
    position.play("food 9")
    assert now(position, "track_food") == [9]
    assert now(position, "stack") == 0
    assert (now(position, "phase"), position.mover) == ("play", 0)


@pytest.mark.ruling("G9")
def test_with_an_empty_stack_the_race_begins_without_laying():
    fields = {
        **lining_up(races=9, **PER_RACE).to_dict(),
        "race": 9,
        "secured": [28, 27],
        "stack": 0,
    }
    position = line_up(GAME.from_dict(fields))
    assert (now(position, "phase"), position.mover) == ("play", 0)
    assert cards_held(position) == [7, 7]
    assert now(position, "track_food") == []


# Each race or once -----------------------------------------------------------------------


@pytest.mark.ruling("G14")
def test_food_laid_each_race_goes_back_before_the_next_and_is_laid_anew():
    position = racing(left=1, turn=1, food_at=[16, 17], **PER_RACE)
    assert now(position, "stack") == 53
    position.play(position.legal[0])
    assert now(position, "race") == 2
    assert now(position, "track_food") == []
    assert now(position, "stack") + sum(now(position, "secured")) == 55
    line_up(position)
    assert now(position, "phase") == "lay_food"


@pytest.mark.ruling("G14")
def test_food_stays_where_it_lies_after_the_last_race():
    position = racing(left=1, turn=1, food_at=[16, 17], races=1, **PER_RACE)
    position.play(position.legal[0])
    assert position.over
    assert now(position, "track_food") == [16, 17]
    assert now(position, "stack") + sum(now(position, "secured")) == 53


@pytest.mark.ruling("G14")
def test_food_laid_once_stays_until_it_is_taken():
    position = racing(left=1, turn=1, food_at=[16, 17], track_food="per_game")
    position.play(position.legal[0])
    assert now(position, "race") == 2
    assert now(position, "track_food") == [16, 17]
    line_up(position)
    assert now(position, "phase") == "play"  # nothing is laid in the second race
    assert now(position, "track_food") == [16, 17]


@pytest.mark.ruling("G14")
def test_food_of_the_whole_game_is_laid_before_the_first_race():
    position = laying_food(2, track_food="per_game")
    position.play("food 17")
    position.play("food 16")
    play_out_race(position)
    assert now(position, "race") == 2
    assert set(now(position, "track_food")) >= {16, 17}  # out of reach with two players


# Taking it -------------------------------------------------------------------------------


def test_a_pig_that_leads_onto_food_earns_both_cards():
    places = {"red": 8, "yellow": 7, "green": -2, "blue": -3, "white": -4}
    position = racing(places=places, hands=["yellow"], food_at=[9, 12], **PER_RACE)
    position.play("yellow")
    assert now(position, "places")["yellow"] == 9
    assert now(position, "open_food") == [2, 0]
    assert now(position, "track_food") == [12]
    assert now(position, "stack") == 52


@pytest.mark.ruling("G20")
def test_a_last_card_that_leads_onto_food_brings_both_cards_home():
    places = {"red": 8, "yellow": 7, "green": -2, "blue": -3, "white": -4}
    position = racing(left=1, places=places, hands=["red"], open_food=[2], food_at=[9], **PER_RACE)
    position.play("red")
    assert now(position, "secured") == [4, 0]
    assert now(position, "fresh") == [4, 0]
    assert now(position, "track_food") == []
    assert now(position, "stack") == 51


@pytest.mark.ruling("G9", "G20")
def test_food_on_the_track_is_taken_though_the_stack_is_empty():
    places = {"red": 8, "yellow": 7, "green": -2, "blue": -3, "white": -4}
    position = racing(
        places=places, hands=["red"], food_at=[9], secured=[27, 27], race=9, races=9, **PER_RACE
    )
    assert now(position, "stack") == 0
    position.play("red")
    assert now(position, "open_food") == [1, 0]
    assert now(position, "track_food") == []


@pytest.mark.ruling("G17", "G18", "G19")
@pytest.mark.parametrize("track_food", ["per_race", "per_game"])
@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_food_lies_only_ahead_of_the_front_so_that_whoever_takes_it_leads(players, track_food):
    taken = 0
    for seed in range(12):
        options = {"track_food": track_food, "edition_2009": players == 5}
        lay = []
        for position in random_game(players, seed, **options):
            lies = now(position, "track_food")
            if now(position, "phase") == "play":
                front = max(now(position, "places").values())
                assert all(space > front for space in lies)
                if len(lies) < len(lay):
                    taken += 1
                    assert now(position, "places")[now(position, "last_code")] == front
            lay = lies
    assert taken > 0


# What cannot happen in play is still decided: states made by hand, straight to the rules.


def with_food_on(position, *spaces):
    """Food where no game can have it: behind the front."""
    for space in spaces:
        position.state.track_food |= one(space)
        position.state.stack -= 1
    return position


GAP_BEHIND_THE_FRONT = {**CLOSED_ROW, "red": 3}  # 0, 1 and 2 are empty, yellow is at -1


@pytest.mark.ruling("G17")
def test_food_that_is_jumped_over_stays():
    position = with_food_on(racing(hands=["white"], **PER_RACE), 0, 21)  # under red and yellow
    position.play("white")
    assert now(position, "places")["white"] == 1
    assert now(position, "track_food") == [0, 21]
    assert now(position, "open_food") == [1, 0]  # for the lead


@pytest.mark.ruling("G18")
def test_a_pig_that_does_not_lead_takes_the_food_it_lands_on():
    position = with_food_on(racing(places=GAP_BEHIND_THE_FRONT, hands=["white"], **PER_RACE), 0, 1)
    position.play("white")
    assert now(position, "places")["white"] == 0
    assert now(position, "track_food") == [1]
    assert now(position, "open_food") == [1, 0]
    assert now(position, "stack") == 53


@pytest.mark.ruling("G19")
def test_a_last_card_that_lands_on_food_without_leading_loses_it_with_the_rest():
    position = racing(
        left=1, places=GAP_BEHIND_THE_FRONT, hands=["white"], open_food=[2], **PER_RACE
    )
    with_food_on(position, 0)
    position.play("white")
    assert now(position, "open_food") == [0, 0]
    assert now(position, "secured") == [0, 0]
    assert now(position, "track_food") == []
    assert now(position, "stack") == 55


@pytest.mark.ruling("G17", "G18")
def test_food_lies_on_a_space_of_the_ring_whatever_lap_the_pig_is_on():
    position = with_food_on(racing(4, left=2, hands=["red"], **PER_RACE), 6)
    position.state.places[:] = [27, 25, 24, 23, 22]
    position.play("red")  # to 28, which is space 6
    assert now(position, "track_food") == []
    assert now(position, "open_food") == [2, 0, 0, 0]
