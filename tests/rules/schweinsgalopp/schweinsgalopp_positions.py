"""Positions of Schweinsgalopp set up by hand: say what matters, the rest is filled in."""

from collections import Counter

import galopp
from galopp.core.cards import pick
from galopp.core.chance import chance

GAME = galopp.game("schweinsgalopp")
PIGS = ("red", "yellow", "green", "blue", "white")
HAND, FOOD = 7, 55


def in_order(order):
    """The places of a line-up, front first: "red yellow green blue white"."""
    return {pig: -n for n, pig in enumerate(order.split())}


CLOSED_ROW = in_order("red yellow green blue white")


def a_race(
    players=2,
    *,
    places=None,
    hands=(),
    left=3,
    turn=0,
    starter=0,
    open_food=(),
    secured=(),
    fresh=(),
    food_at=(),
    race=1,
    **options,
):
    """A race under way, as a dictionary: the seat on turn has `left` cards.

    `hands` names the cards that matter, a string a seat; each hand is filled up from what
    is left, and what must have been played is taken from the pigs that are furthest ahead.
    Without `places` the pigs stand where the cards played have taken them.
    """
    gone = (turn - starter) % players  # so many seats have one card less
    sizes = [left - ((seat - starter) % players < gone) for seat in range(players)]
    stock = Counter({pig: 8 if options.get("edition_2009") else 7 for pig in PIGS})
    wanted = [Counter(hand.split()) for hand in hands] + [Counter()] * (players - len(hands))
    for hand in wanted:
        stock -= hand
    played = _take(stock, HAND * players - sum(sizes), places or CLOSED_ROW)
    full = [
        hand + _take(stock, size - sum(hand.values()), dict.fromkeys(PIGS, 0))
        for hand, size in zip(wanted, sizes, strict=True)
    ]
    food = {"open_food": open_food, "secured": secured, "fresh": fresh}
    rows = {name: [*row, *[0] * (players - len(row))] for name, row in food.items()}
    top = max(played, key=lambda pig: played[pig]) if played else None
    return {
        **GAME.new(players, seed=1, **{"start_player": starter, **options}).to_dict(),
        "phase": "play",
        "race": race,
        "starter": starter,
        "turn": turn,
        "places": places or _after(played, options),
        "hands": [{pig: hand[pig] for pig in PIGS} for hand in full],
        "played": {pig: played[pig] for pig in PIGS},
        "top": top,
        **rows,
        "stack": FOOD - sum(rows["open_food"]) - sum(rows["secured"]) - len(food_at),
        "track_food": list(food_at),
        "last_seat": (turn - 1) % players if top else None,
        "last_code": top,
    }


def _after(played, options):
    """Where these cards take the pigs from a closed row, those of the front pig first."""
    ring, places = 27 if options.get("edition_2009") else 22, dict(CLOSED_ROW)
    for pig in played.elements():
        others = {place % ring for other, place in places.items() if other != pig}
        places[pig] += 1
        while places[pig] % ring in others:
            places[pig] += 1
    return places


def _take(stock, number, places):
    """So many cards out of the stock, those of the pigs ahead first."""
    taken = Counter()
    for _ in range(number):
        pig = max(
            (pig for pig in PIGS if stock[pig]),
            key=lambda pig: (places[pig] - 2 * taken[pig], stock[pig]),
        )
        stock[pig] -= 1
        taken[pig] += 1
    return taken


def racing(players=2, *, places=CLOSED_ROW, **said):
    """A position in a race under way: see `a_race`.

    Rules are about how the pigs stand and not about how they came to stand so: any places do.
    """
    fields = a_race(players, places=places, **said)
    able = {**fields, "places": _after(Counter(fields["played"]), said)}
    position = GAME.from_dict({**able, "last_seat": None, "last_code": None})
    state = position.state
    state.places[:] = [places[pig] for pig in PIGS]
    if fields["top"]:
        state.last_seat, state.last_code = fields["last_seat"], PIGS.index(fields["top"])
    return position


def laying_food(players=2, fields=(), **options):
    """The pigs are lined up, seat 0 starts, and food is about to be laid on the track."""
    options = {"track_food": "per_race", "line_up": "random", **options}
    begun = GAME.new(players, seed=1, start_player=0, **options)
    return GAME.from_dict({**begun.to_dict(), **dict(fields)})


def lining_up(players=2, **options):
    """Seat 0 starts and is about to line up the pigs."""
    return GAME.new(players, seed=1, start_player=0, **options)


def line_up(position, order="red yellow green blue"):
    """Line up the pigs, front first; the fifth falls into place."""
    for pig in order.split():
        position.play(f"line-up {pig}")
    return position


def now(position, field):
    """What a field of the position says, in readable names."""
    return position.to_dict()[field]


def cards_held(position):
    """How many cards each seat holds."""
    return [sum(hand.values()) for hand in now(position, "hands")]


def told(position, move, viewer=0):
    """Play, and say what the viewer saw happen: pairs of key and arguments."""
    before = position.seen(viewer)
    position.play(move)
    return [(e.key, dict(e.arguments)) for e in galopp.narrate(before, position.seen(viewer))]


def random_game(players, seed, **options):
    """Every position of a game played at random; one position, moving on."""
    position, luck = GAME.new(players, seed, **options), chance(seed + 1000)
    yield position
    while not position.over:
        position.play(position.game.moves[pick(position.rules.legal(position.state), luck)])
        yield position


def play_out_race(position, seed=0):
    """Play at random until the race is over."""
    luck, race = chance(seed), now(position, "race")
    while not position.over and now(position, "race") == race:
        position.play(position.game.moves[pick(position.rules.legal(position.state), luck)])
    return position


def counts(cards):
    """So many cards of each colour: counts("red red white")."""
    return {pig: cards.split().count(pig) for pig in PIGS}
