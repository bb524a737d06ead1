"""Betting: when, where in the queue, and what it earns (S29-S35)."""

import pytest

from rules.saumaumau.saumaumau_positions import PIGS, legal, now, play, racing, refusal

ALL_BETS = {*(f"bet {pig}" for pig in PIGS), "no-bet"}


@pytest.mark.ruling("S29")
def test_points_go_by_rank_among_the_right_bets_not_by_place_in_the_queue():
    bets = [(0, "beige"), (1, "black"), (2, "pink"), (3, "beige"), (4, "pink")]
    position = racing(5, hands=["brown-x"], pigs={"pink": 4}, bets=bets)
    position.play("brown-x")
    assert now(position, "report_bet_points") == [0, 0, 6, 0, 4]
    assert now(position, "points") == [5, 0, 6, 0, 4]


@pytest.mark.ruling("S30")
def test_five_right_bets_earn_six_four_three_two_and_one():
    bets = [(seat, "pink") for seat in (4, 2, 0, 1, 3)]
    position = racing(5, hands=["brown-x"], pigs={"pink": 4}, bets=bets)
    position.play("brown-x")
    assert now(position, "report_bet_points") == [3, 2, 4, 1, 6]
    assert now(position, "points") == [8, 2, 4, 1, 6]


def test_a_bet_is_laid_at_the_first_free_place():
    position = play(racing(bets=[(2, "pink")]), "draw", "bet black")
    assert now(position, "queue") == [2, 0, None]
    assert now(position, "bets") == ["black", None, "pink"]


@pytest.mark.parametrize(
    ("turn", "queue"),
    [(0, [1, 2, 3, 4, 0]), (2, [0, 1, 3, 4, 2]), (4, [0, 1, 2, 3, 4])],
)
def test_a_changed_bet_leaves_its_place_the_gap_closes_and_it_goes_to_the_end(turn, queue):
    bets = [(seat, "pink") for seat in range(5)]
    position = play(racing(5, turn=turn, bets=bets), "draw", "bet brown")
    assert now(position, "queue") == queue
    assert [now(position, "bets")[seat] for seat in queue] == ["pink"] * 4 + ["brown"]


def test_the_bet_behind_a_gap_moves_up_and_earns_more():
    bets = [(0, "pink"), (1, "pink"), (2, "pink")]
    position = racing(hands=["brown-1 brown-2", "brown-x"], pigs={"pink": 4}, bets=bets)
    play(position, "draw", "bet beige", "brown-x")
    assert now(position, "report_queue") == [1, 2, 0]
    assert now(position, "report_bet_points") == [0, 6, 4]


@pytest.mark.ruling("S31")
def test_the_same_pig_may_be_bet_on_anew_and_goes_to_the_end():
    position = play(racing(bets=[(0, "pink"), (1, "brown")]), "draw", "bet pink")
    assert now(position, "queue") == [1, 0, None]
    assert now(position, "bets") == ["pink", "brown", None]


@pytest.mark.ruling("S32")
def test_a_bet_cannot_be_taken_back_without_a_new_one():
    position = play(racing(bets=[(0, "pink"), (1, "brown")]), "draw")
    assert legal(position) == ALL_BETS
    position.play("no-bet")
    assert now(position, "queue") == [0, 1, None]
    assert now(position, "bets") == ["pink", "brown", None]


@pytest.mark.ruling("S33")
def test_there_is_one_bet_for_however_many_cards_were_taken():
    position = racing(top="brown-plus2", debt=4)
    play(position, "draw", "bet pink")
    assert position.mover == 1
    assert now(position, "queue") == [0, None, None]


@pytest.mark.ruling("S34")
def test_nobody_bets_who_has_not_drawn():
    position = racing(hands=["brown-1 pink-1"])
    assert refusal(position, "bet pink") == ("bet_needs_a_drawn_card", "S34")
    assert refusal(position, "no-bet") == ("bet_needs_a_drawn_card", "S34")
    assert now(play(position, "brown-1"), "phase") == "play"


@pytest.mark.ruling("S34", "S24", "S23")
def test_a_bet_while_a_choice_is_due_is_told_of_that_choice():
    """Drawing first, as otherwise, would be refused as well."""
    naming = play(racing(hands=["farmer-1 pink-1"]), "farmer-1")
    assert refusal(naming, "bet pink") == refusal(naming, "draw")
    running = play(racing(hands=["floppy-pink brown-1"], pigs={"black": 2}), "floppy-pink")
    assert refusal(running, "bet pink") == refusal(running, "draw")
    calling = play(racing(hands=["brown-1 pink-2"], options={"mau": True}), "brown-1")
    assert refusal(calling, "no-bet") == refusal(calling, "draw")


@pytest.mark.ruling("S34")
def test_a_debt_always_yields_a_card_the_one_the_plus2_was_laid_on():
    position = racing(2, hands=["brown-plus2 brown-1", ""], pile="", rest_to=1)
    position.play("brown-plus2")
    assert now(position, "pile") == ["brown-3"]
    position.play("draw")
    assert "brown-3" in now(position, "hands")[1]
    assert legal(position) == ALL_BETS


@pytest.mark.ruling("S35")
def test_only_the_owner_sees_on_which_pig_a_bet_is():
    position = play(racing(bets=[(2, "beige")]), "draw", "bet black")
    assert position.view(0)["bet"] == "black"
    assert position.view(2)["bet"] == "beige"
    assert position.view(1)["bet"] is None
    assert position.view(None)["bet"] is None
    assert all(position.view(seat)["queue"] == [2, 0, None] for seat in (None, 0, 1, 2))
    assert position.view(0)["last_code"] == "bet black"
    assert position.view(1)["last_code"] == position.view(None)["last_code"] == "secret"


@pytest.mark.ruling("S35")
def test_everybody_sees_who_did_not_bet():
    assert play(racing(), "draw", "no-bet").view(1)["last_code"] == "no-bet"


@pytest.mark.ruling("S35", "S28")
def test_all_bets_are_open_when_the_race_is_scored_the_last_one_too():
    position = play(racing(turns=299, bets=[(2, "beige")]), "draw", "bet black")
    assert position.view(1)["report_bets"] == ["black", None, "beige"]
    assert position.view(1)["last_code"] == "bet black"
