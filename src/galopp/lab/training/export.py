"""From a net in training to the file that bots play by, and back: bytes and whole numbers."""

from pathlib import Path

import numpy as np
import numpy.typing as npt
import torch

from galopp.bots.nets.file import write_net
from galopp.bots.nets.inputs import Inputs
from galopp.bots.nets.net import Layer as WholeLayer
from galopp.bots.nets.net import Net as WholeNet
from galopp.bots.nets.taught import LOWEST, VALUES, Taught
from galopp.core import option
from galopp.lab.training.model import UNIT, Layer, Net
from galopp.lab.training.settings import UNTAUGHT, tables_for
from galopp.play.game import game as game_by_name


def export(net: Net, game: str, inputs: Inputs, file: Path) -> None:
    """Write a net down as it will be played with."""
    write_net(file, game, in_whole_numbers(net, inputs), taught_at(game))


def in_whole_numbers(net: Net, inputs: Inputs) -> WholeNet:
    """The same net, rounded for good."""
    layers = [_whole(layer) for layer in net.layers if isinstance(layer, Layer)]
    return WholeNet(inputs, *layers)


@torch.no_grad()
def from_whole_numbers(whole: WholeNet, net: Net) -> None:
    """The way back: a net that finds exactly what the rounded one finds."""
    layers = [layer for layer in net.layers if isinstance(layer, Layer)]
    for layer, rounded in zip(layers, whole[1:], strict=True):
        layer.weight.copy_(torch.from_numpy(rounded.weights.T / UNIT))
        layer.bias.copy_(torch.from_numpy(rounded.bias / layer.unit_of_bias))


def _whole(layer: Layer) -> WholeLayer:
    # A row for each input, so that those that are 0 are passed over.
    weights = _rounded(layer.weight.T, UNIT).clip(-127, 127).astype(np.int8)
    bias = _rounded(layer.bias, layer.unit_of_bias).astype(np.int32)
    return WholeLayer(np.ascontiguousarray(weights), bias)


def _rounded(values: torch.Tensor, unit: int) -> npt.NDArray[np.float64]:
    numbers: npt.NDArray[np.float64] = values.detach().double().cpu().numpy()
    return np.floor(numbers * unit + 0.5)


def taught_at(game: str, seed: int = 1) -> Taught:
    """The tables that a net learns at: every number of players, and every value there was."""
    tables, options = tables_for(game, seed), game_by_name(game).rules.OPTIONS
    rows = [option.choose(options, chosen) for chosen in ({}, *tables.variants)]
    known = np.zeros((len(rows[0]), VALUES), np.bool_)
    for row in rows:
        known[np.arange(len(row)), row.astype(np.int64) - LOWEST] = True
    for place, name in enumerate(_names(options)):
        if name in UNTAUGHT:  # they decide nothing that a seat could see
            known[place] = True
    return Taught(np.unique(np.array(tables.players, np.int64)), known)


def _names(options: tuple[option.Option, ...]) -> list[str]:
    return [one.name for one in options for _ in one.values]
