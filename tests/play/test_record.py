"""Games written down, read back, and refused where they are damaged."""

import pytest

import galopp

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
        ("\n1. ", "\n2. ", 7, "line_does_not_fit"),
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
    ],
)
def test_a_hostile_heading_is_refused_like_any_other(line, key):
    assert refused(TEXT.replace("seed: 11", f"seed: 11\n{line}", 1))[1] == key


@pytest.mark.parametrize("name", ["", " x", "x ", "a\nb", "a\u2028b"])
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
