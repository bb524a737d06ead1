"""A group as one of its members knows it."""

from collections.abc import Callable, Sequence

import msgspec

from galopp.client.calling import Answer, Caller, new_id
from galopp.client.table import Seat, Table
from galopp.core.words import Plain
from galopp.group import message
from galopp.group.message import AnyGroupMessage
from galopp.group.shown import GroupFace, GroupGameShown, GroupNews, Statistics
from galopp.table.keys import new_key
from galopp.table.settings import Settings
from galopp.wire import Accepted, SeatGiven
from galopp.wire.groups import (
    AddedSeat,
    AddGame,
    AddScreen,
    DrawRound,
    EndRound,
    GameAdded,
    GroupTableOpened,
    MakeOneTimeKey,
    OneTimeKey,
    OpenGroupTable,
    ScreenGiven,
    TakeSeat,
)


class Group:
    """A group, with the key of one of its members."""

    def __init__(self, caller: Caller, code: str, member: int, key: str) -> None:
        self.caller = caller
        self.code = code
        self.member = member  # one's own number
        self.key = key

    def __repr__(self) -> str:
        return f"<group {self.code}>"  # and no keys: this may end up in a log

    @property
    def page(self) -> str:
        """Where people find it in a browser."""
        return f"{self.caller.address}/g/{self.code}"

    def invitation(self) -> str:
        """The link by which people can join now."""
        word = self.news().invitation
        return f"{self.page}#invitation={word}" if word else self.page

    @property
    def path(self) -> str:
        """Where programs find it."""
        return f"/api/groups/{self.code}"

    # --- Looking

    def face(self) -> GroupFace:
        """What whoever has the link sees."""
        return self.caller.ask_for(GroupFace, "GET", f"{self.path}/face")

    def news(self) -> GroupNews:
        """The group as it is now."""
        return self.caller.ask_for(GroupNews, "GET", self.path, keys=[self.key])

    def wait(self, until: Callable[[GroupNews], bool]) -> GroupNews:
        """The group as soon as something is so; whoever waits is shown as being there."""
        news = self.news()
        while not until(news):
            news = self.caller.ask_for(
                GroupNews, "GET", self.path, keys=[self.key], stamp=news.stamp
            )
        return news

    def games(self, before: int | None = None) -> list[GroupGameShown]:
        """The games, the newest first, a page of them; those before a number."""
        path = f"{self.path}/games"
        return self.caller.ask_for(
            list[GroupGameShown], "GET", path, keys=[self.key], before=before
        )

    def statistics(self, season: int | None = None) -> Statistics:
        """Standings and who is ahead of whom: of a season, of the one that is on, or with 0 all."""
        path = f"{self.path}/statistics"
        return self.caller.ask_for(Statistics, "GET", path, keys=[self.key], season=season)

    def export(self) -> bytes:
        """Everything as one file, which another server takes (`Server.import_group`)."""
        return self.caller.ask("GET", f"{self.path}/export", keys=[self.key])

    def one_time_key(self, member: int | None = None) -> str:
        """A key that lets another device in as oneself, once (`Server.use_one_time_key`).

        After an import, the founder makes one for each member who is awaited.
        """
        return self._ask(OneTimeKey, "one-time-keys", MakeOneTimeKey(member=member)).key

    def screen_key(self) -> str:
        """A key that lets a screen show the group at `/tv/CODE#screen=KEY`, and do nothing else."""
        return self._ask(ScreenGiven, "screens", AddScreen()).key

    # --- Playing

    def open_table(
        self,
        game: str,
        players: int,
        settings: Settings | None = None,
        expected: Sequence[int] = (),
        **options: Plain,
    ) -> Table:
        """Open a table as its host, whose games count here if everybody there agrees."""
        wanted = OpenGroupTable(
            game=game,
            players=players,
            options=dict(options),
            settings=settings or Settings(),
            expected=list(expected),
        )
        opened = self._ask(GroupTableOpened, "tables", wanted)
        return Table(self.caller, opened.table, opened.key)

    def sit(self, table: str, seat: int | None = None, key: str | None = None) -> Seat:
        """Sit down at a table of the group, or come back to one's seat there."""
        wanted = TakeSeat(table=table, key=key or new_key(), seat=seat)
        given = self._ask(SeatGiven, "seats", wanted)
        found = Table(self.caller, table, None)
        found.seats.append(Seat(found, given.seat, given.key))
        return found.seats[-1]

    def add_game(
        self,
        seats: Sequence[AddedSeat],
        game: str = "",
        record: str = "",
        played: float | None = None,
    ) -> int:
        """Add a game played elsewhere, by its record or by places alone; its number."""
        wanted = AddGame(id=new_id(), game=game, played=played, seats=list(seats), record=record)
        return self._ask(GameAdded, "games", wanted).number

    def draw_round(self, tournament: int, round: int, minutes: int | None = None) -> None:
        """Draw the next round of a tournament; its tables are open afterwards."""
        wanted = DrawRound(id=new_id(), round=round, minutes=minutes)
        self._ask(Accepted, f"tournaments/{tournament}/rounds", wanted)

    def ring_bell(self, tournament: int, round: int) -> None:
        """End a round that is on; games that are not over count as they stand."""
        wanted = EndRound(id=new_id(), round=round)
        self._ask(Accepted, f"tournaments/{tournament}/bell", wanted)

    # --- Saying something

    def say(self, said: AnyGroupMessage) -> Accepted:
        """Say anything a member may say (`galopp.group.message`); raises `Refused`."""
        return self._ask(Accepted, "messages", said)

    def set_season(self, name: str, start: float, end: float, number: int | None = None) -> None:
        """Set a season, or change one."""
        self.say(message.SetSeason(id=new_id(), name=name, start=start, end=end, number=number))

    def plan_tournament(
        self,
        name: str,
        games: Sequence[str],
        size: int = 4,
        rounds: int = 3,
        minutes: int = 0,
        filler: str = "",
        over_days: bool = False,
    ) -> None:
        """Plan a tournament and take part."""
        self.say(
            message.PlanTournament(
                id=new_id(),
                name=name,
                games=list(games),
                size=size,
                rounds=rounds,
                minutes=minutes,
                filler=filler,
                over_days=over_days,
            )
        )

    def enter(self, tournament: int) -> None:
        """Take part in a tournament from its next round on."""
        self.say(message.EnterTournament(id=new_id(), tournament=tournament))

    def withdraw(self, tournament: int) -> None:
        """Take part no more."""
        self.say(message.WithdrawFromTournament(id=new_id(), tournament=tournament))

    def leave(self) -> None:
        """Leave the group; one's name goes too."""
        self.say(message.LeaveGroup(id=new_id()))

    def close(self) -> None:
        """Delete the group and everything of it. Founder only."""
        self.say(message.CloseGroup(id=new_id()))

    def _ask(self, answer: type[Answer], where: str, said: msgspec.Struct) -> Answer:
        return self.caller.ask_for(answer, "POST", f"{self.path}/{where}", said, [self.key])
