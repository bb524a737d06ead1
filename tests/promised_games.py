"""Games with promised luck, as a table plays them and writes them down."""

from collections.abc import Collection

import galopp
from galopp.core.chance import below, chance
from galopp.core.words import Plain
from galopp.play.luck import DEAL, Luck

LUCK = Luck("KQHTZM/1", bytes(range(32)))
NAMES = {0: "Zoë"}


def play_at_table(
    name: str,
    players: int = 2,
    options: dict[str, Plain] | None = None,
    taken_back: Collection[int] = (),
    luck: Luck = LUCK,
    longest: int = 10_000,
) -> tuple[galopp.Record, galopp.Position]:
    """A game at random and its record; decisions with these numbers were taken back."""
    position = galopp.game(name).deal(players, luck.of(DEAL), options or {})
    picks, written, number = chance(5), [], 0
    while not position.over and number < longest:
        number += 1
        before, asked, legal = position.copy(), position.asked, position.legal
        seat, move = asked[below(picks, len(asked))], legal[below(picks, len(legal))]
        position.chance = luck.of(number)
        position.play(move, seat)
        if number in taken_back:
            position = before
        else:
            written.append((number, seat, move.notation))
    record = galopp.Record.of_table(name, players, options or {}, luck, written, NAMES)
    return record, position
