"""`galopp review`, as somebody at a terminal meets it."""

import json
import re
from dataclasses import replace
from html.parser import HTMLParser

import pytest

from calling import call
from galopp.cli.review_words import ReviewWords
from galopp.locale import Language
from galopp.play.game import game
from galopp.play.record import Record
from galopp.review import Effort, review

LANGUAGES = {"de": "Rückblick", "en": "Review", "fr": "Bilan"}


@pytest.fixture(scope="module")
def file(tmp_path_factory):
    """A short game, with a name that wants to be more than a name."""
    position = game("schweinsgalopp").new(2, 5, races=1)
    while not position.over:
        position.play(position.legal[-1])
    path = tmp_path_factory.mktemp("review") / "game.txt"
    names = {0: "<b>Anna</b> [red]", 1: "Ben"}
    path.write_text(str(Record.of(position, names)), encoding="utf-8")
    return path


@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_table_fits_into_eighty_columns_and_adds_up(file, lang):
    done = call("review", file, lang=lang, COLUMNS="80")
    assert done.returncode == 0, done.stderr
    assert LANGUAGES[lang] in done.stdout
    assert max(map(len, done.stdout.splitlines())) <= 80
    row = next(line for line in done.stdout.splitlines() if re.match(r" *Ben +\d", line))
    numbers = [int(word.replace("−", "-")) for word in row.split()[1:]]
    *parts, result, adjusted = numbers
    assert sum(parts) == result
    assert adjusted == result - parts[1]


@pytest.mark.parametrize("columns", ["70", "44"])
def test_in_a_narrow_terminal_no_name_and_no_number_is_left_out(file, columns):
    done = call("review", file, lang="de", COLUMNS=columns)
    lines = done.stdout.splitlines()
    assert max(map(len, lines)) <= int(columns)
    account = "\n".join(lines[: next(n for n, line in enumerate(lines) if "]: Glück" in line)])
    for word in ("Ben", "vorher", "Glück", "Spiel", "verdeckt", "andere", "ohne"):
        assert word in account
    assert "…" not in account
    assert len(re.findall(r"(?<!\S)[+−]?\d+(?!\S)", account)) == 2 * 7


def test_strokes_of_luck_that_come_to_nothing_are_not_told(file):
    record = Record.read(file.read_text(encoding="utf-8"))
    found = review(record, effort=Effort(deals=1, passes=0, look=(1,), afresh=1))
    steps = tuple(replace(step, chance=True, luck=(400, -400)) for step in found.steps)
    words = ReviewWords(Language("en"), record, replace(found, steps=steps))
    assert [after for _, after, _ in words.strokes()] == ["the deal"]


def test_json_has_everything(file):
    found = json.loads(call("review", file, "--json", "--policy", "beginner").stdout)
    assert found["policy"] == "beginner"
    assert len(found["steps"]) == len(Record.read(file.read_text(encoding="utf-8")).moves)
    for seat, account in enumerate(found["accounts"]):
        gained = found["deal"][seat] + sum(
            s["luck"][seat] + s["play"][seat] for s in found["steps"]
        )
        assert account["result"] - account["start"] == gained


class Page(HTMLParser):
    """Counts what a page is made of, and reads its text."""

    def __init__(self, source):
        super().__init__()
        self.tags, self.open, self.text, self.links = [], [], "", []
        self.feed(source)

    def handle_starttag(self, tag, attributes):
        self.tags.append(tag)
        self.links += [value for name, value in attributes if name in ("src", "href")]
        if tag not in ("meta", "line", "polyline"):
            self.open.append(tag)

    def handle_endtag(self, tag):
        if tag not in ("line", "polyline"):
            assert self.open.pop() == tag

    def handle_data(self, data):
        self.text += data


def test_the_page_is_one_whole_file_and_names_stay_names(file, tmp_path):
    written = tmp_path / "review.html"
    assert call("review", file, "--html", written, lang="en").returncode == 0
    source = written.read_text(encoding="utf-8")
    page = Page(source)
    assert page.open == page.links == []
    assert page.tags.count("polyline") == 2 * 2  # each with a sample beside its name
    assert "b" not in page.tags
    assert "script" not in page.tags
    assert "<b>Anna</b> [red]" in page.text
    assert "prefers-color-scheme: dark" in source
    assert "@media print" in source


def test_what_is_no_record_or_no_policy_is_refused_in_a_sentence(file, tmp_path):
    other = tmp_path / "other.txt"
    other.write_text("a letter", encoding="utf-8")
    assert call("review", other).returncode == 2
    refused = call("review", file, "--policy", "grandmaster")
    assert refused.returncode == 2
    assert "grandmaster" in refused.stderr
