"""What a page can call of a net: what it would decide, and trying that out.

The net is a file that the page has laid into memory (`net_file`); a trial is a record that lies
there too: the decisions that are tried, what came of each, and memory to work in.
"""

from typing import Any, NamedTuple

import numba
import numpy as np
from numba import types
from numba.np.numpy_support import carray

from galopp.bots import verbs
from galopp.bots.nets import candidates, playouts
from galopp.bots.nets.beliefs import Past
from galopp.bots.nets.candidates import MOST_TRIED, Candidates
from galopp.bots.nets.inputs import INPUT, MOST_ON
from galopp.bots.nets.net import MOST_UNITS, Layer, Net, Workspace, best_code, evaluate
from galopp.bots.nets.playouts import Asked, Playing
from galopp.bots.nets.search import HORIZON, number_of_codes
from galopp.bots.nets.taught import VALUES, Taught, is_taught
from galopp.bots.verbs import beliefs_of
from galopp.core.contract import Rules
from galopp.core.history import ENTRY
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
from galopp.wasm.net_file import HEADER

NUMBER = types.int32


def trial_record(rules: Rules) -> np.dtype[Any]:
    """What a net works in, the decisions that are tried out by it, and what others have decided."""
    room = beliefs_of(rules.NAME).ROOM
    return np.dtype(
        [
            ("luck", np.uint64, (1,)),
            ("codes", np.int64, (MOST_TRIED,)),
            ("worlds", np.int64, (MOST_TRIED,)),
            ("shares", np.float64, (MOST_TRIED,)),
            ("ahead", np.float64, (MOST_TRIED,)),
            ("squares", np.float64, (MOST_TRIED,)),
            ("stream", np.uint64, (1,)),
            ("states", rules.STATE, (2,)),
            ("seen", rules.SEEN, (1,)),
            ("views", rules.SEEN, (room.decisions,)),
            ("decided_by", np.int64, (room.decisions,)),
            ("decided", np.int64, (room.decisions,)),
            ("remembered", np.int64, (1,)),
            ("plausible", np.float64, (rules.SEATS, room.hands)),
            ("here", np.int32, (MOST_UNITS,)),
            ("there", np.int32, (MOST_UNITS,)),
            ("on", np.int16, (MOST_ON,)),
            ("number", np.int32),  # of decisions that are tried
            ("dropped", np.int8, (MOST_TRIED,)),  # yes or no
        ],
        align=True,
    )


@called_inside
def layer_of(net: Place, number: int, inputs: int) -> Layer:
    """A layer of a net that lies in memory."""
    header = carray(net, 1)[0]
    units = wide(header.units[number])
    weights = beyond(net, wide(header.weights_at[number]))
    bias = beyond(net, wide(header.bias_at[number]))
    return Layer(carray(weights, (inputs, units), np.int8), carray(bias, units, np.int32))


@called_inside
def net_of(net: Place) -> Net:
    """All of it."""
    header = carray(net, 1)[0]
    inputs = carray(beyond(net, wide(header.inputs_at)), wide(header.inputs), INPUT)
    units = header.units
    return Net(
        inputs,
        layer_of(net, 0, wide(header.features)),
        layer_of(net, 1, wide(units[0])),
        layer_of(net, 2, wide(units[1])),
        layer_of(net, 3, wide(units[2])),
    )


@called_inside
def taught_of(net: Place) -> Taught:
    """Where it was taught."""
    header = carray(net, 1)[0]
    players = carray(beyond(net, wide(header.players_at)), wide(header.players), np.int64)
    shape = (wide(header.options), VALUES)
    return Taught(players, carray(beyond(net, wide(header.options_at)), shape, np.bool_))


@called_inside
def workspace_of(trial: Any) -> Workspace:
    """The memory of a trial that a net counts in."""
    return Workspace(trial.on, trial.here, trial.there)


@called_inside
def tried_of(trial: Any) -> Candidates:
    """The decisions of a trial."""
    number = wide(trial.number)
    return Candidates(
        trial.codes[:number],
        trial.dropped[:number],
        trial.worlds[:number],
        trial.shares[:number],
        trial.ahead[:number],
        trial.squares[:number],
    )


def net_entries(rules: Rules, seen_place: Numba) -> dict[str, tuple[Any, Numba]]:
    """Everything that a page can call of a net, by name: function and signature."""
    record = trial_record(rules)
    net_place = pointer(numba.from_dtype(HEADER))
    trial_place = pointer(numba.from_dtype(record))
    found = _deciding(rules, (net_place, trial_place, seen_place))
    return found | _trying(rules, (net_place, trial_place, seen_place))


def _deciding(rules: Rules, places: tuple[Numba, ...]) -> dict[str, tuple[Any, Numba]]:
    words = rules.SEEN.itemsize // 8
    net_place, trial_place, seen_place = places

    @called_inside
    def found_in(net: Place, trial: Place, seen: Place) -> Any:
        sight = carray(seen, 1)[0]
        read = carray(beyond(seen, 0), words, np.uint64)
        space = workspace_of(carray(trial, 1)[0])
        # As narrow as in playouts, so that it is in the module once.
        evaluate(read, wide(sight.viewer), int(sight.players), net_of(net), space)
        return space.there

    def net_is_taught(net: Place, seen: Place) -> int:
        return int(is_taught(taught_of(net), carray(seen, 1)[0]))

    def net_decides(net: Place, trial: Place, seen: Place) -> int:
        return best_code(found_in(net, trial, seen), carray(seen, 1)[0].legal)

    def list_likely(net: Place, trial: Place, seen: Place) -> int:
        """Begin a trial: what the net would decide, the likeliest first."""
        own, found = carray(trial, 1)[0], found_in(net, trial, seen)
        number = candidates.list_likely(found, carray(seen, 1)[0].legal, own.codes)
        own.number = number
        for nth in range(MOST_TRIED):
            own.dropped[nth] = False
            own.worlds[nth] = 0
            own.shares[nth] = own.ahead[nth] = own.squares[nth] = 0.0
        return number

    return {
        "net_is_taught": (net_is_taught, NUMBER(net_place, seen_place)),
        "net_decides": (net_decides, NUMBER(*places)),
        "list_likely": (list_likely, NUMBER(*places)),
    }


class _TrialPlaces(NamedTuple):
    """Where a trial keeps what a kernel is handed as an array of its own."""

    states: int
    seen: int
    views: int
    luck: int
    stream: int
    words: int  # of a view
    decisions: int  # that can be remembered


def _trial_places(rules: Rules) -> _TrialPlaces:
    record = trial_record(rules)
    names = ("states", "seen", "views", "luck", "stream")
    states, seen, views, luck, stream = (offset_of(record, name) for name in names)
    words, decisions = rules.SEEN.itemsize // 8, beliefs_of(rules.NAME).ROOM.decisions
    return _TrialPlaces(states, seen, views, luck, stream, words, decisions)


def _trying(rules: Rules, places: tuple[Numba, ...]) -> dict[str, tuple[Any, Numba]]:
    net_place, trial_place, seen_place = places
    states_at, seen_at, views_at, luck_from, stream_from, words, most = _trial_places(rules)
    state_type, seen_type = rules.STATE, rules.SEEN
    known_of, codes, horizon = rules.KNOWN, number_of_codes(rules), HORIZON[rules.NAME]

    @called_inside
    def past_of(trial: Place) -> Past:
        own = carray(trial, 1)[0]
        return Past(
            carray(beyond(trial, views_at), most, seen_type),
            carray(beyond(trial, views_at), (most, words), np.uint64),
            own.decided_by,
            own.decided,
            own.remembered,
            own.plausible,
        )

    def remember(trial: Place, seen: Place, told: Place, entries: int) -> None:
        """Note what others have decided, before anything is tried."""
        states, stream = (
            carray(beyond(trial, states_at), 2, state_type),
            stream_at(trial, stream_from),
        )
        stream[0] = np.uint64(0)
        history = carray(told, wide(entries))
        verbs.remember(carray(seen, 1)[0], history, past_of(trial), states[1], stream)

    def try_worlds(net: Place, trial: Place, seen: Place, known: Place, worlds: int) -> int:
        """Try out in more worlds; returns whether only the net's own choice is left."""
        own = carray(trial, 1)[0]
        playing = Playing(
            net_of(net),
            workspace_of(own),
            carray(beyond(trial, states_at), 2, state_type),
            carray(beyond(trial, seen_at), 1, seen_type),
            carray(beyond(trial, seen_at), words, np.uint64),
            stream_at(trial, stream_from),
            codes,
            horizon,
        )
        tried, concluded = tried_of(own), carray(known, known_of)
        asked = Asked(carray(seen, 1)[0], concluded, past_of(trial))
        playouts.try_worlds(wide(worlds), asked, tried, playing, stream_at(trial, luck_from))
        return int(candidates.drop_worse(tried))

    def add_tried(trial: Place, other: Place) -> None:
        """Add what came of the same decisions in another trial."""
        candidates.add_tried(tried_of(carray(trial, 1)[0]), tried_of(carray(other, 1)[0]))

    def best_tried(trial: Place) -> int:
        return candidates.best_tried(tried_of(carray(trial, 1)[0]))

    known, told = pointer(types.int64), pointer(numba.from_dtype(ENTRY))
    return {
        "remember": (remember, types.void(trial_place, seen_place, told, NUMBER)),
        "try_worlds": (try_worlds, NUMBER(*places, known, NUMBER)),
        "add_tried": (add_tried, types.void(trial_place, trial_place)),
        "best_tried": (best_tried, NUMBER(trial_place)),
    }
