"""A batch on an NVIDIA graphics card: one thread a game, the same rules, the same interface.

Three things make it fast. While a thread plays, its game lies in shared memory, in banks that
the threads of a warp can reach at the same time; between steps all games lie as a struct of
arrays, so that a warp finds the same word of its games side by side. Observations and masks are
written by a kernel of their own, four places at once, by threads that write side by side. And in
whole games a thread whose game is over takes up the next one, instead of waiting for the longest
game of its warp.

numba compiles the rules for the card when a kernel is first called, which takes a few seconds a
game; the kernels here are closures over a game's records because memory of a thread or a block has
a size known beforehand.
"""

from collections.abc import Callable, Iterator, Sequence
from functools import cache
from typing import NamedTuple, TypeAlias

import numpy as np
import numpy.typing as npt

from galopp import games as all_games
from galopp.batch.cpu import lots_of
from galopp.batch.cuda_rows import Rows, RowSource, divided, places_of_mask
from galopp.batch.layout import Records, Words
from galopp.batch.lending import DeviceArray
from galopp.batch.loops import (
    Codes,
    Games,
    Levels,
    Pass,
    Played,
    Shown,
    begin,
    clear,
    decide,
    draw_at_level,
    draw_code,
    note,
    pass_over_game,
    show_mover,
)
from galopp.batch.numba_cuda import (
    SIMULATED,
    CardKernel,
    Launch,
    allocate,
    card_function,
    card_kernel,
    cuda,
    lend,
    put,
    stride,
    to_device,
)
from galopp.batch.plan import Given, Plan, check
from galopp.batch.untyped import Array
from galopp.bots.verbs import apply, legal, mover, show
from galopp.core.cards import pick
from galopp.core.chance import Chance
from galopp.core.contract import Rules
from galopp.core.kernel import kernel
from galopp.core.record import Record, copy_of
from galopp.core.words import NOBODY

BLOCK = 64  # threads that take a step each
MOST_SHARED = 48  # words of a state and a view in shared memory; with more, few blocks would fit

WholeNumbers = npt.NDArray[np.integer]  # of whatever kind was handed in
Choose: TypeAlias = Callable[[Record, int, Levels, Chance], int]  # which code a seat decides


class LaunchConfig(NamedTuple):
    """How whole games are shared out: tried by `galopp bench batch`, and of no effect on them."""

    block: int = 128  # threads
    blocks: int = 32  # for each multiprocessor
    pause: int = 16  # decisions from one taking up of new games to the next; a power of 2
    registers: int | None = None  # a thread's, at most


USUAL = LaunchConfig()


class Views(NamedTuple):
    """What is observed: so many views of a game, of the mover or of the seats in turn."""

    seen: Array  # (words of a record, games * views)
    views: int
    of_mover: bool


class OnCuda:
    """The games of a batch in the memory of a graphics card."""

    def __init__(self, plan: Plan) -> None:
        self.plan = plan
        self.games = _games(plan, (_words_in(plan.rules.STATE), plan.games))
        self._views = _views(plan)
        shown = Shown(*plan.shown())
        allowed = allocate(*shown.legal)
        self.rows = dict(_rows(plan, self.games, allowed, self._views))
        self._shown = Shown(
            mover=allocate(*shown.mover),
            legal=allowed,
            mask=self.rows["mask"].lent.array,
            rewards=allocate(*shown.rewards),
            done=allocate(*shown.done),
            refused=allocate(*shown.refused),
        )
        self.shown = Shown(*(lend(array) for array in self._shown))
        self._lots: Array = None  # until somebody asks for any
        self._draw: dict[tuple[int, ...], Launch] = {}  # by levels; no level, if all draw lots
        self._codes = allocate((plan.games,), np.int64)
        self.use(step_kernel(plan.rules.NAME))

    def use(self, kernel: CardKernel) -> None:
        """Take steps by this kernel."""
        about = (self.plan.games, self.games, self._shown, self.plan.auto_reset, self._views)
        self._step = Launch(kernel, self._blocks, BLOCK, *about)

    def go(self, task: int, given: Given, seed: int | None = None) -> None:
        """Pass over all games, and look at them."""
        plan, codes = self.plan, _on_card(given)
        check(task, codes, plan.games)
        if seed is not None:
            self._reseed(seed)
        self._step(codes, task)
        for rows in self.rows.values():
            rows.write()

    @property
    def observations(self) -> DeviceArray:
        """What is seen, in rows."""
        return self.rows["observations"].lent

    @property
    def history(self) -> DeviceArray:
        """Nobody is told anything here: a batch refuses to ask for it."""
        raise NotImplementedError("histories are kept on the processor")

    @property
    def mover(self) -> Array:
        """Who decides in each game."""
        return self._shown.mover

    @property
    def shown_to_movers(self) -> tuple[Array]:
        """What they see, if anybody observes it: (words of a record, games)."""
        return (self._views.seen,)

    def sample(self, levels: Sequence[int]) -> DeviceArray:
        """A legal code for each game."""
        if self._lots is None:
            seed = lend(self.games.seed).to_numpy()[0]
            self._lots = to_device(lots_of(self.plan.games, seed))
            self._draw.clear()
        who = tuple(levels) if any(levels) else ()
        if who not in self._draw:
            self._draw[who] = self._drawing(who)
        self._draw[who](self._codes)
        return lend(self._codes)

    def _drawing(self, levels: tuple[int, ...]) -> Launch:
        if not levels:
            return Launch(draw_kernel(), self._blocks, BLOCK, (self._shown.legal, self._lots))
        kernel = draw_at_levels_kernel(self.plan.rules.NAME)
        about = (self._lots, to_device(np.array(levels, np.int8)))
        return Launch(kernel, self._blocks, BLOCK, self.games, about)

    def play(self, levels: Sequence[int]) -> Played:
        """Play every game to its end."""
        return _play(self.plan, self.games, False, levels, USUAL)

    def states(self) -> Records:
        """The states, fetched."""
        by_word = lend(self.games.states).to_numpy()
        return np.ascontiguousarray(by_word.T).view(self.plan.rules.STATE).reshape(-1)

    def game(self, row: int) -> tuple[Record, Chance]:
        """The state of one game, and its luck; all of them are fetched for it."""
        return copy_of(self.states()[row]), lend(self.games.luck).to_numpy()[[row]]

    def _reseed(self, seed: int) -> None:
        put(np.array([seed], np.uint64), self.games.seed)
        put(np.zeros(self.plan.games, np.int64), self.games.begun)
        self._lots = None

    @property
    def _blocks(self) -> int:
        return -(-self.plan.games // BLOCK)


def play(plan: Plan, levels: Sequence[int], config: LaunchConfig = USUAL) -> Played:
    """Play new games from beginning to end; none of them is kept."""
    return _play(plan, _games(plan, (1, 1)), True, levels, config)


def _play(
    plan: Plan, games: Games, fresh: bool, levels: Sequence[int], config: LaunchConfig
) -> Played:
    kernel = play_kernel(plan.rules.NAME, any(levels), config.block, config.registers)
    played = Played(*(allocate(*array) for array in plan.results()))
    blocks = min(config.blocks * _multiprocessors(), -(-plan.games // config.block))
    who = _as_is(to_device(np.array(levels, np.int8)))
    kernel[blocks, config.block](plan.games, games, fresh, who, played, config.pause)
    return Played(*(lend(array) for array in played))


# A step ---------------------------------------------------------------------------------


@kernel
def fetch(row: int, words: Words, luck: Chance, games: Games) -> None:
    """Bring a game to where its thread plays it."""
    for place in range(len(words)):
        words[place] = games.states[place, row]
    luck[0] = games.luck[row]


@kernel
def put_back(row: int, words: Words, luck: Chance, games: Games) -> None:
    """Bring it back into the struct of arrays."""
    for place in range(len(words)):
        games.states[place, row] = words[place]
    games.luck[row] = luck[0]


@card_function
def own(words: int) -> slice:
    """Where the words of this thread are among those of its block."""
    start = cuda.threadIdx.x * stride(words)
    return slice(start, start + words)


def _words_of_block(words: int, threads: int) -> int:
    return threads * stride(words)


@cache
def step_kernel(game: str, registers: int | None = None) -> CardKernel:
    """`pass_over`, one thread a game, and what is seen then, as a struct of arrays."""
    rules = all_games.rules(game)
    state_type, seen_type, word = rules.STATE, rules.SEEN, np.uint64
    state_words, seen_words = _words_in(state_type), _words_in(seen_type)
    shares_state = state_words + seen_words <= MOST_SHARED
    all_states, all_seen = (_words_of_block(words, BLOCK) for words in (state_words, seen_words))

    @card_kernel(registers)
    def step(
        number: int,
        games: Games,
        shown: Shown,
        again: bool,
        views: Views,
        codes: tuple[WholeNumbers],
        task: int,
    ) -> None:
        luck = cuda.local.array(1, word)
        seen = cuda.shared.array(all_seen, word)[own(seen_words)]
        if shares_state:
            words = cuda.shared.array(all_states, word)[own(state_words)]
        else:
            words = cuda.local.array(state_words, word)
        state = words.view(state_type)[0]
        row = cuda.grid(1)
        if row < number:
            fetch(row, words, luck, games)
            # By way of int64: the rules are compiled for one kind of number.
            code = int(np.int64(codes[0][row]))
            pass_over_game(row, code, Pass(task, again), state, luck, games, shown)
            put_back(row, words, luck, games)
            show_mover(row, state, shown)
            for view in range(views.views):
                seat = mover(state) if views.of_mover else view
                if seat < state.players:
                    show(state, seat, seen.view(seen_type)[0])
                    for place in range(seen_words):
                        views.seen[place, row * views.views + view] = seen[place]

    return step


@cache
def draw_kernel() -> CardKernel:
    """`draw_codes`, one thread a game."""

    @card_kernel()
    def draw(arrays: tuple[Words, Words], drawn: tuple[Codes]) -> None:
        legal_codes, lots = arrays
        (codes,) = drawn
        row = cuda.grid(1)
        if row < len(codes):
            codes[row] = draw_code(legal_codes[row], lots[row : row + 1])

    return draw


@cache
def draw_at_levels_kernel(game: str) -> CardKernel:
    """`draw_at_levels`, one thread a game."""
    rules = all_games.rules(game)
    state_type, seen_type, word = rules.STATE, rules.SEEN, np.uint64
    state_words, seen_words = _words_in(state_type), _words_in(seen_type)

    @card_kernel()
    def draw(games: Games, about: tuple[Words, Levels], drawn: tuple[Codes]) -> None:
        words = cuda.local.array(state_words, word)
        luck = cuda.local.array(1, word)
        seen = cuda.local.array(seen_words, word)
        lots, levels = about
        (codes,) = drawn
        row = cuda.grid(1)
        if row < len(codes):
            fetch(row, words, luck, games)
            state, shown = words.view(state_type)[0], seen.view(seen_type)[0]
            codes[row] = draw_at_level(state, shown, levels, lots[row : row + 1])

    return draw


# Whole games ----------------------------------------------------------------------------


@cache
def play_kernel(game: str, clever: bool, block: int, registers: int | None) -> CardKernel:
    """Whole games, by lot or by levels; a thread that is done with a game takes the next."""
    rules = all_games.rules(game)
    state_type, state_words, word = rules.STATE, _words_in(rules.STATE), np.uint64
    all_words = _words_of_block(state_words, block)
    choose = _by_level(rules) if clever else _by_lot()

    @card_kernel(registers)
    def play(
        number: int, games: Games, fresh: bool, levels: tuple[Levels], played: Played, pause: int
    ) -> None:
        words = cuda.shared.array(all_words, word)[own(state_words)]
        luck = cuda.local.array(1, word)
        clear(words)
        state = words.view(state_type)[0]
        row, step = cuda.grid(1), cuda.gridsize(1)
        moment = made = 0
        seat = NOBODY
        begun = False
        while begun or row < number:
            # All threads of a warp pause in the same rounds, so that those that are done in
            # between set up their next games together.
            if not begun and moment & (pause - 1) == 0:
                if fresh:
                    begin(row, 0, state, luck, games)
                else:
                    fetch(row, words, luck, games)
                begun = True
                made = 0
                seat = mover(state)
            if begun:
                if seat != NOBODY:
                    apply(state, choose(state, seat, levels[0], luck), luck)
                    made += 1
                    seat = mover(state)
                if seat == NOBODY:
                    note(row, state, made, played)
                    if not fresh:
                        put_back(row, words, luck, games)
                    begun = False
                    row += step
            moment += 1

    return play


def _by_lot() -> Choose:
    @card_function
    def choose(state: Record, seat: int, levels: Levels, luck: Chance) -> int:
        return pick(np.uint64(legal(state)), luck)

    return choose


def _by_level(rules: Rules) -> Choose:
    seen_type, seen_words, word = rules.SEEN, _words_in(rules.SEEN), np.uint64

    @card_function
    def choose(state: Record, seat: int, levels: Levels, luck: Chance) -> int:
        seen = cuda.local.array(seen_words, word).view(seen_type)[0]
        return decide(state, seat, levels[seat], seen, luck)

    return choose


# Memory ---------------------------------------------------------------------------------


def is_there() -> bool:
    """Whether numba finds a card, or plays one itself."""
    return SIMULATED or bool(cuda.is_available())


def _words_in(record: np.dtype[np.void]) -> int:
    return record.itemsize // 8


def _games(plan: Plan, shape: tuple[int, int]) -> Games:
    settings = plan.settings
    return Games(
        states=to_device(np.zeros(shape, np.uint64)),  # the gaps of records too
        luck=allocate(shape[1:], np.uint64),
        begun=to_device(np.zeros(shape[1:], np.int64)),
        players=to_device(settings.players),
        options=to_device(settings.options),
        seed=to_device(np.array([plan.seed], np.uint64)),
    )


def _views(plan: Plan) -> Views:
    shape = (_words_in(plan.rules.SEEN), max(1, plan.games * plan.views))
    return Views(allocate(shape, np.uint64), plan.views, plan.observe == "mover")


def _rows(plan: Plan, games: Games, allowed: Array, views: Views) -> Iterator[tuple[str, Rows]]:
    """What is shown in rows."""
    allowed, places = allowed.reshape(1, plan.games), places_of_mask(plan.codes)
    floats, mosts = map(to_device, divided(plan.layout.as_floats.most))
    source = RowSource(allowed, places, floats, mosts, 1, games.players)
    yield "mask", Rows((plan.games, plan.codes), np.bool_, source)
    if plan.observe:
        several = 1 if views.of_mover else views.views
        source = source._replace(words=views.seen, places=plan.layout.in_places, views=several)
        yield "observations", Rows(*plan.observations(), source)


def _on_card(given: Given) -> Array:
    """What was given, as an array on the card; what is there already stays where it is."""
    if isinstance(given, DeviceArray):
        return given.array
    if not SIMULATED and hasattr(given, "__cuda_array_interface__"):
        return cuda.as_cuda_array(given)
    return to_device(np.ascontiguousarray(given))


def _as_is(array: Array) -> tuple[Array]:
    """An array in a tuple: one by itself numba's simulator would copy there and back again."""
    return (array,)


@cache
def _multiprocessors() -> int:
    if SIMULATED:
        return 1
    return int(cuda.get_current_device().MULTIPROCESSOR_COUNT)
