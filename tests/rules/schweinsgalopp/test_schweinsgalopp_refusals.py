"""What may not be decided, and the ruling behind it."""

import pytest

from galopp import IllegalMove
from galopp.games import schweinsgalopp as rules
from rules.schweinsgalopp.schweinsgalopp_positions import (
    GAME,
    laying_food,
    lining_up,
    now,
    racing,
    random_game,
)


def refused(position, move):
    """Try the move: it must be refused, and change nothing."""
    before = position.to_dict()
    with pytest.raises(IllegalMove) as illegal:
        position.play(move)
    assert position.to_dict() == before
    return illegal.value.refusal, illegal.value.ruling


@pytest.mark.ruling("G24")
def test_nothing_is_decided_after_the_end():
    position = racing(left=1, turn=1, race=3, hands=["", "white"])
    position.play("white")
    for move in ("white", "line-up red", "food 9"):
        assert refused(position, move) == ("game_is_over", "G24")
    assert position.legal == []
    assert position.mover is None


@pytest.mark.ruling("G12", "G15")
def test_each_phase_has_its_own_moves():
    for move in ("red", "food 9"):
        assert refused(lining_up(), move) == ("line_up_comes_first", "G12")
    for position in (laying_food(), racing()):
        assert refused(position, "line-up red") == ("already_lined_up", "G12")
    assert refused(laying_food(), "red") == ("not_now", "G15")
    assert refused(racing(), "food 9") == ("not_now", "G15")


@pytest.mark.ruling("G11")
def test_a_card_that_is_not_in_hand_cannot_be_played():
    position = racing(hands=["red red white", "blue blue green"])
    assert refused(position, "blue") == ("not_in_hand", "G11")


@pytest.mark.ruling("G12")
def test_a_pig_is_lined_up_once():
    position = lining_up()
    position.play("line-up green")
    assert refused(position, "line-up green") == ("already_lined_up", "G12")


@pytest.mark.ruling("G21")
@pytest.mark.parametrize("space", [1, 2, 3, 4])
def test_four_spaces_before_the_front_pig_stay_free_of_food(space):
    assert refused(laying_food(), f"food {space}") == ("must_stay_free", "G21")


@pytest.mark.ruling("G16")
@pytest.mark.parametrize("space", [18, 19, 20, 21])
def test_food_is_not_laid_under_a_pig(space):
    assert refused(laying_food(), f"food {space}") == ("pig_stands_there", "G16")


@pytest.mark.ruling("G16")
def test_food_is_not_laid_on_food():
    position = laying_food()
    position.play("food 9")
    assert refused(position, "food 9") == ("food_lies_there", "G16")


@pytest.mark.ruling("G25")
@pytest.mark.parametrize("space", [22, 26])
def test_the_smaller_ring_lacks_the_spaces_of_the_larger(space):
    assert refused(laying_food(), f"food {space}") == ("no_such_space", "G25")
    larger = laying_food(edition_2009=True)
    reason = None if space == 22 else ("pig_stands_there", "G16")
    assert larger.why_not(f"food {space}") == reason


@pytest.mark.ruling("G11")
@pytest.mark.parametrize("code", [-1, 36, 63, 64])
def test_a_code_that_stands_for_nothing_is_no_move(code):
    position = racing()
    assert rules.why_not(position.state, code) == rules.Refusal.NO_SUCH_MOVE
    assert code not in GAME.moves


def test_every_refusal_names_its_ruling():
    assert set(rules.RULING) == set(rules.Refusal) - {rules.Refusal.NONE}
    assert set(rules.RULING.values()) <= {f"G{n}" for n in range(1, 28)}


@pytest.mark.parametrize("players", [2, 4])
def test_a_move_is_refused_exactly_where_it_is_not_on_offer(players):
    for position in random_game(players, 3, track_food="per_race", races=2):
        legal = int(rules.legal(position.state))
        for code in range(64):
            none = rules.why_not(position.state, code) == rules.Refusal.NONE
            assert none == bool(legal >> code & 1), (now(position, "phase"), code)
