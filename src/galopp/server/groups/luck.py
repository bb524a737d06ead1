"""Who was lucky: games of groups are reviewed one after the other, when nobody else wants it.

A review is made in the process beside the server, after all searches and after reviews that
somebody waits for. What it says of the cards goes into the group's log; the rest is kept like any
other review, so that whoever wants to read it need not wait.
"""

import asyncio
from collections import OrderedDict

import structlog

from galopp.core.fault import Fault
from galopp.group.counting import review_game
from galopp.group.group import Group
from galopp.review import Review
from galopp.review.report import WHOLE
from galopp.server.bots.searching import SearchFailed
from galopp.server.groups.registry import GroupRegistry
from galopp.server.groups.room import GroupRoom
from galopp.server.ops.logs import report
from galopp.server.ops.preparing import Preparing
from galopp.server.tables.reviews import Reviews

PAUSE = 1.0  # seconds between two looks whether somebody else has a review made
MOST = 500  # games that wait; others are found when their group is brought again
TRIES = 2  # a game that cannot be reviewed is not tried for ever

logger = structlog.get_logger("galopp")


class Luck:
    """Reviews the games of groups."""

    def __init__(
        self,
        registry: GroupRegistry,
        reviews: Reviews,
        preparing: Preparing,
    ) -> None:
        self._registry, self._reviews = registry, reviews
        self._preparing = preparing
        self._wanted: OrderedDict[tuple[str, int], int] = OrderedDict()  # tries left
        self._something = asyncio.Event()

    def want(self, group: Group) -> None:
        """Review whatever of a group is not reviewed yet."""
        for game in group.games[-MOST:]:
            fresh = game.review is None and game.played.has_record and not game.struck
            if fresh and not game.played.cut_short:
                self._wanted.setdefault((group.code, game.number), TRIES)
                self._something.set()
        while len(self._wanted) > MOST:
            self._wanted.popitem(last=False)

    async def serve(self) -> None:
        """Review one game after the other."""
        while True:
            await self._something.wait()
            if not self._wanted:
                self._something.clear()
                continue
            if self._reviews.busy or not self._preparing.done:
                await asyncio.sleep(PAUSE)
                continue
            (code, number), tries = self._wanted.popitem()  # what was played last, first
            if not await self._review(code, number) and tries > 1:
                self._wanted[code, number] = tries - 1
                self._wanted.move_to_end((code, number), last=False)

    async def _review(self, code: str, number: int) -> bool:
        """Review one game; whether there is nothing more to do about it."""
        try:
            room = self._registry.rooms.get(code) or await self._registry.room(code)
            game = room.group.game(number)
            if game is None or game.review is not None or game.struck:
                return True
            await self._log(room, number, await self._reviews.make(f"{code}-{number}"))
        except (Fault, SearchFailed, TimeoutError) as error:
            logger.warning("not reviewed", group=code, game=number, error=type(error).__name__)
            return False
        except Exception as error:  # the others are reviewed all the same
            report(error, code)
        return True

    async def _log(self, room: GroupRoom, number: int, review: Review) -> None:
        accounts = review.accounts[: review.players]
        luck = [account.luck / WHOLE for account in accounts]
        error = [account.luck_error / WHOLE for account in accounts]
        await room.carry_out(lambda group, _: review_game(group, number, luck, error))
