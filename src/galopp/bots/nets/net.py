"""A net that counts in whole numbers: the same bits compiled, interpreted and on any device.

Four layers. The first is a sum over the features that are on; after each of the first three a unit
passes on what it found, not below 0 and not above 255. Weights are bytes and sums have 32 bits; a
sum of products is divided by 64 with halves rounded up. Nothing is looked up, no real number is
met, and no order of adding matters.
"""

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from galopp.bots.nets.inputs import Features, Inputs, Words, find_features
from galopp.core.cards import Cards, has
from galopp.core.kernel import kernel

SHIFT = 6  # a weight of 64 is 1, and so is 64 that is passed on
MOST_PASSED = 255
MOST_CODES = 64
SHARE = 4096  # the whole victory, in what a net finds for a seat

Sums = npt.NDArray[np.int32]


class Layer(NamedTuple):
    """A row of weights for each input, a number for each unit."""

    weights: npt.NDArray[np.int8]  # (inputs, units)
    bias: Sums  # (units,)


class Net(NamedTuple):
    """What it reads, and its layers; the last finds numbers for codes, then for seats."""

    inputs: Inputs
    first: Layer
    second: Layer
    third: Layer
    last: Layer


class Workspace(NamedTuple):
    """Memory to count in; what it held before does not matter."""

    on: Features  # (MOST_ON,)
    here: Sums  # (MOST_UNITS,) each
    there: Sums


MOST_UNITS = 256


@kernel
def evaluate(words: Words, viewer: int, players: int, net: Net, space: Workspace) -> None:
    """A number for each code and a share for each seat, the viewer's first, given what it sees.

    They are `there` afterwards.
    """
    number = find_features(words, viewer, players, net.inputs, space.on)
    sum_features(net.first, space.on, number, space.here)
    sum_products(net.second, space.here, len(net.first.bias), space.there)
    pass_on(space.there, len(net.second.bias))
    sum_products(net.third, space.there, len(net.second.bias), space.here)
    pass_on(space.here, len(net.third.bias))
    sum_products(net.last, space.here, len(net.third.bias), space.there)


@kernel
def sum_features(layer: Layer, on: Features, number: int, found: Sums) -> None:
    """What the first layer passes on."""
    units = len(layer.bias)
    for unit in range(units):
        found[unit] = layer.bias[unit]
    for n in range(number):
        weights = layer.weights[on[n]]
        for unit in range(units):
            found[unit] += weights[unit]
    for unit in range(units):
        found[unit] = min(max(found[unit], 0), MOST_PASSED)


@kernel
def sum_products(layer: Layer, passed: Sums, inputs: int, found: Sums) -> None:
    """What the units of a layer find."""
    units = len(layer.bias)
    for unit in range(units):
        found[unit] = layer.bias[unit]
    for n in range(inputs):
        times = passed[n]
        if times:
            weights = layer.weights[n]
            for unit in range(units):
                found[unit] += times * weights[unit]


@kernel
def pass_on(found: Sums, units: int) -> None:
    """What is passed on to the next layer: 64ths, halves rounded up."""
    for unit in range(units):
        found[unit] = min(max((found[unit] + 32) >> SHIFT, 0), MOST_PASSED)


@kernel
def best_code(found: Sums, allowed: Cards) -> int:
    """The legal code with the greatest number; of equals the first."""
    best = -1
    for code in range(MOST_CODES):
        if has(allowed, code) and (best < 0 or found[code] > found[best]):
            best = code
    return best
