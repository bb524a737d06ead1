"""The same source, compiled, interpreted and bounds-checked, must play the same to the bit."""

import hashlib
import os
import subprocess
import sys

import numpy as np
import pytest

import galopp
from galopp.core.cards import pick
from galopp.core.chance import chance
from galopp.core.record import blank
from galopp.core.words import NOBODY

MOVES = 150 if os.environ.get("GALOPP_THOROUGH") else 60  # of each game, at the most
OPTIONS = {
    "saumaumau": [{}, {"mau": True, "green_parries_plus2": True}, {"exact_goal": True, "races": 2}],
    "ostfriesenlauf": [{}, {"reshuffle": "all_empty", "board": "wilder"}, {"random_grid": True}],
    "schweinsgalopp": [{}, {"track_food": "per_race", "hide_secured": True}, {"gentle": True}],
}


def digest(name: str) -> str:
    """Every state and every view of some games, and a redealt state of each, as one number."""
    found, game = hashlib.sha256(), galopp.game(name)
    for options in OPTIONS[name]:
        for players in game.players:
            setting = {**game.options_needed(players), **options}
            position = game.new(players, 2**63 + players, **setting)
            luck, rules = chance(players), game.rules
            for _ in range(MOVES):
                if position.over:
                    break
                mask = rules.legal(position.state)
                refusals = bytes(int(rules.why_not(position.state, code)) for code in range(64))
                found.update(position.state.tobytes() + refusals)
                for seat in range(NOBODY, players):
                    seen, twin = blank(rules.SEEN), blank(rules.STATE)
                    rules.show(position.state, seat, seen)
                    rules.redeal(seen, luck, twin)
                    found.update(seen.tobytes() + twin.tobytes())
                rules.apply(position.state, pick(np.uint64(mask), luck), position.chance)
            found.update(position.state.tobytes() + str(position.scores).encode())
    return found.hexdigest()


@pytest.mark.a_few(3)
@pytest.mark.parametrize("way", ["NUMBA_DISABLE_JIT", "GALOPP_CHECKED"])
@pytest.mark.parametrize("name", sorted(OPTIONS))
def test_compiled_and_otherwise_play_the_same_games(name, way):
    told = subprocess.run(
        [sys.executable, "-W", "ignore", __file__, name],
        env={**os.environ, way: "1"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert told.returncode == 0, told.stderr
    assert told.stdout.strip() == digest(name)


def test_every_game_is_compared():
    assert sorted(OPTIONS) == galopp.game_names()


if __name__ == "__main__":
    print(digest(sys.argv[1]))
