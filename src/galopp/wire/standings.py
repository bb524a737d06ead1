"""How tables stand, for somebody who has a place there."""

import msgspec

GONE = "gone"


class TableStands(msgspec.Struct, frozen=True):
    """How a table stands. Who may not see its game is told no more than its phase."""

    code: str
    phase: str  # "lobby", "playing", "over", "closed"; "gone" where there is no such table
    round: int = 0
    free: int = 0  # seats that nobody has taken yet
    names: list[str] = []  # of the seats
    yours: list[int] = []  # the seats that the keys shown belong to
    asked: list[int] = []  # the seats that may decide now
    winners: list[int] = []  # once it is over; empty if nobody's runner won
    unowned: str = ""  # that it won, in the reader's language
