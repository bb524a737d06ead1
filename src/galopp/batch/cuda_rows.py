"""Rows of observations and of masks on a graphics card, written out of words that lie there.

A step leaves what each seat sees as a record, as a struct of arrays of words. Rows of
hundreds of places are made of it here, and since that is most of what a step costs, every
instruction counts: they are carried out for each place of each row. Hence flat arrays, numbers
without a sign, whose indices need not be looked at, and loops whose length is known beforehand.

A thread has a column of its own and looks up once what there is to know of it. Its block goes
from tile to tile of the rows, and writes each from its beginning to its end. Bytes are written
four at once: however long rows are, after four of them the same places come to lie in a word
again, so that a column of bytes is a word of four rows.
"""

from collections.abc import Callable
from functools import cache
from typing import NamedTuple, TypeAlias

import numpy as np
import numpy.typing as npt

from galopp.batch.layout import BYTE, HALF, NO_BYTE, PLACE, Floats, Records, Row, Words
from galopp.batch.numba_cuda import (
    CardKernel,
    Launch,
    allocate,
    card_kernel,
    cuda,
    lend,
    pick_bytes,
    stride,
    to_device,
)
from galopp.batch.untyped import Array
from galopp.core.kernel import hot_kernel, kernel
from galopp.core.record import Record

AT_ONCE = 4  # bytes of a word
WARP = 32  # threads that go together
SHARED = 48 * 1024  # bytes that the threads of a block have together
MOST_ROWS = 128  # of a tile
CLEARED = 128  # rows that a block looks at, to clear them
OTHER, ZERO, ZEROS = 4, 5, 0x5555  # digits for `pick_bytes`


Halves = npt.NDArray[np.uint32]  # of words
Target: TypeAlias = Halves | Floats  # four bytes in each, or a float


class TileConfig(NamedTuple):
    """How rows are shared out: tried by `galopp bench batch`, and of no effect on them."""

    threads: int  # of a block, at most
    rows: int  # of a tile; `MOST_ROWS` is a multiple of it
    tiles: int  # that a block writes


# Bytes take more reckoning than room, so that much is made of what was looked up. Floats take more
# room: what lies side by side is best written at the same time, by many threads, in short tiles.
OF_BYTES, OF_FLOATS = TileConfig(256, 128, 4), TileConfig(704, 16, 4)


class RowSource(NamedTuple):
    """What rows are written out of, and how."""

    words: Array  # (words, rows)
    places: Array  # `PLACE`s of a row, or of four
    floats: Array  # all bytes divided by one most that a place can be after the other
    mosts: Array  # by place: which of them is its own
    views: int  # so many rows a game, one for each seat
    players: Array  # of the games in turn; rows of seats that a game does not have are zeros


class Rows:
    """Rows that are lent, and can be written anew."""

    def __init__(self, shape: tuple[int, ...], kind: npt.DTypeLike, source: RowSource) -> None:
        self._source, self._floats = source, np.dtype(kind) == np.float32
        rows, width = source.words.shape[1], len(source.places)
        whole = -(-rows // MOST_ROWS) * MOST_ROWS * width  # tiles; what lies behind is not lent
        if self._floats:
            self._target = allocate((whole,), kind)
        else:
            self._target = allocate((whole // AT_ONCE,), np.uint32)
        self._rows = self._target.view(kind)[: rows * width].reshape(rows, width)
        self.lent = lend(self._rows.reshape(shape))
        about = (source.views, source.players)
        self._clear = Launch(clear_kernel(), -(-rows // CLEARED), CLEARED, *about)
        self.use(OF_FLOATS if self._floats else OF_BYTES)

    def sizes(self, config: TileConfig) -> "Sizes":
        """What such tiles make a kernel for."""
        source = self._source
        floats = len(source.floats) if self._floats else 0
        return Sizes.of(config, len(source.words), len(source.places), floats)

    def use(self, config: TileConfig) -> None:
        """Write rows in such tiles."""
        words, rows = self._source.words.shape
        sizes, places = self.sizes(config), self._source.places
        if not self._floats:
            places = _of_four(places, sizes)
        flat = self._source.words.reshape(words * rows)
        source = self._source._replace(words=flat, places=to_device(places))
        blocks = -(-rows // (config.rows * config.tiles)) * sizes.groups
        self._launch = Launch(rows_kernel(sizes), blocks, sizes.threads, rows, source)

    def write(self) -> None:
        """Write all rows."""
        self._launch(self._target)
        if self._source.views > 1:
            self._clear(self._rows)


def places_of_mask(codes: int) -> Records:
    """How to write the codes that a word has as bits."""
    bits = [(code // HALF, 1 << code % HALF) for code in range(codes)]
    return np.array([(half, bit, bit, 0, NO_BYTE) for half, bit in bits], PLACE)


def divided(most: Floats) -> tuple[Floats, Halves]:
    """All bytes divided by one most after the other, and which of them each place has."""
    each, which = np.unique(most, return_inverse=True)
    every_byte = np.arange(BYTE + 1, dtype=np.float32)
    return (every_byte / each[:, np.newaxis]).reshape(-1), which.astype(np.uint32)


def _of_four(places: Records, sizes: "Sizes") -> Records:
    """The places of four rows."""
    four = np.tile(places, AT_ONCE)
    four["half"] += np.repeat(np.arange(AT_ONCE, dtype=np.uint32) * 2 * sizes.stride, len(places))
    return four


# The kernel -----------------------------------------------------------------------------


class Sizes(NamedTuple):
    """What a kernel is made for."""

    words: int  # that a row is made of
    stride: int  # words from one row to the next
    width: int  # columns
    floats: int  # that there are to look up; none if rows are bytes
    rows: int  # of a tile
    threads: int  # of a block
    groups: int  # blocks that share a tile, each with columns of its own

    @staticmethod
    def of(config: TileConfig, words: int, width: int, floats: int) -> "Sizes":
        """A thread for each column, and hardly one without."""
        groups = -(-width // config.threads)
        threads = max(-(-width // (groups * WARP)) * WARP, config.rows)
        return Sizes(words, stride(words), width, floats, config.rows, threads, groups)

    @property
    def fits(self) -> bool:
        """Whether a tile and the floats find room in what a block shares."""
        return 8 * self.rows * self.stride + 4 * self.floats <= SHARED


@cache
def rows_kernel(sizes: Sizes) -> CardKernel:
    """Write rows of such sizes."""
    all_words, word = sizes.rows * sizes.stride, np.uint64
    all_floats, number_type = max(1, sizes.floats), np.float32
    look_up, write_column, at_once = _ways_of_columns(sizes)

    @card_kernel()
    def write(number: int, source: RowSource, target: tuple[Target]) -> None:
        there = cuda.shared.array(all_words, word)
        floats = cuda.shared.array(all_floats, number_type)
        thread, block = cuda.threadIdx.x, cuda.blockIdx.x // sizes.groups
        column = cuda.blockIdx.x % sizes.groups * sizes.threads + thread
        own = look_up(source, min(column, sizes.width - 1))
        for n in range(thread, sizes.floats, sizes.threads):
            floats[n] = source.floats[n]
        all_at_once = cuda.gridDim.x // sizes.groups * sizes.rows
        for first in range(block * sizes.rows, number, all_at_once):
            load_tile(thread, sizes, first, number, source.words, there)
            cuda.syncthreads()
            if column < sizes.width:
                at = np.uint64(first // at_once * sizes.width + column)
                write_column(own, sizes, there.view(np.uint32), floats, at, target[0])
            cuda.syncthreads()

    return write


def _ways_of_columns(sizes: Sizes) -> tuple["LookUp", Callable[..., None], int]:
    """How a column is looked up, how what was found is written, and so many rows of it at once."""
    if sizes.floats:
        return one_place, write_floats, 1
    return four_places, write_bytes, AT_ONCE


@kernel
def load_tile(
    thread: int, sizes: Sizes, first: int, number: int, words: Words, there: Words
) -> None:
    """Bring the words of a tile to where all threads of the block find them."""
    row, word = thread % sizes.rows, thread // sizes.rows
    groups = sizes.threads // sizes.rows
    if first + row < number and word < groups:
        at, to = np.uint64(word * number + first + row), np.uint64(row * sizes.stride + word)
        while word < sizes.words:
            there[to] = words[at]
            at += np.uint64(groups * number)
            to += np.uint64(groups)
            word += groups


@cache
def clear_kernel() -> CardKernel:
    """Zeros in the rows of seats that a game does not have."""

    @card_kernel()
    def clear(views: int, players: npt.NDArray[np.int64], target: tuple[Row]) -> None:
        (rows,) = target
        first = cuda.blockIdx.x * CLEARED
        for row in range(first, min(first + CLEARED, len(rows))):
            game, seat = row // views, row % views
            if seat >= players[game % len(players)]:
                for place in range(cuda.threadIdx.x, rows.shape[1], CLEARED):
                    rows[row, place] = 0

    return clear


# Columns --------------------------------------------------------------------------------


class Ready(NamedTuple):
    """A place, ready to be written into a byte of a word."""

    half: np.uint64
    mask: np.uint32
    key: np.uint32
    low: np.uint32
    picked: (
        np.uint32
    )  # a digit for each byte of the word: the place's own byte, and those of another
    other: np.uint32  # number that the word tells too
    yes: np.uint32  # the word if the bits are those of the key


FourReady: TypeAlias = tuple[Ready, Ready, Ready, Ready]
LookUp: TypeAlias = Callable[[RowSource, int], Ready | FourReady]


@kernel
def ready(place: Record, position: int, other: np.uint32) -> Ready:
    """Look up a place, for this byte of a word; another number, if any, is in the next byte."""
    picked, yes = np.uint32(ZEROS), np.uint32(other << 8)
    if place.byte == NO_BYTE:
        yes = np.uint32(yes | 1 << 8 * position)
    else:
        picked = np.uint32(picked ^ (place.byte ^ ZERO) << 4 * position)
    if other:
        picked = np.uint32(picked ^ (OTHER ^ ZERO) << 4)
    return Ready(np.uint64(place.half), place.mask, place.key, place.low, picked, other, yes)


@hot_kernel
def word_of(halves: Halves, row: np.uint64, place: Ready) -> np.uint32:
    """What a place says, in its byte of a word."""
    half = halves[row + place.half]
    above = pick_bytes(np.uint32(half - place.low), place.other, place.picked)
    return place.yes if half & place.mask == place.key else above


@kernel
def four_places(source: RowSource, column: int) -> FourReady:
    """The places of a column of bytes."""
    places, n, nothing = source.places, AT_ONCE * column, np.uint32(0)
    return (
        ready(places[n], 0, nothing),
        ready(places[n + 1], 1, nothing),
        ready(places[n + 2], 2, nothing),
        ready(places[n + 3], 3, nothing),
    )


@kernel
def write_bytes(
    own: FourReady, sizes: Sizes, halves: Halves, floats: Floats, at: np.uint64, target: Halves
) -> None:
    """Write a column of a tile, four bytes in a word and four rows further on."""
    a, b, c, d = own
    row, end = np.uint64(0), np.uint64(2 * sizes.stride * sizes.rows)
    while row < end:
        low = word_of(halves, row, a) | word_of(halves, row, b)
        high = word_of(halves, row, c) | word_of(halves, row, d)
        target[at] = low | high
        at += np.uint64(sizes.width)
        row += np.uint64(2 * sizes.stride * AT_ONCE)


@kernel
def one_place(source: RowSource, column: int) -> Ready:
    """The place of a column of floats, and which most it is divided by."""
    return ready(source.places[column], 0, source.mosts[column])


@kernel
def write_floats(
    own: Ready, sizes: Sizes, halves: Halves, floats: Floats, at: np.uint64, target: Floats
) -> None:
    """Write a column of a tile, row by row."""
    row, end = np.uint64(0), np.uint64(2 * sizes.stride * sizes.rows)
    while row < end:
        target[at] = floats[np.uint64(word_of(halves, row, own))]
        at += np.uint64(sizes.width)
        row += np.uint64(2 * sizes.stride)
