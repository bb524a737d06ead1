"""A batch on an NVIDIA graphics card: one thread a game, the same rules, the same interface.

Three things make it fast. While a thread plays, its game lies in memory of its own, where the
threads of a warp find the same field of their games side by side; between steps the words of
all games lie in planes, for the same reason. Observations and masks are written by all threads
of a block together, row after row. And in whole games a thread whose game is over takes up the
next one, instead of waiting for the longest game of its warp.

numba compiles the rules for the card when a kernel is first called, which takes a few seconds a
game; the kernels here are closures over a game's records because memory of a thread has a size
known beforehand.
"""

from collections.abc import Sequence
from functools import cache
from typing import Any, NamedTuple

import numpy as np

from galopp import games as all_games
from galopp.batch.cpu import lots_of
from galopp.batch.layout import Numbers, value_of
from galopp.batch.lending import DeviceArray
from galopp.batch.loops import (
    Games,
    Played,
    Shown,
    begin,
    clear,
    decide,
    draw_code,
    note,
    pass_over_game,
    show_mover,
)
from galopp.batch.numba_cuda import SIMULATED, card_function, card_kernel, cuda
from galopp.batch.plan import Plan, check
from galopp.bots.verbs import apply, legal, mover, show
from galopp.core.cards import has, pick
from galopp.core.chance import Chance
from galopp.core.contract import Rules
from galopp.core.kernel import kernel
from galopp.core.record import Record, copy_of
from galopp.core.words import NOBODY

BLOCK = 64  # threads that write observations together


class Manner(NamedTuple):
    """How whole games are shared out: tried by `galopp bench batch`, and of no effect on them."""

    block: int = 128  # threads
    blocks: int = 8  # for each multiprocessor
    pause: int = 8  # decisions from one taking up of new games to the next; a power of 2
    registers: int | None = None  # a thread's, at most


USUAL = Manner()


class Views(NamedTuple):
    """What is observed: so many rows a game, of the mover or of the seats in turn."""

    rows: Any  # (games * views, places)
    views: int
    of_mover: bool
    divided: bool  # by the most that each place can be


class Block(NamedTuple):
    """The games that the threads of a block have together, and which thread this is."""

    thread: int
    first: int  # game
    games: int  # fewer than threads, in the last block


class OnCuda:
    """The games of a batch in the memory of a graphics card."""

    def __init__(self, plan: Plan) -> None:
        self.plan = plan
        self.games = _games(plan, (_words_in(plan.rules.STATE), plan.games))
        self._shown = Shown(*(_room(*array) for array in plan.shown()))
        self.shown = Shown(*(lend(array) for array in self._shown))
        shape, kind = plan.observations()
        self._rows = _room((int(np.prod(shape[:-1])), shape[-1]), kind)
        self.observations = lend(self._rows.reshape(shape))
        self._lots: Any = None  # until somebody asks for any
        self._codes = _room((plan.games,), np.int64)
        self.kernel = step_kernel(plan.rules.NAME)
        self._numbers = Numbers(*(to_device(table) for table in plan.numbers))

    def go(self, task: int, given: Any, seed: int | None = None) -> None:
        """Pass over all games, and look at them, in one launch."""
        plan, codes = self.plan, _on_card(given)
        check(task, codes, plan.games)
        if seed is not None:
            self._reseed(seed)
        views = Views(self._rows, plan.views, plan.observe == "mover", plan.floats)
        about = (self.games, self._shown, _as_is(codes), plan.auto_reset, views, self._numbers)
        self.kernel[self._blocks, BLOCK](task, plan.games, *about)

    def sample(self) -> Any:
        """A legal code for each game."""
        if self._lots is None:
            seed = lend(self.games.seed).to_numpy()[0]
            self._lots = to_device(lots_of(self.plan.games, seed))
        arrays = (self._shown.legal, self._lots, self._codes)
        draw_kernel()[self._blocks, BLOCK](arrays)
        return lend(self._codes)

    def play(self, levels: Sequence[int]) -> Played:
        """Play every game to its end."""
        return _play(self.plan, self.games, False, levels, USUAL)

    def states(self) -> Any:
        """The states, fetched."""
        planes = lend(self.games.states).to_numpy()
        return np.ascontiguousarray(planes.T).view(self.plan.rules.STATE).reshape(-1)

    def game(self, row: int) -> tuple[Record, Chance]:
        """The state of one game, and its luck; all of them are fetched for it."""
        return copy_of(self.states()[row]), lend(self.games.luck).to_numpy()[[row]]

    def _reseed(self, seed: int) -> None:
        begun = to_device(np.zeros(self.plan.games, np.int64))
        seeds = to_device(np.array([seed], np.uint64))
        self.games = self.games._replace(seed=seeds, begun=begun)
        self._lots = None

    @property
    def _blocks(self) -> int:
        return -(-self.plan.games // BLOCK)


def play(plan: Plan, levels: Sequence[int], manner: Manner = USUAL) -> Played:
    """Play new games from beginning to end; none of them is kept."""
    return _play(plan, _games(plan, (1, 1)), True, levels, manner)


def _play(plan: Plan, games: Games, fresh: bool, levels: Sequence[int], manner: Manner) -> Played:
    kernel = play_kernel(plan.rules.NAME, any(levels), manner.registers)
    played = Played(*(_room(*array) for array in plan.results()))
    blocks = min(manner.blocks * _multiprocessors(), -(-plan.games // manner.block))
    who = _as_is(to_device(np.array(levels, np.int8)))
    kernel[blocks, manner.block](plan.games, games, fresh, who, played, manner.pause)
    return Played(*(lend(array) for array in played))


# A step ---------------------------------------------------------------------------------


@kernel
def fetch(row: int, words: Any, luck: Chance, games: Games) -> None:
    """Bring a game into memory of the thread."""
    for place in range(len(words)):
        words[place] = games.states[place, row]
    luck[0] = games.luck[row]


@kernel
def put_back(row: int, words: Any, luck: Chance, games: Games) -> None:
    """Bring it back into the planes."""
    for place in range(len(words)):
        games.states[place, row] = words[place]
    games.luck[row] = luck[0]


@kernel
def write_masks(block: Block, allowed: Any, mask: Any) -> None:
    """Write this thread's codes of every game of the block; its neighbours write those beside."""
    for code in range(block.thread, mask.shape[1], BLOCK):
        for game in range(block.games):
            mask[block.first + game, code] = has(allowed[game], code)


@kernel
def write_places(
    block: Block, view: int, seen: Any, present: Any, views: Views, numbers: Numbers
) -> None:
    """The same for the places of observations; zeros where a game has no such seat."""
    for place in range(block.thread, views.rows.shape[1], BLOCK):
        # All that is the same for every game is looked up once.
        n = numbers.owner[place]
        nth, kind, count = np.uint64(place - numbers.at[n]), numbers.kind[n], numbers.places[n]
        word, start, field = numbers.word[n], numbers.start[n], numbers.field[n]
        low, special, has_special = numbers.low[n], numbers.special[n], numbers.has_special[n]
        most = numbers.most[place]
        for game in range(block.games):
            number = (seen[game, word] >> start) & field
            above = (number - low) & field
            value = value_of(above, has_special and number == special, kind, nth, count)
            if not present[game]:
                value = np.uint64(0)
            row = (block.first + game) * views.views + view
            if views.divided:
                views.rows[row, place] = np.float32(value) / most
            else:
                views.rows[row, place] = value


@cache
def step_kernel(game: str, registers: int | None = None) -> Any:
    """`pass_over` and `observe` for a block of games."""
    rules = all_games.rules(game)
    state_type, seen_type, word = rules.STATE, rules.SEEN, np.uint64
    state_words, seen_words = _words_in(state_type), _words_in(seen_type)
    # An odd number of words from one row to the next: they come to lie in different banks.
    row_words = seen_words | 1

    @card_kernel(registers)
    def step(
        task: int,
        number: int,
        games: Games,
        shown: Shown,
        codes: Any,
        again: bool,
        views: Views,
        numbers: Numbers,
    ) -> None:
        words = cuda.local.array(state_words, word)
        luck = cuda.local.array(1, word)
        seen = cuda.shared.array((BLOCK, row_words), word)
        allowed = cuda.shared.array(BLOCK, word)
        present = cuda.shared.array(BLOCK, np.bool_)
        state = words.view(state_type)[0]
        thread, first = cuda.threadIdx.x, cuda.blockIdx.x * BLOCK
        block = Block(thread, first, min(BLOCK, number - first))
        row = first + thread
        if row < number:
            fetch(row, words, luck, games)
            # By way of int64: the rules are compiled for one kind of number.
            code = int(np.int64(codes[0][row]))
            pass_over_game(row, task, code, again, state, luck, games, shown)
            put_back(row, words, luck, games)
            allowed[thread] = show_mover(row, state, shown)
        cuda.syncthreads()
        write_masks(block, allowed, shown.mask)
        for view in range(views.views):
            if row < number:
                seat = mover(state) if views.of_mover else view
                present[thread] = seat < state.players
                if present[thread]:
                    show(state, seat, seen[thread, :seen_words].view(seen_type)[0])
            cuda.syncthreads()
            write_places(block, view, seen, present, views, numbers)
            cuda.syncthreads()

    return step


@cache
def draw_kernel() -> Any:
    """`draw_codes`, one thread a game."""

    @card_kernel()
    def draw(arrays: Any) -> None:
        legal_codes, lots, codes = arrays
        row = cuda.grid(1)
        if row < len(codes):
            codes[row] = draw_code(legal_codes[row], lots[row : row + 1])

    return draw


# Whole games ----------------------------------------------------------------------------


@cache
def play_kernel(game: str, clever: bool, registers: int | None) -> Any:
    """Whole games, by lot or by levels; a thread that is done with a game takes the next."""
    rules = all_games.rules(game)
    state_type, state_words = rules.STATE, _words_in(rules.STATE)
    choose = _by_level(rules) if clever else _by_lot()
    word = np.uint64

    @card_kernel(registers)
    def play(
        number: int, games: Games, fresh: bool, levels: Any, played: Played, pause: int
    ) -> None:
        words = cuda.local.array(state_words, word)
        luck = cuda.local.array(1, word)
        clear(words)
        state = words.view(state_type)[0]
        row, stride = cuda.grid(1), cuda.gridsize(1)
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
                    row += stride
            moment += 1

    return play


def _by_lot() -> Any:
    @card_function
    def choose(state: Any, seat: int, levels: Any, luck: Any) -> int:
        return pick(np.uint64(legal(state)), luck)

    return choose


def _by_level(rules: Rules) -> Any:
    seen_type, seen_words, word = rules.SEEN, _words_in(rules.SEEN), np.uint64

    @card_function
    def choose(state: Any, seat: int, levels: Any, luck: Any) -> int:
        seen = cuda.local.array(seen_words, word).view(seen_type)[0]
        return decide(state, seat, levels[seat], seen, luck)

    return choose


# Memory ---------------------------------------------------------------------------------


def is_there() -> bool:
    """Whether numba finds a card, or plays one itself."""
    return SIMULATED or bool(cuda.is_available())


def _words_in(record: np.dtype[Any]) -> int:
    return record.itemsize // 8


def _games(plan: Plan, planes: tuple[int, int]) -> Games:
    settings = plan.settings
    return Games(
        states=to_device(np.zeros(planes, np.uint64)),  # the gaps of records too
        luck=_room(planes[1:], np.uint64),
        begun=to_device(np.zeros(planes[1:], np.int64)),
        players=to_device(settings.players),
        options=to_device(settings.options),
        seed=to_device(np.array([plan.seed], np.uint64)),
    )


def _room(shape: tuple[int, ...], kind: Any) -> Any:
    """An array that holds anything: the first pass, or the games played, will fill it."""
    return np.empty(shape, kind) if SIMULATED else cuda.device_array(shape, kind)


def to_device(array: Any) -> Any:
    """A copy on the card."""
    return array if SIMULATED else cuda.to_device(array)


def lend(array: Any) -> DeviceArray:
    """The same array for others to take over."""
    return DeviceArray(array, on_host=SIMULATED)


def _on_card(given: Any) -> Any:
    """What was given, as an array on the card; what is there already stays where it is."""
    if isinstance(given, DeviceArray):
        return given.array
    if not SIMULATED and hasattr(given, "__cuda_array_interface__"):
        return cuda.as_cuda_array(given)
    return to_device(np.ascontiguousarray(given))


def _as_is(array: Any) -> tuple[Any]:
    """An array in a tuple: one by itself numba's simulator would copy there and back again."""
    return (array,)


@cache
def _multiprocessors() -> int:
    if SIMULATED:
        return 1
    return int(cuda.get_current_device().MULTIPROCESSOR_COUNT)
