"""One curve through all that was estimated, from before the deal to the result.

Along a game each seat's chance to win takes one value after another: before the deal, after it,
after each decision, after each answer of chance. Values that cannot differ are one node. The trials
of a step tell two or three neighbouring nodes together, with their covariance, and the result
is known. The most likely curve is found by least squares, weighted by what is known of the errors:
so what differences leave over against the result is shared out by their variances.

The weights are the same for all seats, so shares still add up to 1 at every node.
"""

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from galopp.core.kernel import kernel
from galopp.review.tallies import BATCHES, Numbers

BAND = 3  # nodes that one observation can tie together


class Chain(NamedTuple):
    """The equations of a curve; columns are the seats in all trials, then those of each batch."""

    matrix: Numbers  # (nodes, BAND): the diagonal and what is right of it
    right: Numbers  # (nodes, columns): once it is solved, the curve
    # What is observed just now: some nodes, neighbours in rising order, what was found for them,
    # and how these errors go together, or how much each weighs.
    nodes: npt.NDArray[np.int64]  # (BAND,)
    found: Numbers  # (BAND,)
    weights: Numbers  # (BAND, BAND)
    by_batch: Numbers  # (BATCHES,): to work in


def chain_for(nodes: int, seats: int) -> Chain:
    """Room for so many nodes."""
    return Chain(
        np.zeros((nodes, BAND)),
        np.zeros((nodes, seats * (BATCHES + 1))),
        np.zeros(BAND, np.int64),
        np.zeros(BAND),
        np.zeros((BAND, BAND)),
        np.zeros(BATCHES),
    )


@kernel
def clear(chain: Chain) -> None:
    """Nothing is observed yet."""
    for node in range(len(chain.matrix)):
        for step in range(BAND):
            chain.matrix[node, step] = 0.0
        for column in range(chain.right.shape[1]):
            chain.right[node, column] = 0.0


@kernel
def weigh(chain: Chain, size: int) -> None:
    """From how errors of so many nodes go together to what these weigh: the inverse."""
    weights = chain.weights
    for pivot in range(size):
        ratio = 1.0 / weights[pivot, pivot]
        weights[pivot, pivot] = 1.0
        for column in range(size):
            weights[pivot, column] *= ratio
        for row in range(size):
            if row != pivot:
                ratio = weights[row, pivot]
                weights[row, pivot] = 0.0
                for column in range(size):
                    weights[row, column] -= ratio * weights[pivot, column]
    for one in range(size):
        node = chain.nodes[one]
        for other in range(one, size):
            chain.matrix[node, chain.nodes[other] - node] += weights[one, other]


@kernel
def observe(chain: Chain, size: int, column: int) -> None:
    """Take down what was found for so many nodes, in one column."""
    for one in range(size):
        for other in range(size):
            chain.right[chain.nodes[one], column] += chain.weights[one, other] * chain.found[other]


@kernel
def fix(chain: Chain, nodes: int, node: int, shares: Numbers) -> None:
    """Make one of so many nodes known: its terms go to the other side."""
    matrix, right = chain.matrix, chain.right
    for column in range(right.shape[1]):
        known = shares[column % len(shares)]
        for step in range(1, BAND):
            if node - step >= 0:
                right[node - step, column] -= matrix[node - step, step] * known
            if node + step < nodes:
                right[node + step, column] -= matrix[node, step] * known
        right[node, column] = known
    matrix[node, 0] = 1.0
    for step in range(1, BAND):
        matrix[node, step] = 0.0
        if node - step >= 0:
            matrix[node - step, step] = 0.0


@kernel
def solve(chain: Chain, nodes: int) -> None:
    """Solve a positive symmetric band matrix in place; the solution replaces the right side."""
    matrix, right = chain.matrix, chain.right
    for node in range(nodes):  # L D Lᵀ, row by row
        for step in range(1, min(BAND, nodes - node)):
            ratio = matrix[node, step] / matrix[node, 0]
            for more in range(step, min(BAND, nodes - node)):
                matrix[node + step, more - step] -= ratio * matrix[node, more]
            for column in range(right.shape[1]):
                right[node + step, column] -= ratio * right[node, column]
    for node in range(nodes - 1, -1, -1):
        for column in range(right.shape[1]):
            for step in range(1, min(BAND, nodes - node)):
                right[node, column] -= matrix[node, step] * right[node + step, column]
            right[node, column] /= matrix[node, 0]
