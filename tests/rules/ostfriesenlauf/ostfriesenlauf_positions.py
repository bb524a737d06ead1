"""Positions of Ostfriesenlauf set up by hand, for tests that read like rules.

A test says where the runners stand and which cards matter; everything else (other hands,
stacks, the report of the round before) is filled in so that `check` accepts it.
"""

import numpy as np

from galopp.core import option, record
from galopp.core.cards import lowest
from galopp.core.chance import chance
from galopp.core.words import NOBODY
from galopp.games import ostfriesenlauf as g
from galopp.games.ostfriesenlauf.box import ANIMALS, BOARDS, CARD_NAMES, HAND, NOTATION, RUNNERS
from galopp.games.ostfriesenlauf.rules import carry_out, take_places
from galopp.games.ostfriesenlauf.standing import standing_of

# Red leads, then yellow, blue, white; far from any line.
SPREAD = {"red": 21, "yellow": 15, "blue": 9, "white": 2}
SIGNS = dict(zip(ANIMALS, BOARDS["default"][1:], strict=True))
# Cards nobody asks for are taken in this order: plain ones first, so that they do no harm.
SPARE = sorted(CARD_NAMES, key=lambda name: ("+" not in name, name[::-1]))


def a_game(players=4, seed=1, **options):
    """A game just set up."""
    state = record.blank(g.STATE)
    g.set_up(state, players, option.choose(g.OPTIONS, options), chance(seed))
    g.check(state)
    return state


def a_race(
    stands=None,
    *,
    players=4,
    sign="fish",
    laid=(),
    hands=None,
    empty="",
    round_number=9,
    **options,
):
    """A race in the middle of a round: the last runner is on turn if nothing is laid yet.

    `stands` gives each runner's place; runners on one space stand in the order named, the
    first one innermost. `laid` are the cards face down, in laying order (None: no card).
    `hands` names cards that a runner's player holds. The rest is undrawn, but of the
    `empty` stacks, whose cards are discards.
    """
    plain = record.write(g.FIELDS, a_game(players, **options), players)
    plain |= {"round_number": round_number, "sign": SIGNS[sign], "report_sign": SIGNS[sign]}
    plain |= _runners(stands or SPREAD)
    plain |= _cards(players, laid, hands or {}, empty)
    plain["laid"] = len(laid)
    plain["turn"] = RUNNERS.index(plain["order"][len(laid)])
    plain["phase"] = "draw"
    return read(plain, players)


def read(plain, players):
    """The state that a dictionary describes, checked."""
    state = record.blank(g.STATE)
    record.read(g.FIELDS, plain, state, players)
    g.check(state)
    return state


def changed(state, **fields):
    """The same position with some fields written differently, unchecked."""
    plain = record.write(g.FIELDS, state, int(state.players))
    other = record.blank(g.STATE)
    record.read(g.FIELDS, plain | fields, other, int(state.players))
    return other


def _runners(stands):
    met = []
    lanes = {}
    for runner, place in stands.items():
        met.append(place)
        lanes[runner] = met.count(place)
    order = sorted(stands, key=lambda runner: (stands[runner], -lanes[runner]))
    places = {runner: stands[runner] for runner in RUNNERS}
    return {"places": places, "lanes": {r: lanes[r] for r in RUNNERS}, "order": order}


def _cards(players, laid, hands, empty):
    named = [*laid, *(card for hand in hands.values() for card in hand)]
    spare = [card for card in SPARE if card not in named]
    full = []
    for runner in RUNNERS[:players]:
        hand = list(hands.get(runner, ()))
        full.append(hand + [spare.pop(0) for _ in range(HAND - len(hand))])
    report = [spare.pop(0) for _ in range(4)]
    discards = [*report, *(card for card in spare if card[0] in empty)]
    return {
        "pile": [*laid, *[None] * (4 - len(laid))],
        "hands": full,
        "report_cards": report,
        "report_order": list(RUNNERS),
        "discards": discards,
        "stacks": [card for card in spare if card not in discards],
    }


def code(move):
    """The code of a move by its notation."""
    return NOTATION.index(move)


def decide(state, *moves, seed=1):
    """Carry out moves by their notation; each must be legal."""
    luck = chance(seed)
    for move in moves:
        assert g.why_not(state, code(move)) == g.Refusal.NONE, move
        g.apply(state, code(move), luck)
    return state


def a_round(stands, cards, *, players=4, **setting):
    """Play a whole round, the runners laying these cards in their order; the state after it.

    With fewer than four players the cards of the ownerless are laid by the position, so
    their runners must come first in the laying order.
    """
    order = _runners(stands)["order"]
    owned = [runner for runner in order if RUNNERS.index(runner) < players]
    blind = len(order) - len(owned)
    assert all(RUNNERS.index(runner) >= players for runner in order[:blind])
    hands = {runner: [card] for runner, card in zip(owned, cards[blind:], strict=True)}
    state = a_race(stands, players=players, laid=cards[:blind], hands=hands, **setting)
    for card in cards[blind:]:
        decide(state, draw(state), card)
    return state


def draw(state):
    """A move that draws, from any stack that gives a card."""
    return NOTATION[lowest(np.uint64(g.legal(state)))]


def places(state):
    """Where each runner stands."""
    return {runner: int(place) for runner, place in zip(RUNNERS, state.places, strict=True)}


def lanes(state):
    """The lane of each runner."""
    return {runner: int(lane) for runner, lane in zip(RUNNERS, state.lanes, strict=True)}


def stands_after(stands, *cards):
    """Place and lane of each runner after these cards, carried out one after the other."""
    state = changed(a_game(), **_runners(stands))
    standing = standing_of(state)
    for card in cards:
        standing = carry_out(standing, CARD_NAMES.index(card))
    take_places(state, standing)
    return {runner: (place, lanes(state)[runner]) for runner, place in places(state).items()}


def refusal(state, move):
    """What stands against a move."""
    return g.Refusal(g.why_not(state, code(move)))


def view(state, seat=NOBODY):
    """What a seat sees."""
    seen = record.blank(g.SEEN)
    g.show(state, seat, seen)
    return seen


def names(cards):
    """The names of a set of cards."""
    return {name for card, name in enumerate(CARD_NAMES) if int(cards) >> card & 1}


def winners(state):
    """The winning runners, players' or not."""
    return [name for runner, name in enumerate(RUNNERS) if int(state.won) >> runner & 1]


def ending(state):
    """How the game ended, or None while it runs."""
    if not state.ended.any():
        return None
    return g.Ending(list(state.ended).index(1))
