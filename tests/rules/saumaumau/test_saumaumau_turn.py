"""A turn: what fits, what the cards do, drawing, debts and retreats (S5-S20)."""

import pytest

from rules.saumaumau.saumaumau_positions import (
    CARDS,
    PIGS,
    beneath,
    hand,
    legal,
    now,
    play,
    racing,
    refusal,
)

# What fits ------------------------------------------------------------------------------


def test_on_the_brown_5_fits_any_brown_card_any_5_and_any_green_card():
    every = " ".join(card for card in CARDS if card != "brown-5")
    for seat_cards in (every.split()[:19], every.split()[19:]):
        position = racing(top="brown-5", hands=[" ".join(seat_cards)])
        green = {card for card in seat_cards if card.startswith(("floppy", "farmer"))}
        fits = {c for c in seat_cards if c.startswith("brown-") or c.endswith("-5")} | green
        assert legal(position) == fits | {"draw"}


def test_a_card_that_fits_neither_by_colour_nor_by_number_is_refused():
    position = racing(top="brown-5", hands=["pink-4 pink-5"])
    assert refusal(position, "pink-4") == ("does_not_fit", "S4")
    assert refusal(position, "beige-5") == ("not_in_hand", "S5")


@pytest.mark.ruling("S7")
@pytest.mark.parametrize("top", ["floppy-pink", "farmer-1"])
def test_green_fits_on_green(top):
    green = "floppy-black farmer-2 farmer-3"
    assert legal(racing(top=top, hands=[green])) == {*green.split(), "draw"}


@pytest.mark.ruling("S8")
def test_a_named_colour_lasts_until_the_next_card_is_played():
    hands = ["farmer-1 pink-1 pink-2", "pink-3 black-4", "beige-3 black-5"]
    position = play(racing(top="brown-3", hands=hands), "farmer-1", "name black")
    assert legal(position) == {"black-4", "draw"}
    assert refusal(position, "pink-3") == ("not_the_named_colour", "S8")
    play(position, "draw", "no-bet")
    assert legal(position) == {"black-5", "draw"}
    position.play("black-5")
    assert now(position, "valid") == "black"
    assert now(position, "top") == "black-5"


@pytest.mark.ruling("S8")
def test_a_named_colour_outlasts_a_reshuffle():
    hands = ["pink-1 pink-2", "pink-3 black-4", "beige-3 black-5"]
    position = racing(top="farmer-1", valid="black", hands=hands, pile="brown-1")
    play(position, "draw", "no-bet")
    assert "black-4" in legal(position)
    assert len(now(position, "pile")) == 31
    assert (now(position, "top"), now(position, "valid")) == ("farmer-1", "black")


@pytest.mark.ruling("S9")
def test_any_of_the_four_colours_may_be_named_the_valid_one_too():
    position = play(racing(top="brown-3", hands=["farmer-1 pink-1"]), "farmer-1")
    assert legal(position) == {f"name {colour}" for colour in PIGS}
    assert refusal(position, "draw") == ("colour_must_be_named_first", "S9")
    position.play("name brown")
    assert now(position, "valid") == "brown"


@pytest.mark.ruling("S9")
def test_a_colour_may_be_named_of_which_no_card_is_left():
    pinks = " ".join(card for card in CARDS if card.startswith("pink"))
    position = racing(top="brown-3", hands=["farmer-1 brown-1", pinks])
    assert "name pink" in legal(play(position, "farmer-1"))


# Drawing --------------------------------------------------------------------------------


@pytest.mark.ruling("S5")
def test_drawing_is_allowed_with_a_playable_card_in_hand():
    position = racing(hands=["brown-1 brown-2"])
    assert "draw" in legal(position)
    position.play("draw")
    assert len(hand(position, 0)) == 3


@pytest.mark.ruling("S6")
def test_a_drawn_card_is_not_played_in_the_same_turn():
    position = racing(hands=["brown-1 brown-2"], pile="brown-6 pink-1")
    position.play("draw")
    assert legal(position) == {*(f"bet {pig}" for pig in PIGS), "no-bet"}
    assert refusal(position, "brown-1") == ("turn_ends_with_a_draw", "S6")
    position.play("no-bet")
    assert position.mover == 1


@pytest.mark.ruling("S19")
def test_the_pile_is_rebuilt_as_soon_as_its_last_card_is_drawn():
    hands = ["pink-1 pink-2", "pink-3 black-4", "beige-3 black-5"]
    position = racing(hands=hands, pile="brown-6")
    under = beneath(position)
    assert len(under) == 31
    position.play("draw")
    assert set(now(position, "pile")) == under
    assert beneath(position) == set()
    assert now(position, "top") == "brown-3"


@pytest.mark.ruling("S19")
def test_a_card_laid_onto_a_single_one_makes_that_one_the_pile():
    position = racing(2, hands=["brown-1 brown-2", ""], pile="", rest_to=1)
    assert legal(position) == {"brown-1", "brown-2"}
    position.play("brown-1")
    assert now(position, "pile") == ["brown-3"]
    assert beneath(position) == set()
    play(position, "draw", "no-bet")
    assert now(position, "pile") == []
    assert "brown-3" in hand(position, 1)


@pytest.mark.ruling("S18")
def test_with_nothing_to_draw_a_playable_card_must_be_played():
    position = racing(2, hands=["brown-1 pink-2", ""], pile="", rest_to=1)
    assert legal(position) == {"brown-1"}
    assert refusal(position, "draw") == ("nothing_to_draw", "S18")
    assert refusal(position, "pass") == ("must_play", "S18")


@pytest.mark.ruling("S18")
def test_with_nothing_to_draw_or_to_play_one_passes_and_may_not_bet():
    position = racing(2, hands=["black-1 pink-2", ""], pile="", rest_to=1)
    assert legal(position) == {"pass"}
    position.play("pass")
    assert position.mover == 1
    assert now(position, "phase") == "play"
    assert now(position, "queue") == [None, None]


@pytest.mark.ruling("S18")
def test_nobody_passes_while_there_is_a_card_to_draw():
    position = racing(hands=["black-1 pink-2"])
    assert refusal(position, "pass") == ("must_draw", "S18")


# Numbers, X and +2 ----------------------------------------------------------------------


def test_the_black_4_drives_the_black_pig_exactly_four_spaces():
    position = racing(top="black-1", hands=["black-4 pink-2"], pigs={"black": 2, "pink": 5})
    position.play("black-4")
    assert now(position, "pigs") == {"pink": 5, "brown": 0, "black": 6, "beige": 0}


@pytest.mark.ruling("S20")
def test_an_x_skips_the_neighbour():
    position = play(racing(4, hands=["brown-x pink-1"]), "brown-x")
    assert position.mover == 2
    assert set(now(position, "pigs").values()) == {0}


@pytest.mark.ruling("S20")
def test_with_two_players_an_x_gives_oneself_another_turn():
    assert play(racing(2, hands=["brown-x pink-1"]), "brown-x").mover == 0


@pytest.mark.ruling("S20")
def test_an_x_cannot_be_parried_by_an_x():
    position = racing(3, hands=["brown-x pink-1", "pink-x black-x"])
    play(position, "brown-x")
    assert position.mover == 2


@pytest.mark.ruling("S20")
def test_an_x_as_last_card_skips_nobody_and_ends_the_race():
    position = play(racing(3, hands=["brown-x"]), "brown-x")
    assert now(position, "race") == 2
    assert now(position, "report_ending") == "last_card"


@pytest.mark.ruling("S10")
@pytest.mark.parametrize("green", ["floppy-pink", "farmer-1"])
def test_a_green_card_does_not_answer_a_plus2(green):
    position = racing(top="brown-plus2", debt=2, hands=[f"{green} brown-1 pink-plus2"])
    assert legal(position) == {"pink-plus2", "draw"}
    assert refusal(position, green) == ("green_does_not_answer", "S10")


@pytest.mark.ruling("S10")
@pytest.mark.parametrize(
    ("green", "then"), [("floppy-pink", "run pink"), ("farmer-1", "name pink")]
)
def test_a_table_may_let_green_void_the_debt(green, then):
    position = racing(
        top="brown-plus2",
        debt=4,
        hands=[f"{green} brown-1 pink-1", "pink-3 black-4"],
        options={"green_parries_plus2": True},
    )
    assert legal(position) == {green, "draw"}
    play(position, green, then)
    assert now(position, "debt") == 0
    assert legal(position) == {"pink-3", "draw"}


@pytest.mark.ruling("S11")
@pytest.mark.parametrize("card", ["brown-x", "brown-4"])
def test_neither_an_x_nor_a_number_answers_a_plus2(card):
    position = racing(top="brown-plus2", debt=2, hands=[f"{card} pink-1"])
    assert refusal(position, card) == ("only_plus_two_answers", "S11")
    assert legal(position) == {"draw"}


@pytest.mark.ruling("S12")
def test_a_plus2_on_one_whose_cards_were_taken_starts_a_new_count():
    position = racing(top="brown-plus2", hands=["pink-plus2 pink-1"])
    assert now(play(position, "pink-plus2"), "debt") == 2


@pytest.mark.ruling("S13", "S16")
def test_three_players_two_cards_laid_the_third_takes_four_and_retreats_up_to_four():
    hands = ["brown-plus2 pink-1", "pink-plus2 pink-2", "black-1 beige-1"]
    position = racing(3, hands=hands, pigs={"pink": 3, "black": 5, "beige": 1})
    play(position, "brown-plus2", "pink-plus2", "draw")
    assert len(hand(position, 2)) == 6
    assert now(position, "steps") == 4
    play(position, "retreat pink", "retreat pink", "retreat black", "retreat beige")
    assert now(position, "pigs") == {"pink": 1, "brown": 0, "black": 4, "beige": 0}
    assert now(position, "phase") == "bet"
    assert position.mover == 2


@pytest.mark.ruling("S13")
@pytest.mark.parametrize("cards", [2, 3, 4])
def test_with_two_players_a_chain_comes_back_to_whoever_began_it(cards):
    hands = ["brown-plus2 beige-plus2 pink-1", "pink-plus2 black-plus2 pink-2"]
    chain = ["brown-plus2", "pink-plus2", "beige-plus2", "black-plus2"][:cards]
    position = play(racing(2, hands=hands), *chain)
    assert now(position, "debt") == 2 * cards
    assert position.mover == cards % 2
    held = len(hand(position, cards % 2))
    position.play("draw")
    assert len(hand(position, cards % 2)) == held + 2 * cards


@pytest.mark.ruling("S14")
def test_a_plus2_as_last_card_on_a_chain_voids_the_whole_debt():
    position = racing(3, top="brown-plus2", debt=4, hands=["pink-plus2"], pigs={"pink": 3})
    position.play("pink-plus2")
    assert now(position, "report_ending") == "last_card"
    assert now(position, "report_pigs")["pink"] == 3
    assert now(position, "debt") == 0
    assert [len(held) for held in now(position, "hands")] == [5, 5, 5]


@pytest.mark.ruling("S15")
def test_a_debt_is_taken_across_a_reshuffle():
    hands = ["pink-1 pink-2", "pink-3 black-4", "beige-3 black-5"]
    position = racing(top="brown-plus2", debt=4, hands=hands, pile="brown-6 black-1")
    under = beneath(position)
    position.play("draw")
    assert len(hand(position, 0)) == 6
    assert {"brown-6", "black-1"} < hand(position, 0)
    assert len(hand(position, 0) & under) == 2


@pytest.mark.ruling("S15", "S16")
def test_four_owed_with_two_cards_left_in_both_piles_are_two_taken_and_two_steps():
    # Seat 1 holds the rest, so the one card to draw and the one beneath the top are all.
    position = racing(
        2,
        top="brown-plus2",
        debt=4,
        hands=["pink-1 pink-2", ""],
        pile="brown-3",
        beneath="pink-plus2",
        rest_to=1,
        pigs={"pink": 9},
    )
    position.play("draw")
    assert hand(position, 0) == {"pink-1", "pink-2", "pink-plus2", "brown-3"}
    assert now(position, "pile") == []
    assert now(position, "debt") == 0
    play(position, "retreat pink", "retreat pink")
    assert now(position, "phase") == "bet"


@pytest.mark.ruling("S16")
def test_a_pig_on_start_cannot_go_back():
    position = racing(top="brown-plus2", debt=2, pigs={"pink": 1})
    position.play("draw")
    assert legal(position) == {"retreat pink", "stop"}
    assert refusal(position, "retreat black") == ("pig_is_on_start", "S16")
    position.play("retreat pink")
    assert now(position, "phase") == "bet"  # a step is left, but no pig can use it


@pytest.mark.ruling("S16")
def test_no_retreat_is_asked_for_when_all_pigs_are_on_start():
    assert now(play(racing(top="brown-plus2", debt=2), "draw"), "phase") == "bet"


@pytest.mark.ruling("S16")
def test_unused_steps_lapse():
    position = racing(top="brown-plus2", debt=4, pigs={"pink": 9})
    play(position, "draw", "retreat pink", "stop")
    assert now(position, "pigs")["pink"] == 8
    assert (now(position, "phase"), now(position, "steps")) == ("bet", 0)


@pytest.mark.ruling("S16")
def test_nobody_retreats_who_took_no_cards_for_a_plus2():
    position = racing(pigs={"pink": 4})
    assert refusal(position, "retreat pink") == ("no_cards_were_taken", "S16")
    assert refusal(play(position, "draw"), "retreat pink") == ("no_cards_were_taken", "S16")


@pytest.mark.ruling("S17")
def test_cards_then_retreat_then_bet_then_the_next_player():
    position = racing(top="brown-plus2", debt=2, pigs={"pink": 4})
    position.play("draw")
    assert len(hand(position, 0)) == 5
    assert refusal(position, "bet pink") == ("retreat_comes_first", "S17")
    play(position, "stop", "bet pink")
    assert position.mover == 1
    assert now(position, "phase") == "play"


@pytest.mark.ruling("S17")
def test_whoever_takes_the_cards_of_a_plus2_does_not_play():
    position = play(racing(top="brown-plus2", debt=2, hands=["brown-1 brown-2"]), "draw")
    assert refusal(position, "brown-1") == ("turn_ends_with_a_draw", "S6")


def test_after_a_debt_is_taken_the_plus2_counts_by_colour_and_sign():
    position = racing(
        top="brown-plus2", debt=2, hands=["pink-1 pink-2", "brown-1 pink-plus2 pink-4"]
    )
    play(position, "draw", "no-bet")
    assert legal(position) == {"brown-1", "pink-plus2", "draw"}


# Floppy ---------------------------------------------------------------------------------


def test_floppy_helps_the_only_last_pig_three_spaces_and_its_colour_counts():
    position = racing(
        hands=["floppy-black pink-1", "black-1 pink-3"],
        pigs={"pink": 4, "brown": 2, "black": 1, "beige": 7},
    )
    position.play("floppy-black")
    assert now(position, "pigs") == {"pink": 4, "brown": 2, "black": 4, "beige": 7}
    assert legal(position) == {"black-1", "draw"}


@pytest.mark.ruling("S23")
@pytest.mark.parametrize("tied", [2, 3, 4])
def test_of_several_last_pigs_the_player_must_choose_one(tied):
    pigs = {pig: 2 if n < tied else 5 for n, pig in enumerate(PIGS)}
    position = play(racing(hands=["floppy-black pink-1"], pigs=pigs), "floppy-black")
    assert legal(position) == {f"run {pig}" for pig in PIGS[:tied]}
    if tied < 4:
        assert refusal(position, "run beige") == ("pig_is_not_last", "S23")
    assert refusal(position, "draw") == ("pig_must_run_first", "S23")
    position.play("run brown")
    assert now(position, "pigs") == {**pigs, "brown": 5}
    assert position.mover == 1


@pytest.mark.ruling("S12")
def test_a_plus2_on_one_that_was_paid_for_begins_anew():
    hands = ["pink-plus2 pink-1 pink-2", "beige-1 beige-2", "brown-plus2 black-1 black-2"]
    position = play(racing(top="pink-3", hands=hands), "pink-plus2", "draw", "no-bet")
    assert now(position, "debt") == 0
    position.play("brown-plus2")
    assert now(position, "debt") == 2
