"""What a viewer of Schweinsgalopp remembers of a race: who played which card."""

import numpy as np

from galopp.core.chance import Chance
from galopp.core.contract import History, Known
from galopp.core.counts import Counts
from galopp.core.history import NEW_RACE, What, note_entry
from galopp.core.kernel import kernel
from galopp.games.schweinsgalopp.box import HAND, LINE_UP, PIGS, SHOW_PLAYED, State
from galopp.games.schweinsgalopp.sight import (
    Seen,
    copy_public,
    deal_hands,
    redeal,
    redeal_food,
)

KNOWN = 1 + len(PIGS)  # whether the cards played are known, and how many of each colour


@kernel
def recall(before: Seen, after: Seen, news: History) -> int:
    """Note what was decided; nobody takes cards in this game."""
    if after.race != before.race:
        return NEW_RACE
    if after.last_seat < 0:
        return 0
    return note_entry(news, 0, What.DECIDED, after.last_seat, after.last_code, 0)


@kernel
def conclude(seen: Seen, told: History, known: Known) -> None:
    """Where the table does not show the cards played (G22), whoever paid attention knows them."""
    known[:] = 0
    if seen.options[SHOW_PLAYED]:
        return
    gone = 0
    for entry in told:
        if entry.code < LINE_UP:
            known[1 + entry.code] += 1
            gone += 1
    # Of a game that was not followed from the start of the race, nothing is certain.
    known[0] = gone == cards_gone(seen)


@kernel
def cards_gone(seen: Seen) -> int:
    """How many cards were played in this race."""
    gone = HAND * int(seen.players) if seen.top >= 0 else 0
    for seat in range(seen.players if gone else 0):
        gone -= int(seen.hand_sizes[seat])
    return gone


@kernel
def redeal_knowing(seen: Seen, known: Known, chance: Chance, state: State) -> None:
    """A state drawn uniformly from all that fit what is seen, and the cards known to be played."""
    if not known[0]:
        redeal(seen, chance, state)
        return
    copy_public(seen, state)
    state.played = played_cards(known)
    deal_hands(seen, chance, state)
    redeal_food(seen, chance, state)


@kernel
def played_cards(known: Known) -> Counts:
    """The cards known to be played, a byte a colour."""
    played = np.uint64(0)
    for pig in range(len(PIGS)):
        played |= np.uint64(known[1 + pig]) << np.uint64(8 * pig)
    return played
