"""Makes frames.json: a short game of each kind as the page is sent it, to test the playback.

A view holds only what has changed since the frame before; frames.js puts it together again.
"""

import json
from pathlib import Path
from typing import Any

import msgspec

from galopp.play.game import game
from galopp.play.record import Record
from galopp.table.replay import describe, frames

HERE = Path(__file__).parent
PLAYERS = 2
# Whole games, and short: with a bet and a second race, with several rounds, with hidden food.
GAMES: dict[str, dict[str, Any]] = {
    "saumaumau": {"seed": 17, "races": 2, "goal_distances": [9, 9, 9, 9]},
    "ostfriesenlauf": {"seed": 3},
    "schweinsgalopp": {"seed": 7, "races": 2, "hide_secured": True, "line_up": "random"},
}


def played(name: str) -> Record:
    """A game in which somebody takes now this move, now that."""
    position = game(name).new(players=PLAYERS, **GAMES[name])
    while not position.over:
        position.play(position.legal[len(position.decided) * 5 % len(position.legal)])
    return Record.of(position, {0: "Rosa"})


def brief(viewed: dict[str, Any]) -> dict[str, Any]:
    """Frames with nothing told twice."""
    before: dict[str, Any] = {}
    for frame in viewed["frames"]:
        view = frame["view"]
        frame["view"] = {key: view[key] for key in view if before.get(key, ...) != view[key]}
        before = view
    return viewed


def written(name: str) -> dict[str, Any]:
    """One game: what is known of it, its moves, and its frames for everybody."""
    record = played(name)
    viewed = [msgspec.to_builtins(frames(record, viewer)) for viewer in (None, *range(PLAYERS))]
    moves = [
        {"code": move.code, "kind": move.kind, "subject": move.subject or ""}
        for move in game(name).moves.values()
    ]
    return {
        "replay": msgspec.to_builtins(describe("0" * 24, record)),
        "moves": moves,
        "viewers": [brief(one) for one in viewed],
    }


if __name__ == "__main__":
    text = json.dumps({name: written(name) for name in GAMES}, separators=(",", ":"))
    (HERE / "frames.json").write_text(text.replace('{"number"', '\n{"number"') + "\n")
