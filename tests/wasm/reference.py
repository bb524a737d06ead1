"""What compiled Python finds in random games, for modules to find again: `compare.js` reads it."""

import hashlib
import itertools
import random
from collections.abc import Iterator
from typing import Any, TypeAlias

import numpy as np

import galopp
from galopp.bots.histories import Histories
from galopp.bots.nets.bot import NetBot
from galopp.bots.nets.search import NetSearch
from galopp.bots.search import Budget, GrowingTree, Search
from galopp.bots.thought import Thought
from galopp.bots.verbs import heuristics_of
from galopp.core.cards import pick
from galopp.core.chance import chance
from galopp.core.events import nothing_told
from galopp.core.fault import Impossible
from galopp.core.history import NEWS, no_history
from galopp.core.option import Option
from galopp.core.record import blank
from galopp.core.words import NOBODY, Flag, Name, Number, NumberOrNone, Plain, numbers_in

CODES = 64
Setting = tuple[int, dict[str, Plain]]
Moments: TypeAlias = Iterator[tuple[Any, Any]]  # what somebody sees, and was told
# Tables that no net has learned.
ODD: dict[str, dict[str, Plain]] = {
    "ostfriesenlauf": {"board": [36, 18, 20, 22, 24, 26]},
    "saumaumau": {"races": 5},
    "schweinsgalopp": {"races": 6},
}


# Settings -------------------------------------------------------------------------------


def values_of(option: Option, dice: random.Random) -> list[Plain]:
    """What a host might choose besides the default."""
    words = option.words
    if isinstance(option.default, tuple):
        return [*option.presets]
    if isinstance(words, Flag):
        return [not option.default]
    if isinstance(words, Name):
        return [*words.names[1:]]
    assert isinstance(words, Number | NumberOrNone)
    return [words.low, words.high, dice.randint(words.low, words.high)]


def settings_of(name: str, dice: random.Random, mixed: int) -> Iterator[Setting]:
    """Every number of players, every value of every option, and so many mixtures."""
    game = galopp.game(name)
    tried: list[Setting] = [(players, {}) for players in game.players]
    for option in game.rules.OPTIONS:
        for value in values_of(option, dice):
            tried.append((dice.choice([*game.players]), {option.name: value}))
    for _ in range(mixed):
        some = [option for option in game.rules.OPTIONS if dice.random() < 0.5]
        chosen = {o.name: dice.choice(values_of(o, dice)) for o in some if values_of(o, dice)}
        tried.append((dice.choice([*game.players]), chosen))
    for players, options in tried:
        chosen = {**game.options_needed(players), **options}
        try:
            game.check_setting(players, chosen)
        except Impossible:
            continue
        yield players, chosen


# Games ----------------------------------------------------------------------------------


def games_of(name: str, seed: int, mixed: int) -> list[dict[str, Any]]:
    dice = random.Random(f"{name} {seed}")
    return [
        played(name, players, options, dice.getrandbits(64))
        for players, options in settings_of(name, dice, mixed)
    ]


def played(name: str, players: int, options: dict[str, Plain], seed: int) -> dict[str, Any]:
    """A random game: what decides it, and a digest of everything after each decision."""
    rules = galopp.game(name).rules
    row = galopp.game(name).check_setting(players, options)
    state, luck, other = blank(rules.STATE), chance(seed), chance(seed ^ 0x5EED)
    rules.set_up(state, players, row, luck)
    before: list[Any] = []
    digests = []
    while True:
        found, before = everything(rules, state, players, before, other)
        digests.append(hashed(found + luck.tobytes() + other.tobytes()))
        if rules.mover(state) == NOBODY:
            break
        rules.apply(state, pick(np.uint64(rules.legal(state)), other), luck)
    told = {"name": name, "players": players, "options": row.tolist(), "seed": str(seed)}
    return {**told, "digests": digests}


def everything(
    rules: Any, state: Any, players: int, before: list[Any], other: Any
) -> tuple[bytes, list[Any]]:
    """All that is compared of one position, as bytes, and what each viewer sees of it."""
    seat, legal = int(rules.mover(state)), int(rules.legal(state))
    several = int(rules.deciders(state)) if hasattr(rules, "deciders") else 0
    parts = [state.tobytes(), numbers(seat, rules.winners(state), several)]
    parts.append(legal.to_bytes(8, "little"))
    parts.append(numbers(*(rules.why_not(state, code) for code in range(CODES))))
    parts.append(numbers(*(rules.points(state, each) for each in range(players))))
    views = []
    for viewer in range(NOBODY, players):
        seen, twin = blank(rules.SEEN), blank(rules.STATE)
        rules.show(state, viewer, seen)
        parts.append(seen.tobytes())
        if before:
            parts.append(said(lambda told, n=viewer, s=seen: rules.tell(before[n + 1], s, told)))
            news = no_history(NEWS)
            parts += [numbers(rules.recall(before[viewer + 1], seen, news)), news.tobytes()]
        rules.redeal(seen, other, twin)
        parts.append(twin.tobytes())
        views.append(seen)
    if seat != NOBODY:
        parts += decided(rules, views[seat + 1], legal, other)
    return b"".join(parts), views


def decided(rules: Any, seen: Any, legal: int, other: Any) -> Iterator[bytes]:
    """What bots decide, and what speaks for each decision."""
    bots = heuristics_of(rules.NAME)
    codes = (bots.beginner(seen, other), bots.casual(seen, other), bots.quick(seen, other))
    yield numbers(*codes, bots.worth_thinking(seen))
    for code in numbers_in(legal):
        yield numbers(*bots.terms(seen, code))
        if hasattr(rules, "foretell"):
            yield said(lambda told, c=code: rules.foretell(seen, c, told))


def said(tell: Any) -> bytes:
    told = nothing_told()
    tell(told)
    return told[: told[0] + 1].tobytes()


def numbers(*some: int) -> bytes:
    return np.array([int(number) for number in some], "<i4").tobytes()


def hashed(found: bytes) -> str:
    return hashlib.sha256(found).hexdigest()[:16]


# Thoughts -------------------------------------------------------------------------------


def moments_of(name: str, dice: random.Random, each: int, several: dict[str, Plain]) -> Moments:
    """What somebody sees and was told in the midst of random games, at every number of players."""
    game = galopp.game(name)
    for number, players in enumerate([*game.players] * each):
        # With races to come: what they may bring is in every tree.
        options = {**game.options_needed(players), **(several if number % 2 else {})}
        position = game.new(players, dice.getrandbits(63), **options)
        histories = Histories.begun(position.state)
        for _ in range(dice.randrange(12)):
            if not position.over:
                before = position.state.copy()
                position.play(dice.choice(position.legal))
                histories = histories.after(before, position.state)
        if not position.over:
            yield seen_of(position), histories.of(position.mover)


def thoughts_of(name: str, seed: int, number: int, tries: int) -> list[dict[str, Any]]:
    """What a search thinks in some positions of random games, and its trees to the last bit."""
    dice, found = random.Random(f"{name} thinks {seed}"), []
    options = galopp.game(name).rules.OPTIONS
    several = {"races": 3} if any(option.name == "races" for option in options) else {}
    for seen, told in moments_of(name, dice, number, several):
        if len(found) < number:
            about = thought(name, seen, told, dice.getrandbits(64), tries)
            found += [about] if about["trees"] else []  # else there was nothing to think about
    return found


def thoughts_by_net(name: str, seed: int, number: int, tries: int) -> list[dict[str, Any]]:
    """What the two best levels think, also at tables that no net has learned."""
    dice = random.Random(f"{name} by net {seed}")
    moments = moments_of(name, dice, number, ODD[name])
    return [
        by_net(name, seen, told, dice.getrandbits(64), tries)
        for seen, told in itertools.islice(moments, number)
    ]


def question(name: str, seen: Any, told: Any, luck: int, tries: int) -> dict[str, Any]:
    """What a bot is asked, as a page is sent it."""
    return {
        "name": name,
        "seen": list(seen.tobytes()),
        "told": list(told.tobytes()),
        "luck": str(luck),
        "tries": tries,
    }


def by_net(name: str, seen: Any, told: Any, luck: int, tries: int) -> dict[str, Any]:
    search = Search(name, Budget(tries=tries))
    strong = NetBot(name, search).think(seen, told, luck)
    strongest = NetSearch(name, Budget(tries=tries), search).think(seen, told, luck)
    return {
        **question(name, seen, told, luck, tries),
        "strong": as_numbers(strong),
        "strongest": as_numbers(strongest),
    }


def as_numbers(found: Thought) -> list[Any]:
    visits, chances = [*found.visits.items()], [*found.chances.items()]
    return [found.code, visits, chances, found.tries]


def seen_of(position: Any) -> Any:
    seen = blank(position.rules.SEEN)
    position.rules.show(position.state, position.mover, seen)
    return seen


def thought(name: str, seen: Any, told: Any, luck: int, tries: int) -> dict[str, Any]:
    search = KeptTrees(name, Budget(tries=tries))
    found = search.think(seen, told, luck)
    trees = [hashed(tree.tree[: tree.size].tobytes()) for tree in search.trees]
    return {
        **question(name, seen, told, luck, tries),
        "trees": trees,
        "code": found.code,
        "visits": sorted(found.visits.items()),
        "chances": sorted(found.chances.items()),
    }


class KeptTrees(Search):
    """A search that can be asked for its trees afterwards."""

    trees: list[GrowingTree] = []

    def _plant(self, seen: Any, told: Any, luck: int, number: int) -> list[GrowingTree]:
        self.trees = super()._plant(seen, told, luck, number)
        return self.trees
