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

A game at a table has promised luck (`galopp.play.luck`). Instead of the seed it says

    table: KQHTZM/1
    promise: 66687aadf862bd776c8fc18b8e9f8e20089714856ee233b3902a591d0d5f2925
    secret: 0000000000000000000000000000000000000000000000000000000000000000

Its decisions bear the numbers that their chance was made from; a gap was left by decisions
that were taken back. A last line, `seal:`, is the SHA-256 of all lines above it: most
decisions draw no card, and without the seal another number would look just as good.

A game that went on from a position of another one has that one's luck as well: for the deal
and for so many decisions.

    origin table: KQHTZM/1
    origin secret: 1111111111111111111111111111111111111111111111111111111111111111
    origin decisions: 20

Of a game that was begun with a seed, `origin seed:` stands in place of the first two lines.
"""

import hashlib
import json
import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from itertools import pairwise
from typing import NamedTuple

from galopp.core import option
from galopp.core.events import Event
from galopp.core.fault import Fault, Unreadable
from galopp.core.option import Chosen
from galopp.core.words import Plain
from galopp.play.game import Game, game, game_names
from galopp.play.luck import DEAL, Luck, is_digest, is_table
from galopp.play.move import Move
from galopp.play.position import IllegalMove, NotYourTurn, Position, narrate

FORMAT = 1
HEADING = f"galopp record {FORMAT}"
LONGEST = 1 << 20  # characters; the longest game ever seen is a hundredth of it
LONGEST_NAME = 200  # characters; at a table a name has 24, and a bot's level may follow
SHOWN = 80  # characters of what is refused


class BadRecord(Fault):
    """A text that is no record of a game: where, and why, as a sentence of the catalogue."""

    def __init__(self, line: int, key: str, **arguments: str | int) -> None:
        super().__init__(key, **{name: _shown(value) for name, value in arguments.items()})
        self.line = line


def _shown(value: str | int) -> str | int:
    # A line may be as long as the whole file.
    return f"{value[:SHOWN]}…" if isinstance(value, str) and len(value) > SHOWN else value


class Decision(NamedTuple):
    """One decision as it is written down; `str()` is its line."""

    number: int  # from 1; with promised luck, the number of its chance
    seat: int
    notation: str

    def __str__(self) -> str:
        return f"{self.number}. {self.seat} {self.notation}"


@dataclass(frozen=True)
class Step:
    """One decision of a recorded game, with the positions before and after it."""

    number: int
    seat: int
    move: Move
    before: Position
    after: Position

    def events(self, viewer: int | None) -> list[Event]:
        """What a viewer saw happen; None is the public view."""
        return narrate(self.before.seen(viewer), self.after.seen(viewer))


@dataclass(frozen=True)
class Origin:
    """A game that another one went on from: its luck dealt, and was had for some decisions."""

    luck: int | Luck
    decisions: int  # counted from the beginning of the record


@dataclass(frozen=True)
class Record:
    """A game written down. `str(record)` is the text; `Record.read` reads it back."""

    game: str
    players: int
    luck: int | Luck  # a seed, or what a table promised
    options: dict[str, Plain] = field(default_factory=dict)
    moves: tuple[Decision, ...] = ()
    names: dict[int, str] = field(default_factory=dict)  # of seats, where known
    rules: int = 0
    origins: tuple[Origin, ...] = ()  # the first one dealt; none if the game is all its own

    def __post_init__(self) -> None:
        if not _is_rising([origin.decisions for origin in self.origins]):
            raise Unreadable("origins_do_not_rise")
        for seat, name in self.names.items():
            if seat not in range(self.players):
                raise Unreadable("no_such_seat", seat=seat)
            if not _is_name(name):
                raise Unreadable("bad_name", written=name, high=LONGEST_NAME)
        last = 0
        for decision in self.moves:
            if not _may_follow(self.luck, last, decision.number):
                raise Unreadable("wrong_number", number=decision.number, last=last)
            last = decision.number

    @classmethod
    def of(cls, position: Position, names: dict[int, str] | None = None) -> "Record":
        """The record of a game so far; only a game begun with a seed has one of its own."""
        if position.begun is None:
            raise ValueError("a position without a seed has no beginning to record")
        begun, all_moves = position.begun, position.game.moves
        moves = tuple(
            Decision(number, seat, all_moves[code].notation)
            for number, (seat, code) in enumerate(position.decided, 1)
        )
        return cls(
            position.game.name,
            begun.players,
            begun.seed,
            begun.options,
            moves,
            names or {},
            position.rules.VERSION,
        )

    @classmethod
    def of_table(
        cls,
        played: str,
        players: int,
        options: Chosen,
        luck: Luck,
        decisions: Iterable[tuple[int, int, str]],
        names: dict[int, str] | None = None,
    ) -> "Record":
        """The record of a game with promised luck; a decision is a number, a seat, a notation.

        Its text shows the secret: write it only when the game is over.
        """
        rules = game(played).rules
        changed = option.changed(rules.OPTIONS, game(played).check_setting(players, options))
        moves = tuple(Decision(*decision) for decision in decisions)
        return cls(played, players, luck, changed, moves, names or {}, rules.VERSION)

    def begin(self) -> Position:
        """The position before the first move."""
        played = game(self.game)
        luck = self._luck_of_the_deal()
        if isinstance(luck, Luck):
            return played.deal(self.players, luck.of(DEAL), self.options)
        return played.begin(self.players, luck, self.options)

    def _luck_of_the_deal(self) -> int | Luck:
        return self.origins[0].luck if self.origins else self.luck

    def play(self, position: Position, decision: Decision) -> None:
        """Make one decision again, with its own chance where luck was promised."""
        luck = self._luck_after(len(position.decided))
        if isinstance(luck, Luck):
            position.chance = luck.of(decision.number)
        position.play(decision.notation, decision.seat)

    def _luck_after(self, decisions: int) -> int | Luck:
        """Whose luck it is when so many decisions have been made."""
        lucks = (origin.luck for origin in self.origins if decisions < origin.decisions)
        return next(lucks, self.luck)

    def until(self, decisions: int) -> "Record":
        """The same game, cut off after so many decisions."""
        kept = tuple(origin for origin in self.origins if origin.decisions < decisions)
        luck = self._luck_after(decisions - 1) if decisions else self._luck_of_the_deal()
        return replace(self, luck=luck, origins=kept, moves=self.moves[:decisions])

    def gone_on_from(self, luck: Luck) -> "Record":
        """The beginning of another game: from here on it has luck of its own."""
        origin = Origin(self.luck, len(self.moves))
        return replace(self, luck=luck, origins=(*self.origins, origin))

    def steps(self) -> Iterator[Step]:
        """The game again, decision by decision; the positions are the caller's own."""
        position = self.begin()
        for decision in self.moves:
            before, move = position.copy(), position.game.read_move(decision.notation)
            self.play(position, decision)
            yield Step(decision.number, decision.seat, move, before, position.copy())

    def final(self) -> Position:
        """The position after the last move."""
        position = self.begin()
        for decision in self.moves:
            self.play(position, decision)
        return position

    def __str__(self) -> str:
        final = self.final()
        heading = [
            HEADING,
            f"game: {self.game}",
            f"rules: {self.rules or final.rules.VERSION}",
            f"players: {self.players}",
            *_luck_lines(self.luck),
            *(line for origin in self.origins for line in _origin_lines(origin)),
            *(f"option {name}: {json.dumps(value)}" for name, value in self.options.items()),
            *(f"seat {seat}: {name}" for seat, name in sorted(self.names.items())),
        ]
        lines = [*heading, "", *map(str, self.moves), *_closing(final)]
        if isinstance(self.luck, Luck):
            lines.append(f"seal: {_seal(lines)}")
        return "\n".join([*lines, ""])

    @classmethod
    def read(cls, text: str) -> "Record":
        """Read a record and play it through; raises `BadRecord` with the line and the reason.

        It takes the text itself: of a file, `Record.read(path.read_text(encoding="utf-8"))`.
        """
        if not isinstance(text, str):  # not everybody has types checked
            wanted = "Record.read takes the text of a record"  # type: ignore[unreachable]
            raise TypeError(f"{wanted}, not {type(text).__name__}; read the file first")
        return _Reader(text).read()


def _is_name(name: str) -> bool:
    # A name stays on its line and reads back as it was written.
    return 0 < len(name) <= LONGEST_NAME and name.isprintable() and name == name.strip()


def _is_rising(numbers: Sequence[int]) -> bool:
    # None can be twice; the first may be 0, where only the deal is another game's.
    return all(low < high for low, high in pairwise((-1, *numbers)))


def _may_follow(luck: int | Luck, last: int, number: int) -> bool:
    # At a table the numbers of decisions taken back are not used again.
    return number > last if isinstance(luck, Luck) else number == last + 1


def _luck_lines(luck: int | Luck) -> list[str]:
    if isinstance(luck, Luck):
        shown = luck.secret.hex()
        return [f"table: {luck.table}", f"promise: {luck.promise}", f"secret: {shown}"]
    return [f"seed: {luck}"]


def _origin_lines(origin: Origin) -> list[str]:
    luck = origin.luck
    if isinstance(luck, Luck):
        whose = [f"origin table: {luck.table}", f"origin secret: {luck.secret.hex()}"]
    else:
        whose = [f"origin seed: {luck}"]
    return [*whose, f"origin decisions: {origin.decisions}"]


def _closing(final: Position) -> list[str]:
    numbers = {"points": final.scores, "winners": final.winners}
    lines = [f"{name}: {' '.join(map(str, values))}".rstrip() for name, values in numbers.items()]
    return [f"end: {len(final.decided)}", *lines]


def _seal(lines: Sequence[str]) -> str:
    # As `sha256sum` counts it: each line with its line feed, nothing after a line.
    return hashlib.sha256("".join(f"{line.rstrip()}\n" for line in lines).encode()).hexdigest()


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
        played = self._game()
        players, luck = self._number("players"), self._luck()
        origins = tuple(self._origins(luck))
        options, names = self._options(), self._names(players)
        version = played.rules.VERSION
        try:
            record = Record(played.name, players, luck, options, (), names, version, origins)
            position = record.begin()
        except Fault as fault:
            raise self._bad(fault.key, **fault.arguments) from None
        self._expect("")
        moves = tuple(self._moves(record, position))
        if any(origin.decisions > len(moves) for origin in origins):
            raise self._bad("origins_do_not_rise")
        self._end(record, position)
        changed = option.changed(played.rules.OPTIONS, position.state.options)
        return replace(record, options=changed, moves=moves)

    def _end(self, record: Record, position: Position) -> None:
        for closing in _closing(position):
            self._expect(closing)
        if isinstance(record.luck, Luck):
            sealed = _seal(self.lines[: self.at])
            if self._value("seal") != sealed:
                raise self._bad("seal_broken")
        if self.at < len(self.lines):
            self.at += 1
            raise self._bad("text_after_the_end")

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

    def _digits(self, name: str) -> str:
        value = self._value(name)
        if not is_digest(value):
            raise self._bad("not_64_digits", wanted=name)
        return value

    def _game(self) -> Game:
        name = self._value("game")
        if name not in game_names():
            raise self._bad("unknown_game", game=name, names=", ".join(game_names()))
        played, version = game(name), self._number("rules")
        if version != played.rules.VERSION:
            raise self._bad("other_rules", written=str(version), version=played.rules.VERSION)
        return played

    def _luck(self) -> int | Luck:
        if not self._peek("table: "):
            return self._number("seed") % 2**64
        table = self._value("table")
        if not is_table(table):
            raise self._bad("not_a_table", written=table[:40])
        promise = self._digits("promise")
        luck = Luck(table, bytes.fromhex(self._digits("secret")))
        if not luck.keeps(promise):
            raise self._bad("promise_not_kept")
        return luck

    def _origins(self, luck: int | Luck) -> Iterator[Origin]:
        while self._peek("origin "):
            if not isinstance(luck, Luck):  # only at a table does a game go on from another
                raise self._bad("line_does_not_fit", written=self._next(), wanted="option …")
            yield Origin(self._origin_luck(), self._count("origin decisions"))

    def _origin_luck(self) -> int | Luck:
        if not self._peek("origin table: "):
            return self._number("origin seed") % 2**64
        table = self._value("origin table")
        if not is_table(table):
            raise self._bad("not_a_table", written=table[:40])
        return Luck(table, bytes.fromhex(self._digits("origin secret")))

    def _count(self, name: str) -> int:
        count = self._number(name)
        if count < 0:
            raise self._bad("not_a_number", written=str(count))
        return count

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
            if not re.fullmatch("[0-9]", seat) or int(seat) >= players or int(seat) in names:
                raise self._bad("unknown_name", written=seat[:40])
            if not _is_name(name):
                raise self._bad("bad_name", written=name, high=LONGEST_NAME)
            names[int(seat)] = name
        return names

    def _moves(self, record: Record, position: Position) -> Iterator[Decision]:
        last = 0
        while not self._peek("end: "):
            decision = self._decision(last)
            if not _may_follow(record.luck, last, decision.number):
                raise self._bad("wrong_number", number=decision.number, last=last)
            self._play(record, position, decision)
            yield decision
            last = decision.number

    def _decision(self, last: int) -> Decision:
        line = self._next()
        parts = re.fullmatch(r"([0-9]{1,7})\. ([0-9]) (.+)", line)
        if parts is None:
            raise self._bad("line_does_not_fit", written=line, wanted=f"{last + 1}. …")
        return Decision(int(parts[1]), int(parts[2]), parts[3])

    def _play(self, record: Record, position: Position, decision: Decision) -> None:
        try:
            record.play(position, decision)
        except IllegalMove as illegal:
            told = {"refusal": illegal.refusal, "ruling": illegal.ruling}
            where = {"written": decision.notation, "game": position.game.name}
            raise self._bad("illegal_move", **where, **told) from None
        except NotYourTurn as other:
            raise self._bad("not_your_turn", seat=other.seat) from None
        except Unreadable as fault:
            raise self._bad(fault.key, **fault.arguments) from None
