"""Draws: everybody meets everybody as evenly as can be, and anybody can draw them again."""

from collections import Counter
from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from galopp.core.chance import chance
from galopp.group.pairing import Draw, Past, draw, table_sizes

PEOPLE = range(2, 41)
SIZES = range(2, 6)
EMPTY = Past.of([])


def rounds_of(people: int, size: int, rounds: int, bots: bool = False, seed: int = 1) -> list[Draw]:
    drawn: list[Draw] = []
    for number in range(rounds):
        sizes = table_sizes(people, size, 2, bots)
        drawn.append(draw(range(people), sizes, Past.of(drawn), chance(seed * 1000 + number)))
    return drawn


@pytest.mark.parametrize("people", PEOPLE)
@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("bots", [False, True])
def test_tables_are_even_and_nobody_sits_out_who_need_not(people, size, bots):
    sizes = table_sizes(people, size, 2, bots)
    assert max(sizes) <= size and max(sizes) - min(sizes) <= 1
    assert len(sizes) == (people // size if size == 2 and not bots else -(-people // size))
    out = people - sum(sizes)
    assert out == (people % 2 if size == 2 and not bots else 0)
    assert bots or min(sizes) >= 2


@pytest.mark.parametrize("people", PEOPLE)
@pytest.mark.parametrize("size", SIZES)
def test_everybody_is_drawn_once_in_a_round(people, size):
    for drawn in rounds_of(people, size, 2):
        everybody = [one for table in drawn.tables for one in table] + drawn.byes
        assert sorted(everybody) == list(range(people))


@pytest.mark.parametrize("people", PEOPLE)
def test_in_the_second_round_nobody_meets_anybody_again_who_need_not(people):
    """Tables of three: with nine people and more, three can always come from three tables."""
    first, second = rounds_of(people, 3, 2)
    again = sum(1 for pair, met in Past.of([first, second]).met.items() if met > 1)
    assert again == 0 if people >= 9 else again <= people


@pytest.mark.parametrize("people", PEOPLE)
@pytest.mark.parametrize("size", [2, 4])
def test_no_two_could_change_places_and_all_meet_more_evenly(people, size):
    *before, last = rounds_of(people, size, 4)
    past = Past.of(before)
    least = squares(past, last.tables)
    for one, other in combinations(range(len(last.tables)), 2):
        for i in range(len(last.tables[one])):
            for j in range(len(last.tables[other])):
                tables = [list(table) for table in last.tables]
                tables[one][i], tables[other][j] = tables[other][j], tables[one][i]
                assert squares(past, tables) >= least


def squares(past: Past, tables: list[list[int]]) -> int:
    """The sum of the squares of how often any two have met."""
    met = Counter(past.met)
    met.update(pair for table in tables for pair in combinations(sorted(table), 2))
    return sum(number**2 for number in met.values())


@pytest.mark.parametrize(("people", "size"), [(4, 2), (5, 3), (6, 2), (6, 3), (7, 4), (8, 4)])
def test_of_all_draws_that_there_are_none_is_more_even(people, size):
    *before, last = rounds_of(people, size, 3)
    past, sizes = Past.of(before), [len(table) for table in last.tables]
    out = set(last.byes)
    seated = [one for one in range(people) if one not in out]
    assert squares(past, last.tables) == min(
        squares(past, tables) for tables in all_tables(seated, sizes)
    )


def all_tables(people, sizes):
    if not sizes:
        yield []
        return
    for table in combinations(people, sizes[0]):
        rest = [one for one in people if one not in table]
        for others in all_tables(rest, sizes[1:]):
            yield [list(table), *others]


@pytest.mark.parametrize("people", range(3, 41, 2))
def test_nobody_sits_out_twice_while_somebody_has_not(people):
    for many in (3, people + 1):
        byes = Past.of(rounds_of(people, 2, min(many, 14))).byes
        times = [byes[one] for one in range(people)]
        assert max(times) - min(times) <= 1


def test_in_as_many_rounds_as_it_takes_everybody_has_met_everybody_once():
    met = Past.of(rounds_of(6, 2, 5)).met
    assert sum(met.values()) == 15 and max(met.values()) <= 2


@given(st.integers(0, 2**64 - 1), st.integers(2, 40), st.sampled_from([2, 3, 4, 5]))
def test_with_the_same_luck_anybody_draws_the_same(seed, people, size):
    sizes = table_sizes(people, size, 2, False)
    once = draw(range(people), sizes, EMPTY, chance(seed))
    again = draw(list(reversed(range(people))), sizes, EMPTY, chance(seed))
    assert once == again


def test_with_other_luck_it_is_another_draw():
    drawn = [draw(range(12), [4, 4, 4], EMPTY, chance(seed)) for seed in range(20)]
    assert len({str(one) for one in drawn}) == 20


def test_every_seat_is_as_likely():
    first = Counter(draw(range(4), [4], EMPTY, chance(seed)).tables[0][0] for seed in range(800))
    assert sorted(first) == [0, 1, 2, 3] and min(first.values()) > 140


def test_late_arrivals_are_drawn_to_those_they_have_not_met():
    before = rounds_of(6, 3, 4)
    late = draw(range(9), [3, 3, 3], Past.of(before), chance(5))
    newcomers = [sum(one >= 6 for one in table) for table in late.tables]
    assert sum(newcomers) == 3 and max(newcomers) <= 3
    assert squares(Past.of(before), late.tables) <= squares(
        Past.of(before), [[0, 1, 2], [3, 4, 5], [6, 7, 8]]
    )
