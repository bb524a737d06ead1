"""Rows of observations and of masks on a graphics card, written out of words that lie there.

A step leaves what each seat sees as a record, with the words of all records in planes. Rows of
hundreds of places are made of it here, and since that is most of what a step costs, every
instruction counts: they are carried out for each place of each row. Hence flat arrays, numbers
without a sign, whose indices need not be looked at, and loops that count down.

Threads go through rows side by side, each with places of its own, so that what it must know of
them it looks up once. Bytes are written four at once: however long rows are, after four of them
the same places come to lie in a word again.
"""

from functools import cache
from typing import Any, NamedTuple

import numpy as np

from galopp.batch.layout import HALF, PLACE, Place
from galopp.batch.numba_cuda import Launch, card_kernel, cuda, lend, room, to_device
from galopp.core.kernel import hot_kernel, kernel

AT_ONCE = 4  # bytes of a word
ALL_REGISTERS, MOST_REGISTERS = 65_536, 255  # of a multiprocessor, and of a thread
SHARED = 48 * 1024  # bytes that the threads of a block have together


class Crew(NamedTuple):
    """How rows are shared out: tried by `galopp bench batch`, and of no effect on them."""

    threads: int = 128  # of a block
    rows: int = 64  # that they write together, no more than threads

    def has_room(self, words: int) -> bool:
        """Whether rows of so many words find room together."""
        return self.rows * _apart(words) * 8 <= SHARED


USUAL = Crew()


class Page(NamedTuple):
    """What rows are written out of, and how."""

    words: Any  # (words, rows)
    places: Any  # `PLACE`s of a row, or of four
    most: Any  # what each place is divided by, if rows are floats
    views: int  # so many rows a game, one for each seat
    players: Any  # of the games in turn; rows of seats that a game does not have are zeros


class Rows:
    """Rows that are lent, and can be written anew."""

    def __init__(self, shape: tuple[int, ...], kind: Any, page: Page, crew: Crew = USUAL) -> None:
        self._page, self._floats = page, np.dtype(kind) == np.float32
        rows, width = page.words.shape[1], len(page.places)
        if self._floats:
            self._target = room((rows * width,), kind)
        else:
            self._target = room((-(-rows // AT_ONCE) * width,), np.uint32)
        self.lent = lend(self._target.view(kind)[: rows * width].reshape(shape))
        self.use(crew)

    @property
    def words(self) -> int:
        """How many words each row is made of."""
        return int(self._page.words.shape[0])

    def use(self, crew: Crew) -> None:
        """Write rows by this crew."""
        words, rows = self._page.words.shape
        places = self._page.places if self._floats else _of_four_rows(self._page.places, words)
        page = self._page._replace(places=to_device(places))
        kernel = rows_kernel(words, self._floats, crew)
        self._launch = Launch(kernel, -(-rows // crew.rows), crew.threads, rows, page)

    def write(self) -> None:
        """Write all rows."""
        self._launch(self._target)


def places_of_mask(codes: int) -> Any:
    """How to write the codes that a word has as bits."""
    bits = [(code // HALF, 1 << code % HALF, 1 << code % HALF, 0, 0, 0) for code in range(codes)]
    return np.array(bits, PLACE)


def _of_four_rows(places: Any, words: int) -> Any:
    four = np.tile(places, AT_ONCE)
    four["half"] += np.repeat(np.arange(AT_ONCE) * 2 * _apart(words), len(places))
    return four


def _apart(words: int) -> int:
    """Words from one row to the next: an odd number, so that they lie in different banks."""
    return words | 1


# Places ---------------------------------------------------------------------------------


@kernel
def place_of(places: Any, n: int) -> Place:
    """How to write a place."""
    one = places[n]
    return Place(np.uint64(one.half), one.mask, one.key, one.low, one.shift, one.bits)


@hot_kernel
def flag(halves: Any, row: Any, place: Place) -> Any:
    """1 if the bits are those that the place stands for."""
    same = (halves[row + place.half] & place.mask) == place.key
    return np.uint32(1) if same else np.uint32(0)


@hot_kernel
def value(halves: Any, row: Any, place: Place) -> Any:
    """What any place says."""
    bits = halves[row + place.half] & place.mask
    if bits == place.key:
        return np.uint32(1) if place.bits == 0 else np.uint32(0)
    return (np.uint32(bits - place.low) >> place.shift) & place.bits


# The kernel -----------------------------------------------------------------------------


class Block(NamedTuple):
    """The rows that the threads of a block write together, and which thread this is."""

    thread: int
    crew: Crew
    first: int  # row
    rows: int  # fewer in the last block


@cache
def rows_kernel(words: int, floats: bool, crew: Crew) -> Any:
    """Write rows that are made of so many words each."""
    apart, all_words, word = _apart(words), crew.rows * _apart(words), np.uint64
    write_all, kind = (write_floats, np.float32) if floats else (write_bytes, np.uint8)
    at_once = 1 if floats else AT_ONCE

    @card_kernel(min(MOST_REGISTERS, ALL_REGISTERS // crew.threads))
    def write(number: int, page: Page, target: Any) -> None:
        there = cuda.shared.array(all_words, word)
        first = cuda.blockIdx.x * crew.rows
        block = Block(cuda.threadIdx.x, crew, first, min(crew.rows, number - first))
        take_in(block, page.words, there, apart)
        cuda.syncthreads()
        write_all(block, page, there.view(np.uint32), 2 * apart, target[0])
        if page.views > 1:
            cuda.syncthreads()
            clear_absent(block, page, len(page.places) // at_once, target[0].view(kind))

    return write


@kernel
def take_in(block: Block, words: Any, there: Any, apart: int) -> None:
    """Bring the words of some rows to where all threads of the block find them."""
    row, group = block.thread % block.crew.rows, block.thread // block.crew.rows
    groups = block.crew.threads // block.crew.rows
    if row < block.rows and group < groups:
        for word in range(group, len(words), groups):
            there[row * apart + word] = words[word, block.first + row]


@kernel
def write_bytes(block: Block, page: Page, halves: Any, apart: int, target: Any) -> None:
    """Write this thread's places of all these rows, four in a word and four rows further on."""
    width = len(page.places) // AT_ONCE
    over, down = np.uint64(width), np.uint64(AT_ONCE * apart)
    for column in range(block.thread, width, block.crew.threads):
        a = place_of(page.places, AT_ONCE * column)
        b = place_of(page.places, AT_ONCE * column + 1)
        c = place_of(page.places, AT_ONCE * column + 2)
        d = place_of(page.places, AT_ONCE * column + 3)
        at, row = np.uint64(block.first // AT_ONCE * width + column), np.uint64(0)
        left = (block.rows + AT_ONCE - 1) // AT_ONCE
        if (a.bits | b.bits | c.bits | d.bits) == 0:
            while left > 0:
                low = flag(halves, row, a) | flag(halves, row, b) << np.uint32(8)
                high = flag(halves, row, c) | flag(halves, row, d) << np.uint32(8)
                target[at] = low | high << np.uint32(16)
                at += over
                row += down
                left -= 1
        else:
            while left > 0:
                low = value(halves, row, a) | value(halves, row, b) << np.uint32(8)
                high = value(halves, row, c) | value(halves, row, d) << np.uint32(8)
                target[at] = low | high << np.uint32(16)
                at += over
                row += down
                left -= 1


@kernel
def write_floats(block: Block, page: Page, halves: Any, apart: int, target: Any) -> None:
    """Write this thread's places of all these rows, divided by the most that they can be."""
    width = len(page.places)
    over, down = np.uint64(width), np.uint64(apart)
    for n in range(block.thread, width, block.crew.threads):
        place, most = place_of(page.places, n), page.most[n]
        at, row, left = np.uint64(block.first * width + n), np.uint64(0), block.rows
        if place.bits == 0:
            while left > 0:
                target[at] = flag(halves, row, place)
                at += over
                row += down
                left -= 1
        else:
            while left > 0:
                target[at] = np.float32(value(halves, row, place)) / most
                at += over
                row += down
                left -= 1


@kernel
def clear_absent(block: Block, page: Page, width: int, target: Any) -> None:
    """Zeros in the rows of seats that a game does not have."""
    for row in range(block.first, block.first + block.rows):
        game, seat = row // page.views, row % page.views
        if seat >= page.players[game % len(page.players)]:
            for place in range(block.thread, width, block.crew.threads):
                target[row * width + place] = 0
