"""A review as one file for the browser: style and picture inside, light and dark, prints well."""

from collections.abc import Iterable, Iterator
from html import escape
from pathlib import Path

from galopp.cli.review_curve import RIGHT, WIDTH, ReviewCurve
from galopp.cli.review_words import ReviewWords
from galopp.locale import Language
from galopp.play.record import Record
from galopp.review import Review

STYLE = """
:root { color-scheme: light dark; --ink: #1f1b16; --paper: #fffdf8; --faint: #8a8177;
  --rule: #ddd5c8; --s0: #0072b2; --s1: #c04f00; --s2: #007a58; --s3: #a3508a; --s4: #8a6400;
  --s5: #555555; }
@media (prefers-color-scheme: dark) { :root { --ink: #f1ebe1; --paper: #1d1a17; --faint: #a39a8d;
  --rule: #453f38; --s0: #56b4e9; --s1: #ff9a4d; --s2: #4fd1a5; --s3: #e7a3d0; --s4: #f0c04a;
  --s5: #b8b0a5; } }
body { font: 16px/1.5 system-ui, sans-serif; color: var(--ink); background: var(--paper);
  max-width: 60rem; margin: 0 auto; padding: 1rem; }
h1 { font-size: 1.5rem; } h2 { font-size: 1.15rem; margin-top: 2rem; }
.wide { overflow-x: auto; }
table { border-collapse: collapse; width: 100%; font-variant-numeric: tabular-nums; }
th, td { padding: .3rem .6rem; border-bottom: 1px solid var(--rule); text-align: start;
  vertical-align: top; }
.n { text-align: end; white-space: nowrap; }
.note { color: var(--faint); font-size: .9rem; }
.curve { width: 100%; min-width: 34rem; height: auto; }
.grid { stroke: var(--rule); } .axis { fill: var(--faint); font-size: 12px; }
.line { fill: none; stroke-width: 2; stroke-linejoin: round; } .name { font-size: 13px; }
.mark { stroke: var(--paper); } .luck { fill: none !important; stroke-width: 1.5; }
.line.seat1 { stroke-dasharray: 7 3; } .line.seat2 { stroke-dasharray: 2 3; }
.line.seat3 { stroke-dasharray: 9 3 2 3; } .line.seat4 { stroke-dasharray: 12 4; }
.line.seat5 { stroke-dasharray: 1 5; }
.legend { display: none; }
"""
SEAT_STYLE = """
.line.seat{0}, .luck.seat{0} {{ stroke: var(--s{0}); }}
.mark.seat{0}, .name.seat{0} {{ fill: var(--s{0}); }}
"""
# On a phone each row is a few lines: so many columns beside each other could not be read there. The
# names stand below the curve instead of at its end, whose place is cut off.
NARROW = f"""
@media (max-width: 40rem) {{
  .wide:has(.curve) {{ overflow: hidden; }}
  .curve {{ min-width: 0; width: {100 * WIDTH / (WIDTH - RIGHT + 10):.0f}%; }}
  .axis {{ font-size: 20px; }} .name {{ display: none; }} .line {{ stroke-width: 4; }}
  .mark {{ r: 8px; }}
  .legend {{ display: flex; flex-wrap: wrap; gap: .3rem 1rem; margin: 0; padding: 0;
    list-style: none; overflow-wrap: anywhere; }}
  .legend svg {{ width: 2.2rem; height: .6rem; margin-inline-end: .4rem; }}
  thead {{ display: none; }}
  tr {{ display: grid; gap: .1rem .6rem; padding: .6rem 0; border-bottom: 1px solid var(--rule); }}
  td {{ padding: 0; border: 0; overflow-wrap: anywhere; }}
  .account tr {{ grid-template-columns: repeat(4, 1fr); }}
  .strokes tr {{ grid-template-columns: repeat(3, 1fr); }}
  .account td:first-child, .strokes td:nth-child(2) {{ grid-column: 1 / -1; font-weight: 600; }}
  .strokes td:first-child {{ display: none; }}
  .account .n, .strokes .n {{ text-align: start; }}
  .account .n::before, .strokes .n::before {{ content: attr(data-heading); display: block;
    white-space: normal; font-size: .8rem; color: var(--faint); }}
  .mistakes tr {{ grid-template-columns: auto 1fr auto; }}
  .mistakes td:nth-child(n + 3):nth-child(-n + 5) {{ grid-column: 1 / -1; }}
  .mistakes td:nth-child(3)::before, .mistakes td:nth-child(4)::before {{
    content: attr(data-heading); margin-inline-end: .5em; color: var(--faint); }}
  .mistakes td:last-child {{ grid-area: 1 / 3; font-weight: 600; }}
}}
"""
# Paper is white whatever the screen was, a row stays whole, and headings stay with what they head.
PRINTED = """
@media print { :root { --ink: #000; --paper: #fff; --faint: #444; --rule: #bbb; --s0: #0072b2;
  --s1: #c04f00; --s2: #007a58; --s3: #a3508a; --s4: #8a6400; --s5: #555; }
  body { font-size: 11pt; padding: 0; }
  tr, svg { break-inside: avoid; } h2, thead { break-after: avoid; } }
"""
COLOURS = 6
MISTAKE_HEADINGS = (
    "review_number",
    "review_player",
    "review_played",
    "review_best",
    "review_why",
    "review_cost",
)


def write_page(language: Language, record: Record, found: Review, file: Path) -> None:
    """Write the page into a file."""
    file.write_text(page(ReviewWords(language, record, found)), encoding="utf-8")


def page(words: ReviewWords) -> str:
    """The whole page."""
    style = STYLE + "".join(SEAT_STYLE.format(seat) for seat in range(COLOURS))
    title = escape(words.title())
    head = '<meta charset="utf-8"><meta name="viewport" content="width=device-width">'
    body = "\n".join(_body(words))
    return (
        f'<!doctype html>\n<html lang="{words.language.code}"><head>{head}'
        f"<title>{title}</title><style>{style}{NARROW}{PRINTED}</style></head>\n<body>\n{body}\n</body></html>\n"
    )


def _body(words: ReviewWords) -> Iterator[str]:
    yield f"<h1>{escape(words.title())}</h1>"
    yield from (f"<p>{escape(said)}</p>" for said in words.summaries())
    drawn = ReviewCurve(words)
    yield _heading(words, "review_chances") + f'<div class="wide">{drawn.svg()}</div>'
    yield drawn.legend()
    rows = [[name, *cells] for name, cells in words.accounts()]
    yield _table(words.account_headings(), rows, left=1, kind="account")
    yield from (f'<p class="note">{escape(said)}</p>' for said in words.notes())
    yield _heading(words, "review_mistakes") + _mistakes(words)
    yield _heading(words, "review_strokes") + _strokes(words)


def _heading(words: ReviewWords, key: str) -> str:
    return f"<h2>{escape(words.say(key))}</h2>\n"


def _mistakes(words: ReviewWords) -> str:
    mistakes = words.review.mistakes()
    if not mistakes:
        return f"<p>{escape(words.say('review_no_mistakes'))}</p>"
    rows = [
        [
            str(step.number),
            words.name(step.seat),
            words.move(step.move),
            words.move(step.best),
            words.why(step),
            words.cost(step),
        ]
        for step in mistakes
    ]
    return _table([words.say(key) for key in MISTAKE_HEADINGS], rows, left=5, kind="mistakes")


def _strokes(words: ReviewWords) -> str:
    names = [words.name(seat) for seat in range(len(words.review.start))]
    headings = [words.say("review_number"), words.say("review_after"), *names]
    rows = ([n, after, *luck] for n, after, luck in words.strokes())
    return _table(headings, rows, left=2, kind="strokes")


def _table(headings: list[str], rows: Iterable[list[str]], left: int, kind: str) -> str:
    """A table whose first columns are words and whose others are numbers."""
    head = "".join(f"<th{_numeric(n, left)}>{escape(one)}</th>" for n, one in enumerate(headings))
    body = "".join(f"<tr>{_cells(headings, row, left)}</tr>" for row in rows)
    return (
        f'<div class="wide"><table class="{kind}"><thead><tr>{head}</tr></thead>'
        f"<tbody>{body}</tbody></table></div>"
    )


def _cells(headings: list[str], row: list[str], left: int) -> str:
    """The cells of a row; each knows what it is, for where there is no room for headings."""
    return "".join(
        f'<td{_numeric(place, left)} data-heading="{escape(heading)}">{escape(cell)}</td>'
        for place, (heading, cell) in enumerate(zip(headings, row, strict=True))
    )


def _numeric(place: int, left: int) -> str:
    return "" if place < left else ' class="n"'
