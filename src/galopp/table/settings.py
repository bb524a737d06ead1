"""How a table is run: what is not part of any game's rules."""

from typing import Annotated, Literal

import msgspec
from msgspec import UNSET, Meta, UnsetType, structs

Seconds = Annotated[int, Meta(ge=1, le=30 * 24 * 3600)]

MINUTE = 60
DAY = 24 * 3600

Grace = Annotated[int, Meta(ge=10, le=DAY)]  # seconds
Pace = Annotated[float, Meta(ge=0, le=10)]


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


class Change(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """Settings that a host changes; what is not named stays as it is."""

    listed: bool | UnsetType = UNSET
    watchable: bool | UnsetType = UNSET
    talk: bool | UnsetType = UNSET
    hints: bool | UnsetType = UNSET
    grace: Grace | UnsetType = UNSET
    pace: Pace | UnsetType = UNSET
    thinking: Thinking | UnsetType = UNSET

    def made_to(self, settings: "Settings") -> "Settings":
        """The settings with what is named here changed."""
        named = {name: value for name, value in structs.asdict(self).items() if value is not UNSET}
        return structs.replace(settings, **named)


class Settings(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What a host may choose besides the options of the game."""

    listed: bool = False  # on the public list, where the server has one
    watchable: bool = True  # whoever has the code may watch
    talk: bool = True  # in one's own words, not only in phrases; never on the public list
    hints: bool = True  # whoever is asked may ask a bot of the server what it would do
    grace: Grace = 2 * MINUTE  # before a bot may play on
    pace: Pace = 1.0  # how slowly bots play; 0 is at once
    thinking: Thinking = Thinking()

    @property
    def over_days(self) -> bool:
        """Whether nobody is expected to sit at the table all the time."""
        return self.thinking.kind == "days"

    @property
    def absence(self) -> int:
        """Seconds after which somebody who is not connected counts as gone."""
        return max(self.grace, self.thinking.seconds) if self.over_days else self.grace
