"""What has no type that a checker could hold it against, each with its reason.

Elsewhere they go by these names, which say which of the reasons it is.
"""

from typing import Any, TypeAlias

# numpy's own on the processor, numba's on a graphics card, or a `DeviceArray` that is lent: which
# one is decided when a batch is made, and numba ships no types for its own.
Array: TypeAlias = Any

# numba's own names: it ships no types, and makes most of them only while it is loaded.
Numba: TypeAlias = Any

# A parameter of a function that numba asks for code (`overload`), and of the code it is given: in
# the one it is numba's type of a value, which has no type, in the other the value itself. numba
# refuses code whose parameters are not declared just like those of the function that made it.
Typed: TypeAlias = Any
