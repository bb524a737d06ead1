"""Rules of thumb: by which reasons the two simpler levels decide, and how they say so."""

import numpy as np
import pytest

from galopp.bots.reasons import why
from galopp.bots.saumaumau import REASONS, beginner, casual, terms, worth_thinking
from galopp.bots.saumaumau.levels import BEGINNER, CASUAL, WEIGHTS, best, worth_of
from galopp.bots.saumaumau.reading import favourite
from galopp.core.cards import has, pick
from galopp.core.chance import chance
from galopp.core.record import blank
from galopp.games.saumaumau import SEEN, STATE, redeal, show
from galopp.locale import LANGUAGES, language
from rules.saumaumau.saumaumau_positions import GAME, play, racing, random_game

KEYS = [reason.key for reason in REASONS]
SETTINGS = ({}, {"mau": True, "exact_goal": True, "green_parries_plus2": True})


def seen_by_mover(position):
    return position.seen(position.mover).record


def choice(position, seed=1):
    """The notation of what the casual player decides on."""
    return GAME.moves[int(casual(seen_by_mover(position), chance(seed)))].notation


def beginners_choice(position, seed=1):
    """The same of a beginner who does not slip."""
    return GAME.moves[int(best(seen_by_mover(position), BEGINNER, chance(seed)))].notation


def reason_for(position, move):
    """The reason for a move, with its arguments."""
    code = next(known.code for known in position.legal if known.notation == move)
    found = why(seen_by_mover(position), code)
    return found and (found.key, found.arguments)


def best_without(position, key):
    """The moves a casual player would choose from, had it not noticed this reason."""
    weights = [0 if reason.key == key else reason.casual for reason in REASONS]
    seen = seen_by_mover(position)
    worth = {move.notation: np.dot(weights, terms(seen, move.code)) for move in position.legal}
    return {move for move in worth if worth[move] == max(worth.values())}


# Each reason, where it decides ----------------------------------------------------------


def the_laurel_in_reach():
    return racing(hands=["brown-4 pink-1 pink-2 pink-3"], pigs={"brown": 15})


def an_end_that_suits_the_bet():
    fields = {"top": "black-3", "bets": [(0, "black")], "pigs": {"black": 16}}
    return racing(hands=["black-1 black-x pink-2 pink-3"], **fields)


def an_end_that_spoils_the_bet():
    fields = {"bets": [(0, "black")], "pigs": {"brown": 12, "black": 9}}
    return racing(hands=["brown-6 brown-x pink-2 pink-3"], **fields)


def a_card_too_many():
    return racing(hands=["brown-1 pink-2 pink-4 beige-1"], bets=[(0, "pink")], pigs={"pink": 5})


def green_cards_to_keep():
    fields = {"bets": [(0, "pink")], "pigs": {"pink": 5}}
    return racing(hands=["brown-1 pink-1 farmer-1 farmer-2 farmer-3"], **fields)


def a_favourite_to_drive():
    return racing(hands=["brown-1 brown-6 pink-3 pink-2"], bets=[(0, "brown")])


def rivals_to_hold():
    fields = {"bets": [(0, "pink")], "pigs": {"pink": 12}}
    return racing(hands=["brown-1 brown-4 brown-5 brown-6"], **fields)


def a_rival_about_to_overtake():
    fields = {"bets": [(0, "pink")], "pigs": {"pink": 6, "brown": 5}}
    return racing(hands=["brown-4 pink-5 pink-2 pink-1"], **fields)


def a_neighbour_with_two_cards():
    hands = ["brown-1 brown-x pink-2 pink-4", "beige-1 beige-2"]
    return racing(hands=hands, bets=[(0, "brown")])


def no_bet_yet():
    return racing(hands=["pink-6 pink-5 pink-2 brown-1 beige-1"])


def betting(hand, **fields):
    return play(racing(hands=[hand], pile="farmer-2 farmer-3", **fields), "draw")


def a_leader_to_bet_on():
    return betting("pink-x brown-x", pigs={"brown": 9})


def steps_to_bet_on():
    return betting("pink-6 pink-5 pink-2 brown-1")


def a_bet_at_the_top():
    bets = [(0, "pink"), (1, "brown"), (2, "brown")]
    return betting("pink-6 pink-1", bets=bets, pigs={"brown": 8})


def retreating(**pigs):
    return play(racing(top="brown-plus2", debt=2, bets=[(0, "pink")], pigs=pigs), "draw")


def rivals_to_take_back():
    return retreating(pink=9, brown=8, black=3)


def a_favourite_alone():
    return retreating(pink=9)


def strangers_to_help():
    fields = {"bets": [(0, "pink")], "pigs": {"pink": 5}}
    return play(racing(hands=["floppy-pink brown-1 beige-2"], **fields), "floppy-pink")


def a_hand_full_of_brown():
    position = racing(hands=["farmer-1 brown-1 brown-2 brown-4"], bets=[(0, "beige")])
    return play(position, "farmer-1")


def a_colour_for_the_others():
    return play(racing(hands=["farmer-1 pink-1 beige-2"], bets=[(0, "beige")]), "farmer-1")


def mau_to_call():
    return play(racing(hands=["brown-1 pink-2"], options={"mau": True}), "brown-1")


def somebody_to_catch():
    return play(mau_to_call(), "silent")


DECIDES = [
    ("finish", the_laurel_in_reach, "brown-4", {"count": 3}),
    ("bet_comes_true", an_end_that_suits_the_bet, "black-1", {"pig": "black"}),
    ("go_on", an_end_that_spoils_the_bet, "brown-x", {}),
    ("shed", a_card_too_many, "brown-1", {"count": 3}),
    ("keep_green", green_cards_to_keep, "brown-1", {}),
    ("push", a_favourite_to_drive, "brown-6", {"pig": "brown", "count": 6}),
    ("hold_rivals", rivals_to_hold, "brown-1", {"pig": "pink"}),
    ("stay_ahead", a_rival_about_to_overtake, "draw", {"pig": "pink"}),
    ("stop_neighbour", a_neighbour_with_two_cards, "brown-x", {"seat": 1, "count": 2}),
    ("bet_early", no_bet_yet, "draw", {"payout": "6"}),
    ("well_placed", a_leader_to_bet_on, "bet brown", {"pig": "brown", "place": 9}),
    ("own_steps", steps_to_bet_on, "bet pink", {"pig": "pink", "count": 13}),
    (
        "keep_place",
        a_bet_at_the_top,
        "no-bet",
        {"pig": "pink", "payout": "6", "other_payout": "3+"},
    ),
    ("take_back", rivals_to_take_back, "retreat brown", {"pig": "brown", "other_pig": "pink"}),
    ("spare", a_favourite_alone, "stop", {"pig": "pink"}),
    ("least_help", strangers_to_help, "run black", {"pig": "black"}),
    ("cards_to_follow", a_hand_full_of_brown, "name brown", {"colour": "brown", "count": 3}),
    ("others_drive", a_colour_for_the_others, "name beige", {"pig": "beige"}),
    ("call", mau_to_call, "mau", {}),
    ("catch", somebody_to_catch, "catch", {"seat": 0}),
]


@pytest.mark.parametrize(
    ("key", "position", "move", "facts"), DECIDES, ids=[case[0] for case in DECIDES]
)
def test_a_reason_decides_and_is_given(key, position, move, facts):
    assert choice(position()) == move
    assert best_without(position(), key) != {move}
    assert reason_for(position(), move) == (key, facts)


def test_a_turn_that_the_neighbour_loses_decides_between_equals():
    bets = [(1, "beige"), (2, "beige"), (3, "beige")]
    position = racing(4, hands=["brown-x pink-6 pink-5 pink-2"], bets=bets)
    assert choice(position) == "brown-x"
    assert best_without(position, "hinder") == {"brown-x", "draw"}


def test_a_turn_that_the_neighbour_loses_is_the_reason_where_nothing_can_be_drawn():
    hands = ["brown-x brown-1 pink-2 pink-4", "beige-1 beige-2 beige-3", ""]
    fields = {"bets": [(0, "pink")], "pigs": {"pink": 5}}
    position = racing(hands=hands, pile="", rest_to=2, **fields)
    assert choice(position) == "brown-x"
    assert reason_for(position, "brown-x") == ("hinder", {"seat": 1})


def test_where_all_pigs_are_alike_any_bet_is_better_than_none():
    position = betting("pink-x brown-x")
    chosen = {choice(position, seed) for seed in range(40)}
    assert chosen == {f"bet {pig}" for pig in ("pink", "brown", "black", "beige")}
    assert "no-bet" in best_without(position, "first_bet")
    assert reason_for(position, "bet black") == ("first_bet", {"payout": "6"})


def test_every_reason_has_been_shown_to_decide():
    assert {*KEYS} == {key for key, *_ in DECIDES} | {"hinder", "first_bet"}


def test_equal_moves_need_no_reason():
    position = racing(hands=["floppy-pink pink-1"], bets=[(0, "pink")], pigs={"pink": 5})
    assert reason_for(play(position, "floppy-pink"), "run black") is None


# What they know how to do together ------------------------------------------------------


def test_a_casual_player_does_not_help_another_pig_past_its_own():
    position = racing(
        hands=["brown-4 brown-x pink-5 pink-2"], bets=[(0, "pink")], pigs={"pink": 6, "brown": 5}
    )
    assert choice(position) == "brown-x"


def test_it_changes_a_bet_for_a_pig_that_makes_up_for_the_places_lost():
    fields = {"bets": [(0, "beige"), (1, "brown")], "pigs": {"brown": 1}}
    assert choice(betting("brown-1 brown-x", **fields)) == "no-bet"
    assert choice(betting("brown-1 brown-2", **fields)) == "bet brown"


def test_a_bet_that_lies_last_loses_nothing_by_being_changed():
    fields = {"bets": [(1, "brown"), (0, "beige")], "pigs": {"brown": 1}}
    assert choice(betting("brown-1 brown-x", **fields)) == "bet brown"


def test_it_lays_its_last_card_when_its_pig_leads():
    position = racing(hands=["farmer-1"], bets=[(0, "brown")], pigs={"brown": 5})
    assert choice(position) == "farmer-1"


def test_it_answers_a_plus2_with_a_plus2():
    position = racing(top="brown-plus2", debt=2, hands=["pink-plus2 pink-1"], bets=[(0, "pink")])
    assert choice(position) == "pink-plus2"


def test_it_helps_its_own_pig_when_that_is_among_the_last():
    position = racing(hands=["floppy-pink pink-1"], bets=[(0, "beige")])
    assert choice(play(position, "floppy-pink")) == "run beige"


def test_a_run_to_the_laurel_is_told_by_the_spaces_that_are_left():
    pigs = dict.fromkeys(("pink", "brown", "black", "beige"), 15)
    position = racing(hands=["floppy-pink pink-1"], bets=[(0, "beige")], pigs=pigs)
    told = reason_for(play(position, "floppy-pink"), "run beige")
    assert told == ("push", {"pig": "beige", "count": 2})


# A beginner -----------------------------------------------------------------------------


def test_a_beginner_grabs_the_laurel_though_its_bet_is_lost_by_that():
    assert beginners_choice(an_end_that_spoils_the_bet()) == "brown-6"


def test_a_beginner_plays_the_highest_number_whomever_it_helps():
    assert beginners_choice(rivals_to_hold()) == "brown-6"
    assert beginners_choice(a_rival_about_to_overtake()) == "brown-4"


def test_a_beginner_gives_green_cards_away():
    fields = {"bets": [(0, "pink")], "pigs": {"pink": 5}}
    position = racing(hands=["brown-1 floppy-pink pink-1 pink-4"], **fields)
    assert choice(position) == "brown-1"
    assert beginners_choice(position) == "floppy-pink"


def test_a_beginner_does_not_draw_in_order_to_bet():
    assert beginners_choice(no_bet_yet()) == "brown-1"


def test_a_beginner_bets_on_whoever_leads_and_not_on_its_own_cards():
    position = betting("pink-6 pink-5 pink-2", pigs={"brown": 3})
    assert choice(position) == "bet pink"
    assert beginners_choice(position) == "bet brown"


def test_a_beginner_runs_after_every_new_leader():
    assert choice(a_bet_at_the_top()) == "no-bet"
    assert beginners_choice(a_bet_at_the_top()) == "bet brown"


def test_a_beginner_does_not_notice_that_a_neighbour_has_few_cards():
    assert beginners_choice(a_neighbour_with_two_cards()) == "brown-1"


def test_a_beginner_slips_now_and_then():
    position = a_favourite_to_drive()
    seen = seen_by_mover(position)
    decided = [GAME.moves[int(beginner(seen, chance(seed)))].notation for seed in range(200)]
    slips = [move for move in decided if move != "brown-6"]
    assert {*slips} == {"brown-1", "pink-3", "draw"}
    assert len(slips) < 30


def test_a_beginner_never_slips_when_there_is_something_to_call_or_to_catch():
    for position, answer in ((mau_to_call(), "mau"), (somebody_to_catch(), "catch")):
        seen = seen_by_mover(position)
        assert not worth_thinking(seen)
        decided = {GAME.moves[int(beginner(seen, chance(seed)))].notation for seed in range(60)}
        assert decided == {answer}


def test_whatever_else_there_is_to_decide_is_worth_a_thought():
    for position in (no_bet_yet, steps_to_bet_on, rivals_to_take_back, strangers_to_help):
        assert worth_thinking(seen_by_mover(position()))


# Whole games ----------------------------------------------------------------------------


def some_positions(players, options, seed=3):
    for number, position in enumerate(random_game(players, seed, races=1, **options)):
        if not position.over and number % 3 == 0:
            yield position


@pytest.mark.parametrize("options", SETTINGS)
def test_worth_is_what_the_reasons_weigh_together(options):
    for position in some_positions(3, options):
        seen = seen_by_mover(position)
        for move in position.legal:
            found = terms(seen, move.code)
            assert len(found) == len(REASONS)
            for level in (BEGINNER, CASUAL):
                worth = worth_of(seen, move.code, favourite(seen), level)
                assert worth == np.dot(WEIGHTS[level], found)


@pytest.mark.parametrize("options", SETTINGS)
def test_whatever_the_reason_is_it_can_be_said(options):
    for position in some_positions(4, options, seed=8):
        for move in position.legal:
            found = why(seen_by_mover(position), move.code)
            for code in LANGUAGES if found else ():
                said = language(code).of_game(GAME.name, f"reason.{found.key}", **found.arguments)
                assert not said.startswith("reason.")


@pytest.mark.parametrize("players", [2, 5])
def test_what_the_others_hold_makes_no_difference(players):
    other, shown = blank(STATE), blank(SEEN)
    for position in some_positions(players, {}, seed=5):
        seat = position.mover
        seen = position.seen(seat).record
        redeal(seen, chance(7), other)
        show(other, seat, shown)
        for decide in (casual, beginner):
            assert decide(shown, chance(1)) == decide(seen, chance(1))


@pytest.mark.parametrize("players", [2, 3, 4, 5])
@pytest.mark.parametrize("decide", [beginner, casual])
def test_every_decision_is_legal(players, decide):
    for options in SETTINGS:
        position, luck = GAME.new(players, 3, races=1, **options), chance(6)
        while not position.over:
            code = int(decide(seen_by_mover(position), luck))
            allowed = position.rules.legal(position.state)
            assert has(allowed, code)
            rare = pick(allowed, luck)  # now and then another
            position.play(GAME.moves[code if len(position.decided) % 3 else rare])


@pytest.mark.parametrize("players", [2, 3, 4, 5])
@pytest.mark.parametrize("decide", [beginner, casual])
def test_both_clearly_beat_random_play(players, decide):
    won, luck, games = 0.0, chance(4), 20
    for game in range(games):
        position, seat = GAME.new(players, game), game % players
        while not position.over:
            if position.mover == seat:
                code = decide(seen_by_mover(position), luck)
            else:
                code = pick(position.rules.legal(position.state), luck)
            position.play(GAME.moves[int(code)])
        won += (seat in position.winners) / len(position.winners)
    assert won / games > 1.5 / players
