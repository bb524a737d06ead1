"""What is foreseen comes true, hangs on nothing a seat cannot see, and is worth being told."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import galopp
from galopp.bots.foresight import foresee
from galopp.core.cards import pick
from galopp.core.chance import chance
from galopp.core.record import blank
from galopp.play.position import Position
from random_games import GAMES, INTERPRETED, Setting, any_setting, redeal, show

EVERY = 211 if INTERPRETED else 17  # look at every so many positions of a game


@given(any_setting())
def test_everything_foreseen_comes_true(setting):
    for position in setting.positions(EVERY):
        for seat in position.asked:
            for foreseen in foresee(position.seen(seat).record):
                told = played_out(position.copy(), seat, foreseen)
                assert_in_order(foreseen.happens, told)
                assert_in_a_row(foreseen.later, told)


def played_out(position, seat, foreseen):
    """What the seat sees happen if it decides so: at once, and until what was foretold has been."""
    told = decided(position, seat, seat, position.game.moves[foreseen.code])
    challenge, luck = position.game.challenge, chance(foreseen.code)
    if challenge is not None and int(position.state.phase) == challenge.due:
        told += decided(position, seat, seat, position.game.moves[challenge.call])
    while foreseen.later and foreseen.later[0] not in told:
        assert not position.over
        move = position.game.moves[pick(np.uint64(position.rules.legal(position.state)), luck)]
        told += decided(position, position.mover, seat, move)
    return told


def decided(position, seat, viewer, move):
    before = position.seen(viewer)
    position.play(move, seat)
    return galopp.narrate(before, position.seen(viewer))


def assert_in_order(events, told):
    rest = iter(told)
    assert all(event in rest for event in events), (events, told)


def assert_in_a_row(events, told):
    if events:
        start = told.index(events[0])
        assert told[start : start + len(events)] == events


@given(any_setting(), st.integers(0, 2**64 - 1))
def test_two_states_that_look_alike_are_foreseen_alike(setting, seed):
    luck = chance(seed)
    for position in setting.positions(EVERY * 2):
        for seat in position.asked:
            seen = show(position, seat)
            twin = Position(position.game, redeal(position, seen, luck), luck)
            assert foresee(show(twin, seat)) == foresee(seen)


@pytest.mark.parametrize("name", GAMES)
def test_whoever_is_not_asked_foresees_nothing(name):
    position = Setting(name, 3, 5, {}).begin()
    (asked,) = position.asked
    for seat in {*range(3)} - {asked}:
        assert foresee(position.seen(seat).record) == []
    assert foresee(position.seen(asked).record)
    nobody = blank(position.rules.SEEN)
    position.rules.show(position.state, -1, nobody)
    assert foresee(nobody) == []


# What a card, once it is known to be played, is looked at for.
TELLING = {"ran", "swapped", "sign_moved", "owes", "skipped", "called_mau", "points_for_laurel"}
LEAST = {"schweinsgalopp": 0.99, "saumaumau": 0.5, "ostfriesenlauf": 0.15}  # of the cards


@pytest.mark.skipif(INTERPRETED, reason="the same rules, at length")
@pytest.mark.parametrize("name", GAMES)
def test_of_ordinary_cards_something_useful_is_foreseen(name):
    useful, cards = 0, 0
    for position in Setting(name, 3, 5, {}).positions(7):
        seen = show(position, position.mover or 0)
        for foreseen in foresee(seen):
            kind = position.game.moves[foreseen.code].kind
            if kind in ("play", "lay"):
                cards += 1
                told = {event.key for event in foreseen.happens + foreseen.later}
                useful += bool(told & TELLING)
    assert cards
    assert useful / cards >= LEAST[name], (useful, cards)
