"""Sets of up to 64 things as bits of one word: hands, piles, spaces, decisions.

Card `i` is in the set when bit `i` is on. A pile is such a set too: cards are drawn when
drawn, so the order of a face-down pile need not exist (and cannot be peeked at).
"""

import numpy as np

from galopp.core.chance import Chance, below
from galopp.core.kernel import kernel
from galopp.core.select import bits_on, nth_bit

Cards = np.uint64  # a set of cards; the same word serves for spaces and for decision codes

NO_CARDS = np.uint64(0)


@kernel
def one(card: int) -> Cards:
    """The set of this card alone."""
    return np.uint64(np.uint64(1) << np.uint64(card))


@kernel
def has(cards: Cards, card: int) -> bool:
    """Whether the card is in the set."""
    return bool((cards >> np.uint64(card)) & np.uint64(1))


@kernel
def count(cards: Cards) -> int:
    """How many cards are in the set."""
    return bits_on(cards)


@kernel
def nth(cards: Cards, n: int) -> int:
    """The n-th card of the set, counted from 0; trusts that there are more than n."""
    return nth_bit(cards, n)


@kernel
def lowest(cards: Cards) -> int:
    """The first card of the set; trusts that it is not empty."""
    return count((cards & (~cards + np.uint64(1))) - np.uint64(1))


@kernel
def pick(cards: Cards, chance: Chance) -> int:
    """One card of the set, each equally likely; trusts that it is not empty."""
    return nth(cards, below(chance, count(cards)))
