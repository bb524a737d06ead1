"""A page reviews a game as a server does: every number of the account, to the last digit."""

import json
from dataclasses import asdict
from typing import Any

import pytest

from galopp.play.record import Record
from galopp.review import Effort, review
from galopp.review.account import LEADS_TO
from random_games import GAMES
from review.recorded import by_bots
from wasm.modules import asked_of_node

QUICK = Effort(deals=3, end=2, passes=2, look=(1, 2), afresh=4)


def reviewed_by_a_page(record: Record, effort: Effort) -> dict[str, Any]:
    question = json.dumps({"record": str(record), "effort": asdict(effort)})
    found: dict[str, Any] = asked_of_node("review.mjs", told=question)
    return found


def alike(record: Record, effort: Effort) -> None:
    drafts: list[Any] = []
    found = review(record, effort=effort, workers=1, progress=drafts.append)
    here = reviewed_by_a_page(record, effort)
    assert here["last"] == json.loads(json.dumps(asdict(found)))
    assert here["first"] == json.loads(json.dumps(asdict(drafts[0].review())))
    assert len(here["parts"]) == len(drafts)
    assert here["parts"] == pytest.approx([draft.part for draft in drafts])
    reasons = {step.because.key for step in found.steps if step.because}
    assert reasons & {*LEADS_TO}  # not of the list alone


@pytest.mark.parametrize("name", GAMES)
def test_a_game_of_two_is_reviewed_alike(name: str) -> None:
    alike(by_bots(name, ["casual", "beginner"], 4, most=40), QUICK)


def test_a_long_game_is_told_less_surely_alike() -> None:
    alike(by_bots("schweinsgalopp", ["casual", "beginner"], 4, most=40), Effort(passes=2, long=10))
