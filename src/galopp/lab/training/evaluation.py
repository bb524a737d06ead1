"""How strong a net is by now: games against others, counted in whole numbers as it will play.

The net has one seat of each game and takes what it thinks best; the games are the same each time.
"""

from dataclasses import asdict, dataclass

import torch

from galopp.bots.nets.inputs import Inputs
from galopp.lab.training.model import Net
from galopp.lab.training.rooms import Others, Room
from galopp.lab.training.settings import usual_table

SEED = 1_000_003  # of games that nobody learns from


@dataclass(frozen=True)
class Strength:
    """What a net has won."""

    players: int
    share: float  # of victory
    fair: float  # what all seats have on average
    decided: float  # of the games that one alone has won, or another: won
    games: int


class Evaluation:
    """So many games of one kind, against others of one kind."""

    def __init__(
        self,
        game: str,
        players: int,
        games: int,
        inputs: tuple[Inputs, int],
        device: str,
        others: Others,
    ) -> None:
        self.players = players
        table = usual_table(game, players)
        self.room = Room(game, games, table, inputs, device, SEED, others)

    @torch.no_grad()
    def of(self, net: Net) -> Strength:
        """Play every game once."""
        room, before = self.room, net.exact
        net.exact = True
        room.batch.reset(seed=SEED)
        waiting = torch.ones_like(room.done)
        own, others = torch.zeros_like(room.rewards[:, 0]), torch.zeros_like(room.rewards[:, 0])
        while bool(waiting.any()):
            for _ in range(16):  # looking whether all are over takes longer than a step
                room.look()
                room.step(net(room.seen.float(), room.mask)[0].argmax(-1))
                shares = room.shares() * waiting[:, None]
                won = shares.gather(1, room.own_seat[:, None]).squeeze(1)
                own, others = own + won, others + shares.sum(1) - won
                waiting = waiting & ~room.done
        net.exact = before
        return self._strength(own, others)

    def _strength(self, own: torch.Tensor, others: torch.Tensor) -> Strength:
        won, lost = float((own == 1).sum()), float((others == 1).sum())
        return Strength(
            self.players,
            round(float(own.mean()), 4),
            round(float((own + others).mean()) / self.players, 4),
            round(won / max(1.0, won + lost), 4),
            len(own),
        )


def told(strength: Strength) -> dict[str, float]:
    """For a curve."""
    return asdict(strength)
