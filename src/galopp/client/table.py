"""A table as a client knows it, and the seats that the client holds there."""

from collections.abc import Iterator, Sequence
from typing import Literal, TypeAlias

from msgspec import structs

from galopp.client.calling import Caller, new_id
from galopp.client.listening import Listening
from galopp.client.turn import Turn, Turns, take_back
from galopp.core.words import Plain
from galopp.table import message
from galopp.table.feed import GameNews, Past, TableNews
from galopp.table.keys import new_key
from galopp.table.message import AnyMessage
from galopp.table.settings import Change
from galopp.wire import (
    Accepted,
    Foresight,
    Hint,
    KeyGiven,
    Missed,
    SeatGiven,
    SitDown,
    Told,
    Watch,
    Welcome,
)

News: TypeAlias = Missed | TableNews | GameNews


class Table:
    """A table, with whatever keys the client has for it: as host, in seats, or none."""

    def __init__(self, caller: Caller, code: str, host_key: str | None, promise: str = "") -> None:
        self.caller = caller
        self.code = code
        self.host_key = host_key
        self.promise = promise  # of the luck of its first game, if the client opened it
        self.seats: list[Seat] = []

    def __repr__(self) -> str:
        return f"<table {self.code}>"  # and no keys: this may end up in a log

    @property
    def page(self) -> str:
        """Where people find it in a browser."""
        return f"{self.caller.address}/t/{self.code}"

    @property
    def keys(self) -> list[str]:
        """All keys the client has here."""
        return [*self.host_keys, *(seat.key for seat in self.seats)]

    @property
    def path(self) -> str:
        """Where programs find it."""
        return f"/api/tables/{self.code}"

    @property
    def host_keys(self) -> list[str]:
        """The host's key, if the client has it."""
        return [] if self.host_key is None else [self.host_key]

    # --- Coming and looking

    def sit(
        self, name: str, pig: str = "rosy", seat: int | None = None, key: str | None = None
    ) -> "Seat":
        """Take a free seat, or this one; whoever shows a key that opens a seat gets that one."""
        wanted = SitDown(name=name, pig=pig, seat=seat, key=key or new_key())
        given = self.caller.ask_for(SeatGiven, "POST", f"{self.path}/seats", wanted)
        self.seats.append(Seat(self, given.seat, given.key))
        return self.seats[-1]

    def look(self) -> TableNews:
        """The table as everybody sees it."""
        return self.caller.ask_for(TableNews, "GET", self.path)

    def watch(self, kind: Literal["spectator", "tv"] = "spectator") -> Iterator[News]:
        """All news that everybody may know, from now on until the table is closed."""
        wanted = Watch(kind=kind)
        given = self.caller.ask_for(KeyGiven, "POST", f"{self.path}/watchers", wanted)
        return self.news([given.key])

    def news(self, keys: Sequence[str]) -> Iterator[News]:
        """All news for the holder of these keys, from now on until the table is closed."""
        for told in Listening(self.caller, self.code, keys):
            if not isinstance(told, Welcome):
                yield told

    def turns(self, agree_to_undo: bool = True) -> Iterator[Turn]:
        """The turns of all seats the client holds here, until the game is over."""
        return iter(Turns(self, self.keys, agree_to_undo))

    def record(self, round: int | None = None) -> str:
        """A game that is over, written down: the last one, or that of a round."""
        return self.caller.ask("GET", f"{self.path}/record", round=round).decode()

    # --- What anybody who sits here may do

    def start(self) -> None:
        """Deal the cards."""
        self.send(message.Start(id=new_id()))

    def rematch(self) -> None:
        """Once more with the same people; then `start` again."""
        self.send(message.Rematch(id=new_id()))

    # --- What the host may do

    def arrange(
        self,
        players: int | None = None,
        options: dict[str, Plain] | None = None,
        settings: Change | None = None,
    ) -> None:
        """Choose players, options and settings anew; what is left out stays."""
        change = settings or Change()
        self.send(message.Arrange(id=new_id(), players=players, options=options, settings=change))

    def add_bot(self, seat: int, level: str = "casual") -> None:
        """Give a free seat to a bot of the server."""
        self.send(message.AddBot(id=new_id(), seat=seat, level=level))

    def add_bots(self, level: str = "casual") -> None:
        """Give every free seat to a bot of the server."""
        for number, seat in enumerate(self.look().seats):
            if seat.kind == "free":
                self.add_bot(number, level)

    def send_away(self, seat: int) -> None:
        """Free a seat; during the game a bot plays on."""
        self.send(message.SendAway(id=new_id(), seat=seat))

    def swap(self, seat: int, other: int) -> None:
        """Let two seats change places before the game."""
        self.send(message.Swap(id=new_id(), seat=seat, other=other))

    def reissue(self, seat: int) -> str:
        """A new key for a person's seat, to be handed over; the old one opens nothing more."""
        key = self.send_for_key(message.Reissue(id=new_id(), seat=seat))
        for held in self.seats:
            if held.number == seat:
                held.key = key
        return key

    def close(self) -> None:
        """End the table for everybody."""
        self.send(message.Close(id=new_id()))

    def delete(self) -> None:
        """Close the table and delete everything about it."""
        self.caller.ask("DELETE", self.path, keys=self.keys)

    # --- The wire

    def send(self, said: AnyMessage) -> Accepted:
        """Say something to the table with all keys the client has; raises `Refused`."""
        return self.caller.ask_for(Accepted, "POST", f"{self.path}/messages", said, self.keys)

    def send_for_key(self, said: message.Reissue | message.ClaimHost) -> str:
        """Say something that is answered with a new key."""
        gives = self.send(said).gives
        if "key" in gives:
            return str(gives["key"])
        # The server was restarted before its answer came, and it keeps no keys: ask anew.
        return self.send_for_key(structs.replace(said, id=new_id()))


class Seat:
    """A seat that the client holds: whoever has its key plays there."""

    def __init__(self, table: Table, number: int, key: str) -> None:
        self.table = table
        self.number = number  # may change before the game, when the host swaps seats
        self.key = key

    def __repr__(self) -> str:
        return f"<seat {self.number} at table {self.table.code}>"

    # --- Playing

    def turns(self, agree_to_undo: bool = True) -> Iterator[Turn]:
        """A turn whenever this seat is asked, until the game is over.

        Waits for the game to begin. Where a bot has played on, the seat is taken back; if
        somebody wants to undo, the answer is `agree_to_undo`.
        """
        for turn in Turns(self.table, self._keys, agree_to_undo):
            self.number = turn.seat
            yield turn

    def news(self) -> Iterator[News]:
        """All news as this seat may know them, from now on until the table is closed."""
        return self.table.news(self._keys)

    def look(self) -> GameNews:
        """The game as it stands, as this seat sees it."""
        path = f"{self.table.path}/game"
        return self.table.caller.ask_for(GameNews, "GET", path, keys=[self.key])

    def hint(self) -> Hint:
        """What the server's strongest bot would do here now, with its chances and its reason."""
        path = f"{self.table.path}/hint"
        return self.table.caller.ask_for(Hint, "GET", path, keys=[self.key])

    def foresight(self, after: Sequence[int] = ()) -> Foresight:
        """What is certain to happen with each move of this seat, after some that it would make."""
        path, codes = f"{self.table.path}/foresight", ",".join(map(str, after))
        return self.table.caller.ask_for(Foresight, "GET", path, keys=[self.key], after=codes)

    def told(self) -> Told:
        """What was public of this race so far, as this seat was told of it."""
        path = f"{self.table.path}/told"
        return self.table.caller.ask_for(Told, "GET", path, keys=[self.key], seat=self.number)

    def history(self, since: int = -1) -> list[Past]:
        """What this seat saw happen after an event, or from the beginning."""
        path = f"{self.table.path}/history"
        return self.table.caller.ask_for(list[Past], "GET", path, keys=[self.key], since=since)

    @property
    def _keys(self) -> list[str]:
        # A host who plays shows both keys: a host who seems to be away can be replaced.
        return [*self.table.host_keys, self.key]

    # --- At the table

    def say(self, phrase: str = "", text: str = "") -> None:
        """Say a phrase by its name, or a few words where the table allows them."""
        self.table.send(message.Say(id=new_id(), seat=self.number, phrase=phrase, text=text))

    def undo(self) -> None:
        """Take back the last decision: at once if it told nothing, else if all agree."""
        self.table.send(message.Undo(id=new_id(), seat=self.number))

    def answer_undo(self, agree: bool) -> None:
        """Agree to another's undo, or do not."""
        self.table.send(message.AnswerUndo(id=new_id(), seat=self.number, agree=agree))

    def count(self, agree: bool) -> None:
        """Agree that the games count for the table's group, or think better of it."""
        self.table.send(message.Count(id=new_id(), seat=self.number, agree=agree))

    def take_over(self, absent: int) -> None:
        """Let a bot play on for somebody who is away, or vote for it."""
        self.table.send(message.TakeOver(id=new_id(), seat=self.number, absent=absent))

    def take_back(self) -> None:
        """Be back where a bot has played on; `turns` does that by itself."""
        take_back(self.table, self.number)

    def leave(self) -> None:
        """Stand up; during the game a bot plays on. Whoever asks for turns is back."""
        self.table.send(message.Leave(id=new_id(), seat=self.number))

    def claim_host(self) -> None:
        """Become the host, if the host has been away."""
        claim = message.ClaimHost(id=new_id(), seat=self.number)
        self.table.host_key = self.table.send_for_key(claim)
