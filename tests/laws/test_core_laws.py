"""Chance, sets and counts against the plainest way to say the same."""

import random
from collections import Counter

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import galopp
from galopp.core.cards import count, has, lowest, nth, one, pick
from galopp.core.chance import below, chance, spin
from galopp.core.counts import how_many, kinds, one_of, pick_one, total
from galopp.core.events import Argument, Event, EventTable, note, nothing_told, read_events
from galopp.core.kernel import kernel
from galopp.core.record import blank
from galopp.core.select import bits_on, nth_bit, nth_bit_anywhere
from galopp.core.words import Name, Number, Spaces
from laws.naive import FAR_OUT, difference, surprise
from random_games import GAMES, INTERPRETED, any_setting

WORDS = st.integers(0, 2**64 - 1)
EDGES = [1, 2, 2**63, 2**64 - 1, 2**64 - 2, 2**63 - 1, 2**32, 2**32 - 1, 0x8000000000000001]
EDGES += [0x0101010101010101, 0x8080808080808080, 0xFF00000000000000, 0xFF, 0x5555555555555555]
MASK = 2**64 - 1


def places_of(word: int) -> list[int]:
    return [place for place in range(64) if word >> place & 1]


# Chance ---------------------------------------------------------------------------------


def naive_spin(stand: int) -> tuple[int, int]:
    """SplitMix64 in whole numbers: where the stream stands next, and the 64 bits."""
    stand = (stand + 0x9E3779B97F4A7C15) & MASK
    z = stand
    z = ((z ^ (z >> 30)) * 0xBF58476D1CE4E5B9) & MASK
    z = ((z ^ (z >> 27)) * 0x94D049BB133111EB) & MASK
    return stand, z ^ (z >> 31)


def lemire(words, n: int, width: int) -> int | None:
    """A number below n from words of so many bits; None if the words run out."""
    for word in words:
        product = word * n
        if product % 2**width >= 2**width % n:
            return product >> width
    return None


@pytest.mark.parametrize("width", [4, 8, 10])
def test_every_number_has_exactly_as_many_words_as_any_other(width):
    """The way `below` goes, tried with every word there is of a width that can be tried."""
    for n in range(1, 2 ** (width - 1) + 1):
        drawn = Counter(lemire([word], n, width) for word in range(2**width))
        rejected = drawn.pop(None, 0)
        assert set(drawn) == set(range(n)) and set(drawn.values()) == {2**width // n}
        assert rejected == 2**width % n


@given(WORDS, st.lists(st.integers(1, 2**31 - 1), min_size=1, max_size=30))
def test_below_goes_the_way_that_was_tried(seed, numbers):
    luck, stand = chance(seed), seed
    for n in [*numbers, 2**31 - 1, 2**30 + 1, 3 * 2**29, 1, 2, 64]:
        drawn = None
        while drawn is None:
            stand, word = naive_spin(stand)
            drawn = lemire([word >> 32], n, 32)
        assert below(luck, n) == drawn
        assert int(luck[0]) == stand


@given(WORDS)
def test_a_spin_is_what_whole_numbers_say_it_is(seed):
    luck, stand = chance(seed), seed
    for _ in range(20):
        stand, word = naive_spin(stand)
        assert int(spin(luck)) == word and int(luck[0]) == stand


@pytest.mark.parametrize("n", [2, 3, 5, 7, 39, 60])
def test_below_is_even_singly_and_in_pairs(n):
    luck, number = chance(n), 1_500 if INTERPRETED else 40_000
    drawn = [int(below(luck, n)) for _ in range(number)]
    assert surprise(Counter(drawn), dict.fromkeys(range(n), 1.0)) < FAR_OUT
    few = [d * 5 // n for d in drawn]
    size = Counter(d * 5 // n for d in range(n))
    due = {(a, b): size[a] * size[b] for a in size for b in size}
    assert surprise(Counter(zip(few, few[1:], strict=False)), due) < FAR_OUT


def test_a_stream_that_favours_a_number_is_noticed():
    luck, n = random.Random(1), 39
    drawn = Counter(min(luck.randrange(n + 1), n - 1) for _ in range(40_000))
    assert surprise(drawn, dict.fromkeys(range(n), 1.0)) > FAR_OUT
    fair = Counter(luck.randrange(n) for _ in range(40_000))
    assert surprise(fair, dict.fromkeys(range(n), 1.0)) < FAR_OUT
    assert difference(fair, drawn) > FAR_OUT
    assert difference(fair, Counter(luck.randrange(n) for _ in range(40_000))) < FAR_OUT


# Sets -----------------------------------------------------------------------------------


@kernel
def nth_as_kernels_find_it(word: np.uint64, n: int) -> int:
    """Called from a kernel, `nth_bit` is the processor's own way where it has one."""
    return nth_bit(word, n)


def check_word(word: int) -> None:
    places, bits = places_of(word), np.uint64(word)
    assert bits_on(bits) == count(bits) == len(places)
    for n, place in enumerate(places):
        assert nth_as_kernels_find_it(bits, n) == place
        assert nth_bit_anywhere(bits, n) == place
        assert nth(bits, n) == place
    if places:
        assert lowest(bits) == places[0]


@pytest.mark.parametrize("word", EDGES)
def test_the_nth_bit_of_words_at_the_edge_is_found_both_ways(word):
    check_word(word)


@given(st.one_of(WORDS, st.sets(st.integers(0, 63)).map(lambda s: sum(1 << n for n in s))))
def test_the_nth_bit_of_any_word_is_found_both_ways(word):
    check_word(word)


def test_the_nth_bit_of_every_single_bit_and_pair_of_bits_is_found():
    for low in range(0, 64, 7 if INTERPRETED else 1):
        check_word(1 << low)
        for high in range(low + 1, 64, 9 if INTERPRETED else 1):
            check_word(1 << low | 1 << high)


def test_one_and_has_are_what_they_say():
    for card in range(64):
        assert int(one(card)) == 1 << card
        assert has(np.uint64(1 << card), card) and not has(np.uint64(~(1 << card) & MASK), card)


def test_pick_is_even_over_a_scattered_set():
    cards = [0, 1, 7, 8, 31, 32, 33, 55, 63]
    word, luck = np.uint64(sum(1 << card for card in cards)), chance(4)
    drawn = Counter(int(pick(word, luck)) for _ in range(900 if INTERPRETED else 30_000))
    assert surprise(drawn, dict.fromkeys(cards, 1.0)) < FAR_OUT


# Counts ---------------------------------------------------------------------------------

ROWS = st.lists(st.integers(0, 15), min_size=8, max_size=8)


def packed(row) -> np.uint64:
    return np.uint64(sum(number << 8 * kind for kind, number in enumerate(row)))


@given(st.one_of(ROWS, st.permutations([0, 0, 0, 0, 0, 0, 0, 127])))
def test_packed_counts_say_what_a_list_of_numbers_says(row):
    counts = packed(row)
    assert total(counts) == sum(row)
    assert int(kinds(counts)) == sum(1 << kind for kind, number in enumerate(row) if number)
    for kind, number in enumerate(row):
        assert how_many(counts, kind) == number
        assert int(one_of(kind)) == 1 << 8 * kind


@given(ROWS.filter(any), WORDS)
def test_one_is_picked_as_from_things_laid_in_a_row(row, seed):
    things = [kind for kind, number in enumerate(row) for _ in range(number)]
    luck, same_luck = chance(seed), chance(seed)
    for _ in range(10):
        at = int(below(same_luck, len(things)))
        assert pick_one(packed(row), len(things), luck) == things[at]


def test_a_kind_is_picked_as_often_as_there_are_things_of_it():
    row, luck = [3, 0, 7, 1, 0, 2, 8, 5], chance(9)
    number = 900 if INTERPRETED else 30_000
    drawn = Counter(int(pick_one(packed(row), sum(row), luck)) for _ in range(number))
    due = {kind: float(many) for kind, many in enumerate(row) if many}
    assert surprise(drawn, due) < FAR_OUT


# Records --------------------------------------------------------------------------------


@pytest.mark.parametrize("name", GAMES)
def test_a_copied_position_equals_the_one_it_was_copied_from(name):
    """Byte for byte, whatever lay in the memory that the copy was given."""
    position = galopp.game(name).new(2, seed=1)
    for _ in range(300):
        rubbish = [np.full(position.rules.STATE.itemsize, 0xAB, np.uint8) for _ in range(4)]
        del rubbish
        assert position.copy() == position


@given(any_setting())
def test_bytes_between_the_fields_stay_blank(setting):
    """Positions are compared by their bytes, so those that belong to no field must be 0."""
    for position in setting.positions(40):
        for record in (position.state, position.seen(None).record):
            fields = blank(record.dtype)
            for name in record.dtype.names:
                fields[name] = record[name]
            assert fields.tobytes() == record.tobytes()


class Sample(EventTable):
    PLAYED = "S4", Argument("seat", Number(0, 4)), Argument("card", Name(("five", "six")))
    GAME_OVER = "S37 S36", Argument("winners", Spaces(5))


# Plain numbers go into kernels here: a type of this file would be kept beside the compiled code,
# and no process that lacks this file, such as a server, could read that any more.


def test_a_field_that_only_other_records_have_is_no_attribute():
    schweinsgalopp, ostfriesenlauf = (
        blank(galopp.game(name).rules.STATE) for name in ("schweinsgalopp", "ostfriesenlauf")
    )
    assert schweinsgalopp.race == 0
    assert not hasattr(ostfriesenlauf, "race")


def test_events_are_told_as_numbers_and_read_by_their_table():
    told = nothing_told()
    note(told, int(Sample.PLAYED), 3, 1)
    note(told, int(Sample.GAME_OVER), 0b1001)
    assert told[: told[0] + 1].tolist() == [5, 0, 3, 1, 1, 9]
    assert read_events(Sample, told) == [
        Event("played", {"seat": 3, "card": "six"}),
        Event("game_over", {"winners": [0, 3]}),
    ]
    assert Sample.GAME_OVER.rulings == ("S37", "S36")


def test_what_has_no_room_is_not_told_rather_than_written_elsewhere():
    told = np.zeros(8, np.int16)
    short = told[:5]
    note(short, int(Sample.PLAYED), 3, 1)
    note(short, int(Sample.PLAYED), 3, 1)
    assert told.tolist() == [3, 0, 3, 1, 0, 0, 0, 0]


def test_what_is_kept_of_a_kernel_can_be_read_without_these_tests():
    test_events_are_told_as_numbers_and_read_by_their_table()
    assert not any("Sample" in str(types) for types in getattr(note, "signatures", ()))
