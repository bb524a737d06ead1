"""Reviews over HTTP: made when asked for, told how far, kept, and nobody's table waits."""

import asyncio
import time

import msgspec
import pytest
from devices import CLIENT, Table
from test_services import some_services

from galopp.core.kernel import compiled_before
from galopp.play.game import game, game_names
from galopp.play.record import Record
from galopp.review import VERSION, Review, review
from galopp.server.ops.limits import TooMuch
from galopp.server.ops.preparing import Preparing, is_prepared_for_reviews
from galopp.server.tables import reviews
from galopp.table.refused import Refused
from serving import ServerProcess


def some_record(seed=5, most=100):
    position = game("schweinsgalopp").new(2, seed, races=1)
    while not position.over and len(position.decided) < most:
        position.play(position.legal[-1])
    return Record.of(position)


@pytest.fixture(scope="module")
def server(tmp_path_factory):
    with ServerProcess(tmp_path_factory.mktemp("reviews") / "data", "--no-limits") as running:
        yield running


def get(server, path, status=200):
    answer = CLIENT.get(f"{server.address}/api{path}")
    assert answer.status_code == status, answer.text
    return answer.json()


def bring(server, record):
    answer = CLIENT.post(f"{server.address}/api/replays", json={"text": str(record)})
    return answer.json()["id"]


def reviewed(server, name):
    """Ask until there is a review; how far it was on the way."""
    parts = []
    while (shown := get(server, f"/replays/{name}/review"))["progress"] < 1:
        parts.append(shown["progress"])
        time.sleep(0.2)
    return shown["review"], parts


def test_a_review_is_made_in_the_background_and_is_the_one_everybody_would_get(server):
    record = some_record()
    name = bring(server, record)
    found, parts = reviewed(server, name)
    assert parts == sorted(parts)
    assert parts[0] == 0
    assert msgspec.convert(found, Review, strict=False) == review(record)
    assert get(server, f"/replays/{name}/review") == {"progress": 1.0, "review": found}


def test_a_game_that_was_left_is_reviewed_up_to_there(server):
    found, _ = reviewed(server, bring(server, some_record(seed=8, most=12)))
    assert not found["finished"]
    assert len(found["steps"]) == 12


def test_a_game_that_still_runs_has_no_review(server):
    table = Table.open(server, "schweinsgalopp").sit_down(people=2)
    refused = get(server, f"/replays/{table.code}-1/review", 404)
    assert refused["key"] == "no_such_round"
    get(server, "/replays/ABCDEF-1/review", 404)


class Slowly:
    """Reviews take until somebody lets them go on: what then counts is who may ask meanwhile."""

    def __init__(self):
        self.made, self.let_go = [], asyncio.Event()

    async def review(self, within, record, progress):
        found, drafts = made(Record.read(record))
        progress(0.5, drafts[0])
        self.made.append(record)
        await self.let_go.wait()
        return found


def made(record):
    """A review and its drafts, as JSON."""
    drafts = []
    found = review(record, progress=lambda draft: drafts.append(draft.review()))
    return msgspec.json.encode(found), [msgspec.json.encode(draft) for draft in drafts]


def test_one_a_person_at_a_time_and_it_is_kept(tmp_path):
    async def ask() -> None:
        async with some_services(tmp_path) as services:
            one, other = [
                await services.replays.bring(str(some_record(seed, 12))) for seed in (1, 2)
            ]
            slowly, asked = Slowly(), services.reviews
            services.bots.searching.review = slowly.review
            assert (await asked.ask(one, "Anna")).review is None
            assert (await asked.ask(one, "Ben")).progress < 1  # the same one, made once
            with pytest.raises(TooMuch):
                await asked.ask(other, "Anna")
            assert (await asked.ask(other, "Ben")).progress < 1
            while len(slowly.made) < 2:
                await asyncio.sleep(0.01)
            draft = await asked.ask(one, "Anna")
            assert draft.progress == 0.5
            assert len(draft.review.steps) == 12
            assert not any(step.options for step in draft.review.steps)
            slowly.let_go.set()
            while (shown := await asked.ask(one, "Anna")).progress < 1:
                await asyncio.sleep(0.01)
            assert all(step.options for step in shown.review.steps)
            assert await services.store.reads.kept(f"{reviews.SHELF}{VERSION}/{one.upper()}")
            with pytest.raises(Refused):
                await asked.ask("ABCDEF-1", "Anna")

    asyncio.run(ask())


def test_a_review_that_fails_can_be_asked_for_again(tmp_path):
    failed = []

    async def fails(within, record, progress):
        failed.append(record)
        raise TimeoutError

    async def ask() -> None:
        async with some_services(tmp_path) as services:
            services.bots.searching.review = fails
            name = await services.replays.bring(str(some_record()))
            while len(failed) < 2:
                assert (await services.reviews.ask(name, "Anna")).review is None
                await asyncio.sleep(0.01)

    asyncio.run(ask())


def test_what_reviews_are_made_with_is_compiled_beside_the_server_and_no_table_waits_for_it():
    preparing = Preparing()
    preparing.prepare_what_is_compiled()
    asyncio.run(preparing.prepare())
    assert preparing.done  # tables can be opened: what follows is for later
    asyncio.run(preparing.prepare_reviews())
    assert all(is_prepared_for_reviews(name) for name in game_names())
    assert compiled_before("galopp.review.trials")
