"""A table server as a client knows it."""

import time
from collections.abc import Callable
from types import TracebackType

import msgspec

from galopp import locale
from galopp.client.calling import Caller
from galopp.client.group import Group
from galopp.client.table import Seat, Table
from galopp.core.words import Plain
from galopp.review import Review
from galopp.table.keys import new_key
from galopp.table.settings import Settings
from galopp.wire import (
    BringReplay,
    GameShown,
    OpenTable,
    ReplayBrought,
    ReviewShown,
    TableListed,
    TableOpened,
)
from galopp.wire.groups import Join, MemberGiven, OpenGroup, UseOneTimeKey

PATIENCE = 300.0  # seconds: a server that is being restarted on a slow machine
ASK_AGAIN_AFTER = 0.5  # seconds, for a review that is being made


class Server:
    """A table server.

    `language` is that of the sentences it says ("de", "en", "fr"; the system's if left out).
    `patience` is for how many seconds in a row it may be away before `Unreachable` is raised.
    """

    def __init__(
        self, address: str, language: str | None = None, patience: float = PATIENCE
    ) -> None:
        self._caller = Caller(address, locale.language(language), patience)

    def __enter__(self) -> "Server":
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        where: TracebackType | None,
    ) -> None:
        self.close()

    def close(self) -> None:
        """Let go of all connections."""
        self._caller.close()

    def games(self) -> list[GameShown]:
        """The games that can be played here, with their options and moves."""
        return self._caller.ask_for(list[GameShown], "GET", "/api/games")

    def tables(self) -> list[TableListed]:
        """The tables on the public list; none where the server keeps no list."""
        return self._caller.ask_for(list[TableListed], "GET", "/api/tables")

    def open(
        self, game: str, players: int, settings: Settings | None = None, **options: Plain
    ) -> Table:
        """Open a table as its host; options are those of the game (`mau=True`)."""
        wanted = OpenTable(
            game=game, players=players, options=dict(options), settings=settings or Settings()
        )
        opened = self._caller.ask_for(TableOpened, "POST", "/api/tables", wanted)
        return Table(self._caller, opened.code, opened.key, opened.promise)

    def table(self, code: str, host_key: str | None = None) -> Table:
        """A table that somebody has opened."""
        return Table(self._caller, code.upper(), host_key)

    def join(
        self,
        code: str,
        name: str,
        pig: str = "rosy",
        seat: int | None = None,
        key: str | None = None,
    ) -> Seat:
        """Sit down at a table that somebody has opened; with an old key, come back to it."""
        return self.table(code).sit(name, pig, seat, key)

    def open_group(self, name: str, member: str, pig: str = "", colour: str = "") -> Group:
        """Open a group and be its founder, under the name `member`."""
        wanted = OpenGroup(name=name, pig=pig, colour=colour, member=member, key=new_key())
        given = self._caller.ask_for(MemberGiven, "POST", "/api/groups", wanted)
        return Group(self._caller, given.code, given.member, given.key)

    def join_group(
        self, code: str, name: str, pig: str = "", key: str | None = None, invitation: str = ""
    ) -> Group:
        """Become a member of a group; with an old key, be the same one again."""
        wanted = Join(name=name, pig=pig, key=key or new_key(), invitation=invitation)
        path = f"/api/groups/{code.upper()}/members"
        given = self._caller.ask_for(MemberGiven, "POST", path, wanted)
        return Group(self._caller, given.code, given.member, given.key)

    def use_one_time_key(self, code: str, one_time_key: str) -> Group:
        """Be the member on this device who has made such a key on another."""
        wanted = UseOneTimeKey(one_time_key=one_time_key, key=new_key())
        path = f"/api/groups/{code.upper()}/devices"
        given = self._caller.ask_for(MemberGiven, "POST", path, wanted)
        return Group(self._caller, given.code, given.member, given.key)

    def import_group(self, file: bytes) -> Group:
        """Bring a group that was exported, from this server or another."""
        path, body = "/api/groups/import", msgspec.Raw(file)
        given = self._caller.ask_for(MemberGiven, "POST", path, body)
        return Group(self._caller, given.code, given.member, given.key)

    def bring(self, record: str) -> str:
        """Bring a game as text, to be watched and reviewed; returns its name."""
        brought = BringReplay(text=record)
        return self._caller.ask_for(ReplayBrought, "POST", "/api/replays", brought).id

    def review(
        self, replay: str, progress: Callable[[ReviewShown], None] = lambda shown: None
    ) -> Review:
        """What every decision of a game that is over cost, and what the cards gave.

        A game is named by its table and round ("KQHTZM-1"), or as `bring` says. It takes seconds;
        `progress` is told how far it is and what is known meanwhile.
        """
        while True:
            shown = self._caller.ask_for(ReviewShown, "GET", f"/api/replays/{replay}/review")
            progress(shown)
            if shown.progress >= 1 and shown.review is not None:
                return shown.review
            time.sleep(ASK_AGAIN_AFTER)
