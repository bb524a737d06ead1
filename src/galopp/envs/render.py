"""A game drawn without a screen: as text, or as an array of colours.

Both show the same: a lane for each runner with the lines it runs to, and a row for each seat.
They are made from what a viewer sees, so whoever may not see a card does not see it here. All
pictures of a game are of one size, as films need it.

    print(as_text("saumaumau", seen))
    as_array("saumaumau", seen)         # (height, width, 3), uint8
"""

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from galopp import games
from galopp.core import record
from galopp.core.record import Field, Record
from galopp.core.words import Plain
from galopp.games.ostfriesenlauf.box import BOARD, SPACES
from galopp.games.saumaumau.box import goal
from galopp.games.schweinsgalopp.box import FURTHEST, REAR

Image = npt.NDArray[np.uint8]
Colour = tuple[int, int, int]

RENDER_MODES = ["human", "ansi", "rgb_array"]


def render_mode_of(given: str | None) -> str | None:
    """A render mode, if it is known."""
    if given not in (None, *RENDER_MODES):
        raise ValueError(f"render_mode is one of {', '.join(RENDER_MODES)}, not {given!r}")
    return given


def draw(mode: str | None, game: str, seen: Record) -> Image | str | None:
    """What a viewer sees, in one of the render modes; for people it is printed."""
    if mode is None:
        return None
    if mode == "rgb_array":
        return as_array(game, seen)
    text = as_text(game, seen)
    if mode == "ansi":
        return text
    print(text)
    return None


@dataclass(frozen=True)
class Track:
    """Where a game keeps its runners, the spaces of the lines they run to, and what is drawn."""

    places: str
    lines: Callable[[Record], list[int]]
    spaces: Callable[[Record], range]


def _laurel(seen: Record) -> int:
    return goal(seen.options, int(seen.players))


def _signs(seen: Record) -> list[int]:
    """Runners may cross the line at the sign forwards or, once around, backwards."""
    length = int(seen.options[BOARD + SPACES])
    return [int(seen.sign) - length - 1, int(seen.sign)]


BEYOND = 8  # spaces that are drawn behind a line; whoever is further away stands at the edge
TRACKS = {
    "saumaumau": Track(
        "pigs",
        lambda seen: [_laurel(seen)],
        lambda seen: range(_laurel(seen) + BEYOND),
    ),
    "ostfriesenlauf": Track(
        "places",
        _signs,
        lambda seen: range(_signs(seen)[0] - BEYOND, _signs(seen)[1] + BEYOND),
    ),
    "schweinsgalopp": Track(
        "places",
        lambda seen: [REAR, 0],
        lambda seen: range(REAR, FURTHEST + 1),
    ),
}


@dataclass(frozen=True)
class Lane:
    """A runner and where it is; None if it is not on the track."""

    name: str
    place: int | None


@dataclass(frozen=True)
class Picture:
    """What is drawn: lanes of so many spaces, lines across them, and rows of seats."""

    lanes: list[Lane]
    lines: list[int]
    spaces: range
    seats: dict[str, list[Plain]]  # by what is counted: a value for each seat
    mover: Plain
    rest: dict[str, Plain]

    def across(self, place: int) -> int:
        """How many spaces from the left a place is drawn."""
        return min(max(place, self.spaces[0]), self.spaces[-1]) - self.spaces[0]


def picture(game: str, seen: Record) -> Picture:
    """What a viewer sees, ready to be drawn."""
    fields, track = games.rules(game).SEEN_FIELDS, TRACKS[game]
    plain = record.write(fields, seen, int(seen.players))
    places, by_seat = plain.pop(track.places), _by_seat(fields)
    assert isinstance(places, dict)
    seats = {name: plain.pop(name) for name in by_seat}
    over = plain["phase"] == "over"
    return Picture(
        [Lane(name, at if isinstance(at, int) else None) for name, at in places.items()],
        track.lines(seen),
        track.spaces(seen),
        {name: values for name, values in seats.items() if isinstance(values, list)},
        None if over else _asked(plain),
        {name: value for name, value in plain.items() if not _is_aside(name)},
    )


def _by_seat(fields: tuple[Field, ...]) -> list[str]:
    """The fields that hold one number for each seat."""
    alone = [field for field in fields if len(field.by) == 1 and field.by[0].seats]
    return [field.name for field in alone if not _is_aside(field.name)]


def _is_aside(name: str) -> bool:
    """What a look at the table does not need: what was, and what follows from the rest."""
    aside = ("viewer", "players", "options", "legal", "batch", "hand_batches", "ended")
    return name in aside or name.startswith("report")


def _asked(plain: dict[str, Plain]) -> Plain:
    asked = plain.get("asked")
    return plain["turn"] if asked is None else asked


# As text --------------------------------------------------------------------------------


def as_text(game: str, seen: Record) -> str:
    """The lanes, the seats, and whatever else is seen, a line each."""
    drawn = picture(game, seen)
    wide = max(len(lane.name) for lane in drawn.lanes)
    lines = [game, *(_lane(drawn, lane, wide) for lane in drawn.lanes)]
    lines += _seats(drawn, int(seen.players), int(seen.viewer))
    lines += [f"{name}: {_plain(value)}" for name, value in drawn.rest.items()]
    return "\n".join(lines) + "\n"


def _lane(drawn: Picture, lane: Lane, wide: int) -> str:
    marks = ["|" if space in drawn.lines else "-" for space in drawn.spaces]
    if lane.place is not None:
        marks[drawn.across(lane.place)] = "o"
    at = "" if lane.place is None else lane.place
    return f"{lane.name:<{wide}} {''.join(marks)} {at}".rstrip()


def _seats(drawn: Picture, players: int, viewer: int) -> list[str]:
    rows = [["", "seat", *drawn.seats]]
    for seat in range(players):
        mark = (">" if seat == drawn.mover else " ") + ("*" if seat == viewer else "")
        rows.append([mark, str(seat), *(_plain(row[seat]) for row in drawn.seats.values())])
    wide = [max(len(row[n]) for row in rows) for n in range(len(rows[0]))]
    return ["  ".join(f"{cell:<{w}}" for cell, w in zip(row, wide, strict=True)) for row in rows]


def _plain(value: Plain) -> str:
    match value:
        case None:
            return "-"
        case list():
            return " ".join(_plain(one) for one in value) or "-"
        case dict():
            return " ".join(f"{name}={_plain(one)}" for name, one in value.items())
    return str(value)


# As colours -----------------------------------------------------------------------------

CELL, GAP = 16, 8  # pixels
PAPER, GROUND, INK, LIT = (250, 248, 240), (222, 216, 196), (40, 40, 40), (240, 170, 30)
COLOURS: dict[str, Colour] = {
    "red": (205, 50, 45),
    "yellow": (235, 195, 40),
    "green": (60, 140, 60),
    "blue": (45, 95, 190),
    "white": (255, 255, 255),
    "pink": (244, 143, 177),
    "brown": (122, 68, 25),
    "black": (27, 27, 27),
    "beige": (242, 226, 189),
}
# Three by five dots a sign, row by row.
DOTS = dict(
    zip(
        "0123456789-abcdefghijklmnopqrstuvwxyz",
        (
            "111101101101111 010110010010111 111001111100111 111001111001111 101101111001001 "
            "111100111001111 111100111101111 111001001001001 111101111101111 111101111001111 "
            "000000111000000 010101111101101 110101110101110 011100100100011 "
            "110101101101110 111100110100111 111100110100100 011100101101011 101101111101101 "
            "111010010010111 001001001101010 101101110101101 100100100100111 101111111101101 "
            "110101101101101 010101101101010 110101110100100 010101101111011 110101110101101 "
            "011100010001110 111010010010010 101101101101111 101101101101010 101101111111101 "
            "101101010101101 101101010010010 111001010100111"
        ).split(),
        strict=True,
    )
)
DOT = 2  # pixels
LETTER, ROW = 4 * DOT, CELL + 2  # pixels from one to the next


def as_array(game: str, seen: Record) -> Image:
    """The game and its phase, a lane for each runner, and a row for each seat."""
    drawn, players = picture(game, seen), int(seen.players)
    columns = _columns(drawn)
    width = max(len(drawn.spaces) * CELL + 5 * LETTER, *columns.values()) + 3 * GAP
    height = (len(drawn.lanes) + players + 2) * ROW + 4 * GAP
    image = np.full((height, width, 3), PAPER, np.uint8)
    rows = _rows_of(image, [1, len(drawn.lanes), 1 + players])
    _draw_text(rows[0][0], f"{game} {drawn.rest['phase']}")
    for strip, lane in zip(rows[1], drawn.lanes, strict=True):
        _draw_lane(strip, drawn, lane)
    heading, *seats = rows[2]
    for name, at in columns.items():
        _draw_text(heading[:, at:], name.replace("_", " "))
    for seat, strip in enumerate(seats):
        _draw_seat(strip, drawn, seat, columns)
    return image


def _rows_of(image: Image, groups: list[int]) -> list[list[Image]]:
    """Strips across the picture, with a gap between groups of them."""
    strips, down = [], GAP
    for size in groups:
        tops = range(down, down + size * ROW, ROW)
        strips.append([image[top : top + CELL, GAP:] for top in tops])
        down += size * ROW + GAP
    return strips


def _columns(drawn: Picture) -> dict[str, int]:
    """How far from the left each number of the seats is drawn; the last entry is the end."""
    columns, across = {}, 2 * CELL
    for name in drawn.seats:
        columns[name] = across
        across += (len(name) + 2) * LETTER
    return {**columns, "": across}


def _draw_lane(strip: Image, drawn: Picture, lane: Lane) -> None:
    end = len(drawn.spaces) * CELL
    strip[:, :end] = GROUND
    strip[:, :end:CELL] = PAPER
    for line in drawn.lines:
        at = drawn.across(line) * CELL
        strip[:, at + CELL - 3 : at + CELL] = INK
    if lane.place is not None:
        at = drawn.across(lane.place) * CELL
        _draw_disc(strip[:, at : at + CELL], COLOURS[lane.name])
        _draw_text(strip[:, end + GAP :], str(lane.place))


def _draw_disc(cell: Image, colour: Colour) -> None:
    down, across = np.ogrid[:CELL, :CELL]
    away = np.hypot(down - (CELL - 1) / 2, across - (CELL - 1) / 2)
    cell[away < CELL / 2] = INK
    cell[away < CELL / 2 - 1.5] = colour


def _draw_seat(strip: Image, drawn: Picture, seat: int, columns: dict[str, int]) -> None:
    strip[:, :CELL] = LIT if seat == drawn.mover else GROUND
    _draw_text(strip[:, GAP // 2 :], str(seat))
    for name, values in drawn.seats.items():
        _draw_text(strip[:, columns[name] :], _plain(values[seat]))


def _draw_text(strip: Image, text: str) -> None:
    for place, sign in enumerate(text):
        if sign in DOTS:
            lit = np.array([dot == "1" for dot in DOTS[sign]]).reshape(5, 3)
            pixels = lit.repeat(DOT, axis=0).repeat(DOT, axis=1)
            strip[3 : 3 + 5 * DOT, place * LETTER :][:, : 3 * DOT][pixels] = INK
