"""Telling everybody at a table what happens: each device what its keys let it see."""

import asyncio
from collections.abc import Callable, Iterable, Iterator

from galopp import __version__, wire
from galopp.play.position import Position
from galopp.server.tables.guest import Guest
from galopp.server.tables.outbox import Packet
from galopp.table import feed
from galopp.table.feed import News, TableNews, Viewer
from galopp.table.log import AnyLogged
from galopp.table.table import Table
from galopp.wire.frames import Frame, TableFrames, place_of

PRESENCE_AFTER = 0.2  # seconds; people coming and going are told together
ANSWERED_WITHIN = 0.1  # seconds; whoever is sent off by its own doing hears the answer first


class Announcer:
    """The devices at one table, and what they are told."""

    def __init__(self, table: Table, now: Callable[[], float]) -> None:
        self.guests: set[Guest] = set()
        self._table = table
        self._now = now
        self._presence: asyncio.TimerHandle | None = None

    # --- Coming and going

    def welcome(self, guest: Guest, missed: Iterable[wire.Missed] = ()) -> None:
        """Tell a device who it is, and how everything stands."""
        sender, table = guest.sender, self._table
        seats, host, now = sorted(sender.seats), sender.host, self._now()
        hello = wire.Welcome(wire.PROTOCOL, __version__, table.code, seats, host, now)
        guest.send([hello, *missed])
        for packet in self.snapshot(guest):
            guest.outbox.put(packet)

    def snapshot(self, guest: Guest) -> Iterator[Packet]:
        """How everything stands now, for one device."""
        yield _text(feed.table_news(self._table))
        for viewer in guest.viewers:
            packet = self._game_as_it_stands(guest, viewer)
            if packet is not None:
                yield packet

    def _game_as_it_stands(self, guest: Guest, viewer: Viewer) -> Packet | None:
        if guest.reads_frames_of(self._table.game):
            frames = TableFrames(self._table).whole()
            return frames[place_of(viewer)] if frames else None
        news = feed.game_news(self._table, viewer)
        return None if news is None else _text(news)

    def welcome_all(self) -> None:
        """Tell all devices how everything stands, and what time it is."""
        for guest in self.guests:
            self.welcome(guest)

    def check_keys(self) -> None:
        """Who may do what has changed: a key may open another seat now, or nothing."""
        for guest in list(self.guests):
            sender = self._table.who(guest.keys)
            if sender == guest.sender:
                continue
            guest.sender = sender
            if sender.anybody:
                self.welcome(guest)
            else:
                self.send_off(guest)

    def send_off(self, guest: Guest) -> None:
        """Its keys open nothing here any more: tell it nothing, and say goodbye in a moment."""
        self.guests.discard(guest)
        loop = asyncio.get_running_loop()
        loop.call_later(ANSWERED_WITHIN, self._say_goodbye_to, guest)

    def _say_goodbye_to(self, guest: Guest) -> None:
        if guest not in self.guests:  # it may have got another key meanwhile
            guest.send([wire.Goodbye("key_changed", None)])
            guest.outbox.hang_up_soon()

    def say_goodbye(self, goodbye: wire.Goodbye) -> None:
        """Tell every device that this is the end, and hang up once it has heard it."""
        for guest in self.guests:
            guest.send([goodbye])
            guest.outbox.hang_up_soon()

    # --- News

    def tell(self, event: AnyLogged, before: Position | None) -> None:
        """Tell everybody what happened."""
        self.tell_table(feed.table_news_of(event, self._table))
        self._tell_game(event, before)

    def tell_table(self, news: TableNews | None) -> None:
        """Tell everybody the same."""
        if news is not None and self.guests:
            text = _text(news)
            for guest in self.guests:
                guest.outbox.put(text)

    def _tell_game(self, event: AnyLogged, before: Position | None) -> None:
        if not isinstance(event, feed.NEWS_OF_THE_GAME):
            return
        news = GamePackets(self._table, event, before)
        for guest in self.guests:
            framed = guest.reads_frames_of(self._table.game)
            for viewer in guest.viewers:
                if packet := news.packet(viewer, framed):
                    guest.outbox.put(packet)
            if self._table.window is not None:
                guest.window_sent = self._table.seq - 1, self._now()

    # --- Who is there

    def tell_presence_soon(self, before: Callable[[], None]) -> None:
        """Tell everybody in a moment who is there, together with whoever comes then."""
        if self._presence is None and self.guests:
            loop = asyncio.get_running_loop()
            self._presence = loop.call_later(PRESENCE_AFTER, self._tell_presence, before)

    def _tell_presence(self, before: Callable[[], None]) -> None:
        self._presence = None
        before()
        self.tell_table(feed.table_news(self._table))

    def end(self) -> None:
        """Tell nothing more by itself."""
        if self._presence is not None:
            self._presence.cancel()


class GamePackets:
    """News of the game as devices take them: made when the first one needs it, then kept."""

    def __init__(self, table: Table, event: AnyLogged, before: Position | None) -> None:
        self._table, self._event, self._before = table, event, before
        self._frames: list[Frame] | None = None
        self._texts: dict[Viewer, Packet | None] = {}

    def packet(self, viewer: Viewer, framed: bool) -> Packet | None:
        """What a device is sent that sees with a viewer's eyes."""
        if framed:
            if self._frames is None:
                self._frames = TableFrames(self._table).news_of(self._event, self._before)
            if self._frames:
                return self._frames[place_of(viewer)]
        if viewer not in self._texts:
            self._texts[viewer] = self._json(viewer)
        return self._texts[viewer]

    def _json(self, viewer: Viewer) -> Packet | None:
        news = feed.game_news_of(self._event, self._before, self._table, viewer)
        return None if news is None else _text(news)


def _text(news: News) -> str:
    return wire.encode(news).decode()
