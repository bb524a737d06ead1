"""Two bots for Galopp: one is quick, the other plays on in thought."""

import random

import galopp
from galopp.core.chance import chance
from galopp.core.history import conclusions
from galopp.core.record import blank


class Hasty:
    """Plays the last card that it may play, or else the last move."""

    def __init__(self, game: str) -> None:
        print("ready for", game)  # what is printed goes to the log

    def decide(self, seen: galopp.Seen) -> galopp.Move:
        """Asked whenever the seat is; `seen.to_dict()` has all that the seat may know."""
        cards = [move for move in seen.legal if move.card]
        return (cards or seen.legal)[-1]


class Dreamer:
    """Tries each move in three games played to the end, and takes what wins most often."""

    def __init__(self, game: str) -> None:
        first = galopp.game(game).new(seed=1)
        seat = first.mover  # rules compile when first used: here is time for it
        self.decide(first.seen(seat), first.told(seat))

    def decide(self, seen: galopp.Seen, told: galopp.History) -> galopp.Move:
        """The move that wins most often; `told` is what was public of this race so far."""
        self.known = conclusions(seen.game.rules, seen.record, told.records)
        return max(seen.legal, key=lambda move: sum(self.wins(seen, move) for _ in range(3)))

    def wins(self, seen: galopp.Seen, move: galopp.Move) -> bool:
        """Whether the seat wins a game that goes on with this move, all else left to chance."""
        rules, luck = seen.game.rules, chance(random.getrandbits(63))
        state = blank(rules.STATE)
        # What the seat cannot see is dealt by luck, as far as it may be so.
        rules.redeal_knowing(seen.record, self.known, luck, state)
        dreamt = galopp.Position(seen.game, state, luck)
        dreamt.play(move)
        while not dreamt.over:
            dreamt.play(random.choice(dreamt.legal))
        return seen.record.viewer in dreamt.winners
