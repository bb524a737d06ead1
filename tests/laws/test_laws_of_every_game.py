"""What is always true, whatever the game, the seats, the options and the luck."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import galopp
from galopp.core.cards import pick
from galopp.core.chance import chance
from galopp.core.events import ROOM, nothing_told, read_events
from galopp.core.record import Sight, blank, read, write
from galopp.core.words import NOBODY
from random_games import GAMES, INTERPRETED, Setting, any_setting, redeal, settings_of, show

EVERY = 29 if INTERPRETED else 5  # look at every so many positions of a game
LONGEST_GAME = 40_000


@given(any_setting())
def test_there_is_always_something_to_decide_until_the_game_is_over(setting):
    for position in setting.positions(EVERY):
        assert bool(position.legal) != position.over


@given(any_setting())
def test_the_mask_and_the_reasons_agree_on_every_code(setting):
    for position in setting.positions(EVERY):
        mask = int(position.rules.legal(position.state))
        for code in range(-1, 66):
            allowed = 0 <= code < 64 and mask >> code & 1
            refusal = position.rules.Refusal(int(position.rules.why_not(position.state, code)))
            assert (refusal.value == 0) == bool(allowed), (code, refusal)
            if not allowed:
                assert position.rules.RULING[refusal]


@given(any_setting())
def test_every_game_ends(setting):
    position, luck = setting.begin(), chance(setting.seed)
    for _ in range(2_000 if INTERPRETED else LONGEST_GAME):
        if position.over:
            return
        move = pick(np.uint64(position.rules.legal(position.state)), luck)
        position.rules.apply(position.state, move, position.chance)
    assert INTERPRETED or position.over


@given(any_setting())
def test_every_position_passes_its_own_check(setting):
    for position in setting.positions(EVERY):
        position.rules.check(position.state)


@given(any_setting())
def test_the_end_is_counted_and_somebody_or_nobody_has_won(setting):
    for position in setting.positions(EVERY):
        if not position.over:
            assert position.winners == []
    assert position.state.ended.sum() >= 1
    best = max(position.scores)
    assert all(position.scores[seat] == best for seat in position.winners)


@given(any_setting(), st.integers(0, 2**64 - 1))
def test_a_redealt_position_looks_the_same_to_the_seat_it_was_dealt_for(setting, seed):
    luck = chance(seed)
    for position in setting.positions(EVERY):
        for seat in range(NOBODY, position.players):
            seen = show(position, seat)
            twin = redeal(position, seen, luck)
            position.rules.check(twin)
            again = blank(position.rules.SEEN)
            position.rules.show(twin, seat, again)
            assert seen.tobytes() == again.tobytes(), f"seat {seat}"


@given(any_setting(), st.integers(0, 2**64 - 1))
def test_redeal_writes_every_field(setting, seed):
    """What a state held before must not shine through."""
    for position in setting.positions(EVERY * 3):
        seen = show(position, position.mover or 0)
        clean, dirty = blank(position.rules.STATE), blank(position.rules.STATE)
        for name in dirty.dtype.names:
            dirty[name] = 1
        position.rules.redeal(seen, chance(seed), clean)
        position.rules.redeal(seen, chance(seed), dirty)
        for name in clean.dtype.names:  # rows of seats that nobody sits on included
            assert clean[name].tobytes() == dirty[name].tobytes(), name


@pytest.mark.parametrize("name", GAMES)
def test_redeal_deals_differently_when_called_again(name):
    position = next(iter(Setting(name, 2, 11, {}).positions()))
    while len(position.legal) < 2 or not any(show(position, 0).hand_sizes):
        position.play(position.legal[0])
    luck, seen = chance(5), show(position, 0)
    dealt = {redeal(position, seen, luck).tobytes() for _ in range(20)}
    assert len(dealt) > 15


@given(any_setting())
def test_positions_survive_being_written_down_and_read_back(setting):
    for position in setting.positions(EVERY):
        assert position.game.from_dict(position.to_dict()) == position


@given(any_setting())
def test_views_can_be_written_down_and_read_back(setting):
    for position in setting.positions(EVERY * 2):
        for seat in range(NOBODY, position.players):
            seen, back = show(position, seat), blank(position.rules.SEEN)
            fields = position.rules.SEEN_FIELDS
            read(fields, write(fields, seen, position.players), back, position.players)
            assert back.tobytes() == seen.tobytes()


@given(any_setting(), st.randoms(use_true_random=False))
def test_records_survive_being_written_down_and_read_back(setting, random):
    position = setting.begin()
    while not position.over and len(position.decided) < (40 if INTERPRETED else 300):
        seat = random.choice(position.asked)
        position.play(random.choice(position.legal), seat)
    record = galopp.Record.of(position, {0: "Jörn"})
    assert galopp.Record.read(str(record)) == record
    assert record.final() == position


@given(any_setting(), st.randoms(use_true_random=False))
def test_narration_tells_something_to_every_viewer_of_every_decision(setting, random):
    position = setting.begin()
    while not position.over and len(position.decided) < (20 if INTERPRETED else 200):
        viewers = [None, *range(position.players)]
        before = [position.seen(viewer) for viewer in viewers]
        position.play(random.choice(position.legal), random.choice(position.asked))
        for viewer, seen in zip(viewers, before, strict=True):
            told = nothing_told()
            position.rules.tell(seen.record, position.seen(viewer).record, told)
            events = read_events(position.rules.Happening, told)
            assert events == galopp.narrate(seen, position.seen(viewer)) != []
            assert told[0] < ROOM / 4
            for event in events:  # each number is one that its argument can have
                for about in position.rules.Happening[event.key.upper()].arguments:
                    about.words.read(event.arguments[about.name])


@pytest.mark.parametrize("name", GAMES)
@given(data=st.data())
def test_the_same_seed_plays_the_same_game(name, data):
    setting = data.draw(settings_of(name))
    one, other = (list(setting.positions(10**9))[-1] for _ in range(2))
    assert one == other


@pytest.mark.parametrize("name", GAMES)
def test_what_a_field_declares_secret_is_not_in_the_view_under_its_name(name):
    rules = galopp.game(name).rules
    hidden = {field.name for field in rules.FIELDS if field.seen is not Sight.ALL}
    assert hidden, "a card game without secrets?"
    assert not hidden & {field.name for field in rules.SEEN_FIELDS}


@pytest.mark.parametrize("name", GAMES)
def test_what_is_open_to_all_is_in_the_view(name):
    rules = galopp.game(name).rules
    shared = [field for field in rules.FIELDS if field in rules.SEEN_FIELDS]
    assert {field.seen for field in shared} == {Sight.ALL}
    shown = {field.name for field in rules.SEEN_FIELDS}
    assert {field.name for field in rules.FIELDS if field.seen is Sight.ALL} <= shown


@pytest.mark.parametrize("name", GAMES)
def test_a_state_is_small_and_has_no_field_named_like_a_method_of_a_record(name):
    rules = galopp.game(name).rules
    assert rules.STATE.itemsize <= 512
    for record in (rules.STATE, rules.SEEN):
        assert not set(record.names) & set(dir(np.record)) - {"base", "data"}


@pytest.mark.parametrize("name", GAMES)
def test_codes_and_notations_are_one_to_one(name):
    moves = galopp.game(name).moves
    assert max(moves) < 64
    assert len({move.notation for move in moves.values()}) == len(moves)
    for move in moves.values():
        assert galopp.game(name).read_move(f"  {move.notation.upper()} ") == move
