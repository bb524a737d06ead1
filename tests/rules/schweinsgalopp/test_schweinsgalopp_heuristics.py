"""The beginner and the casual player: what they weigh, and which reason they would give."""

import string
from collections import Counter

import numpy as np
import pytest

from galopp.bots.reasons import why
from galopp.bots.schweinsgalopp import (
    BEGINNER,
    CASUAL,
    REASONS,
    WEIGHTS,
    beginner,
    casual,
    terms,
    worth_of,
    worth_thinking,
)
from galopp.core.cards import pick
from galopp.core.chance import chance
from galopp.locale import LANGUAGES, Language
from rules.schweinsgalopp.schweinsgalopp_positions import (
    CLOSED_ROW,
    GAME,
    laying_food,
    line_up,
    lining_up,
    racing,
    random_game,
)


def places(red, yellow, green, blue, white):
    return {"red": red, "yellow": yellow, "green": green, "blue": blue, "white": white}


def view(position):
    """What the seat on turn sees."""
    return position.seen(position.mover).record


def choice(position, seed=1, policy=casual):
    """The notation of what a player decides on."""
    return GAME.moves[policy(view(position), chance(seed))].notation


def reason(position, move):
    """The key and the facts of what speaks most for a move."""
    given = why(view(position), GAME.read_move(move).code)
    return given and (given.key, given.arguments)


# --- One position a reason: the move it decides on, and what is said of it


def only_green_can_lead():
    hand = "green white white yellow yellow yellow"
    return racing(left=6, places=places(-1, -2, 2, 3, -3), hands=[hand])


def red_is_in_front(open_food):
    return racing(
        left=2, places=places(4, -1, -2, -3, -4), hands=["red white"], open_food=[open_food]
    )


def two_lead_now_and_one_again():
    return racing(left=3, places=places(4, 0, 6, -2, 5), hands=["green blue white"], open_food=[2])


def every_card_leads_now_and_again():
    stand = places(-3, -2, 0, -1, -4)
    return racing(left=4, places=stand, hands=["red blue white white"], open_food=[3])


def white_is_in_front(**options):
    stand = places(2, 5, -3, -2, 7)
    return racing(left=4, places=stand, hands=["red red green white"], open_food=[1], **options)


def blue_would_close_the_row(open_food_of_neighbour):
    return racing(
        left=2,
        starter=1,
        places=places(10, 8, -1, 7, -4),
        hands=["yellow blue"],
        open_food=[0, open_food_of_neighbour],
    )


# Position, what is decided there, and the facts of the reason.
ONE_FOR_EACH = {
    "food": (only_green_can_lead, "green", {"pig": "green", "count": 1}),
    "last_card": (lambda: red_is_in_front(4), "white", {"last_pig": "red"}),
    "home": (two_lead_now_and_one_again, "white", {"pig": "white", "last_pig": "green"}),
    "reserve": (
        every_card_leads_now_and_again,
        "white",
        {"last_pig": "red", "spare_pig": ["blue", "white"]},
    ),
    "gentle": (lambda: white_is_in_front(gentle=True), "white", {"pig": "white", "count": 1}),
    "rivals": (lambda: blue_would_close_the_row(5), "yellow", {"count": 2, "seats": [1]}),
    "near": (laying_food, "food 5", {"space": 5}),
}


@pytest.mark.parametrize("key", ONE_FOR_EACH)
def test_each_reason_decides_where_it_weighs_most_and_is_the_one_given(key):
    begin, move, facts = ONE_FOR_EACH[key]
    position = begin()
    assert {choice(position, seed) for seed in range(5)} == {move}
    assert reason(position, move) == (key, facts)


def test_every_reason_has_such_a_position():
    assert list(ONE_FOR_EACH) == [reason.key for reason in REASONS]


@pytest.mark.parametrize("code", LANGUAGES)
@pytest.mark.parametrize("key", ONE_FOR_EACH)
def test_every_reason_has_a_sentence_that_its_facts_fill(key, code):
    said = Language(code).catalogue(GAME.name)[f"reason.{key}"]
    for sentence in [said] if isinstance(said, str) else said:
        gaps = {name for _, name, _, _ in string.Formatter().parse(sentence) if name}
        assert gaps == ONE_FOR_EACH[key][2].keys()


# --- What a card is worth


def test_food_that_lies_on_the_track_counts_with_that_for_the_lead():
    position = racing(
        left=5,
        places=places(4, 3, -1, -2, -3),
        hands=["red yellow green blue white"],
        food_at=[5],
        track_food="per_race",
    )
    assert terms(view(position), GAME.read_move("red").code)[0] == 2


def test_nothing_is_earned_from_an_empty_stack():
    position = racing(left=5, places=CLOSED_ROW, hands=["red"])
    seen = view(position)
    assert terms(seen, GAME.read_move("red").code)[0] == 1
    seen.stack = 0
    assert terms(seen, GAME.read_move("red").code)[0] == 0


@pytest.mark.ruling("G27")
def test_without_the_gentle_rule_the_front_pig_is_held_back():
    assert choice(white_is_in_front()) != "white"


def test_a_row_is_closed_if_nobody_has_anything_to_lose():
    position = blue_would_close_the_row(0)
    assert choice(position) == "blue"
    assert reason(position, "blue") == ("last_card", {"last_pig": "yellow"})


def test_it_takes_the_lead_when_a_card_does():
    hand = "red red yellow green green"
    assert choice(racing(left=5, places=places(4, 1, 0, -1, -2), hands=[hand])) == "red"


def test_it_sheds_the_pig_furthest_behind_when_no_card_leads():
    stand = places(8, 6, 2, 1, -4)
    position = racing(left=2, places=stand, hands=["yellow white"], open_food=[4])
    assert choice(position) == "white"


def test_there_is_nothing_to_say_for_any_order_of_the_pigs():
    position = lining_up()
    assert reason(position, "line-up red") is None
    assert len({choice(position, seed) for seed in range(40)}) == 5


@pytest.mark.ruling("G12")
def test_only_lining_up_is_not_worth_a_thought():
    position = lining_up(track_food="per_race")
    assert not worth_thinking(view(position))
    line_up(position)
    assert worth_thinking(view(position))
    assert worth_thinking(view(racing()))


# --- Reasons add up


@pytest.mark.parametrize("options", [{"track_food": "per_race"}, {"gentle": True}])
def test_worth_is_the_sum_of_all_reasons_and_the_casual_player_takes_the_greatest(options):
    for position in random_game(3, seed=2, races=1, **options):
        if not position.over:
            seen, worth = view(position), {}
            for move in position.legal:
                found = terms(seen, move.code)
                worth[move.notation] = worth_of(seen, move.code, CASUAL)
                assert worth[move.notation] == sum(np.multiply([r.casual for r in REASONS], found))
            assert worth[choice(position)] == max(worth.values())


def test_weights_are_those_of_the_reasons():
    assert WEIGHTS[BEGINNER].tolist() == [reason.beginner for reason in REASONS]
    assert WEIGHTS[CASUAL].tolist() == [reason.casual for reason in REASONS]


# --- A beginner


def decisions(position, times=100):
    """How often a beginner decides on what."""
    return Counter(choice(position, seed, beginner) for seed in range(times))


def test_a_beginner_takes_food_though_it_costs_the_last_card():
    position = red_is_in_front(2)
    assert choice(position) == "white"
    assert decisions(position)["red"] > 80


def test_a_beginner_slips_now_and_then():
    position = red_is_in_front(2)
    assert 0 < decisions(position)["white"] < 20


def test_a_beginner_has_not_noticed_what_a_row_gives_to_rivals():
    assert choice(blue_would_close_the_row(5)) == "yellow"
    assert decisions(blue_would_close_the_row(5))["blue"] > 80


def test_a_beginner_lays_food_just_anywhere():
    assert len(decisions(laying_food())) > 8


# --- At every table


def test_they_decide_the_same_from_the_same_view_and_luck():
    position = racing(left=7, places=CLOSED_ROW)
    for policy in (beginner, casual):
        assert len({choice(position, 9, policy) for _ in range(3)}) == 1


@pytest.mark.parametrize("options", [{}, {"hide_secured": True, "show_played": False}])
@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_they_decide_legally_in_every_phase(players, options):
    for track_food in ("off", "per_race", "per_game"):
        position = GAME.new(players, 3, track_food=track_food, edition_2009=players == 5, **options)
        while not position.over:
            legal = {move.notation for move in position.legal}
            assert choice(position, policy=beginner) in legal
            assert choice(position) in legal
            position.play(choice(position))


def at_random(seen, luck):
    return pick(seen.legal, luck)


def victories(policy, other, games=100):
    """How many of so many games for two the first one wins; a shared victory counts half."""
    won, luck = 0.0, chance(4)
    for game in range(games):
        position = GAME.new(2, game)
        while not position.over:
            decide = policy if position.mover == game % 2 else other
            position.play(GAME.moves[decide(view(position), luck)])
        won += (game % 2 in position.winners) / len(position.winners)
    return won


def test_a_casual_player_clearly_beats_random_play():
    assert victories(casual, at_random) > 62


def test_a_beginner_loses_to_a_casual_player():
    assert victories(casual, beginner) > 55


def test_a_beginner_is_better_than_random_play():
    assert victories(beginner, at_random) > 50
