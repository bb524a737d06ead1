"""The friendly face of one game."""

import json
import pickle

import numpy as np
import pytest

import galopp

GAMES = galopp.game_names()


def test_the_three_games_are_there():
    assert GAMES == ["ostfriesenlauf", "saumaumau", "schweinsgalopp"]
    with pytest.raises(galopp.Unreadable, match="saumaumau"):
        galopp.game("backgammon")


@pytest.mark.parametrize("name", GAMES)
def test_a_game_is_played_from_the_first_decision_to_the_last(name):
    position = galopp.game(name).new(players=3, seed=7)
    assert position.winners == []
    while not position.over:
        assert position.mover in position.asked
        position.play(position.legal[-1])
    assert position.legal == []
    assert position.mover is None
    assert len(position.scores) == 3


@pytest.mark.parametrize("name", GAMES)
def test_an_illegal_move_says_why_and_changes_nothing(name):
    position = galopp.game(name).new(players=2, seed=7)
    before = position.to_dict()
    legal = {move.code for move in position.legal}
    for move in position.game.moves.values():
        if move.code not in legal:
            with pytest.raises(galopp.IllegalMove) as caught:
                position.play(move)
            assert caught.value.refusal == position.why_not(move)[0]
            assert caught.value.ruling in str(caught.value)
        else:
            assert position.why_not(move) is None
    assert position.to_dict() == before
    assert position.decided == []


@pytest.mark.parametrize("name", GAMES)
def test_only_the_seat_that_is_asked_decides(name):
    position = galopp.game(name).new(players=2, seed=7)
    with pytest.raises(galopp.NotYourTurn):
        position.play(position.legal[0], seat=1 - position.mover)
    with pytest.raises(galopp.Unreadable):
        position.seen(2)
    assert position.decided == []


@pytest.mark.parametrize("name", GAMES)
def test_whoever_is_not_asked_learns_nothing_from_trying(name):
    """The answer is the same for every move there is, so it tells nothing of the mover's hand."""
    position = galopp.game(name).new(players=3, seed=5)
    for _ in range(30):
        spy = next(seat for seat in range(3) if seat not in position.asked)
        for move in position.game.moves.values():
            with pytest.raises(galopp.NotYourTurn):
                position.play(move, seat=spy)
        position.play(position.legal[0])


@pytest.mark.parametrize("name", GAMES)
def test_positions_travel_between_processes(name):
    position = galopp.game(name).new(players=2, seed=5)
    travelled = pickle.loads(pickle.dumps(position))
    assert travelled == position
    travelled.play(travelled.legal[0])
    assert travelled != position


def test_narration_needs_two_views_of_one_viewer():
    one, other = (galopp.game(name).new(players=2, seed=5) for name in GAMES[:2])
    with pytest.raises(ValueError, match="one viewer"):
        galopp.narrate(one.seen(0), other.seen(0))
    with pytest.raises(ValueError, match="one viewer"):
        galopp.narrate(one.seen(0), one.seen(1))


@pytest.mark.parametrize(
    "given", [{"players": 2.5}, {"players": "3"}, {"seed": 1.5}, {"seed": "x"}]
)
def test_numbers_that_are_none_are_refused(given):
    with pytest.raises(galopp.Unreadable) as caught:
        galopp.game("saumaumau").new(**given)
    assert caught.value.key == "not_a_number"


@pytest.mark.parametrize("name", GAMES)
def test_a_copy_goes_its_own_way(name):
    position = galopp.game(name).new(players=2, seed=7)
    copy = position.copy()
    assert copy == position
    copy.play(copy.legal[0])
    assert copy != position
    position.play(position.legal[0])
    assert copy == position


@pytest.mark.parametrize("name", GAMES)
def test_views_are_json_and_show_a_hand_to_its_owner_only(name):
    position = galopp.game(name).new(players=2, seed=7)
    while not any(json.dumps(position.view(seat)["hand"]) != "[]" for seat in (0, 1)):
        position.play(position.legal[0])
    while position.view(0)["hand"] == position.view(1)["hand"]:
        position.play(position.legal[0])
    own, public = position.view(position.mover), position.view(None)
    assert json.loads(json.dumps(own)) == own
    assert own["legal"] == [str(move) for move in position.legal]
    assert public["legal"] == []
    assert public["viewer"] is None
    assert own["hand"] != public["hand"]


@pytest.mark.parametrize("name", GAMES)
def test_moves_have_a_kind_a_subject_and_a_notation(name):
    for move in galopp.game(name).moves.values():
        assert move.kind
        assert bool(move.about) == bool(move.subject)
        assert str(move) == move.notation
    with pytest.raises(galopp.Unreadable):
        galopp.game(name).read_move("fly to the moon")


def test_a_move_knows_what_it_is_about():
    game = galopp.game("saumaumau")
    assert game.read_move("brown-5").card == "brown-5"
    assert game.read_move("bet pink").pig == "pink"
    assert game.read_move("name black").colour == "black"
    assert game.read_move("draw").card is None


@pytest.mark.parametrize("name", GAMES)
def test_positions_that_are_no_positions_are_refused_with_their_reason(name):
    game = galopp.game(name)
    good = game.new(players=2, seed=3).to_dict()
    bad = [
        ({**good, "game": "chess"}, "another_game"),
        ({**good, "rules": 99}, "other_rules"),
        ({**good, "chance": "lucky"}, "not_a_chance"),
        ({**good, "players": "two"}, "not_a_number"),
        ({**good, "players": 99}, "out_of_bounds"),
        ({**good, "weather": "fine"}, "unknown_field"),
        ({key: value for key, value in good.items() if key != "hands"}, "missing_field"),
        ({**good, "turn": True}, "not_a_number"),
        ({**good, "phase": "nap"}, "unknown_name"),
        ({**good, "hands": []}, "needs_so_many"),
        ({**good, "options": []}, "not_a_dictionary"),
        ({**good, "options": {"wings": True}}, "unknown_option"),
    ]
    for plain, key in bad:
        with pytest.raises(galopp.Fault) as caught:
            game.from_dict(plain)
        assert caught.value.key == key


def test_a_card_that_is_there_twice_is_refused():
    game = galopp.game("saumaumau")
    fields = game.new(players=2, seed=3).to_dict()
    fields["hands"][0][0] = fields["hands"][1][0]
    with pytest.raises(galopp.Impossible):
        game.from_dict(fields)


def test_sixty_one_points_are_refused():
    game = galopp.game("saumaumau")
    fields = game.new(players=2, seed=3).to_dict()
    fields["points"] = [61, 0]
    with pytest.raises(galopp.Fault) as caught:
        game.from_dict(fields)
    assert "61" in str(caught.value)


def test_a_pig_off_the_track_is_refused():
    game = galopp.game("schweinsgalopp")
    fields = game.new(players=2, seed=3, line_up="random").to_dict()
    fields["places"]["red"] = None
    with pytest.raises(galopp.Impossible) as caught:
        game.from_dict(fields)
    assert caught.value.key == "pig_off_the_track"


def test_options_are_read_by_name_and_refused_by_name():
    game = galopp.game("ostfriesenlauf")
    assert game.new(2, 1, board="wilder").to_dict()["options"]["board"] == "wilder"
    own = [30, 12, 15, 18, 21, 24]
    assert game.new(2, 1, board=own).to_dict()["options"]["board"] == own
    for options, key in (
        ({"board": "flat"}, "needs_so_many"),
        ({"finish_tie": "coin"}, "unknown_name"),
        ({"random_grid": "maybe"}, "not_yes_or_no"),
        ({"start_player": 9}, "out_of_bounds"),
    ):
        with pytest.raises(galopp.Unreadable) as caught:
            game.new(2, 1, **options)
        assert caught.value.key == key
        assert caught.value.arguments["option"] == next(iter(options))


@pytest.mark.parametrize("name", GAMES)
def test_too_few_and_too_many_players_are_refused(name):
    game = galopp.game(name)
    for players in (game.rules.FEWEST - 1, game.rules.SEATS + 1):
        with pytest.raises(galopp.Impossible):
            game.new(players=players)


def test_five_players_need_the_edition_of_2009():
    game = galopp.game("schweinsgalopp")
    assert game.options_needed(4) == {}
    assert game.options_needed(5) == {"edition_2009": True}
    with pytest.raises(galopp.Impossible):
        game.new(players=5)


@pytest.mark.parametrize("name", GAMES)
def test_without_a_seed_luck_is_the_systems(name):
    dealt = {str(galopp.game(name).new(players=2).begun.seed) for _ in range(5)}
    assert len(dealt) == 5


def test_others_may_answer_a_forgotten_call_in_any_order():
    game = galopp.game("saumaumau")
    for seed in range(100):
        position = game.new(players=4, seed=seed, mau=True)
        while not position.over and position.seen(None).phase != "call":
            position.play(position.legal[0])
        if position.over:
            continue
        position.play("silent")
        asked = position.asked
        assert len(asked) == 3
        position.play("let-go", seat=asked[-1])
        assert position.asked == asked[:-1]
        position.play("catch", seat=asked[0])
        assert position.decided[-1][0] == asked[0]
        return
    pytest.fail("nobody ever came down to one card")


def test_a_move_can_be_named_by_its_code_too():
    position = galopp.game("schweinsgalopp").new(2, seed=7)
    code = position.legal[0].code
    other = position.copy()
    position.play(code)
    other.play(np.int64(code))
    assert position == other
    assert position.why_not(code) is not None


@pytest.mark.parametrize("move", [99, -1, None, 2.5])
def test_what_is_no_move_is_refused_by_a_sentence(move):
    position = galopp.game("schweinsgalopp").new(2, seed=7)
    with pytest.raises(galopp.Unreadable, match=f"“{move}”"):
        position.play(move)


def test_numbers_of_numpy_are_numbers():
    game = galopp.game("saumaumau")
    assert game.new(np.int8(3), seed=np.int64(3)) == game.new(3, seed=3)
    for odd in (True, np.bool_(True), 3.0, "3"):
        with pytest.raises(galopp.Unreadable, match="not a whole number"):
            game.new(3, seed=odd)


def test_faults_are_told_in_sentences():
    with pytest.raises(galopp.Impossible, match="9 players cannot play this; it takes 2 to 5"):
        galopp.game("saumaumau").new(9)
    with pytest.raises(galopp.Impossible, match="switch on the option edition_2009"):
        galopp.game("schweinsgalopp").new(5)
    with pytest.raises(galopp.BadRecord, match=r"1: This is not a recorded game"):
        galopp.Record.read("a_game.txt")


def test_a_path_is_not_the_text_of_a_record(tmp_path):
    with pytest.raises(TypeError, match="the text of a record, not PosixPath|WindowsPath"):
        galopp.Record.read(tmp_path / "a_game.txt")
