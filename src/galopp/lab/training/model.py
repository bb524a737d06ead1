"""The net: features in, a number for each decision and the share of victory of each seat out.

It is trained in real numbers and counts in whole ones when it is played with. A real number is so
many 64ths: weights of a byte, from -127/64 to 127/64, and what a unit passes on from 0 to 255/64.
With `exact`, training already rounds where whole numbers will be, and learns to live with it; the
gradient goes through as if nothing had been rounded.
"""

from collections.abc import Sequence

import torch
from torch import Tensor, nn
from torch.nn import functional

UNIT = 64  # of a weight, and of what is passed on
MOST_WEIGHT = 127 / UNIT
MOST_PASSED = 255 / UNIT
FORBIDDEN = -1e9  # instead of the number of a decision that is not legal


def rounded(values: Tensor, unit: int) -> Tensor:
    """To the next so-manieth, halves up; the gradient does not notice."""
    return values + (torch.floor(values * unit + 0.5) / unit - values).detach()


class Layer(nn.Linear):
    """A layer whose weights can be written in bytes."""

    def __init__(self, wide: int, high: int, unit_of_bias: int, spread: float) -> None:
        super().__init__(wide, high)
        self.unit_of_bias = unit_of_bias
        nn.init.normal_(self.weight, std=spread)
        nn.init.zeros_(self.bias)

    def of(self, passed: Tensor, exact: bool) -> Tensor:
        """What its units find."""
        if not exact:
            return functional.linear(passed, self.weight, self.bias)
        weights = rounded(self.weight, UNIT)
        return functional.linear(passed, weights, rounded(self.bias, self.unit_of_bias))

    @torch.no_grad()
    def keep_small(self) -> None:
        """As large as a byte can say."""
        self.weight.clamp_(-MOST_WEIGHT, MOST_WEIGHT)


class Net(nn.Module):
    """Three layers of hidden units; `widths` says how many each has."""

    def __init__(self, features: int, codes: int, seats: int, widths: Sequence[int]) -> None:
        super().__init__()
        first, second, third = widths
        self.shape = (features, codes, seats, tuple(widths))
        self.codes = codes
        self.exact = False
        self.layers = nn.ModuleList(
            [
                Layer(features, first, UNIT, 0.08),
                Layer(first, second, UNIT**2, (2 / first) ** 0.5),
                Layer(second, third, UNIT**2, (2 / second) ** 0.5),
                Layer(third, codes + seats, UNIT**2, 0.02),
            ]
        )

    def forward(self, seen: Tensor, mask: Tensor) -> tuple[Tensor, Tensor]:
        """A number for each decision, and the share of victory of each seat, one's own first."""
        passed = seen
        *hidden, last = self.layers
        for layer in hidden:
            assert isinstance(layer, Layer)
            passed = layer.of(passed, self.exact).clamp(0, MOST_PASSED)
            if self.exact:
                passed = rounded(passed, UNIT)
        assert isinstance(last, Layer)
        found = last.of(passed, self.exact).float()
        return found[:, : self.codes].masked_fill(~mask, FORBIDDEN), found[:, self.codes :]

    def keep_small(self) -> None:
        """Keep all weights within a byte."""
        for layer in self.layers:
            assert isinstance(layer, Layer)
            layer.keep_small()
