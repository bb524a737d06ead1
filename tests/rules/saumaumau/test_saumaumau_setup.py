"""Before a race: who starts, what is dealt, and what the turned-up card counts for."""

import pytest

from rules.saumaumau.saumaumau_positions import (
    CARDS,
    GAME,
    hand,
    legal,
    now,
    play,
    racing,
    refusal,
    turned_up,
)


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_five_cards_each_one_turned_up_and_the_rest_to_draw_from(players):
    position = GAME.new(players, 4)
    assert [len(held) for held in now(position, "hands")] == [5] * players
    assert len(now(position, "pile")) == 39 - 5 * players - 1
    lying = {now(position, "top"), *now(position, "pile")}.union(*now(position, "hands"))
    assert lying == set(CARDS)
    assert set(now(position, "pigs").values()) == {0}
    assert now(position, "points") == [0] * players


@pytest.mark.ruling("S38")
def test_the_first_start_player_is_drawn_by_lot():
    assert {GAME.new(3, seed).mover for seed in range(40)} == {0, 1, 2}


@pytest.mark.ruling("S38")
@pytest.mark.parametrize("seat", [0, 1, 2])
def test_or_the_host_says_who_starts(seat):
    assert {GAME.new(3, seed, start_player=seat).mover for seed in range(9)} == {seat}


@pytest.mark.ruling("S1")
@pytest.mark.parametrize("sign", ["x", "plus2"])
def test_a_sign_does_not_fit_the_same_sign_of_the_first_card(sign):
    position = turned_up(f"brown-{sign}", hands=[f"pink-{sign} brown-4 floppy-beige"])
    assert legal(position) == {"brown-4", "floppy-beige", "draw"}
    assert refusal(position, f"pink-{sign}") == ("first_card_counts_by_colour", "S1")


@pytest.mark.ruling("S1")
@pytest.mark.parametrize("sign", ["x", "plus2"])
def test_a_table_may_let_the_sign_of_the_first_card_count(sign):
    position = turned_up(
        f"brown-{sign}",
        hands=[f"pink-{sign} pink-4"],
        options={"first_card_sign_fits": True},
    )
    assert legal(position) == {f"pink-{sign}", "draw"}


@pytest.mark.ruling("S1")
def test_a_sign_fits_as_usual_once_a_card_was_played():
    assert "pink-x" in legal(racing(top="brown-x", hands=["pink-x pink-4"]))


@pytest.mark.ruling("S1")
def test_the_first_plus2_is_no_debt_and_the_first_x_skips_nobody():
    for card in ("brown-plus2", "brown-x"):
        position = turned_up(card, hands=["pink-4 brown-1"])
        assert position.mover == 0
        assert now(position, "debt") == 0
        position.play("draw")
        assert len(hand(position, 0)) == 3


@pytest.mark.ruling("S2")
def test_the_first_floppy_counts_by_the_colour_of_its_question_mark_and_moves_no_pig():
    position = turned_up("floppy-black", hands=["black-2 pink-4 farmer-1"])
    assert legal(position) == {"black-2", "farmer-1", "draw"}
    assert refusal(position, "pink-4") == ("not_the_colour_of_floppy", "S2")
    assert set(now(position, "pigs").values()) == {0}


@pytest.mark.ruling("S3")
def test_on_the_first_farmer_any_card_may_be_played():
    position = turned_up("farmer-2", hands=["black-2 pink-x beige-plus2 floppy-pink"])
    assert legal(position) == {"black-2", "pink-x", "beige-plus2", "floppy-pink", "draw"}


@pytest.mark.ruling("S3")
def test_the_first_farmer_stays_open_to_everybody_until_a_card_is_played():
    position = turned_up("farmer-2", hands=["black-2 pink-1", "pink-3 beige-4", "brown-1 brown-2"])
    play(position, "draw", "no-bet")
    assert legal(position) == {"pink-3", "beige-4", "draw"}
    position.play("beige-4")
    assert legal(position) == {"draw"}


@pytest.mark.ruling("S4")
def test_the_first_number_counts_by_colour_and_by_number_and_its_pig_stays():
    position = turned_up("brown-5", hands=["brown-1 black-5 pink-4"])
    assert legal(position) == {"brown-1", "black-5", "draw"}
    assert now(position, "pigs")["brown"] == 0


@pytest.mark.ruling("S36")
@pytest.mark.parametrize(
    ("players", "starters"),
    [(2, [0, 1, 0, 1]), (3, [0, 1, 2, 0]), (4, [0, 1, 2, 3]), (5, [0, 1, 2, 3])],
)
def test_the_start_player_passes_to_the_left_with_each_race(players, starters):
    position, seen = GAME.new(players, 3, start_player=0), {}
    while not position.over:
        seen.setdefault(now(position, "race"), position.mover)
        position.play(position.legal[0])
    assert [seen[race] for race in (1, 2, 3, 4)] == starters


@pytest.mark.ruling("S1")
def test_the_sign_counts_again_as_soon_as_a_card_was_played():
    hands = ["pink-x pink-1 pink-2", "beige-1 beige-2", "brown-x black-1 black-2"]
    position = turned_up("pink-3", hands=hands)
    position.play("pink-x")
    assert not now(position, "turned_up")
    assert (position.mover, "brown-x" in legal(position)) == (2, True)
