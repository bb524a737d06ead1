"""What is foreseen of a card in positions set up by hand, game by game."""

from galopp.bots.foresight import foresee
from galopp.core.events import Event
from rules.ostfriesenlauf.ostfriesenlauf_positions import a_race as lauf
from rules.ostfriesenlauf.ostfriesenlauf_positions import code, decide, draw, view
from rules.saumaumau.saumaumau_positions import racing as mau
from rules.schweinsgalopp.schweinsgalopp_positions import racing as galopp_race


def foreseen(position, notation):
    """What is certain of a move of whoever is asked, by its notation."""
    move = position.game.read_move(notation)
    seen = position.seen(position.mover).record
    return next(one for one in foresee(seen) if one.code == move.code)


def keys(position, notation):
    return [event.key for event in foreseen(position, notation).happens]


# --- Schweinsgalopp


def test_a_pig_that_takes_the_lead_brings_food():
    position = galopp_race(hands=["white red"], left=3)
    assert keys(position, "white") == ["played", "ran", "food_for_the_lead"]
    ran = foreseen(position, "white").happens[1]
    assert ran == Event("ran", {"pig": "white", "start": -4, "place": 1, "jumped": 4})


def test_with_the_last_card_it_is_certain_whether_the_food_is_kept():
    places = {"red": 5, "yellow": 2, "green": 1, "blue": 0, "white": -1}
    said = {"places": places, "hands": ["red", "blue"], "left": 1, "open_food": [2, 3]}
    leads = galopp_race(**said)
    assert Event("secured", {"seat": 0, "count": 3}) in foreseen(leads, "red").happens
    left_behind = galopp_race(**(said | {"hands": ["blue", "red"]}))
    assert Event("given_back", {"seat": 0, "count": 2}) in foreseen(left_behind, "blue").happens


def test_who_wins_is_foreseen_only_where_nobody_hides_what_they_have():
    places = {"red": 5, "yellow": 2, "green": 1, "blue": 0, "white": -1}
    said = {"places": places, "hands": ["", "red"], "left": 1, "turn": 1, "race": 3}
    said |= {"secured": [9, 4], "open_food": [0, 2], "races": 3}
    assert keys(galopp_race(**said), "red")[-2:] == ["race_over", "game_over"]
    hidden = galopp_race(**said, hide_secured=True)
    assert keys(hidden, "red")[-1] == "race_over"


# --- Sau Mau Mau


def test_a_pig_that_reaches_the_laurel_ends_the_race():
    position = mau(hands=["brown-5 pink-1 pink-2"], pigs={"brown": 13})
    assert keys(position, "brown-5") == [
        *("played", "ran", "race_over_laurel", "points_for_laurel", "pig_won"),
        *("next_race", "dealt"),
    ]


def test_a_bet_that_is_first_in_the_queue_earns_for_certain():
    said = {"hands": ["brown-5 pink-1 pink-2"], "pigs": {"brown": 13}}
    first = mau(**said, bets=[(0, "brown"), (1, "pink")])
    earned = Event("points_for_bet", {"seat": 0, "pig": "brown", "count": 6})
    assert foreseen(first, "brown-5").happens[-1] == earned
    second = mau(**said, bets=[(1, "pink"), (0, "brown")])
    assert "points_for_bet" not in keys(second, "brown-5")
    assert "bet_revealed" not in keys(second, "brown-5")


def test_a_card_that_needs_a_call_is_foreseen_with_the_call():
    position = mau(hands=["brown-5 pink-1"], pigs={"brown": 3}, options={"mau": True})
    assert keys(position, "brown-5") == ["played", "called_mau", "ran"]


def test_that_a_card_is_drawn_is_foreseen_but_not_which():
    assert keys(mau(hands=["pink-1"]), "draw") == ["drew"]
    last = mau(2, hands=["pink-1", "pink-2"], pile="black-2")
    assert keys(last, "draw") == ["drew", "reshuffled"]


def test_the_second_step_of_a_choice_is_foreseen_as_well():
    position = mau(hands=["floppy-pink pink-1 pink-2"], pigs={"brown": 3})
    assert keys(position, "floppy-pink") == ["played"]  # three pigs are last
    floppy, run = (position.game.read_move(move).code for move in ("floppy-pink", "run black"))
    seen = position.seen(0).record
    then = {one.code: one.happens for one in foresee(seen, [floppy])}
    assert then[run][0] == Event("ran", {"pig": "black", "start": 0, "place": 3})
    assert foresee(seen, [run]) == []  # not legal before
    assert foresee(seen, [position.game.read_move("draw").code]) == []  # tells something


# --- Ostfriesenlauf


FIRST = {"red": 21, "yellow": 15, "blue": 9, "white": 2}  # white is last and lays first


def lay(card, **said):
    """What is foreseen of a card by whoever is on turn, having drawn another."""
    state = lauf(FIRST, **said)
    decide(state, draw(state))
    return next(one for one in foresee(view(state, int(state.turn))) if one.code == code(card))


def test_a_card_that_is_carried_out_first_does_what_it_says_whatever_the_others_lay():
    foreseen = lay("2:+5", hands={"white": ["2:+5"]})
    assert [event.key for event in foreseen.happens] == ["laid_card"]
    way = {"runner": "yellow", "start": 15, "start_lane": 1, "place": 20, "lane": 1}
    turned = Event("card_turned", {"runner": "white", "card": "2:+5"})
    assert foreseen.later == [turned, Event("ran", way)]


def test_a_card_behind_one_that_lies_face_down_is_foreseen_to_be_laid_and_no_more():
    foreseen = lay("2:+5", laid=["1:+2a"], hands={"blue": ["2:+5"]})
    assert ([event.key for event in foreseen.happens], foreseen.later) == (["laid_card"], [])


def test_a_card_behind_nobodys_empty_stack_is_carried_out_first():
    """White is ownerless and has nothing to lay: blue's card is the first of the pile."""
    said = {"players": 3, "laid": [None], "empty": "4", "reshuffle": "all_empty"}
    foreseen = lay("2:+5", hands={"blue": ["2:+5"]}, **said)
    assert [event.key for event in foreseen.later] == ["card_turned", "ran"]


def test_alone_a_card_carried_out_first_is_foreseen_at_once():
    stands = {"yellow": 21, "blue": 15, "white": 9, "red": 2}
    state = lauf(stands, players=1, hands={"red": ["4:+5"]})
    decide(state, draw(state))
    foreseen = next(one for one in foresee(view(state, 0)) if one.code == code("4:+5"))
    blind = ["laid_blind"] * 3
    told = [event.key for event in foreseen.happens]
    assert told == ["laid_card", *blind, "turned_over", "card_turned", "ran"]
    assert foreseen.later == []
