"""Positions that no game can come to are refused, each with its reason."""

import pytest

from galopp import Impossible
from rules.saumaumau.saumaumau_positions import GAME, a_race, play, racing

MAU = {"mau": True}
CATCHING = {"phase": "catch", "laid": "brown-1", "pending": [1, 2], "asked": 1, "options": MAU}


def refusal(players=3, changed=None, **said):
    """The reason why this position is refused; `changed` comes last, as written."""
    with pytest.raises(Impossible) as fault:
        GAME.from_dict({**a_race(players, **said), **(changed or {})})
    return fault.value.key


@pytest.mark.parametrize("players", [0, 1, 6])
def test_a_game_for_too_few_or_too_many(players):
    with pytest.raises(Impossible) as fault:
        GAME.new(players)
    assert fault.value.key == "wrong_number_of_players"


@pytest.mark.ruling("S38")
def test_a_start_player_who_does_not_sit_at_the_table():
    with pytest.raises(Impossible) as fault:
        GAME.new(3, start_player=3)
    assert (fault.value.key, fault.value.arguments) == ("no_such_seat", {"seat": 3})


@pytest.mark.parametrize("field", ["starter", "turn", "last_seat"])
def test_a_seat_that_nobody_sits_on(field):
    assert refusal(changed={field: 3}) == "no_such_seat"


def test_a_card_in_two_places():
    assert refusal(changed={"top": "pink-1", "valid": "pink"}) == "card_twice"
    assert refusal(hands=["pink-1", "pink-1 pink-2"]) == "card_twice"


@pytest.mark.ruling("S19")
def test_an_empty_pile_over_a_heap_of_discards():
    assert refusal(pile="") == "draw_pile_must_be_rebuilt"


def test_a_batch_that_was_never_made_or_lies_open():
    batch = a_race()["batch"]
    assert refusal(batch={**batch, "pink-1": 1}) == "wrong_batch"
    assert refusal(batch={**batch, "brown-3": 1}, batches=1) == "wrong_batch"
    assert refusal(batch={**batch, "pink-1": 1}, batches=1) == "batches_are_mixed"


def test_a_valid_colour_that_is_not_that_of_the_top_card():
    assert refusal(valid="pink") == "wrong_valid_colour"
    assert refusal(top="farmer-1", valid="any") == "wrong_valid_colour"
    assert refusal(top="farmer-1", valid="pink", turned_up=True) == "wrong_valid_colour"


@pytest.mark.ruling("S8", "S24")
def test_a_farmer_on_top_at_the_end_has_named_a_colour_or_not():
    last = {"options": {"races": 1}}
    unnamed = play(racing(hands=["farmer-1"], **last), "farmer-1")
    named = play(racing(hands=["farmer-1 pink-1"], turns=299, **last), "farmer-1", "name beige")
    for position, valid in ((unnamed, "any"), (named, "beige")):
        assert position.over
        assert GAME.from_dict(position.to_dict()) == position
        assert position.to_dict()["valid"] == valid


def test_a_first_card_on_which_something_has_happened():
    assert refusal(turned_up=True, pigs={"pink": 1}) == "first_card_was_played_on"
    assert refusal(turned_up=True, pile="pink-1") == "first_card_was_played_on"


@pytest.mark.ruling("S13")
@pytest.mark.parametrize(
    "said",
    [
        {"top": "brown-3", "debt": 2},
        {"top": "brown-plus2", "debt": 3},
        {"top": "brown-plus2", "debt": 8, "hands": ["pink-plus2 pink-1"]},
        {"top": "brown-plus2", "debt": 2, "phase": "bet"},
    ],
)
def test_a_debt_that_cannot_be_open(said):
    assert refusal(**said) == "debt_cannot_be_open"


def test_a_hand_too_small_for_the_phase():
    assert refusal(hands=["pink-1", ""]) == "too_few_cards"
    assert refusal(hands=["pink-1"], phase="bet") == "too_few_cards"
    assert refusal(hands=[""]) == "too_few_cards"


@pytest.mark.ruling("V2")
def test_a_laid_card_and_a_call_belong_together():
    assert refusal(laid="brown-1", options=MAU) == "laid_card_without_a_call"
    assert refusal(phase="call", hands=["pink-1"], options=MAU) == "laid_card_without_a_call"
    call = {"phase": "call", "laid": "brown-1"}
    assert refusal(hands=["pink-1"], **call) == "laid_card_does_not_fit"
    assert refusal(hands=["pink-1 pink-2"], options=MAU, **call) == "laid_card_does_not_fit"
    wrong = {**call, "laid": "pink-4"}
    assert refusal(hands=["pink-1"], options=MAU, **wrong) == "laid_card_does_not_fit"


@pytest.mark.ruling("V3")
@pytest.mark.parametrize(
    "changed",
    [{"asked": None}, {"pending": [2]}, {"pending": [0, 1]}, {"pending": [], "asked": None}],
)
def test_a_window_that_asks_the_wrong_seats(changed):
    racing(hands=["pink-1"], **CATCHING)
    assert refusal(hands=["pink-1"], **{**CATCHING, **changed}) == "wrong_seat_asked"


def test_a_seat_asked_without_a_window():
    assert refusal(asked=1) == "wrong_seat_asked"
    assert refusal(pending=[1]) == "wrong_seat_asked"


@pytest.mark.ruling("S16")
def test_steps_without_a_retreat():
    taken = {"top": "brown-plus2", "hands": ["pink-1 pink-2 pink-3"], "steps": 2}
    racing(phase="retreat", pigs={"pink": 2}, **taken)
    assert refusal(pigs={"pink": 2}, **taken) == "steps_without_a_retreat"
    assert refusal(phase="retreat", **taken) == "steps_without_a_retreat"
    assert (
        refusal(phase="retreat", pigs={"pink": 2}, **{**taken, "top": "brown-3"})
        == "steps_without_a_retreat"
    )


@pytest.mark.ruling("S23", "S24")
def test_a_choice_that_nobody_has():
    assert refusal(phase="run") == "no_pig_to_choose"
    floppy = {"phase": "run", "top": "floppy-pink"}
    assert refusal(pigs={"pink": 1, "brown": 1, "black": 1}, **floppy) == "no_pig_to_choose"
    assert refusal(phase="name") == "no_colour_to_name"


@pytest.mark.ruling("S21")
def test_a_pig_on_the_laurel_while_the_race_goes_on():
    assert refusal(pigs={"pink": 17}) == "pig_has_arrived"
    racing(pigs={"pink": 17}, options={"exact_goal": True})


def test_a_queue_with_a_gap_or_a_seat_twice_or_without_its_bet():
    bets = {"bets": ["pink", "pink", None]}
    assert refusal(changed={**bets, "queue": [0, None, 1]}) == "gap_in_the_queue"
    assert refusal(changed={**bets, "queue": [0, 0, None]}) == "seat_twice_in_the_queue"
    assert refusal(changed={**bets, "queue": [0, None, None]}) == "bets_do_not_fit_the_queue"


def test_more_races_or_points_than_there_were():
    assert refusal(race=2) == "wrong_number_of_races"
    assert refusal(points=[1, 0, 0]) == "too_many_points"


@pytest.mark.ruling("S28")
def test_a_race_beyond_its_last_turn():
    assert refusal(turns=300) == "race_is_too_long"


def test_a_report_that_does_not_add_up():
    scored = play(racing(hands=["brown-x"], pigs={"pink": 4}, bets=[(1, "pink")]), "brown-x")
    fields = scored.to_dict()
    GAME.from_dict(fields)
    for changed, key in (
        ({"report_ending": "laurel"}, "wrong_ending_reported"),
        ({"report_winners": ["beige"]}, "wrong_winners_reported"),
        ({"report_bet_points": [0, 4, 0]}, "wrong_points_reported"),
        ({"points": [0, 6, 0]}, "wrong_points_reported"),
    ):
        with pytest.raises(Impossible) as fault:
            GAME.from_dict({**fields, **changed})
        assert fault.value.key == key
    assert refusal(report_winners=["pink"]) == "report_without_a_race"


@pytest.mark.ruling("S35")
def test_a_last_bet_that_does_not_lie():
    said = {"last_seat": 2, "last_code": "bet pink"}
    racing(bets=[(2, "pink")], **said)
    assert refusal(bets=[(2, "beige")], **said) == "wrong_last_decision"
    assert refusal(last_code="draw") == "wrong_last_decision"


@pytest.mark.ruling("S2", "S3")
@pytest.mark.parametrize(("top", "phase"), [("farmer-1", "name"), ("floppy-pink", "run")])
def test_a_card_that_nobody_played_asks_for_nothing(top, phase):
    valid = "any" if phase == "name" else "pink"
    said = {"top": top, "turned_up": True, "valid": valid, "phase": phase}
    assert refusal(**said) == "first_card_was_played_on"


@pytest.mark.ruling("S28")
def test_pigs_and_batches_that_the_turns_cannot_have_brought():
    assert refusal(pigs={"pink": 1800}, turns=0) == "pig_too_far"
    assert refusal(batches=600, turns=0) == "too_many_batches"
