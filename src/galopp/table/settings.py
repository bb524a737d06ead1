"""How a table is run: what is not part of any game's rules."""

from typing import Annotated, Literal

import msgspec
from msgspec import Meta

Seconds = Annotated[int, Meta(ge=1, le=30 * 24 * 3600)]

MINUTE = 60
DAY = 24 * 3600


class Thinking(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Thinking time, the third clock.

    off       nobody counts
    gentle    the table shows how long a seat has been thinking, and how long was agreed
    bank      each seat has `seconds` for the whole game, and `bonus` more for each decision
    days      each decision must come within `seconds`

    When a bank is empty or a day has passed, a bot plays on until the person is back.
    """

    kind: Literal["off", "gentle", "bank", "days"] = "off"
    seconds: Seconds = 10 * MINUTE
    bonus: Annotated[int, Meta(ge=0, le=DAY)] = 0


class Settings(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What a host may choose besides the options of the game."""

    listed: bool = False  # on the public list, where the server has one
    watchable: bool = True  # whoever has the code may watch
    talk: bool = True  # in one's own words, not only in phrases; never on the public list
    grace: Annotated[int, Meta(ge=10, le=DAY)] = 2 * MINUTE  # before a bot may play on
    pace: Annotated[float, Meta(ge=0, le=10)] = 1.0  # how slowly bots play; 0 is at once
    thinking: Thinking = Thinking()
