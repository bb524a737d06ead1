"""The machine's clock is set while people play, or while the server is away."""

import time

import pytest
from devices import OddServer, Table
from windows import SHORT, play_until_a_window_opens

from galopp.server.clock import Clock
from galopp.store.sqlite import Log
from galopp.table import log

HOUR = 3600
BANK = {"pace": 0, "thinking": {"kind": "bank", "seconds": 10 * 60}}
DAYS = {"pace": 0, "thinking": {"kind": "days", "seconds": 2 * HOUR}}
FORWARD = pytest.param(HOUR, marks=pytest.mark.thorough, id="set forward")
EITHER_WAY = pytest.mark.parametrize("jump", [pytest.param(-HOUR, id="set back"), FORWARD])


@EITHER_WAY
def test_a_running_clock_does_not_notice_that_the_time_of_day_was_set(monkeypatch, jump):
    clock = Clock()
    before, set_by_hand = clock.now(), time.time() + jump
    monkeypatch.setattr(time, "time", lambda: set_by_hand)
    assert before <= clock.now() < before + HOUR / 2


def restarted(server: OddServer, ahead: float) -> None:
    server.kill()
    server.arguments = ("--ahead", str(ahead))
    server.start()


def events(server: OddServer, table: Table) -> list[tuple[float, log.AnyLogged]]:
    with Log.look(server.data) as reader:
        return [(entry.at, log.decode(entry.body)) for entry in reader.read(table.code)]


def banks(table: Table) -> list[float]:
    return [seat["bank"] for seat in table.ask("GET").raise_for_status().json()["seats"]]


@pytest.mark.thorough
@EITHER_WAY
def test_restarted_with_the_clock_set_nobody_loses_thinking_time(tmp_path, jump):
    began = time.monotonic()
    with OddServer(tmp_path / "data") as server:
        table = Table.open(server, settings=BANK).sit_down()
        for ahead in (jump, 0, jump):
            table.decide(table.mover()).raise_for_status()
            restarted(server, ahead)
            with table.line(table.seats[0]) as line:
                assert line.heard[0]["now"] >= events(server, table)[-1][0]
        table.decide(table.mover()).raise_for_status()
        spent = time.monotonic() - began  # by everybody together, at the most
        assert sum(banks(table)) >= 2 * 10 * 60 - spent
        times = [at for at, _ in events(server, table)]
        assert times == sorted(times)
        assert not [event for _, event in events(server, table) if isinstance(event, log.TookOver)]


@pytest.mark.thorough
@EITHER_WAY
def test_restarted_with_the_clock_set_a_game_over_days_goes_on(tmp_path, jump):
    with OddServer(tmp_path / "data") as server:
        table = Table.open(server, settings=DAYS).sit_down()
        for ahead in (jump, 0):
            seat = table.mover()
            restarted(server, ahead)
            assert table.mover() == seat
            table.decide(seat).raise_for_status()
        assert not [event for _, event in events(server, table) if isinstance(event, log.TookOver)]


@EITHER_WAY
def test_restarted_with_the_clock_set_a_window_still_closes_after_its_time(tmp_path, jump):
    with OddServer(tmp_path / "data") as server:
        table = Table.open(server, options=SHORT).sit_down()
        play_until_a_window_opens(table)
        restarted(server, jump)
        with table.line(*table.seats) as line:
            line.until(lambda news: news["type"] == "game" and news["window"] is None)
