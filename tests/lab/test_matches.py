"""Mirrored deals: everybody sits everywhere with the same cards."""

import multiprocessing
import subprocess
import sys
import time
from contextlib import closing
from pathlib import Path
from subprocess import DEVNULL

import numpy as np
import odd_bots
import pytest

import galopp
from galopp.bots import BotFailed
from galopp.core.option import choose
from galopp.lab.arena import by_bot, deals_for, shares_of_seats
from galopp.lab.matches import Deals, Match, play
from serving import WITHIN

GAMES = [(name, players) for name in galopp.game_names() for players in galopp.game(name).players]
TABLES = [(name, players) for name, players in GAMES if players > 1]


def match_of(name, players, *names, seed=5, **more):
    game = galopp.game(name)
    options = choose(game.rules.OPTIONS, game.options_needed(players))
    return Match(name, players, options, names, seed, **more)


def played(match, deals, workers=1):
    return Deals.joined(list(play(match, deals, workers)))


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_every_bot_sits_on_every_seat_once_in_a_deal(players):
    names = [f"bot {n}" for n in range(players)]
    seatings = match_of("saumaumau", players, *names).seatings
    assert seatings.shape == (players, players)
    for bot in range(players):
        assert sorted(np.argwhere(seatings == bot)[:, 1]) == list(range(players))


def test_the_last_bot_named_takes_the_seats_left():
    match = match_of("saumaumau", 4, "strong", "casual")
    assert match.places == [0, 1, 1, 1]
    assert match.seatings.tolist() == [[0, 1, 1, 1], [1, 1, 1, 0], [1, 1, 0, 1], [1, 0, 1, 1]]


def test_alone_each_bot_plays_the_deal():
    assert match_of("ostfriesenlauf", 1, "casual", "random").seatings.tolist() == [[0], [1]]


@pytest.mark.parametrize(("name", "players"), TABLES)
def test_equal_bots_that_draw_no_lots_get_exactly_the_same_from_every_deal(name, players):
    names = [f"bot {n}" for n in range(players)]
    match = match_of(name, players, *names, maker=odd_bots.make)
    deals = played(match, 6)
    assert (deals.winners == deals.winners[:, :1]).all(), "the same cards, the same game"
    assert len(np.unique(deals.points[:, 0], axis=0)) > 1, "another deal, another game"
    shares = by_bot(match, shares_of_seats(deals))
    assert shares == pytest.approx(np.repeat(shares[:, :1], players, axis=1))


@pytest.mark.a_few(5)
@pytest.mark.parametrize(("name", "players"), GAMES)
def test_the_compiled_loop_plays_the_very_games_that_bots_play(name, players):
    names = ("casual", "beginner", "random")[: max(2, min(3, players))]
    quick, slow = match_of(name, players, *names), match_of(name, players, *names)
    object.__setattr__(slow, "maker", odd_bots.make)
    assert quick.quick
    assert not slow.quick
    compiled, bot_by_bot = played(quick, 4), played(slow, 4)
    assert (compiled.points == bot_by_bot.points).all()
    assert (compiled.winners == bot_by_bot.winners).all()
    assert bot_by_bot.choices.all()


def test_luck_is_a_bots_own_in_every_deal_rotation_and_seat_and_the_same_again():
    def heard():
        odd_bots.HEARD.clear()
        played(match_of("schweinsgalopp", 2, "listening", "listening", maker=odd_bots.make), 3)
        return list(odd_bots.HEARD)

    first = heard()
    assert len({luck for _, luck in first}) == len(first) > 12
    assert heard() == first


@pytest.mark.a_few(1)
@pytest.mark.parametrize("name", galopp.game_names())
def test_results_do_not_depend_on_the_number_of_workers(name):
    match = match_of(name, 2, "strong@20", "casual")
    one, two = played(match, 3, workers=1), played(match, 3, workers=2)
    for column in ("points", "winners", "choices", "tries"):
        assert (getattr(one, column) == getattr(two, column)).all(), column
    assert (one.tries[:, 0] > 0).all()
    assert (two.seconds[:, 0] > 0).any()


def test_compiled_results_do_not_depend_on_the_number_of_workers_or_parts(monkeypatch):
    match = match_of("schweinsgalopp", 3, "casual", "random")
    whole = played(match, 50, workers=2)
    monkeypatch.setattr("galopp.lab.matches.AT_ONCE", (7, 7))
    parts = played(match, 50, workers=1)
    assert (whole.points == parts.points).all()


def test_whoever_has_seen_enough_leaves_no_process_behind():
    before = {*multiprocessing.active_children()}  # servers that tests share, for instance
    match = match_of("schweinsgalopp", 2, "strong@20", "casual")
    with closing(play(match, 1_000, workers=2)) as parts:
        assert len(next(parts)) == 1
    assert {*multiprocessing.active_children()} <= before


def children_of(pid):
    return [int(child) for child in Path(f"/proc/{pid}/task/{pid}/children").read_text().split()]


def is_running(pid):
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except FileNotFoundError:
        return False


def wait_until(holds):
    end = time.monotonic() + WITHIN
    while not holds():
        assert time.monotonic() < end
        time.sleep(0.05)


@pytest.mark.skipif(sys.platform != "linux", reason="who began whom is read from /proc")
def test_a_contest_that_is_killed_leaves_no_process_behind():
    bots = ("strongest-2026a@200000", "casual", "--players", "2", "--games", "1000")
    command = [sys.executable, "-m", "galopp", "arena", "schweinsgalopp", *bots]
    with subprocess.Popen(command, stdout=DEVNULL, stderr=DEVNULL) as contest:
        wait_until(lambda: len(children_of(contest.pid)) > 2)  # two, and what counts semaphores
        begun = children_of(contest.pid)
        contest.kill()
    wait_until(lambda: not any(map(is_running, begun)))


@pytest.mark.parametrize("workers", [1, 2])
def test_a_bot_that_fails_is_named_with_its_reason(workers):
    match = match_of("schweinsgalopp", 2, "lowest", "failing", maker=odd_bots.make)
    with pytest.raises(BotFailed) as failed:
        played(match, 2, workers)
    assert failed.value.key == "bot_erred"
    assert failed.value.name == "failing"
    assert "lost the thread" in str(failed.value.arguments["reason"])


def test_a_bot_that_wants_what_is_not_allowed_is_named():
    match = match_of("saumaumau", 2, "lowest", "cheating", maker=odd_bots.make)
    with pytest.raises(BotFailed) as failed:
        played(match, 1)
    assert (failed.value.key, failed.value.name) == ("bot_not_allowed", "cheating")


def test_games_are_rounded_up_to_whole_deals():
    match = match_of("saumaumau", 4, "strong", "casual")
    assert [deals_for(match, games) for games in (1, 4, 5, 400)] == [1, 1, 2, 100]
    assert deals_for(match_of("ostfriesenlauf", 1, "a", "b", "c"), 7) == 3
