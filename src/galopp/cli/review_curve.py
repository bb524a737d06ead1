"""The curve of a review as an SVG: each seat's chance to win after each decision.

Lines differ by colour and by pattern and bear their names; a dot is a mistake, a triangle a stroke
of luck. Colours are classes of the page's style, so that light and dark are its business.
"""

from collections.abc import Iterator
from html import escape

from galopp.cli.review_words import ReviewWords
from galopp.locale import MINUS
from galopp.review import WHOLE

WIDTH, HEIGHT = 800, 300
LEFT, RIGHT, TOP, BOTTOM = 40, 130, 12, 34
LABEL = 15  # units between two names, at the least
QUARTERS = (0, 25, 50, 75, 100)
BIG_STROKE = WHOLE // 10  # luck from here on is marked


class ReviewCurve:
    """Draws one review."""

    def __init__(self, words: ReviewWords) -> None:
        self.words, self.review = words, words.review
        steps = self.review.steps
        self.rows = [self.review.start, self.review.dealt, *(step.values for step in steps)]
        self.seats = range(len(self.review.start))

    def svg(self) -> str:
        """The whole picture."""
        parts = [*self._grid(), *self._lines(), *self._marks(), *self._names()]
        box = f'viewBox="0 0 {WIDTH} {HEIGHT}" role="img" aria-label="{escape(self._says())}"'
        return f'<svg class="curve" {box}>{"".join(parts)}</svg>'

    def legend(self) -> str:
        """Whose line is whose, for where there is no room at their ends."""
        line = '<svg viewBox="0 0 70 18" aria-hidden="true"><polyline class="line seat{}"'
        rows = (
            f'<li>{line.format(seat)} points="0,9 70,9"/></svg>{escape(self.words.name(seat))}</li>'
            for seat in self.seats
        )
        return f'<ul class="legend">{"".join(rows)}</ul>'

    def _says(self) -> str:
        language, end = self.words.language, self.rows[-1]
        names = language.all_of([self.words.name(seat) for seat in self.seats])
        shares = language.all_of([language.percent(share / WHOLE) for share in end])
        return self.words.say("review_curve_says", names=names, shares=shares)

    def _x(self, place: int) -> float:
        return LEFT + (WIDTH - LEFT - RIGHT) * place / max(1, len(self.rows) - 1)

    def _y(self, share: int) -> float:
        return TOP + (HEIGHT - TOP - BOTTOM) * (1 - share / WHOLE)

    def _grid(self) -> Iterator[str]:
        for percent in QUARTERS:
            y = self._y(percent * WHOLE // 100)
            yield f'<line class="grid" x1="{LEFT}" x2="{WIDTH - RIGHT}" y1="{y:.1f}" y2="{y:.1f}"/>'
            yield f'<text class="axis" x="{LEFT - 6}" y="{y + 4:.1f}" text-anchor="end">'
            yield f"{percent}</text>"
        below = HEIGHT - 8
        said = escape(self.words.say("review_decision"))
        yield f'<text class="axis" x="{LEFT}" y="{below}">{said}</text>'
        yield f'<text class="axis" x="{WIDTH - RIGHT}" y="{below}" text-anchor="end">'
        yield f"{len(self.review.steps)}</text>"

    def _lines(self) -> Iterator[str]:
        for seat in self.seats:
            points = (
                f"{self._x(n):.1f},{self._y(row[seat]):.1f}" for n, row in enumerate(self.rows)
            )
            yield f'<polyline class="line seat{seat}" points="{" ".join(points)}"/>'

    def _marks(self) -> Iterator[str]:
        for place, step in enumerate(self.review.steps, 2):
            x, said = self._x(place), escape(self.words.move(step.move))
            if step.mistake:
                y = self._y(step.values[step.seat])
                title = f"<title>{step.number}. {said}: {MINUS}{self.words.cost(step)}</title>"
                yield f'<circle class="mark seat{step.seat}" cx="{x:.1f}" cy="{y:.1f}" r="4">'
                yield f"{title}</circle>"
            most = max(range(len(step.luck)), key=lambda seat: step.luck[seat])
            if step.luck[most] >= BIG_STROKE:
                y = self._y(step.values[most])
                shape = f"M{x:.1f},{y - 6:.1f} l5,9 h-10 z"
                yield f'<path class="luck seat{most}" d="{shape}">'
                yield f"<title>{step.number}. {said}</title></path>"

    def _names(self) -> Iterator[str]:
        """At the ends of the lines, moved apart where they would cover each other."""
        end = self.rows[-1]
        by_height = sorted(self.seats, key=lambda seat: -end[seat])
        y = float(TOP - LABEL)
        for seat in by_height:
            y = max(y + LABEL, self._y(end[seat]) + 4)
            y = min(y, HEIGHT - BOTTOM + 4 - LABEL * (len(by_height) - 1 - by_height.index(seat)))
            name = escape(_short(self.words.name(seat)))
            x = WIDTH - RIGHT + 8
            yield f'<text class="name seat{seat}" x="{x}" y="{y:.1f}">{name}</text>'


def _short(name: str) -> str:
    return name if len(name) <= 16 else f"{name[:15]}…"
