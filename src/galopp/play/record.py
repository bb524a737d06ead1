"""A game written down: one readable text, from which the whole game can be played again.

    galopp record 1
    game: schweinsgalopp
    rules: 1
    players: 2
    seed: 7
    option races: 1
    seat 0: Anna

    1. 0 line-up red
    2. 0 line-up white
    …
    end: 18
    points: 4 0
    winners: 0

The heading says what was played, by how many, with which luck and options (those that
differ from their default, as JSON); names of seats may follow. Each decision is a line: its
number, the seat, the move. The three closing lines say how many decisions there were and
how the game stood. A file that was cut short, holds a move that was not legal, or does not
come to the result it claims, is refused.
"""

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass, field

from galopp.core.contract import Event
from galopp.core.fault import Fault, Unreadable
from galopp.core.words import Plain
from galopp.play.game import Game, game, game_names
from galopp.play.move import Move
from galopp.play.position import IllegalMove, NotYourTurn, Position, narrate

FORMAT = 1
HEADING = f"galopp record {FORMAT}"
LONGEST = 1 << 20  # characters; the longest game ever seen is a hundredth of it


class BadRecord(Fault):
    """A text that is no record of a game: where, and why, as a sentence of the catalogue."""

    def __init__(self, line: int, key: str, **arguments: str | int) -> None:
        super().__init__(key, **arguments)
        self.line = line

    def __str__(self) -> str:
        return f"line {self.line}: {super().__str__()}"


@dataclass(frozen=True)
class Step:
    """One decision of a recorded game, with the positions before and after it."""

    seat: int
    move: Move
    before: Position
    after: Position

    def events(self, viewer: int | None) -> list[Event]:
        """What a viewer saw happen; None is the public view."""
        return narrate(self.before.seen(viewer), self.after.seen(viewer))


@dataclass(frozen=True)
class Record:
    """A game written down. `str(record)` is the text; `Record.read` reads it back."""

    game: str
    players: int
    seed: int
    options: dict[str, Plain] = field(default_factory=dict)
    moves: tuple[tuple[int, str], ...] = ()  # seat and notation
    names: dict[int, str] = field(default_factory=dict)  # of seats, where known
    rules: int = 0

    def __post_init__(self) -> None:
        for seat, name in self.names.items():
            if seat not in range(self.players):
                raise Unreadable("no_such_seat", seat=seat)
            if not _is_name(name):
                raise Unreadable("bad_name", written=name)

    @classmethod
    def of(cls, position: Position, names: dict[int, str] | None = None) -> "Record":
        """The record of a game so far; only a game begun with `Game.new` has one."""
        if position.begun is None:
            raise ValueError("a position set up by hand has no beginning to record")
        begun, all_moves = position.begun, position.game.moves
        moves = tuple((seat, all_moves[code].notation) for seat, code in position.decided)
        return cls(
            position.game.name,
            begun.players,
            begun.seed,
            begun.options,
            moves,
            names or {},
            position.rules.VERSION,
        )

    def begin(self) -> Position:
        """The position before the first move."""
        return game(self.game).begin(self.players, self.seed, self.options)

    def steps(self) -> Iterator[Step]:
        """The game again, decision by decision; the positions are the caller's own."""
        position = self.begin()
        for seat, notation in self.moves:
            before, move = position.copy(), position.game.read_move(notation)
            position.play(move, seat)
            yield Step(seat, move, before, position.copy())

    def final(self) -> Position:
        """The position after the last move."""
        position = self.begin()
        for seat, notation in self.moves:
            position.play(notation, seat)
        return position

    def __str__(self) -> str:
        final = self.final()
        heading = [
            HEADING,
            f"game: {self.game}",
            f"rules: {self.rules or final.rules.VERSION}",
            f"players: {self.players}",
            f"seed: {self.seed}",
            *(f"option {name}: {json.dumps(value)}" for name, value in self.options.items()),
            *(f"seat {seat}: {name}" for seat, name in sorted(self.names.items())),
        ]
        moves = [f"{n}. {seat} {text}" for n, (seat, text) in enumerate(self.moves, 1)]
        return "\n".join([*heading, "", *moves, *_closing(final), ""])

    @classmethod
    def read(cls, text: str) -> "Record":
        """Read a record and play it through; raises `BadRecord` with the line and the reason."""
        return _Reader(text).read()


def _is_name(name: str) -> bool:
    # A name stays on its line and reads back as it was written.
    return bool(name) and name.isprintable() and name == name.strip()


def _closing(final: Position) -> list[str]:
    numbers = {"points": final.scores, "winners": final.winners}
    lines = [f"{name}: {' '.join(map(str, values))}".rstrip() for name, values in numbers.items()]
    return [f"end: {len(final.decided)}", *lines]


class _Reader:
    """Reads one text line by line; each line is refused where it stands."""

    def __init__(self, text: str) -> None:
        if len(text) > LONGEST:
            raise BadRecord(1, "record_too_long", number=len(text), high=LONGEST)
        self.lines = text.splitlines()
        self.at = 0

    def read(self) -> Record:
        if self._next() != HEADING:
            raise BadRecord(1, "not_a_record", written=HEADING)
        name = self._value("game")
        if name not in game_names():
            raise self._bad("unknown_game", game=name, names=", ".join(game_names()))
        played = game(name)
        self._check_version(played)
        players, seed = self._number("players"), self._number("seed")
        options, names = self._options(), self._names(players)
        try:
            position = played.begin(players, seed, options)
        except Fault as fault:
            raise self._bad(fault.key, **fault.arguments) from None
        self._expect("")
        self._moves(position)
        for closing in _closing(position):
            self._expect(closing)
        if self.at < len(self.lines):
            self.at += 1
            raise self._bad("text_after_the_end")
        record = Record.of(position, names)
        return record

    def _bad(self, key: str, **arguments: str | int) -> BadRecord:
        return BadRecord(self.at, key, **arguments)

    def _next(self) -> str:
        self.at += 1
        if self.at > len(self.lines):
            raise self._bad("record_cut_short")
        return self.lines[self.at - 1].rstrip()

    def _expect(self, wanted: str) -> None:
        line = self._next()
        if line != wanted:
            raise self._bad("line_does_not_fit", written=line, wanted=wanted)

    def _value(self, name: str) -> str:
        line = self._next()
        if not line.startswith(f"{name}: "):
            raise self._bad("line_missing", wanted=name, written=line)
        return line.removeprefix(f"{name}: ")

    def _number(self, name: str) -> int:
        value = self._value(name)
        if not re.fullmatch(r"-?[0-9]{1,20}", value):
            raise self._bad("not_a_number", written=value)
        return int(value)

    def _check_version(self, played: Game) -> None:
        version = self._number("rules")
        if version != played.rules.VERSION:
            raise self._bad("other_rules", written=str(version), version=played.rules.VERSION)

    def _peek(self, beginning: str) -> bool:
        return self.at < len(self.lines) and self.lines[self.at].startswith(beginning)

    def _options(self) -> dict[str, Plain]:
        options: dict[str, Plain] = {}
        while self._peek("option "):
            name, _, value = self._next().removeprefix("option ").partition(": ")
            if name in options:
                raise self._bad("named_twice", written=name)
            try:
                options[name] = json.loads(value)
            except (ValueError, RecursionError):
                raise self._bad("not_json", written=value[:40]) from None
        return options

    def _names(self, players: int) -> dict[int, str]:
        names: dict[int, str] = {}
        while self._peek("seat "):
            seat, _, name = self._next().removeprefix("seat ").partition(": ")
            if seat not in map(str, range(players)) or int(seat) in names:
                raise self._bad("unknown_name", written=seat[:40])
            if not _is_name(name):
                raise self._bad("bad_name", written=name)
            names[int(seat)] = name
        return names

    def _moves(self, position: Position) -> None:
        while not self._peek("end: "):
            line = self._next()
            parts = re.fullmatch(r"([0-9]{1,7})\. ([0-9]) (.+)", line)
            if parts is None or int(parts[1]) != len(position.decided) + 1:
                raise self._bad("line_does_not_fit", written=line, wanted=self._wanted(position))
            try:
                position.play(parts[3], int(parts[2]))
            except IllegalMove as illegal:
                told = {"refusal": illegal.refusal, "ruling": illegal.ruling}
                where = {"written": parts[3], "game": position.game.name}
                raise self._bad("illegal_move", **where, **told) from None
            except NotYourTurn as other:
                raise self._bad("not_your_turn", seat=other.seat) from None
            except Unreadable as fault:
                raise self._bad(fault.key, **fault.arguments) from None

    def _wanted(self, position: Position) -> str:
        return f"{len(position.decided) + 1}. …"
