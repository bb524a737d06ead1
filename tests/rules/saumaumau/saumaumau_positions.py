"""Positions of Sau Mau Mau set up by hand: say what matters, the rest is filled in."""

import galopp
from galopp.core.cards import pick
from galopp.core.chance import chance

GAME = galopp.game("saumaumau")
PIGS = ("pink", "brown", "black", "beige")
SIGNS = ("1", "2", "3", "4", "5", "6", "x", "plus2")
FARMERS = ("farmer-1", "farmer-2", "farmer-3")
CARDS = (
    *(f"{colour}-{sign}" for colour in PIGS for sign in SIGNS),
    *(f"floppy-{colour}" for colour in PIGS),
    *FARMERS,
)
NOT_FILLED_IN = {card for card in CARDS if card.endswith(("plus2", "x"))} | set(CARDS[32:])


def a_race(
    players=3,
    *,
    hands=(),
    top="brown-3",
    pigs=None,
    turn=0,
    pile=None,
    bets=(),
    rest_to=None,
    options=None,
    **fields,
):
    """A race under way, as a dictionary.

    `hands` names the cards of the seats, a string each; a seat left out holds three plain
    numbers. All other cards are in the draw pile, unless `pile` names those that are: then
    the others lie beneath the top card, or are in the hand of `rest_to`. `bets` are pairs
    of seat and pig, top of the queue first. Anything else is a field of the state.
    """
    held = [hand.split() for hand in hands]
    beneath = fields.pop("beneath", "").split()
    # The +2s of an open debt lie in a row: the top card, and the others beneath it.
    in_hands = {card for hand in held for card in hand}
    chain = [card for card in CARDS if card.endswith("plus2") and card not in {top, *in_hands}]
    missing = fields.get("debt", 0) // 2 - 1 - sum(card in chain for card in beneath)
    beneath += [card for card in chain if card not in beneath][: max(0, missing)]
    laid = [fields["laid"]] if fields.get("laid") else []
    named = {top, *laid, *beneath, *(pile or "").split(), *(c for hand in held for c in hand)}
    spare = [card for card in CARDS if card not in named]
    while len(held) < players:
        held.append([card for card in spare if card not in NOT_FILLED_IN][-3:])
        spare = [card for card in spare if card not in held[-1]]
    if rest_to is not None:
        held[rest_to] += spare
        spare = []
    drawn_from = spare if pile is None else pile.split()
    seated = [seat for seat, _ in bets]
    return {
        **GAME.new(players, seed=1, start_player=0, **(options or {})).to_dict(),
        "turn": turn,
        "hands": held,
        "top": top,
        "valid": colour_of(top),
        "turned_up": False,
        "pile": drawn_from,
        "pigs": {pig: (pigs or {}).get(pig, 0) for pig in PIGS},
        "bets": [dict(bets).get(seat) for seat in range(players)],
        "queue": seated + [None] * (players - len(seated)),
        **fields,
    }


def colour_of(card):
    """The colour that counts when the card lies on top; a Farmer is taken to have said pink."""
    first, second = card.split("-")
    return {"floppy": second, "farmer": "pink"}.get(first, first)


def racing(players=3, **said):
    """A position in a race under way: see `a_race`."""
    return GAME.from_dict(a_race(players, **said))


def turned_up(card, players=3, **said):
    """The first decision of a race, with this card turned up."""
    valid = "any" if card in FARMERS else colour_of(card)
    return racing(players, top=card, turned_up=True, valid=valid, **said)


def now(position, field):
    """What a field of the position says, in readable names."""
    return position.to_dict()[field]


def hand(position, seat):
    """The cards in a hand, as a set."""
    return set(now(position, "hands")[seat])


def beneath(position):
    """The discards under the top card."""
    return set(position.view(None)["discards"])


def legal(position):
    """The notations of the moves allowed now."""
    return {move.notation for move in position.legal}


def play(position, *moves):
    """Play these moves one after the other; gives the position back."""
    for move in moves:
        position.play(move)
    return position


def refusal(position, move):
    """What stands against a move and its ruling, or None."""
    return position.why_not(move)


def told(position, move, viewer=0, seat=None):
    """Play, and say what the viewer saw happen: pairs of key and arguments."""
    before = position.seen(viewer)
    position.play(move, seat)
    return [(e.key, dict(e.arguments)) for e in galopp.narrate(before, position.seen(viewer))]


def random_game(players, seed, **options):
    """Every position of a game played at random; one position, moving on."""
    position, luck = GAME.new(players, seed, **options), chance(seed + 1000)
    yield position
    while not position.over:
        position.play(position.game.moves[pick(position.rules.legal(position.state), luck)])
        yield position
