"""What is certain to happen if a seat decides so, by the rules and by what the seat sees alone.

    for foreseen in foresee(seen):
        foreseen.code, foreseen.happens     # a legal code, and the events that must follow

A decision is tried in many worlds that `redeal` draws: in each of them it is carried out, with
luck of its own, and told as any decision is. What all of them begin with is
certain. Where they part, hidden cards or luck decide, and nothing after that is told: it might
be the same in all these worlds and still another in the real one.

Nothing comes in but a `SEEN` record, from which the luck is made too. So two states that look
alike to a seat give it the same foresight, and asking again tells nothing new.
"""

import hashlib
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple, cast

import numpy as np
import numpy.typing as npt

from galopp.bots.verbs import apply, game_of, mover, redeal, show
from galopp.core.chance import Chance, chance, spin
from galopp.core.contract import Foretells, Rules
from galopp.core.events import Event, happened, nothing_told, read_events
from galopp.core.kernel import kernel
from galopp.core.record import Record
from galopp.core.words import numbers_in

# Where worlds part, they do so evenly: another card is drawn, another bet turned up. That so many
# of them agree on what is not certain happens less than once in ten million decisions, even if it
# hangs on one of four pigs alone; and on whether one card of two is drawn, so many are enough.
WORLDS = 64
ENOUGH = 24  # of them, if they look different, to see where they part

Records = npt.NDArray[Any]  # of states, or of what a seat sees


@dataclass(frozen=True)
class Foreseen:
    """What is certain of one decision."""

    code: int
    happens: list[Event]  # at once, in this order
    later: list[Event] = field(default_factory=list)  # once the others have decided too


class Worlds(NamedTuple):
    """The same moment in many worlds, and the luck that each goes on with."""

    states: Records
    luck: npt.NDArray[np.uint64]


def foresee(seen: Record, first: Sequence[int] = ()) -> list[Foreseen]:
    """What is certain of each legal decision of the seat that sees this.

    `first` are decisions that the seat would make before, as in a choice of several steps; if they
    are not its to make, or tell it something, nothing is certain of what comes after them.
    """
    rules = game_of(seen.dtype)
    worlds = _possible_worlds(rules, seen) if seen.legal else None
    for code in first:
        if worlds is None or code not in numbers_in(int(seen.legal)):
            return []
        states, views = _decided(rules, seen, worlds, code)
        worlds = Worlds(states, worlds.luck) if len(_different(views)) == 1 else None
        seen = views[0]
    if worlds is None:
        return []
    return [_foreseen(rules, seen, worlds, code) for code in numbers_in(int(seen.legal))]


def _possible_worlds(rules: Rules, seen: Record) -> Worlds:
    worlds = Worlds(np.zeros(WORLDS, rules.STATE), np.zeros(WORLDS, np.uint64))
    digest = hashlib.sha256(seen.tobytes()).digest()
    deal(seen, chance(int.from_bytes(digest[:8])), worlds.states, worlds.luck)
    viewer = int(seen.viewer)
    if int(mover(worlds.states[0])) != viewer:  # several may decide, in any order
        for state in worlds.states:
            rules.ask(state, viewer)  # type: ignore[attr-defined]  # of `ManyDecide`
    return worlds


def _foreseen(rules: Rules, seen: Record, worlds: Worlds, code: int) -> Foreseen:
    after, views = _decided(rules, seen, worlds, code)
    happens = certain(rules, seen, views)
    call = _call_that_is_due(rules, views)
    if call is not None:
        _, called = _decided(rules, views[0], Worlds(after, worlds.luck), call)
        happens += certain(rules, views[0], called)
    later = _foretold(rules, seen, code)
    return Foreseen(code, happens, [event for event in later if event not in happens])


def _foretold(rules: Rules, seen: Record, code: int) -> list[Event]:
    told = nothing_told()
    if hasattr(rules, "foretell"):
        cast(Foretells, rules).foretell(seen, code, told)
    return read_events(rules.Happening, told)


def _decided(rules: Rules, seen: Record, worlds: Worlds, code: int) -> tuple[Records, Records]:
    """How all worlds are after the decision, and how they look to the seat."""
    after, views = np.zeros(WORLDS, rules.STATE), np.zeros(WORLDS, rules.SEEN)
    decide(worlds.states, worlds.luck, int(seen.viewer), code, chance(0), after, views)
    return after, views


def _call_that_is_due(rules: Rules, views: Records) -> int | None:
    """Where a play counts only once its call is made, nobody means to forget that."""
    challenge = getattr(rules, "CHALLENGE", None)
    if challenge is None or int(views[0].phase) != challenge.due or len(_different(views)) > 1:
        return None
    return int(challenge.call)


def certain(rules: Rules, seen: Record, views: Iterable[Record]) -> list[Event]:
    """The events on which all worlds agree, from the first one on."""
    different = _different(views)
    first, *others = (happened(rules, seen, view) for view in different[:ENOUGH])
    if not others:
        return first
    agreed = _agreed(first, others)
    return agreed + _earned(rules, seen, first[len(agreed) :], different)


def _different(views: Iterable[Record]) -> list[Record]:
    return list({view.tobytes(): view for view in views}.values())


def _agreed(first: list[Event], others: list[list[Event]]) -> list[Event]:
    """What all begin with."""
    for number, event in enumerate(first):
        # Who wins may hang on all that is hidden, and on some of it hardly ever: that is certain
        # only where nothing is left that could differ.
        open_still = event.key == "game_over"
        if open_still or any(other[number : number + 1] != [event] for other in others):
            return first[:number]
    return first


def _earned(rules: Rules, seen: Record, rest: list[Event], views: list[Record]) -> list[Event]:
    """What the seat itself earns in all worlds, though they have parted before."""
    keys, viewer = [row.key for row in getattr(rules, "EARNED", ())], int(seen.viewer)
    earned = [one for one in rest if one.key in keys and one.arguments.get("seat") == viewer]
    for view in views[1:] if earned else ():
        told = happened(rules, seen, view)
        earned = [event for event in earned if event in told]
    return earned


@kernel
def deal(seen: Record, stream: Chance, states: Records, luck: npt.NDArray[np.uint64]) -> None:
    """Worlds that the seat cannot tell apart, each with luck of its own."""
    for world in range(len(states)):
        redeal(seen, stream, states[world])
        luck[world] = spin(stream)


@kernel
def decide(
    states: Records,
    luck: npt.NDArray[np.uint64],
    seat: int,
    code: int,
    stream: Chance,
    after: Records,
    views: Records,
) -> None:
    """Carry one decision out in all worlds, and show each to the seat; the stream is used."""
    for world in range(len(states)):
        stream[0] = luck[world]
        after[world] = states[world]
        apply(after[world], code, stream)
        show(after[world], seat, views[world])
