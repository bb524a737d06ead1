"""What people may write at a table: names and talk.

Whatever is written comes to other people's screens, so it is text and nothing else: no
control characters, nothing invisible, nothing that turns the direction of a line, not too
many marks piled on one letter, and a length that fits beside a seat.
"""

import unicodedata
from itertools import pairwise

from galopp.core.fault import Unreadable

LONGEST_NAME = 24
LONGEST_TITLE = 40
LONGEST_TALK = 200
MARKS_IN_A_ROW = 2

# Characters that cannot be seen, or that reach beyond their place: Cc control, Cf format
# (bidirectional marks among them), Cs surrogates, Co private use, Cn unassigned, Zl and Zp.
REFUSED = {"Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"}

# Letters, marks and symbols by their kind, that no font shows: what Unicode calls ignorable by
# default and is of none of the kinds above, and what is drawn as a blank.
UNSEEN = frozenset(
    chr(code)
    for span in (
        (0x034F, 0x034F),  # combining grapheme joiner
        (0x115F, 0x1160),  # Hangul fillers
        (0x17B4, 0x17B5),  # Khmer inherent vowels
        (0x180B, 0x180F),  # Mongolian variation selectors
        (0x2800, 0x2800),  # Braille without dots
        (0x3164, 0x3164),  # Hangul filler
        (0xFE00, 0xFE0F),  # variation selectors
        (0xFFA0, 0xFFA0),  # Hangul filler of half width
        (0x13441, 0x13442),  # Egyptian blanks
        (0x16FE4, 0x16FE4),  # Khitan filler
        (0x1D159, 0x1D159),  # a note without a head
        (0xE0100, 0xE01EF),  # more variation selectors
    )
    for code in range(span[0], span[1] + 1)
)
AS_TEXT, AS_PICTURE = "\ufe0e", "\ufe0f"  # how a symbol is to be drawn: phones write them so


def read_name(written: str) -> str:
    """A name as it will stand beside a seat; raises `Unreadable`."""
    name = _tidied(written)
    if not _is_plain(name, LONGEST_NAME):
        raise Unreadable("bad_seat_name", high=LONGEST_NAME)
    return name


def read_title(written: str) -> str:
    """What a group, a season or a tournament is called; raises `Unreadable`."""
    title = _tidied(written)
    if not _is_plain(title, LONGEST_TITLE):
        raise Unreadable("bad_title", high=LONGEST_TITLE)
    return title


def read_talk(written: str) -> str:
    """Something said in one's own words; raises `Unreadable`."""
    talk = _tidied(written)
    if not _is_plain(talk, LONGEST_TALK):
        raise Unreadable("bad_talk", high=LONGEST_TALK)
    return talk


def compared(name: str) -> str:
    """What tells one name from another to the eye: no case, no width, nothing unseen."""
    plain = unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", name).casefold())
    return " ".join("".join(one for one in plain if not _is_ignorable(one)).split())


def _is_ignorable(character: str) -> bool:
    return character in UNSEEN or unicodedata.category(character) == "Cf"


def _tidied(written: str) -> str:
    return " ".join(unicodedata.normalize("NFC", written).split())


def _is_plain(text: str, longest: int) -> bool:
    kinds = [unicodedata.category(character) for character in text]
    seen = any(kind[0] in "LNPS" for kind in kinds)
    plain = not REFUSED & set(kinds) and not _piled_up(kinds) and not _hides(text)
    return seen and plain and len(text) <= longest


def _hides(text: str) -> bool:
    """Whether something in it cannot be seen, but for how a symbol before it is drawn."""
    return any(
        one in UNSEEN and not (one in (AS_TEXT, AS_PICTURE) and _is_symbol(before))
        for before, one in pairwise(f" {text}")
    )


def _is_symbol(character: str) -> bool:
    return character not in UNSEEN and unicodedata.category(character)[0] == "S"


def _piled_up(kinds: list[str]) -> bool:
    in_a_row = 0
    for kind in kinds:
        in_a_row = in_a_row + 1 if kind[0] == "M" else 0
        if in_a_row > MARKS_IN_A_ROW:
            return True
    return False
