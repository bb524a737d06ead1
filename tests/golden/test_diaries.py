"""Whole games, one for each way a game can end, with what every seat saw.

A diary is a record, with each viewer's view beneath each move: what changed in it, as JSON.
They say *changed*, not *right*. To accept a change: `GOLDEN=write pytest tests/golden`, then
read the diff and say in the commit which rule it shows. `python tests/golden/compose.py`
writes the diaries of a new game or a new way of ending.
"""

import json
import os
from pathlib import Path

import pytest

import galopp

HERE = Path(__file__).parent
DIARIES = sorted(HERE.glob("*/*.diary"))


def diary(record: galopp.Record) -> str:
    """The record, each move followed by what every viewer saw change."""
    heading, moves, closing = _parts(str(record))
    lines, views = [*heading], {}
    position = record.begin()
    lines += _changes(position, views)
    for line, decision in zip(moves, record.moves, strict=True):
        record.play(position, decision)
        lines += [line, *_changes(position, views)]
    return "\n".join([*lines, *closing]) + "\n"


def _parts(text: str) -> tuple[list[str], list[str], list[str]]:
    lines = text.splitlines()
    blank = lines.index("")
    return lines[: blank + 1], lines[blank + 1 : -3], lines[-3:]


def _changes(position: galopp.Position, views: dict) -> list[str]:
    lines = []
    for viewer in (None, *range(position.players)):
        view, before = position.view(viewer), views.get(viewer, {})
        changed = _difference(before, view)
        who = "public" if viewer is None else f"seat {viewer}"
        lines.append(f"   {who} {json.dumps(changed, ensure_ascii=False)}")
        views[viewer] = view
    return lines


def _difference(before: dict, after: dict) -> dict:
    """What is new or other, entry by entry."""
    changed = {}
    for name, value in after.items():
        old = before.get(name, "new")
        if isinstance(value, dict) and isinstance(old, dict):
            value = _difference(old, value)
            if value:
                changed[name] = value
        elif value != old:
            changed[name] = value
    return changed


def record_in(written: str) -> galopp.Record:
    """The record that a diary was made from."""
    lines = [line for line in written.splitlines() if not line.startswith("   ")]
    return galopp.Record.read("\n".join(lines))


@pytest.mark.parametrize("path", DIARIES, ids=lambda path: f"{path.parent.name}-{path.stem}")
def test_the_game_plays_out_as_it_was_written_down(path):
    written = path.read_text(encoding="utf-8")
    played = diary(record_in(written))
    if os.environ.get("GOLDEN") == "write":
        path.write_text(played, encoding="utf-8")
    assert played == written


@pytest.mark.parametrize("name", galopp.game_names())
def test_every_way_a_game_can_end_has_a_diary_that_ends_so(name):
    for ending in galopp.game(name).rules.Ending:
        path = HERE / name / f"{ending.name.lower()}.diary"
        final = record_in(path.read_text(encoding="utf-8")).final()
        assert final.over
        assert final.state.ended[ending] >= 1
