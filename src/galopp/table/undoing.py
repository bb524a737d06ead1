"""Taking a decision back: what it told the seat that made it, and who must agree.

A misclick may be taken back as long as taking it back is no way to peek. A decision told
its seat something if luck came into it, or if in some other world that the seat could not
tell from the real one it would have looked different afterwards: so deal such worlds,
decide the same in each, and look.
"""

from collections.abc import Sequence

from galopp.core import record
from galopp.core.chance import Chance, chance
from galopp.core.record import Record
from galopp.play.game import Game
from galopp.table import log
from galopp.table.kept import restored
from galopp.table.refused import Refused
from galopp.table.table import PLAYING, Table, Trace, UndoAsked

WORLDS = 24


def reveals(game: Game, state: Record, seat: int, code: int, luck: Chance) -> bool:
    """Whether the seat learns by this decision what it could not know before."""
    told, drew = _looks(game, state, seat, code, luck)
    return drew or any(
        _looks(game, world, seat, code, luck)[0] != told for world in worlds(game, state, seat)
    )


def tells(
    game: Game, state: Record, seat: int, codes: Sequence[int], lucks: Sequence[Chance]
) -> bool:
    """Whether the seat learnt something by any of several decisions."""
    for code, luck in zip(codes, lucks, strict=True):
        if reveals(game, state, seat, code, luck):
            return True
        state = _after(game, state, seat, code, luck.copy())
    return False


def _after(game: Game, state: Record, seat: int, code: int, luck: Chance) -> Record:
    after = record.copy_of(state)
    if game.many_decide is not None:
        game.many_decide.ask(after, seat)
    game.rules.apply(after, code, luck)
    return after


def _looks(game: Game, state: Record, seat: int, code: int, luck: Chance) -> tuple[bytes, bool]:
    """What the seat sees after deciding in this world, and whether luck came into it."""
    drawn_from = luck.copy()
    after = _after(game, state, seat, code, drawn_from)
    seen = record.blank(game.rules.SEEN)
    game.rules.show(after, seat, seen)
    return seen.tobytes(), bool(drawn_from[0] != luck[0])


def worlds(game: Game, state: Record, seat: int) -> list[Record]:
    """Worlds that the seat cannot tell from this one: the same for the same view."""
    seen, luck, found = record.blank(game.rules.SEEN), chance(WORLDS), []
    game.rules.show(state, seat, seen)
    for _ in range(WORLDS):
        world = record.blank(game.rules.STATE)
        game.rules.redeal(seen, luck, world)
        found.append(world)
    return found


def last_of(table: Table, seat: int) -> Trace:
    """The seat's last decision that can still be taken back."""
    for trace in reversed(table.trail):
        if trace.seat == seat and table.phase == PLAYING:
            return trace
    raise Refused("nothing_to_undo")


def is_misclick(table: Table, trace: Trace) -> bool:
    """Whether nobody has decided since and it told the seat nothing: a slip of the finger.

    A forgotten call is none, or nobody could ever be caught.
    """
    challenge = table.game.challenge
    silent = challenge is not None and trace.codes[-1] == challenge.silent
    last = trace is table.trail[-1] and not trace.challenged
    return last and not silent and not _told(table, trace)


def _told(table: Table, trace: Trace) -> bool:
    """Whether its own decision told the seat something, as things really were."""
    state = restored(table.game, trace.before)
    lucks = [table.luck.of(trace.first + n) for n in range(len(trace.codes))]
    return tells(table.game, state, trace.seat, trace.codes, lucks)


def all_agree(table: Table, undo: UndoAsked, more: set[int]) -> bool:
    """Whether all people agree, or would with these seats besides."""
    return undo.agreed | {undo.seat} | more >= set(table.people())


def agreed_undo(table: Table, undo: UndoAsked) -> log.Undone:
    """The event of what all have agreed to take back."""
    return log.Undone(seat=undo.seat, to=last_of(table, undo.seat).first)
