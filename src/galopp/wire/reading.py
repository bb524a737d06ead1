"""Reading what somebody has sent, as JSON."""

from collections.abc import Callable
from functools import cache
from typing import Any

import msgspec


@cache
def reader(wanted: Any) -> Callable[[bytes | str], Any]:
    """What reads messages of a type; it raises what msgspec raises.

    JSON knows one kind of number, and JSON Schema calls 4.0 an integer: some programs write
    whole numbers so. What cannot be read is therefore read once more, with 4 for 4.0.
    """
    decode = msgspec.json.Decoder(wanted).decode

    def read(body: bytes | str) -> Any:
        try:
            return decode(body)
        except msgspec.ValidationError:
            if b".0" not in body if isinstance(body, bytes) else ".0" not in body:
                raise
            return msgspec.convert(_with_whole_numbers(msgspec.json.decode(body)), wanted)

    return read


def _with_whole_numbers(sent: Any) -> Any:
    if isinstance(sent, float) and sent.is_integer():
        return int(sent)
    if isinstance(sent, list):
        return [_with_whole_numbers(one) for one in sent]
    if isinstance(sent, dict):
        return {name: _with_whole_numbers(one) for name, one in sent.items()}
    return sent
