"""`log` and `exp` that are the same everywhere, to the last bit.

Those of C libraries and browsers are not: they agree on all but the last bit or two, and a search
that weighs by them would grow another tree on another system. These are made of sums, products and
quotients alone, which every processor rounds alike. They are off by less than 1 ulp in the ranges
that they are for; what lies outside is for nobody here to ask.
"""

import numpy as np

from galopp.core.kernel import kernel

# ln 2 in two parts: whole multiples of the first are exact, its last 21 bits being zero.
LN2_HIGH, LN2_LOW = 0.6931471803691238, 1.9082149292705877e-10
TWOS_IN_E = 1.4426950408889634  # 1 / ln 2
ROOT_OF_TWO = 1.4142135623730951


@kernel
def log(number: float) -> float:
    """The natural logarithm of a number from 1 to 2**31.

    The number is 2**twos times a rest near 1, whose logarithm is twice the area tangent of
    (rest - 1) / (rest + 1): a series in odd powers of what is never beyond 0.172.
    """
    rest, twos = between_roots(float(number))
    fraction = (rest - 1.0) / (rest + 1.0)
    square = fraction * fraction
    series = square * odd_fractions(square)
    # Small parts first: what they add up to is rounded once, with the large one.
    small = 2.0 * fraction * series + twos * LN2_LOW
    return twos * LN2_HIGH + (2.0 * fraction + small)


@kernel
def between_roots(number: float) -> tuple[float, int]:
    """A number from 1 on, halved until it is at most the root of two, and how many times."""
    twos = 0
    while number >= 65536.0:
        number *= 1.0 / 65536.0
        twos += 16
    if number >= 256.0:
        number *= 1.0 / 256.0
        twos += 8
    if number >= 16.0:
        number *= 1.0 / 16.0
        twos += 4
    if number >= 4.0:
        number *= 0.25
        twos += 2
    while number > ROOT_OF_TWO:
        number *= 0.5
        twos += 1
    return number, twos


@kernel
def odd_fractions(x: float) -> float:
    """1/3 + x/5 + x²/7 and so on, as far as it matters.

    Every other term, and those between: a processor adds up two chains at a time.
    """
    y = x * x
    even = 1 / 3 + y * (1 / 7 + y * (1 / 11 + y * (1 / 15 + y * (1 / 19 + y * (1 / 23)))))
    odd = 1 / 5 + y * (1 / 9 + y * (1 / 13 + y * (1 / 17 + y * (1 / 21))))
    return even + x * odd


@kernel
def exp(number: float) -> float:
    """The exponential of a number from -700 to 700."""
    twos = int(np.floor(number * TWOS_IN_E + 0.5))
    rest = (number - twos * LN2_HIGH) - twos * LN2_LOW
    power = 1.0 + (rest + rest * rest * one_by_factorials(rest))
    return power * two_to_the(twos) if twos >= 0 else power / two_to_the(-twos)


@kernel
def one_by_factorials(x: float) -> float:
    """1/2! + x/3! + x²/4! and so on, as far as it matters between -0.35 and 0.35."""
    y = x * x
    even = 1 / 3628800 + y * (1 / 479001600)
    even = 1 / 2 + y * (1 / 24 + y * (1 / 720 + y * (1 / 40320 + y * even)))
    odd = 1 / 39916800 + y * (1 / 6227020800)
    odd = 1 / 6 + y * (1 / 120 + y * (1 / 5040 + y * (1 / 362880 + y * odd)))
    return even + x * odd


@kernel
def two_to_the(twos: int) -> float:
    """A power of two, up to the 1010th."""
    power = 1.0
    while twos >= 30:
        power *= 1073741824.0
        twos -= 30
    return power * (1 << twos)
