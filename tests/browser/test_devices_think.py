"""Where the host wants it so, hints and reviews of a server's tables are worked out by devices."""

import json
from collections.abc import Iterator
from dataclasses import asdict
from pathlib import Path

import pytest
from people import LAPTOP, SHORT, Person, hurry, mostly
from playwright.sync_api import expect
from test_review import DONE, REVIEW

from galopp.play.record import Record
from galopp.review import review
from serving import CLIENT, ServerProcess
from wasm.modules import built

CHOICE = "document.querySelector('galopp-app').table.choice"
SEVERAL = f"() => {CHOICE}?.legal.length > 1"


@pytest.fixture
def leaving_it_to_devices(tmp_path: Path) -> Iterator[ServerProcess]:
    built()
    with ServerProcess(tmp_path / "data", "--no-limits", "--devices-think") as running:
        yield running


@pytest.mark.parametrize("game", mostly("schweinsgalopp"))
def test_hints_and_reviews_are_worked_out_here(people, leaving_it_to_devices, game) -> None:
    server = leaving_it_to_devices
    table = {"here": False, game: {"options": SHORT[game], "settings": {"pace": 0}}}
    person: Person = people("de", LAPTOP, server=server, likes={"table": table})
    asked: list[str] = []
    person.page.on("request", lambda request: asked.append(request.url.partition("?")[0]))
    code = person.play_now(game)
    while not person.page.evaluate(SEVERAL):
        person.play_turn()
    person.button("tool.hint").click()
    expect(person.page.locator("galopp-ask .hint b")).to_be_visible()
    hint = person.page.evaluate(f"() => {CHOICE}.hint")
    assert hint["moves"][0] in person.page.evaluate(f"() => {CHOICE}.legal")
    assert f"{server.address}/api/tables/{code}/sight" in asked
    hurry(person)
    person.page.locator(".result-acts a[href*='review']").click()
    person.wait(DONE)
    text = CLIENT.get(f"{server.address}/api/replays/{code}-1/record").text
    assert person.page.evaluate(f"() => {REVIEW}.found") == json.loads(
        json.dumps(asdict(review(Record.read(text))))
    )
    assert not [url for url in asked if url.endswith(("/hint", "/review"))]
