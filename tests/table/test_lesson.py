"""Lessons: legal games, told in every language, in which the learner has something to do."""

import pytest

import galopp
from galopp.core.fault import Fault
from galopp.locale import LANGUAGES, Language
from galopp.table.lesson import ABOUT, LEARNER, lesson, read

every_game = pytest.mark.parametrize("name", galopp.game_names())
A_LESSON = """galopp record 1
game: schweinsgalopp
rules: 1
players: 2
seed: 7
option line_up: "random"

# welcome > board
# begin
end: 0
points: 0 0
winners:
"""


@every_game
def test_every_note_is_said_in_every_language_and_none_is_left_unsaid(name):
    notes = lesson(name).notes
    for code in LANGUAGES:
        language = Language(code)
        for note in notes:
            assert language.of_game(name, f"lesson.{note.key}") != f"lesson.{note.key}"
    assert all(note.about in ("", *ABOUT) for note in notes)
    assert len({note.key for note in notes}) == len(notes)


@every_game
def test_whatever_the_learner_is_to_do_is_legal_and_said(name):
    told = lesson(name)
    moves = galopp.game(name).moves
    asked = [at for at, frame in enumerate(told.frames[1:]) if frame.seat == LEARNER]
    assert len(asked) >= 5
    for at in asked:
        move = moves[told.frames[at + 1].move]
        assert move.notation in told.frames[at].view["legal"]
        assert any(note.at == at for note in told.notes), f"nothing is said at {at}"


@every_game
def test_it_ends_with_a_word_about_whole_games_and_a_victory(name):
    told = lesson(name)
    assert told.notes[-1].key == "whole_game"
    assert told.notes[-1].at == len(told.frames) - 1
    assert told.frames[-1].winners == [LEARNER]


def test_notes_stand_between_the_decisions_of_a_record():
    told = read("schweinsgalopp", A_LESSON)
    assert [(note.at, note.key, note.about) for note in told.notes] == [
        (0, "welcome", "board"),
        (0, "begin", ""),
    ]


def test_what_is_no_note_and_no_legal_game_is_refused():
    with pytest.raises(ValueError, match="not a note"):
        read("schweinsgalopp", A_LESSON.replace("# begin", "# Now we begin!"))
    with pytest.raises(Fault):
        read("schweinsgalopp", A_LESSON.replace("end: 0", "1. 0 pink\nend: 1"))


def test_there_is_no_lesson_of_a_game_that_is_not_there():
    with pytest.raises(Fault, match="no_such_game"):
        lesson("chess")
