"""`galopp verify`: whether a table kept its promise of luck, found by dealing its game again."""

from pathlib import Path

import typer

from galopp.cli.replay import names_in, read
from galopp.cli.screen import Screen
from galopp.core.fault import Fault, Unreadable
from galopp.play.luck import BrokenPromise, Luck, is_digest
from galopp.play.position import Position
from galopp.play.record import Record
from galopp.play.telling import Teller, say_fault

NOT_VERIFIED = 1  # the exit code where a file was read and does not hold


def verify(screen: Screen, file: Path, promise: str | None = None) -> None:
    """Check the file by playing it through, and say what that showed.

    `promise` is what somebody noted when the game began. A game that does not hold, or has
    nothing promised, leaves with `NOT_VERIFIED` and a sentence saying why.
    """
    try:
        noted = None if promise is None else _read_promise(promise)
        record = read(screen, file)
        luck = _luck_promised(record, noted)
    except Fault as fault:
        screen.complain(say_fault(screen.language, fault))
        raise typer.Exit(NOT_VERIFIED) from None
    _tell_game(screen, record)
    _tell_luck(screen, luck, noted)


def _read_promise(entered: str) -> str:
    # Noted by hand: perhaps in groups, perhaps in capitals.
    noted = "".join(entered.split()).lower()
    if not is_digest(noted):
        raise Unreadable("not_64_digits", wanted="promise")
    return noted


def _luck_promised(record: Record, noted: str | None) -> Luck:
    """The luck of a record that could be read, hence keeps the promise written in it."""
    if not isinstance(record.luck, Luck):
        raise BrokenPromise("no_promise")
    if noted is not None and not record.luck.keeps(noted):
        raise BrokenPromise("other_promise", written=record.luck.promise)
    return record.luck


def _tell_game(screen: Screen, record: Record) -> None:
    """What was played, by whom, and who won."""
    title = screen.language.of_game(record.game, "title")
    screen.tell(screen.say("verified_game", game=title), "bold")
    screen.tell(screen.say("verified_players", names=", ".join(names_in(screen, record))))
    screen.tell(screen.say("verified_decisions", number=len(record.moves)))
    if taken_back := _taken_back(record):
        # Each one is fresh luck: whoever checks should know that they were agreed on.
        screen.tell(screen.say("verified_taken_back", number=taken_back))
    screen.tell(_outcome(screen, record, record.final()))


def _taken_back(record: Record) -> int:
    return record.moves[-1].number - len(record.moves) if record.moves else 0


def _outcome(screen: Screen, record: Record, final: Position) -> str:
    if not final.over:
        return screen.say("verified_unfinished")
    return Teller(screen.language, final.game, names_in(screen, record)).outcome(final)


def _tell_luck(screen: Screen, luck: Luck, noted: str | None) -> None:
    """What was promised, and that it was kept."""
    screen.tell(screen.say("verified_table", table=luck.table))
    screen.tell(screen.say("verified_promise", promise=luck.promise))
    screen.tell(screen.say("verified_kept"), "green")
    screen.tell(screen.say("verified_cards"), "green")
    if noted is not None:
        screen.tell(screen.say("verified_noted"), "green")
    else:
        screen.tell(screen.say("verified_not_compared"), "dim")
