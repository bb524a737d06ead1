"""A move: one decision, with a notation short enough to type."""

from dataclasses import dataclass

from galopp.core.contract import MoveKind, Rules
from galopp.core.fault import Unreadable


@dataclass(frozen=True)
class Move:
    """One decision. `str(move)` is its notation.

    `about` says what the move is about ("card", "pig", "colour", "space", "stack"…) and
    `subject` which one; both are empty for a move that is about nothing further.
    """

    code: int
    kind: str
    about: str
    subject: str
    notation: str

    def __str__(self) -> str:
        return self.notation

    @property
    def card(self) -> str | None:
        """The card, if the move is about one."""
        return self._subject_if("card")

    @property
    def pig(self) -> str | None:
        """The pig, if the move is about one."""
        return self._subject_if("pig")

    @property
    def colour(self) -> str | None:
        """The colour, if the move is about one."""
        return self._subject_if("colour")

    def _subject_if(self, about: str) -> str | None:
        return self.subject if self.about == about else None


def all_moves(rules: Rules) -> dict[int, Move]:
    """Every move of a game by its code."""
    return {move.code: move for kind in rules.MOVES for move in _moves_of(kind)}


def _moves_of(kind: MoveKind) -> list[Move]:
    return [
        Move(code, kind.kind, kind.subject, kind.subjects[code - kind.first], notation)
        for code, notation in kind.notations().items()
    ]


def read_move(moves: dict[int, Move], written: str) -> Move:
    """The move a person typed: its notation, in any case, with any spacing."""
    wanted = " ".join(written.lower().split())
    for move in moves.values():
        if move.notation == wanted:
            return move
    raise Unreadable("unknown_move", written=written.strip())
