"""What a viewer of Ostfriesenlauf remembers: who drew from which stack and laid what, and when."""

from galopp.core.contract import NOTHING_YET, SECRET, History
from galopp.core.history import What, note_entry, note_reshuffle
from galopp.core.kernel import kernel
from galopp.core.words import NOBODY
from galopp.games.ostfriesenlauf.box import DRAW, RUNNERS, Phase
from galopp.games.ostfriesenlauf.sight import Seen


@kernel
def recall(before: Seen, after: Seen, news: History) -> int:
    """Note a draw, or a card laid face down and whatever followed from it."""
    if after.last_seat == NOBODY:
        return note_blind(after, 0, news, 0)
    if after.last_code >= DRAW:
        at = 0
        if after.reshuffled != before.reshuffled:
            at = note_reshuffle(news, at)
        return note_entry(news, at, What.DECIDED, after.last_seat, after.last_code, 1)
    at = note_entry(news, 0, What.DECIDED, after.last_seat, after.last_code, 0)
    if after.round_number == before.round_number and after.phase != Phase.OVER:
        return note_blind(after, before.laid + 1, news, at)
    at = note_end_of_round(before, after, news, at)
    return at if after.phase == Phase.OVER else note_blind(after, 0, news, at)


@kernel
def note_blind(seen: Seen, first: int, news: History, at: int) -> int:
    """The ownerless have laid in this round, from this place in the laying order on (O29)."""
    for slot in range(first, seen.laid):
        if seen.reshuffled == slot:
            at = note_reshuffle(news, at)
        at = note_ownerless(news, at, seen.order[slot], seen.pile_backs[slot] != 0)
    return at


@kernel
def note_end_of_round(before: Seen, after: Seen, news: History, at: int) -> int:
    """The ownerless who were left have laid, and the whole pile was turned over (O1)."""
    for slot in range(before.laid + 1, len(RUNNERS)):
        if after.report_reshuffled == slot:
            at = note_reshuffle(news, at)
        at = note_ownerless(news, at, after.report_order[slot], after.report_cards[slot] != NOBODY)
    for slot in range(len(RUNNERS)):
        card = after.report_cards[slot]
        if card != NOBODY:
            at = note_entry(news, at, What.TURNED_UP, after.report_order[slot], card, 0)
    return at


@kernel
def note_ownerless(news: History, at: int, runner: int, laid: bool) -> int:
    """It has laid a card unseen, or none, for want of any (O32)."""
    code = SECRET if laid else NOTHING_YET
    return note_entry(news, at, What.LAID_BLIND, runner, code, int(laid))
