"""The machine's clock is set while people play, or while the server is away."""

import os
import signal
import time

import pytest
from devices import OddServer, Table
from windows import SHORT, play_until_a_window_opens

from galopp.server.ops.clock import STILL, Clock
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


def test_time_in_which_nobody_could_look_is_left_out(monkeypatch):
    at = [100.0]
    monkeypatch.setattr(time, "monotonic", lambda: at[0])
    clock = Clock(started=1000.0, running_since=100.0)
    at[0] += 50.0  # before anybody looks regularly, time goes on
    assert clock.now() == 1050.0
    clock.is_looked_at()
    for gap, now in ((0.25, 1050.25), (STILL, 1052.25), (40.0, 1052.25), (0.25, 1052.5)):
        at[0] += gap
        assert clock.now() == now
    assert clock.stood_still == 40.0


def test_a_server_that_was_stopped_takes_no_time_from_anybody_and_hangs_up_on_nobody(tmp_path):
    settings = {"pace": 0, "thinking": {"kind": "bank", "seconds": 5}}
    with OddServer(tmp_path / "data") as server:
        table = Table.open(server, settings=settings).sit_down()
        seat = table.mover()
        with table.line(*table.seats) as line:
            os.kill(server.process.pid, signal.SIGSTOP)
            time.sleep(6)  # longer than anybody has
            os.kill(server.process.pid, signal.SIGCONT)
            welcome = line.until(
                lambda said: said["type"] == "welcome" and said is not line.heard[0]
            )
            asked = [said for said in line.heard if said["type"] == "game"][-1]
            assert line.say("undo", seat=1 - seat)["key"] == "nothing_to_undo"
        told = [event for _, event in events(server, table)]
        assert not [event for event in told if isinstance(event, log.TookOver)]
        assert welcome["now"] - asked["asked_since"] < 5
        assert "stood still" in server.log.read_text(encoding="utf-8")


def restarted(server: OddServer, ahead: float) -> None:
    server.kill()
    server.arguments = ("--ahead", str(ahead))
    server.start()


def events(server: OddServer, table: Table) -> list[tuple[float, log.AnyLogged]]:
    with Log.read_only(server.data) as reader:
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
