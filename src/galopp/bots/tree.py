"""A tree of what a seat can tell apart, grown by playing on in thought.

Each try deals the seat a world that looks to it exactly like the real one, walks down the
tree by the decisions that world allows, adds one decision that was not tried before, plays on
by quick heuristics as far as the search looks, mostly to the end of the race, and tells every
decision on the way what came of it.
A decision is judged by the chance to win of whoever takes it, so that any number of players
think of themselves; and since it is only offered in some worlds, what counts for being curious
about it is how often it was offered (information-set tree search with a single observer).

The others do not know the seat's cards, though in every world these are the same; left to the
tree they would soon play as if they knew. So they mostly decide as the heuristics would, by
what each of them sees, and only now and then as the tree advises. What they decide in secret
does not divide the tree either: of that, only what the seat is told, that there is a bet or
the back of a card, leads to another branch. What chance shows later, a card drawn or a round
turned over, does not divide it: a decision there is judged over all that may come.
"""

import math
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from galopp.bots.outlook import judge
from galopp.bots.verbs import (
    apply,
    as_told,
    believe,
    is_near,
    is_secret,
    legal,
    mover,
    quick,
    redeal_knowing,
    show,
)
from galopp.core.cards import has, one, pick
from galopp.core.chance import Chance, below
from galopp.core.contract import Known, Outlook
from galopp.core.exact import log
from galopp.core.kernel import kernel
from galopp.core.record import Numbers, Record
from galopp.core.words import NOBODY

NODE = np.dtype(
    (
        Numbers,
        np.dtype(
            [
                ("worth", np.float64),  # victories so far, to the seat that decides on it
                ("visits", np.int32),
                ("offered", np.int32),  # how often the world allowed it
                ("parent", np.int32),
                ("first", np.int32),  # its latest child, or NONE
                ("sibling", np.int32),  # the next child of its parent, or NONE
                ("code", np.int8),
                ("seat", np.int8),
            ],
            align=True,
        ),
    )
)
Tree = npt.NDArray[Any]

ROOT, NONE = 0, -1


class SearchParameters(NamedTuple):
    """How to search: what is true of every try."""

    curiosity: float  # about what was seldom tried; in victories
    advised: int  # of a hundred decisions of others, so many as the tree advises


class Problem(NamedTuple):
    """What is searched, and how."""

    seen: Record  # by the seat that thinks
    known: Known  # what follows from what it was told
    outlook: Outlook
    parameters: SearchParameters


class Scratch(NamedTuple):
    """Memory that a search works in; what it held before does not matter."""

    state: Record
    sight: Record  # what another seat sees
    rewards: npt.NDArray[np.float64]  # by seat


def plant(most: int) -> Tree:
    """A tree of its root alone, with room for so many decisions."""
    tree = np.zeros(most + 1, NODE)
    put_root(tree)
    return tree


@kernel
def put_root(tree: Tree) -> None:
    """A root that nothing is decided at yet; the rest of the memory does not matter."""
    root = tree[ROOT]
    root.worth, root.visits, root.offered = 0.0, 0, 0
    root.first = root.parent = root.sibling = NONE
    root.code = root.seat = 0


@kernel
def grow(
    tree: Tree, size: int, tries: int, problem: Problem, scratch: Scratch, luck: Chance
) -> int:
    """So many tries more; returns how large the tree is then."""
    for _ in range(tries):
        redeal_knowing(problem.seen, problem.known, luck, scratch.state)
        believe(problem.seen, scratch.state, scratch.sight, luck)
        size = try_out(tree, size, problem, scratch, luck)
    return size


@kernel
def try_out(tree: Tree, size: int, problem: Problem, scratch: Scratch, luck: Chance) -> int:
    """One try in the world in `scratch`; returns how large the tree is then."""
    node, size = walk_down(tree, size, problem, scratch, luck)
    play_on(problem.seen, scratch, luck)
    players = int(problem.seen.players)
    judge(scratch.state, players, problem.outlook, luck, scratch.rewards)
    while node != ROOT:
        tree[node].visits += 1
        tree[node].worth += scratch.rewards[tree[node].seat]
        node = tree[node].parent
    return size


@kernel
def walk_down(
    tree: Tree, size: int, problem: Problem, scratch: Scratch, luck: Chance
) -> tuple[int, int]:
    """Go down to a decision not tried before, carrying out what is decided on the way."""
    node, state, parameters = ROOT, scratch.state, problem.parameters
    while is_on(state, problem.seen):
        seat = mover(state)
        if seat != problem.seen.viewer and plays_by_heuristics(state, parameters, luck):
            child, code, told = child_by_heuristics(tree, node, seat, scratch, luck)
        else:
            child, code = child_to_try(tree, node, seat, parameters, state, luck)
            told = code
        if child == NONE and size == len(tree):
            break  # no room: play on from here without remembering
        apply(state, code, luck)
        if child == NONE:
            return add(tree, size, node, seat, told), size + 1
        node = child
    return node, size


@kernel
def is_on(state: Record, seen: Record) -> bool:
    """Whether somebody decides who is still within sight of the seat."""
    return bool(mover(state) != NOBODY and is_near(state, seen))


@kernel
def plays_by_heuristics(state: Record, parameters: SearchParameters, luck: Chance) -> bool:
    """Whether another seat decides by itself: always in secret, and mostly in the open."""
    return bool(is_secret(state) or below(luck, 100) >= parameters.advised)


@kernel
def child_by_heuristics(
    tree: Tree, node: int, seat: int, scratch: Scratch, luck: Chance
) -> tuple[int, int, int]:
    """The branch for what a seat decides by what it sees; the code, and what is told of it."""
    code = by_heuristics(seat, scratch, luck)
    told = as_told(scratch.state, code) if is_secret(scratch.state) else code
    child = child_called(tree, node, seat, told)
    if child != NONE:
        tree[child].offered += 1
    return child, code, told


@kernel
def by_heuristics(seat: int, scratch: Scratch, luck: Chance) -> int:
    """What a seat decides by what it sees."""
    show(scratch.state, seat, scratch.sight)
    return quick(scratch.sight, luck)


@kernel
def child_to_try(
    tree: Tree, node: int, seat: int, parameters: SearchParameters, state: Record, luck: Chance
) -> tuple[int, int]:
    """The branch worth another try and its code; NONE and any code that has no branch yet."""
    child, untried = most_interesting(tree, node, seat, legal(state), parameters.curiosity)
    if untried:
        return NONE, pick(untried, luck)
    return child, int(tree[child].code)


@kernel
def child_called(tree: Tree, node: int, seat: int, told: int) -> int:
    """The branch for what this seat decided, as far as it is told, or NONE."""
    child = tree[node].first
    while child != NONE and not (tree[child].seat == seat and tree[child].code == told):
        child = tree[child].sibling
    return int(child)


@kernel
def most_interesting(
    tree: Tree, node: int, seat: int, allowed: Any, curiosity: float
) -> tuple[int, Any]:
    """The decision to try again, and those never tried, of what is allowed in this world."""
    best, choice = -1.0, NONE
    untried = allowed
    child = tree[node].first
    while child != NONE:
        known = tree[child]
        if known.seat == seat and has(allowed, known.code):
            untried &= ~one(known.code)
            known.offered += 1
            doubt = math.sqrt(log(known.offered) / known.visits)
            promise = known.worth / known.visits + curiosity * doubt
            if promise > best:
                best, choice = promise, child
        child = known.sibling
    return int(choice), np.uint64(untried)


@kernel
def add(tree: Tree, size: int, node: int, seat: int, code: int) -> int:
    """A new branch; returns its number."""
    new = tree[size]
    new.worth, new.visits, new.offered = 0.0, 0, 1
    new.parent, new.first, new.sibling = node, NONE, tree[node].first
    new.code, new.seat = code, seat
    tree[node].first = size
    return size


@kernel
def play_on(seen: Record, scratch: Scratch, luck: Chance) -> None:
    """Play on by heuristics as far as the search looks."""
    while is_on(scratch.state, seen):
        apply(scratch.state, by_heuristics(mover(scratch.state), scratch, luck), luck)
