"""The rules that players read, as the page is sent them."""

import pytest

import galopp
from galopp.locale import LANGUAGES, Language
from galopp.locale.rules_text import Block, sections

LAST = {"saumaumau": "V13", "ostfriesenlauf": "O36", "schweinsgalopp": "G27"}
TEXT = """# A game

Points S1 to S3 are marked.

## A turn

You play (S1). Then *we look* (S2).

- **Draw** one (S3).
  It waits.
- Pass.

1. First.

## Options

| name | does |
|---|---|
| **Exact** | more (S2). |
| **Other** | less (S4). |
"""


def blocks() -> list[Block]:
    return [block for section in sections(TEXT) for block in section["blocks"]]


def test_a_text_is_sections_and_what_stands_above_the_first_of_them() -> None:
    assert [section["title"] for section in sections(TEXT)] == ["", "A turn", "Options"]
    kinds = ["paragraph", "paragraph", "list", "list", "table"]
    assert [block["kind"] for block in blocks()] == kinds
    assert [block.get("ordered") for block in blocks()] == [None, None, False, True, None]


def test_a_ruling_is_told_where_its_number_stands_in_brackets_and_spoken_of_elsewhere() -> None:
    above, turn, choices, _, options = blocks()
    assert above["told"]["rulings"] == []
    assert turn["told"]["rulings"] == ["S1", "S2"]
    assert [item["rulings"] for item in choices["items"]] == [["S3"], []]
    assert [row["rulings"] for row in options["rows"]] == [["S2"], ["S4"]]


def test_bold_italics_and_rulings_are_pieces_and_a_mark_stands_behind_the_stop() -> None:
    above, turn, choices, _, options = blocks()
    assert above["told"]["pieces"][:2] == ["Points ", {"kind": "name", "text": "S1"}]
    assert turn["told"]["pieces"] == [
        "You play. ",
        {"kind": "mark", "text": "S1"},
        " Then ",
        {"kind": "italic", "text": "we look"},
        ". ",
        {"kind": "mark", "text": "S2"},
    ]
    bold = {"kind": "bold", "text": "Draw"}
    mark = {"kind": "mark", "text": "S3"}
    assert choices["items"][0]["pieces"] == [bold, " one. ", mark, " It waits."]
    assert options["head"] == [["name"], ["does"]]


@pytest.mark.parametrize("text", ["<b onclick=x> [a](javascript:x) 2 * 3 &amp;", "`code` ![x](y)"])
def test_nothing_in_a_text_becomes_anything_else_than_text(text) -> None:
    assert sections(text)[0]["blocks"][0]["told"]["pieces"] == [text]


@pytest.mark.parametrize("code", LANGUAGES)
@pytest.mark.parametrize("game", galopp.game_names())
def test_every_line_of_the_rules_is_read_as_what_it_is(code, game) -> None:
    read = [
        block for section in sections(Language(code).rules(game)) for block in section["blocks"]
    ]
    places = [
        place for block in read for place in (*block.get("items", ()), *block.get("rows", ()))
    ]
    paragraphs = [block["told"] for block in read if "told" in block]
    told = [ruling for place in (*paragraphs, *places) for ruling in place["rulings"]]
    assert LAST[game] in told
    first = [piece for one in paragraphs for piece in one["pieces"][:1] if isinstance(piece, str)]
    assert not [piece for piece in first if piece[0] in "-|#*" or piece[0].isdigit()]
