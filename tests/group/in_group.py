"""A group for tests: members with their keys, a log, a clock that the test sets.

It does what a room does (judge, write down, fold), without any I/O.
"""

import itertools
from collections.abc import Iterable
from dataclasses import dataclass, field
from types import SimpleNamespace
from typing import Any

import msgspec
import pytest

from galopp.core.fault import Fault
from galopp.group import counting, devices, drawing, log
from galopp.group.drawing import WantedRound
from galopp.group.fold import fold, folded, new_group
from galopp.group.group import Group
from galopp.group.judge import found, join, judge
from galopp.group.log import AnyGroupLogged, GamePlayed, Placed, TableOpened
from galopp.group.verdict import Verdict
from galopp.locale import LANGUAGES, Language
from galopp.play.telling import say_fault
from galopp.table.keys import LETTERS

CODE = "BCDFGHKL"
START = 1_000_000.0
NAMES = ("Ada", "Bo", "Cem", "Dora", "Emil", "Fritz", "Gül", "Hans", "Ivo", "Jo", "Kai", "Lea")

encode = msgspec.json.Encoder().encode


def told(member: int | None = None, name: str = "", place: int | None = None, points: int = 0):
    """A seat as somebody tells it."""
    return SimpleNamespace(member=member, name=name, place=place, points=points)


@dataclass
class InGroup:
    """A group and its members."""

    group: Group
    keys: dict[int, str]
    entries: list[tuple[float, bytes]]
    now: float = START
    said: int = 0
    codes: Any = field(default_factory=lambda: all_codes())

    def say(self, kind: type[Any], by: int = 0, **fields: Any) -> Verdict:
        self.said += 1
        said = kind(**{"id": f"m{self.said}", **fields})
        return self.take(judge(self.group, said, by, self.keys[by], self.now))

    def refuses(self, kind: type[Any], by: int = 0, **fields: Any) -> str:
        return self.refusal(lambda: self.say(kind, by, **fields))

    def refusal(self, deed) -> str:
        """The key of the reason why something is refused, which changes nothing."""
        before = len(self.entries)
        with pytest.raises(Fault) as caught:
            deed()
        assert len(self.entries) == before
        sentences(caught.value)
        return caught.value.key

    def join(self, name: str, **fields: Any) -> int:
        gives = self.take(join(self.group, name, **{"pig": "", **fields})).gives
        self.keys[int(gives["member"])] = str(gives["key"])
        return int(gives["member"])

    def table(self, *expected: int, by: int = 0, game: str = "saumaumau", players: int = 4) -> str:
        code = next(self.codes)
        opened = TableOpened(
            table=code, game=game, players=players, options={}, expected=[*expected]
        )
        self.take(counting.open_table(self.group, by, opened))
        return code

    def played(self, table: str, *seats: Placed, round: int = 1, **fields: Any) -> Verdict:
        told = {"game": "saumaumau", "played": self.now, "seats": [*seats], **fields}
        return self.take(
            counting.count_game(self.group, GamePlayed(table=table, round=round, **told))
        )

    def add(self, *seats: Any, by: int = 0, answers: str = "", **fields: Any) -> Verdict:
        self.said += 1
        asked = {"game": "saumaumau", "played": None, "record": "", "seats": seats, **fields}
        answers = answers or f"m{self.said}"
        game = SimpleNamespace(**asked)
        return self.take(counting.add_game(self.group, by, answers, game, self.now))

    def draw(
        self,
        number: int,
        by: int | None = 0,
        tournament: int = 1,
        answers: str = "",
        codes: Iterable[str] | None = None,
    ) -> Verdict:
        self.said += 1
        wanted = WantedRound(tournament, number, answers=answers or f"m{self.said}")
        codes = self.codes if codes is None else codes
        return self.take(drawing.draw_round(self.group, by, wanted, codes, self.now))

    def one_time_key(self, by: int, member: int | None = None) -> str:
        made = self.take(devices.make_one_time_key(self.group, by, self.now, member))
        return str(made.gives["key"])

    def use_one_time_key(self, shown: str, key: str | None = None) -> Verdict:
        return self.take(devices.use_one_time_key(self.group, shown, key, self.now))

    def screen(self, member: int, before: str = "") -> str:
        return str(self.take(devices.add_screen(self.group, member, before)).gives["key"])

    def passkey(self, member: int, credential: str = "abc", count: int = 0) -> Verdict:
        return self.take(devices.add_passkey(self.group, member, credential, "public", count))

    def take(self, verdict: Verdict) -> Verdict:
        for event in verdict.events:
            kept = log.encode(event)
            self.entries.append((self.now, kept))
            fold(self.group, log.decode(kept), self.now)
        return verdict

    def again(self) -> Group | None:
        """The group as a restarted server finds it."""
        return folded(self.group.code, self.entries)

    def events(self) -> list[AnyGroupLogged]:
        return [log.decode(kept) for _, kept in self.entries]


def all_codes():
    """Codes of tables, one after the other."""
    return ("".join(letters) for letters in itertools.product(LETTERS, repeat=6))


def group_of(people: int = 1, name: str = "Thursday") -> InGroup:
    """A group with so many members."""
    verdict = found(name, "", "", NAMES[0], "")
    founded, joined = verdict.events
    assert isinstance(founded, log.Founded)
    there = InGroup(
        new_group(CODE, founded, START),
        {0: str(verdict.gives["key"])},
        [(START, log.encode(founded))],
    )
    there.take(Verdict([joined]))
    for nth in range(1, people):
        there.join(NAMES[nth] if nth < len(NAMES) else f"P{nth}")
    return there


def in_order(*members: int | None) -> list[Placed]:
    """These came in one after the other; None is a guest."""
    return [
        Placed(place, 10 - place, float(place == 1), member, "" if member is not None else "Guest")
        for place, member in enumerate(members, 1)
    ]


def sentences(fault: Fault) -> list[str]:
    """A refusal in every language; fails if one cannot be said."""
    said = [say_fault(Language(code), fault) for code in LANGUAGES]
    assert not any(f"fault.{fault.key}" in sentence for sentence in said)
    return said
