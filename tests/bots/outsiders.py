"""Programs and packages that are bots, written for a test and started from it."""

import subprocess
import sys
from pathlib import Path

import galopp
from galopp import bots
from galopp.bots.outside import Limits, Outside
from galopp.bots.outside.program import Command
from galopp.core.history import no_history

# Any program but those that fail earlier: it has answered the greeting.
GREETED = """
import json, os, signal, subprocess, sys, time

def hear():
    line = sys.stdin.readline()
    if not line:
        sys.exit()
    return json.loads(line)

def say(answer):
    print(json.dumps(answer), flush=True)

hear()
say({"protocol": 1})
"""
PLAYS = GREETED + "while True: say({'move': hear()['legal'][0]['move']})"
QUICKLY = Limits(seconds=20.0)


def position(seed: int = 1, game: str = "schweinsgalopp") -> galopp.Position:
    return galopp.game(game).new(players=2, seed=seed)


SEEN = position().seen(position().mover).record


def program(
    folder: Path, source: str, limits: Limits = QUICKLY, arguments: tuple[str, ...] = ()
) -> Outside:
    """A bot that is this Python program."""
    file = folder / "program.py"
    file.write_text(source, encoding="utf-8")
    command = Command((sys.executable, str(file), *map(str, arguments)))
    return Outside("schweinsgalopp", "rosa", command, limits)


def package(folder: Path, source: str, **offered: str) -> Path:
    """An installed package of one module, and the names it offers for what is in there."""
    info = folder / "some_bots-1.0.dist-info"
    info.mkdir()
    (folder / "some_bots.py").write_text(source, encoding="utf-8")
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: some-bots\nVersion: 1.0\n")
    rows = [f"{name} = some_bots:{what}" for name, what in offered.items()]
    (info / "entry_points.txt").write_text("\n".join(["[galopp.bots]", *rows]) + "\n")
    return folder


def failure(bot: bots.Bot) -> bots.BotFailed:
    """How the next decision fails."""
    try:
        thought = bot.think(SEEN, no_history(), 1)
    except bots.BotFailed as failed:
        return failed
    raise AssertionError(f"it has decided on {thought.code}")


def is_there(pid: int) -> bool:
    """Whether there is such a process, one that has ended and was not waited for included."""
    found = subprocess.run(["ps", "-o", "stat=", "-p", str(pid)], capture_output=True, text=True)
    return found.stdout.strip() != ""


def runs(pid: int) -> bool:
    """Whether there is such a process, and it has not ended."""
    found = subprocess.run(["ps", "-o", "stat=", "-p", str(pid)], capture_output=True, text=True)
    return found.stdout.strip()[:1] not in ("", "Z")


def play(game: str, players: int, bot: bots.Bot, seed: int = 1) -> galopp.Position:
    """A whole game, with this bot in every seat."""
    options = galopp.game(game).options_needed(players)
    played = galopp.game(game).new(players, seed, **options)
    while played.mover is not None:
        seat = played.mover
        luck = seed * 1_000 + len(played.decided)
        code = bot.think(played.seen(seat).record, played.told(seat).records, luck).code
        played.play(played.game.moves[code], seat)
    return played
