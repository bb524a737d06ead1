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
from galopp.server.notices.subscriptions import Listener, is_group

MOST_NAMED = 5  # tables in one sentence; the others are counted
LIVE_FOR, FOR_A_WHILE, LONGEST = 3600, 24 * 3600, 28 * 24 * 3600  # seconds
ID_LENGTH = 22
# What is said to whoever sits there, and to a host who wants to know of everybody.
SENTENCES = {
    "turn": ("message.turn", "message.turn_of"),
    "undo": ("message.undo", "message.undo_of"),
    "over": ("message.over", "message.over"),
    "rematch": ("message.rematch", "message.rematch"),
    "round": ("message.round", "message.round"),
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
    first, owed = told[0]
    if owed.kind == "bye":
        return _bye(first, owed, now)
    # A host who asked about everybody may have asked for the own seat too, at the same address.
    once = {f"{one.code} {owed.mark}": (one, owed) for one, owed in reversed(told)}
    about = [_about(*once[mark]) for mark in sorted(once)]
    single, marks = _about_one_seat(about), " ".join(sorted(once))
    words = _of_one(first, about) if single else _of_several(first, about)
    return Message(
        id=hashlib.sha256(f"{first.together} {marks}".encode()).hexdigest()[:ID_LENGTH],
        kind=_most_pressing(about) if single else "digest",
        language=first.subscription.language,
        title=words[0],
        sentence=words[1],
        link=about[0].link if single else f"{first.kept.base}/",
        at=now,
        lasts=max(_lasts(owed, now) for _, owed in told),
        tables=tuple(about),
    )


def _bye(listener: Listener, owed: Owed, now: float) -> Message:
    """A member sits out, which is about no table; a group tells it by itself, and one at a time."""
    language = Language(listener.subscription.language)
    # Its id is made from a secret: a code of eight letters could be found by trying them all.
    return Message(
        id=hashlib.sha256(f"{listener.kept.holder} {owed.mark}".encode()).hexdigest()[:ID_LENGTH],
        kind=owed.kind,
        language=language.code,
        title=language.of_game(owed.game, "title"),
        sentence=language.say("message.bye", name=owed.name),
        link=_link(listener),
        at=now,
        lasts=_lasts(owed, now),
        tables=(),
    )


def trial(listener: Listener, now: float) -> Message:
    """A message that shows that messages arrive."""
    language = Language(listener.subscription.language)
    return Message(
        id=hashlib.sha256(f"{listener.address} {now}".encode()).hexdigest()[:ID_LENGTH],
        kind="test",
        language=language.code,
        title=language.say("message.title_test"),
        sentence=_trial_told(listener, language),
        link=_link(listener),
        at=now,
        lasts=LIVE_FOR,
        tables=(),
    )


def _trial_told(listener: Listener, language: Language) -> str:
    """Whoever knows the code of a group may join: it is in no message."""
    if is_group(listener.code):
        return language.say("message.test_of_group")
    return language.say("message.test", table=listener.code)


def _link(listener: Listener) -> str:
    return f"{listener.kept.base}/" + ("" if is_group(listener.code) else f"t/{listener.code}")


def _about(listener: Listener, owed: Owed) -> About:
    where = (listener.code, owed.game, _link(listener))
    return About(owed.kind, *where, owed.seat, owed.name, owed.since, owed.until)


def _about_one_seat(about: Sequence[About]) -> bool:
    """Whether it is told a sentence after the other: a round was drawn, and one's turn came."""
    return len({(one.table, one.seat) for one in about}) == 1


def _most_pressing(about: Sequence[About]) -> str:
    """What a message about one seat is called: somebody waits, or else whatever comes first."""
    kinds = [one.kind for one in about]
    return next((kind for kind in ("turn", "undo") if kind in kinds), kinds[0])


def _of_one(listener: Listener, about: Sequence[About]) -> tuple[str, str]:
    """All about one seat: first that it was drawn, last what is waited for there."""
    language = Language(listener.subscription.language)
    in_order = sorted(about, key=lambda one: one.kind != "round")
    said = " ".join(_sentence(listener, one, language) for one in in_order)
    return language.of_game(about[0].game, "title"), said


def _sentence(listener: Listener, about: About, language: Language) -> str:
    to_one, to_all = SENTENCES[about.kind]
    key = to_all if listener.subscription.everybody else to_one
    said = language.say(key, name=about.name, table=about.table)
    if about.until is not None:
        said = f"{said} {_until(about.until, listener.zone, language)}"
    return said


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
    now_or_never = ("turn", "undo", "round", "bye")
    return LIVE_FOR if owed.kind in now_or_never and not owed.patient else FOR_A_WHILE
