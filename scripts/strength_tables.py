"""The tables of docs/levels.md, made from docs/strength.json (see `strength.py`)."""

import json
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

STRENGTH = Path(__file__).resolve().parents[1] / "docs" / "strength.json"
Row = dict[str, str]
Match = Mapping[str, Any]

RUNGS = {
    ("beginner", "random"): "beginner – random",
    ("casual", "beginner"): "casual – beginner",
    ("strong-2026a", "casual"): "strong-2026a – casual",
    ("strongest-2026a", "strong-2026a"): "strongest-2026a – strong-2026a",
}


def matches(plan: str) -> list[Match]:
    """The matches that were played for a plan."""
    return [match for match in json.loads(STRENGTH.read_text()) if match["plan"] == plan]


def ladder() -> Iterator[Row]:
    """A row a game and number of players: each level against the one below."""
    rows: dict[tuple[str, int], Row] = {}
    for match in matches("ladder"):
        rung = RUNGS.get((match["bot"].partition("@")[0], match["others"]))
        if rung:
            at = match["game"], match["players"]
            first = {"game": f"{match['game']}, {match['players']}"}
            rows.setdefault(at, first)[rung] = won(match)
    for at in sorted(rows):
        yield rows[at]


def nets() -> Iterator[Row]:
    """A row a match: what the levels that play by a net win against the ones they replaced."""
    for match in matches("nets"):
        decided = match["standings"][0]["decided"]
        yield {
            "match": f"{match['game']}, {match['players']}: {match['bot']} – {match['others']}",
            "games": f"{match['games']:,}",
            "won": won(match),
            "decided games won": _interval(decided) if decided else "",
        }


def foreign() -> Iterator[Row]:
    """A row a match of two players: against lists of reasons with other weights."""
    for match in matches("foreign"):
        yield {
            "match": f"{match['game']}: {match['bot']} – {match['others']}",
            "games": f"{match['games']:,}",
            "won": won(match),
            "decided games won": _interval(match["standings"][0]["decided"]),
        }


def tries() -> Iterator[Row]:
    """A row a match of two players: what more tries are worth."""
    for match in matches("tries") + matches("second"):
        first = match["standings"][0]
        yield {
            "match": f"{match['game']}: {match['bot']} – {match['others']}",
            "games": f"{match['games']:,}",
            "decided games won": _interval(first["decided"]),
            "tries a decision": f"{first['tries']:,.0f}",
        }


def won(match: Match) -> str:
    """What the one bot won, and what would be an equal share."""
    first = match["standings"][0]
    if match["players"] == 1:
        other = match["standings"][1]
        ahead = _interval(other["difference"], sign="+")
        return f"{_percent(first['wins']['share'])} – {_percent(other['wins']['share'])}: {ahead}"
    return f"{_interval(first['wins'])} of {_percent(match['fair_share'])}"


def _interval(share: Mapping[str, float], sign: str = "") -> str:
    low, high = (f"{100 * share[end]:{sign}.1f}" for end in ("low", "high"))
    return f"**{100 * share['share']:{sign}.1f}** ({low} to {high})"


def _percent(share: float) -> str:
    return f"{100 * share:.1f}"
