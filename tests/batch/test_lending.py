"""Arrays of a device, taken over by others; the device is numba's simulator of one."""

import gc
import os
import subprocess
import sys

import numpy as np
import pytest

from galopp.batch import lending
from galopp.batch.lending import DeviceArray

KINDS = (np.bool_, np.int8, np.uint8, np.int16, np.int32, np.int64, np.uint64, np.float32)


def lent(kind, shape=(3, 4)):
    return DeviceArray(np.arange(np.prod(shape)).reshape(shape).astype(kind), on_host=True)


@pytest.mark.parametrize("kind", KINDS)
def test_what_is_lent_is_the_same_memory(kind):
    array = lent(kind)
    theirs = np.from_dlpack(array)
    assert theirs.dtype == kind and theirs.shape == (3, 4)
    assert np.array_equal(theirs, array.array)
    array.array[1, 2] = 0
    assert theirs[1, 2] == 0


def test_what_is_lent_stays_until_it_is_given_back():
    before = len(lending._lent)
    theirs = np.from_dlpack(lent(np.int64))
    gc.collect()
    assert len(lending._lent) == before + 1
    assert theirs.sum() == 66
    del theirs
    gc.collect()
    assert len(lending._lent) == before


def test_a_capsule_that_nobody_takes_up_is_taken_back():
    before = len(lending._lent)
    capsule = lent(np.int64).__dlpack__()
    assert len(lending._lent) == before + 1
    del capsule
    gc.collect()
    assert len(lending._lent) == before


def test_numpy_fetches_a_copy():
    array = lent(np.float32)
    fetched = np.asarray(array)
    array.array[0, 0] = 99
    assert fetched[0, 0] == 0 and len(array) == 3
    with pytest.raises(ValueError, match="copy"):
        np.asarray(array, copy=False)


def test_what_cannot_be_lent_as_wished_is_not_lent():
    before = len(lending._lent)
    for wish in ({"copy": True}, {"dl_device": (lending.CUDA, 0)}):
        with pytest.raises(BufferError):
            lent(np.uint8).__dlpack__(**wish)
    assert len(lending._lent) == before
    lent(np.uint8).__dlpack__(dl_device=(lending.CPU, 0), copy=False, max_version=(1, 0))


def test_memory_of_the_processor_is_not_offered_as_that_of_a_card():
    array = lent(np.uint8)
    assert array.__dlpack_device__() == (lending.CPU, 0)
    assert not hasattr(array, "__cuda_array_interface__")


OTHERS = """
import numpy as np
from galopp.batch import Batch
batch = Batch("schweinsgalopp", 70, 2, device="cuda", dtype="uint8")
seen, mask = np.from_dlpack(batch.observations), np.from_dlpack(batch.mask)
batch.step(mask.argmax(axis=1))
assert np.array_equal(seen, np.asarray(batch.observations)) and seen.any()
batch.step(batch.sample())
assert not np.asarray(batch.refused).any()
"""


def test_a_batch_on_a_card_lends_what_it_shows_and_takes_codes_from_anywhere():
    told = subprocess.run(
        [sys.executable, "-c", OTHERS],
        env={**os.environ, "NUMBA_ENABLE_CUDASIM": "1"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert told.returncode == 0, told.stderr
