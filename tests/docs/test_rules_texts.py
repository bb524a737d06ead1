"""The rules that players read: complete, alike in all languages, and reachable from the table."""

import re

import pytest

import galopp
from galopp.core.events import explained
from galopp.locale import LANGUAGES, Language

GAMES = galopp.game_names()
MARK = re.compile(r"\(([SVOG]\d+)\)")  # where a ruling is told; elsewhere it is only spoken of
MINUTE = {"de": "In einer Minute", "en": "In one minute", "fr": "En une minute"}

games = pytest.mark.parametrize("name", GAMES)
languages = pytest.mark.parametrize("code", LANGUAGES)


def lines(name, code):
    """Every paragraph, item and row of a text: each is a line of its own."""
    return Language(code).rules(name).splitlines()


def sections(name, code):
    return re.findall(r"^## (.+)$", Language(code).rules(name), re.MULTILINE)


def kind(line):
    """An item, a step, a row, or a paragraph."""
    begun = re.match(r"(-|\d\.|\|) ", line)
    return begun[1] if begun else ""


def marks(told):
    return [mark for line in told for mark in MARK.findall(line)]


def rows_of_options(name, code):
    """The rows of the last table: an option each."""
    told = lines(name, code)
    last = max(at for at, line in enumerate(told) if line.startswith("|---"))
    return [line for line in told[last + 1 :] if line.startswith("|")]


def outside_options(name, code):
    options = set(rows_of_options(name, code))
    return [line for line in lines(name, code) if line not in options]


def rulings(name):
    return {ruling for row in explained(galopp.game(name).rules).values() for ruling in row}


# Where one comes from -----------------------------------------------------------------------


@games
def test_every_event_that_can_be_told_is_explained_and_nothing_else_is(name):
    told = {
        key
        for key in Language("en").catalogue(name)
        if key.startswith("event.") and ".you" not in key
    }
    assert {f"event.{key}" for key in explained(galopp.game(name).rules)} == told


@languages
@games
def test_whatever_explains_an_event_a_refusal_or_an_option_has_a_place(name, code):
    rules = galopp.game(name).rules
    asked = {*rulings(name), *rules.RULING.values(), *(option.ruling for option in rules.OPTIONS)}
    assert asked <= set(marks(outside_options(name, code)))


@languages
@games
def test_every_ruling_has_one_place_besides_the_options(name, code):
    found = marks(outside_options(name, code))
    assert len(found) == len(set(found))


# What one reads -----------------------------------------------------------------------------


@languages
@games
def test_the_game_is_told_in_one_minute_first(name, code):
    assert sections(name, code)[0] == MINUTE[code]


@games
def test_all_languages_tell_the_same_in_the_same_order(name):
    shapes = {
        code: [(kind(line), MARK.findall(line)) for line in lines(name, code) if MARK.search(line)]
        for code in LANGUAGES
    }
    assert shapes["de"] == shapes["en"] == shapes["fr"]
    assert len({len(sections(name, code)) for code in LANGUAGES}) == 1


@languages
@games
def test_options_are_called_as_the_lobby_calls_them_and_have_their_rulings(name, code):
    rows = rows_of_options(name, code)
    options = galopp.game(name).rules.OPTIONS
    titles = [Language(code).of_game(name, f"option.{option.name}") for option in options]
    assert [row.split("|")[1].strip() for row in rows] == [f"**{title}**" for title in titles]
    assert [MARK.findall(row) for row in rows] == [[option.ruling] for option in options]


@languages
@games
def test_nobody_reads_the_names_that_only_programs_use(name, code):
    text = Language(code).rules(name)
    assert "`" not in text
    for option in galopp.game(name).rules.OPTIONS:
        assert "_" not in option.name or option.name not in text
