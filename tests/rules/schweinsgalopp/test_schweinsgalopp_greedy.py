"""The greedy player: it plays from what its seat sees, and by a few plain reasons."""

import pytest

from galopp.bots.schweinsgalopp import greedy
from galopp.core.cards import pick
from galopp.core.chance import chance
from rules.schweinsgalopp.schweinsgalopp_positions import CLOSED_ROW, GAME, racing


def choice(position, seed=1):
    """The notation of what the greedy player decides on."""
    return GAME.moves[greedy(position.seen(position.mover).record, chance(seed))].notation


def test_it_takes_the_lead_when_a_card_does():
    places = {"red": 4, "yellow": 1, "green": 0, "blue": -1, "white": -2}
    hand = "red red yellow green green"
    assert choice(racing(left=5, places=places, hands=[hand])) == "red"


def test_it_holds_back_the_pig_near_the_front_for_the_last_card():
    places = {"red": 4, "yellow": -1, "green": -2, "blue": -3, "white": -4}
    assert choice(racing(left=2, places=places, hands=["red white"], open_food=[4])) == "white"


def test_it_sheds_the_pig_furthest_behind_when_no_card_leads():
    places = {"red": 8, "yellow": 6, "green": 2, "blue": 1, "white": -4}
    assert choice(racing(left=2, places=places, hands=["yellow white"], open_food=[4])) == "white"


def test_it_decides_the_same_from_the_same_view_and_luck():
    position = racing(left=7, places=CLOSED_ROW)
    assert len({choice(position, seed=9) for _ in range(3)}) == 1


@pytest.mark.parametrize("options", [{}, {"hide_secured": True, "show_played": False}])
@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_it_decides_legally_in_every_phase(players, options):
    for track_food in ("off", "per_race", "per_game"):
        position = GAME.new(players, 3, track_food=track_food, edition_2009=players == 5, **options)
        while not position.over:
            assert choice(position) in {move.notation for move in position.legal}
            position.play(choice(position))


def test_it_clearly_beats_random_play():
    won, luck = 0.0, chance(4)
    for game in range(100):
        position = GAME.new(2, game)
        while not position.over:
            if position.mover == game % 2:
                code = greedy(position.seen(position.mover).record, luck)
            else:
                code = pick(position.rules.legal(position.state), luck)
            position.play(GAME.moves[code])
        won += (game % 2 in position.winners) / len(position.winners)
    assert won > 62
