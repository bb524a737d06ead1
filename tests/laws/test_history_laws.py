"""What is always true of histories: they tell a seat what it was shown, all of it, and no more."""

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

import galopp
from galopp.bots.histories import Histories
from galopp.core.chance import chance
from galopp.core.contract import SECRET
from galopp.core.history import ENTRY, NEWS, What, conclusions, read_history, write_history
from galopp.core.record import blank
from galopp.core.words import NOBODY
from galopp.games.ostfriesenlauf.box import DRAW
from galopp.play.history import told_of

SETTINGS = [
    *(("schweinsgalopp", {"races": 2, "show_played": shown}) for shown in (True, False)),
    *(("saumaumau", {"races": 2, "mau": mau}) for mau in (False, True)),
    *(("ostfriesenlauf", {"random_grid": True, "show_hand_backs": back}) for back in (True, False)),
]
games = pytest.mark.parametrize(("name", "options"), SETTINGS)


def played(data, name, options, decisions=150):
    """A game that went on for a while, at random."""
    of = galopp.game(name)
    players = data.draw(st.sampled_from([n for n in of.players if n < 5]))
    position = of.new(players, data.draw(st.integers(0, 2**32)), **options)
    lots = data.draw(st.randoms(use_true_random=False))
    for _ in range(data.draw(st.integers(0, decisions))):
        if position.over:
            break
        position.play(lots.choice(position.legal), lots.choice(position.asked))
    return position


def since_the_race_began(position):
    """The decisions of this race, seat and code."""
    states = [*position.past, position.state]
    races = [getattr(state, "race", 1) for state in states]
    return [
        decided
        for decided, (before, now) in zip(position.decided, pairwise(races), strict=True)
        if before == now == races[-1]
    ]


@games
@given(data=st.data())
def test_worlds_that_look_alike_to_a_seat_have_the_same_history(data, name, options):
    position = played(data, name, options)
    rules, luck = position.rules, chance(data.draw(st.integers(0, 2**32)))
    for seat in (*range(position.players), NOBODY):
        worlds = []
        for state in (*position.past, position.state):
            seen, world = blank(rules.SEEN), blank(rules.STATE)
            rules.show(state, seat, seen)
            rules.redeal(seen, luck, world)
            worlds.append(world)
        real = told_of(rules, (*position.past, position.state), seat)
        assert told_of(rules, worlds, seat).tobytes() == real.tobytes()


@games
@given(data=st.data())
def test_a_seat_knows_its_own_decisions_and_of_others_that_they_decided(data, name, options):
    position = played(data, name, options)
    for seat in range(position.players):
        told = [entry for entry in position.told(seat).records if entry.what == What.DECIDED]
        for entry, (who, code) in zip(told, since_the_race_began(position), strict=True):
            assert entry.seat == who
            assert entry.code == code or (entry.code == SECRET and who != seat)


@games
@given(data=st.data())
def test_all_seats_are_told_of_the_same_things_and_no_entry_is_changed_later(data, name, options):
    position = played(data, name, options, decisions=60)
    states = [*position.past, position.state]
    histories = [Histories.begun(states[0])]
    for before, now in pairwise(states):
        histories.append(histories[-1].after(before, now))
    for seat in (*range(position.players), NOBODY):
        assert histories[-1].of(seat).tobytes() == told_of(position.rules, states, seat).tobytes()
        for then, now in pairwise(histories):
            kept = now.of(seat)[: len(then.of(seat))].tobytes()
            assert len(now.of(seat)) == 0 or kept == then.of(seat).tobytes()
            assert (now.of(seat)["what"] == now.of(NOBODY)["what"]).all()


@games
@given(data=st.data())
def test_a_history_can_be_written_and_read(data, name, options):
    position = played(data, name, options)
    told = position.told(0)
    written = write_history(position.rules, told.records)
    assert read_history(position.rules, written).tobytes() == told.records.tobytes()
    assert written == told.to_list()
    for entry, plain in zip(told, written, strict=True):
        assert (entry.what, entry.seat, entry.taken) == (
            plain["what"],
            plain["seat"],
            plain["taken"],
        )
        assert plain["move"] == ("secret" if entry.secret else entry.move and str(entry.move))


@given(data=st.data())
def test_cards_that_are_taken_are_counted(data):
    position = played(data, "saumaumau", {"mau": True})
    before, now = (position.past[-1] if position.past else position.state), position.state
    grown = [
        max(0, int(have).bit_count() - int(had).bit_count())
        for had, have in zip(before.hands, now.hands, strict=True)
    ]
    told = position.told(None)
    if position.past and before.race == now.race:
        assert told[-1].taken == sum(grown)


@given(data=st.data())
def test_what_was_laid_face_down_is_told_when_it_is_turned_up(data):
    position = played(data, "ostfriesenlauf", {"random_grid": True})
    told = position.told(None).records
    laid = [(who, code) for who, code in position.decided if code < DRAW]
    of_players = told["seat"] < position.players
    shown = told[(told["what"] == What.TURNED_UP) & of_players]
    in_pile = int(sum(card >= 0 for card in position.state.pile[: position.state.laid]))
    blind = [r for r in position.state.order[: position.state.laid] if r >= position.players]
    still_hidden = in_pile - len(blind) if not position.over else 0
    rounds = len(laid) - still_hidden
    by_round = sorted(laid[:rounds])
    assert sorted((int(e.seat), int(e.code)) for e in shown) == by_round


@given(data=st.data())
def test_who_paid_attention_knows_the_pile_that_the_table_does_not_show(data):
    position = played(data, "schweinsgalopp", {"races": 2, "show_played": False})
    rules, luck = position.rules, chance(data.draw(st.integers(0, 2**32)))
    for seat in range(position.players):
        seen, told = position.seen(seat).record, position.told(seat).records
        world, again = blank(rules.STATE), blank(rules.SEEN)
        rules.redeal_knowing(seen, conclusions(rules, seen, told), luck, world)
        rules.show(world, seat, again)
        assert again.tobytes() == seen.tobytes()
        assert world.played == position.state.played


@given(data=st.data())
def test_reshuffles_are_told_when_they_happen(data):
    board = [99, 60, 70, 80, 85, 90]
    position = played(data, "ostfriesenlauf", {"board": board}, decisions=400)
    states = [*position.past, position.state]
    fewer = [
        int(now.discards) & int(was.discards) != int(was.discards) for was, now in pairwise(states)
    ]
    told = position.told(0).records
    assert int((told["what"] == What.RESHUFFLED).sum()) == sum(fewer)


def test_an_entry_is_four_bytes_and_a_decision_adds_few():
    assert ENTRY.itemsize == 4
    assert NEWS > 1 + 3 + 1 + 4 + 3 + 1  # a lay, the ownerless twice, two reshuffles, a pile
