"""Where the n-th bit of a word is: the one place that knows what processor it runs on.

Choosing one card of a set is the most frequent thing all three games do. Processors with
the BMI2 instructions (nearly every x86 since 2015) find the n-th bit in one step; all
others, and graphics cards, run the portable way. Both give the same answer, which a test
checks; interpreted, the portable one is used.

Whatever leaves this package's bit tricks is signed: compiled, `int()` of a uint64 stays
unsigned, and an unsigned number minus a signed one is then a float. Hence `np.int64`.
"""

from typing import Any

import llvmlite.binding
import numpy as np
from llvmlite import ir
from numba.core import types
from numba.extending import intrinsic, overload

from galopp.core.kernel import PORTABLE, kernel

PAIRS = np.uint64(0x5555555555555555)
NIBBLES = np.uint64(0x3333333333333333)
LOW_NIBBLES = np.uint64(0x0F0F0F0F0F0F0F0F)
EVERY_BYTE = np.uint64(0x0101010101010101)
TOP_BITS = np.uint64(0x8080808080808080)

HAS_BMI2 = not PORTABLE and bool(llvmlite.binding.get_host_cpu_features().get("bmi2", False))


def _bit_of_byte() -> np.ndarray[tuple[int], np.dtype[np.int8]]:
    # BIT_OF_BYTE[8 * byte + n] is the place of the n-th bit that is on in `byte`.
    table = np.zeros(256 * 8, np.int8)
    for byte in range(256):
        for n, place in enumerate(place for place in range(8) if byte >> place & 1):
            table[8 * byte + n] = place
    return table


BIT_OF_BYTE = _bit_of_byte()


@kernel
def _counts_by_byte(word: np.uint64) -> np.uint64:
    # The textbook sum in parallel; LLVM knows the pattern and emits one instruction.
    pairs = word - ((word >> np.uint64(1)) & PAIRS)
    fours = (pairs & NIBBLES) + ((pairs >> np.uint64(2)) & NIBBLES)
    return np.uint64((fours + (fours >> np.uint64(4))) & LOW_NIBBLES)


@kernel
def bits_on_anywhere(word: np.uint64) -> int:
    """The portable way to count the bits that are on."""
    return int(np.int64((_counts_by_byte(word) * EVERY_BYTE) >> np.uint64(56)))


def bits_on(word: np.uint64) -> int:
    """How many bits are on."""
    return bits_on_anywhere(word)


@overload(bits_on, target="generic")
def _bits_on_anywhere(word: Any) -> Any:
    def find(word: Any) -> Any:
        return bits_on_anywhere(word)

    return find


@kernel
def nth_bit_anywhere(word: np.uint64, n: int) -> int:
    """The portable way: the byte by comparing running sums, the bit by a table; no loop."""
    running = _counts_by_byte(word) * EVERY_BYTE
    passed = ((np.uint64(n) * EVERY_BYTE | TOP_BITS) - running) & TOP_BITS
    shift = np.uint64(((passed >> np.uint64(7)) * EVERY_BYTE) >> np.uint64(56)) << np.uint64(3)
    before = ((running << np.uint64(8)) >> shift) & np.uint64(0xFF)
    byte = (word >> shift) & np.uint64(0xFF)
    at = np.int64(byte) * 8 + np.int64(n) - np.int64(before)
    return int(np.int64(shift) + np.int64(BIT_OF_BYTE[at]))


@intrinsic
def _deposit(typing_context: Any, source: Any, mask: Any) -> Any:
    # PDEP lays the bits of `source` into the bits of `mask`, lowest first.
    def emit(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        word = ir.IntType(64)
        kind = ir.FunctionType(word, [word, word])
        pdep = builder.module.declare_intrinsic("llvm.x86.bmi.pdep.64", fnty=kind)
        return builder.call(pdep, arguments)

    return types.uint64(types.uint64, types.uint64), emit


# Called from a kernel an intrinsic takes two arguments, which its type does not say.
deposit: Any = _deposit


def nth_bit(word: np.uint64, n: int) -> int:
    """The place of the n-th bit that is on, from 0; trusts that there are more than n."""
    return nth_bit_anywhere(word, n)


@overload(nth_bit, target="generic")
def _nth_bit_anywhere(word: Any, n: Any) -> Any:
    def find(word: Any, n: Any) -> Any:
        return nth_bit_anywhere(word, n)

    return find


if HAS_BMI2:

    @overload(nth_bit, target="cpu")
    def _nth_bit_by_deposit(word: Any, n: Any) -> Any:
        def find(word: Any, n: Any) -> Any:
            return bits_on(deposit(np.uint64(1) << np.uint64(n), word) - np.uint64(1))

        return find
