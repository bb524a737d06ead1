"""Carrying out what a seat decided: all of it, or nothing.

A list of moves is one decision of a person (a retreat over three pigs), not a way to try
things out: once a move may tell the seat something new, the next needs a message of its own.
Otherwise a list that fails in the end would be a free look at the pile.

Whether a list is refused, and why, may depend on nothing but what the seat can know, or the
refusal itself would tell the rest. So it is tried out in worlds that the seat cannot tell from
the real one. Rarely the real one turns out to be unlike all of them. Then what was done before
that showed stands, as if it had been decided by itself.
"""

from collections.abc import Sequence

from galopp.core import record
from galopp.core.chance import Chance, chance
from galopp.core.fault import Unreadable
from galopp.play.game import Game
from galopp.play.move import Move
from galopp.play.position import IllegalMove, NotYourTurn, Position
from galopp.table import log
from galopp.table.fold import window_at
from galopp.table.kept import restored
from galopp.table.log import AnyLogged
from galopp.table.refused import Refused
from galopp.table.table import Standing
from galopp.table.undoing import worlds


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
    if len(moves) > 1:
        _check_whole(standing, seat, moves)
    after: list[bytes] = []
    state = standing.state
    for number, move in enumerate(moves, standing.number):
        position = Position(standing.game, record.copy_of(state), standing.luck.of(number))
        try:
            _play(position, seat, move)
        except Refused:
            if not after:
                raise
            break
        state = position.state
        after.append(state.tobytes())
        if window_at(position, 0.0) is not None:
            break
    codes = [move.code for move in moves[: len(after)]]
    return log.Decided(seat=seat, first=standing.number, codes=codes, after=after)


def _check_whole(standing: Standing, seat: int, moves: Sequence[Move]) -> None:
    """Whether a list can be carried out, as far as the seat can know; raises `Refused`."""
    found = worlds(standing.game, standing.state, seat)
    positions = [Position(standing.game, world, chance(0)) for world in found]
    for number, move in enumerate(moves, 1):
        before = [position.chance.copy() for position in positions]
        for position in positions:
            _play(position, seat, move)
        if number < len(moves) and _may_tell(positions, before, seat):
            raise Refused("decide_one_by_one")


def _may_tell(positions: Sequence[Position], before: Sequence[Chance], seat: int) -> bool:
    """Whether luck came into it, a call is due, or the seat sees what it could not know."""
    drew = any(one.chance[0] != was[0] for one, was in zip(positions, before, strict=True))
    due = any(window_at(position, 0.0) is not None for position in positions)
    return drew or due or len({position.seen(seat).record.tobytes() for position in positions}) > 1


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
