"""A game that a page plays by itself: `galopp verify` takes its record, and nobody saw more."""

import json
import subprocess
from pathlib import Path
from typing import Any

import pytest

import galopp
from galopp.bots.histories import Histories
from galopp.core.events import nothing_told
from galopp.core.record import blank
from galopp.core.words import NOBODY
from galopp.play.luck import Luck
from random_games import GAMES
from wasm.modules import built

HERE = Path(__file__).parent
NAMES = ["Anna", "Ömer", "bot (casual)", "Zoë", "E"]


def played(name: str, players: int, dice: int) -> dict[str, Any]:
    game = galopp.game(name)
    options = game.options_needed(players)
    about = {
        "name": name,
        "players": players,
        "row": game.check_setting(players, options).tolist(),
        "options": options,
        "notations": [text for kind in game.rules.MOVES for text in kind.notations().values()],
        "names": NAMES[:players],
        "dice": str(dice),
    }
    command = ["node", str(HERE / "local_game.mjs"), str(built()), json.dumps(about)]
    told = subprocess.run(command, capture_output=True, text=True, check=False)
    assert told.returncode == 0, told.stderr
    found: dict[str, Any] = json.loads(told.stdout)
    return found


@pytest.mark.parametrize("name", GAMES)
def test_its_record_is_dealt_again_from_the_luck_that_was_promised(name: str) -> None:
    players = max(galopp.game(name).players)
    told = played(name, players, dice=5)
    record = galopp.Record.read(told["record"])
    assert isinstance(record.luck, Luck) and record.luck.table == "HERE-BCDFGH/1"
    assert record.final().over
    assert [record.names[seat] for seat in range(players)] == NAMES[:players]
    assert str(record) == told["record"]
    assert told["refused"] > 0
    assert told["alike"], "kept and played again, it is another game"


def test_what_was_taken_back_left_a_gap_in_the_numbers() -> None:
    told = played("schweinsgalopp", 3, dice=1)
    record = galopp.Record.read(told["record"])
    assert told["undone"] > 0
    assert record.moves[-1].number > len(record.moves)


@pytest.mark.parametrize("name", GAMES)
def test_everybody_saw_and_was_told_what_the_rules_show(name: str) -> None:
    """Decision by decision, to the byte: views, events, and what bots are told of the race."""
    players = min(galopp.game(name).players) + 1
    told = played(name, players, dice=9)
    record = galopp.Record.read(told["record"])
    positions = [record.begin(), *(step.after for step in record.steps())]
    rules, histories = positions[0].rules, Histories.begun(positions[0].state)
    before: list[Any] = []
    assert len(positions) == len(told["steps"])
    for number, (position, step) in enumerate(zip(positions, told["steps"], strict=True)):
        if number:
            histories = histories.after(positions[number - 1].state, position.state)
        views = []
        for row, viewer in enumerate([*range(players), NOBODY]):
            seen = blank(rules.SEEN)
            rules.show(position.state, viewer, seen)
            views.append(seen)
            assert step["views"][row] == seen.tobytes().hex()
            assert step["histories"][row] == histories.of(viewer).tobytes().hex()
            events = nothing_told()
            if before:
                rules.tell(before[row], seen, events)
            assert step["told"][row] == events[1 : events[0] + 1].tolist()
        before = views
