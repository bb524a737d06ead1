"""Why a decision is a good one: the list's reason where the list agrees, else what it leads to."""

from itertools import islice

import numpy as np
import pytest

import galopp
from galopp.bots.nets.consequences import WORLDS, consequences
from galopp.bots.reasons import TRIED_OUT, explain, favourites, what_it_leads_to, why
from galopp.bots.verbs import heuristics_of
from galopp.core.chance import chance
from galopp.locale import LANGUAGES, Language
from galopp.play.game import game_names
from galopp.play.telling import Teller

GAMES = game_names()
WITH_RACES = ("saumaumau", "schweinsgalopp")
ENOUGH = 5  # reasons by trying out: each takes a second


def positions(name, fewest=2):
    """A game by casual players: positions in which somebody has so many moves, worth a thought."""
    game, luck, heuristics = galopp.game(name), chance(3), heuristics_of(name)
    position = game.new(players=2, seed=8)
    while not position.over:
        seat = position.asked[0]
        seen = position.seen(seat)
        code = int(heuristics.casual(seen.record, luck))
        if len(seen.legal) >= fewest and heuristics.worth_thinking(seen.record):
            yield position, seat, seen.record, code
        position.play(game.moves[code], seat)


@pytest.mark.parametrize("name", GAMES)
def test_where_the_list_would_decide_the_same_the_reason_is_the_lists(name):
    for position, seat, seen, code in positions(name):
        assert code in favourites(seen)
        assert explain(seen, position.told(seat).records, code) == why(seen, code)


@pytest.mark.a_few(2)
@pytest.mark.parametrize("name", GAMES)
def test_where_it_would_not_the_reason_is_what_the_decision_leads_to(name):
    """Of two decisions at most one can lead to more, and the figures say so."""
    given = []
    for position, seat, seen, liked in islice(positions(name), 40):
        if len(given) > ENOUGH:
            break
        told = position.told(seat).records
        for move in position.seen(seat).legal:
            if move.code in favourites(seen):
                continue
            because = explain(seen, told, move.code)
            back = what_it_leads_to(seen, told, liked, move.code)
            assert because is None or back is None or because.key != back.key
            for reason in (because, back):
                if reason is not None:
                    assert reason.key in TRIED_OUT
                    more = reason.arguments["with_it"] > reason.arguments["otherwise"]
                    assert more == (reason.key != "leaves_less")
                    given.append(reason.key)
            break
    assert set(given) <= ({*TRIED_OUT} if name in WITH_RACES else {"wins_more"})
    assert len(given) > ENOUGH


@pytest.mark.parametrize("name", WITH_RACES)
def test_a_decision_that_ends_the_race_leads_to_what_the_rules_say(name):
    checked = 0
    for position, seat, seen, _ in positions(name, fewest=1):
        for move in position.seen(seat).legal:
            after = position.copy()
            after.play(move, seat)
            if not after.over and after.state.race == position.state.race:
                continue
            gained = np.array(after.scores) - np.array(position.scores)
            (found,) = consequences(seen, position.told(seat).records, [move.code])
            if name == "schweinsgalopp":  # all of it can be seen
                assert (found.gained == gained[seat]).all()
                assert (found.left == gained[1 - seat]).all()
            else:  # what a bet pays may hang on bets that are hidden
                assert gained[seat] in found.gained and gained[1 - seat] in found.left
            assert found.share.shape == (WORLDS[name],)
            checked += 1
    assert checked


@pytest.mark.parametrize("name", GAMES)
def test_the_same_is_said_whoever_asks_again(name):
    position, seat, seen, code = next(positions(name))
    told = position.told(seat).records
    first, again = consequences(seen, told, [code]), consequences(seen, told, [code])
    assert all(np.array_equal(one, other) for one, other in zip(first[0], again[0], strict=True))


def test_at_a_table_that_no_net_knows_the_list_has_to_do():
    position = galopp.game("schweinsgalopp").new(players=2, seed=8, races=9)
    seat = position.asked[0]
    seen, told = position.seen(seat).record, position.told(seat).records
    assert consequences(seen, told, [position.legal[0].code]) is None
    for move in position.seen(seat).legal:
        assert explain(seen, told, move.code) == why(seen, move.code)


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize("language", LANGUAGES)
def test_what_a_decision_leads_to_is_said_in_every_language(name, language):
    teller = Teller(Language(language), galopp.game(name), ["Ada", "Bo"], 0)
    for key in TRIED_OUT if name in WITH_RACES else ("wins_more",):
        said = teller.reason(key, {"with_it": 54, "otherwise": 48})
        assert "54" in said and "48" in said and "{" not in said


@pytest.mark.parametrize("name", GAMES)
def test_reasons_by_trying_out_are_no_reasons_of_a_list(name):
    assert not {*TRIED_OUT} & {reason.key for reason in heuristics_of(name).REASONS}
