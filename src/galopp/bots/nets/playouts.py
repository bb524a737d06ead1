"""Worlds tried out by a net: what comes of each decision if all play on.

Every decision is tried in the same worlds with the same luck, so that what is compared is the
decisions and not the cards. The seat itself goes on as the net would, the others by their `habits`.
Nobody is shown more than their seat sees, in thought either. A playout goes on for so many
decisions; from there on the net says how much of the victory the seat may hope for.
"""

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from galopp.bots.nets.beliefs import Evaluation, Past
from galopp.bots.nets.candidates import Candidates
from galopp.bots.nets.habits import habit
from galopp.bots.nets.inputs import Words
from galopp.bots.nets.net import SHARE, Net, Workspace, best_code, evaluate
from galopp.bots.verbs import (
    apply,
    believe,
    legal,
    mover,
    plausibility,
    redeal_knowing,
    remembered,
    show,
    winners,
)
from galopp.core.cards import count
from galopp.core.chance import Chance, fraction, spin
from galopp.core.contract import Known
from galopp.core.kernel import kernel
from galopp.core.record import Record
from galopp.core.words import NOBODY

Records = npt.NDArray[np.void]

DEALT = 16  # worlds of which one is taken, where something is known of the others' decisions


class Playing(NamedTuple):
    """What playouts need: the net, and memory whose contents do not matter."""

    net: Net
    space: Workspace
    states: Records  # (2,): a world, and the game that goes on in it
    seen: Records  # (1,)
    words: Words  # the same memory
    luck: Chance
    codes: int  # how many codes the game has
    horizon: int  # decisions


class Asked(NamedTuple):
    """What is tried out: by whom, and all that is known."""

    seen: Record
    known: Known  # what follows from what the seat was told
    past: Past  # what the others decided


@kernel
def try_worlds(
    worlds: int, asked: Asked, tried: Candidates, playing: Playing, luck: Chance
) -> None:
    """Deal so many worlds, and try every decision in each that is not dropped."""
    for _ in range(worlds):
        deal_likely(asked, playing, luck)
        stream, first = spin(luck), 0.0
        for nth in range(len(tried.codes)):
            if tried.dropped[nth]:
                continue
            playing.states[1] = playing.states[0]
            playing.luck[0] = stream
            apply(playing.states[1], tried.codes[nth], playing.luck)
            share = play_out(int(asked.seen.viewer), playing)
            if nth == 0:
                first = share
            tried.worlds[nth] += 1
            tried.shares[nth] += share
            tried.ahead[nth] += share - first
            tried.squares[nth] += (share - first) * (share - first)


@kernel
def deal_likely(asked: Asked, playing: Playing, luck: Chance) -> None:
    """Deal a world: one of several, the likelier the better it explains what others have done."""
    seen, known, past = asked
    if remembered(seen, past) == 0:
        redeal_knowing(seen, known, luck, playing.states[0])
        believe(seen, playing.states[0], playing.seen[0], luck)
        return
    whole = 0.0
    for _ in range(DEALT):
        redeal_knowing(seen, known, luck, playing.states[1])
        likely = explains(playing.states[1], int(seen.viewer), past, playing, luck)
        whole += likely
        if fraction(luck) * whole <= likely:
            playing.states[0] = playing.states[1]


@kernel
def explains(world: Record, viewer: int, past: Past, playing: Playing, luck: Chance) -> float:
    """How likely all others would have decided as they did in a world."""
    likely, evaluation = 1.0, Evaluation(playing.net, playing.space)
    for seat in range(world.players):
        if seat != viewer:
            likely *= plausibility(world, seat, past, evaluation, luck)
    return likely


@kernel
def play_out(viewer: int, playing: Playing) -> float:
    """Play on; the share of the victory that a seat may hope for then."""
    state = playing.states[1]
    for _ in range(playing.horizon):
        seat = mover(state)
        if seat == NOBODY:
            break
        if seat == viewer:
            code = decision(state, seat, playing)
        else:
            code = other_decision(state, seat, playing)
        apply(state, code, playing.luck)
    return share_now(viewer, playing)


@kernel
def other_decision(state: Record, seat: int, playing: Playing) -> int:
    """What another seat may decide, by its habits."""
    allowed = legal(state)
    if count(allowed) == 1:
        return best_code(playing.space.here, allowed)
    look(state, seat, playing)
    return habit(playing.space.there, allowed, playing.luck)


@kernel
def decision(state: Record, seat: int, playing: Playing) -> int:
    """What the net decides for a seat; where there is no choice it is not asked."""
    allowed = legal(state)
    if count(allowed) == 1:
        return best_code(playing.space.here, allowed)
    look(state, seat, playing)
    return best_code(playing.space.there, allowed)


@kernel
def share_now(viewer: int, playing: Playing) -> float:
    """What a seat has of the victory, or may hope for."""
    state = playing.states[1]
    if mover(state) == NOBODY:
        return share_of(winners(state), viewer)
    return hope(state, viewer, playing)


@kernel
def look(state: Record, seat: int, playing: Playing) -> None:
    """Have the net find what there is in what a seat sees."""
    show(state, seat, playing.seen[0])
    evaluate(playing.words, seat, int(state.players), playing.net, playing.space)


@kernel
def hope(state: Record, viewer: int, playing: Playing) -> float:
    """What the net says a seat may hope for, looking from whoever decides next."""
    seat, players = mover(state), int(state.players)
    look(state, seat, playing)
    away = (viewer - seat + players) % players
    return float(min(1.0, max(0.0, playing.space.there[playing.codes + away] / SHARE)))


@kernel
def share_of(won: int, seat: int) -> float:
    """A seat's part of a victory."""
    if not won >> seat & 1:
        return 0.0
    return 1.0 / count(np.uint64(won))
