"""Nets on disk: one file a game, beside this one, and what made each beside it.

A file names the fields that it reads, each with its kind and shape, and where in each a number
lies. Where these fields are in a record is found out when the net is read: fields may come and go,
and those it reads may move. A net whose fields are not there as they were is refused, for it would
read numbers that mean something else.

It also says where it was taught: which numbers of players, and which values of each table option.
"""

from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from galopp import games
from galopp.bots.nets.inputs import COLUMNS, INPUT, MOST_ON, Inputs
from galopp.bots.nets.net import MOST_UNITS, Layer, Net, Workspace
from galopp.bots.nets.taught import Taught

FORMAT = 1
LAYERS = ("first", "second", "third", "last")
WORD = 8  # bytes


class WrongNet(ValueError):
    """A file that is no net, or one for another game or for other fields."""


class Read(NamedTuple):
    """What a file holds."""

    net: Net
    taught: Taught


def write_net(file: Path, game: str, net: Net, taught: Taught) -> None:
    """Write a net down."""
    layers = {
        f"{name}_{part}": getattr(getattr(net, name), part)
        for name in LAYERS
        for part in ("weights", "bias")
    }
    fields, inputs = _by_field(game, net.inputs)
    np.savez_compressed(
        file,
        format=FORMAT,
        game=game,
        fields=np.array(fields),
        inputs=inputs,
        taught_players=taught.players,
        taught_options=taught.options,
        **layers,
    )


def read_net(file: Path, game: str) -> Read:
    """Read a net for a game; raises `WrongNet`."""
    with np.load(file, allow_pickle=False) as kept:
        if int(kept["format"]) != FORMAT or str(kept["game"]) != game:
            raise WrongNet(f"{file}: no net for {game} in format {FORMAT}")
        inputs = _in_record(game, [str(name) for name in kept["fields"]], kept["inputs"])
        layers = [Layer(kept[f"{name}_weights"], kept[f"{name}_bias"]) for name in LAYERS]
        taught = Taught(kept["taught_players"], kept["taught_options"])
    return Read(Net(inputs, *layers), taught)


@cache
def net_of(game: str) -> Read:
    """The net that is shipped for a game."""
    return read_net(Path(__file__).with_name(f"{game}.npz"), game)


def workspace() -> Workspace:
    """Memory to count in, for one thread."""
    return Workspace(
        np.zeros(MOST_ON, np.int16), np.zeros(MOST_UNITS, np.int32), np.zeros(MOST_UNITS, np.int32)
    )


# Where numbers lie ------------------------------------------------------------------------


def _by_field(game: str, inputs: Inputs) -> tuple[list[str], npt.NDArray[np.int64]]:
    """The fields that are read, and a row for each number: its field and byte there, the rest."""
    names, rows = [*dict.fromkeys(name for name, _ in _found(game, inputs))], []
    for (name, byte), one in zip(_found(game, inputs), inputs, strict=True):
        rows.append([names.index(name), byte, *(int(one[column]) for column in _OTHERS)])
    return [_described(game, name) for name in names], np.array(rows, np.int64)


def _in_record(game: str, fields: list[str], rows: npt.NDArray[np.int64]) -> Inputs:
    """The same numbers where they lie in records of today; raises `WrongNet`."""
    inputs = np.zeros(len(rows), INPUT)
    columns = _columns(game)
    for one, (field, byte, *others) in zip(inputs, rows.tolist(), strict=True):
        name = fields[field].partition(":")[0]
        if name not in columns or _described(game, name) != fields[field]:
            raise WrongNet(f"{game} has no field {fields[field]}, which a net reads")
        word, within = divmod(columns[name][1] + byte, WORD)
        one["word"], one["start"] = word, 8 * within
        for column, value in zip(_OTHERS, others, strict=True):
            one[column] = value
    return inputs


_OTHERS = tuple(name for name in COLUMNS if name not in ("word", "start"))


def _found(game: str, inputs: Inputs) -> Iterator[tuple[str, int]]:
    """The field of each number, and its byte there."""
    for one in inputs:
        offset = int(one["word"]) * WORD + int(one["start"]) // 8
        for name, (kind, at, *_) in _columns(game).items():
            if at <= offset < at + kind.itemsize:
                yield name, offset - at


def _described(game: str, name: str) -> str:
    kind = _columns(game)[name][0]
    return f"{name}:{kind.base.str}{list(kind.shape)}"


def _columns(game: str) -> dict[str, Any]:
    return dict(games.rules(game).SEEN.fields or {})
