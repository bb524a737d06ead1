"""The rules of a game as data: sections of paragraphs, lists and tables, read from their Markdown.

Where a ruling is told, its number stands in brackets, "(S10)": the paragraph, the item or the row
around it is its place. What a reader of the page finds there is drawn from this and nothing else,
so that nothing in a text can become a tag.
"""

import re
from collections.abc import Iterator
from itertools import chain
from typing import Literal, NotRequired, TypedDict

from markdown_it import MarkdownIt
from markdown_it.tree import SyntaxTreeNode

NUMBER = r"[SVOG]\d+"
TOLD = re.compile(rf"\(({NUMBER})\)")
BEFORE_THE_STOP = re.compile(rf" (\({NUMBER}\))([.;])")
NUMBERS = re.compile(rf"(\({NUMBER}\)|\b{NUMBER}\b)")
KINDS: dict[str, Literal["bold", "italic"]] = {"strong": "bold", "em": "italic"}

# Only what our rules are written with: whatever else Markdown knows stays text.
_READER = MarkdownIt("zero").enable(["heading", "list", "table", "emphasis"])


class Piece(TypedDict):
    """What is more than text: a "mark" is a ruling that is told here, a "name" one spoken of."""

    kind: Literal["bold", "italic", "mark", "name"]
    text: str


Pieces = list[str | Piece]


class Told(TypedDict):
    """A paragraph or an item, and the rulings that it tells."""

    pieces: Pieces
    rulings: list[str]


class Row(TypedDict):
    """A row of a table, and the rulings that it tells."""

    cells: list[Pieces]
    rulings: list[str]


class Block(TypedDict):
    """A paragraph, a list or a table."""

    kind: Literal["paragraph", "list", "table"]
    told: NotRequired[Told]
    ordered: NotRequired[bool]
    items: NotRequired[list[Told]]
    head: NotRequired[list[Pieces]]
    rows: NotRequired[list[Row]]


class Section(TypedDict):
    """A part of the rules; the first has no title: it is what stands above all others."""

    title: str
    blocks: list[Block]


def sections(markdown: str) -> list[Section]:
    """A whole text, section by section; its own title is left out."""
    found: list[Section] = [{"title": "", "blocks": []}]
    for node in SyntaxTreeNode(_READER.parse(markdown)).children:
        if node.type != "heading":
            found[-1]["blocks"].append(_block(node))
        elif node.tag != "h1":
            found.append({"title": _written(node), "blocks": []})
    return found


def _block(node: SyntaxTreeNode) -> Block:
    match node.type:
        case "paragraph":
            return {"kind": "paragraph", "told": _told(node)}
        case "bullet_list" | "ordered_list":
            ordered = node.type == "ordered_list"
            return {"kind": "list", "ordered": ordered, "items": [*map(_told, node.children)]}
        case "table":
            (head,), *bodies = (part.children for part in node.children)
            rows = [_row(row) for body in bodies for row in body]
            return {"kind": "table", "head": [*map(_pieces, head.children)], "rows": rows}
    raise ValueError(f"the rules hold a {node.type}, which nothing draws: {_written(node)}")


def _told(node: SyntaxTreeNode) -> Told:
    return {"pieces": _pieces(node), "rulings": TOLD.findall(_written(node))}


def _row(node: SyntaxTreeNode) -> Row:
    return {
        "cells": [*map(_pieces, node.children)],
        "rulings": [*chain.from_iterable(TOLD.findall(_written(cell)) for cell in node.children)],
    }


def _written(node: SyntaxTreeNode) -> str:
    """All the text in a node, as it was written."""
    return "".join(one.content for one in node.walk() if one.type == "inline")


def _pieces(node: SyntaxTreeNode) -> Pieces:
    """The text of a node in pieces, one line however many it was written in."""
    lines = (one.children for one in node.walk() if one.type == "inline")
    return [*chain.from_iterable(map(_piece, chain.from_iterable(lines)))]


def _piece(node: SyntaxTreeNode) -> Iterator[str | Piece]:
    if kind := KINDS.get(node.type):
        inside = "".join(one.content for one in node.walk() if one.type == "text")
        yield {"kind": kind, "text": _in_one_line(inside)}
        return
    # A mark stands behind its sentence, not before the stop.
    text = BEFORE_THE_STOP.sub(r"\2 \1", _in_one_line(node.content))
    yield from (_numbered(part) for part in NUMBERS.split(text) if part)


def _numbered(text: str) -> str | Piece:
    if told := TOLD.fullmatch(text):
        return {"kind": "mark", "text": told[1]}
    return {"kind": "name", "text": text} if re.fullmatch(NUMBER, text) else text


def _in_one_line(text: str) -> str:
    return re.sub(r"\s*\n\s*", " ", text)
