"""The end of a race: the laurel, the last card, both, or too many turns (S21-S28)."""

import pytest

from rules.saumaumau.saumaumau_positions import GAME, PIGS, now, play, racing

GOALS = {2: 15, 3: 17, 4: 19, 5: 21}


@pytest.mark.ruling("S21")
@pytest.mark.parametrize("players", GOALS)
@pytest.mark.parametrize("surplus", [0, 1, 4])
def test_reaching_or_passing_the_laurel_ends_the_race_and_the_pig_stops_on_it(players, surplus):
    goal = GOALS[players]
    position = racing(players, hands=["brown-5 pink-1"], pigs={"brown": goal - 5 + surplus})
    position.play("brown-5")
    assert now(position, "report_ending") == "laurel"
    assert now(position, "report_pigs")["brown"] == goal
    assert now(position, "report_winners") == ["brown"]
    assert now(position, "points") == [3] + [0] * (players - 1)
    assert now(position, "ended") == {"laurel": 1, "last_card": 0, "both": 0, "turn_limit": 0}
    assert now(position, "race") == 2


def test_one_space_before_the_laurel_the_race_goes_on():
    position = play(racing(hands=["brown-5 pink-1"], pigs={"brown": 11}), "brown-5")
    assert now(position, "race") == 1
    assert now(position, "pigs")["brown"] == 16


@pytest.mark.ruling("S21")
def test_a_table_may_enter_the_distances_of_its_own_board():
    options = {"goal_distances": [15, 40, 19, 21]}
    position = racing(hands=["brown-5 pink-1"], pigs={"brown": 16}, options=options)
    assert now(play(position, "brown-5"), "race") == 1
    assert now(position, "pigs")["brown"] == 21


EXACT = {"exact_goal": True}


@pytest.mark.ruling("S21")
def test_if_the_laurel_must_be_hit_exactly_a_pig_runs_on_past_it():
    position = racing(hands=["brown-5 pink-1"], pigs={"brown": 14}, options=EXACT)
    position.play("brown-5")
    assert now(position, "race") == 1
    assert now(position, "pigs")["brown"] == 19


@pytest.mark.ruling("S21")
def test_if_the_laurel_must_be_hit_exactly_hitting_it_wins_before_pigs_beyond():
    pigs = {"brown": 12, "pink": 30}
    position = play(racing(hands=["brown-5 pink-1"], pigs=pigs, options=EXACT), "brown-5")
    assert now(position, "report_ending") == "laurel"
    assert now(position, "report_winners") == ["brown"]


@pytest.mark.ruling("S21")
def test_if_the_laurel_must_be_hit_exactly_a_retreat_onto_it_ends_nothing():
    position = racing(top="brown-plus2", debt=2, pigs={"brown": 18}, options=EXACT)
    play(position, "draw", "retreat brown")
    assert now(position, "race") == 1
    assert now(position, "pigs")["brown"] == 17


@pytest.mark.ruling("S21")
def test_if_the_laurel_must_be_hit_exactly_pigs_beyond_it_lead():
    pigs = {"brown": 17, "pink": 20}
    position = play(racing(hands=["brown-x"], pigs=pigs, options=EXACT), "brown-x")
    assert now(position, "report_winners") == ["pink"]


@pytest.mark.ruling("S22")
def test_floppy_may_carry_the_last_pig_to_the_laurel():
    pigs = {"pink": 15, "brown": 14, "black": 16, "beige": 16}
    position = play(racing(hands=["floppy-pink pink-1"], pigs=pigs), "floppy-pink")
    assert now(position, "report_ending") == "laurel"
    assert now(position, "report_winners") == ["brown"]
    assert now(position, "points") == [3, 0, 0]


@pytest.mark.ruling("S22")
def test_a_chosen_last_pig_may_reach_the_laurel_too():
    pigs = dict.fromkeys(PIGS, 14)
    position = racing(hands=["floppy-pink pink-1"], pigs=pigs)
    play(position, "floppy-pink", "run black")
    assert now(position, "report_winners") == ["black"]


@pytest.mark.ruling("S23")
def test_floppy_as_last_card_runs_the_chosen_pig_and_then_the_race_ends():
    position = play(racing(hands=["floppy-pink"], pigs={"pink": 2}), "floppy-pink")
    assert now(position, "phase") == "run"
    position.play("run beige")
    assert now(position, "report_ending") == "last_card"
    assert now(position, "report_pigs") == {"pink": 2, "brown": 0, "black": 0, "beige": 3}
    assert now(position, "report_winners") == ["beige"]


@pytest.mark.ruling("S24")
def test_a_farmer_as_last_card_names_no_colour():
    position = play(racing(hands=["farmer-1"], pigs={"pink": 2}), "farmer-1")
    assert now(position, "report_ending") == "last_card"
    assert now(position, "points") == [5, 0, 0]


@pytest.mark.ruling("S24")
def test_nobody_names_a_colour_without_a_farmer():
    assert racing().why_not("name pink") == ("no_colour_to_name", "S24")


@pytest.mark.ruling("S25")
def test_a_last_card_that_brings_a_pig_to_the_laurel_earns_eight():
    pigs = {"brown": 13, "pink": 16}
    position = racing(hands=["brown-5"], pigs=pigs, bets=[(1, "pink"), (2, "brown")])
    position.play("brown-5")
    assert now(position, "report_ending") == "both"
    assert now(position, "report_winners") == ["brown"]
    assert now(position, "points") == [8, 0, 6]


@pytest.mark.ruling("S26")
@pytest.mark.parametrize("leading", [1, 2, 3, 4])
@pytest.mark.parametrize("space", [0, 9])
def test_with_the_last_card_all_leading_pigs_win_even_on_start(leading, space):
    if leading < 4 and space == 0:
        return
    pigs = {pig: space if n < leading else 1 for n, pig in enumerate(PIGS)}
    position = play(racing(hands=["brown-x"], pigs=pigs), "brown-x")
    assert now(position, "report_winners") == list(PIGS[:leading])
    assert now(position, "points") == [5, 0, 0]


@pytest.mark.ruling("S26")
def test_bets_on_any_of_the_winners_score_in_the_order_of_the_queue():
    position = racing(
        4,
        hands=["brown-x"],
        pigs={"pink": 4, "black": 4},
        bets=[(2, "black"), (0, "beige"), (3, "pink"), (1, "black")],
    )
    assert now(play(position, "brown-x"), "points") == [5, 3, 6, 4]


@pytest.mark.ruling("S27")
def test_pigs_share_a_space_and_none_of_them_is_before_another():
    position = racing(hands=["brown-3 pink-1"], top="brown-1", pigs={"pink": 3})
    position.play("brown-3")
    assert now(position, "pigs")["pink"] == now(position, "pigs")["brown"] == 3
    position = play(racing(hands=["brown-x"], pigs={"pink": 3, "brown": 3}), "brown-x")
    assert now(position, "report_winners") == ["pink", "brown"]


@pytest.mark.ruling("S28")
def test_after_the_300th_turn_the_leading_pigs_win_and_nobody_gets_points_for_the_end():
    position = racing(turns=299, pigs={"pink": 4}, bets=[(1, "pink")])
    play(position, "draw")
    assert now(position, "race") == 1
    position.play("bet pink")  # the bet still belongs to the turn, behind the other one
    assert now(position, "report_ending") == "turn_limit"
    assert now(position, "report_seat") == 0
    assert now(position, "points") == [4, 6, 0]


@pytest.mark.ruling("S28")
def test_the_299th_turn_is_not_the_last():
    position = play(racing(turns=298), "draw", "no-bet")
    assert (now(position, "race"), now(position, "turns")) == (1, 299)


@pytest.mark.ruling("S28")
def test_an_open_debt_lapses_with_the_300th_turn():
    position = play(racing(turns=299, hands=["brown-plus2 pink-1"]), "brown-plus2")
    assert now(position, "report_ending") == "turn_limit"
    assert now(position, "debt") == 0


@pytest.mark.ruling("S28")
@pytest.mark.parametrize(
    ("hand", "pigs", "ending"),
    [("brown-5 pink-1", {"brown": 15}, "laurel"), ("brown-5", {}, "last_card")],
)
def test_the_laurel_and_the_last_card_count_in_the_300th_turn_as_in_any(hand, pigs, ending):
    position = play(racing(turns=299, hands=[hand], pigs=pigs), "brown-5")
    assert now(position, "report_ending") == ending


@pytest.mark.ruling("S28")
def test_the_turn_that_ends_the_last_race_is_counted_like_any():
    position = racing(2, hands=["brown-x"], turns=7, options={"races": 1})
    assert now(play(position, "brown-x"), "turns") == 8


@pytest.mark.ruling("S28")
def test_a_skipped_player_has_had_no_turn_and_one_who_passes_or_is_caught_has():
    assert now(play(racing(hands=["brown-x pink-1"]), "brown-x"), "turns") == 1
    passing = racing(2, hands=["black-1 pink-2", ""], pile="", rest_to=1)
    assert now(play(passing, "pass"), "turns") == 1
    caught = racing(hands=["brown-x pink-1"], options={"mau": True}, turns=299)
    play(caught, "brown-x", "silent", "catch")
    assert now(caught, "report_ending") == "turn_limit"


def test_the_next_race_begins_from_start_with_all_cards_and_no_bets():
    position = racing(hands=["brown-x"], pigs={"pink": 4}, bets=[(1, "pink")], turns=7)
    position.play("brown-x")
    assert position.mover == 1
    assert set(now(position, "pigs").values()) == {0}
    assert now(position, "queue") == now(position, "bets") == [None] * 3
    assert [len(held) for held in now(position, "hands")] == [5, 5, 5]
    assert len(now(position, "pile")) == 23
    assert now(position, "turned_up")
    assert now(position, "turns") == 0


@pytest.mark.ruling("S37")
def test_equal_points_at_the_end_share_the_victory():
    position = racing(
        2, hands=["brown-x"], pigs={"pink": 4}, options={"races": 1}, bets=[(1, "pink")]
    )
    position.play("brown-x")
    assert position.over
    assert position.scores == [5, 6]
    assert position.winners == [1]
    even = {**position.to_dict(), "ended": {**now(position, "ended"), "last_card": 2}}
    even |= {"options": {**now(position, "options"), "races": 2}, "race": 2, "points": [6, 6]}
    assert GAME.from_dict(even).winners == [0, 1]


@pytest.mark.ruling("S37")
def test_nothing_is_decided_after_the_end():
    position = play(racing(2, hands=["brown-x"], options={"races": 1}), "brown-x")
    assert position.legal == []
    assert position.why_not("draw") == ("game_is_over", "S37")


@pytest.mark.ruling("S28", "S14")
def test_an_open_debt_lapses_with_the_last_turn_of_the_last_race():
    hands = ["pink-plus2 pink-1 pink-2", "beige-1 beige-2"]
    position = racing(2, top="pink-3", hands=hands, turns=299, options={"races": 1})
    position.play("pink-plus2")
    assert position.over
    assert now(position, "debt") == 0
    position.rules.check(position.state)
