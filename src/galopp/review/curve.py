"""The curve of a game from its trials, and how sure its sums are.

Along the curve stand the nodes of `chain.py`: before the deal; before each decision, after it and
after the answer of chance, where these differ. What luck gave and what a decision was worth are
differences of neighbours.
"""

from dataclasses import dataclass

import numpy as np

from galopp.review.chain import Chain
from galopp.review.estimates import Estimates
from galopp.review.outcomes import NO_CHANCE
from galopp.review.playout import share_victory
from galopp.review.timeline import Timeline
from galopp.review.trial_runner import BATCHES, batch_means, spread
from galopp.review.trials import CAME, DECIDED, TRIALS, USUAL, Numbers

# What trials that never differed may still hide: as if half of one more had.
HIDDEN = 0.5

START, DEALT = 0, 1  # the first nodes: before the deal, and after it


@dataclass(frozen=True)
class Places:
    """The nodes of a decision: before it, after it, after the answer of chance."""

    before: int
    decided: int
    after: int


@dataclass(frozen=True)
class Curve:
    """Each seat's chance to win along a game; the last column is nobody's."""

    places: list[Places]
    values: Numbers  # (nodes, seats)
    by_batch: Numbers  # (batches, nodes, seats)

    def luck_error(self) -> Numbers:
        """The standard error of all luck together, the deal first: a seat each."""
        luck = self.by_batch[:, DEALT] - self.by_batch[:, START]
        for place in self.places:
            luck = luck + self.by_batch[:, place.after] - self.by_batch[:, place.decided]
        return spread(luck)

    def play_error(self, makers: list[int], seat: int) -> Numbers:
        """The standard error of all decisions of one seat together, to each seat."""
        play = np.zeros_like(self.by_batch[:, START])
        for place, maker in zip(self.places, makers, strict=True):
            if maker == seat:
                play = play + self.by_batch[:, place.decided] - self.by_batch[:, place.before]
        return spread(play)


def curve_of(estimates: Estimates) -> Curve:
    """The most likely curve through all trials, and through those of each batch."""
    timeline, seats = estimates.timeline, estimates.seats
    chain = Chain(columns=seats * (BATCHES + 1))
    _observe_alone(chain, chain.add_node(), estimates.deals)
    places, node = [], chain.add_node()
    for number in range(len(timeline.trials)):
        places.append(_add_nodes(chain, estimates, number, node))
        node = places[-1].after
        if estimates.trials(number):
            _observe_moment(chain, estimates, number, places[-1])
    if timeline.over:
        chain.known[node] = np.tile(shares_of(timeline), BATCHES + 1)
    else:
        _observe_alone(chain, node, estimates.end)
    solved = chain.solve().reshape(chain.nodes, BATCHES + 1, seats)
    return Curve(places, solved[:, 0], solved[:, 1:].swapaxes(0, 1))


def shares_of(timeline: Timeline) -> Numbers:
    """What each seat has of the victory of a game that is over, and what nobody has."""
    shares = np.zeros(timeline.players + 1)
    share_victory(timeline.last.state, shares)
    return shares


def _add_nodes(chain: Chain, estimates: Estimates, number: int, before: int) -> Places:
    sums = estimates.sums[number]
    as_usual = bool((sums[:, USUAL] == sums[:, DECIDED]).all())
    decided = before if as_usual else chain.add_node()
    certain = estimates.timeline.trials[number].outcomes == NO_CHANCE
    return Places(before, decided, decided if certain else chain.add_node())


def _observe_moment(chain: Chain, estimates: Estimates, number: int, place: Places) -> None:
    nodes = (place.before, place.decided, place.after)
    kept = [USUAL] + [at for at in (DECIDED, CAME) if nodes[at] != nodes[at - 1]]
    covariance = estimates.covariance(number)[np.ix_(kept, kept)]
    _observe(chain, tuple(nodes[at] for at in kept), estimates.sums[number][:, kept], covariance)


def _observe_alone(chain: Chain, node: int, sums: Numbers) -> None:
    mean = batch_means(sums).mean(axis=0)
    variance = (mean * (1 - mean)).sum()  # a share is mostly 0 or 1
    _observe(chain, (node,), sums[:, None], np.array([[variance]]))


def _observe(chain: Chain, nodes: tuple[int, ...], sums: Numbers, covariance: Numbers) -> None:
    """Sums of trials (rows, nodes, seats): what they say in all, and batch by batch."""
    trials = len(sums) * TRIALS
    means = batch_means(sums)  # (batches, nodes, seats)
    columns = np.concatenate([means.mean(axis=0)[None], means])
    doubt = covariance / trials + np.eye(len(nodes)) * (HIDDEN / trials) ** 2
    chain.observe(nodes, columns.swapaxes(0, 1).reshape(len(nodes), -1), doubt)
