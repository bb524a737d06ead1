"""Many games at once: the same rules in compiled loops over arrays of games.

    from galopp.batch import Batch, play

    batch = Batch("schweinsgalopp", games=4096, players=2, seed=7)
    batch.step(codes)                   # one decision in each of them
    batch.observations, batch.mask, batch.rewards, batch.done

    played = play("saumaumau", games=1_000_000, players=4, policies=("casual", "random"))
    played.points.mean(axis=0)

On a machine with an NVIDIA card, `device="cuda"` does the same there, to the bit.
"""

from galopp.batch.batch import Batch, play
from galopp.batch.layout import Layout, layout_of
from galopp.batch.loops import Played

__all__ = ["Batch", "Layout", "Played", "layout_of", "play"]
