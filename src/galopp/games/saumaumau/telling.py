"""What a viewer of Sau Mau Mau saw happen."""

from collections.abc import Iterator

from galopp.core.cards import Cards, count, has
from galopp.core.contract import SECRET, Event
from galopp.core.words import NOBODY, Plain
from galopp.games.saumaumau.box import (
    ADDS,
    BET,
    CALL,
    CARDS,
    COLOUR,
    DRAW,
    EXACT_GOAL,
    FARMER,
    FLOPPY,
    HAND,
    LAST_CARD_POINTS,
    LAUREL_POINTS,
    LET_GO,
    NAME_COLOUR,
    NO_BET,
    PASS,
    PAYOUTS,
    PIGS,
    RETREAT,
    RUN,
    SEATS_ON,
    SILENT,
    STEPS,
    STOP,
    Ending,
    Phase,
    goal,
)
from galopp.games.saumaumau.rules import seat_after, stops_at, with_most
from galopp.games.saumaumau.sight import Seen

# Where a reader finds out why it happened: the rulings, the most telling one first.
EXPLAINED = {
    "played": ("S4",),
    "ran": ("S27", "S23"),
    "colour_counts": ("S2",),
    "named": ("S8",),
    "skipped": ("S20",),
    "owes": ("S13", "S10"),
    "parried": ("S10",),
    "debt_lapsed": ("S14", "S15"),
    "drew": ("S5", "S17"),
    "received": ("S6",),
    "reshuffled": ("S19",),
    "passed": ("S18",),
    "retreated": ("S16",),
    "stopped_retreating": ("S16",),
    "bet": ("S33",),
    "bet_on": ("S33",),
    "bet_taken_up": ("S31",),
    "no_bet": ("S33",),
    "called_mau": ("V1",),
    "called_mau_mau": ("V1",),
    "stayed_silent": ("V2",),
    "caught": ("V12",),
    "let_go": ("V3",),
    "took_back": ("V4",),
    "race_over_laurel": ("S21",),
    "race_over_last_card": ("S26",),
    "race_over_both": ("S25", "S21"),
    "race_over_turn_limit": ("S28",),
    "pig_won": ("S26", "S21"),
    "points_for_laurel": ("S21",),
    "points_for_last_card": ("S26",),
    "bet_revealed": ("S29",),
    "points_for_bet": ("S30", "S29"),
    "next_race": ("S36",),
    "dealt": ("S36",),
    "turned_up": ("S1", "S3"),
    "game_over": ("S37",),
}


def happened(before: Seen, after: Seen) -> list[Event]:
    """The events between two views of one viewer, one decision apart."""
    return list(_events(before, after))


def _events(before: Seen, after: Seen) -> Iterator[Event]:
    seat, code = int(after.last_seat), int(after.last_code)
    if code == SECRET or BET <= code < NO_BET:
        yield from _bet(before, seat, code)
    elif code < DRAW:
        yield Event("played", {"seat": seat, "card": CARDS[code]})
        if after.laid == NOBODY:
            yield from _carried_out(before, after, code)
    elif code == DRAW:
        yield from _drawn(before, after)
    elif code < NO_BET:
        yield from _passed_or_retreated(before, after, seat, code)
    elif code == NO_BET:
        yield Event("no_bet", {"seat": seat})
    elif code < NAME_COLOUR:
        yield _ran(before, code - RUN, int(STEPS[FLOPPY]))
        yield from _colour_counts(before, after, int(before.top))
    elif code < CALL:
        yield Event("named", {"seat": seat, "colour": PIGS[code - NAME_COLOUR]})
    else:
        yield from _called_or_caught(before, after, seat, code)
    if _race_ended(before, after):
        yield from _scored(before, after)


def _race_ended(before: Seen, after: Seen) -> bool:
    # As Python's own: numpy takes microseconds to compare a number with an enumeration.
    return bool(after.race != before.race or int(after.phase) == Phase.OVER)


def _bet(before: Seen, seat: int, code: int) -> Iterator[Event]:
    queue = [int(other) for other in before.queue[: int(before.players)] if other != NOBODY]
    told: dict[str, Plain] = {"seat": seat}
    if seat in queue:
        yield Event("bet_taken_up", told | _in_place(queue.index(seat)))
        queue.remove(seat)
    told |= _in_place(len(queue))
    if code == SECRET:
        yield Event("bet", told)
    else:
        yield Event("bet_on", told | {"pig": PIGS[code - BET]})


def _in_place(place: int) -> dict[str, Plain]:
    return {"place": place + 1, "payout": PAYOUTS[place]}


def _carried_out(before: Seen, after: Seen, card: int) -> Iterator[Event]:
    if before.pile_size == 0:  # only the old top card lies beneath the new one (S19)
        yield Event("reshuffled", {"count": 1})
    if before.debt and card >= FLOPPY:
        yield Event("parried", {"seat": int(before.turn), "count": int(before.debt)})
    if card < FLOPPY and STEPS[card]:
        yield _ran(before, int(COLOUR[card]), int(STEPS[card]))
    elif FLOPPY <= card < FARMER and int(after.phase) != Phase.RUN:
        yield _ran(before, int(before.pigs.argmin()), int(STEPS[FLOPPY]))
        yield from _colour_counts(before, after, card)
    over, neighbour = _race_ended(before, after), seat_after(before, int(before.turn), 1)
    if SEATS_ON[card] > 1 and not over:
        yield Event("skipped", {"seat": neighbour})
    if ADDS[card]:
        owed = int(before.debt) + int(ADDS[card])
        lapsed = Event("debt_lapsed", {"count": owed})  # with the race (S14, S28)
        yield lapsed if over else Event("owes", {"seat": neighbour, "count": owed})


def _ran(before: Seen, pig: int, steps: int) -> Event:
    start = int(before.pigs[pig])
    at = goal(before.options, before.players)
    place = stops_at(start + steps, at, bool(before.options[EXACT_GOAL]))
    return Event("ran", {"pig": PIGS[pig], "start": start, "place": int(place)})


def _colour_counts(before: Seen, after: Seen, card: int) -> Iterator[Event]:
    if not _race_ended(before, after):
        yield Event("colour_counts", {"colour": PIGS[COLOUR[card]]})


def _drawn(before: Seen, after: Seen) -> Iterator[Event]:
    seat, owed = int(before.turn), max(1, int(before.debt))
    taken = int(after.hand_sizes[seat] - before.hand_sizes[seat])
    if before.laid != NOBODY:
        taken -= 1  # the card taken back was not drawn
    first = min(taken, int(before.pile_size))
    yield Event("drew", {"seat": seat, "count": first})
    if after.batches > before.batches + (before.laid != NOBODY):
        beneath = int(before.pile_size) + count(before.discards) - first
        yield Event("reshuffled", {"count": beneath})
    if taken > first:
        yield Event("drew", {"seat": seat, "count": taken - first})
    if taken < owed:
        yield Event("debt_lapsed", {"count": owed - taken})
    if seat == before.viewer:
        yield from _received(after.hand & ~before.hand, seat, int(before.laid))


def _received(cards: Cards, seat: int, taken_back: int) -> Iterator[Event]:
    for card, name in enumerate(CARDS):
        if has(cards, card) and card != taken_back:
            yield Event("received", {"seat": seat, "card": name})


def _passed_or_retreated(before: Seen, after: Seen, seat: int, code: int) -> Iterator[Event]:
    if code == PASS:
        yield Event("passed", {"seat": seat})
    elif code == STOP:
        yield Event("stopped_retreating", {"seat": seat, "count": int(before.steps)})
    else:
        start = int(before.pigs[code - RETREAT])
        pig = PIGS[code - RETREAT]
        yield Event("retreated", {"seat": seat, "pig": pig, "start": start, "place": start - 1})
        if before.steps > 1 and int(after.phase) == Phase.BET:
            yield Event("stopped_retreating", {"seat": seat, "count": int(before.steps) - 1})


def _called_or_caught(before: Seen, after: Seen, seat: int, code: int) -> Iterator[Event]:
    last_card = before.hand_sizes[before.turn] == 0
    if code == CALL:
        yield Event("called_mau_mau" if last_card else "called_mau", {"seat": seat})
    elif code == SILENT:
        yield Event("stayed_silent", {"seat": seat})
    elif code == LET_GO:
        yield Event("let_go", {"seat": seat})
    else:
        yield Event("caught", {"seat": seat})
        yield Event("took_back", {"seat": int(before.turn), "card": CARDS[before.laid]})
        if before.debt:
            yield from _drawn(before, after)
    if code in (CALL, LET_GO) and after.laid == NOBODY:
        yield from _carried_out(before, after, int(before.laid))


# What a right bet earns hangs on the bets before it, and is certain where there is none (S30).
EARNED = ("points_for_bet",)


def _scored(before: Seen, after: Seen) -> Iterator[Event]:
    seat, ending = int(after.report_seat), Ending(after.report_ending)
    yield Event(f"race_over_{ending.name.lower()}", {"race": int(before.race), "seat": seat})
    if ending in (Ending.LAUREL, Ending.BOTH):
        yield Event("points_for_laurel", {"seat": seat, "count": LAUREL_POINTS})
    if ending in (Ending.LAST_CARD, Ending.BOTH):
        yield Event("points_for_last_card", {"seat": seat, "count": LAST_CARD_POINTS})
    for pig, name in enumerate(PIGS):
        if after.report_winners >> pig & 1:
            yield Event("pig_won", {"pig": name})
    yield from _bets_revealed(after)
    if int(after.phase) == Phase.OVER:
        won = with_most(after.points, int(after.players))
        seats = [seat for seat in range(int(after.players)) if won >> seat & 1]
        yield Event("game_over", {"winners": [*seats]})
        return
    yield Event("next_race", {"race": int(after.race), "seat": int(after.starter)})
    yield Event("dealt", {"count": HAND})
    if after.viewer != NOBODY:
        yield from _received(after.hand, int(after.viewer), NOBODY)
    yield Event("turned_up", {"card": CARDS[after.top]})


def _bets_revealed(after: Seen) -> Iterator[Event]:
    queue = [int(seat) for seat in after.report_queue[: int(after.players)] if seat != NOBODY]
    for place, seat in enumerate(queue, 1):
        pig = PIGS[after.report_bets[seat]]
        yield Event("bet_revealed", {"seat": seat, "pig": pig, "place": place})
    for seat in queue:
        earned, pig = int(after.report_bet_points[seat]), PIGS[after.report_bets[seat]]
        if earned:
            yield Event("points_for_bet", {"seat": seat, "pig": pig, "count": earned})
