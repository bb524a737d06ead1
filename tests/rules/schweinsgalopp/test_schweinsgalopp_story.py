"""What a viewer is told: every event of the game, in order."""

import pytest

from rules.schweinsgalopp.schweinsgalopp_positions import (
    CLOSED_ROW,
    laying_food,
    lining_up,
    racing,
    random_game,
    told,
)

BROKEN_ROW = {**CLOSED_ROW, "red": 2}
VIEWERS = pytest.mark.parametrize("viewer", [0, 1, None])


@VIEWERS
def test_a_pig_lined_up_is_told_with_its_place(viewer):
    position = lining_up()
    position.play("line-up green")
    assert told(position, "line-up red", viewer) == [
        ("lined_up", {"seat": 0, "pig": "red", "place": -1}),
    ]


@VIEWERS
def test_the_fourth_pig_brings_the_fifth_and_the_deal(viewer):
    position = lining_up()
    for pig in ("green", "red", "white"):
        position.play(f"line-up {pig}")
    assert told(position, "line-up blue", viewer) == [
        ("lined_up", {"seat": 0, "pig": "blue", "place": -3}),
        ("lined_up_last", {"pig": "yellow", "place": -4}),
        ("dealt", {"count": 7}),
    ]


@VIEWERS
def test_food_laid_on_the_track_is_told_with_its_space(viewer):
    assert told(laying_food(), "food 9", viewer) == [("food_laid", {"seat": 0, "space": 9})]


@pytest.mark.ruling("G15")
def test_a_deal_after_the_food_is_told_then():
    position = lining_up(line_up="random", track_food="per_race", food_before_deal=True)
    position.play("food 9")
    assert told(position, "food 10") == [
        ("food_laid", {"seat": 1, "space": 10}),
        ("dealt", {"count": 7}),
    ]


@VIEWERS
def test_a_card_without_the_lead_is_told_as_played_and_run(viewer):
    position = racing(places=BROKEN_ROW, hands=["white"])
    assert told(position, "white", viewer) == [
        ("played", {"seat": 0, "pig": "white"}),
        ("ran", {"pig": "white", "start": -4, "place": 0, "jumped": 3}),
    ]


@VIEWERS
def test_food_for_the_lead_is_told(viewer):
    assert told(racing(hands=["red"]), "red", viewer) == [
        ("played", {"seat": 0, "pig": "red"}),
        ("ran", {"pig": "red", "start": 0, "place": 1, "jumped": 0}),
        ("food_for_the_lead", {"seat": 0, "pig": "red"}),
    ]


@pytest.mark.ruling("G9")
@pytest.mark.parametrize("hide_secured", [False, True])
def test_a_lead_for_which_there_is_no_food_is_told(hide_secured):
    position = racing(secured=[28, 27], race=9, races=9, hands=["red"], hide_secured=hide_secured)
    assert told(position, "red")[2:] == [("lead_without_food", {"seat": 0, "pig": "red"})]


@pytest.mark.ruling("G23")
def test_food_for_the_lead_is_told_though_the_stack_is_hidden():
    position = racing(hands=["red"], hide_secured=True)
    assert told(position, "red", 1)[2:] == [("food_for_the_lead", {"seat": 0, "pig": "red"})]


@pytest.mark.ruling("G20")
def test_food_from_the_track_is_told_before_food_for_the_lead_and_both_come_home():
    places = {"red": 8, "yellow": 7, "green": -2, "blue": -3, "white": -4}
    position = racing(
        left=1, places=places, hands=["yellow"], food_at=[9], open_food=[2], track_food="per_race"
    )
    assert told(position, "yellow") == [
        ("played", {"seat": 0, "pig": "yellow"}),
        ("ran", {"pig": "yellow", "start": 7, "place": 9, "jumped": 1}),
        ("food_from_track", {"seat": 0, "pig": "yellow"}),
        ("food_for_the_lead", {"seat": 0, "pig": "yellow"}),
        ("secured", {"seat": 0, "count": 4}),
    ]


@pytest.mark.ruling("G3")
def test_a_lapped_pig_that_is_jumped_is_counted():
    places = {"red": 17, "yellow": 16, "green": 15, "blue": 14, "white": -4}
    position = racing(4, places=places, left=2, hands=["yellow"])
    assert told(position, "yellow")[1] == (
        "ran",
        {"pig": "yellow", "start": 16, "place": 19, "jumped": 2},
    )


@VIEWERS
@pytest.mark.ruling("G8")
def test_food_given_back_is_told(viewer):
    position = racing(left=1, places=BROKEN_ROW, hands=["white"], open_food=[3])
    assert told(position, "white", viewer)[2:] == [("given_back", {"seat": 0, "count": 3})]


@pytest.mark.ruling("G27")
def test_gently_kept_food_is_told_as_brought_home():
    position = racing(left=1, places=BROKEN_ROW, hands=["white"], open_food=[3], gentle=True)
    assert told(position, "white")[2:] == [("secured", {"seat": 0, "count": 3})]


@VIEWERS
@pytest.mark.ruling("G26")
def test_the_end_of_a_race_and_the_next_start_player_are_told(viewer):
    position = racing(left=1, turn=1, places=BROKEN_ROW, hands=["", "white"])
    assert told(position, "white", viewer)[2:] == [
        ("given_back", {"seat": 1, "count": 0}),
        ("race_over", {"race": 1}),
        ("next_race", {"race": 2, "seat": 1}),
    ]


@VIEWERS
def test_the_end_of_the_game_is_told_with_its_winners(viewer):
    position = racing(
        left=1, turn=1, places=BROKEN_ROW, hands=["", "white"], race=3, secured=[5, 4]
    )
    assert told(position, "white", viewer)[-1] == ("game_over", {"winners": [0]})


@pytest.mark.ruling("G10")
@pytest.mark.parametrize(("tie", "winners"), [("shared", [0, 1]), ("last_race", [0])])
def test_a_tie_is_told_as_the_table_breaks_it(tie, winners):
    position = racing(
        left=1,
        turn=1,
        places=BROKEN_ROW,
        hands=["", "white"],
        race=3,
        secured=[5, 5],
        fresh=[1, 0],
        tie=tie,
        hide_secured=True,
    )
    assert told(position, "white")[-1] == ("game_over", {"winners": winners})
    assert position.winners == winners


@pytest.mark.parametrize("players", [2, 3, 4])
def test_the_food_told_adds_up_to_the_scores(players):
    for seed in range(5):
        home = [0] * players
        position = next(random_game(players, seed, track_food="per_race"))
        while not position.over:
            moves = position.legal
            for key, said in told(position, moves[len(position.decided) % len(moves)], None):
                if key == "secured":
                    home[said["seat"]] += said["count"]
        assert home == position.scores
        assert sum(home) > 0


def test_the_end_of_the_last_race_is_told_before_the_end_of_the_game():
    position = racing(left=1, turn=1, places=BROKEN_ROW, hands=["", "white"], race=3)
    assert told(position, "white")[-2:] == [
        ("race_over", {"race": 3}),
        ("game_over", {"winners": [0, 1]}),
    ]


@pytest.mark.ruling("G12")
def test_a_random_line_up_for_the_next_race_is_told_pig_by_pig():
    position = racing(left=1, turn=1, places=BROKEN_ROW, hands=["", "white"], line_up="random")
    story = told(position, "white")
    placed = {said["pig"]: said["place"] for _, said in story[2:] if "place" in said}
    assert placed == position.view(None)["places"]


@pytest.mark.ruling("G14")
def test_food_that_goes_back_from_the_track_is_told():
    position = racing(
        left=1,
        turn=1,
        places=BROKEN_ROW,
        hands=["", "white"],
        food_at=[16, 17],
        track_food="per_race",
    )
    story = told(position, "white")
    assert [said["count"] for key, said in story if key != "given_back" and "count" in said] == [2]
