"""What a review says is true where the truth can be known."""

import numpy as np
import pytest
from recorded import HASTY, by_bots

from galopp.batch.loops import open_stream
from galopp.bots import policy
from galopp.bots.verbs import race_of
from galopp.core import record as records
from galopp.core.cards import count
from galopp.core.chance import chance
from galopp.games.ostfriesenlauf.box import DRAW, OF_STACK
from galopp.play.game import game, game_names
from galopp.play.record import Record
from galopp.review import Effort, review
from galopp.review.curve import DEALT, START
from galopp.review.judge import Judge
from galopp.review.outcomes import NO_CHANCE, choose, outcomes_of, workspace_for
from galopp.review.pipeline import estimate
from galopp.review.playout import (
    HERE,
    STREAMS_OF_A_RACE,
    carry_out,
    outlook_of,
    play_on,
    scratch_for,
)
from galopp.review.reference import decide, number_of, usual_policy
from galopp.review.tallies import TRIALS
from galopp.review.timeline import APART, View, timeline_of, view_of
from galopp.review.trial_runner import TrialRunner
from galopp.review.trials import STATE


def runner_for(name, players):
    return TrialRunner(game(name).rules, players, number_of(usual_policy(name)))


def judged(runner, view, played, look=(1,), afresh=1):
    """A decision by itself."""
    judge = Judge(runner, view, played)
    judge.look(look)
    return judge.judge(judge.doubt, afresh)


def test_cards_that_could_have_been_drawn_are_gone_through_one_by_one():
    position = game("ostfriesenlauf").new(2, 11)
    while position.legal[0].kind != "draw":
        position.play(position.legal[0])
    cards = position.state.stacks & OF_STACK[1]
    rules, before, code = position.rules, records.copy_of(position.state), DRAW + 1
    position.play(code)
    space, real = workspace_for(rules), np.frombuffer(position.state.tobytes(), np.uint8)
    outcomes, came = outcomes_of(before, code, real, space)
    assert outcomes == count(cards)
    drawn = []
    for outcome in range(outcomes):
        state = records.copy_of(before)
        choose(space.stream, outcome, outcomes)
        rules.apply(state, code, space.stream)
        drawn.append(int(state.hands[state.turn] & ~before.hands[before.turn]))
        assert (state.tobytes() == position.state.tobytes()) == (outcome == came)
    assert sum(drawn) == int(cards)
    assert len(set(drawn)) == outcomes


def test_where_all_hold_one_card_nothing_is_luck_and_nothing_a_mistake():
    """The end of a race of Schweinsgalopp is forced: every value is the result already."""
    found = review(by_bots("schweinsgalopp", ["casual", "casual", "casual"], 4, races=1))
    *_, a, b, c = found.steps
    for step in (a, b, c):
        assert not step.mistake
        assert not step.chance
        assert set(step.luck) == set(step.play) == {0}
        assert step.values == tuple(account.result for account in found.accounts)


def test_options_are_worth_what_going_through_all_hidden_hands_says():
    """Two players, two cards each: what the rival may hold is few, and gone through here."""
    record = by_bots("schweinsgalopp", ["casual", "casual"], 21, races=1)
    step = next(s for s in list(record.steps())[-4:] if len(s.before.legal) > 1)
    view = view_of(step.before, step.seat)
    found = judged(runner_for(record.game, 2), view, step.move.code, look=(16,), afresh=16)
    exact = _by_all_worlds(step, found.codes)
    for code, value, error in zip(found.codes, found.values, found.errors, strict=True):
        assert abs(value - exact[code]) <= 4 * error + 0.02, (code, value, exact[code])


def _by_all_worlds(step, codes):
    """The mean over worlds as `redeal` deals them, each kind by how often it comes."""
    rules, seat = step.before.rules, step.seat
    seen = step.before.seen(seat).record
    worlds, luck = {}, chance(99)
    for _ in range(20_000):
        state = records.blank(rules.STATE)
        rules.redeal(seen, luck, state)
        key = state.tobytes()
        worlds[key] = (state, worlds.get(key, (state, 0))[1] + 1)
    assert len(worlds) <= 15  # hands of two cards of five colours
    total = sum(often for _, often in worlds.values())
    return {
        code: sum(often * _played_out(rules, state, code, seat) for state, often in worlds.values())
        / total
        for code in codes
    }


def _played_out(rules, state, code, seat):
    casual, sum_, times = policy(rules.NAME, "casual"), 0.0, 40
    for time in range(times):
        luck, here = chance(time), records.copy_of(state)
        rules.apply(here, code, luck)
        while (mover := int(rules.mover(here))) >= 0:
            view = records.blank(rules.SEEN)
            rules.show(here, mover, view)
            rules.apply(here, int(casual(view, luck)), luck)
        won = int(rules.winners(here))
        sum_ += (won >> seat & 1) / won.bit_count()
    return sum_ / times


def test_races_to_come_are_worth_the_same_drawn_by_lot_and_played():
    position = game("saumaumau").new(3, 5)
    for _ in range(20):
        position.play(position.legal[0])
    runner = runner_for("saumaumau", 3)
    scratch, whole = scratch_for(runner.rules, 3), []
    outlook = outlook_of(runner.rules, 3, position.state.options)
    about = runner.trial(STATE, 1, before=position.state, outlook=outlook)
    by_lot = runner.sums(about, 16, 4)[:, 0] / TRIALS
    for luck in range(4_000):
        scratch.states[HERE] = position.state
        play_on(runner.policy, 99, np.uint64(luck * APART % 2**64), outlook, scratch)
        whole.append(scratch.shares.copy())
    assert set(np.ravel(whole)) <= {0, 1 / 3, 1 / 2, 1}
    error = np.hypot(np.std(whole, axis=0) / np.sqrt(4_000), np.std(by_lot, axis=0) / 16)
    assert (np.abs(np.mean(whole, axis=0) - by_lot.mean(axis=0)) < 3.5 * error + 0.005).all()


@pytest.mark.parametrize("name", game_names())
def test_a_playout_leaves_out_only_what_makes_no_difference(name):
    """Asking the policy where it has no choice, and dealing a race after the last one anew."""
    position, runner = game(name).new(2, 12), runner_for(name, 2)
    for _ in range(10):
        position.play(position.legal[0])
    state, scratch = records.copy_of(position.state), scratch_for(runner.rules, 2)
    outlook, race = outlook_of(runner.rules, 2, state.options), race_of(state)
    for luck in (np.uint64(n * APART % 2**64) for n in range(1, 40)):
        scratch.states[HERE] = state
        play_on(runner.policy, race, luck, outlook, scratch)
        found = scratch.shares.copy()
        scratch.states[HERE] = state
        _play_race_in_full(runner, race, luck, scratch)
        play_on(runner.policy, race, luck, outlook, scratch)
        assert (scratch.shares == found).all()


def _play_race_in_full(runner, race, luck, scratch):
    rules, state, made = runner.rules, scratch.states[HERE], 0
    while (seat := int(rules.mover(state))) >= 0 and race_of(state) == race:
        rules.show(state, seat, scratch.sight)
        number = STREAMS_OF_A_RACE * race + 2 * made
        open_stream(scratch.stream, luck, np.uint64(number))
        carry_out(decide(runner.policy, scratch.sight, scratch.stream), luck, number + 1, scratch)
        made += 1


@pytest.mark.parametrize("name", game_names())
def test_whoever_takes_the_best_option_loses_nothing(name):
    """By what a seat can know: other trials find nothing better, beyond their error."""
    players = 2
    position, runner = game(name).new(players, 8), runner_for(name, players)
    for _ in range(24):
        if position.over:
            break
        found = judged(runner, view_of(position, position.mover), position.legal[0].code, (32,))
        position.play(found.codes[int(np.argmax(found.values))])
    steps = review(Record.of(position), effort=Effort(deals=1, end=1, passes=0)).steps
    assert all(step.loss <= 3 * step.error for step in steps)
    assert sum(step.loss > 0 for step in steps) <= 2


@pytest.mark.parametrize("name", game_names())
def test_cards_that_its_maker_could_not_see_have_no_part_in_a_loss(name):
    record = by_bots(name, ["casual", "beginner"], 6, most=20)
    runner, luck = runner_for(name, 2), chance(3)
    for step in list(record.steps())[8:20:4]:
        view, rules = view_of(step.before, step.seat), step.before.rules
        other, seen = records.blank(rules.STATE), records.blank(rules.SEEN)
        rules.redeal_knowing(view.seen, view.known, luck, other)
        rules.show(other, step.seat, seen)
        one = judged(runner, view, step.move.code)
        again = judged(runner, View(seen, view.known), step.move.code)
        assert (one.loss, one.error, *one.values) == (again.loss, again.error, *again.values)


@pytest.mark.parametrize("name", game_names())
def test_the_number_of_cores_changes_nothing_and_small_differences_are_no_mistakes(name):
    record = by_bots(name, ["casual", "beginner"], 9, most=40)
    effort = Effort(deals=2, end=2, passes=1, look=(1,), afresh=2)
    found = review(record, effort=effort, workers=1)
    assert found == review(record, effort=effort, workers=3)
    for step in found.steps:
        assert step.loss == 0 or step.loss > 2 * step.error - 2
        assert step.mistake == (step.loss >= 10_000)
        assert (step.best == step.move) == (step.loss == 0)
        assert step.chance or set(step.luck) == {0}


def test_what_asks_no_chance_has_no_luck():
    found = review(by_bots("saumaumau", ["casual", "casual"], 2, most=30), effort=HASTY)
    certain = [step for step in found.steps if not step.chance]
    assert certain
    assert all(set(step.luck) == {0} for step in certain)
    assert NO_CHANCE == 0


def mean_luck(name, games):
    """The luck of each seat over many games, the better player in the first, and its error."""
    runner, luck = runner_for(name, 2), []
    for seed in range(games):
        timeline = timeline_of(by_bots(name, ["casual", "beginner"], 1_000 + seed), runner)
        *_, (_, curve) = estimate(timeline, runner, Effort(passes=1))
        dealt = curve.values[DEALT] - curve.values[START]
        came = [curve.values[after] - curve.values[decided] for _, decided, after in curve.places]
        luck.append(dealt + np.sum(came, axis=0))
    return np.mean(luck, axis=0)[:2], np.std(luck, axis=0, ddof=1)[:2] / np.sqrt(games)


@pytest.mark.parametrize("name", ["schweinsgalopp"])
def test_luck_is_nobodys_friend(name):
    """The better one wins more often, and yet has no more luck."""
    mean, error = mean_luck(name, 24)
    assert (np.abs(mean) < 3.5 * error).all()


# Names, seats, games: some minutes each. Seats differ in skill, and none in luck.
MANY = [
    ("schweinsgalopp", 2, 240),
    ("schweinsgalopp", 4, 120),
    ("ostfriesenlauf", 1, 200),
    ("ostfriesenlauf", 2, 160),
    ("ostfriesenlauf", 4, 60),
    ("saumaumau", 2, 120),
    ("saumaumau", 5, 60),
]


@pytest.mark.thorough
@pytest.mark.timeout(3600)  # minutes where the machine is quiet
@pytest.mark.parametrize(("name", "players", "games"), MANY)
def test_neither_cards_nor_what_is_unseen_favour_anybody_in_the_long_run(name, players, games):
    """Luck of the deal, of all cards, and what hidden cards made of decisions: 0 on average."""
    levels = ["casual", "beginner"] * 3
    kinds = []
    for seed in range(games):
        record = by_bots(name, levels[:players], 1_000 + seed)
        found = review(record, effort=Effort(passes=1, look=(1,), afresh=2))
        accounts = found.accounts[:players]
        kinds.append([[found.deal[seat], a.luck, a.blind] for seat, a in enumerate(accounts)])
    mean, error = np.mean(kinds, axis=0), np.std(kinds, axis=0, ddof=1) / np.sqrt(games)
    assert (np.abs(mean) < 3.5 * error + 1).all(), (mean, error)
