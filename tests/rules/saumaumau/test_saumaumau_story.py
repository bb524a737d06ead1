"""What a viewer is told: complete, in order, and nothing it may not know."""

import galopp
from rules.saumaumau.saumaumau_positions import play, racing, random_game, told

MAU = {"mau": True}


def test_a_number_played_and_the_pig_it_drives():
    position = racing(hands=["brown-5 pink-1"], pigs={"brown": 2})
    assert told(position, "brown-5") == [
        ("played", {"seat": 0, "card": "brown-5"}),
        ("ran", {"pig": "brown", "start": 2, "place": 7}),
    ]


def test_an_x_and_whom_it_skips():
    assert told(racing(hands=["brown-x pink-1"]), "brown-x")[1:] == [("skipped", {"seat": 1})]


def test_a_plus2_and_what_the_neighbour_owes():
    position = racing(top="pink-plus2", debt=2, hands=["brown-plus2 pink-1"])
    assert told(position, "brown-plus2")[1:] == [("owes", {"seat": 1, "count": 4})]


def test_a_debt_taken_across_a_reshuffle_as_its_owner_and_as_others_see_it():
    hands = ["pink-1 pink-2", "pink-3 black-4", "beige-3 black-5"]
    fields = {"top": "brown-plus2", "debt": 4, "hands": hands, "pile": "brown-6"}
    others = told(racing(**fields), "draw", viewer=1)
    assert others == [
        ("drew", {"seat": 0, "count": 1}),
        ("reshuffled", {"count": 31}),
        ("drew", {"seat": 0, "count": 3}),
    ]
    own = told(racing(**fields), "draw", viewer=0)
    assert own[:3] == others
    assert ("received", {"seat": 0, "card": "brown-6"}) in own
    assert len(own) == 7


def test_a_debt_that_cannot_be_paid_in_full_lapses():
    position = racing(
        2,
        top="brown-plus2",
        debt=4,
        hands=["pink-1 pink-2", ""],
        pile="brown-3",
        beneath="pink-plus2",
        rest_to=1,
    )
    assert ("debt_lapsed", {"count": 2}) in told(position, "draw", viewer=1)


def test_a_retreat_and_its_end():
    position = play(racing(top="brown-plus2", debt=4, pigs={"pink": 2}), "draw")
    step = {"seat": 0, "pig": "pink"}
    assert told(position, "retreat pink") == [("retreated", {**step, "start": 2, "place": 1})]
    assert told(position, "retreat pink") == [
        ("retreated", {**step, "start": 1, "place": 0}),
        ("stopped_retreating", {"seat": 0, "count": 2}),
    ]


def test_a_bet_as_its_owner_and_as_others_see_it():
    for viewer, bet in (
        (0, ("bet_on", {"seat": 0, "place": 2, "payout": "4+", "pig": "black"})),
        (1, ("bet", {"seat": 0, "place": 2, "payout": "4+"})),
    ):
        position = play(racing(bets=[(0, "pink"), (2, "pink")]), "draw")
        assert told(position, "bet black", viewer) == [
            ("bet_taken_up", {"seat": 0, "place": 1, "payout": "6"}),
            bet,
        ]


def test_floppy_with_one_last_pig_and_with_several():
    position = racing(hands=["floppy-black pink-1"], pigs={"pink": 4, "brown": 2, "beige": 7})
    assert told(position, "floppy-black")[1:] == [
        ("ran", {"pig": "black", "start": 0, "place": 3}),
        ("colour_counts", {"colour": "black"}),
    ]
    position = racing(hands=["floppy-black pink-1"])
    assert told(position, "floppy-black") == [("played", {"seat": 0, "card": "floppy-black"})]
    assert told(position, "run beige") == [
        ("ran", {"pig": "beige", "start": 0, "place": 3}),
        ("colour_counts", {"colour": "black"}),
    ]


def test_a_farmer_and_the_colour_it_names():
    position = racing(hands=["farmer-1 pink-1"])
    assert told(position, "farmer-1") == [("played", {"seat": 0, "card": "farmer-1"})]
    assert told(position, "name beige") == [("named", {"seat": 0, "colour": "beige"})]


def test_a_debt_that_green_voids():
    options = {"green_parries_plus2": True}
    position = racing(top="brown-plus2", debt=4, hands=["farmer-1 pink-1"], options=options)
    assert told(position, "farmer-1")[1:] == [("parried", {"seat": 0, "count": 4})]


def test_a_card_laid_onto_a_single_one():
    position = racing(2, hands=["brown-1 brown-2", ""], pile="", rest_to=1)
    assert told(position, "brown-1")[1] == ("reshuffled", {"count": 1})


def test_a_pass():
    position = racing(2, hands=["black-1 pink-2", ""], pile="", rest_to=1)
    assert told(position, "pass") == [("passed", {"seat": 0})]


def test_the_whole_end_of_a_race():
    bets = [(1, "pink"), (2, "brown")]
    position = racing(hands=["brown-5"], pigs={"brown": 14}, bets=bets)
    story = told(position, "brown-5", viewer=None)
    assert story[:-1] == [
        ("played", {"seat": 0, "card": "brown-5"}),
        ("ran", {"pig": "brown", "start": 14, "place": 17}),
        ("race_over_both", {"race": 1, "seat": 0}),
        ("points_for_laurel", {"seat": 0, "count": 3}),
        ("points_for_last_card", {"seat": 0, "count": 5}),
        ("pig_won", {"pig": "brown"}),
        ("bet_revealed", {"seat": 1, "pig": "pink", "place": 1}),
        ("bet_revealed", {"seat": 2, "pig": "brown", "place": 2}),
        ("points_for_bet", {"seat": 2, "pig": "brown", "count": 6}),
        ("next_race", {"race": 2, "seat": 1}),
        ("dealt", {"count": 5}),
    ]
    assert story[-1] == ("turned_up", {"card": position.view(None)["top"]})


def test_the_end_of_the_game():
    position = racing(2, hands=["brown-x"], options={"races": 1})
    assert told(position, "brown-x")[-1] == ("game_over", {"winners": [0]})


def test_a_plus2_as_last_card_and_the_debt_that_lapses():
    position = racing(top="brown-plus2", debt=2, hands=["pink-plus2"])
    keys = [key for key, _ in told(position, "pink-plus2")]
    assert keys[:3] == ["played", "debt_lapsed", "race_over_last_card"]


def test_a_call_a_silence_a_catch():
    position = racing(hands=["brown-1 pink-2"], options=MAU)
    assert told(position, "brown-1") == [("played", {"seat": 0, "card": "brown-1"})]
    assert told(position, "silent") == [("stayed_silent", {"seat": 0})]
    assert told(position, "let-go", seat=2) == [("let_go", {"seat": 2})]
    assert told(position, "catch") == [
        ("caught", {"seat": 1}),
        ("took_back", {"seat": 0, "card": "brown-1"}),
    ]
    position = play(racing(hands=["brown-1"], options=MAU), "brown-1")
    assert told(position, "mau")[:2] == [
        ("called_mau_mau", {"seat": 0}),
        ("ran", {"pig": "brown", "start": 0, "place": 1}),
    ]


def test_a_catch_on_a_debt_tells_of_the_cards_taken():
    position = racing(top="brown-plus2", debt=2, hands=["pink-plus2 pink-2"], options=MAU)
    play(position, "pink-plus2", "silent")
    story = told(position, "catch", viewer=0, seat=1)
    assert story[:3] == [
        ("caught", {"seat": 1}),
        ("took_back", {"seat": 0, "card": "pink-plus2"}),
        ("drew", {"seat": 0, "count": 2}),
    ]
    assert [key for key, _ in story[3:]] == ["received", "received"]


def test_the_events_account_for_every_step_point_and_card():
    for players, options in ((3, MAU), (5, {"exact_goal": True, "green_parries_plus2": True})):
        seen = None
        for position in random_game(players, 8, races=2, **options):
            after = position.seen(None)
            if seen is not None:
                account(seen, after)
            seen = after


def account(before, after):
    """Carry the events out on the old view, and compare with the new one."""
    old, new = before.to_dict(), after.to_dict()
    pigs, points, sizes = old["pigs"], old["points"], old["hand_sizes"]
    pile = old["pile_size"]
    for event in galopp.narrate(before, after):
        said = event.arguments
        if event.key in ("ran", "retreated"):
            assert pigs[said["pig"]] == said["start"]
            pigs[said["pig"]] = said["place"]
        elif event.key.startswith("points_for"):
            points[said["seat"]] += said["count"]
        elif event.key in ("played", "took_back"):
            sizes[said["seat"]] += 1 if event.key == "took_back" else -1
        elif event.key == "drew":
            sizes[said["seat"]] += said["count"]
            pile -= said["count"]
        elif event.key == "reshuffled":
            assert pile == 0
            pile = said["count"]
        elif event.key == "dealt":
            assert pigs == new["report_pigs"]
            pigs, sizes = dict.fromkeys(pigs, 0), [5] * len(sizes)
            pile = 38 - sum(sizes)
    assert (pigs, points, sizes, pile) == tuple(
        new[field] for field in ("pigs", "points", "hand_sizes", "pile_size")
    )
