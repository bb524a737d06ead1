"""Games written down, read back, and refused where they are damaged."""

import dataclasses
import hashlib
import re

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

import galopp
from galopp.play.luck import DEAL, Luck
from promised_games import LUCK, play_at_table

GAMES = galopp.game_names()


def a_game(name, decisions=30, **options):
    position = galopp.game(name).new(players=2, seed=11, **options)
    for number in range(decisions):
        if not position.over:
            position.play(position.legal[number % len(position.legal)])
    return position


@pytest.mark.parametrize("name", GAMES)
def test_a_record_is_readable_and_reads_back(name):
    position = a_game(name)
    record = galopp.Record.of(position, {0: "Zoë"})
    text = str(record)
    assert text.startswith(f"galopp record 1\ngame: {name}\nrules: 1\nplayers: 2\nseed: 11\n")
    assert "\nseat 0: Zoë\n" in text
    assert "\n1. " in text
    assert galopp.Record.read(text) == record
    assert str(galopp.Record.read(text)) == text
    assert record.final() == position


@pytest.mark.parametrize("name", GAMES)
def test_a_record_can_be_walked_step_by_step(name):
    position = a_game(name)
    steps = list(galopp.Record.of(position).steps())
    assert [step.move.code for step in steps] == [code for _, code in position.decided]
    assert steps[-1].after == position
    assert all(step.before.mover is not None for step in steps)
    assert all(step.events(None) for step in steps)


def test_options_are_written_where_they_differ_from_their_default():
    text = str(galopp.Record.of(a_game("ostfriesenlauf", board="calmer", ownerless_can_win=True)))
    assert 'option board: "calmer"\n' in text
    assert "ownerless_can_win" not in text


TEXT = str(galopp.Record.of(a_game("schweinsgalopp", 30)))
LINES = TEXT.splitlines()


def refused(text):
    with pytest.raises(galopp.BadRecord) as caught:
        galopp.Record.read(text)
    return caught.value.line, caught.value.key


@pytest.mark.parametrize(
    ("was", "now", "line", "key"),
    [
        ("galopp record 1", "galopp record 9", 1, "not_a_record"),
        ("game: schweinsgalopp", "game: chess", 2, "unknown_game"),
        ("game: schweinsgalopp", "games: schweinsgalopp", 2, "line_missing"),
        ("rules: 1", "rules: 7", 3, "other_rules"),
        ("players: 2", "players: two", 4, "not_a_number"),
        ("players: 2", "players: 9", 5, "wrong_number_of_players"),
        ("seed: 11", "seed: 11\noption wings: true", 6, "unknown_option"),
        ("seed: 11", "seed: 11\noption races: [", 6, "not_json"),
        ("seed: 11", "seed: 11\noption races: 1\noption races: 2", 7, "named_twice"),
        ("seed: 11", "seed: 11\nhello", 6, "line_does_not_fit"),
        ("\n1. ", "\n2. ", 7, "wrong_number"),
        ("\n1. ", "\n1 ", 7, "line_does_not_fit"),
        ("line-up red", "line-up pink", 7, "unknown_move"),
        ("line-up red", "red", 7, "illegal_move"),
        ("end: 30", "end: 31", 37, "line_does_not_fit"),
        ("\npoints: ", "\npoints: 9", 38, "line_does_not_fit"),
    ],
)
def test_a_damaged_record_is_refused_with_the_line_and_the_reason(was, now, line, key):
    assert TEXT.count(was) >= 1
    assert refused(TEXT.replace(was, now, 1)) == (line, key)


@pytest.mark.parametrize(
    ("line", "key"),
    [
        ("option players: 3", "unknown_option"),
        ("option seed: 3", "unknown_option"),
        ("option self: 3", "unknown_option"),
        ("option races: " + "[" * 100_000, "not_json"),
        ("seat " + "9" * 5_000 + ": x", "unknown_name"),
        ("seat 2: x", "unknown_name"),
        ("seat ٣: x", "unknown_name"),
        ("seat 0: ", "unknown_name"),
        ("seat 0:  x", "bad_name"),
        ("seat 0: " + "x" * 201, "bad_name"),
    ],
)
def test_a_hostile_heading_is_refused_like_any_other(line, key):
    assert refused(TEXT.replace("seed: 11", f"seed: 11\n{line}", 1))[1] == key


def test_a_game_of_uncountably_many_players_is_refused_at_once():
    players = "players: 2\nseed: 11", "players: 99999999999999999999\nseed: 11\nseat x: Ada"
    assert refused(TEXT.replace(*players)) == (6, "unknown_name")


def test_of_a_line_that_is_refused_only_the_beginning_is_shown():
    with pytest.raises(galopp.BadRecord) as caught:
        galopp.Record.read(TEXT.replace("seed: 11", "seed: 11\n" + "x" * 100_000))
    assert len(str(caught.value)) < 200


@pytest.mark.parametrize("name", ["", " x", "x ", "a\nb", "a\u2028b", "x" * 201])
def test_a_name_that_would_not_read_back_cannot_be_written(name):
    with pytest.raises(galopp.Unreadable):
        galopp.Record.of(a_game("schweinsgalopp", 3), {0: name})


def test_a_seed_of_any_size_reads_back():
    position = galopp.game("schweinsgalopp").new(players=2, seed=-(10**40))
    record = galopp.Record.of(position)
    assert galopp.Record.read(str(record)) == record


def test_a_move_by_the_wrong_seat_is_refused():
    seat = LINES[6].split()[1]
    other = str(1 - int(seat))
    damaged = "\n".join([*LINES[:6], LINES[6].replace(f". {seat} ", f". {other} "), *LINES[7:]])
    assert refused(damaged) == (7, "not_your_turn")


@pytest.mark.parametrize("kept", [0, 1, 5, 7, 20, len(LINES) - 1])
def test_a_record_cut_short_is_refused_where_it_ends(kept):
    line, key = refused("\n".join(LINES[:kept]))
    assert (line, key) == (kept + 1, "record_cut_short") or key in ("not_a_record", "line_missing")


def test_text_after_the_end_is_refused():
    assert refused(TEXT + "and then\n") == (len(LINES) + 1, "text_after_the_end")


def test_every_changed_byte_is_noticed_or_harmless():
    """Whatever is changed, the result is the same record, another legal one, or refused."""
    for at in range(0, len(TEXT), 3):
        damaged = TEXT[:at] + "~" + TEXT[at + 1 :]
        try:
            read = galopp.Record.read(damaged)
        except galopp.BadRecord:
            continue
        assert str(read) != TEXT or damaged.rstrip("~ ") == TEXT.rstrip()


def test_a_huge_file_is_refused_at_once():
    assert refused("x" * (1 << 21)) == (1, "record_too_long")


def test_a_position_set_up_by_hand_has_no_record():
    position = galopp.game("saumaumau").new(players=2, seed=1)
    by_hand = position.game.from_dict(position.to_dict())
    with pytest.raises(ValueError, match="no beginning"):
        galopp.Record.of(by_hand)


# Games with promised luck --------------------------------------------------------------------


PROMISED = {name: str(play_at_table(name, taken_back=(4, 5, 9))[0]) for name in GAMES}
DAMAGED = PROMISED["schweinsgalopp"]


def sealed(text):
    """The text with the seal that fits it: what a forger would write."""
    above = text[: text.index("\nseal: ") + 1]
    return f"{above}seal: {hashlib.sha256(above.encode()).hexdigest()}\n"


@pytest.mark.parametrize("name", GAMES)
def test_a_promised_game_says_table_promise_and_secret_instead_of_a_seed(name):
    lines = PROMISED[name].splitlines()
    assert lines[4] == "table: KQHTZM/1"
    assert lines[5] == f"promise: {LUCK.promise}"
    assert lines[6] == f"secret: {LUCK.secret.hex()}"
    assert not any(line.startswith("seed") for line in lines)


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize("taken_back", [(), (1,), (3, 4, 5, 12)])
def test_a_promised_game_reads_back_and_plays_out_the_same(name, taken_back):
    record, position = play_at_table(name, taken_back=taken_back)
    assert position.over
    assert record.final() == position
    assert galopp.Record.read(str(record)) == record
    assert str(galopp.Record.read(str(record))) == str(record)
    assert not {decision.number for decision in record.moves} & set(taken_back)


def test_a_promised_game_says_which_of_several_seats_decided():
    record, position = play_at_table("saumaumau", 4, {"mau": True}, (7,))
    seats = [(step.seat, step.before.mover) for step in record.steps()]
    assert any(seat != mover for seat, mover in seats)
    assert galopp.Record.read(str(record)).final() == position


@pytest.mark.parametrize("name", GAMES)
def test_every_decision_has_the_chance_of_its_number(name):
    record, position = play_at_table(name, taken_back=(2, 3))
    played = galopp.game(name).deal(2, LUCK.of(DEAL), {})
    for step, decision in zip(record.steps(), record.moves, strict=True):
        played.chance = LUCK.of(decision.number)
        played.play(decision.notation, decision.seat)
        assert (step.number, step.seat) == (decision.number, decision.seat)
        assert step.after == played
    assert played == position


@pytest.mark.parametrize("name", GAMES)
def test_a_number_taken_back_brings_other_luck(name):
    """Whoever takes back and decides alike again is not dealt the same cards."""
    once, again = play_at_table(name), play_at_table(name, taken_back=(1,))
    assert once[0].begin() == again[0].begin()
    assert once[1] != again[1]


def test_options_of_a_table_are_written_where_they_differ_from_their_default():
    options = {"races": 1, "track_food": "off", "start_player": 1}
    record, _ = play_at_table("schweinsgalopp", options=options)
    assert record.options == {"races": 1, "start_player": 1}
    assert {"option races: 1", "option start_player: 1"} <= set(str(record).splitlines())
    assert "track_food" not in str(record)


def test_a_table_closed_early_has_a_record_too():
    record, position = play_at_table("saumaumau", longest=12)
    assert not position.over
    assert galopp.Record.read(str(record)) == record
    assert str(record).splitlines()[-2] == "winners:"


def test_a_table_where_nobody_decided_has_a_record_too():
    record = galopp.Record.of_table("saumaumau", 3, {}, LUCK, [])
    assert galopp.Record.read(str(record)) == record


def test_the_seal_is_the_sha_256_of_all_lines_above_it():
    above, _, seal = DAMAGED.rpartition("seal: ")
    assert seal.strip() == hashlib.sha256(above.encode()).hexdigest()


@pytest.mark.parametrize("name", GAMES)
def test_line_ends_of_another_system_are_harmless(name):
    record = galopp.Record.read(PROMISED[name].replace("\n", " \r\n"))
    assert str(record) == PROMISED[name]


@pytest.mark.parametrize(
    ("was", "now", "line", "key"),
    [
        ("table: KQHTZM/1", "table: KQHTZM 1", 5, "not_a_table"),
        ("table: KQHTZM/1", "table: " + "K" * 65, 5, "not_a_table"),
        ("table: KQHTZM/1", "tables: KQHTZM/1", 5, "line_missing"),
        ("promise: ", "promise: 0", 6, "not_64_digits"),
        (f"promise: {LUCK.promise}", f"promise: {'0' * 64}", 7, "promise_not_kept"),
        (f"promise: {LUCK.promise}", f"promise: {LUCK.promise.upper()}", 6, "not_64_digits"),
        ("promise: ", "seed: ", 6, "line_missing"),
        ("secret: 00", "secret: ", 7, "not_64_digits"),
        ("secret: 00", "secret: 0x", 7, "not_64_digits"),
        ("secret: 00", "secret: 01", 7, "promise_not_kept"),
        ("\n2. ", "\n1. ", 11, "wrong_number"),
        ("\n1. ", "\n0. ", 10, "wrong_number"),
        ("seat 0: Zoë", "seat 0: Zoe", -1, "seal_broken"),
        ("seal: ", "seals: ", -1, "line_missing"),
        ("\nseal: ", "\nseal: 0", -1, "seal_broken"),
    ],
)
def test_a_damaged_promised_game_is_refused_with_the_line_and_the_reason(was, now, line, key):
    assert DAMAGED.count(was) == 1
    where = line if line > 0 else len(DAMAGED.splitlines())
    assert refused(DAMAGED.replace(was, now)) == (where, key)


def test_a_promised_game_without_its_seal_is_cut_short():
    above = DAMAGED.rpartition("seal: ")[0]
    assert refused(above) == (len(DAMAGED.splitlines()), "record_cut_short")


@given(st.data())
def test_any_other_character_anywhere_is_refused(data):
    text = PROMISED[data.draw(st.sampled_from(GAMES))]
    at = data.draw(st.integers(0, len(text) - 1))
    put = data.draw(st.one_of(st.sampled_from("0123456789abcdef \n"), st.characters()))
    assume(text[at] not in ("\n", put))  # line ends may be those of another system
    with pytest.raises(galopp.BadRecord):
        galopp.Record.read(text[:at] + put + text[at + 1 :])


@pytest.mark.parametrize("label", ["table", "promise", "secret"])
def test_every_other_digit_in_table_promise_and_secret_is_refused(label):
    found = re.search(f"^{label}: (.+)$", DAMAGED, re.MULTILINE)
    for at in range(*found.span(1)):
        for put in "0123456789abcdefK/":
            if put != DAMAGED[at]:
                with pytest.raises(galopp.BadRecord):
                    galopp.Record.read(DAMAGED[:at] + put + DAMAGED[at + 1 :])


@pytest.mark.parametrize("name", GAMES)
def test_every_other_digit_in_the_decisions_and_the_closing_is_refused(name):
    text = PROMISED[name]
    for at in range(text.index("\n\n"), len(text)):
        if text[at].isdigit():
            with pytest.raises(galopp.BadRecord):
                galopp.Record.read(f"{text[:at]}{(int(text[at]) + 1) % 10}{text[at + 1 :]}")


@pytest.mark.parametrize("name", GAMES)
def test_another_number_in_a_gap_is_refused_even_where_no_card_is_drawn(name):
    lines = PROMISED[name].splitlines()
    at = next(n for n, line in enumerate(lines) if line.startswith("6. "))
    for number in ("4", "5"):
        moved = "\n".join([*lines[:at], number + lines[at][1:], *lines[at + 1 :]])
        with pytest.raises(galopp.BadRecord):
            galopp.Record.read(moved)


@pytest.mark.parametrize("name", GAMES)
def test_a_forged_table_or_secret_does_not_deal_the_game_that_was_played(name):
    """Even with the seal and the promise made to fit."""
    other = Luck("KQHTZM/1", bytes(32))
    swapped = PROMISED[name].replace(LUCK.secret.hex(), other.secret.hex())
    forged = swapped.replace(LUCK.promise, other.promise)
    renamed = PROMISED[name].replace("KQHTZM/1", "KQHTZM/2")
    for text in (forged, renamed):
        assert refused(sealed(text))[1] != "seal_broken"


@pytest.mark.parametrize("numbers", [(0,), (1, 1), (2, 1), (1, 3, 2)])
def test_numbers_that_do_not_rise_cannot_be_written_down(numbers):
    decisions = [(number, 0, "line-up red") for number in numbers]
    with pytest.raises(galopp.Unreadable) as caught:
        galopp.Record.of_table("schweinsgalopp", 2, {}, LUCK, decisions)
    assert caught.value.key == "wrong_number"


def test_with_a_seed_no_number_may_be_left_out():
    seeded = galopp.Record.of(a_game("schweinsgalopp", 3))
    moved = tuple(decision._replace(number=decision.number + 1) for decision in seeded.moves)
    with pytest.raises(galopp.Unreadable):
        galopp.Record("schweinsgalopp", 2, 11, moves=moved)


def test_a_position_with_promised_luck_leaves_the_record_to_its_table():
    position = galopp.game("saumaumau").deal(2, LUCK.of(DEAL), {})
    with pytest.raises(ValueError, match="no beginning"):
        galopp.Record.of(position)


# --- Gone on from another game


ORIGIN_LINES = ["origin table: KQHTZM/1", f"origin secret: {LUCK.secret.hex()}"]


def branched(name="schweinsgalopp", decisions=6):
    """A game that went on from another one with luck of its own."""
    record, _ = play_at_table(name, 2, {"races": 1})
    luck = Luck("BCDFGH/1", bytes(32))
    begun = record.until(decisions).gone_on_from(luck)
    position, made = begun.final(), []
    while not position.over:
        number = decisions + len(made) + 1
        position.chance = luck.of(number)
        made.append((number, position.mover, position.legal[0].notation))
        position.play(position.legal[0])
    moves = (*begun.moves, *(galopp.play.record.Decision(*decision) for decision in made))
    return dataclasses.replace(begun, moves=moves), position


@pytest.mark.parametrize("decisions", [0, 1, 6])
def test_a_game_that_went_on_from_another_has_the_luck_of_both(decisions):
    record, position = branched(decisions=decisions)
    text = str(record)
    assert text.splitlines()[7:10] == [*ORIGIN_LINES, f"origin decisions: {decisions}"]
    assert galopp.Record.read(text) == record
    assert str(galopp.Record.read(text)) == text
    assert record.final().state.tobytes() == position.state.tobytes()


@pytest.mark.parametrize("cut", [0, 3, 6, 7, 10])
def test_a_game_cut_off_is_the_same_so_far(cut):
    record, _ = branched()
    begun = record.until(cut)
    steps = [step.after for step in record.steps()]
    there = steps[cut - 1] if cut else record.begin()
    assert begun.final().state.tobytes() == there.state.tobytes()
    assert len(begun.origins) == (cut > 6)
    assert galopp.Record.read(str(begun)) == begun


def test_a_game_of_a_seed_that_went_on_elsewhere_says_its_seed():
    seeded = galopp.Record.of(a_game("schweinsgalopp", 8))
    record = seeded.gone_on_from(LUCK)
    assert "origin seed: 11\norigin decisions: 8\n" in str(record)
    assert galopp.Record.read(str(record)) == record


@pytest.mark.parametrize(
    ("was", "now", "line", "key"),
    [
        ("origin decisions: 6", "origin decisions: -6", 10, "not_a_number"),
        ("origin decisions: 6", "origin decisions: many", 10, "not_a_number"),
        ("origin decisions: 6\n", "", 10, "line_missing"),
        ("origin secret: 00", "origin secret: ", 9, "not_64_digits"),
        ("origin table: KQHTZM/1", "origin table: no table", 8, "not_a_table"),
        ("origin decisions: 6", "origin decisions: 6\norigin seed: 1\norigin decisions: 6", 14,
         "origins_do_not_rise"),
        ("origin decisions: 6", "origin decisions: 6\norigin seed: 1\norigin decisions: 999", None,
         "origins_do_not_rise"),
        ("origin decisions: 6", "origin decisions: 5", None, None),
    ],
)  # fmt: skip
def test_origins_that_cannot_be_are_refused(was, now, line, key):
    text = str(branched()[0])
    assert was in text
    found = refused(text.replace(was, now))
    if key is not None:
        assert found[1] == key
    if line is not None:
        assert found[0] == line


def test_without_promised_luck_no_game_goes_on_from_another():
    assert refused(TEXT.replace("seed: 11", "seed: 11\norigin seed: 1")) == (6, "line_does_not_fit")
