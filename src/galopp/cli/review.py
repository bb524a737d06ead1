"""`galopp review`: a recorded game, told in what its decisions cost and what the cards gave."""

import json
from dataclasses import asdict
from pathlib import Path

from rich.box import SIMPLE_HEAD
from rich.console import Console, Group
from rich.progress import BarColumn, Progress, TextColumn
from rich.table import Table
from rich.text import Text

from galopp.cli.replay import read
from galopp.cli.review_words import ReviewWords
from galopp.cli.screen import Screen
from galopp.play.record import Record
from galopp.review import Draft, Review, review

ENDLESS = 1_000  # columns
SHORTEST = 9  # columns for names, before they are folded any further


def make(screen: Screen, file: Path, policy: str | None) -> tuple[Record, Review]:
    """Read a file and review its game, with a progress bar on standard error."""
    record = read(screen, file)
    columns = (TextColumn("{task.description}"), BarColumn())
    with Progress(*columns, console=screen.err, transient=True) as bar:
        task = bar.add_task(screen.say("review_progress"), total=1.0)

        def progress(draft: Draft) -> None:
            bar.update(task, completed=draft.part, refresh=False)

        done = review(record, policy, progress=progress)
    return record, done


def as_json(found: Review) -> str:
    """All of it."""
    return json.dumps(asdict(found), indent=2)


def table(screen: Screen, record: Record, found: Review, most: int) -> Group:
    """What a reader wants to know first, in eighty columns."""
    words = ReviewWords(screen.language, record, found)
    told = Group(_accounts(words, screen.out), *map(Text, words.summaries()), Text())
    return Group(told, _mistakes(words, most), _strokes(words), *map(Text, words.notes()))


def _accounts(words: ReviewWords, console: Console) -> Table:
    """A row a seat; where a terminal has no room for that, a column."""
    headings, rows = words.account_headings(), [[name, *cells] for name, cells in words.accounts()]
    longest = max(len(name) for name, *_ in rows)
    unbound = console.options.update(width=ENDLESS)  # else it never needs more than there is
    wanted = console.measure(_table(words.title(), headings, rows), options=unbound).maximum
    room = longest - max(0, wanted - console.width)
    if room >= min(longest, SHORTEST):
        return _table(words.title(), headings, rows, room)
    first, *columns = zip(headings, *rows, strict=True)
    return _table(words.title(), [*first], [[*column] for column in columns])


def _mistakes(words: ReviewWords, most: int) -> Table | Text:
    mistakes = words.review.mistakes()[:most]
    if not mistakes:
        return Text(words.say("review_no_mistakes") + "\n")
    rows = Table(title=words.say("review_mistakes"), title_justify="left", box=SIMPLE_HEAD)
    rows.add_column(words.say("review_number"), justify="right")
    for heading in ("review_player", "review_played", "review_best"):
        rows.add_column(words.say(heading), overflow="fold")
    rows.add_column(words.say("review_cost"), justify="right", no_wrap=True)
    rows.add_column(words.say("review_why"), overflow="fold")
    for step in mistakes:
        told = (words.name(step.seat), words.move(step.move), words.move(step.best))
        rows.add_row(str(step.number), *told, words.cost(step), words.why(step))
    return rows


def _strokes(words: ReviewWords) -> Table:
    rows = Table(title=words.say("review_strokes"), title_justify="left", box=SIMPLE_HEAD)
    for heading in ("review_number", "review_after"):
        rows.add_column(words.say(heading), overflow="fold")
    for seat in range(len(words.review.start)):
        rows.add_column(words.name(seat), justify="right", overflow="fold")
    for number, after, luck in words.strokes():
        rows.add_row(number, after, *luck)
    return rows


def _table(
    title: str, headings: list[str], rows: list[list[str]], room: int | None = None
) -> Table:
    """Words first, folded where there is not enough room, then numbers."""
    table = Table(title=title, title_justify="left", box=SIMPLE_HEAD)
    first, *others = headings
    table.add_column(first, overflow="fold", max_width=room, no_wrap=room is None)
    for heading in others:
        table.add_column(heading, justify="right", overflow="fold")
    for row in rows:
        table.add_row(*row)
    return table
