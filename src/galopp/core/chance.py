"""Chance, handed to a rule from outside.

A game in progress never holds its own luck: a bot that copies a state and plays ahead
brings its own chance, and so cannot look up what the real game will deal.
"""

import numpy as np
import numpy.typing as npt

from galopp.core.kernel import kernel

Chance = npt.NDArray[np.uint64]  # one word: where the stream stands

GOLDEN = np.uint64(0x9E3779B97F4A7C15)
LOW_HALF = np.uint64(0xFFFFFFFF)

# Who draws until something fits gives up after so many draws: a view of a game needs far fewer, but
# one that somebody set up by hand may fit nothing.
MOST_DRAWS = 1 << 16


def chance(seed: int) -> Chance:
    """Open a stream of luck; the same seed deals the same game."""
    return np.array([seed % 2**64], np.uint64)


@kernel
def spin(stream: Chance) -> np.uint64:
    """Advance the stream once (SplitMix64) and return 64 even bits."""
    stream[0] += GOLDEN
    z = stream[0]
    z = (z ^ (z >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
    z = (z ^ (z >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
    return np.uint64(z ^ (z >> np.uint64(31)))


@kernel
def below(stream: Chance, n: int) -> int:
    """Draw a whole number from 0 to n - 1, each equally likely; n is at least 1 and below 2**31.

    Lemire's way: the high half of a 32-by-32-bit product is the number. The few products
    that would favour some numbers are thrown away; only then is there a division.
    """
    wide = np.uint64(n)
    product = (spin(stream) >> np.uint64(32)) * wide
    if (product & LOW_HALF) < wide:
        uneven = np.uint64(2**32) % wide
        while (product & LOW_HALF) < uneven:
            product = (spin(stream) >> np.uint64(32)) * wide
    return int(np.int64(product >> np.uint64(32)))


@kernel
def fraction(stream: Chance) -> float:
    """Draw a number from 0 up to 1, without it: one of 2**53, each equally likely."""
    return float(np.int64(spin(stream) >> np.uint64(11))) / 9007199254740992.0
