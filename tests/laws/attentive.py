"""What an attentive person at an Ostfriesenlauf can rule out, found the slow way.

Each card that a runner has had was drawn by it at some moment: after the card came into its stack,
and before the runner laid it. A world is possible if every draw of every runner can be given a card
of its own in this way; which, is tried out.
"""

from dataclasses import dataclass
from itertools import pairwise

from galopp.core.words import numbers_in
from galopp.games.ostfriesenlauf.box import DRAW, IN_A_STACK, RUNNERS, STACKS, Phase

NOW = 10**6


@dataclass
class Life:
    """A card from the moment it came into its stack until it was laid, by whom that is known."""

    card: int
    since: int
    until: int = NOW
    runner: int | None = None


class Watcher:
    """Has followed a game from its deal, and notes draws and cards, each with its moment."""

    def __init__(self, position):
        self.players = position.players
        self.draws = [[[0] if runner < self.players else [] for _ in STACKS] for runner in range(4)]
        self.lives = {card: Life(card, 0) for card in range(IN_A_STACK * len(STACKS))}
        self.over = []
        self.discards = set()
        self.moment = 0
        states = [*position.past, position.state]
        self._blind(states[0], 0)
        for (before, after), decided in zip(pairwise(states), position.decided, strict=True):
            self._follow(before, after, *decided)

    def _follow(self, before, after, seat, code):
        if code >= DRAW:
            if after.reshuffled != before.reshuffled:
                self._come_back()
            self.moment += 1
            self.draws[seat][code - DRAW].append(self.moment)
        elif after.round_number == before.round_number and after.phase != Phase.OVER:
            self._blind(after, int(before.laid) + 1)
        else:
            if after.report_reshuffled != before.reshuffled:
                self._come_back()
            self._turn_over(after)
            if after.phase != Phase.OVER:
                self._blind(after, 0)

    def _turn_over(self, after):
        self.moment += 1
        for card, runner in zip(after.report_cards, after.report_order, strict=True):
            if card >= 0:
                life = self.lives.pop(int(card))
                life.runner, life.until = int(runner), self.moment
                self.over += [life] if runner < self.players else []
                self.discards.add(int(card))
        for runner in range(self.players, len(RUNNERS)):
            self.draws[runner] = [[] for _ in STACKS]

    def _come_back(self):
        self.moment += 1
        self.lives |= {card: Life(card, self.moment) for card in self.discards}
        self.discards = set()

    def _blind(self, state, first):
        for slot in range(first, int(state.laid)):
            if state.reshuffled == slot:
                self._come_back()
            self.moment += 1
            if state.pile[slot] >= 0:
                stack = int(state.pile[slot]) // IN_A_STACK
                self.draws[int(state.order[slot])][stack] = [self.moment]

    def rules_out(self, seat, state):
        """Whether a world cannot be, to somebody on this seat."""
        return not all(
            self._can_have_drawn(runner, stack, state)
            for runner in range(len(RUNNERS))
            for stack in range(len(STACKS))
            if runner != seat
        )

    def _can_have_drawn(self, runner, stack, state):
        cards = [card for card in held_by(runner, state) if card // IN_A_STACK == stack]
        over = [life for life in self.over if life.runner == runner]
        lives = [life for life in over if life.card // IN_A_STACK == stack]
        lives += [self.lives[card] for card in cards]
        return all_are_drawn(self.draws[runner][stack], lives)


def held_by(runner, state):
    """The cards of a runner: in its hand, and face down."""
    pile = zip(state.order[: state.laid], state.pile[: state.laid], strict=True)
    laid = [int(card) for who, card in pile if who == runner and card >= 0]
    return [*numbers_in(int(state.hands[runner])), *laid]


def all_are_drawn(draws, lives):
    """Whether each draw can be given a card of its own: by trying, and by trying again."""
    if len(draws) != len(lives):
        return False
    given = {}

    def give(life, tried):
        for at, draw in enumerate(draws):
            if at not in tried and life.since <= draw <= life.until:
                tried.add(at)
                if at not in given or give(given[at], tried):
                    given[at] = life
                    return True
        return False

    return all(give(life, set()) for life in lives)
