"""What a page must know of a module: how large records are, where numbers lie, what is called what.

Of a view, which is read as often as anything, the layout is the one by which frames are read
(`galopp.wire.layout`), and is not told again here.
"""

from typing import Any

import numpy as np

from galopp import games
from galopp.bots.lots import SAMPLES
from galopp.bots.nets.search import AT_ONCE, MOST_PLAYERS
from galopp.bots.outlook import RACES_PLAYED
from galopp.bots.search import LOOKS, ROOM
from galopp.bots.tree import NODE
from galopp.bots.verbs import heuristics_of
from galopp.core import events
from galopp.core.history import ENTRY, NEWS
from galopp.wasm.entries import Entry, search_record
from galopp.wasm.net_entries import trial_record

Layout = dict[str, Any]  # as JSON has it


def layout_of(game: str, entries: dict[str, Entry]) -> Layout:
    """All of that for one game."""
    rules, heuristics = games.rules(game), heuristics_of(game)
    return {
        "game": game,
        "rules": rules.VERSION,
        "seats": rules.SEATS,
        "options": sum(len(option.values) for option in rules.OPTIONS),
        "told": events.ROOM,
        "entry": ENTRY.itemsize,
        "news": NEWS,
        "known": rules.KNOWN,
        "state": record_of(rules.STATE),
        "seen": record_of(rules.SEEN),
        "search": record_of(search_record(rules)),
        "node": record_of(NODE),
        "trial": record_of(trial_record(rules)),
        "at_once": AT_ONCE,
        "most_players": MOST_PLAYERS[game],
        "room": ROOM,
        "looks": LOOKS,
        "races": RACES_PLAYED,
        "samples": SAMPLES,
        "tries": heuristics.TRIES,
        "reasons": [{"key": reason.key, "weight": reason.casual} for reason in heuristics.REASONS],
        "entries": sorted(entries),
    }


def record_of(record: np.dtype[Any]) -> Layout:
    """How large a record is, and where its fields begin."""
    offsets: dict[str, Any] = dict(record.fields or {})
    return {
        "size": record.itemsize,
        "at": {name: field[1] for name, field in offsets.items()},
    }
