"""The variant with calls of "Mau" (V1-V13)."""

import pytest

import galopp
from galopp.bots.saumaumau import casual
from galopp.core.chance import chance
from rules.saumaumau.saumaumau_positions import (
    GAME,
    beneath,
    hand,
    legal,
    now,
    play,
    racing,
    refusal,
)

MAU = {"mau": True}


def calling(players=3, **said):
    return racing(players, options={**MAU, **said.pop("more", {})}, **said)


@pytest.mark.ruling("V1")
@pytest.mark.parametrize("cards", ["brown-1 pink-2", "brown-1"])
def test_a_call_is_due_with_the_last_but_one_card_and_with_the_last(cards):
    assert legal(play(calling(hands=[cards]), "brown-1")) == {"mau", "silent"}


@pytest.mark.ruling("V1")
def test_no_call_is_due_with_two_cards_left_or_without_the_variant():
    assert now(play(calling(hands=["brown-1 pink-2 pink-3"]), "brown-1"), "phase") == "play"
    assert now(play(racing(hands=["brown-1 pink-2"]), "brown-1"), "phase") == "play"


@pytest.mark.ruling("V1")
def test_a_call_is_due_again_when_a_hand_that_grew_comes_down():
    position = calling(2, hands=["brown-1 brown-2", "brown-4 brown-5 brown-6"])
    play(position, "brown-1", "mau", "brown-4", "draw", "no-bet", "draw", "no-bet", "brown-2")
    assert now(position, "phase") == "call"


@pytest.mark.ruling("V2")
def test_a_called_play_goes_on_at_once():
    position = play(calling(hands=["brown-1 pink-2"]), "brown-1", "mau")
    assert now(position, "pigs")["brown"] == 1
    assert (now(position, "top"), now(position, "laid")) == ("brown-1", None)
    assert position.mover == 1


@pytest.mark.ruling("V2")
def test_silence_opens_a_window_before_the_card_counts():
    position = play(calling(hands=["brown-1 pink-2"]), "brown-1")
    for _ in range(2):
        assert now(position, "pigs")["brown"] == 0
        assert (now(position, "top"), now(position, "laid")) == ("brown-3", "brown-1")
        assert hand(position, 0) == {"pink-2"}
        if now(position, "phase") == "call":
            assert refusal(position, "draw") == ("call_comes_first", "V2")
            position.play("silent")
    assert now(position, "phase") == "catch"
    assert refusal(position, "draw") == ("others_may_still_catch", "V3")


@pytest.mark.ruling("V2")
@pytest.mark.parametrize(("card", "phase"), [("floppy-pink", "run"), ("farmer-1", "name")])
def test_the_call_comes_before_the_choice_of_a_pig_or_a_colour(card, phase):
    position = play(calling(hands=[f"{card} pink-2"]), card)
    assert now(position, "phase") == "call"
    assert now(play(position, "mau"), "phase") == phase


@pytest.mark.ruling("V3")
def test_the_window_closes_when_all_others_have_let_go():
    position = play(calling(4, hands=["brown-1 pink-2"]), "brown-1", "silent")
    assert position.asked == [1, 2, 3]
    for seat in (1, 2, 3):
        assert position.mover == seat
        assert now(position, "pigs")["brown"] == 0
        position.play("let-go")
    assert now(position, "pigs")["brown"] == 1
    assert position.mover == 1
    assert now(position, "pending") == []


@pytest.mark.ruling("V3")
def test_the_others_answer_in_any_order():
    hands = ["pink-1 pink-3", "pink-4 pink-5", "brown-1 pink-2"]
    position = play(calling(4, turn=2, hands=hands), "brown-1", "silent")
    assert position.mover == 3
    position.play("let-go", 1)
    assert position.asked == [0, 3]
    position.play("let-go", 0)
    position.play("let-go", 3)
    assert now(position, "phase") == "play"
    assert position.mover == 3


@pytest.mark.ruling("V3")
def test_every_seat_that_has_not_answered_sees_its_choice():
    position = play(calling(4, hands=["brown-1 pink-2"]), "brown-1", "silent")
    position.play("let-go", 2)
    choices = [set(position.view(seat)["legal"]) for seat in range(4)]
    assert choices == [set(), {"catch", "let-go"}, set(), {"catch", "let-go"}]


@pytest.mark.ruling("V3")
def test_the_length_of_a_live_window_changes_nothing_in_the_rules():
    one, other = (
        play(calling(hands=["brown-1 pink-2"], more={"mau_window": s}), "brown-1", "silent")
        for s in (0, 5)
    )
    assert one.asked == other.asked
    assert legal(one) == legal(other)


@pytest.mark.ruling("V4")
def test_a_caught_card_goes_back_nothing_is_drawn_or_bet_and_the_neighbour_is_next():
    position = play(calling(hands=["brown-1 pink-2"]), "brown-1", "silent", "catch")
    assert hand(position, 0) == {"brown-1", "pink-2"}
    assert now(position, "top") == "brown-3"
    assert (position.mover, now(position, "phase")) == (1, "play")
    assert now(position, "turns") == 1
    assert now(position, "queue") == [None] * 3


@pytest.mark.ruling("V4")
@pytest.mark.parametrize("top", ["farmer-1", "floppy-black"])
def test_the_named_colour_or_that_of_floppy_is_valid_again(top):
    position = calling(top=top, valid="black", hands=["black-1 pink-2", "black-4 pink-4"])
    play(position, "black-1", "silent", "catch")
    assert now(position, "valid") == "black"
    assert legal(position) == {"black-4", "draw"}


@pytest.mark.ruling("V4")
def test_the_first_card_is_still_the_first_card_after_a_catch():
    position = calling(top="brown-x", turned_up=True, hands=["brown-1 pink-2", "pink-x pink-4"])
    play(position, "brown-1", "silent", "catch")
    assert refusal(position, "pink-x") == ("first_card_counts_by_colour", "S1")


@pytest.mark.ruling("V4")
def test_everybody_knows_who_holds_a_card_taken_back():
    position = play(calling(hands=["brown-1 pink-2"]), "brown-1", "silent", "catch")
    luck = chance(1)
    for _ in range(30):
        dealt = position.copy()
        position.rules.redeal(position.seen(1).record, luck, dealt.state)
        assert "brown-1" in hand(dealt, 0)


@pytest.mark.ruling("V5")
def test_an_x_caught_skips_nobody():
    position = play(calling(4, hands=["brown-x pink-2"]), "brown-x", "silent", "catch")
    assert position.mover == 1


@pytest.mark.ruling("V6")
def test_a_plus2_caught_makes_no_debt():
    position = calling(hands=["brown-plus2 pink-2", "brown-1 pink-4"])
    play(position, "brown-plus2", "silent", "catch")
    assert now(position, "debt") == 0
    assert legal(position) == {"brown-1", "draw"}


@pytest.mark.ruling("V7")
def test_a_plus2_caught_on_a_debt_takes_that_debt_with_retreat_and_bet():
    position = calling(
        top="brown-plus2", debt=2, hands=["pink-plus2 pink-2"], pigs={"pink": 5}, turn=0
    )
    play(position, "pink-plus2", "silent", "catch")
    assert len(hand(position, 0)) == 4
    assert {"pink-plus2", "pink-2"} < hand(position, 0)
    assert (now(position, "debt"), now(position, "steps")) == (0, 2)
    assert (position.mover, now(position, "phase")) == (0, "retreat")
    play(position, "retreat pink", "stop", "bet pink")
    assert position.mover == 1
    assert now(position, "debt") == 0


@pytest.mark.ruling("V7", "S10")
def test_a_green_card_caught_on_a_debt_takes_it_too():
    position = calling(
        top="brown-plus2",
        debt=2,
        hands=["farmer-1 pink-2"],
        more={"green_parries_plus2": True},
    )
    play(position, "farmer-1", "silent", "catch")
    assert len(hand(position, 0)) == 4
    assert (position.mover, now(position, "phase")) == (0, "bet")


@pytest.mark.ruling("V8")
@pytest.mark.parametrize("card", ["floppy-black", "farmer-1"])
def test_a_green_card_caught_moves_no_pig_and_names_no_colour(card):
    position = play(calling(hands=[f"{card} pink-2"], pigs={"pink": 1}), card, "silent", "catch")
    assert now(position, "pigs") == {"pink": 1, "brown": 0, "black": 0, "beige": 0}
    assert (now(position, "valid"), position.mover) == ("brown", 1)


@pytest.mark.ruling("V9")
@pytest.mark.parametrize("card", ["brown-5", "floppy-pink"])
def test_a_pig_does_not_reach_the_laurel_by_a_card_that_is_caught(card):
    pigs = {"pink": 16, "brown": 14, "black": 16, "beige": 16}
    position = play(calling(hands=[f"{card} pink-2"], pigs=pigs), card, "silent", "catch")
    assert now(position, "race") == 1
    assert now(position, "pigs") == pigs
    assert now(position, "points") == [0, 0, 0]


@pytest.mark.ruling("V9")
def test_it_does_once_all_have_let_go():
    position = calling(hands=["brown-5 pink-2"], pigs={"brown": 14})
    play(position, "brown-5", "silent", "let-go", "let-go")
    assert now(position, "report_ending") == "laurel"
    assert now(position, "report_seat") == 0
    assert now(position, "points") == [3, 0, 0]


@pytest.mark.ruling("V10")
@pytest.mark.parametrize("pigs", [{"brown": 2}, {"brown": 14}])
def test_a_last_card_caught_earns_nothing_and_the_race_goes_on_with_the_bets_down(pigs):
    position = calling(hands=["brown-5"], pigs=pigs, bets=[(1, "brown")])
    play(position, "brown-5", "silent")
    assert position.view(2)["report_bets"] == [None] * 3
    position.play("catch")
    assert hand(position, 0) == {"brown-5"}
    assert now(position, "points") == [0, 0, 0]
    assert (now(position, "race"), position.mover) == (1, 1)
    assert now(position, "queue") == [1, None, None]


@pytest.mark.ruling("V10")
def test_a_last_card_called_ends_the_race():
    position = play(calling(hands=["brown-5"], pigs={"brown": 14}), "brown-5", "mau")
    assert now(position, "report_ending") == "both"
    assert now(position, "points") == [8, 0, 0]


@pytest.mark.ruling("V11")
def test_there_is_no_call_to_make_when_none_is_due():
    position = calling(hands=["brown-1 pink-2 pink-3"])
    assert refusal(position, "mau") == ("nothing_to_call", "V11")
    assert refusal(position, "silent") == ("nothing_to_call", "V11")


@pytest.mark.ruling("V12")
def test_any_other_player_may_catch_and_the_first_one_counts():
    for seat in (1, 2, 3):
        position = play(calling(4, hands=["brown-1 pink-2"]), "brown-1", "silent")
        position.play("catch", seat)
        assert now(position, "phase") == "play"
        assert now(position, "last_seat") == seat
        assert position.why_not("catch") == ("nobody_to_catch", "V12")


@pytest.mark.ruling("V12")
def test_nobody_catches_himself():
    position = play(calling(hands=["brown-1 pink-2"]), "brown-1", "silent")
    with pytest.raises(galopp.NotYourTurn):
        position.play("catch", 0)


@pytest.mark.ruling("V13")
def test_computer_players_always_call_and_always_catch():
    position = play(calling(hands=["brown-1 pink-2"]), "brown-1")
    decided = [GAME.moves[casual(position.seen(0).record, chance(s))].notation for s in range(5)]
    assert set(decided) == {"mau"}
    position.play("silent")
    for seat in (1, 2):
        assert GAME.moves[casual(position.seen(seat).record, chance(1))].notation == "catch"


@pytest.mark.ruling("V13")
@pytest.mark.parametrize(("bots_catch", "share"), [(0, 0.0), (30, 0.3), (100, 1.0)])
def test_how_often_computer_players_catch_can_be_set(bots_catch, share):
    more = {"bots_catch": bots_catch}
    position = play(calling(hands=["brown-1 pink-2"], more=more), "brown-1", "silent")
    luck, seen = chance(1), position.seen(1).record
    caught = [GAME.moves[casual(seen, luck)].notation == "catch" for _ in range(2_000)]
    assert sum(caught) / len(caught) == pytest.approx(share, abs=0.05)


@pytest.mark.ruling("S19")
def test_the_pile_is_not_rebuilt_while_the_window_is_open():
    position = calling(2, hands=["brown-1 pink-2", ""], pile="", rest_to=1)
    play(position, "brown-1", "silent")
    assert (now(position, "pile"), beneath(position)) == ([], set())
    assert now(position, "top") == "brown-3"
    position.play("let-go")
    assert now(position, "pile") == ["brown-3"]


@pytest.mark.ruling("S19", "V4")
def test_nor_is_it_when_the_card_is_caught():
    position = calling(2, hands=["brown-1 pink-2", ""], pile="", rest_to=1)
    play(position, "brown-1", "silent", "catch")
    assert now(position, "pile") == []
    assert "draw" not in legal(position)
