"""Small counts of up to eight kinds of thing, a byte each, in one word.

Where cards of a kind are all alike, a hand is not a set but so many of each. Packed into a
word it is dealt, searched and compared without a loop; every count stays below 128.
"""

import numpy as np

from galopp.core.cards import Cards
from galopp.core.chance import Chance, below
from galopp.core.kernel import kernel
from galopp.core.select import EVERY_BYTE, TOP_BITS

Counts = np.uint64

NONE = np.uint64(0)
SEVEN_BITS = np.uint64(0x7F7F7F7F7F7F7F7F)
# Multiplied by this, the lowest bits of the eight bytes come to lie side by side on top.
GATHER = np.uint64(0x0102040810204080)


@kernel
def one_of(kind: int) -> Counts:
    """One of this kind alone."""
    return np.uint64(np.uint64(1) << np.uint64(8 * kind))


@kernel
def how_many(counts: Counts, kind: int) -> int:
    """How many there are of this kind."""
    return int(np.int64((counts >> np.uint64(8 * kind)) & np.uint64(0xFF)))


@kernel
def total(counts: Counts) -> int:
    """How many there are of all kinds together."""
    return int(np.int64((counts * EVERY_BYTE) >> np.uint64(56)))


@kernel
def kinds(counts: Counts) -> Cards:
    """The set of the kinds of which there is at least one."""
    present = ((counts + SEVEN_BITS) & TOP_BITS) >> np.uint64(7)
    return np.uint64((present * GATHER) >> np.uint64(56))


@kernel
def pick_one(counts: Counts, left: int, chance: Chance) -> int:
    """The kind of one of the `left` things, each equally likely; trusts that `left` is right.

    The running sums of the counts say which kind the drawn number falls into.
    """
    at = np.uint64(below(chance, left))
    passed = ((at * EVERY_BYTE | TOP_BITS) - counts * EVERY_BYTE) & TOP_BITS
    return int(np.int64(((passed >> np.uint64(7)) * EVERY_BYTE) >> np.uint64(56)))
