"""Positions that no game can come to are refused, each with its reason."""

import pytest

from galopp import Impossible
from rules.schweinsgalopp.schweinsgalopp_positions import (
    CLOSED_ROW,
    GAME,
    a_race,
    counts,
    laying_food,
    lining_up,
    racing,
    random_game,
)


def refusal(fields):
    with pytest.raises(Impossible) as fault:
        GAME.from_dict(fields)
    return fault.value.key


def but(fields, **changed):
    """The same position but for some fields."""
    return {**fields, **changed}


def with_options(fields, **options):
    return {**fields, "options": {**fields["options"], **options}}


def test_a_position_written_down_is_read_back_exactly():
    for players, options in ((2, {}), (4, {"track_food": "per_race", "hide_secured": True})):
        for position in random_game(players, 2, **options):
            assert GAME.from_dict(position.to_dict()) == position


# Seats and races -------------------------------------------------------------------------


@pytest.mark.ruling("G25")
def test_five_players_without_the_edition_of_2009():
    fields = a_race(5, edition_2009=True)
    GAME.from_dict(fields)
    assert refusal(with_options(fields, edition_2009=False)) == "five_need_edition_2009"


@pytest.mark.ruling("G25")
@pytest.mark.parametrize("players", [0, 1, 6])
def test_a_game_for_too_few_or_too_many(players):
    with pytest.raises(Impossible) as fault:
        GAME.new(players)
    assert fault.value.key == "wrong_number_of_players"
    assert fault.value.arguments == {"number": players, "low": 2, "high": 4}


@pytest.mark.ruling("G26")
def test_a_start_player_who_does_not_sit_at_the_table():
    with pytest.raises(Impossible) as fault:
        GAME.new(3, start_player=3)
    assert (fault.value.key, fault.value.arguments) == ("no_such_seat", {"seat": 3})


@pytest.mark.parametrize("field", ["starter", "turn"])
def test_a_seat_that_nobody_sits_on(field):
    assert refusal(but(a_race(2), **{field: 2})) == "no_such_seat"


@pytest.mark.ruling("G24")
def test_more_races_than_the_table_chose():
    assert refusal(but(a_race(), race=4)) == "too_many_races"
    GAME.from_dict(with_options(but(a_race(), race=4), races=4))


def test_an_ending_while_the_game_runs_or_none_after_it():
    ended = {"one_winner": 1, "shared": 0, "by_last_race": 0}
    assert refusal(but(a_race(), ended=ended)) == "wrong_ending"
    *_, position = random_game(2, 2)
    assert position.over
    none = dict.fromkeys(ended, 0)
    assert refusal(but(position.to_dict(), ended=none)) == "wrong_ending"


# Pigs ------------------------------------------------------------------------------------


@pytest.mark.ruling("G12")
@pytest.mark.parametrize(
    "places",
    [
        {"red": -1},  # nobody in front of it
        {"red": 0, "green": -2},
        {"red": 0, "green": 0},
        {"red": 0, "green": -1, "blue": -2, "white": -3},  # the fifth would have fallen into place
    ],
)
def test_a_line_up_with_a_gap_or_without_an_end(places):
    fields = lining_up().to_dict()
    GAME.from_dict(but(fields, places={**fields["places"], "red": 0, "green": -1}))
    assert refusal(but(fields, places={**fields["places"], **places})) == "bad_line_up"


def test_a_race_without_one_of_the_pigs():
    assert refusal(but(a_race(), places={**CLOSED_ROW, "white": None})) == "pig_off_the_track"


@pytest.mark.ruling("G1")
def test_two_pigs_on_a_space_even_a_lap_apart():
    assert refusal(but(a_race(), places={**CLOSED_ROW, "white": 0})) == "two_pigs_on_a_space"
    lapped = {"red": 18, "yellow": 17, "green": 16, "blue": 15, "white": -4}
    assert refusal(a_race(4, places=lapped, left=1)) == "two_pigs_on_a_space"


def pigs_at(played, *places):
    """A race in which each colour was played so often, and the pigs stand there."""
    fields = a_race(left=7 - sum(played) // 2)
    top = next(pig for pig, number in zip(CLOSED_ROW, played, strict=True) if number)
    return but(
        fields,
        places=dict(zip(CLOSED_ROW, places, strict=True)),
        played=dict(zip(CLOSED_ROW, played, strict=True)),
        top=top,
        last_code=top,
    )


@pytest.mark.ruling("G1")
def test_a_pig_has_run_a_space_for_each_of_its_cards_and_past_all_others_at_most():
    GAME.from_dict(pigs_at([2, 0, 0, 0, 0], 2, -1, -2, -3, -4))
    assert refusal(pigs_at([2, 0, 0, 0, 0], -3, 0, -1, -2, -4)) == "pig_too_far"
    GAME.from_dict(pigs_at([2, 0, 0, 0, 0], 2, 0, -1, -2, -3))
    assert refusal(pigs_at([2, 0, 0, 0, 0], 11, 0, -1, -2, -3)) == "pig_too_far"
    assert refusal(pigs_at([1, 1, 0, 0, 0], 1, 2, 3, -3, -4)) == "pig_too_far"


@pytest.mark.ruling("G13")
def test_each_pig_has_started_from_a_place_of_its_own():
    assert refusal(pigs_at([2, 0, 0, 0, 0], 1, -1, -2, -3, -4)) == "pigs_from_one_place"


# Cards -----------------------------------------------------------------------------------


@pytest.mark.ruling("G25")
def test_more_cards_of_a_colour_than_there_are():
    fields = a_race(hands=["red red red", "red red red"])
    played = counts("red red yellow yellow green green blue blue")
    assert refusal(but(fields, played=played, top="red")) == "too_many_cards"
    GAME.from_dict(with_options(but(fields, played=played, top="red"), edition_2009=True))


def test_a_hand_too_large_or_too_small_for_the_turn():
    fields = a_race(hands=["red red white", "blue blue green"])
    for hand in ("blue blue", "blue blue green green"):
        hands = [fields["hands"][0], counts(hand)]
        assert refusal(but(fields, hands=hands)) == "hands_do_not_fit_the_turn"
    assert refusal(but(fields, turn=1)) == "hands_do_not_fit_the_turn"


def test_a_race_in_which_every_hand_is_empty():
    fields = a_race(left=1, hands=["red", "blue"])
    assert refusal(but(fields, hands=[counts("")] * 2)) == "hands_do_not_fit_the_turn"


def test_cards_in_hand_before_the_deal():
    fields = lining_up().to_dict()
    hands = [counts("red " * 7), counts("blue " * 7)]
    assert refusal(but(fields, hands=hands)) == "hands_do_not_fit_the_turn"


@pytest.mark.ruling("G15")
def test_food_being_laid_with_cards_before_the_deal_or_without_after_it():
    fields = laying_food().to_dict()
    early = with_options(fields, food_before_deal=True)
    assert refusal(early) == "hands_do_not_fit_the_turn"
    assert refusal(but(fields, hands=[counts("")] * 2)) == "hands_do_not_fit_the_turn"
    GAME.from_dict(but(early, hands=[counts("")] * 2))


def test_a_played_pile_too_small_or_too_early():
    fields = a_race()
    smaller = {**fields["played"], "red": fields["played"]["red"] - 1}
    assert refusal(but(fields, played=smaller)) == "hands_do_not_fit_the_turn"
    early = but(lining_up().to_dict(), played=counts("red"), top="red")
    assert refusal(early) == "hands_do_not_fit_the_turn"


def test_a_top_card_that_was_not_played():
    fields = a_race(left=6, hands=["white " * 6])
    assert fields["played"]["white"] == 0
    assert refusal(but(fields, top="white")) == "top_card_was_not_played"
    assert refusal(but(fields, top=None)) == "top_card_was_not_played"
    assert refusal(but(a_race(left=7), top="white")) == "top_card_was_not_played"


# Food ------------------------------------------------------------------------------------


def test_food_made_or_lost():
    for stack in (54, 0):
        assert refusal(but(a_race(), stack=stack)) == "wrong_amount_of_food"
    fields = a_race(open_food=[2])
    assert refusal(but(fields, stack=55)) == "wrong_amount_of_food"


@pytest.mark.ruling("G25")
def test_food_beyond_the_smaller_ring():
    fields = a_race(food_at=[22], track_food="per_race")
    assert refusal(fields) == "food_cannot_lie_there"
    GAME.from_dict(with_options(fields, edition_2009=True))


def test_more_open_food_than_cards_played():
    GAME.from_dict(a_race(left=5, open_food=[2]))
    assert refusal(a_race(left=5, open_food=[3])) == "food_not_earned"
    assert refusal(a_race(left=7, open_food=[1])) == "food_not_earned"


@pytest.mark.ruling("G20")
def test_food_from_the_track_comes_on_top():
    GAME.from_dict(a_race(left=5, open_food=[4], track_food="per_race"))
    assert refusal(a_race(left=5, open_food=[5], track_food="per_race")) == "food_not_earned"


@pytest.mark.ruling("G14", "G20")
def test_food_beyond_one_a_card_has_lain_on_the_track():
    more = "more_food_than_on_the_track"
    variant = {"track_food": "per_race"}
    assert refusal(a_race(left=5, open_food=[4, 3], **variant)) == more  # two lay there
    assert refusal(a_race(left=5, open_food=[4], food_at=[17], **variant)) == more  # one still does
    GAME.from_dict(a_race(left=5, open_food=[3], food_at=[17], **variant))
    GAME.from_dict(a_race(left=7, secured=[9], race=2, **variant))
    assert refusal(a_race(left=7, secured=[9, 8], race=2, **variant)) == more
    GAME.from_dict(a_race(left=7, secured=[16], race=3, track_food="per_game"))
    assert refusal(a_race(left=7, secured=[16, 15], race=3, track_food="per_game")) == more


@pytest.mark.ruling("G7", "G8", "G27")
def test_the_last_card_says_whether_food_came_home():
    led = pigs_at([7, 6, 0, 0, 0], 7, 6, -2, -3, -4)
    done = {
        **led,
        "hands": [dict.fromkeys(CLOSED_ROW, 0), {**dict.fromkeys(CLOSED_ROW, 0), "white": 1}],
    }
    done |= {"turn": 1, "last_seat": 0}
    assert refusal(done) == "food_not_earned"  # a lead earns something itself
    with_food = but(done, secured=[1, 0], fresh=[1, 0], stack=54)
    GAME.from_dict(with_food)
    behind = but(with_food, top="yellow", last_code="yellow")
    assert refusal(behind) == "food_not_earned"
    GAME.from_dict(with_options(behind, gentle=True))


@pytest.mark.ruling("G8")
def test_food_brought_home_in_this_race_before_the_last_card():
    assert refusal(a_race(left=2, secured=[1], fresh=[1])) == "food_not_earned"
    GAME.from_dict(a_race(left=1, turn=1, secured=[7], fresh=[7]))
    assert refusal(a_race(left=1, turn=1, secured=[8], fresh=[8])) == "food_not_earned"


@pytest.mark.ruling("G8")
def test_open_food_after_the_last_card():
    assert refusal(a_race(left=1, turn=1, open_food=[1])) == "food_not_earned"


def test_more_food_brought_home_than_the_races_before_could_give():
    assert refusal(a_race(secured=[1])) == "food_not_earned"
    GAME.from_dict(a_race(secured=[7], race=2))
    assert refusal(a_race(secured=[8], race=2)) == "food_not_earned"


def test_more_brought_home_in_this_race_than_in_all():
    assert refusal(a_race(left=1, turn=1, secured=[1], fresh=[2], race=2)) == "food_not_earned"


# What would break the rules if it were let in ----------------------------------------------


def after_the_last_race(**changed):
    places = {**CLOSED_ROW, "red": 2}
    position = racing(left=1, turn=1, race=3, secured=[5, 4], places=places, hands=["", "white"])
    position.play("white")
    return but(position.to_dict(), **changed)


@pytest.mark.parametrize(
    "fields",
    [
        pytest.param(
            but(laying_food(races=9).to_dict(), race=9, secured=[28, 27], stack=0),
            id="food is laid from an empty stack",
        ),
        pytest.param(
            a_race(left=7, places=dict(zip(CLOSED_ROW, range(40, 35, -1), strict=True))),
            id="pigs have run though no card was played",
        ),
        pytest.param(a_race(food_at=[9]), id="food on the track without the variant"),
        pytest.param(
            a_race(food_at=[3], track_food="per_race"), id="food on a space that stays free"
        ),
        pytest.param(
            a_race(food_at=[5], track_food="per_race", places={**CLOSED_ROW, "red": 6}),
            id="food behind the front",
        ),
        pytest.param(
            a_race(food_at=[15, 16, 17], track_food="per_race"), id="more food laid than seats"
        ),
        pytest.param(
            with_options(laying_food().to_dict(), track_food="off"),
            id="food is laid without the variant",
        ),
        pytest.param(
            with_options(lining_up().to_dict(), line_up="random"),
            id="a seat lines up though chance does",
        ),
        pytest.param(
            but(lining_up().to_dict(), turn=1), id="another than the start player lines up"
        ),
        pytest.param(but(a_race(), last_seat=3), id="the last to decide is not at the table"),
        pytest.param(after_the_last_race(race=2), id="over before the last race"),
        pytest.param(
            after_the_last_race(ended={"one_winner": 0, "shared": 1, "by_last_race": 0}),
            id="an ending that is not this one",
        ),
    ],
)
def test_a_position_that_play_never_comes_to_is_refused(fields):
    with pytest.raises(Impossible):
        GAME.from_dict(fields)


@pytest.mark.ruling("G14", "G16")
def test_more_food_on_the_track_than_seats_have_laid_by_now():
    laying = laying_food(3).to_dict()
    assert refusal(but(laying, track_food=[5, 6, 7], stack=52)) == "too_much_food_on_the_track"
    lining = lining_up(3, track_food="per_race").to_dict()
    assert refusal(but(lining, track_food=[5], stack=54)) == "too_much_food_on_the_track"
    kept = lining_up(3, track_food="per_game").to_dict()
    assert refusal(but(kept, track_food=[5], stack=54)) == "too_much_food_on_the_track"
    GAME.from_dict(but(kept, track_food=[5], stack=54, race=2))
