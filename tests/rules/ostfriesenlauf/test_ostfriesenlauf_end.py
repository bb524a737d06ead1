"""Who is over the line when the round is done, and who wins."""

import pytest
from ostfriesenlauf_positions import a_race, a_round, decide, draw, ending, lanes, places, winners

from galopp.core.words import NOBODY
from galopp.games import ostfriesenlauf as g
from galopp.games.ostfriesenlauf.box import RUNNERS, Phase
from galopp.games.ostfriesenlauf.rules import who_can_win, winning_runners
from galopp.games.ostfriesenlauf.standing import LOWEST, RANK_BITS

Ending = g.Ending

# On the default board with the sign at the fish, over the line is 28 and more, or -13 and less.
STILL = ["4:+2", "3:+2", "2:+2a"]  # three cards that decide nothing; the leader's comes last


@pytest.mark.ruling("O18")
def test_being_placed_beyond_the_backward_line_is_a_finish():
    after = a_round({"red": 9, "yellow": 3, "blue": 0, "white": -9}, [*STILL, "1:6-behind-4"])
    assert places(after)["red"] == -13
    assert (winners(after), ending(after)) == (["red"], Ending.BACKWARD)


@pytest.mark.ruling("O19")
def test_standing_on_the_space_of_the_sign_is_over_the_line_forwards():
    after = a_round({"red": 25, "yellow": 9, "blue": 5, "white": 2}, [*STILL, "1:+3a"])
    assert places(after)["red"] == 28
    assert (winners(after), ending(after)) == (["red"], Ending.FORWARD)
    short = a_round({"red": 25, "yellow": 9, "blue": 5, "white": 2}, [*STILL, "1:+2b"])
    assert (places(short)["red"], winners(short), short.phase) == (27, [], Phase.DRAW)


@pytest.mark.ruling("O19")
@pytest.mark.parametrize(("start", "place", "won"), [(-6, -12, []), (-7, -13, ["white"])])
def test_going_backwards_the_space_of_the_sign_must_be_left_behind(start, place, won):
    stands = {"red": 9, "yellow": 3, "blue": 0, "white": start}
    after = a_round(stands, ["4:-6", "3:+2", "2:+2a", "1:+2a"])
    assert (places(after)["white"], winners(after)) == (place, won)
    assert ending(after) == (Ending.BACKWARD if won else None)


@pytest.mark.ruling("O20")
def test_a_sign_moved_back_past_a_runner_makes_it_finish_forwards():
    after = a_round(
        {"red": 23, "yellow": 9, "blue": 5, "white": 2}, ["1:hedgehog", "4:+2", "3:+2", "1:+2a"]
    )
    assert (after.sign, places(after)["red"]) == (24, 25)
    assert (winners(after), ending(after)) == (["red"], Ending.SIGN_SHIFT)


@pytest.mark.ruling("O20")
def test_a_sign_moved_on_past_a_runner_makes_it_finish_backwards():
    after = a_round(
        {"red": 9, "yellow": 3, "blue": 1, "white": -7}, ["4:sheep", "4:+2", "3:+2", "1:+2a"]
    )
    assert (after.sign, places(after)["white"]) == (36, -5)
    assert (winners(after), ending(after)) == (["white"], Ending.SIGN_SHIFT)


@pytest.mark.ruling("O20")
def test_a_runner_over_both_the_old_and_the_new_line_finished_by_running():
    after = a_round(
        {"red": 26, "yellow": 9, "blue": 5, "white": 2}, ["1:hedgehog", "4:+2", "3:+2", "1:+2a"]
    )
    assert ending(after) == Ending.FORWARD


@pytest.mark.ruling("O21")
def test_a_sign_card_does_nothing_where_the_sign_stands_already():
    stands = {"red": 20, "yellow": 9, "blue": 5, "white": 2}
    after = a_round(stands, ["1:hedgehog", "4:+2", "3:+2", "1:+2a"], sign="hedgehog")
    assert (after.sign, winners(after)) == (24, [])


@pytest.mark.ruling("O22")
def test_of_two_sign_cards_in_a_round_only_the_later_counts():
    stands = {"red": 23, "yellow": 9, "blue": 5, "white": 2}
    after = a_round(stands, ["1:hedgehog", "2:turtle", "3:+2", "1:+2a"])
    assert (after.sign, places(after)["red"], winners(after)) == (32, 25, [])
    reverse = a_round(stands, ["2:turtle", "1:hedgehog", "3:+2", "1:+2a"])
    assert (reverse.sign, winners(reverse)) == (24, ["red"])


@pytest.mark.ruling("O23")
def test_whoever_crossed_and_was_moved_back_in_the_same_round_has_not_finished():
    stands = {"red": 26, "yellow": 9, "blue": 5, "white": 2}
    after = a_round(stands, ["1:+3a", "1:-2", "3:+2", "4:+2"])
    assert (places(after)["red"], winners(after), after.phase) == (27, [], Phase.DRAW)


@pytest.mark.ruling("O24")
def test_of_several_over_the_line_the_one_furthest_beyond_wins():
    stands = {"red": 27, "yellow": 26, "blue": 5, "white": 2}
    after = a_round(stands, ["1:+2a", "2:+6", "3:+2", "4:+2"])
    assert (places(after)["red"], places(after)["yellow"]) == (29, 32)
    assert winners(after) == ["yellow"]


@pytest.mark.ruling("O24")
@pytest.mark.parametrize(("card", "won"), [("1:+2a", "white"), ("1:+5a", "red")])
def test_spaces_beyond_the_line_compare_forwards_with_backwards(card, won):
    # White ends on -15, three beyond; red ends two or five beyond the other way.
    stands = {"red": 27, "yellow": 9, "blue": 5, "white": -9}
    after = a_round(stands, ["4:-6", "3:+2", "2:+2a", card])
    assert winners(after) == [won]


FORWARD_TIE = {"red": 26, "yellow": 25, "blue": 5, "white": 2}
BACKWARD_TIE = {"red": 15, "yellow": 9, "blue": -9, "white": -11}


@pytest.mark.ruling("O25")
@pytest.mark.parametrize(("tie", "won"), [("lane", ["yellow"]), ("shared", ["red", "yellow"])])
def test_equally_far_forwards_the_inner_one_wins_or_both(tie, won):
    # Yellow reaches space 30 first, red arrives outside of it.
    after = a_round(FORWARD_TIE, ["2:+5", "2:+4a", "3:+2", "4:+2"], finish_tie=tie)
    assert (places(after)["red"], places(after)["yellow"]) == (30, 30)
    assert winners(after) == won
    assert ending(after) == (Ending.FORWARD if tie == "lane" else Ending.SHARED)


@pytest.mark.ruling("O25")
@pytest.mark.parametrize(("tie", "won"), [("lane", ["blue"]), ("shared", ["blue", "white"])])
def test_equally_far_backwards_the_outer_one_wins_or_both(tie, won):
    # White goes to -17, blue is placed at -22 and walks up to white, outside of it.
    cards = ["4:-6", "3:5-behind-4", "4:+5", "1:+2a"]
    after = a_round(BACKWARD_TIE, cards, finish_tie=tie)
    assert (places(after)["blue"], places(after)["white"]) == (-17, -17)
    assert winners(after) == won
    assert ending(after) == (Ending.BACKWARD if tie == "lane" else Ending.SHARED)


@pytest.mark.ruling("O26")
@pytest.mark.parametrize("tie", ["lane", "shared"])
def test_equally_far_in_opposite_directions_is_a_shared_victory(tie):
    stands = {"red": 27, "yellow": 9, "blue": 5, "white": -9}
    after = a_round(stands, ["4:-6", "3:+2", "2:+2a", "1:+3a"], finish_tie=tie)
    assert (places(after)["red"], places(after)["white"]) == (30, -15)
    assert winners(after) == ["red", "white"]
    assert [g.points(after, seat) for seat in range(4)] == [1, 0, 0, 1]
    assert ending(after) == Ending.SHARED


@pytest.mark.ruling("O25", "O26")
@pytest.mark.parametrize(
    ("tie", "won"), [("lane", ["red", "white"]), ("shared", ["red", "yellow", "blue", "white"])]
)
def test_with_two_on_both_sides_the_inner_forward_and_the_outer_backward_share(tie, won):
    # Built by hand: red inside yellow three beyond forwards, white outside blue backwards.
    stands = {"red": 30, "yellow": 30, "blue": -15, "white": -15}
    state = a_race(SAFE, finish_tie=tie)
    standing = 0
    for runner in ("white", "blue", "yellow", "red"):
        number = RUNNERS.index(runner)
        standing = standing << RANK_BITS | (stands[runner] - LOWEST) << 2 | number
    bits = winning_runners(standing, 28, state.options, who_can_win(state.options, 4))
    assert [name for n, name in enumerate(RUNNERS) if bits >> n & 1] == won


SAFE = {"red": 9, "yellow": 3, "blue": 0, "white": -2}


def the_last_round(stands, players=4, **options):
    """The sixtieth round, carried out with cards that keep everybody short of the line."""
    return a_round(
        stands, ["4:+2", "3:+2", "2:+2a", "1:+2a"], round_number=60, players=players, **options
    )


@pytest.mark.ruling("O34")
def test_after_the_sixtieth_round_whoever_is_nearest_to_a_line_wins():
    after = the_last_round({"red": 18, "yellow": 9, "blue": 3, "white": -9})
    # Red needs 28 - 20 = 8 spaces, white from -7 to -13 six.
    assert places(after) == {"red": 20, "yellow": 11, "blue": 5, "white": -7}
    assert (winners(after), ending(after)) == (["white"], Ending.ROUND_LIMIT)
    assert g.mover(after) == NOBODY


@pytest.mark.ruling("O34")
def test_the_fifty_ninth_round_is_not_the_last():
    stands = {"red": 18, "yellow": 9, "blue": 3, "white": -9}
    after = a_round(stands, ["4:+2", "3:+2", "2:+2a", "1:+2a"], round_number=59)
    assert (after.round_number, ending(after)) == (60, None)


@pytest.mark.ruling("O34", "O26")
def test_equally_near_in_opposite_directions_after_the_last_round_is_shared():
    after = the_last_round({"red": 20, "yellow": 9, "blue": 3, "white": -9})
    assert winners(after) == ["red", "white"]
    assert ending(after) == Ending.ROUND_LIMIT


@pytest.mark.ruling("O34")
def test_a_finish_in_the_sixtieth_round_counts_as_usual():
    after = the_last_round({"red": 26, "yellow": 9, "blue": 3, "white": -9})
    assert (winners(after), ending(after)) == (["red"], Ending.FORWARD)


@pytest.mark.ruling("O33")
def test_nothing_can_be_decided_once_the_game_is_over():
    after = a_round({"red": 26, "yellow": 9, "blue": 5, "white": 2}, [*STILL, "1:+2b"])
    assert g.mover(after) == NOBODY
    assert g.legal(after) == 0
    assert {int(g.why_not(after, code)) for code in range(64)} == {g.Refusal.GAME_IS_OVER}
    g.check(after)


@pytest.mark.ruling("O23", "O33")
def test_crossing_is_not_looked_at_before_the_last_card_of_the_round():
    stands = {"red": 27, "yellow": 9, "blue": 5, "white": 2}
    laid = ["1:+5a", "1:+4a", "2:+2a"]
    state = a_race(stands, laid=laid, hands={"red": ["1:+2a"]})
    assert (g.mover(state), winners(state)) == (0, [])
    decide(state, draw(state), "1:+2a")
    assert (places(state)["red"], state.phase) == (38, Phase.OVER)


@pytest.mark.ruling("O34", "O25")
def test_of_two_equally_near_on_one_space_after_the_last_round_the_inner_one_wins():
    stands = {"red": 18, "yellow": 18, "blue": 9, "white": 2}
    after = a_round(stands, ["4:+2", "3:+2", "1:hedgehog", "1:swap-2"], round_number=60)
    assert (lanes(after)["yellow"], lanes(after)["red"]) == (1, 2)
    assert (winners(after), ending(after)) == (["yellow"], Ending.ROUND_LIMIT)
