"""`log` and `exp` are right to the last bit or the one before, and the same bits everywhere.

These tests run compiled, interpreted and with checked indices, as all laws do: one digest for all.
"""

import hashlib
import math
import re
import struct

import pytest

from galopp.core.exact import exp, log
from galopp.core.sources import PACKAGE, has_kernels

COUNTS = [
    *range(1, 5_000),
    *(2**n + k for n in range(13, 31) for k in range(-3, 4)),
    *(int(1.37**n) for n in range(28, 68)),
    2**31 - 1,
]
POWERS = [n / 64 for n in range(-1_500, 1_500)] + [n * 7.3 for n in range(-95, 96)]
SPACES = [-n / lap for n in range(120) for lap in (5.0, 4.3)]  # as the heuristics ask


def ulps(found, right):
    return abs(found - right) / math.ulp(right)


@pytest.mark.parametrize("number", [1.0, 1.0000001, 1.4142135623730951, 1.5, 2.0, math.e, 3.0])
def test_the_logarithm_is_right_near_where_its_series_begins(number):
    assert log(number) == pytest.approx(math.log(number), rel=3e-16, abs=0)


def test_the_logarithm_of_1_is_0():
    assert log(1) == 0.0


def test_the_logarithm_of_every_count_is_right_but_for_the_last_bit():
    assert max(ulps(log(n), math.log(n)) for n in COUNTS if n > 1) <= 1


def test_the_exponential_is_right_but_for_the_last_bit():
    assert exp(0.0) == 1.0
    assert max(ulps(exp(x), math.exp(x)) for x in POWERS + SPACES) <= 1


def test_both_grow_with_what_they_are_of():
    """A search compares: what was offered more often must not seem to be offered less."""
    logs = [log(n) for n in sorted(set(COUNTS))]
    powers = [exp(x) for x in sorted(set(POWERS))]
    assert logs == sorted(set(logs)) and powers == sorted(set(powers))


def test_their_bits_are_the_same_everywhere():
    """The C library of this system has no say: WebAssembly and any other processor find these."""
    found = [log(n) for n in COUNTS] + [exp(x) for x in POWERS + SPACES]
    digest = hashlib.sha256(struct.pack(f"<{len(found)}d", *found)).hexdigest()
    assert digest[:16] == "d58ac1dfa4504eb1"


def test_no_kernel_asks_the_c_library():
    """Of `math`, kernels take what is exact everywhere: roots and whole numbers."""
    inexact = re.compile(r"\b(?:math|np)\.(log|exp|pow|sin|cos|tan|hypot|cbrt)")
    sources = sorted(file for file in PACKAGE.rglob("*.py") if has_kernels(file))
    assert sources
    found = {file.name: inexact.findall(file.read_text(encoding="utf-8")) for file in sources}
    assert {name: calls for name, calls in found.items() if calls} == {}
