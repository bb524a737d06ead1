"""The log of a group, and what may be said to one: read back as written, and nothing unknown."""

import typing

import msgspec
import pytest

from galopp.group import log
from galopp.group.log import AnyGroupLogged, DrawnTable, Placed
from galopp.group.message import AnyGroupMessage
from galopp.wire import groups as wire

SAMPLES = {
    int: 1,
    str: "some",
    bool: True,
    float: 2.5,
    list[int]: [3, 4],
    list[str]: ["saumaumau"],
    list[float]: [0.25, -0.25],
    list[Placed]: [Placed(1, 3, 0.5, 2), Placed(1, 3, 0.5, None, "Trudi", "casual")],
    list[DrawnTable]: [DrawnTable("BCDFGH", [1, None])],
    dict[str, typing.Any]: {"races": 1},
}
EVENTS = typing.get_args(AnyGroupLogged)
MESSAGES = typing.get_args(AnyGroupMessage)
FOUNDED = b'{"event":"founded","name":"Us","pig":"muddy","colour":"green"}'


def some_event(kind):
    """An event with every field set to something."""
    hints = typing.get_type_hints(kind)
    return kind(
        **{field.name: SAMPLES[hints[field.name]] for field in msgspec.structs.fields(kind)}
    )


@pytest.mark.parametrize("kind", EVENTS, ids=lambda kind: kind.__name__)
def test_every_event_reads_back_as_it_was_written(kind):
    event = some_event(kind)
    assert log.decode(log.encode(event)) == event


def test_what_is_as_usual_is_not_written_down():
    assert log.encode(log.decode(FOUNDED)) == FOUNDED


@pytest.mark.parametrize("kind", MESSAGES, ids=lambda kind: kind.__name__)
def test_a_message_with_something_unknown_is_refused(kind):
    with pytest.raises(msgspec.ValidationError, match="unknown field"):
        msgspec.convert(
            {"type": kind.__struct_config__.tag, "id": "a", "surprise": 1}, AnyGroupMessage
        )


@pytest.mark.parametrize(
    "asked",
    [
        wire.OpenGroup,
        wire.Join,
        wire.OpenGroupTable,
        wire.TakeSeat,
        wire.AddGame,
        wire.AddedSeat,
        wire.DrawRound,
        wire.ProvePasskey,
    ],
)
def test_a_request_with_something_unknown_is_refused(asked):
    with pytest.raises(msgspec.ValidationError):
        msgspec.convert({"surprise": 1}, asked)
