"""One curve through all that was estimated, from before the deal to the result.

Along a game each seat's chance to win takes one value after another: before the deal, after it,
after each decision, after each answer of chance. Values that cannot differ are one node. The trials
of a step tell two or three neighbouring nodes together, with their covariance, and the result
is known. The most likely curve is found by least squares, weighted by what is known of the errors:
so what differences leave over against the result is shared out by their variances.

The weights are the same for all seats, so shares still add up to 1 at every node.
"""

from dataclasses import dataclass, field

import numpy as np

from galopp.core.kernel import kernel
from galopp.review.trials import Numbers

BAND = 3  # nodes that one observation can tie together


@dataclass(frozen=True)
class Observation:
    """Some nodes, what was found for them, and how these errors go together."""

    nodes: tuple[int, ...]  # neighbours, in rising order
    values: Numbers  # (nodes, columns)
    covariance: Numbers  # (nodes, nodes)


@dataclass
class Chain:
    """Nodes and observations; columns are seats, or seats of several batches."""

    columns: int
    nodes: int = 0
    observations: list[Observation] = field(default_factory=list)
    known: dict[int, Numbers] = field(default_factory=dict)

    def add_node(self) -> int:
        """Another node at the end of the curve."""
        self.nodes += 1
        return self.nodes - 1

    def observe(self, nodes: tuple[int, ...], values: Numbers, covariance: Numbers) -> None:
        """Take down what trials have told."""
        self.observations.append(Observation(nodes, values, covariance))

    def solve(self) -> Numbers:
        """The most likely value of each node: (nodes, columns)."""
        matrix = np.zeros((self.nodes, BAND))  # the diagonal and what is right of it
        right = np.zeros((self.nodes, self.columns))
        for seen in self.observations:
            weight = np.linalg.inv(seen.covariance)
            for one, node in enumerate(seen.nodes):
                right[node] += weight[one] @ seen.values
                for other in range(one, len(seen.nodes)):
                    matrix[node, seen.nodes[other] - node] += weight[one, other]
        for node, values in self.known.items():
            _fix(matrix, right, node, values)
        solve_band(matrix, right)
        return right


def _fix(matrix: Numbers, right: Numbers, node: int, values: Numbers) -> None:
    """Make a node known: its terms go to the other side."""
    for step in range(1, BAND):
        if node - step >= 0:
            right[node - step] -= matrix[node - step, step] * values
            matrix[node - step, step] = 0.0
        if node + step < len(matrix):
            right[node + step] -= matrix[node, step] * values
            matrix[node, step] = 0.0
    matrix[node, 0] = 1.0
    right[node] = values


@kernel
def solve_band(matrix: Numbers, right: Numbers) -> None:
    """Solve a positive symmetric band matrix in place; the solution replaces the right side.

    In a fixed order, on one core: libraries for this differ in the last digit by how many they use.
    """
    nodes, band = matrix.shape
    for node in range(nodes):  # L D Lᵀ, row by row
        for step in range(1, min(band, nodes - node)):
            ratio = matrix[node, step] / matrix[node, 0]
            for more in range(step, min(band, nodes - node)):
                matrix[node + step, more - step] -= ratio * matrix[node, more]
            right[node + step] -= ratio * right[node]
    for node in range(nodes - 1, -1, -1):
        for step in range(1, min(band, nodes - node)):
            right[node] -= matrix[node, step] * right[node + step]
        right[node] /= matrix[node, 0]
