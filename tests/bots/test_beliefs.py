"""What is believed of others' hands, from what they have decided and by how a net would decide."""

import numpy as np
import pytest

import galopp
from galopp.bots.nets import beliefs, playouts
from galopp.bots.nets.beliefs import Evaluation, no_past
from galopp.bots.nets.file import net_of, workspace
from galopp.bots.nets.habits import EVENED, WITHOUT_THOUGHT, habit, likelihood
from galopp.bots.nets.net import SHARE, evaluate
from galopp.bots.nets.playouts import Asked, Playing, deal_likely
from galopp.bots.verbs import beliefs_of, casual, plausibility, remember, show
from galopp.core.chance import chance
from galopp.core.history import conclusions
from galopp.core.record import blank, copy_of
from galopp.core.words import numbers_in
from galopp.games.schweinsgalopp.box import Phase

GAME = galopp.game("schweinsgalopp")
RULES = GAME.rules
SOME = 24  # decisions of a game that are looked at


def past_of(seen, told):
    past = no_past(RULES.SEEN, RULES.SEATS, beliefs_of("schweinsgalopp").ROOM)
    remember(seen, told, past, blank(RULES.STATE), chance(0))
    return past


def playing_by_net():
    view = np.zeros(1, RULES.SEEN)
    states, words = np.zeros(2, RULES.STATE), view.view(np.uint64)
    net = net_of("schweinsgalopp").net
    return Playing(net, workspace(), states, view, words, chance(0), 36, 28)


def moments(players, options, seed):
    """A random game, decision by decision, with what whoever decided saw in this race so far."""
    luck = np.random.default_rng(seed)
    position = GAME.new(players, seed=seed, **{**GAME.options_needed(players), **options})
    decided, race = [], 1
    while not position.over:
        yield position, decided
        if position.state.race != race:
            race, decided = position.state.race, []
        seat = position.mover
        move = position.legal[luck.integers(len(position.legal))]
        decided.append((seat, move.code, copy_of(position.seen(seat).record)))
        position.play(move, seat)
        if position.state.race != race:
            race, decided = position.state.race, []


@pytest.mark.parametrize(
    "options",
    [{}, {"races": 3, "rotate_start": False}, {"track_food": "per_race"}, {"gentle": True}]
    + [{"show_played": False}, {"track_food": "per_race", "food_before_deal": True}],
)
@pytest.mark.parametrize("players", [2, 3, 5])
def test_what_others_saw_when_they_decided_is_known_but_for_their_hands(players, options):
    looked_at = 0
    for position, decided in moments(players, options, seed=11):
        if position.state.phase != Phase.PLAY or not any(code < 5 for _, code, _ in decided):
            continue
        for viewer in range(players):
            seen, told = position.seen(viewer).record, position.told(viewer).records
            past = past_of(seen, told)
            others = [one for one in decided if one[0] != viewer and one[1] < 5]
            assert past.number[0] == len(others)
            for nth, (seat, code, saw) in enumerate(others):
                assert (past.seats[nth], past.codes[nth]) == (seat, code)
                view = copy_of(past.views[nth])
                view.hand, view.legal = saw.hand, saw.legal
                assert view.tobytes() == saw.tobytes()
            looked_at += len(others)
    assert looked_at > SOME


@pytest.mark.parametrize(
    "options", [{"line_up": "random"}, {"hide_secured": True}, {"track_food": "per_game"}]
)
def test_where_not_all_of_it_is_known_nothing_is_remembered(options):
    for position, _ in moments(2, {**options, "races": 2}, seed=5):
        if "track_food" in options and position.state.race == 1:
            continue
        seen, told = position.seen(0).record, position.told(0).records
        assert past_of(seen, told).number[0] == 0


def test_of_a_race_that_was_not_followed_from_its_beginning_nothing_is_remembered():
    for position, decided in moments(2, {"races": 1}, seed=5):
        if len(decided) == 12:
            seen, told = position.seen(0).record, position.told(0).records
            assert past_of(seen, told).number[0] > 0
            assert past_of(seen, told[1:]).number[0] == 0
            assert past_of(seen, told[:-1]).number[0] == 0


def judged_plainly(decided, seat, hand):
    """The same once more: three kinds of player, each with the chance of all it has decided."""
    like_a_net, by_heuristics, anyhow = 0.8, 0.1, 0.1
    net, space = net_of("schweinsgalopp").net, workspace()
    held = dict(enumerate(hand))
    for who, code, saw in reversed(decided):
        if who != seat or code >= 5:
            continue
        held[code] += 1
        legal = [card for card in held if held[card]]
        if len(legal) == 1:
            continue
        view = copy_of(saw)
        view.hand = sum(number << 8 * card for card, number in held.items())
        view.legal = sum(1 << card for card in legal)
        words = np.frombuffer(view.tobytes(), np.uint64)
        evaluate(words, seat, int(view.players), net, space)
        pulls = np.exp([space.there[card] / (SHARE * EVENED) for card in legal])
        thought = (pulls / pulls.sum())[legal.index(code)]
        like_a_net *= WITHOUT_THOUGHT / len(legal) + (1 - WITHOUT_THOUGHT) * thought
        by_heuristics *= 0.1 / len(legal) + 0.9 * (casual(view, chance(3)) == code)
        anyhow /= len(legal)
    return like_a_net + by_heuristics + anyhow


def test_a_hand_is_as_plausible_as_what_was_decided_with_it_was_likely(monkeypatch):
    compared = 0
    for position, decided in moments(3, {"races": 1}, seed=8):
        if position.state.phase != Phase.PLAY or len(decided) < 8:
            continue
        seen, told = position.seen(0).record, position.told(0).records
        past, playing = past_of(seen, told), playing_by_net()
        evaluation = Evaluation(playing.net, playing.space)
        for seat in (1, 2):
            hand = [int(position.state.hands[seat]) >> 8 * card & 0xFF for card in range(5)]
            found = plausibility(position.state, seat, past, evaluation, chance(3))
            # Equal reasons are drawn by lot, which is all that the two may differ by.
            if found != pytest.approx(judged_plainly(decided, seat, hand), rel=1e-6):
                continue
            assert plausibility(position.state, seat, past, evaluation, chance(9)) == found
            compared += 1
    assert compared > 8


def test_habits_are_drawn_as_often_as_they_are_likely():
    found, allowed, luck = np.zeros(64, np.int32), np.uint64(0b101100), chance(5)
    found[:6] = 90_000, 90_000, 8_000, -20_000, 90_000, 12_000  # what is not allowed is no matter
    codes, often = numbers_in(int(allowed)), 20_000
    chances = [likelihood(found, allowed, code) for code in codes]
    assert sum(chances) == pytest.approx(1)
    drawn = [habit(found, allowed, luck) for _ in range(often)]
    for code, likely in zip(codes, chances, strict=True):
        error = (likely * (1 - likely) / often) ** 0.5
        assert drawn.count(code) / often == pytest.approx(likely, abs=5 * error)


def test_a_world_that_is_dealt_looks_as_the_real_one_and_explains_what_was_done():
    """Whoever keeps what a net would have played at once probably does not hold it."""
    better = worse = 0
    for position, decided in moments(2, {"races": 1}, seed=21):
        if position.state.phase != Phase.PLAY or len(decided) < 9:
            continue
        seen, told = position.seen(0).record, position.told(0).records
        past, playing, view = past_of(seen, told), playing_by_net(), blank(RULES.SEEN)
        asked = Asked(seen, conclusions(RULES, seen, told), past)
        evaluation = Evaluation(playing.net, playing.space)
        blind = Asked(
            seen, asked.known, no_past(RULES.SEEN, RULES.SEATS, beliefs_of("uniform").ROOM)
        )
        likely, any_world = [], []
        for number in range(60):
            for written, about in ((likely, asked), (any_world, blind)):
                deal_likely(about, playing, chance(number))
                show(playing.states[0], 0, view)
                assert view.tobytes() == seen.tobytes()
                written.append(plausibility(playing.states[0], 1, past, evaluation, chance(3)))
        if np.std(any_world) > 0:
            better += np.mean(likely) > np.mean(any_world)
            worse += np.mean(likely) < np.mean(any_world)
    assert better > 3 and worse == 0


def test_other_games_remember_nothing():
    assert (
        beliefs_of("saumaumau").ROOM.decisions == beliefs_of("ostfriesenlauf").ROOM.decisions == 1
    )
    assert playouts.DEALT > 1 and beliefs.UNKNOWN < 0
