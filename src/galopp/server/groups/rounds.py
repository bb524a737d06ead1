"""Rounds of tournaments: their tables are set up, their games begin, the bell rings.

Tables are opened before the round is written down: one that no group knows is thrown away soon,
and nobody is drawn to a table that is not there. Members sit where they were drawn and come to
their seats by themselves; a game begins when all have come, or when they had time enough. All of
it follows from the log and the time, so that it goes on after a restart.
"""

import asyncio
import math
from functools import partial

import structlog

from galopp import wire
from galopp.core.fault import Fault
from galopp.group import drawing, log
from galopp.group.checks import check_open, check_runs, known_tournament
from galopp.group.counting import count_game
from galopp.group.group import Group, RoundOfTournament
from galopp.group.log import AnyGroupLogged
from galopp.group.results import game_cut_short
from galopp.group.verdict import Verdict
from galopp.server.groups.looking import Looking
from galopp.server.groups.room import GroupRoom
from galopp.server.groups.tickets import Ticket, Tickets
from galopp.server.tables.opening import Opening
from galopp.server.tables.registry import Registry
from galopp.server.tables.room import Room
from galopp.table import judge as table_judge
from galopp.table.keys import new_key
from galopp.table.message import AddBot
from galopp.table.refused import NotNow
from galopp.table.seating import seat_member
from galopp.table.settings import DAY, Settings, Thinking
from galopp.table.table import Sender, Table
from galopp.wire.groups import DrawRound, EndRound

COME_WITHIN = 120.0  # seconds until a game begins without those who have not come
DAYS = Settings(thinking=Thinking("days", DAY))
HOST = Sender(host=True)

logger = structlog.get_logger("galopp")


class Rounds:
    """Draws rounds and sees them through."""

    def __init__(
        self, registry: Registry, opening: Opening, tickets: Tickets, looking: Looking
    ) -> None:
        self._registry, self._opening = registry, opening
        self._tickets, self._looking = tickets, looking

    # --- Drawing

    async def draw(
        self, room: GroupRoom, member: int, tournament: int, wanted: DrawRound
    ) -> wire.Accepted:
        """Draw a round and open its tables; raises `Fault`."""
        known = room.group.tournament(tournament)
        most = 0 if known is None else drawing.most_tables(known)
        codes = [await self._registry.unused_code() for _ in range(most)]

        asked = drawing.WantedRound(tournament, wanted.round, wanted.minutes, wanted.id)

        def draw(group: Group, now: float) -> Verdict:
            return drawing.draw_round(group, member, asked, iter(codes), now)

        async def open_tables(verdict: Verdict) -> None:
            opened = [event for event in verdict.events if isinstance(event, log.TableOpened)]
            await asyncio.gather(*(self._open(room.group, table) for table in opened))

        await room.carry_out(draw, open_tables, in_thread=True)
        return room.accepted(member, wanted.id)

    async def ring(
        self, room: GroupRoom, member: int, tournament: int, wanted: EndRound
    ) -> wire.Accepted:
        """End the round that is on before its time, or where it has none; raises `Fault`.

        Else a table to which nobody comes any more would keep everybody from the next round.
        """
        check_open(room.group)
        check_runs(room.group, known_tournament(room.group, tournament), member)
        on = room.group.round_being_played
        if on is not None and (on.drawn.tournament, on.drawn.round) == (tournament, wanted.round):
            await self._ring(room, on)
        return room.accepted(member, wanted.id)

    async def _open(self, group: Group, opened: log.TableOpened) -> None:
        """Open a table, with everybody in their seats."""
        tournament = group.tournaments[opened.tournament - 1].planned
        table = wire.OpenTable(
            game=opened.game,
            players=opened.players,
            options=opened.options,
            settings=DAYS if tournament.over_days else Settings(),
        )
        await self._opening.open(table, opened.table, group.code)
        room = await self._registry.room(opened.table)
        for seat, member in enumerate(opened.expected):
            await self._seat(room, group, seat, member)
        for seat in range(len(opened.expected), opened.players):
            bot = AddBot(id=f"bot-{seat}", seat=seat, level=tournament.filler)
            _done(await room.carry_out(partial(_judge_as_host, bot)))

    async def _seat(self, room: Room, group: Group, seat: int, member: int) -> None:
        """Let a member sit there, with a key that nobody has until they come."""
        who = group.members[member]
        _done(
            await room.carry_out(
                lambda table, _: seat_member(table, member, who.name, who.pig, new_key(), seat)
            )
        )

    # --- Seeing it through

    def due(self, group: Group, events: list[AnyGroupLogged], now: float) -> float | None:
        """When a group wants attention next, after these events, which are not folded in yet."""
        for event in events:
            if isinstance(event, log.RoundDrawn):
                return min(event.until or math.inf, now + COME_WITHIN)
            if isinstance(event, log.RoundEnded):
                return None
        return due(group, now)

    async def tend(self, room: GroupRoom) -> None:
        """Do what is due: begin games, ring the bell."""
        on = room.group.round_being_played
        if on is None:
            return
        now, drawn = room.now(), on.drawn
        if drawn.until and now >= drawn.until:
            await self._ring(room, on)
        elif {table.table for table in drawn.tables} <= room.notes.gone | on.results.keys():
            await self._end(room, on)
        elif _may_begin(room.group, on, now):
            await asyncio.gather(*(self._begin(room, code) for code in _not_begun(room, on)))

    async def _begin(self, room: GroupRoom, code: str) -> None:
        ticket = Ticket(code, room.group.code, "begin", self._tickets.until())
        try:
            await self._tickets.hand_in(ticket)
            room.notes.begun.add(code)
        except NotNow:
            pass  # next time
        except Fault as fault:  # it is gone
            logger.warning("not begun", table=code, fault=fault.key)
            room.notes.begun.add(code)

    async def _ring(self, room: GroupRoom, on: RoundOfTournament) -> None:
        """Count what is over, and what is not as it stands."""
        async with room.looking:
            await self._looking.look(room)
        for table in on.drawn.tables:
            found = await self._registry.peek(table.table)
            if table.table in on.results or found is None:
                continue
            played = game_cut_short(found[0], room.now())
            if played is not None and played.round == 1:
                await room.carry_out(partial(_count, played))
        await self._end(room, on)

    async def _end(self, room: GroupRoom, on: RoundOfTournament) -> None:
        drawn = on.drawn
        await room.carry_out(
            lambda group, _: drawing.end_round(group, drawn.tournament, drawn.round)
        )


def due(group: Group, now: float) -> float | None:
    """When a group wants attention next, if ever."""
    on = group.round_being_played
    if on is None:
        return None
    began = group.tables[on.drawn.tables[0].table].at + COME_WITHIN
    return min((moment for moment in (began, on.drawn.until) if moment > now), default=None)


def _may_begin(group: Group, on: RoundOfTournament, now: float) -> bool:
    """Whether the games of a round begin, whoever has come."""
    over_days = group.tournaments[on.drawn.tournament - 1].planned.over_days
    return over_days or now >= group.tables[on.drawn.tables[0].table].at + COME_WITHIN


def _not_begun(room: GroupRoom, on: RoundOfTournament) -> list[str]:
    """The tables of a round whose games have not begun, as far as is known."""
    return [table.table for table in on.drawn.tables if table.table not in room.notes.begun]


def _judge_as_host(said: AddBot, table: Table, now: float) -> table_judge.Verdict:
    return table_judge.judge(table, said, HOST, now)


def _count(played: log.GamePlayed, group: Group, now: float) -> Verdict:
    return count_game(group, played)


def _done(verdict: table_judge.Verdict | Fault) -> None:
    if isinstance(verdict, Fault):
        raise verdict
