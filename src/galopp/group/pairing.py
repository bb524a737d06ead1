"""Who sits with whom in a round: everybody meets everybody as evenly as can be.

What is made as small as can be is the sum of the squares of how often any two have met. A draw
begins at random and then lets two people change places as long as that helps; the best of several
beginnings is taken. All its luck comes from the promised secret and the number of the round, so
that anybody who knows the secret afterwards can draw it again.
"""

from collections import Counter
from collections.abc import Iterable, Sequence
from itertools import combinations
from typing import NamedTuple

from galopp.core.chance import Chance, below

BEGINNINGS = 12  # that are tried


class Draw(NamedTuple):
    """Who sits at which table, in the order of their seats, and who sits out."""

    tables: list[list[int]]
    byes: list[int]


class Past(NamedTuple):
    """What was drawn before: how often any two have met, and who has sat out how often."""

    met: Counter[tuple[int, int]]
    byes: Counter[int]

    @classmethod
    def of(cls, rounds: Iterable[Draw]) -> "Past":
        """What these rounds amount to."""
        met: Counter[tuple[int, int]] = Counter()
        byes: Counter[int] = Counter()
        for draw in rounds:
            byes.update(draw.byes)
            met.update(pair for table in draw.tables for pair in combinations(sorted(table), 2))
        return cls(met, byes)


def table_sizes(people: int, size: int, fewest: int, bots: bool) -> list[int]:
    """How many people sit at each table: no more than `size`, and as even as can be.

    If there are fewer than `fewest` at a table it needs bots; without them somebody sits out.
    """
    tables = -(-people // size)
    while tables > 1 and not bots and people // tables < fewest:
        tables -= 1
    seated = min(people, tables * size)
    if not bots and seated < fewest:
        return []
    return [seated // tables + (table < seated % tables) for table in range(tables)]


def draw(people: Sequence[int], sizes: Sequence[int], past: Past, luck: Chance) -> Draw:
    """A round for these people."""
    shuffled = _shuffled(sorted(people), luck)
    byes = _sit_out(shuffled, len(people) - sum(sizes), past)
    seated = [one for one in shuffled if one not in byes]
    tries = (_settled(_cut(_shuffled(seated, luck), sizes), past) for _ in range(BEGINNINGS))
    best: list[list[int]] = []
    least: int | None = None
    for tables in tries:
        cost = sum(_cost(table, past) for table in tables)
        if least is None or cost < least:
            best, least = tables, cost
        if least == 0:
            break
    # Who begins is the seats' luck, and not that of who was drawn first.
    return Draw([_shuffled(sorted(table), luck) for table in best], sorted(byes))


def _sit_out(shuffled: Sequence[int], number: int, past: Past) -> list[int]:
    """Whoever has sat out least does so: nobody twice while somebody has not."""
    return sorted(shuffled, key=lambda one: past.byes[one])[:number]


def _cut(people: Sequence[int], sizes: Sequence[int]) -> list[list[int]]:
    rest = iter(people)
    return [[next(rest) for _ in range(size)] for size in sizes]


def _settled(tables: list[list[int]], past: Past) -> list[list[int]]:
    """The same tables, with people changing places until that helps no more."""
    better = True
    while better:
        better = False
        for one, other in combinations(tables, 2):
            better |= _swap_what_helps(one, other, past)
    return tables


def _swap_what_helps(one: list[int], other: list[int], past: Past) -> bool:
    helped = False
    for i in range(len(one)):
        for j in range(len(other)):
            if _saved(one, i, other, j, past) > 0:
                one[i], other[j] = other[j], one[i]
                helped = True
    return helped


def _saved(one: list[int], i: int, other: list[int], j: int, past: Past) -> int:
    """How many meetings that were before are spared if two change places."""
    a, b = one[i], other[j]
    with_a, with_b = one[:i] + one[i + 1 :], other[:j] + other[j + 1 :]
    now = _meetings(a, with_a, past) + _meetings(b, with_b, past)
    return now - _meetings(a, with_b, past) - _meetings(b, with_a, past)


def _meetings(one: int, others: Sequence[int], past: Past) -> int:
    return sum(past.met[min(one, other), max(one, other)] for other in others)


def _cost(table: Sequence[int], past: Past) -> int:
    """How often those at a table have met before.

    (m + 1)² - m² is 2m + 1: with the sizes given, this alone decides over the sum of squares.
    """
    return sum(past.met[pair] for pair in combinations(sorted(table), 2))


def _shuffled(people: Sequence[int], luck: Chance) -> list[int]:
    """The people in any order, each as likely as the others (Fisher and Yates)."""
    order = list(people)
    for last in range(len(order) - 1, 0, -1):
        other = int(below(luck, last + 1))
        order[last], order[other] = order[other], order[last]
    return order
