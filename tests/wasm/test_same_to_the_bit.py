"""WebAssembly and compiled Python play the same games and think the same thoughts, to the bit.

After every decision of a random game: state, who decides, what is allowed, why not, what everybody
sees and is told, a redealt state of each view, points, what bots decide and what speaks for it.
Of a thought: its chances and its trees, and what the levels that play by a net think.
"""

import json
import math
import os
import subprocess
from pathlib import Path
from typing import Any

import pytest

from random_games import GAMES
from wasm.modules import built, reference

HERE = Path(__file__).parent
THOROUGH = bool(os.environ.get("GALOPP_THOROUGH"))


def compared(folder: Path, told: dict[str, Any], tmp_path: Path) -> str:
    file = tmp_path / "reference.json"
    file.write_text(json.dumps(told), encoding="utf-8")
    command = ["node", str(HERE / "node.mjs"), str(folder), str(file)]
    return subprocess.run(command, capture_output=True, text=True, check=True).stdout.strip()


@pytest.mark.parametrize("name", GAMES)
def test_a_module_plays_and_thinks_as_python_does(name: str, tmp_path: Path) -> None:
    folder = built()
    told = reference(name, 1, mixed=300 if THOROUGH else 6, thoughts=12, tries=600)
    found = compared(folder, {name: told}, tmp_path)
    assert found.startswith(f"{name} alike: {len(told['games'])} games"), found
    assert found.endswith("12 thoughts, 12 by the net"), found


@pytest.mark.parametrize("place", [0, 7])
def test_one_bit_that_differs_is_noticed(place: int, tmp_path: Path) -> None:
    told = reference("ostfriesenlauf", 3, mixed=0, thoughts=0, tries=0)
    digest = told["games"][0]["digests"][place]
    told["games"][0]["digests"][place] = f"{int(digest, 16) ^ 1:016x}"
    found = compared(built(), {"ostfriesenlauf": told}, tmp_path)
    assert f"differs after {place} decisions" in found


def test_another_chance_in_the_last_bit_is_noticed(tmp_path: Path) -> None:
    told = reference("schweinsgalopp", 3, mixed=0, thoughts=1, tries=100)
    (thought,) = told["thoughts"]
    thought["trees"][0] = f"{int(thought['trees'][0], 16) ^ 1:016x}"
    found = compared(built(), {"schweinsgalopp": {**told, "games": [], "by_net": []}}, tmp_path)
    assert "has another tree" in found


def test_another_share_of_the_net_in_the_last_bit_is_noticed(tmp_path: Path) -> None:
    told = reference("saumaumau", 3, mixed=0, thoughts=3, tries=60)
    nothing = {**told, "games": [], "thoughts": []}
    assert "3 by the net" in compared(built(), {"saumaumau": nothing}, tmp_path)
    _, _, chances, _ = next(one["strongest"] for one in told["by_net"] if one["strongest"][2])
    chances[0] = (chances[0][0], math.nextafter(chances[0][1], 2.0))
    assert "strongest" in compared(built(), {"saumaumau": nothing}, tmp_path)
