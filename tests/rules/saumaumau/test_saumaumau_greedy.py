"""The greedy player: it plays from what its seat sees, and by a few plain reasons."""

import pytest

from galopp.bots.saumaumau import greedy
from galopp.core.cards import pick
from galopp.core.chance import chance
from rules.saumaumau.saumaumau_positions import GAME, play, racing


def choice(position, seed=1):
    """The notation of what the greedy player decides on."""
    return GAME.moves[int(greedy(position.seen(position.mover).record, chance(seed)))].notation


def test_it_drives_the_pig_it_has_bet_on():
    position = racing(hands=["brown-1 brown-6 pink-3 pink-2"], bets=[(0, "brown")])
    assert choice(position) == "brown-6"


def test_it_does_not_help_another_pig_past_its_own():
    position = racing(
        hands=["brown-4 brown-x pink-5 pink-2"], bets=[(0, "pink")], pigs={"pink": 6, "brown": 5}
    )
    assert choice(position) == "brown-x"


def test_it_draws_early_to_bet_at_the_top_of_the_queue():
    assert choice(racing(hands=["pink-6 pink-5 pink-2 brown-1 beige-1"])) == "draw"


def test_it_bets_on_the_pig_it_can_push():
    position = play(racing(hands=["pink-6 pink-5 pink-2 brown-1"], pile="beige-1 beige-2"), "draw")
    assert choice(position) == "bet pink"


def test_it_keeps_a_bet_that_may_still_come_true():
    fields = {"hands": ["pink-6 pink-1"], "pile": "beige-1 beige-2", "pigs": {"brown": 8}}
    position = play(racing(bets=[(0, "pink"), (1, "brown"), (2, "brown")], **fields), "draw")
    assert choice(position) == "no-bet"


def test_it_keeps_a_green_card_for_the_end():
    position = racing(hands=["brown-1 farmer-1"], bets=[(0, "brown")])
    assert choice(position) == "brown-1"


def test_it_lays_its_last_card_when_its_pig_leads():
    position = racing(hands=["farmer-1"], bets=[(0, "brown")], pigs={"brown": 5})
    assert choice(position) == "farmer-1"


def test_it_answers_a_plus2_with_a_plus2():
    position = racing(top="brown-plus2", debt=2, hands=["pink-plus2 pink-1"], bets=[(0, "pink")])
    assert choice(position) == "pink-plus2"


def test_it_takes_the_foremost_foreign_pig_back_and_spares_its_own():
    pigs = {"pink": 9, "brown": 8, "black": 3}
    position = racing(top="brown-plus2", debt=2, bets=[(0, "pink")], pigs=pigs)
    assert choice(play(position, "draw")) == "retreat brown"
    alone = racing(top="brown-plus2", debt=2, bets=[(0, "pink")], pigs={"pink": 9})
    assert choice(play(alone, "draw")) == "stop"


def test_it_helps_its_own_pig_when_that_is_among_the_last():
    position = racing(hands=["floppy-pink pink-1"], bets=[(0, "beige")])
    assert choice(play(position, "floppy-pink")) == "run beige"


def test_it_names_the_colour_of_its_pig():
    position = racing(hands=["farmer-1 pink-1 beige-2"], bets=[(0, "beige")])
    assert choice(play(position, "farmer-1")) == "name beige"


def test_it_decides_the_same_from_the_same_view_and_luck():
    assert len({choice(racing(), seed=9) for _ in range(3)}) == 1


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_it_decides_legally_in_every_phase(players):
    for options in ({}, {"mau": True, "exact_goal": True, "green_parries_plus2": True}):
        position, luck = GAME.new(players, 3, races=2, **options), chance(6)
        while not position.over:
            decided = choice(position)
            assert decided in {move.notation for move in position.legal}
            rare = pick(position.rules.legal(position.state), luck)  # now and then another
            position.play(decided if len(position.decided) % 3 else GAME.moves[rare])


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_it_clearly_beats_random_play(players):
    won, luck, games = 0.0, chance(4), 24
    for game in range(games):
        position, seat = GAME.new(players, game), game % players
        while not position.over:
            if position.mover == seat:
                code = greedy(position.seen(seat).record, luck)
            else:
                code = pick(position.rules.legal(position.state), luck)
            position.play(GAME.moves[int(code)])
        won += (seat in position.winners) / len(position.winners)
    assert won / games > 0.5
