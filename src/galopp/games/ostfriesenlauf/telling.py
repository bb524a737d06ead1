"""What a viewer of Ostfriesenlauf saw happen."""

from collections.abc import Iterator

from galopp.core.cards import count, lowest
from galopp.core.contract import SECRET, Event
from galopp.core.words import NOBODY, Plain
from galopp.games.ostfriesenlauf.box import (
    ANIMALS,
    BACK,
    CARD_NAMES,
    CARDS,
    DRAW,
    LAST_ROUND,
    RUNNERS,
    SIGN,
    SNAIL,
    STACKS,
    STAYS,
    SWAP,
    Ending,
    Phase,
)
from galopp.games.ostfriesenlauf.rules import carry_out, sign_after, spaces_backward, spaces_forward
from galopp.games.ostfriesenlauf.sight import Seen
from galopp.games.ostfriesenlauf.standing import Standing, place_at, runner_at, standing_of

# Where a reader finds out why it happened: the rulings, the most telling one first.
EXPLAINED = {
    "drew": ("O5",),
    "drew_card": ("O5",),
    "laid": ("O4",),
    "laid_card": ("O4",),
    "laid_blind": ("O29",),
    "laid_nothing": ("O32", "O31"),
    "reshuffled": ("O31",),
    "turned_over": ("O1",),
    "card_turned": ("O7",),
    "ran": ("O10", "O8"),
    "moved_in": ("O11",),
    "stayed": ("O12",),
    "swapped": ("O13",),
    "sign_moved": ("O20",),
    "sign_stayed": ("O21",),
    "over_forwards": ("O24", "O19"),
    "over_backwards": ("O24", "O17"),
    "next_round": ("O27",),
    "round_limit": ("O34",),
    "ownerless_won": ("O30",),
    "unowned_victory": ("O30", "O24"),
    "game_over": ("O24", "O25"),
}

Stand = dict[int, tuple[int, int]]  # place and lane of each runner


def happened(before: Seen, after: Seen) -> list[Event]:
    """The events between two views of one viewer, one decision apart."""
    return list(_events(before, after))


def _events(before: Seen, after: Seen) -> Iterator[Event]:
    if after.last_code >= DRAW:
        yield from _drew(before, after)
        return
    slot = int(before.laid)
    if _round_is_done(before, after):
        yield _laid(after, slot, int(after.report_cards[slot]))
        discards = count(before.discards)
        for blind in range(slot + 1, len(RUNNERS)):
            if after.report_reshuffled == blind:
                yield Event("reshuffled", {"count": discards})
                discards = 0
            yield _laid_blind(int(before.order[blind]), blind, after.report_cards[blind] != NOBODY)
        yield from _carried_out(before, after)
        yield from _after_the_round(before, after)
        cards = sum(card != NOBODY for card in after.report_cards)
        yield from _laid_by_ownerless(after, 0, discards + int(cards))
    else:
        yield _laid(after, slot, int(after.own_card))
        yield from _laid_by_ownerless(after, slot + 1, count(before.discards))


def _round_is_done(before: Seen, after: Seen) -> bool:
    # As Python's own: numpy takes microseconds to compare a number with an enumeration.
    return bool(after.round_number != before.round_number or int(after.phase) == Phase.OVER)


def _drew(before: Seen, after: Seen) -> Iterator[Event]:
    seat, stack = int(after.last_seat), STACKS[after.last_code - DRAW]
    if after.reshuffled != before.reshuffled:
        yield Event("reshuffled", {"count": count(before.discards)})
    if seat == after.viewer:
        card = CARD_NAMES[lowest(after.hand & ~before.hand)]
        yield Event("drew_card", {"seat": seat, "stack": stack, "card": card})
    else:
        yield Event("drew", {"seat": seat, "stack": stack})


def _laid(after: Seen, slot: int, card: int) -> Event:
    # What lay face down for a moment only is told by its back, like any other card.
    seat = int(after.last_seat)
    if seat == after.viewer:
        stack = STACKS[CARDS[card, BACK] - 1]
        return Event("laid_card", {"seat": seat, "stack": stack, "card": CARD_NAMES[card]})
    back = int(after.pile_backs[slot]) if after.last_code == SECRET else int(CARDS[card, BACK])
    return Event("laid", {"seat": seat, "stack": STACKS[back - 1]})


def _laid_blind(runner: int, slot: int, laid: bool) -> Event:
    stack = STACKS[len(RUNNERS) - 1 - slot]
    return Event(
        "laid_blind" if laid else "laid_nothing", {"runner": RUNNERS[runner], "stack": stack}
    )


def _laid_by_ownerless(after: Seen, slot: int, discards: int) -> Iterator[Event]:
    """What the ownerless laid in the round that is still on, from this slot."""
    for blind in range(slot, int(after.laid)):
        if after.reshuffled == blind:
            yield Event("reshuffled", {"count": discards})
        yield _laid_blind(int(after.order[blind]), blind, after.pile_backs[blind] != 0)


def _carried_out(before: Seen, after: Seen) -> Iterator[Event]:
    """The pile turned over, card by card, with the rules themselves."""
    cards = [int(card) for card in after.report_cards]
    yield Event("turned_over", {"count": sum(card != NOBODY for card in cards)})
    standing, sign = standing_of(before), int(before.sign)
    for card, runner in zip(cards, before.order, strict=True):
        if card != NOBODY:
            yield from _turned(standing, sign, card, int(runner), before)
            standing = carry_out(standing, card)
            sign = sign_after(sign, card, before.options)


def _turned(standing: Standing, sign: int, card: int, runner: int, seen: Seen) -> Iterator[Event]:
    """One card of the pile: whose it is, and what it does."""
    yield Event("card_turned", {"runner": RUNNERS[runner], "card": CARD_NAMES[card]})
    yield from _moved(standing, carry_out(standing, card), card)
    if CARDS[card, SIGN] != STAYS:
        animal = ANIMALS[CARDS[card, SIGN] - SNAIL]
        yield _sign_moved(sign, sign_after(sign, card, seen.options), animal)


def foretold(seen: Seen, code: int) -> list[Event]:
    """What a card will do that nobody's card comes before: it is carried out first (O1)."""
    slot = int(seen.laid)
    if code >= DRAW or seen.pile_backs[:slot].any():
        return []
    runner = int(seen.order[slot])
    return list(_turned(standing_of(seen), int(seen.sign), code, runner, seen))


def _moved(standing: Standing, moved: Standing, card: int) -> Iterator[Event]:
    before, after = _stand(standing), _stand(moved)
    rank, other = int(CARDS[card, BACK]) - 1, int(CARDS[card, SWAP]) - 1
    runner = runner_at(standing, rank)
    (start, start_lane), (place, lane) = before[runner], after[runner]
    way: dict[str, Plain] = {
        "runner": RUNNERS[runner],
        "start": start,
        "start_lane": start_lane,
        "place": place,
        "lane": lane,
    }
    if other != rank:
        other_runner = RUNNERS[runner_at(standing, other)]
        yield Event("swapped", {**way, "other_runner": other_runner})
    elif standing != moved:
        yield Event("ran", way)
        for name in before:
            if name != runner and before[name] != after[name]:
                stand: dict[str, Plain] = {"place": after[name][0], "lane": after[name][1]}
                yield Event("moved_in", {"runner": RUNNERS[name], **stand})
    elif CARDS[card, SIGN] == STAYS:
        yield Event("stayed", {"runner": RUNNERS[runner], "place": place, "lane": lane})


def _stand(standing: Standing) -> Stand:
    stand: Stand = {}
    for rank in range(len(RUNNERS)):
        place = place_at(standing, rank)
        lane = 1 + sum(place == other for other, _ in stand.values())
        stand[runner_at(standing, rank)] = (place, lane)
    return stand


def _sign_moved(start: int, place: int, animal: str) -> Event:
    if start == place:
        return Event("sign_stayed", {"animal": animal, "place": place})
    return Event("sign_moved", {"animal": animal, "start": start, "place": place})


def _after_the_round(before: Seen, after: Seen) -> Iterator[Event]:
    sign = int(after.sign)
    for runner in reversed(after.order):
        place, name = int(after.places[runner]), RUNNERS[runner]
        forward = spaces_forward(place, sign)
        backward = spaces_backward(place, sign, after.options)
        if forward >= 1:
            yield Event("over_forwards", {"runner": name, "count": forward})
        if backward >= 1:
            yield Event("over_backwards", {"runner": name, "count": backward})
    if int(after.phase) != Phase.OVER:
        yield Event("next_round", {"round": int(after.round_number)})
        return
    if after.ended[Ending.ROUND_LIMIT]:
        yield Event("round_limit", {"round": LAST_ROUND})
    unowned = unowned_winners(after)
    won = [seat for seat in range(int(after.players)) if after.won >> seat & 1]
    if not won:
        yield Event("unowned_victory", {"runner": list(unowned), "count": len(unowned)})
        return
    for name in unowned:
        yield Event("ownerless_won", {"runner": name})
    yield Event("game_over", {"winners": list(won)})


def unowned_winners(seen: Seen) -> list[str]:
    """The runners that have won and belong to nobody (O30)."""
    ownerless = range(int(seen.players), len(RUNNERS))
    return [RUNNERS[runner] for runner in ownerless if seen.won >> runner & 1]
