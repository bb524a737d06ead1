"""The kernels that pack frames: one call makes those of all who see a table.

What a frame is stands in `galopp.wire.frames`. A viewer's views are filled by the rules' own
`show`, each from nothing, so that nothing of one viewer's can be left over in another's.
"""

from typing import Any

import numpy as np
import numpy.typing as npt

from galopp.bots.verbs import show, tell
from galopp.core.events import ROOM, Told, nothing_told
from galopp.core.kernel import kernel
from galopp.core.record import Record
from galopp.core.rows import copy_row
from galopp.core.words import NOBODY

WORD = 8  # bytes
NUMBERS = WORD // 2  # of what is told, in a word
LOW = np.uint64(0xFFFFFFFF)  # the lower half of a word
SPREAD = np.uint64(0x01000193)
Words64 = npt.NDArray[np.uint64]
Places = npt.NDArray[np.int64]
States = npt.NDArray[Any]  # records of one game


class RecordBuffer:
    """A record, its bytes, and the words it is made of: the same memory, filled again and again."""

    __slots__ = ("bytes", "record", "words")

    def __init__(self, of: np.dtype[Any]) -> None:
        self.bytes = bytearray(of.itemsize)
        self.record: Record = np.frombuffer(self.bytes, of)[0]
        self.words: Words64 = np.frombuffer(self.bytes, np.uint64)


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
def pack_all(  # noqa: PLR0913  # numba looks at each field of a tuple anew whenever it is called
    states: States,
    windowed: bool,
    answers: Words64,
    head: Record,
    head_words: Words64,
    was: Record,
    was_words: Words64,
    seen: Record,
    seen_words: Words64,
    expected: Words64,
    told: Told,
    frames: Words64,
    numbers: Told,
    places: Places,
) -> None:
    """The frames of all viewers, the seats and last a bystander, who saw one state after the other.

    With one state alone they are whole. Where each begins and ends is put into `places`, in bytes.
    """
    begin, players = 0, int(states[0].players)
    head.whole = len(states) == 1
    for row in range(players + 1):
        seat = row if row < players else NOBODY
        told[0] = 0
        show_anew(states[0], seat, seen, seen_words)
        copy_row(seen_words, expected)
        for step in range(1, len(states)):
            copy_row(seen_words, was_words)
            show_anew(states[step], seat, seen, seen_words)
            tell(was, seen, told)
        if head.whole:
            expected[:] = np.uint64(0)
        head.viewer = seat
        head.legal = answers[row] if windowed else answers[row] & seen.legal
        head.checksum = checksum(seen_words)
        end = begin + pack(head_words, expected, seen_words, frames[begin:])
        for number in range(told[0]):
            numbers[NUMBERS * end + number] = told[number + 1]
        places[row, 0] = WORD * begin
        places[row, 1] = WORD * end + 2 * told[0]
        begin = end + (told[0] + NUMBERS - 1) // NUMBERS


class Packer:
    """Packs the frames of one game; for one thread, which it serves again and again."""

    def __init__(self, seen: np.dtype[Any], head: np.dtype[Any], most_seats: int) -> None:
        size = seen.itemsize // WORD
        room = 1 + head.itemsize // WORD + size + ROOM // NUMBERS
        self.head = RecordBuffer(head)
        self.answers = bytearray(WORD * (most_seats + 1))
        self._was, self._seen = RecordBuffer(seen), RecordBuffer(seen)
        self._expected = np.zeros(size, np.uint64)
        self._told = nothing_told()
        self._answers = np.frombuffer(self.answers, np.uint64)
        self._bytes = bytearray(WORD * (most_seats + 1) * room)
        self._frames = np.frombuffer(self._bytes, np.uint64)
        self._numbers = np.frombuffer(self._bytes, np.int16)
        self._places = np.zeros((most_seats + 1, 2), np.int64)

    def frames(self, states: States, windowed: bool) -> list[bytes]:
        """Of all viewers, the seats and last a bystander; head and answers are filled in before."""
        was, seen, head = self._was, self._seen, self.head
        pack_all(
            *(states, windowed, self._answers, head.record, head.words),
            *(was.record, was.words, seen.record, seen.words, self._expected),
            *(self._told, self._frames, self._numbers, self._places),
        )
        places = self._places[: int(states[0]["players"]) + 1].tolist()
        return [bytes(self._bytes[begin:end]) for begin, end in places]
