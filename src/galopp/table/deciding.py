"""Carrying out what a seat decided: all of it, or nothing.

A list of moves is one decision of a person (a retreat over three pigs), not a way to try
things out: once a move has told the seat something new, the next needs a message of its own.
Otherwise a list that fails in the end would be a free look at the pile.
"""

from collections.abc import Sequence

from galopp.core import record
from galopp.core.chance import Chance
from galopp.core.fault import Unreadable
from galopp.core.record import Record as StateRecord
from galopp.play.game import Game
from galopp.play.move import Move
from galopp.play.position import IllegalMove, NotYourTurn, Position
from galopp.table import log
from galopp.table.log import AnyLogged
from galopp.table.refused import Refused
from galopp.table.table import Standing, restored, window_at
from galopp.table.undoing import reveals


def read_moves(game: Game, written: Sequence[int | str]) -> list[Move]:
    """Moves by their code or notation; raises `Refused`."""
    return [_read_move(game, one) for one in written]


def _read_move(game: Game, written: int | str) -> Move:
    try:
        return game.read_move(written) if isinstance(written, str) else game.moves[written]
    except (Unreadable, KeyError):
        raise Refused("unknown_move", written=str(written)) from None


def carry_out(standing: Standing, seat: int, moves: Sequence[Move]) -> log.Decided:
    """What comes of it if the seat decides this; raises `Refused`, and changes nothing."""
    game, luck, first, state = standing
    after: list[bytes] = []
    for number, move in enumerate(moves, first):
        position = Position(game, record.copy_of(state), luck.of(number))
        _play(position, seat, move)
        if len(after) + 1 < len(moves):
            _check_may_go_on(position, state, seat, move, luck.of(number))
        state = position.state
        after.append(state.tobytes())
    return log.Decided(seat=seat, first=first, codes=[m.code for m in moves], after=after)


def _check_may_go_on(
    position: Position, before: StateRecord, seat: int, move: Move, luck: Chance
) -> None:
    told = reveals(position.game, before, seat, move.code, luck)
    if told or window_at(position, 0.0) is not None:
        raise Refused("decide_one_by_one")


def in_turn(standing: Standing, decisions: Sequence[tuple[int, int]]) -> list[AnyLogged]:
    """Several seats' decisions, one after the other."""
    events: list[AnyLogged] = []
    for seat, code in decisions:
        decided = carry_out(standing, seat, [standing.game.moves[code]])
        after = restored(standing.game, decided.after[-1])
        standing = standing._replace(number=standing.number + 1, state=after)
        events.append(decided)
    return events


def _play(position: Position, seat: int, move: Move) -> None:
    try:
        position.play(move, seat)
    except NotYourTurn:
        raise Refused("not_your_turn_now") from None
    except IllegalMove as illegal:
        raise Refused(
            "illegal_move",
            written=move.notation,
            game=position.game.name,
            refusal=illegal.refusal,
            ruling=illegal.ruling,
        ) from None
