"""What a page can call to review a game: trials of decisions, and what is added up from them.

What is tried is a record that lies in memory, with memory to work in (`trial_record`); so is a
curve (`CURVE`), which says where its rows lie: so many bytes beyond itself. They are a module of
their own, since who only plays need not load it.
"""

from typing import Any

import numba
import numpy as np
from numba import types
from numba.np.numpy_support import carray

from galopp import games
from galopp.bots.facts import facts_of
from galopp.bots.facts.gaps import MOST_GAPS
from galopp.core.contract import Rules
from galopp.review import curve, outcomes, playout, tallies, trials, weighing
from galopp.review.chain import BAND, Chain
from galopp.review.outcomes import Workspace
from galopp.review.playout import Scratch
from galopp.review.reference import number_of, usual_policy
from galopp.review.tallies import BATCHES, MOMENT_TALLY, PAIRS, POSITION_TALLY, SHARES, VALUES
from galopp.review.trials import MOMENT, OPTIONS, Trial
from galopp.review.weighing import MOST_OPTIONS, OPTIONS_TALLY
from galopp.wasm.entries import NUMBER, Entry, of_memory, of_outlook, places_of
from galopp.wasm.memory import (
    Numba,
    Place,
    beyond,
    called_inside,
    offset_of,
    pointer,
    stream_at,
    wide,
)

CURVE = np.dtype(
    [
        ("decisions", np.int64),
        ("seats", np.int64),  # and nobody
        ("over", np.int64),  # 1 if the game was played to its end
        ("nodes", np.int64),  # how many the curve has
        # Where rows begin.
        ("moments", np.int64),
        ("positions", np.int64),
        ("places", np.int64),
        ("matrix", np.int64),
        ("right", np.int64),
        ("rounds", np.int64),  # of trials that are missing
        ("result", np.float64, (SHARES,)),
        ("luck_errors", np.float64, (SHARES,)),
        ("error", np.float64),
        # To work in.
        ("of_nodes", np.int64, (BAND,)),
        ("found", np.float64, (BAND,)),
        ("weights", np.float64, (BAND, BAND)),
        ("by_batch", np.float64, (BATCHES,)),
    ],
    align=True,
)


def trial_record(rules: Rules) -> np.dtype[Any]:
    """What is tried, and memory to try it in."""
    return np.dtype(
        [
            ("seed", np.uint64),
            ("stream", np.uint64, (1,)),
            *((name, np.int64) for name in ("kind", "seat", "code", "outcomes", "came")),
            *((name, np.int64) for name in ("players", "number", "races", "rows")),
            ("known", np.int64, (rules.KNOWN,)),
            ("codes", np.int64, (MOST_OPTIONS,)),  # the first `number` of them
            ("shares", np.float64, (SHARES,)),
            ("values", np.float64, (VALUES * MOST_OPTIONS,)),
            ("before", rules.STATE),
            ("after", rules.STATE),
            ("world", rules.STATE, (1,)),
            ("states", rules.STATE, (2,)),
            ("seen", rules.SEEN),
            ("sight", rules.SEEN),
            ("options", np.int16, rules.STATE["options"].shape),
        ],
        align=True,
    )


def review_entries(game: str) -> dict[str, Entry]:
    """Everything that a page can call to review a game, by name."""
    rules = games.rules(game)
    places = places_of(rules)
    found = {"conclude": of_memory(rules, places)["conclude"], **of_outlook(rules, places)}
    found |= _of_trials(rules) | _of_moments() | _of_curve() | _of_options()
    return found | _of_facts(rules)


def _of_trials(rules: Rules) -> dict[str, Entry]:
    record = trial_record(rules)
    at = {name: offset_of(record, name) for name in record.names or ()}
    known_at, codes_at, shares_at, values_at = (
        at[name] for name in ("known", "codes", "shares", "values")
    )
    world_at, states_at, options_at, stream_from = (
        at[name] for name in ("world", "states", "options", "stream")
    )
    after_at, state_type, known_of = at["after"], rules.STATE, rules.KNOWN
    options, size = rules.STATE["options"].shape, rules.STATE.itemsize
    policy = number_of(usual_policy(rules.NAME))

    def try_rows(
        trial: Place, outlook: Place, first: int, rows: int, columns: int, sums: Place, pairs: Place
    ) -> None:
        own = carray(trial, 1)[0]
        of_each = VALUES if own.kind == MOMENT or own.kind == OPTIONS else 1
        scratch = Scratch(
            carray(beyond(trial, states_at), 2, state_type),
            own.sight,
            stream_at(trial, stream_from),
            carray(beyond(trial, shares_at), own.players + 1, np.float64),
        )
        tried = Trial(
            own.kind,
            own.seed,
            policy,
            own.before,
            own.after,
            own.seat,
            own.code,
            own.outcomes,
            own.came,
            own.seen,
            carray(beyond(trial, known_at), known_of, np.int64),
            carray(beyond(trial, codes_at), own.number, np.int64),
            carray(beyond(trial, world_at), 1, state_type),
            carray(outlook, (own.races, own.rows, own.players)),
            own.players,
            carray(beyond(trial, options_at), options, np.int16),
        )
        values = carray(beyond(trial, values_at), (of_each, wide(columns)), np.float64)
        found = carray(sums, (wide(rows), of_each, wide(columns)))
        products = carray(pairs, (wide(rows), PAIRS))
        trials.try_rows(tried, wide(first), scratch, values, found, products)

    def outcomes_of(trial: Place) -> None:
        """How many outcomes the decision has, and which of them came."""
        own = carray(trial, 1)[0]
        space = Workspace(
            carray(beyond(trial, states_at), 2, state_type),
            carray(beyond(trial, states_at), (2, size), np.uint8),
            stream_at(trial, stream_from),
        )
        after = carray(beyond(trial, after_at), size, np.uint8)
        own.outcomes, own.came = outcomes.outcomes_of(own.before, own.code, after, space)

    def share_victory(state: Place, shares: Place) -> None:
        record = carray(state, 1)[0]
        playout.share_victory(record, carray(shares, wide(record.players) + 1))

    place, floats = pointer(numba.from_dtype(record)), pointer(types.float64)
    state, row = pointer(numba.from_dtype(rules.STATE)), pointer(types.int16)
    numbers = (NUMBER, NUMBER, NUMBER)
    return {
        "try_rows": Entry(try_rows, types.void(place, row, *numbers, floats, floats)),
        "outcomes_of": Entry(outcomes_of, types.void(place)),
        "share_victory": Entry(share_victory, types.void(state, floats)),
    }


def _of_moments() -> dict[str, Entry]:
    def add_to_position(rows: Place, number: int, seats: int, position: Place) -> None:
        sums = carray(rows, (wide(number), 1, wide(seats)))
        tallies.add_to_position(sums, carray(position, 1)[0])

    def add_to_moment(rows: Place, pairs: Place, number: int, seats: int, moment: Place) -> None:
        sums = carray(rows, (wide(number), VALUES, wide(seats)))
        products = carray(pairs, (wide(number), PAIRS))
        tallies.add_to_moment(sums, products, carray(moment, 1)[0])

    floats = pointer(types.float64)
    position, moment = (pointer(numba.from_dtype(each)) for each in (POSITION_TALLY, MOMENT_TALLY))
    return {
        "add_to_position": Entry(add_to_position, types.void(floats, NUMBER, NUMBER, position)),
        "add_to_moment": Entry(add_to_moment, types.void(floats, floats, NUMBER, NUMBER, moment)),
    }


def _of_curve() -> dict[str, Entry]:
    names = ("result", "of_nodes", "found", "weights", "by_batch")
    result_at, nodes_at, found_at, weights_at, batches_at = (
        offset_of(CURVE, name) for name in names
    )

    @called_inside
    def chain_of(place: Place) -> Chain:
        own = carray(place, 1)[0]
        nodes = curve.most_nodes(own.decisions)
        return Chain(
            carray(beyond(place, own.matrix), (nodes, BAND), np.float64),
            carray(beyond(place, own.right), (nodes, own.seats * (BATCHES + 1)), np.float64),
            carray(beyond(place, nodes_at), BAND, np.int64),
            carray(beyond(place, found_at), BAND, np.float64),
            carray(beyond(place, weights_at), (BAND, BAND), np.float64),
            carray(beyond(place, batches_at), BATCHES, np.float64),
        )

    @called_inside
    def moments_of(place: Place) -> Any:
        own = carray(place, 1)[0]
        return carray(beyond(place, own.moments), own.decisions, MOMENT_TALLY)

    def lay_curve(place: Place) -> None:
        """The curve, and how sure it is."""
        own, chain, moments = carray(place, 1)[0], chain_of(place), moments_of(place)
        seats = own.seats
        places = carray(beyond(place, own.places), (own.decisions, BAND), np.int64)
        positions = carray(beyond(place, own.positions), 2, POSITION_TALLY)
        result = carray(beyond(place, result_at), seats, np.float64)
        own.nodes = curve.lay_curve(moments, positions, result, own.over != 0, places, chain)
        for seat in range(seats):
            own.luck_errors[seat] = curve.luck_error(places, chain, seats, seat)
        own.error = curve.greatest_error(moments, places, chain, seats)

    def plan_more(place: Place, error: float) -> None:
        """How many rounds of trials each decision needs more, while sums are so unsure."""
        own = carray(place, 1)[0]
        rounds = carray(beyond(place, own.rounds), own.decisions, np.int64)
        curve.plan_more(moments_of(place), own.seats, error, rounds)

    place: Numba = pointer(numba.from_dtype(CURVE))
    return {
        "lay_curve": Entry(lay_curve, types.void(place)),
        "plan_more": Entry(plan_more, types.void(place, types.float64)),
    }


def _of_options() -> dict[str, Entry]:
    def add_to_options(rows: Place, number: int, columns: int, tally: Place) -> None:
        sums = carray(rows, (wide(number), VALUES, wide(columns)))
        weighing.add_to_options(sums, carray(tally, 1)[0])

    def is_clear(tally: Place) -> int:
        return int(weighing.is_clear(carray(tally, 1)[0]))

    def drop_hopeless(tally: Place) -> None:
        weighing.drop_hopeless(carray(tally, 1)[0])

    def plan_afresh(tally: Place) -> None:
        weighing.plan_afresh(carray(tally, 1)[0])

    def judge_rivals(tally: Place) -> None:
        weighing.judge_rivals(carray(tally, 1)[0])

    def rounds_for_play(tally: Place, doubts: float) -> int:
        return weighing.rounds_for_play(carray(tally, 1)[0], doubts)

    def rounds_to_be_sure(tally: Place, error: float) -> int:
        return weighing.rounds_to_be_sure(carray(tally, 1)[0], error)

    def judge_options(tally: Place) -> None:
        weighing.judge_options(carray(tally, 1)[0])

    tally, floats = pointer(numba.from_dtype(OPTIONS_TALLY)), pointer(types.float64)
    return {
        "add_to_options": Entry(add_to_options, types.void(floats, NUMBER, NUMBER, tally)),
        "is_clear": Entry(is_clear, NUMBER(tally)),
        "drop_hopeless": Entry(drop_hopeless, types.void(tally)),
        "plan_afresh": Entry(plan_afresh, types.void(tally)),
        "judge_rivals": Entry(judge_rivals, types.void(tally)),
        "rounds_for_play": Entry(rounds_for_play, NUMBER(tally, types.float64)),
        "rounds_to_be_sure": Entry(rounds_to_be_sure, NUMBER(tally, types.float64)),
        "judge_options": Entry(judge_options, types.void(tally)),
    }


def _of_facts(rules: Rules) -> dict[str, Entry]:
    write = facts_of(rules.NAME).fill

    def fill(seen: Place, code: int, reason: int, gaps: Place) -> None:
        write(carray(seen, 1)[0], wide(code), wide(reason), carray(gaps, MOST_GAPS))

    seen, row = pointer(numba.from_dtype(rules.SEEN)), pointer(types.int16)
    return {"fill": Entry(fill, types.void(seen, NUMBER, NUMBER, row))}
