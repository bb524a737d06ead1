"""Drawing without a screen."""

import numpy as np
import pytest
from env_tables import EVERY_TABLE, needed

import galopp
from galopp.envs.render import COLOURS, GAP, ROW, TRACKS, as_array, as_text, picture
from random_games import Setting, show

every_table = pytest.mark.parametrize("name, players", EVERY_TABLE)


def test_every_game_has_a_track():
    assert sorted(TRACKS) == galopp.game_names()


@every_table
def test_every_position_can_be_drawn(name, players):
    sizes = set()
    for position in Setting(name, players, 3, needed(name, players)).positions(5):
        for seat in (-1, 0):
            seen = show(position, seat)
            image, text = as_array(name, seen), as_text(name, seen)
            assert image.dtype == np.uint8 and image.ndim == 3 and image.shape[2] == 3
            assert text.count("\n") > players + 4
            assert (">" in text) == (not position.over)
            sizes.add(image.shape)
    assert len(sizes) == 1  # as a film needs it


@pytest.mark.parametrize("name", galopp.game_names())
def test_a_runner_that_moves_is_drawn_elsewhere(name):
    drawn = []
    for position in Setting(name, 2, 4, {}).positions():
        seen = show(position, -1)
        places = [lane.place for lane in picture(name, seen).lanes]
        drawn.append((places, as_array(name, seen).tobytes(), as_text(name, seen)))
    for before, after in zip(drawn, drawn[1:], strict=False):
        if before[0] != after[0]:
            assert before[1] != after[1] and before[2] != after[2]
    assert len({str(places) for places, _, _ in drawn}) > 3


def test_runners_stand_on_their_space_in_their_colour():
    position = galopp.game("saumaumau").new(2, seed=4)
    image = as_array("saumaumau", show(position, 0))
    for row, pig in enumerate(("pink", "brown", "black", "beige")):
        down = 2 * GAP + ROW + row * ROW  # below the heading
        assert tuple(image[down + 8, GAP + 8]) == COLOURS[pig]


def test_a_runner_beyond_the_picture_stands_at_its_edge():
    position = galopp.game("saumaumau").new(2, seed=4)
    position.state.pigs[0] = 500
    drawn = picture("saumaumau", show(position, 0))
    assert drawn.across(500) == len(drawn.spaces) - 1 and drawn.across(-9) == 0
    first = as_text("saumaumau", show(position, 0)).splitlines()[1]
    assert first.endswith("-o 500")
