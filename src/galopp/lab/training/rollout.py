"""A lesson: some steps of all games, and how good each decision was.

Seats are counted in two ways: as they sit, and from whoever decides, as a net sees them.
"""

from dataclasses import dataclass

import torch
from torch import Tensor

from galopp.lab.training.model import Net
from galopp.lab.training.rooms import Environments


class Rollout:
    """What happened: tensors of (steps, games, ...), written over by the next lesson."""

    def __init__(self, hall: Environments, net: Net, steps: int, device: str) -> None:
        features, codes, seats, _ = net.shape
        games = len(hall.players)

        def blank(*shape: int, kind: torch.dtype = torch.float32) -> Tensor:
            return torch.zeros((steps, games, *shape), dtype=kind, device=device)

        self.seen = blank(features, kind=torch.uint8)
        self.mask = blank(codes, kind=torch.bool)
        self.mover = blank(kind=torch.int8)
        self.ours = blank(kind=torch.bool)
        self.code = blank(kind=torch.int64)
        self.likely = blank()  # the logarithm of the chance that the code had
        self.value = blank(seats)  # by seat, as they sit
        self.share = blank(seats)
        self.done = blank(kind=torch.bool)
        self.last_value = torch.zeros((games, seats), device=device)

    @torch.no_grad()
    def play(self, hall: Environments, net: Net) -> None:
        """Play on, in all games."""
        for step in range(len(self.code)):
            hall.look(self.seen[step], self.mask[step], self.mover[step], self.ours[step])
            wished, value = net(as_input(self.seen[step]), self.mask[step])
            chances = wished.log_softmax(-1)
            code = sample(chances)
            self.code[step] = code
            self.likely[step] = chances.gather(1, code[:, None]).squeeze(1)
            self.value[step] = as_they_sit(value, self.mover[step], hall.players)
            hall.step(code, self.share[step], self.done[step])
        self._look_on(hall, net)

    def _look_on(self, hall: Environments, net: Net) -> None:
        """What each seat may hope for after the last step."""
        seen, mask = torch.empty_like(self.seen[0]), torch.empty_like(self.mask[0])
        mover, ours = torch.empty_like(self.mover[0]), torch.empty_like(self.ours[0])
        hall.look(seen, mask, mover, ours)
        _, value = net(as_input(seen), mask)
        self.last_value.copy_(as_they_sit(value, mover, hall.players))

    def judged(self, hall: Environments, trace: float) -> "Advantages":
        """How much better than expected each decision turned out, and what was to be expected.

        From one decision of a seat to its next one others decide; what they do is its luck (GAE
        over its own decisions, nothing discounted).
        """
        advantage, target = torch.zeros_like(self.likely), torch.zeros_like(self.value)
        after = self.last_value
        ahead, brought = torch.zeros_like(after), torch.zeros_like(after)
        for step in reversed(range(len(self.code))):
            ended = self.done[step][:, None]
            after, ahead = after.masked_fill(ended, 0), ahead.masked_fill(ended, 0)
            brought = torch.where(ended, self.share[step], brought)
            came = brought + after + trace * ahead
            mover = self.mover[step].long()[:, None]
            hoped = self.value[step].gather(1, mover)
            surprise = came.gather(1, mover) - hoped
            advantage[step] = surprise.squeeze(1)
            target[step] = from_mover(came, self.mover[step], hall.players)
            after = after.scatter(1, mover, hoped)
            ahead = ahead.scatter(1, mover, surprise)
            brought = brought.scatter(1, mover, 0.0)
        return Advantages(advantage.flatten(), target.flatten(0, 1))


@dataclass(frozen=True)
class Advantages:
    """Of each decision of a lesson, all steps one after the other."""

    advantage: Tensor
    target: Tensor  # share of victory by seat, the mover's first


def as_input(seen: Tensor) -> Tensor:
    """Features as numbers that the device multiplies quickly."""
    return seen.to(torch.bfloat16 if seen.is_cuda else torch.float32)


def sample(chances: Tensor) -> Tensor:
    """A code each, drawn by the logarithms of their chances."""
    lots = torch.empty_like(chances).exponential_().log_()
    return (chances - lots).argmax(-1)


def as_they_sit(values: Tensor, mover: Tensor, players: Tensor) -> Tensor:
    """What was counted from the mover, counted from seat 0."""
    seats = torch.arange(values.shape[1], device=values.device)
    away = (seats - mover.long()[:, None]) % players[:, None]
    return values.gather(1, away)


def from_mover(values: Tensor, mover: Tensor, players: Tensor) -> Tensor:
    """What was counted from seat 0, counted from the mover."""
    seats = torch.arange(values.shape[1], device=values.device)
    sitting = (seats + mover.long()[:, None]) % players[:, None]
    return values.gather(1, sitting)
