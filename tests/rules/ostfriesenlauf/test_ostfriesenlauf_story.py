"""What a viewer is told between two views."""

import pytest
from ostfriesenlauf_positions import SPREAD, a_race, code, decide, draw, names, view

from galopp.core.chance import chance
from galopp.core.events import Event, happened
from galopp.core.words import NOBODY
from galopp.games import ostfriesenlauf as g


def story(state, move, seat=NOBODY):
    before = view(state, seat)
    g.apply(state, code(move), chance(1))
    return happened(g, before, view(state, seat))


def keys(events):
    return [event.key for event in events]


def about_to_lay_last(stands, laid, card):
    """The leader has drawn and will lay the last card of the round."""
    state = a_race(stands, laid=laid, hands={"red": [card]})
    return decide(state, draw(state))


def test_a_draw_is_told_with_its_card_only_to_the_one_who_drew():
    events = story(a_race(SPREAD), "draw 2", seat=0)
    assert events == [Event("drew", {"seat": 3, "stack": "2"})]
    state = a_race(SPREAD)
    hand = names(state.hands[3])
    (own,) = story(state, "draw 2", seat=3)
    (card,) = names(state.hands[3]) - hand
    assert own == Event("drew_card", {"seat": 3, "stack": "2", "card": card})


def test_a_laid_card_is_told_by_its_back_to_the_others():
    def laying():
        return decide(a_race(SPREAD, hands={"white": ["1:-2"]}), "draw 4")

    assert story(laying(), "1:-2", 1) == [Event("laid", {"seat": 3, "stack": "1"})]
    told = {"seat": 3, "stack": "1", "card": "1:-2"}
    assert story(laying(), "1:-2", 3) == [Event("laid_card", told)]


@pytest.mark.ruling("O31")
def test_a_reshuffle_is_told_before_the_draw_that_caused_it():
    state = a_race(SPREAD, empty="1")
    number = len(names(state.discards))
    events = story(state, "draw 1")
    assert keys(events) == ["reshuffled", "drew"]
    assert events[0].arguments == {"count": number}


@pytest.mark.ruling("O1", "O7", "O10", "O11")
def test_the_round_of_the_rulebook_is_told_card_by_card():
    stands = {"red": 12, "yellow": 10, "blue": 8, "white": 6}
    state = about_to_lay_last(stands, ["4:+4a", "3:+2", "3:+3a"], "4:swap-1")
    events = story(state, "4:swap-1")
    assert keys(events) == [
        "laid",
        "turned_over",
        *("card_turned", "ran"),
        *("card_turned", "ran"),
        *("card_turned", "ran"),
        *("card_turned", "swapped"),
        "next_round",
    ]
    ran = [event.arguments for event in events if event.key == "ran"]
    assert ran[0] == {"runner": "white", "start": 6, "start_lane": 1, "place": 10, "lane": 2}
    assert ran[1] == {"runner": "white", "start": 10, "start_lane": 2, "place": 12, "lane": 2}
    assert ran[2] == {"runner": "yellow", "start": 10, "start_lane": 1, "place": 13, "lane": 1}
    swapped = {"runner": "blue", "start": 8, "start_lane": 1, "place": 13, "lane": 1}
    assert events[9].arguments == swapped | {"other_runner": "yellow"}
    turned = [event.arguments for event in events if event.key == "card_turned"]
    assert [event["runner"] for event in turned] == ["white", "blue", "yellow", "red"]


@pytest.mark.ruling("O11", "O12")
def test_runners_that_close_in_and_one_that_stays_are_told():
    stands = {"red": 20, "yellow": 20, "blue": 20, "white": 17}
    state = about_to_lay_last(stands, ["1:-2", "4:4-ahead-of-3", "4:+3a"], "1:+2a")
    events = story(state, "1:+2a")
    closing = [event.arguments for event in events if event.key == "moved_in"]
    assert closing[:2] == [
        {"runner": "yellow", "place": 20, "lane": 1},
        {"runner": "blue", "place": 20, "lane": 2},
    ]
    stands = {"red": 20, "yellow": 15, "blue": 9, "white": 2}
    state = about_to_lay_last(stands, ["1:5-ahead-of-2", "4:+2", "3:+2"], "1:+2a")
    assert Event("stayed", {"runner": "red", "place": 20, "lane": 1}) in story(state, "1:+2a")


@pytest.mark.ruling("O20", "O21")
def test_the_sign_and_the_victory_it_brings_are_told():
    stands = {"red": 23, "yellow": 9, "blue": 5, "white": 2}
    state = about_to_lay_last(stands, ["1:hedgehog", "4:+2", "3:+2"], "1:+2a")
    events = story(state, "1:+2a")
    assert Event("sign_moved", {"animal": "hedgehog", "start": 28, "place": 24}) in events
    assert events[-2:] == [
        Event("over_forwards", {"runner": "red", "count": 2}),
        Event("game_over", {"winners": [0]}),
    ]
    state = a_race(
        SPREAD, sign="hedgehog", laid=["1:hedgehog", "4:+2", "3:+2"], hands={"red": ["1:-2"]}
    )
    decide(state, draw(state))
    assert Event("sign_stayed", {"animal": "hedgehog", "place": 24}) in story(state, "1:-2")


@pytest.mark.ruling("O29", "O30")
def test_the_ownerless_are_told_by_their_runners():
    stands = {"red": 9, "yellow": 5, "blue": 3, "white": -9}
    state = a_race(stands, players=1, laid=["4:-6", "3:+2", "2:+2a"], hands={"red": ["1:+2a"]})
    decide(state, draw(state))
    events = story(state, "1:+2a", 0)
    assert events[-2:] == [
        Event("over_backwards", {"runner": "white", "count": 3}),
        Event("unowned_victory", {"runner": ["white"], "count": 1}),
    ]


@pytest.mark.ruling("O29")
def test_cards_laid_blind_in_the_next_round_are_told_after_it_begins():
    state = a_race(SPREAD, players=1, laid=["4:+2", "3:+2", "2:+2a"], hands={"red": ["1:+2a"]})
    decide(state, draw(state))
    told = keys(story(state, "1:+2a", 0))
    assert told[-4:] == ["next_round", "laid_blind", "laid_blind", "laid_blind"]


@pytest.mark.ruling("O34")
def test_the_round_limit_is_told():
    state = a_race(SPREAD, laid=["4:+2", "3:+2", "2:+2a"], hands={"red": ["1:-2"]}, round_number=60)
    decide(state, draw(state))
    told = story(state, "1:-2")
    assert told[-2:] == [Event("round_limit", {"round": 60}), Event("game_over", {"winners": [0]})]
