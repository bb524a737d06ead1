"""What a page can call: a function for each verb, handed places in memory and whole numbers.

A page knows nothing of numpy. It lays records, streams and rows into the module's memory, and says
where; how large they are and what lies where in them, the layout tells it.
"""

from collections.abc import Callable
from typing import Any, NamedTuple

import numba
import numpy as np
from numba import types
from numba.np.numpy_support import carray

from galopp import games
from galopp.bots import outlook, tree, verbs
from galopp.bots.search import PARAMETERS
from galopp.bots.verbs import heuristics_of
from galopp.core import cards, chance
from galopp.core.contract import Rules
from galopp.core.events import ROOM
from galopp.core.history import ENTRY, NEWS
from galopp.core.words import NOBODY
from galopp.wasm.memory import Numba, Place, offset_of, pointer, stream_at, wide
from galopp.wasm.net_entries import net_entries

NUMBER, WORD = types.int32, types.uint64


class Entry(NamedTuple):
    """A function that a page can call, and what it takes and gives."""

    function: Callable[..., Any]
    signature: Numba


class Places(NamedTuple):
    """Types of the places in memory that a game's entries are handed."""

    state: Numba
    seen: Numba
    search: Numba
    nodes: Numba
    luck: Numba
    row: Numba  # of small numbers: options, what is told, points of races
    terms: Numba
    history: Numba
    known: Numba  # what is concluded from a history


def search_record(rules: Rules) -> np.dtype[Any]:
    """What a search works in, and how large the tree and the outlook are that it is handed."""
    return np.dtype(
        [
            ("luck", np.uint64, (1,)),
            ("rewards", np.float64, (rules.SEATS,)),
            ("room", np.int32),  # decisions that the tree can hold
            ("size", np.int32),  # decisions that it holds
            ("races", np.int32),  # the outlook: so many tables
            ("rows", np.int32),  # of so many rows, with a number for each player
            ("state", rules.STATE),
            ("sight", rules.SEEN),
        ],
        align=True,
    )


def places_of(rules: Rules) -> Places:
    """The types of places for one game."""

    def place(record: np.dtype[Any]) -> Numba:
        return pointer(numba.from_dtype(record))

    return Places(
        state=place(rules.STATE),
        seen=place(rules.SEEN),
        search=place(search_record(rules)),
        nodes=place(tree.NODE),
        luck=pointer(types.uint64),
        row=pointer(types.int16),
        terms=pointer(types.int32),
        history=place(ENTRY),
        known=pointer(types.int64),
    )


def entries(game: str) -> dict[str, Entry]:
    """What a page can call to play a game, by name."""
    rules = games.rules(game)
    places = places_of(rules)
    found = _of_rules(rules, places) | _of_several_deciders(rules, places)
    found |= of_memory(rules, places) | _of_heuristics(rules, places)
    of_net = {name: Entry(*each) for name, each in net_entries(rules, places.seen).items()}
    return found | _of_search(rules, places) | of_net


def _of_rules(rules: Rules, places: Places) -> dict[str, Entry]:
    values = sum(len(option.values) for option in rules.OPTIONS)
    judge, narrate = rules.why_not, rules.tell

    def set_up(state: Place, players: int, options: Place, luck: Place) -> None:
        chosen = carray(options, values)
        verbs.set_up(carray(state, 1)[0], wide(players), chosen, carray(luck, 1))

    def mover(state: Place) -> int:
        return verbs.mover(carray(state, 1)[0])

    def legal(state: Place) -> np.uint64:
        return np.uint64(verbs.legal(carray(state, 1)[0]))

    def why_not(state: Place, code: int) -> int:
        return judge(carray(state, 1)[0], wide(code))

    def apply(state: Place, code: int, luck: Place) -> None:
        verbs.apply(carray(state, 1)[0], wide(code), carray(luck, 1))

    def points(state: Place, seat: int) -> int:
        return verbs.points(carray(state, 1)[0], wide(seat))

    def winners(state: Place) -> int:
        return verbs.winners(carray(state, 1)[0])

    def show(state: Place, seat: int, seen: Place) -> None:
        verbs.show(carray(state, 1)[0], wide(seat), carray(seen, 1)[0])

    def redeal(seen: Place, luck: Place, state: Place) -> None:
        verbs.redeal(carray(seen, 1)[0], carray(luck, 1), carray(state, 1)[0])

    def tell(before: Place, after: Place, told: Place) -> None:
        written = carray(told, ROOM)
        written[0] = 0
        narrate(carray(before, 1)[0], carray(after, 1)[0], written)

    state, seen, luck, row = places.state, places.seen, places.luck, places.row
    return {
        "set_up": Entry(set_up, types.void(state, NUMBER, row, luck)),
        "mover": Entry(mover, NUMBER(state)),
        "legal": Entry(legal, WORD(state)),
        "why_not": Entry(why_not, NUMBER(state, NUMBER)),
        "apply": Entry(apply, types.void(state, NUMBER, luck)),
        "points": Entry(points, NUMBER(state, NUMBER)),
        "winners": Entry(winners, NUMBER(state)),
        "show": Entry(show, types.void(state, NUMBER, seen)),
        "redeal": Entry(redeal, types.void(seen, luck, state)),
        "tell": Entry(tell, types.void(seen, seen, row)),
    }


def _of_several_deciders(rules: Any, places: Places) -> dict[str, Entry]:
    """What only some games offer: see `ManyDecide` and `Foretells`."""
    found = {}
    if hasattr(rules, "deciders"):
        who, turn_to = rules.deciders, rules.ask

        def deciders(state: Place) -> int:
            return int(who(carray(state, 1)[0]))

        def ask(state: Place, seat: int) -> None:
            turn_to(carray(state, 1)[0], wide(seat))

        found["deciders"] = Entry(deciders, NUMBER(places.state))
        found["ask"] = Entry(ask, types.void(places.state, NUMBER))
    if hasattr(rules, "foretell"):
        say_ahead = rules.foretell

        def foretell(seen: Place, code: int, told: Place) -> None:
            written = carray(told, ROOM)
            written[0] = 0
            say_ahead(carray(seen, 1)[0], wide(code), written)

        found["foretell"] = Entry(foretell, types.void(places.seen, NUMBER, places.row))
    return found


def of_memory(rules: Rules, places: Places) -> dict[str, Entry]:
    """Histories, and what follows from them."""
    known_of, conclude_from = rules.KNOWN, rules.conclude

    def recall(before: Place, after: Place, news: Place) -> int:
        return verbs.recall(carray(before, 1)[0], carray(after, 1)[0], carray(news, NEWS))

    def conclude(seen: Place, told: Place, entries: int, known: Place) -> None:
        found = carray(known, known_of)
        conclude_from(carray(seen, 1)[0], carray(told, wide(entries)), found)

    seen, history = places.seen, places.history
    return {
        "recall": Entry(recall, NUMBER(seen, seen, history)),
        "conclude": Entry(conclude, types.void(seen, history, NUMBER, places.known)),
    }


def _of_heuristics(rules: Rules, places: Places) -> dict[str, Entry]:
    heuristics = heuristics_of(rules.NAME)
    is_worth_it, weighed = heuristics.worth_thinking, heuristics.terms
    reasons = len(heuristics.REASONS)

    def spin(luck: Place) -> np.uint64:
        return chance.spin(carray(luck, 1))

    def pick(codes: np.uint64, luck: Place) -> int:
        return cards.pick(codes, carray(luck, 1))

    def beginner(seen: Place, luck: Place) -> int:
        return verbs.beginner(carray(seen, 1)[0], carray(luck, 1))

    def casual(seen: Place, luck: Place) -> int:
        return verbs.casual(carray(seen, 1)[0], carray(luck, 1))

    def quick(seen: Place, luck: Place) -> int:
        return verbs.quick(carray(seen, 1)[0], carray(luck, 1))

    def worth_thinking(seen: Place) -> int:
        return int(is_worth_it(carray(seen, 1)[0]))

    def terms(seen: Place, code: int, found: Place) -> None:
        of_code, written = weighed(carray(seen, 1)[0], wide(code)), carray(found, reasons)
        for reason in range(reasons):
            written[reason] = of_code[reason]

    def play_randomly(state: Place, luck: Place) -> int:
        record, stream, made = carray(state, 1)[0], carray(luck, 1), 0
        while verbs.mover(record) != NOBODY:
            verbs.apply(record, cards.pick(np.uint64(verbs.legal(record)), stream), stream)
            made += 1
        return made

    decides = NUMBER(places.seen, places.luck)
    return {
        "spin": Entry(spin, WORD(places.luck)),
        "pick": Entry(pick, NUMBER(WORD, places.luck)),
        "beginner": Entry(beginner, decides),
        "casual": Entry(casual, decides),
        "quick": Entry(quick, decides),
        "worth_thinking": Entry(worth_thinking, NUMBER(places.seen)),
        "terms": Entry(terms, types.void(places.seen, NUMBER, places.terms)),
        "play_randomly": Entry(play_randomly, NUMBER(places.state, places.luck)),
    }


def _of_search(rules: Rules, places: Places) -> dict[str, Entry]:
    known_of, luck_from = rules.KNOWN, offset_of(search_record(rules), "luck")

    def plant(nodes: Place) -> None:
        tree.put_root(carray(nodes, 1))

    def grow(
        search: Place, nodes: Place, seen: Place, known: Place, outlook: Place, tries: int
    ) -> None:
        own, sight = carray(search, 1)[0], carray(seen, 1)[0]
        shape = (wide(own.races), wide(own.rows), wide(sight.players))
        concluded = carray(known, known_of)
        problem = tree.Problem(sight, concluded, carray(outlook, shape), PARAMETERS)
        scratch = tree.Scratch(own.state, own.sight, own.rewards)
        grown = carray(nodes, wide(own.room))
        size, more, luck = wide(own.size), wide(tries), stream_at(search, luck_from)
        own.size = tree.grow(grown, size, more, problem, scratch, luck)

    problem_and_tree = (places.search, places.nodes, places.seen, places.known, places.row)
    found = {
        "plant": Entry(plant, types.void(places.nodes)),
        "grow": Entry(grow, types.void(*problem_and_tree, NUMBER)),
    }
    return found | of_outlook(rules, places)


def of_outlook(rules: Rules, places: Places) -> dict[str, Entry]:
    """What is asked of a game that may have several races (`SeveralRaces`)."""
    values = sum(len(option.values) for option in rules.OPTIONS)
    heuristics: Any = heuristics_of(rules.NAME)
    most = heuristics.races_after_the_first
    luck_from = offset_of(search_record(rules), "luck")

    def races_after_the_first(options: Place) -> int:
        return int(most(carray(options, values)))

    row = places.row
    found = {"races_after_the_first": Entry(races_after_the_first, NUMBER(row))}
    if not hasattr(heuristics, "a_later_race"):
        return found
    change, passes_on = heuristics.a_later_race, heuristics.start_passes_on

    def a_later_race(options: Place, later: Place) -> None:
        change(carray(options, values), carray(later, values))

    def start_passes_on(options: Place) -> int:
        return int(passes_on(carray(options, values)))

    def play_races(search: Place, players: int, options: Place, brought: Place) -> None:
        own, seats = carray(search, 1)[0], wide(players)
        rows = carray(brought, (wide(own.rows), seats))
        chosen, luck = carray(options, values), stream_at(search, luck_from)
        outlook.play_races(own.state, own.sight, seats, chosen, luck, rows)

    def add_up(search: Place, brought: Place, rotates: int, order: Place, sums: Place) -> None:
        own = carray(search, 1)[0]
        races, rows, players = wide(own.races), wide(own.rows), wide(own.size)
        outlook.add_up(
            carray(brought, (rows, players)),
            rotates != 0,
            carray(order, rows),
            stream_at(search, luck_from),
            carray(sums, (races, rows, players)),
        )

    return found | {
        "a_later_race": Entry(a_later_race, types.void(row, row)),
        "start_passes_on": Entry(start_passes_on, NUMBER(row)),
        "play_races": Entry(play_races, types.void(places.search, NUMBER, row, row)),
        "add_up": Entry(add_up, types.void(places.search, row, NUMBER, row, row)),
    }
