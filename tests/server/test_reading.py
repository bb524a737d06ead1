"""What is sent is read as JSON Schema describes it."""

import msgspec
import pytest

from galopp import wire
from galopp.wire.reading import reader

read = reader(wire.FromClient)
HEARD = '{"type": "heard", "seq": %s}'


@pytest.mark.parametrize("written", ["4", "4.0", "4.00", "40.0e-1"])
def test_a_whole_number_may_be_written_with_a_point(written):
    assert read(HEARD % written) == read((HEARD % written).encode()) == wire.Heard(seq=4)


@pytest.mark.parametrize("written", ["4.5", '"4"', '"4.0"', "true", "null", "[4.0]"])
def test_anything_else_is_no_whole_number(written):
    with pytest.raises(msgspec.ValidationError):
        read(HEARD % written)
