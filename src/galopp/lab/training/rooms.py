"""Rooms of games: many at once on a device, and who plays in them beside the learning net.

Against itself the net has every seat. In the other rooms it has one, each in another game, and
the others belong to the built-in levels or to an older net. All rooms together are a hall, whose
games lie side by side in every tensor, so that the net looks at all of them at once.
"""

from collections.abc import Callable, Iterator

import torch
from torch import Tensor
from torch.utils.dlpack import from_dlpack

from galopp.batch import Batch
from galopp.batch.features import FeatureRows
from galopp.bots.nets.inputs import Inputs
from galopp.lab.training.settings import Tables

Others = Callable[["Room"], Tensor]  # the codes that the others decide, in all games of a room


class Room:
    """Games at tables of all kinds, side by side."""

    def __init__(
        self,
        game: str,
        games: int,
        tables: Tables,
        inputs: tuple[Inputs, int],
        device: str,
        seed: int,
        others: Others | None = None,
    ) -> None:
        self.batch = Batch(
            game,
            games,
            tables.players,
            seed,
            device=device,
            observe="mover",
            dtype="uint8",
            variants=tables.variants,
        )
        self.others = others
        self._features = FeatureRows(self.batch, *inputs)
        self.seen = _shared(self._features.array)
        self.mask = _shared(self.batch.mask)
        self.mover = _shared(self.batch.mover)
        self.rewards = _shared(self.batch.rewards)
        self.done = _shared(self.batch.done)
        number = [self.batch.setting_of(row)[0] for row in range(len(tables.players))]
        rows = torch.arange(games, device=device)
        self.players = torch.tensor(number, device=device)[rows % len(number)]
        # Each seat is the net's equally often, at each kind of table.
        self.own_seat = torch.div(rows, len(number), rounding_mode="floor") % self.players

    @property
    def is_ours(self) -> Tensor:
        """Where it is the net who decides."""
        if self.others is None:
            return torch.ones_like(self.done)
        return self.mover == self.own_seat

    def look(self) -> None:
        """Find out what the movers see now."""
        self._features.write()

    def step(self, codes: Tensor) -> None:
        """Decide in all games; where it is not the net's turn, the others do."""
        if self.others is not None:
            codes = torch.where(self.is_ours, codes, self.others(self))
        self.batch.step(codes)

    def shares(self) -> Tensor:
        """What each seat has of the victory in games that have just ended; else 0."""
        defeat = -1 / (self.players - 1).clamp(min=1)[:, None]
        shares = (self.rewards - defeat) / (1 - defeat)
        here = torch.arange(self.batch.seats, device=shares.device) < self.players[:, None]
        return shares * (self.done[:, None] & here)


def _shared(array: object) -> Tensor:
    shared: Tensor = from_dlpack(array)  # type: ignore[arg-type, unused-ignore]  # typed as a capsule
    return shared


def levels(*names: str) -> Others:
    """Built-in levels, seat by seat."""

    def decide(room: Room) -> Tensor:
        return _shared(room.batch.sample(names))

    return decide


class Environments:
    """All rooms as one."""

    def __init__(self, rooms: list[Room]) -> None:
        self.rooms = rooms
        self.players = torch.cat([room.players for room in rooms])
        self._parts = [room.batch.games for room in rooms]
        self.seats = rooms[0].batch.seats

    def look(self, seen: Tensor, mask: Tensor, mover: Tensor, ours: Tensor) -> None:
        """Write down what the movers see, what they may do, who they are and who decides."""
        for room, *written in self._each(seen, mask, mover, ours):
            room.look()
            for tensor, now in zip(
                written, (room.seen, room.mask, room.mover, room.is_ours), strict=True
            ):
                tensor.copy_(now)

    def step(self, codes: Tensor, shares: Tensor, done: Tensor) -> None:
        """Decide everywhere, and write down what came of it."""
        for room, decided, brought, ended in self._each(codes, shares, done):
            room.step(decided)
            brought.copy_(room.shares())
            ended.copy_(room.done)

    def _each(self, *tensors: Tensor) -> Iterator[tuple[Room, *tuple[Tensor, ...]]]:
        return zip(self.rooms, *(tensor.split(self._parts) for tensor in tensors), strict=True)
