"""Places in a module's memory: types of what lies there, and arrays that begin further on."""

from collections.abc import Callable
from typing import Any, TypeAlias, TypeVar, cast

import numpy as np
from numba import types
from numba.core import cgutils as untyped_cgutils
from numba.extending import intrinsic
from numba.np.numpy_support import carray

from galopp.core.kernel import njit

Numba: TypeAlias = Any  # numba ships no types, and a place in memory has none
Place: TypeAlias = Any

cgutils: Numba = untyped_cgutils
Function = TypeVar("Function", bound=Callable[..., Any])

pointer: Numba = types.CPointer
wide: Any = np.int64  # what numbers are in Python, and what kernels are compiled for


def _beyond(context: Numba, place: Place, size: Numba) -> Numba:
    """The place so many bytes further on, for `carray` and whatever is said to lie there."""

    def lower(context: Numba, builder: Numba, signature: Numba, arguments: Numba) -> Numba:
        start, number = arguments
        return cgutils.pointer_add(builder, start, number, cgutils.voidptr_t)

    return types.voidptr(place, size), lower


beyond = cast(Callable[[Place, int], Place], intrinsic(_beyond))


def called_inside(function: Function) -> Function:
    """Compile what entries call and a page does not."""
    return cast(Function, njit(function))


@called_inside
def stream_at(place: Place, size: int) -> Any:
    """The stream of luck that lies so many bytes further on.

    numba has a type of its own for a row inside a record: kernels that draw from that would be in
    the module twice.
    """
    return carray(beyond(place, size), 1, np.uint64)


def offset_of(record: np.dtype[Any], name: str) -> int:
    """Where a field of a record begins."""
    offsets: dict[str, Any] = dict(record.fields or {})
    return int(offsets[name][1])
