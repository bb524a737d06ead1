"""What a net sees: which of its features are on, read straight from a `SEEN` record.

A feature is yes or no. A net has a table of the numbers that it reads from the record, a row
each: where the number lies, and which features it turns on.

    ONE_OF   the feature of its value: of a name, of a small number
    SET      a feature for each member: of a hand, of a pile
    UP       so many of a line of features as it is above a value
    DOWN     the same below
    BEHIND   as UP, for how far it is behind the greatest of its group: pigs behind the front
    BEYOND, SHORT   as UP and DOWN, for how far it is above or below another number: the line

Seats are counted from whoever looks, so that what is learned on one seat is known on all. `owned`
are things that belong to seats by their number; what is beyond the players stays where it is.
"""

from typing import Any

import numpy as np
import numpy.typing as npt

from galopp.core.cards import lowest
from galopp.core.kernel import kernel
from galopp.core.record import Numbers

ONE_OF, SET, UP, DOWN, BEHIND, BEYOND, SHORT = range(7)
NO_SEAT = -1
MOST_ON = 512  # features at once; no table of ours comes near

COLUMNS = (
    "kind",
    "word",  # of the record
    "start",  # bit
    "width",  # in bits
    "low",  # features are counted from this value
    "special",  # a value that turns nothing on
    "at",  # the first feature
    "places",  # how many features
    "stride",  # from the features of one seat to those of the next
    "seat",  # whose number it is, or `NO_SEAT`
    "is_seat",  # whether its value, or each member of the set, is a seat
    "owned",  # whether there are more of these than seats
    "first",  # the row of the first of its group, or of the other number
    "group",  # how many there are
)
INPUT = np.dtype((Numbers, np.dtype([(name, np.int64) for name in COLUMNS], align=True)))

Inputs = npt.NDArray[Any]  # (numbers,) of INPUT
Words = npt.NDArray[np.uint64]  # of a record
Features = npt.NDArray[np.int16]  # (most that can be on,)


@kernel
def find_features(words: Words, viewer: int, players: int, inputs: Inputs, on: Features) -> int:
    """Write down which features are on; returns how many."""
    number = 0
    for row in range(len(inputs)):
        number = add_features(words, viewer, players, inputs, row, on, number)
    return number


@kernel
def add_features(
    words: Words, viewer: int, players: int, inputs: Inputs, row: int, on: Features, number: int
) -> int:
    """Write down which features one number turns on; returns how many are on then."""
    one = inputs[row]
    if one.seat >= players and not one.owned:
        return number
    at = one.at
    if one.seat != NO_SEAT:
        at += one.stride * relative(one.seat, viewer, players)
    if one.kind == SET:
        return list_members(words, one, at, viewer, players, on, number)
    if one.kind == ONE_OF:
        return list_value(words, one, at, viewer, players, on, number)
    for step in range(min(one.places, distance(words, inputs, row))):
        on[number] = at + step
        number += 1
    return number


@kernel
def relative(seat: int, viewer: int, players: int) -> int:
    """How many seats further on somebody sits; what belongs to no player stays as it is."""
    if seat < 0 or seat >= players:
        return int(seat)
    return int((seat - viewer + players) % players)


@kernel
def bits(words: Words, one: Any) -> np.uint64:
    """A number of the record as it lies there."""
    field = np.uint64(0xFFFFFFFFFFFFFFFF) >> np.uint64(64 - one.width)
    return np.uint64(words[one.word] >> np.uint64(one.start)) & field


@kernel
def read(words: Words, one: Any) -> int:
    """A number of the record, with its sign."""
    half = np.int64(1) << np.int64(one.width - 1)
    number = np.int64(bits(words, one))
    return int(number - 2 * half if number >= half else number)


@kernel
def list_value(
    words: Words, one: Any, at: int, viewer: int, players: int, on: Features, number: int
) -> int:
    """Turn on the feature of a value; returns how many are on then."""
    value = read(words, one)
    place = (relative(value, viewer, players) if one.is_seat else value) - one.low
    if value != one.special and 0 <= place < one.places:
        on[number] = at + place
        number += 1
    return number


@kernel
def list_members(
    words: Words, one: Any, at: int, viewer: int, players: int, on: Features, number: int
) -> int:
    """Turn on the feature of each member of a set; returns how many are on then."""
    members = bits(words, one)
    while members:
        member = lowest(members)
        members &= members - np.uint64(1)
        if member < one.places:
            on[number] = at + (relative(member, viewer, players) if one.is_seat else member)
            number += 1
    return number


@kernel
def distance(words: Words, inputs: Inputs, row: int) -> int:
    """How far a number is from what it is measured against, in the direction of its kind."""
    one = inputs[row]
    value = read(words, one)
    if one.kind == UP:
        return int(0 if value == one.special else value - one.low)
    if one.kind == DOWN:
        return int(one.low - value)
    if one.kind == BEHIND:
        return int(greatest(words, inputs, one) - above(words, one))
    other = read(words, inputs[one.first])
    return int(value - other if one.kind == BEYOND else other - value)


@kernel
def above(words: Words, one: Any) -> int:
    """How far a number is above its least value; 0 for the special one."""
    value = read(words, one)
    return int(0 if value == one.special else value - one.low)


@kernel
def greatest(words: Words, inputs: Inputs, one: Any) -> int:
    """The same, of the greatest of its group."""
    most = 0
    for row in range(one.first, one.first + one.group):
        most = max(most, above(words, inputs[row]))
    return most
