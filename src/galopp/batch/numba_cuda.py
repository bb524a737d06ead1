"""numba's way to the graphics card, as this package wants it.

Memory is asked for here, on the card or, where numba only plays one, on the processor. And three
things are set right. Kernels are launched with arguments that were laid out once (`Launch`). A
table of the rules, such as what a card does, would go to constant memory, which serves the threads
of a warp one after the other when each asks for another card; in ordinary memory, by way of the
cache, it serves them together. And since cards count the bits of a word in one step, sets are
counted that way, and the n-th member of a set is found by halving, without a table; they also
pick bytes of words in one step.
"""

from collections.abc import Callable
from functools import partial
from typing import Protocol, cast

import numpy as np
import numpy.typing as npt

from galopp.batch.lending import DeviceArray
from galopp.batch.untyped import Array, Numba, Typed

# Names that numba still asks numpy for, and that numpy has dropped.
for _old, _new in {"row_stack": "vstack", "in1d": "isin", "trapz": "trapezoid"}.items():
    if not hasattr(np, _old):
        setattr(np, _old, getattr(np, _new))

from numba import config as _config  # noqa: E402 - after the names are back
from numba import cuda as _cuda  # noqa: E402
from numba.extending import overload  # noqa: E402

from galopp.core.kernel import Rule, kernel  # noqa: E402
from galopp.core.select import bits_on, nth_bit  # noqa: E402

cuda: Numba = _cuda
config: Numba = _config

config.CUDA_LOW_OCCUPANCY_WARNINGS = 0  # a batch is as large as it was asked to be
SIMULATED = bool(config.ENABLE_CUDASIM)  # interpreted on the processor, for tests

__all__ = [
    "SIMULATED",
    "CardKernel",
    "Launch",
    "allocate",
    "card_function",
    "card_kernel",
    "cuda",
    "lend",
    "pick_bytes",
    "put",
    "stride",
    "to_device",
]


class KernelLaunch(Protocol):
    """A kernel with so many blocks of so many threads."""

    @property
    def stream(self) -> object:
        """Which of the card's queues it goes to."""

    def __call__(self, *arguments: object) -> None:
        """Launch it."""


class CardKernel(Protocol):
    """A loop compiled for the card, as far as it is asked for; numba ships no type for it."""

    @property
    def overloads(self) -> dict[object, Numba]:
        """What it was compiled to, by the types of arguments."""

    def specialize(self, *arguments: object) -> "CardKernel":
        """The same for such arguments only, and compiled."""

    def __getitem__(self, launch: tuple[int, int]) -> KernelLaunch:
        """Blocks, and threads of each."""


def card_kernel(registers: int | None = None) -> Callable[[Callable[..., None]], CardKernel]:
    """Compile a loop for the card; fewer registers a thread make room for more threads."""
    limits = {"max_registers": registers} if registers and not SIMULATED else {}

    def declare(loop: Callable[..., None]) -> CardKernel:
        return cast(CardKernel, cuda.jit(**limits)(loop))

    return declare


def card_function(rule: Rule) -> Rule:
    """Compile a function that kernels of the card call."""
    return cast(Rule, cuda.jit(device=True)(rule))


class Launch:
    """A kernel, and those of its arguments that are the same each time.

    numba looks at every array again at every launch, which for twenty of them takes longer than
    most steps do. Here they are laid out once, by numba's own hand.
    """

    def __init__(self, kernel: CardKernel, blocks: int, threads: int, *same: object) -> None:
        self._kernel, self._blocks, self._threads, self._same = kernel, blocks, threads, same
        self._ready: dict[object, Callable[..., None]] = {}  # by the kind of the array that varies

    def __call__(self, array: Array, *numbers: int) -> None:
        """Launch it with an array and numbers."""
        kind = array.dtype, array.strides
        if kind not in self._ready:
            self._ready[kind] = self._prepare(array, numbers)
        self._ready[kind]((array,), *numbers)  # by itself the simulator would copy it

    def _prepare(self, array: Array, numbers: tuple[int, ...]) -> Callable[..., None]:
        if SIMULATED:
            return partial(self._kernel[self._blocks, self._threads], *self._same)
        from cuda.core import LaunchConfig, launch

        made = self._kernel.specialize(*self._same, (array,), *numbers)
        (compiled,) = made.overloads.values()
        stream = made[self._blocks, self._threads].stream
        where = LaunchConfig(grid=self._blocks, block=self._threads)
        code = compiled._codelibrary.get_cufunc().kernel
        kinds = compiled.argument_types
        same: list[object] = []
        for kind, value in zip(kinds, self._same, strict=False):
            compiled._prepare_args(kind, value, stream, [], same)

        def go(*varying: object) -> None:
            arguments = [*same]
            for kind, value in zip(kinds[len(self._same) :], varying, strict=True):
                compiled._prepare_args(kind, value, stream, [], arguments)
            launch(stream, where, code, *arguments)

        return go


# Memory ---------------------------------------------------------------------------------


def allocate(shape: tuple[int, ...], kind: npt.DTypeLike) -> Array:
    """An array that holds anything: the first pass, or the games played, will fill it."""
    return np.empty(shape, kind) if SIMULATED else cuda.device_array(shape, kind)


def to_device(array: npt.NDArray[np.generic]) -> Array:
    """A copy on the card."""
    return array if SIMULATED else cuda.to_device(array)


@kernel
def stride(words: int) -> int:
    """Words from one row to the next where all threads of a block find them: an odd number, so
    that rows begin in different banks."""
    return words | 1


def put(values: npt.NDArray[np.generic], array: Array) -> None:
    """Write over an array on the card."""
    if SIMULATED:
        array[:] = values
    else:
        array.copy_to_device(values)


def lend(array: Array) -> DeviceArray:
    """The same array for others to take over."""
    return DeviceArray(array, on_host=SIMULATED)


# What is set right ----------------------------------------------------------------------


@kernel
def pick_bytes_anywhere(low: np.uint32, high: np.uint32, picked: np.uint32) -> np.uint32:
    """The portable way to pick bytes."""
    both, found = np.uint64(high) << np.uint64(32) | np.uint64(low), np.uint64(0)
    for n in range(4):
        byte = np.uint64(picked) >> np.uint64(4 * n) & np.uint64(7)
        found |= (both >> np.uint64(8) * byte & np.uint64(255)) << np.uint64(8 * n)
    return np.uint32(found)


def pick_bytes(low: np.uint32, high: np.uint32, picked: np.uint32) -> np.uint32:
    """Four of the eight bytes of two words, each picked by a hexadecimal digit."""
    return pick_bytes_anywhere(low, high, picked)


@overload(pick_bytes, target="generic")
def _pick_bytes_anywhere(low: Typed, high: Typed, picked: Typed) -> Callable[..., np.uint32]:
    def find(low: Typed, high: Typed, picked: Typed) -> np.uint32:
        return pick_bytes_anywhere(low, high, picked)

    return find


def _tables_in_ordinary_memory() -> None:
    # For all kernels of the process: what a table says is the same wherever it is.
    from numba.cuda.cudadrv import nvvm

    nvvm.ADDRSPACE_CONSTANT = nvvm.ADDRSPACE_GLOBAL


def _count_bits_in_one_step() -> None:
    @overload(bits_on, target="cuda")
    def bits_on_in_one_step(word: Typed) -> Callable[..., np.int64]:
        def find(word: Typed) -> np.int64:
            return np.int64(cuda.popc(np.uint64(word)))

        return find


def _pick_bytes_in_one_step() -> None:
    from numba.cuda import libdevice

    byte_perm: Numba = libdevice.byte_perm

    @overload(pick_bytes, target="cuda")
    def pick_bytes_in_one_step(low: Typed, high: Typed, picked: Typed) -> Callable[..., np.uint32]:
        def find(low: Typed, high: Typed, picked: Typed) -> np.uint32:
            return np.uint32(byte_perm(low, high, picked))

        return find


def _halve_to_nth_bit() -> None:
    @overload(nth_bit, target="cuda")
    def nth_bit_by_halving(word: Typed, n: Typed) -> Callable[..., np.int64]:
        def find(word: Typed, n: Typed) -> np.int64:
            low = np.uint32(word)
            passed = np.int32(cuda.popc(low))
            left, place = np.int32(n), np.int32(0)
            if left >= passed:
                left -= passed
                place = np.int32(32)
                low = np.uint32(word >> np.uint64(32))
            for width in (16, 8, 4, 2, 1):
                here = np.int32(cuda.popc(low & np.uint32((1 << width) - 1)))
                if left >= here:
                    left -= here
                    place += np.int32(width)
                    low >>= np.uint32(width)
            return np.int64(place)

        return find


if not SIMULATED:
    _tables_in_ordinary_memory()
    _count_bits_in_one_step()
    _pick_bytes_in_one_step()
    _halve_to_nth_bit()
