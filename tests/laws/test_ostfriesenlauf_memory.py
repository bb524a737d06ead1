"""What an attentive person knows after several reshuffles: worlds that fit all of them, evenly."""

import random
from collections import Counter
from itertools import combinations

import pytest
from attentive import Watcher, all_are_drawn, held_by
from hypothesis import given
from hypothesis import strategies as st

import galopp
from galopp.core.chance import chance
from galopp.core.history import What, conclusions, no_history
from galopp.core.record import blank
from galopp.core.words import numbers_in
from galopp.games.ostfriesenlauf.box import IN_A_STACK, OF_STACK, STACKS
from galopp.games.ostfriesenlauf.inference import ANYTHING, BEGINS, FEW
from galopp.games.ostfriesenlauf.sight import unseen_cards

LONG = [99, 60, 70, 80, 85, 90]  # a board on which nobody arrives soon
TRIES = 30


def long_game(players, seed, decisions, **options):
    """A game that nobody wins for a while, played at random."""
    game = galopp.game("ostfriesenlauf")
    position = game.new(players, seed, board=LONG, ownerless_can_win=False, **options)
    lots = random.Random(seed)
    while not position.over and len(position.decided) < decisions:
        position.play(lots.choice(position.legal))
    return position


def reshuffles(position):
    told = position.told(None).records
    return int((told["what"] == What.RESHUFFLED).sum())


def known_to(position, seat):
    seen, told = position.seen(seat).record, position.told(seat).records
    return seen, conclusions(position.rules, seen, told)


def worlds(position, seat, number, luck=1):
    """So many worlds that a seat deals itself, knowing the history."""
    seen, known = known_to(position, seat)
    luck = chance(luck)
    for _ in range(number):
        state = blank(position.rules.STATE)
        position.rules.redeal_knowing(seen, known, luck, state)
        yield state


def test_what_is_seen_alone_lets_worlds_pass_that_two_reshuffles_rule_out():
    position = long_game(4, 3, 300)
    assert reshuffles(position) >= FEW
    seen, luck, impossible = position.seen(0).record, chance(1), 0
    for _ in range(TRIES):
        state = blank(position.rules.STATE)
        position.rules.redeal(seen, luck, state)
        impossible += Watcher(position).rules_out(0, state)
    assert impossible > TRIES / 10


@pytest.mark.parametrize("backs", [True, False])
@given(data=st.data())
def test_no_world_is_dealt_that_an_attentive_person_can_rule_out(data, backs):
    reshuffle = data.draw(st.sampled_from(["first_empty", "all_empty"]))
    options = {"show_hand_backs": backs, "reshuffle": reshuffle, "random_grid": True}
    decisions = data.draw(st.integers(0, 400))
    position = long_game(
        data.draw(st.integers(1, 4)), data.draw(st.integers(0, 10**6)), decisions, **options
    )
    watcher = Watcher(position)
    for seat in range(position.players):
        assert not watcher.rules_out(seat, position.state)
        seen, known = known_to(position, seat)
        if not backs or reshuffles(position) >= FEW:
            assert known[ANYTHING]
        for world in worlds(position, seat, 3):
            again = blank(position.rules.SEEN)
            position.rules.show(world, seat, again)
            assert again.tobytes() == seen.tobytes()
            assert not watcher.rules_out(seat, world)


def ways_to_deal(watcher, position, seat, stack, most):
    """All ways to deal the hidden cards of a stack, found by trying; None if they are too many."""
    seen = position.seen(seat).record
    cards = frozenset(numbers_in(int(unseen_cards(seen)) & int(OF_STACK[stack])))
    ways = [((), cards)]
    for runner in range(4):
        if runner == seat:
            continue
        held = [card for card in held_by(runner, position.state) if card // IN_A_STACK == stack]
        over = [life for life in watcher.over if life.runner == runner]
        over = [life for life in over if life.card // IN_A_STACK == stack]
        draws = watcher.draws[runner][stack]
        ways = [
            ((*dealt, hand), left - set(hand))
            for dealt, left in ways
            for hand in combinations(sorted(left), len(held))
            if all_are_drawn(draws, over + [watcher.lives[card] for card in hand])
        ]
        if len(ways) > most:
            return None
    return [dealt for dealt, _ in ways]


def as_dealt(world, seat, stack):
    return tuple(
        tuple(sorted(card for card in held_by(runner, world) if card // IN_A_STACK == stack))
        for runner in range(4)
        if runner != seat
    )


@pytest.mark.parametrize("backs", [True, False])
@pytest.mark.parametrize("players", [1, 2, 3, 4])
def test_all_worlds_that_are_left_are_counted_and_dealt_evenly(players, backs):
    counted = evenly = 0
    for seed in range(16):
        position = long_game(players, seed, 60 * players + 7 * seed, show_hand_backs=backs)
        seat, watcher = seed % players, Watcher(position)
        _, known = known_to(position, seat)
        if not known[ANYTHING]:
            continue
        for stack in range(len(STACKS)):
            ways = ways_to_deal(watcher, position, seat, stack, 3_000)
            if ways is None:
                continue
            assert known[known[BEGINS + stack]] == len(ways)
            counted += len(ways) > 1
            if 1 < len(ways) < 40 and evenly < 4:
                dealt = worlds(position, seat, 100 * len(ways), seed)
                assert_even(Counter(as_dealt(world, seat, stack) for world in dealt), ways)
                evenly += 1
    assert counted and evenly


def assert_even(found, ways):
    """Every way comes up about a hundred times: the sum of squares says whether by chance."""
    assert set(found) == set(ways)
    deviation = sum((number - 100) ** 2 / 100 for number in found.values())
    freedom = len(ways) - 1
    assert deviation < freedom + 5 * (2 * freedom) ** 0.5 + 10


def test_without_a_whole_history_what_is_seen_is_believed():
    position = long_game(3, 1, 300)
    seen, told = position.seen(0).record, position.told(0).records
    for part in (no_history(), told[7:], told[:-9]):
        known = conclusions(position.rules, seen, part)
        assert not known[ANYTHING]
        one, other = blank(position.rules.STATE), blank(position.rules.STATE)
        position.rules.redeal_knowing(seen, known, chance(5), one)
        position.rules.redeal(seen, chance(5), other)
        assert one.tobytes() == other.tobytes()
