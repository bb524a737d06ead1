"""What a viewer of Sau Mau Mau remembers of a race.

All that follows from it about hidden cards is in what a seat sees already: the batches (S19).
"""

from galopp.core.chance import Chance
from galopp.core.contract import History, Known
from galopp.core.history import NEW_RACE, What, note_entry, note_reshuffle
from galopp.core.kernel import kernel
from galopp.games.saumaumau.box import State
from galopp.games.saumaumau.sight import Seen, redeal

KNOWN = 0


@kernel
def recall(before: Seen, after: Seen, news: History) -> int:
    """Note what was decided, how many cards that brought, and whether a pile was made anew."""
    if after.race != before.race:
        return NEW_RACE
    if after.last_seat < 0:
        return 0
    at = 0
    if before.discards & ~after.discards:
        at = note_reshuffle(news, at)
    taken = cards_taken(before, after)
    return note_entry(news, at, What.DECIDED, after.last_seat, after.last_code, taken)


@kernel
def cards_taken(before: Seen, after: Seen) -> int:
    """How many cards came into hands: those of the seat that decided, or that was caught (V3)."""
    taken = 0
    for seat in range(after.players):
        taken += max(0, int(after.hand_sizes[seat]) - int(before.hand_sizes[seat]))
    return taken


@kernel
def conclude(seen: Seen, told: History, known: Known) -> None:
    """Nothing that is not seen."""


@kernel
def redeal_knowing(seen: Seen, known: Known, chance: Chance, state: State) -> None:
    """A state drawn uniformly from all those that show the seat exactly this."""
    redeal(seen, chance, state)
