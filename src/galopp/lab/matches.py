"""Mirrored deals: the same cards and the same luck, once for every seating.

Each deal is played once for every rotation of the bots around the table, so that each of them
sits on each seat once with the very same cards and the very same stream of chance. What a bot
draws lots for itself comes from luck of its own, made from the seed, the deal, the rotation
and the seat. With one player, each bot plays the same deals by itself.

Policies play in compiled loops, other bots each in a process with others; `galopp.lab.pieces`
hands out the deals. Whatever is played, they come back in their order.
"""

from collections.abc import Callable, Generator, Sequence
from contextlib import closing, suppress
from dataclasses import dataclass
from time import perf_counter
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from galopp import bots
from galopp.batch.loops import Levels, decide, open_stream
from galopp.batch.plan import policy_codes
from galopp.bots.histories import Histories
from galopp.bots.verbs import apply, mover, points, set_up, show, winners
from galopp.core.cards import count, has
from galopp.core.chance import Chance, chance, spin
from galopp.core.contract import History
from galopp.core.fault import Impossible
from galopp.core.kernel import hot_kernel, kernel
from galopp.core.option import Options
from galopp.core.record import Record, blank, copy_of
from galopp.core.words import NOBODY, Plain
from galopp.lab.cluster import executor_for
from galopp.lab.pieces import Executor, GivenUp, Worker, never
from galopp.play.game import Game, game
from galopp.review.luck import LuckMeter

AT_ONCE = (16, 250)  # deals in one go of a compiled loop, at least and at most
CODES = 64  # a decision is a bit of a word
SEATS_NUMBERED = 8  # so many numbers there are for the seats of a rotation

Maker = Callable[[str, str], bots.Bot]  # game and name → a bot


@dataclass(frozen=True)
class Match:
    """Which bots play what; it travels to other processes."""

    game: str
    players: int
    options: Options
    names: tuple[str, ...]  # of the bots
    seed: int
    maker: Maker = bots.bot  # a function of some module
    measures_luck: bool = False  # which takes some hundredths of a second a game

    @classmethod
    def between(
        cls,
        played: Game,
        players: int,
        names: Sequence[str],
        seed: int = 1,
        options: dict[str, Plain] | None = None,
        maker: Maker = bots.bot,
    ) -> "Match":
        """These bots at one table, one a place; raises `Fault` where that cannot be.

        If there are fewer bots than players, the last one takes the places left. `maker` turns
        names into bots.
        """
        chosen = played.check_setting(players, options or {})
        match = cls(played.name, players, chosen, tuple(names), seed, maker)
        check_bots(match)
        return match

    @property
    def solo(self) -> bool:
        """Whether each bot plays by itself."""
        return self.players == 1

    @property
    def places(self) -> list[int]:
        """The bot on each place around the table; the last one named takes what is left."""
        return [min(place, len(self.names) - 1) for place in range(self.players)]

    @property
    def seatings(self) -> npt.NDArray[np.int8]:
        """The bot on each seat (column) in each game of a deal (row)."""
        if self.solo:
            return np.arange(len(self.names), dtype=np.int8)[:, None]
        turns = range(self.players)
        rows = [[self.places[(seat + turn) % self.players] for seat in turns] for turn in turns]
        return np.array(rows, np.int8)

    @property
    def quick(self) -> bool:
        """Whether all bots are policies, which play in compiled loops."""
        if self.measures_luck:
            return False
        return self.maker is bots.bot and all(name in bots.POLICIES for name in self.names)


def check_bots(match: Match) -> None:
    """See that there are such bots, and seats for them; raises `Fault`."""
    if not match.names:
        raise Impossible("no_bots")
    if not match.solo and len(match.names) > match.players:
        raise Impossible("too_many_bots", bots=len(match.names), players=match.players)
    for name in match.names:
        match.maker(match.game, name).close()


@dataclass(frozen=True)
class Deals:
    """What came of some deals: first axis the deal, then the rotation, then the seat."""

    points: npt.NDArray[np.int16]  # (deals, rotations, players)
    winners: npt.NDArray[np.int16]  # (deals, rotations): seats as bits
    luck: npt.NDArray[np.float64]  # (deals, rotations, players): of the cards; 0 if not measured
    # By bot, over all games of a deal; not counted where policies play in compiled loops.
    choices: npt.NDArray[np.int64]  # (deals, bots): decisions where there was a choice
    tries: npt.NDArray[np.int64]  # (deals, bots)
    timed: npt.NDArray[np.int64]  # (deals, bots): choices, but for the first, which compiles
    seconds: npt.NDArray[np.float64]  # (deals, bots): of these

    @classmethod
    def blank(cls, match: Match, deals: int) -> "Deals":
        """So many rows to be filled in."""
        rotations, players = match.seatings.shape
        by_bot = (deals, len(match.names))
        return cls(
            np.zeros((deals, rotations, players), np.int16),
            np.zeros((deals, rotations), np.int16),
            np.zeros((deals, rotations, players)),
            np.zeros(by_bot, np.int64),
            np.zeros(by_bot, np.int64),
            np.zeros(by_bot, np.int64),
            np.zeros(by_bot, np.float64),
        )

    @classmethod
    def joined(cls, parts: Sequence["Deals"]) -> "Deals":
        """All of them in their order."""
        columns = zip(*(vars(part).values() for part in parts), strict=True)
        return cls(*(np.concatenate(column) for column in columns))

    def __len__(self) -> int:
        return len(self.winners)

    def first(self, deals: int) -> "Deals":
        """The first ones only."""
        return Deals(*(column[:deals] for column in vars(self).values()))


def play(
    match: Match,
    deals: int,
    workers: int | None = None,
    on: str | Executor | None = None,
) -> Generator[Deals, None, None]:
    """Play so many deals; they come in their order, some at a time.

    `on` says who plays them, as in `galopp.lab.cluster`; by default this machine. Whoever has seen
    enough closes the iterator: what is still being played is given up.
    """
    return executor_for(on, workers).run(MatchJob(match), deals)


@dataclass(frozen=True)
class MatchJob:
    """Playing the deals of a match, as a job: a deal's luck follows from its number."""

    match: Match

    @property
    def compiled(self) -> bool:
        """Whether all bots are policies."""
        return self.match.quick

    @property
    def at_once(self) -> tuple[int, int]:
        """Deals in a piece, at least and at most."""
        return AT_ONCE if self.match.quick else (1, 1)

    @property
    def kernels(self) -> str:
        """The game's, and those that its bots think with."""
        return f"{self.match.game} {self.match.names} {self.match.maker.__module__}"

    def prepare(self) -> None:
        """Have them compiled."""
        if self.match.quick:
            CompiledDeals(self.match).work(range(0))
            return
        with closing(Table(self.match)) as table:
            table.warm_up()

    def open(self, given_up: Callable[[], bool]) -> Worker[Deals]:
        """A table of its own for each worker, unless policies play."""
        return CompiledDeals(self.match) if self.match.quick else Table(self.match, given_up)


@kernel
def begin_own_luck(own: npt.NDArray[np.uint64], luck: Chance, rotation: int) -> None:
    """A stream for each seat to decide by, made from the luck of the deal and the rotation."""
    for seat in range(len(own)):
        number = np.uint64(rotation * SEATS_NUMBERED + seat)
        open_stream(own[seat : seat + 1], luck[0], number)


# Policies, in compiled loops -------------------------------------------------------------


class Scratch(NamedTuple):
    """Memory that games are played in; what it held before does not matter."""

    state: Record
    seen: Record
    luck: Chance
    own: npt.NDArray[np.uint64]  # a stream for each seat to decide by
    thinking: Chance  # one decision's part of it


@hot_kernel
def play_game(scratch: Scratch, policies: Levels) -> None:
    """Play on to the end, one policy a seat."""
    state, thinking = scratch.state, scratch.thinking
    seat = mover(state)
    while seat != NOBODY:
        thinking[0] = spin(scratch.own[seat : seat + 1])
        code = decide(state, seat, policies[seat], scratch.seen, thinking)
        apply(state, code, scratch.luck)
        seat = mover(state)


@kernel
def play_deals(
    scratch: Scratch,
    seed: np.uint64,
    first: int,
    options: Options,
    seatings: npt.NDArray[np.int8],
    points_won: npt.NDArray[np.int16],
    won: npt.NDArray[np.int16],
) -> None:
    """Whole deals, a row each; `seatings` is a policy a seat."""
    state, own = scratch.state, scratch.own
    for n in range(len(won)):
        for rotation in range(len(seatings)):
            open_stream(scratch.luck, seed, np.uint64(first + n))
            begin_own_luck(own, scratch.luck, rotation)
            set_up(state, len(own), options, scratch.luck)
            play_game(scratch, seatings[rotation])
            for seat in range(len(own)):
                points_won[n, rotation, seat] = points(state, seat)
            won[n, rotation] = winners(state)


class CompiledDeals:
    """Plays the deals of a match between policies."""

    def __init__(self, match: Match) -> None:
        self._match = match
        self._rules = game(match.game).rules
        self._seatings = policy_codes(match.names)[match.seatings]

    def work(self, piece: range) -> Deals:
        """Deals in every rotation."""
        match, rules = self._match, self._rules
        done = Deals.blank(match, len(piece))
        own = np.zeros(match.players, np.uint64)
        scratch = Scratch(blank(rules.STATE), blank(rules.SEEN), chance(0), own, chance(0))
        setting = (np.uint64(match.seed % 2**64), piece.start, match.options, self._seatings)
        play_deals(scratch, *setting, done.points, done.winners)
        return done

    def close(self) -> None:
        """It holds nothing."""


# Any bots ---------------------------------------------------------------------------------


class Asked(NamedTuple):
    """A bot that has to decide."""

    bot: int
    seat: int
    seen: Record
    told: History


class Table:
    """Plays the deals of a match, one after the other, with bots of its own."""

    def __init__(self, match: Match, given_up: Callable[[], bool] = never) -> None:
        self._match = match
        self._given_up = given_up
        self._rules = game(match.game).rules
        self._warm: set[int] = set()  # bots that have thought before
        self._bots: dict[tuple[int, int], bots.Bot] = {}  # by bot and seat
        self._thinking: dict[tuple[int, int], bots.Thinking] = {}  # how each is asked

    def work(self, piece: range) -> Deals:
        """Deals in every rotation."""
        return Deals.joined([Deals.blank(self._match, 0), *(self.play(deal) for deal in piece)])

    def play(self, deal: int) -> Deals:
        """One deal in every rotation."""
        done = Deals.blank(self._match, 1)
        for rotation, seating in enumerate(self._match.seatings):
            meter = self._meter(deal, rotation)
            state = self._play_game(deal, rotation, seating, done, meter)
            if meter:
                done.luck[0, rotation] = meter.luck
            for seat in range(self._match.players):
                done.points[0, rotation, seat] = points(state, seat)
            done.winners[0, rotation] = winners(state)
        return done

    def warm_up(self) -> None:
        """Play until each bot has thought once, for whatever that compiles."""
        before = self._given_up
        self._given_up = lambda: len(self._warm) == len(self._match.names)
        with suppress(GivenUp):
            self.play(0)
        self._given_up = before

    def _meter(self, deal: int, rotation: int) -> LuckMeter | None:
        """What measures the luck of a game, by luck that has nothing to do with the game's."""
        match = self._match
        if not match.measures_luck:
            return None
        stream = chance(0)
        open_stream(stream, ~np.uint64(match.seed % 2**64), np.uint64(deal))
        seed = int(stream[0]) + rotation
        return LuckMeter(self._rules, match.players, match.options, seed)

    def _play_game(
        self,
        deal: int,
        rotation: int,
        seating: npt.NDArray[np.int8],
        done: Deals,
        meter: LuckMeter | None,
    ) -> Record:
        state, seen, luck = blank(self._rules.STATE), blank(self._rules.SEEN), chance(0)
        own = np.zeros(self._match.players, np.uint64)
        open_stream(luck, np.uint64(self._match.seed % 2**64), np.uint64(deal))
        begin_own_luck(own, luck, rotation)
        set_up(state, self._match.players, self._match.options, luck)
        histories = Histories.begun(state)
        if meter:
            meter.deal(state)
        while (seat := int(mover(state))) != NOBODY:
            if self._given_up():
                raise GivenUp
            show(state, seat, seen)
            asked = Asked(int(seating[seat]), seat, seen, histories.of(seat))
            code = self._decision(asked, int(spin(own[seat : seat + 1])), done)
            before = copy_of(state)
            apply(state, code, luck)
            histories = histories.after(before, state)
            if meter:
                meter.decide(before, seat, code, state)
        return state

    def _decision(self, asked: Asked, lot: int, done: Deals) -> int:
        """What a bot decides; it is counted if there was a choice."""
        bot, seen = asked.bot, asked.seen
        name, allowed, start = self._match.names[bot], seen.legal, perf_counter()
        try:
            thought = self._on(bot, asked.seat)(seen, asked.told, lot)
        except bots.BotFailed:
            raise
        except Exception as wrong:
            reason = f"{type(wrong).__name__}: {wrong}"
            raise bots.BotFailed("bot_erred", name, reason=reason) from wrong
        took = perf_counter() - start
        if not 0 <= thought.code < CODES or not has(allowed, thought.code):
            raise bots.BotFailed("bot_not_allowed", name, code=thought.code)
        if count(allowed) > 1:
            self._count(bot, thought.tries, took, done)
        return thought.code

    def _on(self, bot: int, seat: int) -> bots.Thinking:
        """The bot for one seat: an object that has two would know the cards of both."""
        if (bot, seat) not in self._bots:
            made = self._match.maker(self._match.game, self._match.names[bot])
            self._bots[bot, seat] = made
            self._thinking[bot, seat] = bots.thinking_of(made)
        return self._thinking[bot, seat]

    def _count(self, bot: int, tries: int, took: float, done: Deals) -> None:
        done.choices[0, bot] += 1
        done.tries[0, bot] += tries
        if bot in self._warm:
            done.timed[0, bot] += 1
            done.seconds[0, bot] += took
        self._warm.add(bot)

    def close(self) -> None:
        """Let the bots go."""
        for bot in self._bots.values():
            bot.close()
