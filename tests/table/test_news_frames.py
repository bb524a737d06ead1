"""News of the game as frames. At every table of these tests they say what JSON says."""

import random
from statistics import median

import pytest
from at_table import GAMES, AtTable, encode, play_out, table_of

import galopp
from galopp.table import feed
from galopp.wire.frames import FrameReader, OutOfStep, TableFrames


@pytest.mark.parametrize("game", GAMES)
def test_a_frame_takes_a_few_hundred_bytes_at_most(game):
    at = play_out(table_of(game, galopp.game(game).rules.SEATS).start(), random.Random(3))
    for viewer, frames in at.frames.items():
        assert median(map(len, frames)) < 250, viewer
        assert max(map(len, frames)) < 600, viewer


def decide(at: AtTable, times: int) -> None:
    for _ in range(times):
        at.decide(at.mover, random.Random(5).choice(at.legal(at.mover)))


@pytest.mark.parametrize("game", GAMES)
def test_whoever_missed_a_frame_notices_and_goes_on_from_a_whole_one(game):
    at = table_of(game).start()
    decide(at, 12)
    frames, reader = at.frames[0], FrameReader(at.table.game)
    with pytest.raises(OutOfStep):
        reader.read(frames[1])  # without the one it goes on from
    stands = TableFrames(at.table).whole()[0]
    assert encode(reader.read(stands)) == encode(feed.game_news(at.table, 0))
    seen = len(frames)
    decide(at, 3)
    for frame in frames[seen:]:
        reader.read(frame)


def test_before_a_game_there_is_nothing_to_frame():
    assert TableFrames(table_of("saumaumau").table).whole() == []
