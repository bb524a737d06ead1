"""Schweinsgalopp: hands are dealt once and only become smaller: today's tells all earlier ones.

Whoever holds a brown card now and has played two others held all three before. The race is
played again from its line-up, by what everybody was told; what a seat saw at each of its decisions
follows, and its hand is put in for each world. So a plausibility hangs on the seat and its hand
alone, and is found out once for each hand that is dealt.
"""

import numpy as np

from galopp.bots.nets.beliefs import (
    ANYHOW,
    BY_HEURISTICS,
    LIKE_A_NET,
    SURE_OF_HEURISTICS,
    UNKNOWN,
    Evaluation,
    Past,
    Room,
)
from galopp.bots.nets.habits import likelihood
from galopp.bots.nets.net import evaluate
from galopp.bots.schweinsgalopp import casual
from galopp.core.cards import count
from galopp.core.chance import Chance
from galopp.core.contract import History
from galopp.core.counts import Counts, how_many, kinds, one_of
from galopp.core.history import What
from galopp.core.kernel import kernel
from galopp.core.rows import copy_row
from galopp.games.schweinsgalopp.box import (
    FOOD,
    HAND,
    HIDE_SECURED,
    LINE_UP,
    LINE_UP_BY,
    PER_GAME,
    PIGS,
    RANDOM_LINE_UP,
    SEATS,
    TRACK_FOOD,
    Phase,
    State,
)
from galopp.games.schweinsgalopp.memory import cards_gone
from galopp.games.schweinsgalopp.rules import apply, prepare_race
from galopp.games.schweinsgalopp.sight import Seen, show

BITS = 3  # of the number of cards of a colour, which is at most seven
ROOM = Room(decisions=(SEATS - 1) * HAND, hands=1 << BITS * (len(PIGS) - 1))


@kernel
def remember(seen: Seen, told: History, past: Past, state: State, luck: Chance) -> None:
    """Note what the others decided in this race and what they saw then; `state` is scratch.

    Nothing, where not all of it is known: a line-up by lot, totals that are hidden, food that was
    laid before this race, a race that was not followed from its beginning.
    """
    past.number[0] = 0
    past.plausible[:] = UNKNOWN
    if not is_followed(seen, told):
        return
    begin(seen, state, luck)
    number, dealt = 0, False
    for entry in told:
        if state.phase == Phase.PLAY and not dealt:
            deal_as_known(seen, told, state)
            dealt = True
        if entry.seat != state.turn:
            return
        if dealt and entry.seat != seen.viewer:
            show(state, entry.seat, past.views[number])
            past.seats[number] = entry.seat
            past.codes[number] = entry.code
            number += 1
        apply(state, entry.code, luck)
    if stands_as_seen(seen, state):
        past.number[0] = number


@kernel
def remembered(seen: Seen, past: Past) -> int:
    """How many decisions of others are known."""
    return int(past.number[0])


@kernel
def is_followed(seen: Seen, told: History) -> bool:
    """Whether all that was open in this race so far is known."""
    options = seen.options
    if options[LINE_UP_BY] == RANDOM_LINE_UP or options[HIDE_SECURED]:
        return False
    if options[TRACK_FOOD] == PER_GAME and seen.race > 1:
        return False
    played = 0
    for entry in told:
        played += entry.what == What.DECIDED and entry.code < LINE_UP
    return bool(seen.phase == Phase.PLAY and 0 < played == cards_gone(seen))


@kernel
def begin(seen: Seen, state: State, luck: Chance) -> None:
    """The table as it was before the pigs of this race were lined up."""
    state.players = seen.players
    copy_row(seen.options, state.options)
    state.race = seen.race - 1
    state.starter = seen.starter
    state.open_food[:] = 0
    state.ended[:] = 0
    state.track_food = np.uint64(0)
    state.stack = FOOD
    for seat in range(SEATS):
        state.secured[seat] = seen.secured[seat] - seen.fresh[seat]
        state.stack -= state.secured[seat]
    prepare_race(state, luck)


@kernel
def deal_as_known(seen: Seen, told: History, state: State) -> None:
    """Hands of the right size, with the cards that were played; the rest does not matter."""
    for seat in range(seen.players):
        hand = seen.hand if seat == seen.viewer else np.uint64(seen.hand_sizes[seat])
        for entry in told:
            if entry.seat == seat and entry.code < LINE_UP:
                hand += one_of(entry.code)
        state.hands[seat] = hand


@kernel
def stands_as_seen(seen: Seen, state: State) -> bool:
    """Whether the race, played again, has come to where it is."""
    same = state.turn == seen.turn and state.stack == seen.stack
    for pig in range(len(PIGS)):
        same &= state.places[pig] == seen.places[pig]
    return bool(same)


@kernel
def plausibility(
    state: State, seat: int, past: Past, evaluation: Evaluation, luck: Chance
) -> float:
    """How likely a seat would have decided as it did, if it holds what it holds in this world."""
    hand = np.uint64(state.hands[seat])
    at = number_of(hand)
    if past.plausible[seat, at] == UNKNOWN:
        past.plausible[seat, at] = judge(hand, seat, past, evaluation, luck)
    return float(past.plausible[seat, at])


@kernel
def number_of(hand: Counts) -> int:
    """A number for a hand; how many cards it has is known, so the last colour tells nothing new."""
    number = 0
    for pig in range(len(PIGS) - 1):
        number = number << BITS | how_many(hand, pig)
    return number


@kernel
def judge(hand: Counts, seat: int, past: Past, evaluation: Evaluation, luck: Chance) -> float:
    """The same, from its latest decision back to its first."""
    like_a_net, by_heuristics, anyhow = LIKE_A_NET, BY_HEURISTICS, ANYHOW
    for nth in range(past.number[0] - 1, -1, -1):
        if past.seats[nth] != seat:
            continue
        view, code = past.views[nth], past.codes[nth]
        hand += one_of(code)
        view.hand = hand
        view.legal = kinds(hand)
        choices = count(view.legal)
        if choices == 1:
            continue
        evaluate(past.words[nth], seat, int(view.players), evaluation.net, evaluation.space)
        like_a_net *= likelihood(evaluation.space.there, view.legal, code)
        as_advised = SURE_OF_HEURISTICS if casual(view, luck) == code else 0.0
        by_heuristics *= as_advised + (1.0 - SURE_OF_HEURISTICS) / choices
        anyhow /= choices
    return like_a_net + by_heuristics + anyhow
