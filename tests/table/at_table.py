"""A table for tests: people with their keys, a log, a clock that the test sets.

It does what a room does (judge, write down, fold, tell), without any I/O, and keeps every
byte that each viewer was sent.
"""

import hashlib
from dataclasses import dataclass, field
from typing import Any

import msgspec
import pytest
from msgspec import structs

import galopp
from galopp.core.words import Plain
from galopp.locale import LANGUAGES, Language
from galopp.play.telling import say_fault
from galopp.table import feed, log, message
from galopp.table.feed import GameNews, Happened, Viewer
from galopp.table.fold import fold, new_table
from galopp.table.judge import Verdict, by_time, judge, open_table
from galopp.table.keys import Kind, new_key
from galopp.table.log import AnyLogged
from galopp.table.record import record_of
from galopp.table.refused import Refused
from galopp.table.seat import PIGS
from galopp.table.seating import admit, seat_member, sit_down
from galopp.table.settings import Settings
from galopp.table.table import PLAYING, Sender, Table
from galopp.wire.frames import FrameReader, TableFrames, place_of

GAMES = galopp.game_names()
CODE = "BCDFGH"
NAMES = ("Ada", "Bo", "Cem", "Dora", "Emil")
START = 1000.0

encode = msgspec.json.Encoder().encode


@dataclass
class AtTable:
    """A table and everybody at it."""

    table: Table
    host: str
    entries: list[tuple[float, bytes]]
    now: float = START
    keys: dict[int, str] = field(default_factory=dict)  # of the seats
    sent: dict[Viewer, list[bytes]] = field(default_factory=dict)  # every byte, by viewer
    frames: dict[Viewer, list[bytes]] = field(default_factory=dict)  # the game, to a page
    as_json: dict[Viewer, list[bytes]] = field(default_factory=dict)  # what those frames say
    readers: dict[Viewer, FrameReader] = field(default_factory=dict)
    only: list[Viewer] | None = None  # tell only these viewers: quicker
    said: int = 0

    # --- Talking to the table

    def say(self, kind: type[Any], by: list[str] | None = None, **fields: Any) -> Verdict:
        """Send a message, by the keys given, else by those of its seat or the host's."""
        said, sender = self.message(kind, **fields), self.table.who(self._keys(by, fields))
        return self.take(judge(self.table, said, sender, self.now))

    def message(self, kind: type[Any], **fields: Any) -> Any:
        self.said += 1
        return kind(**{"id": f"m{self.said}", **fields})

    def _keys(self, by: list[str] | None, fields: dict[str, Any]) -> list[str]:
        if by is not None:
            return by
        key = self.keys.get(fields.get("seat", -1))
        return [key] if key else [self.host]

    def refuses(self, kind: type[Any], by: list[str] | None = None, **fields: Any) -> str:
        """Send a message that must be refused, changing nothing; the key of the reason."""
        return self.reason(kind, by, **fields).key

    def reason(self, kind: type[Any], by: list[str] | None = None, **fields: Any) -> Refused:
        before = self.everything()
        with pytest.raises(Refused) as caught:
            self.say(kind, by, **fields)
        assert self.everything() == before
        sentences(caught.value)
        return caught.value

    def decide(self, seat: int, *moves: int | str, **fields: Any) -> Verdict:
        return self.say(message.Decide, **self._decision(seat, moves, fields))

    def cannot(self, seat: int, *moves: int | str, **fields: Any) -> str:
        return self.refuses(message.Decide, **self._decision(seat, moves, fields))

    def _decision(self, seat: int, moves: tuple[int | str, ...], fields: Any) -> dict[str, Any]:
        return {"seat": seat, "decision": self.table.number, "moves": [*moves], **fields}

    def bot(self, seat: int, *moves: int | str) -> Verdict:
        """A bot of the server decides for its seat."""
        said = self.message(message.Decide, **self._decision(seat, moves, {}))
        sender = Sender(frozenset({seat}), bot=True)
        return self.take(judge(self.table, said, sender, self.now))

    def sit(self, name: str, **wanted: Any) -> int:
        gives = self.take(sit_down(self.table, name, **{"pig": PIGS[0], **wanted})).gives
        self.keys[int(gives["seat"])] = str(gives["key"])
        return int(gives["seat"])

    def sit_as_member(self, member: int, name: str, key: str = "", **wanted: Any) -> int:
        """A member of the table's group sits down, or comes back."""
        key = key or new_key()
        gives = self.take(seat_member(self.table, member, name, "", key, **wanted)).gives
        self.keys[int(gives["seat"])] = key
        return int(gives["seat"])

    def watch(self, kind: Kind = Kind.SPECTATOR) -> str:
        return str(self.take(admit(self.table, kind)).gives["key"])

    def fill(self) -> "AtTable":
        """Let somebody sit down in every free seat."""
        taken = {seat.name for seat in self.table.seats}
        names = (name for name in NAMES if name not in taken)
        for number, seat in enumerate(self.table.seats):
            if seat.free:
                self.sit(next(names), wanted=number)
        return self

    def start(self) -> "AtTable":
        self.fill().say(message.Start)
        return self

    def begin_with(self, position: galopp.Position) -> "AtTable":
        """Begin with a position set up by hand."""
        options, state = self.table.options, position.state.tobytes()
        began = log.Began(rules=position.rules.VERSION, options=options, state=state)
        self.fill().take(Verdict([began]))
        return self

    def wait(self, seconds: float) -> list[AnyLogged]:
        """Let time pass, and happen what then happens by itself."""
        self.now += seconds
        return self.take(Verdict(by_time(self.table, self.now))).events

    def connect(self, *seats: int) -> None:
        """These seats are there, all others are not."""
        for number, seat in enumerate(self.table.seats):
            seat.count(int(number in seats), self.now)

    # --- What a room does

    def take(self, verdict: Verdict) -> Verdict:
        for event in verdict.events:
            self._write_down_and_tell(event)
        return verdict

    def _write_down_and_tell(self, event: AnyLogged) -> None:
        kept = log.encode(event)
        self.entries.append((self.now, kept))
        before = self.table.position
        fold(self.table, log.decode(kept), self.now)
        for viewer in self.viewers():
            news = feed.game_news_of(event, before, self.table, viewer)
            for each in (feed.table_news_of(event, self.table), news):
                if each is not None:
                    self.sent.setdefault(viewer, []).append(encode(each))
            self._send_frame(event, before, viewer, news)

    def _send_frame(
        self, event: AnyLogged, before: Any, viewer: Viewer, news: GameNews | None
    ) -> None:
        """To a page: the same as a frame, which says the same to the last digit."""
        frames = TableFrames(self.table).news_of(event, before)
        if frames:
            frame = frames[place_of(viewer)]
            reader = self.readers.setdefault(viewer, FrameReader(self.table.game))
            self.frames.setdefault(viewer, []).append(frame)
            self.as_json.setdefault(viewer, []).append(encode(news))
            assert encode(reader.read(frame)) == self.as_json[viewer][-1]
        else:
            assert news is None or isinstance(event, log.Called | log.LetGo)

    def viewers(self) -> list[Viewer]:
        return [None, *range(self.table.players)] if self.only is None else self.only

    # --- Looking at it

    def legal(self, seat: int) -> list[int]:
        """What a seat may answer with, be it the seat's bot."""
        if self.table.position is None:
            return []
        level, self.table.seats[seat].level = self.table.seats[seat].level, ""
        found = feed.legal(self.table, self.table.position.seen(seat), seat)
        self.table.seats[seat].level = level
        return found

    def moves(self, seat: int) -> list[str]:
        """What a seat may decide now, in notation."""
        return [self.table.game.moves[code].notation for code in self.legal(seat)]

    @property
    def mover(self) -> int:
        return self.table.asked[0]

    def events(self) -> list[AnyLogged]:
        return [log.decode(kept) for _, kept in self.entries]

    def last(self) -> AnyLogged:
        return self.events()[-1]

    def snapshot(self, viewer: Viewer) -> bytes:
        """Every byte a viewer would be sent if it came to the table now."""
        news = feed.table_news(self.table), feed.game_news(self.table, viewer)
        past = feed.history(self.table.code, self.entries, viewer, -1)
        return encode([*news, past])

    def everything(self) -> list[Any]:
        """All that a message could have changed."""
        return [len(self.entries), *map(self.snapshot, self.viewers())]

    def again(self) -> Table:
        """The table as a restarted server finds it."""
        return folded(self.entries)

    def record(self, wanted: int | None = None) -> galopp.Record:
        return galopp.Record.read(record_of(self.table.code, self.entries, wanted))


def folded(entries: list[tuple[float, bytes]]) -> Table:
    (opened_at, opening), *rest = entries
    opened = log.decode(opening)
    assert isinstance(opened, log.Opened)
    table = new_table(CODE, opened, opened_at)
    for at, kept in rest:
        fold(table, log.decode(kept), at)
    return table


def table_of(
    game: str,
    players: int | None = None,
    settings: Settings | None = None,
    secret: int = 7,
    group: str = "",
    **options: Plain,
) -> AtTable:
    """A table that was just opened; its luck is the test's own."""
    played = galopp.game(game)
    players = max(2, played.rules.FEWEST) if players is None else players
    options = {**played.options_needed(players), **options}
    verdict = open_table(CODE, game, players, options, settings or Settings(), group=group)
    bits = hashlib.sha256(str(secret).encode()).hexdigest()
    opened = structs.replace(verdict.events[0], secret=bits)
    assert isinstance(opened, log.Opened)
    entries = [(START, log.encode(opened))]
    return AtTable(new_table(CODE, opened, START), str(verdict.gives["key"]), entries)


def play_out(at: AtTable, picks: Any, longest: int = 5000) -> AtTable:
    """Play at random until the round is over; `picks` has a `choice`."""
    for _ in range(longest):
        if at.table.phase != PLAYING:
            return at
        at.now += 0.5
        speaking = [seat for seat in at.table.asked if at.legal(seat)]
        if not at.wait(0.0) and speaking:
            seat = picks.choice(speaking)
            at.decide(seat, picks.choice(at.legal(seat)))
    raise AssertionError("the round does not end")


def happened(at: AtTable, viewer: Viewer = None) -> list[Happened]:
    """All that a viewer was told, in order."""
    return [told for news in at.sent[viewer] for told in msgspec.json.decode(news)["happened"]]


def sentences(fault: galopp.Fault) -> list[str]:
    """A refusal in every language; fails if one cannot be said."""
    said = [say_fault(Language(code), fault) for code in LANGUAGES]
    assert not any(f"fault.{fault.key}" in sentence for sentence in said)
    return said


def saumaumau_with(at: AtTable, hands: list[list[str]], top: str, **changes: Plain) -> AtTable:
    """Begin a race of Sau Mau Mau with these hands; seat 0 is on, all other cards are the pile."""
    game = at.table.game
    options: dict[str, Plain] = {**at.table.options, "start_player": 0}
    plain = game.begin(at.table.players, 1, options).to_dict()
    known = {top, *(card for hand in hands for card in hand)}
    pile = [move.card for move in game.moves.values() if move.card and move.card not in known]
    colour = top.rsplit("-", 1)[0]
    position = {"hands": hands, "pile": pile, "top": top, "valid": colour, **changes}
    return at.begin_with(game.from_dict({**plain, **position}))
