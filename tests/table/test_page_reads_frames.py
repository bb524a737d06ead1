"""JavaScript reads frames as Python writes views and events, field by field, in any game."""

import json
import random
import shutil
import subprocess
from collections.abc import Iterable, Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest
from at_table import GAMES, AtTable, play_out, table_of

import galopp
from galopp.core.fault import Impossible
from galopp.core.option import Option
from galopp.core.words import Flag, Name, Number, NumberOrNone, Plain
from galopp.table.settings import Settings, Thinking
from galopp.wire.layout import layout_file

NODE = shutil.which("node") or "node"
READS = Path(__file__).parents[1] / "web" / "read_frames.js"
CLOCKS = [Thinking(), Thinking("bank", 20, 2)]


def page_reads(game: str, viewers: list[list[bytes]]) -> list[list[Any]]:
    """The frames of each viewer, one after the other, as the page reads them."""
    hexed = [[frame.hex() for frame in frames] for frames in viewers]
    asked = json.dumps({"layout": json.loads(layout_file(game)), "viewers": hexed})
    read = subprocess.run([NODE, str(READS)], input=asked, text=True, capture_output=True)
    assert read.returncode == 0, read.stderr
    news: list[list[Any]] = json.loads(read.stdout)
    return news


def compare(game: str, tables: Iterable[AtTable]) -> None:
    """Every frame that anybody was sent, beside the JSON that says the same."""
    told = [(at, viewer) for at in tables for viewer in at.viewers()]
    read = page_reads(game, [at.frames[viewer] for at, viewer in told])
    for (at, viewer), news in zip(told, read, strict=True):
        written = [json.loads(text) for text in at.as_json[viewer]]
        assert len(news) == len(written) > 2
        for theirs, ours in zip(news, written, strict=True):
            assert theirs == ours, (at.table.options, viewer)


# --- Games of every kind


def other_values(option: Option, luck: random.Random) -> Iterator[Plain]:
    """What a host may choose instead of the default."""
    words = option.words
    if isinstance(option.default, tuple):
        yield from option.presets
        yield [value + luck.choice([-1, 0, 1]) for value in option.default]
    elif isinstance(words, Flag):
        yield not option.default
    elif isinstance(words, Name):
        yield from (name for number, name in enumerate(words.names) if number != option.default)
    elif isinstance(words, Number | NumberOrNone):
        yield from {words.low, min(words.high, words.low + 3)} - {option.default}


def options_of(game: str, players: int) -> Iterator[dict[str, Plain]]:
    """The usual options, each other value of each, and all that are on or off turned round."""
    played, luck = galopp.game(game), random.Random(players)
    needed, options = played.options_needed(players), played.rules.OPTIONS
    changes: list[dict[str, Plain]] = [
        {},
        *({each.name: value} for each in options for value in other_values(each, luck)),
        {each.name: not each.default for each in options if isinstance(each.words, Flag)},
    ]
    if game == "saumaumau":
        changes.append({"mau": True, "mau_window": 3})
    for changed in changes:
        with suppress(Impossible):
            played.check_setting(players, {**needed, **changed})
            yield {**needed, **changed}


def played(game: str, players: int, options: dict[str, Plain], seed: int) -> AtTable:
    """A game at random, with or without clocks."""
    settings = Settings(thinking=CLOCKS[seed % len(CLOCKS)])
    at = table_of(game, players, settings=settings, secret=seed, **options)
    at.only = [None, seed % players]  # what the seats are sent differs in their cards alone
    return play_out(at.start(), random.Random(seed))


@pytest.mark.parametrize("game", GAMES)
def test_the_page_reads_the_views_and_events_that_python_writes(game):
    """Every number of seats and every option, each in turn."""
    seats = galopp.game(game).players
    wanted = [
        (players, options)
        for at, players in enumerate(seats)
        for options in [*options_of(game, players)][at :: len(seats)]
    ]
    tables = [played(game, *setting, seed) for seed, setting in enumerate(wanted)]
    compare(game, tables)
    told = [json.loads(text) for at in tables for texts in at.as_json.values() for text in texts]
    assert all(any(news[part] for news in told) for part in ("banks", "winners", "legal"))
    assert any(news["window"] for news in told) == (game == "saumaumau")


@pytest.mark.thorough
@pytest.mark.parametrize(
    ("game", "players"), [(game, n) for game in GAMES for n in galopp.game(game).players]
)
def test_the_page_reads_every_number_of_seats_with_every_option(game, players):
    for seed, options in enumerate(options_of(game, players)):
        compare(game, [played(game, players, options, 10 * seed + more) for more in range(5)])


# --- What was missed


@pytest.mark.parametrize("game", GAMES)
def test_a_page_that_missed_a_frame_notices_and_reads_on_from_a_whole_one(game):
    at = played(game, galopp.game(game).rules.FEWEST, {}, 4)
    first, second, third, *_ = at.frames[0]
    [[missed, begun, read_on]] = page_reads(game, [[third, first, second]])
    told = [json.loads(text) for text in at.as_json[0]]
    assert missed is None
    assert [begun, read_on] == told[:2]
