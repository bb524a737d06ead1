"""The kernels that pack frames: one call makes those of all who see a table.

What a frame is stands in `galopp.wire.frames`. A viewer's views are filled by the rules' own
`show`, each from nothing, so that nothing of one viewer's can be left over in another's.
"""

from itertools import accumulate
from typing import Any

import numpy as np
import numpy.typing as npt

from galopp.bots.verbs import show, tell
from galopp.core.events import ROOM, Told, nothing_told
from galopp.core.kernel import kernel
from galopp.core.record import Numbers, Record
from galopp.core.rows import copy_row
from galopp.core.words import NOBODY

WORD = 8  # bytes
NUMBERS = WORD // 2  # of what is told, in a word
LOW = np.uint64(0xFFFFFFFF)  # the lower half of a word
SPREAD = np.uint64(0x01000193)
Words64 = npt.NDArray[np.uint64]
States = npt.NDArray[Any]  # records of one game


def packing_record(seen: np.dtype[Any], head: np.dtype[Any], most_seats: int) -> np.dtype[Any]:
    """All that frames of one game are packed from: one record, which a kernel is handed quickly.

    A head and views are words as well: the same memory by another name.
    """
    viewers = most_seats + 1
    columns: list[tuple[str, Any]] = [
        *(("head", head), ("was", seen), ("seen", seen)),
        ("expected", _words(seen)),
        ("answers", (np.uint64, viewers)),
        ("places", (np.int64, (viewers, 2))),
    ]
    sizes = [np.dtype(of).itemsize for _, of in columns]
    starts = list(accumulate(sizes, initial=0))
    also = [(f"{name}_words", _words(of)) for name, of in columns[:3]]
    layout: Any = {
        "names": [name for name, _ in columns + also],
        "formats": [of for _, of in columns + also],
        "offsets": [*starts[:-1], *starts[: len(also)]],
        "itemsize": starts[-1],
    }
    return np.dtype((Numbers, np.dtype(layout)))


def _words(of: np.dtype[Any]) -> tuple[type[np.uint64], int]:
    """A record, as the words that it is made of."""
    return np.uint64, of.itemsize // WORD


@kernel
def checksum(view: Words64) -> Any:
    """A number that hardly any other view has; 32 bits, and easy to come to in JavaScript."""
    found = np.uint64(0)
    for word in view:
        for half in (word & LOW, word >> np.uint64(32)):
            found = (found ^ half) * SPREAD & LOW
    return found


@kernel
def pack(head: Words64, before: Words64, view: Words64, frame: Words64) -> int:
    """Fill a frame with the words that are not as expected; how many words long it is then."""
    unexpected = np.uint64(0)
    used = 1
    for place in range(len(head)):
        if head[place]:
            unexpected |= np.uint64(1) << np.uint64(place)
            frame[used] = head[place]
            used += 1
    for place in range(len(view)):
        if view[place] != before[place]:
            unexpected |= np.uint64(1) << np.uint64(len(head) + place)
            frame[used] = view[place]
            used += 1
    frame[0] = unexpected
    return used


@kernel
def show_anew(state: Record, seat: int, seen: Record, words: Words64) -> None:
    """What a seat may know; nothing stays of what the record held."""
    words[:] = np.uint64(0)
    show(state, seat, seen)


@kernel
def pack_all(
    states: States, windowed: bool, packing: Record, told: Told, frames: Words64, numbers: Told
) -> None:
    """The frames of all viewers, the seats and last a bystander, who saw one state after the other.

    With one state alone they are whole. Where each begins and ends is put into `places`, in bytes.
    """
    begin, players, head = 0, int(states[0].players), packing.head
    head.whole = len(states) == 1
    for row in range(players + 1):
        seat = row if row < players else NOBODY
        look_on(states, seat, packing, told)
        answers = packing.answers[row]
        head.viewer = seat
        head.legal = answers if windowed else answers & packing.seen.legal
        head.checksum = checksum(packing.seen_words)
        end = begin + pack(packing.head_words, packing.expected, packing.seen_words, frames[begin:])
        for number in range(told[0]):
            numbers[NUMBERS * end + number] = told[number + 1]
        packing.places[row, 0] = WORD * begin
        packing.places[row, 1] = WORD * end + 2 * told[0]
        begin = end + (told[0] + NUMBERS - 1) // NUMBERS


@kernel
def look_on(states: States, seat: int, packing: Record, told: Told) -> None:
    """What a viewer sees last, what it saw first and so is expected, and what happened between."""
    told[0] = 0
    show_anew(states[0], seat, packing.seen, packing.seen_words)
    if len(states) == 1:
        packing.expected[:] = np.uint64(0)
        return
    copy_row(packing.seen_words, packing.expected)
    for step in range(1, len(states)):
        copy_row(packing.seen_words, packing.was_words)
        show_anew(states[step], seat, packing.seen, packing.seen_words)
        tell(packing.was, packing.seen, told)


class Packer:
    """Packs the frames of one game; for one thread, which it serves again and again."""

    def __init__(self, seen: np.dtype[Any], head: np.dtype[Any], most_seats: int) -> None:
        words = (seen.itemsize + head.itemsize) // WORD
        of = packing_record(seen, head, most_seats)
        memory = bytearray(of.itemsize)
        self._packing: Record = np.frombuffer(memory, of)[0]
        self.head = memoryview(memory)[: head.itemsize]
        self.answers = self._packing["answers"].data
        self._places = self._packing["places"]
        self._told = nothing_told()
        self._bytes = bytearray(WORD * (most_seats + 1) * (1 + words + ROOM // NUMBERS))
        self._frames = np.frombuffer(self._bytes, np.uint64)
        self._numbers = np.frombuffer(self._bytes, np.int16)

    def frames(self, states: States, windowed: bool) -> list[bytes]:
        """Of all viewers, the seats and last a bystander; head and answers are filled in before."""
        pack_all(states, windowed, self._packing, self._told, self._frames, self._numbers)
        places = self._places[: int(states[0]["players"]) + 1].tolist()
        return [bytes(self._bytes[begin:end]) for begin, end in places]
