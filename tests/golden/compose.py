"""Find and write a diary for each way of ending that has none yet.

    python tests/golden/compose.py

Short games are sought: few players, one race where that is an option. Rare endings are
looked for among settings that make them likely.
"""

from itertools import count
from pathlib import Path

from test_diaries import diary

import galopp
from galopp.core.chance import below, chance

HERE = Path(__file__).parent

# Where to look for an ending: players and options. Elsewhere: the fewest players.
WHERE = {
    ("saumaumau", "laurel"): (3, {"races": 1}),
    ("saumaumau", "last_card"): (2, {"races": 1, "mau": True}),
    ("saumaumau", "both"): (2, {"races": 1}),
    ("saumaumau", "turn_limit"): (2, {"races": 1, "exact_goal": True}),
    ("ostfriesenlauf", "forward"): (4, {}),
    ("ostfriesenlauf", "backward"): (4, {"board": "wilder"}),
    ("ostfriesenlauf", "sign_shift"): (3, {}),
    ("ostfriesenlauf", "shared"): (4, {"finish_tie": "shared"}),
    ("ostfriesenlauf", "ownerless"): (2, {}),
    ("ostfriesenlauf", "round_limit"): (
        1,
        {"ownerless_can_win": False, "board": [99, 47, 48, 49, 50, 51]},
    ),
    ("schweinsgalopp", "one_winner"): (2, {"races": 1, "track_food": "per_race"}),
    ("schweinsgalopp", "shared"): (3, {"races": 1}),
    ("schweinsgalopp", "by_last_race"): (2, {"races": 2, "tie": "last_race"}),
}


def random_game(
    name: str, players: int, options: dict, seed: int, prefer: str = ""
) -> galopp.Position:
    """A game at random, but for one notation that is played wherever it is legal."""
    position, luck = galopp.game(name).new(players, seed, **options), chance(seed + 1)
    while not position.over:
        legal = position.legal
        preferred = [move for move in legal if move.notation in prefer.split()]
        position.play((preferred or legal)[below(luck, len(preferred or legal))])
    return position


def compose(name: str, ending: str) -> None:
    players, options = WHERE[name, ending]
    number = [way.name.lower() for way in galopp.game(name).rules.Ending].index(ending)
    for seed in count(1):
        # Only hoarding lets a race of Sau Mau Mau reach its last turn.
        prefer = "draw no-bet" if ending == "turn_limit" else ""
        position = random_game(name, players, options, seed, prefer)
        if position.state.ended[number]:
            text = diary(galopp.Record.of(position))
            path = HERE / name / f"{ending}.diary"
            path.parent.mkdir(exist_ok=True)
            path.write_text(text, encoding="utf-8")
            print(path, seed, len(text))
            return


if __name__ == "__main__":
    for name, ending in WHERE:
        if not (HERE / name / f"{ending}.diary").exists():
            compose(name, ending)
