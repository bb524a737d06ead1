"""A turn: a seat is asked, and answers.

`Turns` follows a table for one or several seats. It yields a turn whenever one of them is
asked, sees to what a person at the table would do in passing (takes the seat back where a
bot has played on, answers a wish to undo), and ends with the game.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from galopp.client.calling import new_id
from galopp.client.fault import Refused, unless_refused
from galopp.client.listening import Listening
from galopp.play.game import game
from galopp.play.move import Move
from galopp.table.feed import GameNews, Happened, TableNews, WindowShown
from galopp.table.message import AnswerUndo, Decide, TakeBack
from galopp.table.table import CLOSED, OVER, PLAYING
from galopp.wire import Accepted, Missed, Told, ToldEntry, Welcome

if TYPE_CHECKING:
    from galopp.client.table import Table

# What an answer is refused with when the table has changed since its picture was sent.
CAME_FIRST = {
    "too_late",
    "not_your_turn_now",
    "window_closed",
    "nothing_to_catch",
    "no_game_now",
    "table_is_closed",
}


class Turn:
    """A seat is asked. What is not answered is not asked again until something changes."""

    def __init__(
        self, table: "Table", table_news: TableNews, news: GameNews, happened: list[Happened]
    ) -> None:
        self.table = table
        self.table_news = table_news  # who sits where, how the clocks stand
        self.news = news  # everything the seat is told of the game
        self.happened = happened  # what the seat saw happen since its last turn
        self.accepted: Accepted | None = None

    @property
    def seat(self) -> int:
        """The number of the seat that is asked."""
        assert self.news.viewer is not None, "bystanders are asked nothing"
        return self.news.viewer

    @property
    def view(self) -> dict[str, Any]:
        """What the seat may know, and no more."""
        return self.news.view

    def told(self) -> list[ToldEntry]:
        """Who did what in this race so far, asked for when it is wanted."""
        path = f"{self.table.path}/told"
        caller, keys = self.table.caller, self.table.keys
        return caller.ask_for(Told, "GET", path, keys=keys, seat=self.seat).told

    @property
    def legal(self) -> list[Move]:
        """What it may answer."""
        moves = game(self.table_news.game).moves
        return [moves[code] for code in self.news.legal]

    @property
    def window(self) -> WindowShown | None:
        """The time in which a missing call can be caught, if it runs."""
        return self.news.window

    def play(self, *moves: Move | str | int) -> bool:
        """Answer; several moves are taken all or none. False: something else came first.

        Raises `Refused` if it is not legal. After False, the next turn shows what has changed.
        """
        written = [move.code if isinstance(move, Move) else move for move in moves]
        said = Decide(id=new_id(), seat=self.seat, decision=self.news.decision, moves=list(written))
        try:
            self.accepted = self.table.send(said)
        except Refused as refused:
            if refused.key == "bot_plays_for_you":  # the seat's thinking time is over
                take_back(self.table, self.seat)
                return self.play(*moves)
            if refused.key not in CAME_FIRST:
                raise
            return False
        return True


@dataclass
class Attention:
    """What one seat has heard, and what it has answered."""

    heard: int = -1  # the number of the last event
    happened: list[Happened] = field(default_factory=list)  # since its last turn
    answered: Turn | None = None

    def hear(self, seq: int, happened: Iterable[Happened]) -> None:
        """Note what happened, once: some events are news of the table and of the game."""
        if seq > self.heard:
            self.heard = seq
            self.happened += happened

    def tell(self) -> list[Happened]:
        """All that happened since this was last asked."""
        told, self.happened = self.happened, []
        return told

    def has_answered(self, news: GameNews) -> bool:
        """Whether this picture is older than the seat's own last answer."""
        accepted = self.answered.accepted if self.answered else None
        return accepted is not None and news.seq < accepted.seq


class Turns:
    """The turns of all seats that some keys open, until the game is over."""

    def __init__(self, table: "Table", keys: Sequence[str], agree_to_undo: bool) -> None:
        self._table = table
        self._agrees = agree_to_undo
        self._listening = Listening(table.caller, table.code, keys)
        self._seats: dict[int, Attention] = {}
        self._table_news: TableNews | None = None

    def __iter__(self) -> Iterator[Turn]:
        for told in self._listening:
            if isinstance(told, Welcome):
                self._seats = {seat: self._seats.get(seat, Attention()) for seat in told.seats}
            elif isinstance(told, Missed):
                self._catch_up(told)
            elif isinstance(told, GameNews):
                yield from self._turns_in(told)
            elif told.phase in (OVER, CLOSED):
                return
            else:
                self._look_around(told)

    def _catch_up(self, missed: Missed) -> None:
        for seat, attention in self._seats.items():
            if seat == missed.viewer:
                for past in missed.news:
                    attention.hear(past.seq, past.happened)

    def _turns_in(self, news: GameNews) -> Iterator[Turn]:
        """The turn that the news bring, if they ask one of the seats."""
        attention = None if news.viewer is None else self._seats.get(news.viewer)
        if attention is None or self._table_news is None:
            return
        attention.hear(news.seq, news.happened)
        if news.legal and not attention.has_answered(news):
            turn = Turn(self._table, self._table_news, news, attention.tell())
            yield turn
            attention.answered = turn

    def _look_around(self, news: TableNews) -> None:
        self._table_news = news
        for seat, attention in self._seats.items():
            attention.hear(news.seq, news.happened)
            if news.phase == PLAYING and news.seats[seat].level:
                take_back(self._table, seat)
            if news.undo not in (None, seat) and seat not in news.undo_agreed:
                self._answer_undo(seat)

    def _answer_undo(self, seat: int) -> None:
        said = AnswerUndo(id=new_id(), seat=seat, agree=self._agrees)
        with unless_refused("no_undo_asked", "table_is_closed"):  # somebody was quicker
            self._table.send(said)


def take_back(table: "Table", seat: int) -> None:
    """Play again where a bot has played on."""
    with unless_refused("seat_is_yours", "table_is_closed"):  # the news were old
        table.send(TakeBack(id=new_id(), seat=seat))
