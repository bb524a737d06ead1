"""What people may write at a table: names and talk.

Whatever is written comes to other people's screens, so it is text and nothing else: no
control characters, nothing invisible, nothing that turns the direction of a line, not too
many marks piled on one letter, and a length that fits beside a seat.
"""

import unicodedata

from galopp.core.fault import Unreadable

LONGEST_NAME = 24
LONGEST_TALK = 200
MARKS_IN_A_ROW = 2

# Characters that cannot be seen, or that reach beyond their place: Cc control, Cf format
# (bidirectional marks among them), Cs surrogates, Co private use, Cn unassigned, Zl and Zp.
REFUSED = {"Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"}


def read_name(written: str) -> str:
    """A name as it will stand beside a seat; raises `Unreadable`."""
    name = _tidied(written)
    if not _is_plain(name, LONGEST_NAME):
        raise Unreadable("bad_seat_name", high=LONGEST_NAME)
    return name


def read_talk(written: str) -> str:
    """Something said in one's own words; raises `Unreadable`."""
    talk = _tidied(written)
    if not _is_plain(talk, LONGEST_TALK):
        raise Unreadable("bad_talk", high=LONGEST_TALK)
    return talk


def _tidied(written: str) -> str:
    return " ".join(unicodedata.normalize("NFC", written).split())


def _is_plain(text: str, longest: int) -> bool:
    kinds = [unicodedata.category(character) for character in text]
    seen = any(kind[0] in "LNPS" for kind in kinds)
    return seen and len(text) <= longest and not REFUSED & set(kinds) and not _piled_up(kinds)


def _piled_up(kinds: list[str]) -> bool:
    in_a_row = 0
    for kind in kinds:
        in_a_row = in_a_row + 1 if kind[0] == "M" else 0
        if in_a_row > MARKS_IN_A_ROW:
            return True
    return False
