"""What a notice says: no card, no key, nothing that the whole table does not know."""

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import NamedTuple
from zoneinfo import ZoneInfo

from babel.dates import format_skeleton

from galopp.locale import Language
from galopp.server.notices.owed import Owed
from galopp.server.notices.subscriptions import Listener

MOST_NAMED = 5  # tables in one sentence; the others are counted
LIVE_FOR, FOR_A_WHILE, LONGEST = 3600, 24 * 3600, 28 * 24 * 3600  # seconds
ID_LENGTH = 22
# What is said to whoever sits there, and to a host who wants to know of everybody.
SENTENCES = {
    "turn": ("message.turn", "message.turn_of"),
    "undo": ("message.undo", "message.undo_of"),
    "over": ("message.over", "message.over"),
    "rematch": ("message.rematch", "message.rematch"),
}
A_DAY = "MMMEd"  # as Unicode names it: weekday, day and month


class About(NamedTuple):
    """One table of a notice."""

    kind: str
    table: str
    game: str
    link: str
    seat: int
    name: str
    since: float
    until: float | None


@dataclass(frozen=True)
class Message:
    """A notice as it is sent, whichever way it goes."""

    id: str  # the same when it is sent again
    kind: str  # of what it is about; "digest" for several things, "test" for none
    language: str
    title: str
    sentence: str
    link: str
    at: float
    lasts: int  # seconds after which nobody needs to be told any more
    tables: tuple[About, ...]


def compose(told: Sequence[tuple[Listener, Owed]], now: float) -> Message:
    """One message about everything that is to be told at one address."""
    first = told[0][0]
    # A host who asked about everybody may have asked for the own seat too, at the same address.
    once = {f"{one.code} {owed.mark}": (one, owed) for one, owed in reversed(told)}
    about = [_about(*once[mark]) for mark in sorted(once)]
    single, marks = len(about) == 1, " ".join(sorted(once))
    words = _of_one(first, about[0]) if single else _of_several(first, about)
    return Message(
        id=hashlib.sha256(f"{first.together} {marks}".encode()).hexdigest()[:ID_LENGTH],
        kind=about[0].kind if single else "digest",
        language=first.subscription.language,
        title=words[0],
        sentence=words[1],
        link=about[0].link if single else f"{first.kept.base}/",
        at=now,
        lasts=max(_lasts(owed, now) for _, owed in told),
        tables=tuple(about),
    )


def trial(listener: Listener, now: float) -> Message:
    """A message that shows that messages arrive."""
    language = Language(listener.subscription.language)
    return Message(
        id=hashlib.sha256(f"{listener.address} {now}".encode()).hexdigest()[:ID_LENGTH],
        kind="test",
        language=language.code,
        title=language.say("message.title_test"),
        sentence=language.say("message.test", table=listener.code),
        link=_link(listener),
        at=now,
        lasts=LIVE_FOR,
        tables=(),
    )


def _link(listener: Listener) -> str:
    return f"{listener.kept.base}/t/{listener.code}"


def _about(listener: Listener, owed: Owed) -> About:
    where = (listener.code, owed.game, _link(listener))
    return About(owed.kind, *where, owed.seat, owed.name, owed.since, owed.until)


def _of_one(listener: Listener, about: About) -> tuple[str, str]:
    language = Language(listener.subscription.language)
    to_one, to_all = SENTENCES[about.kind]
    key = to_all if listener.subscription.everybody else to_one
    said = language.say(key, name=about.name, table=about.table)
    if about.until is not None:
        said = f"{said} {_until(about.until, listener.zone, language)}"
    return language.of_game(about.game, "title"), said


def _until(at: float, zone: ZoneInfo, language: Language) -> str:
    moment = datetime.fromtimestamp(at, zone)
    date = format_skeleton(A_DAY, moment, locale=language.code)
    return language.say("message.until", date=date, time=moment.strftime("%H:%M"))


def _of_several(listener: Listener, about: Sequence[About]) -> tuple[str, str]:
    language = Language(listener.subscription.language)
    tables = list({one.table: one for one in about}.values())
    named = [_named(one, language) for one in tables[:MOST_NAMED]]
    if len(tables) > MOST_NAMED:
        named.append(language.say("message.more", count=len(tables) - MOST_NAMED))
    count = len(tables)
    title = language.say("message.title_digest", count=count)
    return title, language.say("message.digest", count=count, tables=language.all_of(named))


def _named(about: About, language: Language) -> str:
    title = language.of_game(about.game, "title")
    return language.say("message.table", game=title, table=about.table)


def _lasts(owed: Owed, now: float) -> int:
    """How long somebody who is not reached may still be told."""
    if owed.until is not None:
        return int(min(max(60.0, owed.until - now), LONGEST))
    return LIVE_FOR if owed.kind in ("turn", "undo") and not owed.patient else FOR_A_WHILE
