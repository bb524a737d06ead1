"""The beginner and the casual player: what they weigh, and which reason they would give."""

import string

import numpy as np
import pytest
from ostfriesenlauf_positions import SPREAD, a_game, a_race, code, decide, view

from galopp.bots import ostfriesenlauf as bot
from galopp.bots import random
from galopp.bots.reasons import why
from galopp.core import record
from galopp.core.cards import count, has
from galopp.core.chance import chance
from galopp.core.words import NOBODY
from galopp.games import ostfriesenlauf as g
from galopp.games.ostfriesenlauf.box import NOTATION, OF_STACK, STACKS
from galopp.games.ostfriesenlauf.sight import unseen_cards
from galopp.locale import LANGUAGES, Language


def seen_by_mover(state):
    return view(state, g.mover(state))


def choice(state, policy=bot.casual, seed=1):
    return NOTATION[policy(seen_by_mover(state), chance(seed))]


def choices(state, policy, times=40):
    return [choice(state, policy, seed) for seed in range(times)]


def reason(state, move):
    """The key and the facts of what speaks most for a move."""
    given = why(seen_by_mover(state), code(move))
    return given and (given.key, given.arguments)


def open_codes(seen):
    return [number for number in range(64) if has(seen.legal, number)]


# --- One position a reason: the move it decides on, and what is said of it


def laying(runner, hand, draw, **stands):
    """The last runner has drawn: nothing is laid yet, so its card will do just what it says."""
    return decide(a_race(stands, hands={runner: hand}), draw)


def white_can_win_backwards():
    hand = ["1:+2a", "2:+2a", "3:+2", "4:-6"]
    return laying("white", hand, "draw 1", red=9, yellow=6, blue=3, white=-11)


def red_is_right_before_the_line():
    hand = ["1:1-behind-2", "2:+2a", "3:+2", "4:+2"]
    return laying("white", hand, "draw 2", red=27, yellow=12, blue=10, white=8)


def all_are_close_together():
    hand = ["1:+5a", "2:+6", "3:+7", "4:+7"]
    return laying("white", hand, "draw 4", red=12, yellow=11, blue=10, white=9)


def white_is_nearer_backwards():
    hand = ["1:+2a", "2:+2a", "3:+2", "4:-6"]
    return laying("white", hand, "draw 1", red=9, yellow=6, blue=3, white=-3)


def red_is_behind_the_start():
    hand = ["1:+2a", "2:+2a", "3:+2", "4:sheep"]
    return laying("red", hand, "draw 1", red=-4, yellow=20, blue=20, white=21)


def yellow_can_be_sent_back():
    hand = ["1:-2", "2:start", "3:+2", "3:+3a"]
    return laying("white", hand, "draw 3", red=20, yellow=18, blue=10, white=-1)


def white_may_draw():
    return a_race(SPREAD)


def white_cannot_draw_for_itself():
    hand = ["1:+2a", "1:+3a", "2:+2a", "2:+2b"]
    return a_race(SPREAD, empty="4", reshuffle="all_empty", hands={"white": hand})


DECIDED = {
    "victory": (white_can_win_backwards, "4:-6", {"runner": "white"}),
    "defeat": (red_is_right_before_the_line, "1:1-behind-2", {"runner": "red"}),
    "forwards": (all_are_close_together, "4:+7", {"runner": "white"}),
    "backwards": (white_is_nearer_backwards, "4:-6", {"runner": "white"}),
    "sign": (red_is_behind_the_start, "4:sheep", {"runner": "red", "animal": "sheep"}),
    "rivals": (yellow_can_be_sent_back, "2:start", {"runner": "yellow"}),
    "own_rank": (white_may_draw, "draw 4", {"runner": "white", "stack": "4"}),
    "missing_back": (white_cannot_draw_for_itself, "draw 3", {"stack": "3"}),
}


def test_there_is_a_position_for_every_reason():
    assert list(DECIDED) == [known.key for known in bot.REASONS]


@pytest.mark.parametrize("key", DECIDED)
def test_each_reason_decides_where_it_should_and_is_named(key):
    position, move, facts = DECIDED[key]
    state = position()
    assert choice(state) == move
    assert reason(state, move) == (key, facts)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("key", DECIDED)
def test_each_reason_has_a_sentence_that_uses_all_its_facts(key, language):
    gaps = dict.fromkeys(DECIDED[key][2], "…")
    alone = {f"{name}_alone": "…" for name in gaps}  # a runner without its player
    sentence = Language(language).of_game(g.NAME, f"reason.{key}", **gaps, **alone)
    assert sentence.endswith(".") and not set(sentence) & set("{}")
    assert sentence.count("…") == len(gaps)
    assert sentence[0] not in string.ascii_lowercase


def test_nothing_is_said_where_nothing_speaks_for_a_move():
    assert reason(white_may_draw(), "draw 1") is None


# --- How the reasons are weighed


@pytest.mark.parametrize("key", DECIDED)
@pytest.mark.parametrize("row", [bot.BEGINNER, bot.CASUAL])
def test_the_worth_of_a_decision_is_the_sum_of_its_weighted_reasons(key, row):
    seen = seen_by_mover(DECIDED[key][0]())
    for number in open_codes(seen):
        assert bot.worth(seen, number, row) == np.dot(bot.WEIGHTS[row], bot.terms(seen, number))


@pytest.mark.parametrize("key", DECIDED)
def test_the_casual_player_decides_on_the_greatest_worth(key):
    seen = seen_by_mover(DECIDED[key][0]())
    worths = {number: bot.worth(seen, number, bot.CASUAL) for number in open_codes(seen)}
    assert worths[bot.casual(seen, chance(3))] == max(worths.values())


def test_weights_are_the_rows_of_the_reasons():
    assert [known.beginner for known in bot.REASONS] == list(bot.WEIGHTS[bot.BEGINNER])
    assert [known.casual for known in bot.REASONS] == list(bot.WEIGHTS[bot.CASUAL])


def test_equals_are_decided_by_lot():
    hand = ["4:+4a", "4:+4b", "4:-6", "3:+7"]
    state = laying("white", hand, "draw 2", red=24, yellow=23, blue=22, white=4)
    assert set(choices(state, bot.casual, times=12)) == {"4:+4a", "4:+4b"}


def test_what_a_card_brings_is_counted_against_a_round_without_it():
    # White is last by far, so that cards of the fourth rank move it whatever the others lay.
    hand = ["1:+5a", "2:+6", "3:+7", "4:+7"]
    state = laying("white", hand, "draw 3", red=14, yellow=13, blue=12, white=1)
    forwards = [bot.terms(seen_by_mover(state), code(card))[bot.FORWARDS] for card in hand]
    assert 6 * bot.IMAGINED < forwards[3] <= 7 * bot.IMAGINED
    assert forwards[:3] == [0, 0, 0]


def test_in_front_the_rank_may_change_before_the_own_card_is_turned():
    seen = seen_by_mover(a_race(SPREAD, laid=["4:+2", "3:+2"]))
    yellow = [bot.terms(seen, code(f"draw {stack}"))[bot.OWN_RANK] for stack in STACKS]
    assert yellow[1] == max(yellow) < bot.IMAGINED
    assert sum(yellow) == bot.IMAGINED


def test_a_rival_that_cannot_win_is_no_rival():
    stands = {"red": 2, "yellow": 18, "blue": 10, "white": 20}
    hands = {"red": ["1:-2", "2:start", "3:+2", "3:+3a"]}
    setting = {"players": 1, "hands": hands, "ownerless_can_win": False}
    seen = seen_by_mover(decide(a_race(stands, **setting), "draw 3"))
    assert all(bot.terms(seen, number)[bot.RIVALS] == 0 for number in open_codes(seen))


def test_each_unseen_card_of_a_back_is_imagined_about_equally_often():
    seen = seen_by_mover(a_race(SPREAD, laid=["4:+2", "3:+2"]))
    cards = [bot.imagined_card(seen, 0, number) for number in range(bot.IMAGINED)]
    unseen = unseen_cards(seen) & OF_STACK[3]
    assert all(has(unseen, card) for card in cards)
    assert len(set(cards)) == count(np.uint64(unseen))
    assert {cards.count(card) for card in cards} == {1, 2}


def test_no_card_is_imagined_where_none_was_laid():
    empty = {"players": 3, "empty": "4", "reshuffle": "all_empty"}
    seen = seen_by_mover(a_race(SPREAD, laid=[None], **empty))
    assert bot.imagined_card(seen, 0, 0) == NOBODY


def test_decisions_come_from_what_the_seat_sees():
    state = decide(a_race(SPREAD, laid=["4:+2", "3:+2"]), "draw 2")
    seen, other = seen_by_mover(state), record.blank(g.STATE)
    for seed in range(5):
        g.redeal(seen, chance(seed), other)
        assert other.hands.tobytes() != state.hands.tobytes()
        again = seen_by_mover(other)
        for policy in (bot.casual, bot.beginner, bot.quick):
            assert policy(again, chance(7)) == policy(seen, chance(7))


# --- What a beginner has not noticed yet


def test_a_beginner_races_forwards_like_everybody():
    made = choices(all_are_close_together(), bot.beginner)
    assert made.count("4:+7") > 0.7 * len(made)


def test_a_beginner_slips_now_and_then():
    luck, seen = chance(5), seen_by_mover(all_are_close_together())
    made = [NOTATION[bot.beginner(seen, luck)] for _ in range(100)]
    # A slip can hit upon the best card too, one of five.
    assert 100 / bot.SLIP * 0.4 < 100 - made.count("4:+7") < 100 / bot.SLIP * 1.2


@pytest.mark.parametrize("key", ["defeat", "sign", "rivals", "own_rank"])
def test_a_beginner_does_not_see_what_decides_for_others(key):
    position, move, _ = DECIDED[key]
    made = choices(position(), bot.beginner)
    assert made.count(move) < 0.5 * len(made)


def test_a_beginner_takes_a_way_back_for_no_way_at_all():
    seen = seen_by_mover(white_is_nearer_backwards())
    worth = {number: bot.worth(seen, number, bot.BEGINNER) for number in open_codes(seen)}
    backwards = bot.terms(seen, code("4:-6"))[bot.BACKWARDS]
    assert backwards > 0
    assert worth[code("4:-6")] < bot.WEIGHTS[bot.BEGINNER, bot.FORWARDS] * backwards


def test_a_beginner_draws_what_it_has_not_got():
    hand = ["1:+2a", "2:+2a", "3:+2", "3:+3a"]
    made = choices(a_race(SPREAD, hands={"white": hand}), bot.beginner)
    assert made.count("draw 4") > 0.7 * len(made)


# --- What a search asks


def test_the_quick_one_draws_from_the_stack_of_its_own_rank():
    assert choice(a_race(SPREAD), bot.quick) == "draw 4"
    assert choice(a_race(SPREAD, laid=["4:+2", "3:+2"]), bot.quick) == "draw 2"
    assert choice(white_cannot_draw_for_itself(), bot.quick) in {"draw 1", "draw 2", "draw 3"}


@pytest.mark.parametrize("key", ["victory", "defeat", "forwards", "backwards", "rivals"])
def test_the_quick_one_sees_at_a_glance_what_decides(key):
    position, move, _ = DECIDED[key]
    assert choice(position(), bot.quick) == move


def test_a_victory_is_worth_more_to_the_quick_one_than_any_way():
    board = [99, 20, 24, 28, 32, 36]
    stands = {"red": 27, "yellow": -15, "blue": -16, "white": -18}
    hands = {"red": ["1:+2a", "1:-2", "2:+6", "3:+7"]}
    laid = ["4:+2", "3:+2", "2:+2a"]
    state = decide(a_race(stands, laid=laid, hands=hands, board=board), "draw 3")
    assert choice(state, bot.quick) == "1:+2a"


def test_every_choice_is_worth_thinking_about():
    assert bot.worth_thinking(seen_by_mover(white_may_draw()))
    assert bot.worth_thinking(seen_by_mover(all_are_close_together()))


# --- At every seat count


@pytest.mark.parametrize("players", [1, 2, 3, 4])
@pytest.mark.parametrize("policy", [bot.casual, bot.beginner, bot.quick])
def test_they_always_decide_on_a_legal_move(players, policy):
    state, luck = a_game(players, seed=players), chance(players)
    for _ in range(14):
        if g.mover(state) != NOBODY:
            number = policy(seen_by_mover(state), luck)
            assert g.why_not(state, number) == g.Refusal.NONE
            g.apply(state, number, luck)


def test_the_quick_one_beats_three_random_players_clearly():
    games, won, luck = 60, 0, chance(11)
    for game in range(games):
        state, seat = a_game(4, game), game % 4
        while g.mover(state) != NOBODY:
            play = bot.quick if g.mover(state) == seat else random
            g.apply(state, np.int64(play(seen_by_mover(state), luck)), luck)
        won += g.winners(state) >> seat & 1
    assert won > games * 0.33  # about 27 of 60; chance alone gives 15
