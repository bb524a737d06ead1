"""Arrays on a device, lent to whoever asks in one of the ways the field has agreed on.

`__dlpack__` serves PyTorch, JAX, CuPy and numpy (`torch.from_dlpack(array)`), and
`__cuda_array_interface__` serves CuPy and numba; both share the memory. `numpy.asarray(array)`
fetches a copy, for that is what it must be.
"""

import ctypes
from typing import TYPE_CHECKING

import numpy as np
import numpy.typing as npt

from galopp.batch.untyped import Array

if TYPE_CHECKING:
    from typing_extensions import CapsuleType

CPU, CUDA = 1, 2  # kinds of device in DLPack
KINDS = {"i": 0, "u": 1, "f": 2, "b": 6}  # of number
LEGACY_STREAMS = (None, -1, 1)  # ours, as the default stream of a CUDA program is
CAPSULE = b"dltensor"


class DeviceArray:
    """An array in the memory of a device, compact and in rows."""

    def __init__(self, array: Array, on_host: bool) -> None:
        self.array = array  # numba's own, for its kernels
        self.shape: tuple[int, ...] = tuple(array.shape)
        self.dtype = np.dtype(array.dtype)
        self._on_host = on_host  # numba's simulator keeps it there

    @property
    def pointer(self) -> int:
        """Where it is."""
        if self._on_host:
            return int(self.array.ctypes.data)
        return int(self.array.__cuda_array_interface__["data"][0])

    @property
    def __cuda_array_interface__(self) -> dict[str, object]:
        if self._on_host:
            raise AttributeError("__cuda_array_interface__")  # it is not on any card
        interface: dict[str, object] = self.array.__cuda_array_interface__
        return interface

    def __dlpack_device__(self) -> tuple[int, int]:
        return (CPU if self._on_host else CUDA, 0)

    def __dlpack__(
        self,
        *,
        stream: int | None = None,
        max_version: tuple[int, int] | None = None,  # any reads the oldest form, which this is
        dl_device: tuple[int, int] | None = None,
        copy: bool | None = None,
    ) -> "CapsuleType":
        if copy or dl_device not in (None, self.__dlpack_device__()):
            raise BufferError("it is lent where it is, and as it is")
        if not self._on_host and stream not in LEGACY_STREAMS:
            from galopp.batch.numba_cuda import cuda

            cuda.synchronize()  # another stream would not wait for ours
        return _capsule(self)

    def __array__(
        self, dtype: npt.DTypeLike | None = None, copy: bool | None = None
    ) -> npt.NDArray[np.generic]:
        if copy is False:
            raise ValueError("what is on a device cannot be had without a copy")
        return np.array(self.to_numpy(), dtype)

    def to_numpy(self) -> Array:
        """A copy in the memory of this process."""
        return self.array.copy() if self._on_host else self.array.copy_to_host()

    def __len__(self) -> int:
        return self.shape[0]

    def __repr__(self) -> str:
        return f"<array of {self.dtype} {self.shape} on a device>"


# DLPack ---------------------------------------------------------------------------------


class _Tensor(ctypes.Structure):
    _fields_ = (
        ("data", ctypes.c_void_p),
        ("device_kind", ctypes.c_int32),
        ("device_number", ctypes.c_int32),
        ("axes", ctypes.c_int32),
        ("number_kind", ctypes.c_uint8),
        ("bits", ctypes.c_uint8),
        ("lanes", ctypes.c_uint16),
        ("shape", ctypes.POINTER(ctypes.c_int64)),
        ("strides", ctypes.POINTER(ctypes.c_int64)),
        ("offset", ctypes.c_uint64),
    )


class _Managed(ctypes.Structure):
    _fields_ = (
        ("tensor", _Tensor),
        ("context", ctypes.c_void_p),
        ("give_back", ctypes.c_void_p),
    )


_lent: dict[int, object] = {}  # by its address: what must stay as long as it is lent


def _take_back(managed: int) -> None:
    _lent.pop(managed, None)


def _take_back_unused(capsule: int) -> None:
    """A capsule that nobody has taken up; whoever does, gives it another name."""
    if _is_called(capsule, CAPSULE):
        _take_back(_pointer_in(capsule, CAPSULE))


# Whoever took it up may call from any thread, without the interpreter's lock.
_given_back = ctypes.CFUNCTYPE(None, ctypes.c_void_p)(_take_back)
_dropped = ctypes.PYFUNCTYPE(None, ctypes.c_void_p)(_take_back_unused)


_new_capsule = ctypes.pythonapi.PyCapsule_New
_new_capsule.restype = ctypes.py_object
_new_capsule.argtypes = (ctypes.c_void_p, ctypes.c_char_p, ctypes.c_void_p)
_is_called = ctypes.pythonapi.PyCapsule_IsValid
_is_called.restype = ctypes.c_int
_is_called.argtypes = (ctypes.c_void_p, ctypes.c_char_p)
_pointer_in = ctypes.pythonapi.PyCapsule_GetPointer
_pointer_in.restype = ctypes.c_void_p
_pointer_in.argtypes = (ctypes.c_void_p, ctypes.c_char_p)


def _capsule(array: DeviceArray) -> "CapsuleType":
    kind, number = array.__dlpack_device__()
    shape = (ctypes.c_int64 * len(array.shape))(*array.shape)
    managed = _Managed()
    managed.tensor = _Tensor(
        data=array.pointer,
        device_kind=kind,
        device_number=number,
        axes=len(array.shape),
        number_kind=KINDS[array.dtype.kind],
        bits=8 * array.dtype.itemsize,
        lanes=1,
        shape=ctypes.cast(shape, ctypes.POINTER(ctypes.c_int64)),
    )  # no strides: compact and in rows
    managed.give_back = ctypes.cast(_given_back, ctypes.c_void_p).value
    address = ctypes.addressof(managed)
    _lent[address] = (managed, shape, array)
    capsule: CapsuleType = _new_capsule(address, CAPSULE, ctypes.cast(_dropped, ctypes.c_void_p))
    return capsule
