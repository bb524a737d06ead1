"""What people say to each other: phrases in every language, and words of their own."""

import pytest
from at_table import happened, table_of

from galopp.table import message
from galopp.table.seat import PHRASES
from galopp.table.settings import Settings
from galopp.table.wording import LONGEST_TALK


@pytest.mark.parametrize("phrase", PHRASES)
def test_a_phrase_is_said_by_its_name(phrase):
    at = table_of("saumaumau").fill()
    at.say(message.Say, seat=1, phrase=phrase)
    told = {"seat": 1, "phrase": phrase, "text": ""}
    assert happened(at)[-1] == {"key": "table.said_phrase", "arguments": told}


def test_a_phrase_that_there_is_not_is_refused():
    at = table_of("saumaumau").fill()
    assert at.refuses(message.Say, seat=0, phrase="shut_up") == "unknown_phrase"


def test_words_of_ones_own_are_text_and_nothing_else():
    at = table_of("saumaumau").fill()
    at.say(message.Say, seat=0, text="  <script>alert('oink')</script>   ")
    told = {"seat": 0, "phrase": "", "text": "<script>alert('oink')</script>"}
    assert happened(at, 1)[-1] == {"key": "table.said", "arguments": told}


@pytest.mark.parametrize(
    "text", ["", "  ", "x" * (LONGEST_TALK + 1), "a\u202eb", "a\u0007", "\u200b", "\ud800"]
)
def test_words_that_cannot_be_seen_are_refused(text):
    assert table_of("saumaumau").fill().refuses(message.Say, seat=0, text=text) == "bad_talk"


def test_where_the_host_wants_phrases_only_there_are_phrases_only():
    at = table_of("saumaumau", settings=Settings(talk=False)).fill()
    assert at.refuses(message.Say, seat=0, text="hello") == "phrases_only"
    at.say(message.Say, seat=0, phrase="hello")


def test_nobody_speaks_for_another():
    at = table_of("saumaumau").fill()
    assert at.refuses(message.Say, by=[at.keys[1]], seat=0, phrase="hello") == "not_your_seat"
    assert at.refuses(message.Say, by=[at.host], seat=0, phrase="hello") == "not_your_seat"


def test_talk_goes_on_before_during_and_after_the_game_and_changes_nothing_in_it():
    at = table_of("saumaumau").fill()
    at.say(message.Say, seat=0, phrase="hello")
    at.start()
    game = at.table.position
    at.say(message.Say, seat=0, phrase="good_luck")
    assert at.table.position is game
    assert at.table.number == 1
