"""What a seat sees, what it remembers, and what it can only guess."""

from collections import Counter
from itertools import combinations

import numpy as np
import pytest

from galopp.core.chance import chance
from rules.saumaumau.saumaumau_positions import (
    CARDS,
    GAME,
    a_race,
    beneath,
    hand,
    now,
    play,
    racing,
    random_game,
)

RULES = GAME.rules


def dealt_anew(position, viewer, times, seed=1):
    """Positions the viewer cannot tell from this one, drawn by `redeal`."""
    luck, seen = chance(seed), position.seen(viewer).record
    for _ in range(times):
        twin = position.copy()
        RULES.redeal(seen, luck, twin.state)
        RULES.check(twin.state)
        yield twin


def test_a_seat_sees_its_own_hand_and_how_many_cards_the_others_hold():
    position = racing(hands=["pink-1 pink-2", "black-1 black-2 black-3", "beige-1"])
    view = position.view(0)
    assert view["hand"] == ["pink-1", "pink-2"]
    assert view["hand_sizes"] == [2, 3, 1]
    assert view["pile_size"] == 32
    assert position.view(None)["hand"] == []


def test_only_the_seat_on_turn_sees_moves():
    position = racing(turn=1)
    assert [bool(position.view(seat)["legal"]) for seat in (None, 0, 1, 2)] == [0, 0, 1, 0]


def test_cards_beneath_the_top_are_known_to_all():
    position = play(racing(hands=["brown-5 pink-2"]), "brown-5")
    assert position.view(None)["discards"] == ["brown-3"]


@pytest.mark.ruling("S19")
def test_everybody_knows_what_a_rebuilt_pile_is_made_of():
    hands = ["pink-1 pink-2", "pink-3 black-4", "beige-3 black-5"]
    position = play(racing(hands=hands, pile="brown-6"), "draw", "no-bet")
    for twin in dealt_anew(position, 1, 40):
        assert set(now(twin, "pile")) == set(now(position, "pile"))
        assert hand(twin, 0) | hand(twin, 2) == hand(position, 0) | hand(position, 2)
    assert len({frozenset(hand(twin, 0)) for twin in dealt_anew(position, 1, 200)}) == 10


@pytest.mark.ruling("S19")
def test_a_card_drawn_from_a_rebuilt_pile_is_known_to_be_one_of_it():
    hands = ["pink-1 pink-2", "pink-3 black-4", "beige-3 black-5"]
    position = racing(hands=hands, pile="brown-6")
    pile = beneath(position)
    play(position, "draw", "no-bet", "draw", "no-bet")  # seat 1 draws from the new pile
    for twin in dealt_anew(position, 0, 40):
        assert len(hand(twin, 1) & pile) == 1
        assert len(hand(twin, 2) & pile) == 0
    assert len({frozenset(hand(twin, 1) & pile) for twin in dealt_anew(position, 0, 600)}) == 31


def test_the_batches_of_a_hand_do_not_tell_which_card_is_which():
    hands = ["pink-1 pink-2", "pink-3 black-4", "beige-3 black-5"]
    position = play(racing(hands=hands, pile="brown-6"), "draw", "no-bet", "draw", "no-bet")
    assert position.view(2)["hand_batches"][:8] == [0, 0, 0, 0, 0, 1, 0, 0]


@pytest.mark.ruling("S35")
def test_the_bets_of_others_are_drawn_from_all_four_pigs():
    position = racing(bets=[(2, "pink"), (0, "beige"), (1, "pink")])
    pairs = Counter()
    for twin in dealt_anew(position, 0, 1600):
        assert now(twin, "bets")[0] == "beige"
        pairs[tuple(now(twin, "bets")[1:])] += 1
    assert len(pairs) == 16
    assert max(abs(times - 100) for times in pairs.values()) < 50


def test_every_deal_a_seat_cannot_rule_out_is_equally_likely():
    # Seat 0 sees all but six cards: two in hand 1, one in hand 2, three in the pile.
    hidden = "pink-3 pink-4 black-4 beige-3 black-5 brown-6".split()
    position = racing(
        hands=["pink-1 pink-2", "pink-3 black-4", "beige-3"], pile="black-5 brown-6 pink-4"
    )
    seen = Counter()
    for twin in dealt_anew(position, 0, 6000):
        assert hand(twin, 0) == {"pink-1", "pink-2"}
        seen[frozenset(hand(twin, 1)), frozenset(hand(twin, 2))] += 1
    possible = {
        (frozenset(two), frozenset({third}))
        for two in combinations(hidden, 2)
        for third in hidden
        if third not in two
    }
    assert set(seen) == possible
    expected = 6000 / len(possible)
    chi_squared = sum((seen[deal] - expected) ** 2 / expected for deal in possible)
    assert chi_squared < 105  # 59 degrees of freedom: one run in five thousand is above


def test_deals_of_several_batches_are_equally_likely_too():
    # Batch 0: two cards in hands 1 and 2; batch 1: one card each, and two in the pile.
    batch = dict.fromkeys(CARDS, 0) | dict.fromkeys(["pink-3", "pink-4", "pink-5", "pink-6"], 1)
    rest = [card for card in CARDS if card not in batch or not batch[card]]
    mine = [card for card in rest if card not in ("brown-3", "black-1", "black-2")]
    fields = a_race(
        hands=[" ".join(mine), "black-1 pink-3", "black-2 pink-4"],
        pile="pink-5 pink-6",
        batch=batch,
        batches=1,
    )
    position = GAME.from_dict(fields)
    seen = Counter(
        (frozenset(hand(twin, 1)), frozenset(hand(twin, 2)))
        for twin in dealt_anew(position, 0, 2400)
    )
    assert len(seen) == 2 * 4 * 3
    assert max(abs(times - 100) for times in seen.values()) < 50


@pytest.mark.parametrize("mau", [False, True])
@pytest.mark.parametrize("players", [2, 5])
def test_what_a_seat_sees_does_not_depend_on_what_it_may_not_know(players, mau):
    for step, position in enumerate(random_game(players, 5, mau=mau, races=1)):
        if step % 7:
            continue
        for viewer in (None, *range(players)):
            for twin in dealt_anew(position, viewer, 2, seed=step):
                again = twin.seen(viewer).record.tobytes()
                assert again == position.seen(viewer).record.tobytes()


def test_the_public_view_shows_no_hand_and_no_bet():
    position = play(racing(), "draw", "bet pink")
    other = racing(hands=["pink-4 pink-5 pink-6"])  # other cards, another bet
    other = play(other, "draw", "bet black")
    same = [f for f in RULES.SEEN.names if f not in ("batch", "hand_batches")]
    one, two = position.seen(None).record, other.seen(None).record
    assert all(np.array_equal(one[field], two[field]) for field in same)
