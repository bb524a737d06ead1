"""A net as a page lays it into memory: one file, GAME.net, read by kernels where it lies.

    HEADER     how much there is of everything, and where each part begins
    inputs     what is read from a view, a row each
    taught     the numbers of players, and the values of options, at which the net has learned
    layers     numbers for units, then weights, of each of the four layers

Parts begin at multiples of eight bytes. What a net reads is written for views as they are: where
their fields lie is known when the file is made.
"""

from typing import Any

import numpy as np

from galopp.bots.nets.file import Read

LAYERS = 4
HEADER = np.dtype(
    [
        ("inputs", np.int32),  # so many
        ("inputs_at", np.int32),  # and from this byte of the file on
        ("players", np.int32),
        ("players_at", np.int32),
        ("options", np.int32),
        ("options_at", np.int32),
        ("features", np.int32),
        ("units", np.int32, (LAYERS,)),
        ("bias_at", np.int32, (LAYERS,)),
        ("weights_at", np.int32, (LAYERS,)),
    ],
    align=True,
)
WORD = 8  # bytes


class File:
    """A file that grows part by part."""

    def __init__(self) -> None:
        self.parts = [bytes(_whole_words(HEADER.itemsize))]

    def add(self, part: Any) -> int:
        """Append an array; returns where it begins."""
        at, written = sum(map(len, self.parts)), np.ascontiguousarray(part).tobytes()
        self.parts.append(written.ljust(_whole_words(len(written)), b"\0"))
        return at

    def begun_with(self, header: Any) -> bytes:
        """All of it, now that the header is known."""
        whole = b"".join(self.parts)
        told: bytes = header.tobytes()
        return told + whole[len(told) :]


def _whole_words(size: int) -> int:
    return -(-size // WORD) * WORD


def net_file(read: Read) -> bytes:
    """What a page loads to play by a net."""
    net, taught = read
    header, file = np.zeros(1, HEADER), File()
    told = header[0]
    told["inputs"], told["inputs_at"] = len(net.inputs), file.add(net.inputs)
    told["players"], told["players_at"] = len(taught.players), file.add(taught.players)
    told["options"], told["options_at"] = len(taught.options), file.add(taught.options)
    told["features"] = len(net.first.weights)
    for number, layer in enumerate((net.first, net.second, net.third, net.last)):
        told["units"][number] = len(layer.bias)
        told["bias_at"][number] = file.add(layer.bias)
        told["weights_at"][number] = file.add(layer.weights)
    return file.begun_with(header)
