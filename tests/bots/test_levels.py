"""The levels by their names, and what stands behind them."""

import pytest

import galopp
from galopp import bots
from galopp.bots.reasons import why
from galopp.bots.verbs import heuristics_of
from galopp.core.chance import chance
from galopp.core.history import no_history
from galopp.locale import LANGUAGES, Language

GAMES = galopp.game_names()


def test_levels_have_the_same_names_in_every_game():
    assert bots.LEVELS == ("beginner", "casual", "strong", "strongest")
    for name in GAMES:
        for level in bots.LEVELS:
            assert bots.bot(name, level) is not None


@pytest.mark.parametrize(
    ("written", "budget"),
    [
        ("strong-2026a", bots.Budget(tries=300)),
        ("strong-2026a@77", bots.Budget(tries=77)),
        ("strongest-2026a", bots.Budget(seconds=1.0)),
        ("strong@5000", bots.Budget(tries=5000)),
        ("strongest", bots.Budget(seconds=1.0)),
        ("strongest@0.1s", bots.Budget(seconds=0.1)),
        ("strongest@20000", bots.Budget(tries=20_000)),
    ],
)
def test_a_budget_can_be_written_behind_the_name(written, budget):
    assert bots.bot("saumaumau", written).budget == budget


@pytest.mark.parametrize(
    "written",
    ["", "greedy", "Strong", "strong@", "strong@0", "strong@-5", "strong@x", "strongest@0s"]
    + ["strongest@s", "strong@5000 ", "casual@5", "random@1s", "strong@1e9", "strong@5@6"],
)
def test_anything_else_is_no_bot(written):
    with pytest.raises(bots.UnknownBot, match="casual, strong, strongest, strong-2026a"):
        bots.bot("saumaumau", written)


@pytest.mark.parametrize("written", ["random", "strong@5", "program:true", "nobody"])
def test_at_a_table_only_levels_and_bots_installed_there_are_known(written):
    assert not bots.is_known(written)
    assert all(bots.is_known(level) for level in (*bots.LEVELS, *bots.FROZEN))


@pytest.mark.parametrize("name", GAMES)
def test_the_strong_level_is_a_net_and_what_it_was_is_still_there(name):
    assert isinstance(bots.bot(name, "strong"), bots.NetBot)
    assert isinstance(bots.bot(name, "strongest"), bots.NetSearch)
    for frozen in ("strong-2026a", "strongest-2026a", "strong@50"):
        assert isinstance(bots.bot(name, frozen), bots.Search)


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize("level", bots.POLICIES)
def test_a_policy_answers_as_the_bot_of_its_name(name, level):
    position = galopp.game(name).new(seed=4)
    seen = position.seen(position.mover).record
    for luck in range(20):
        code = int(bots.policy(name, level)(seen, chance(luck)))
        assert bots.bot(name, level).think(seen, no_history(), luck) == bots.Thought(code)


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize("language", LANGUAGES)
def test_every_reason_has_its_sentence(name, language):
    words = Language(language).catalogue(name)
    for reason in heuristics_of(name).REASONS:
        assert f"reason.{reason.key}" in words, reason.key


@pytest.mark.parametrize("name", GAMES)
def test_a_beginner_weighs_the_same_reasons_differently(name):
    reasons = heuristics_of(name).REASONS
    assert len({reason.key for reason in reasons}) == len(reasons)
    assert any(reason.beginner != reason.casual for reason in reasons)
    assert any(reason.beginner for reason in reasons)


@pytest.mark.parametrize("name", GAMES)
def test_the_reason_given_speaks_for_the_decision(name):
    game, luck, given = galopp.game(name), chance(3), 0
    heuristics = heuristics_of(name)
    keys = [reason.key for reason in heuristics.REASONS]
    position = game.new(seed=8)
    while not position.over:
        seat = position.asked[0]
        seen = position.seen(seat).record
        code = int(heuristics.casual(seen, luck))
        told = why(seen, code)
        if told is not None:
            given += 1
            at = keys.index(told.key)
            own = heuristics.terms(seen, code)[at]
            others = [heuristics.terms(seen, move.code)[at] for move in position.seen(seat).legal]
            assert own > min(others)
        position.play(game.moves[code], seat)
    assert given > 5


@pytest.mark.parametrize("name", GAMES)
def test_where_there_is_one_decision_there_is_no_reason(name):
    position = galopp.game(name).new(seed=5)
    while not position.over:
        seen = position.seen(position.asked[0])
        if len(seen.legal) == 1:
            assert why(seen.record, seen.legal[0].code) is None
            return
        position.play(seen.legal[-1], position.asked[0])
