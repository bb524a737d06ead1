"""A notice goes to whoever must act and does not look: once, and not when it is past."""

import asyncio
from dataclasses import dataclass, field, replace
from typing import Any

import msgspec
import pytest
from notified import (
    ANYWHERE,
    BASE,
    NOON,
    after,
    hook,
    in_server,
    kept,
    outside,
)

import galopp
from galopp import wire
from galopp.core.fault import Fault
from galopp.locale import Language
from galopp.server.live.joining import sit_in
from galopp.server.notices.calling import Outcome
from galopp.server.notices.listeners import MOST_EACH
from galopp.server.notices.scheduler import AGAIN_AFTER, MOST_FAILURES
from galopp.server.notices.sender import DAYS_WAIT, LIVE_WAIT, Allowed
from galopp.server.notices.ssrf_guard import Targets
from galopp.server.notices.subscriptions import Listener
from galopp.server.services import Services
from galopp.server.tables.guest import Guest
from galopp.server.tables.outbox import Outbox
from galopp.server.tables.room import Room
from galopp.table import message
from galopp.table.judge import Verdict
from galopp.table.seating import sit_down
from galopp.table.settings import DAY, MINUTE, Change, Settings, Thinking
from galopp.wire.notices import Subscription
from outside import Browser

__all__ = ["in_server", "outside"]

HOUR = 60 * MINUTE
DAYS = Settings(pace=0, thinking=Thinking("days", 2 * DAY))
LIVE = Settings(pace=0)
GAMES = galopp.game_names()


@dataclass
class Seated:
    """A table with a person in every seat, and devices that look or do not."""

    services: Services
    room: Room
    host: str
    keys: list[str]
    devices: dict[int, Guest] = field(default_factory=dict)

    @property
    def code(self) -> str:
        return self.room.table.code

    @property
    def asked(self) -> int:
        return self.room.table.asked[0]

    @property
    def name(self) -> str:
        """Of whoever is asked."""
        return self.room.table.seats[self.asked].name

    async def say(self, said: message.AnyMessage) -> wire.Accepted:
        answer = await self.room.receive(said, self.room.table.who([self.host, *self.keys]))
        assert isinstance(answer, wire.Accepted), answer
        return answer

    async def decide(self, seat: int | None = None, code: int | None = None) -> None:
        """Let a seat decide something legal."""
        table = self.room.table
        seat = self.asked if seat is None else seat
        legal = [move.code for move in table.position.seen(seat).legal]
        decided = {"seat": seat, "decision": table.number, "moves": [min(legal)]}
        await self.say(message.Decide(id=f"d{table.seq}", **decided))

    async def come(self, seat: int) -> Guest:
        """Somebody opens the table, and looks."""

        async def nothing(*_: Any) -> None:
            pass

        keys = [self.keys[seat]]
        guest = Guest(Outbox(nothing, nothing), keys, self.room.table.who(keys))
        await sit_in(self.services.histories, self.room, guest, None)
        self.devices[seat] = guest
        return guest

    def go(self, seat: int) -> None:
        self.room.part(self.devices.pop(seat))

    async def subscribe(
        self, way: dict[str, Any], seat: int | None = 0, base: str = BASE, **wanted: Any
    ) -> Listener:
        """Ask to be told; seat None is the host, about everybody."""
        wanted = {"way": way, "everybody": seat is None, **wanted}
        table = self.room.table
        holder = table.host if seat is None else table.seats[seat].key
        read = msgspec.convert(wanted, Subscription)
        return await self.services.subscriptions.subscribe(self.room, holder, read, base)


german = Language("de").say


async def seated(services: Services, settings: Settings, game: str = "saumaumau") -> Seated:
    players = galopp.game(game).players[0] if game == "saumaumau" else 2
    opening = wire.OpenTable(game=game, players=players, settings=settings)
    given = await services.opening.open(opening)
    table = Seated(services, await services.registry.room(given.code), given.key, [])
    for name in ("Ada", "Bo")[:players]:
        verdict = await table.room.carry_out(lambda of, _, name=name: sit_down(of, name, "rosy"))
        assert isinstance(verdict, Verdict)
        table.keys.append(str(verdict.gives["key"]))
    return table


async def playing(services: Services, settings: Settings, game: str = "saumaumau") -> Seated:
    table = await seated(services, settings, game)
    await table.say(message.Start(id="start"))
    return table


# --- Who is told, and when


@pytest.mark.parametrize("game", GAMES)
def test_whoever_is_asked_and_does_not_look_is_told_once(in_server, outside, game):
    async def play(services):
        table = await playing(services, LIVE, game)
        seat = table.asked
        await table.subscribe(hook(outside), seat, language="de")
        since = services.clock.now()
        await after(services, LIVE_WAIT - 1)
        assert outside.requests == []
        await after(services, 1)
        await after(services, HOUR)
        (request,) = outside.requests
        told = request.json()
        name, title = table.name, Language("de").of_game(game, "title")
        link = f"{BASE}/t/{table.code}"
        assert told["sentence"] == german("message.turn", name=name, table=table.code)
        assert (told["galopp"], told["kind"], told["title"]) == (1, "turn", title)
        assert (told["link"], told["language"]) == (link, "de")
        assert told["tables"] == [
            {
                "kind": "turn",
                "table": table.code,
                "game": game,
                "link": link,
                "seat": seat,
                "name": name,
                "since": since,
                "until": None,
            }
        ]
        assert request.headers["content-type"] == "application/json"

    in_server(play)


def test_whoever_is_not_asked_is_told_nothing(in_server, outside):
    async def play(services):
        table = await playing(services, LIVE)
        await table.subscribe(hook(outside), 1 - table.asked)
        await after(services, HOUR)
        assert outside.requests == []

    in_server(play)


def test_nothing_is_told_when_the_decision_came_meanwhile(in_server, outside):
    async def play(services):
        table = await playing(services, LIVE)
        first = table.asked
        await table.subscribe(hook(outside), first)
        await after(services, LIVE_WAIT - 1)
        while table.asked == first:  # a turn may take several decisions
            await table.decide()
        await after(services, HOUR)
        assert outside.requests == []

    in_server(play)


def test_each_decision_is_told_by_itself(in_server, outside):
    async def play(services):
        table = await playing(services, LIVE)
        await table.subscribe(hook(outside), None)
        for number in range(1, 4):
            await after(services, LIVE_WAIT)
            assert len(outside.requests) == number
            await table.decide()
        ids = {request.json()["id"] for request in outside.requests}
        assert len(ids) == 3

    in_server(play)


def test_whoever_looks_is_told_nothing_until_they_look_away(in_server, outside):
    async def play(services):
        table = await playing(services, LIVE)
        seat = table.asked
        guest = await table.come(seat)
        await table.subscribe(hook(outside), seat)
        await after(services, HOUR)
        table.room.looks(guest, here=False)
        await after(services, LIVE_WAIT - 1)
        table.room.looks(guest, here=True)
        await after(services, HOUR)
        assert outside.requests == []
        table.room.looks(guest, here=False)
        await after(services, LIVE_WAIT)
        assert len(outside.requests) == 1

    in_server(play)


def test_a_line_that_is_lost_is_somebody_who_does_not_look(in_server, outside):
    async def play(services):
        table = await playing(services, LIVE)
        seat = table.asked
        await table.come(seat)
        await table.subscribe(hook(outside), seat)
        table.go(seat)
        await after(services, LIVE_WAIT)
        assert len(outside.requests) == 1

    in_server(play)


def test_over_days_whoever_has_seen_the_question_is_not_reminded_of_it(in_server, outside):
    async def play(services):
        table = await playing(services, DAYS)
        seat = table.asked
        await table.subscribe(hook(outside), seat)
        await table.come(seat)
        table.go(seat)
        await after(services, DAY)
        assert outside.requests == []

    in_server(play)


def test_over_days_it_says_until_when_there_is_time(in_server, outside):
    async def play(services):
        table = await playing(services, DAYS)
        await table.subscribe(hook(outside), table.asked, language="fr", zone="Europe/Paris")
        await after(services, DAYS_WAIT)
        (told,) = (request.json() for request in outside.requests)
        assert told["tables"][0]["until"] == NOON + 2 * DAY
        assert "mer. 13 mai à 14:00" in told["sentence"], "in Paris it is two hours later"

    in_server(play)


def test_a_bot_that_plays_on_is_told_nothing_nor_is_its_person(in_server, outside):
    async def play(services):
        table = await playing(services, LIVE)
        seat = table.asked
        await table.subscribe(hook(outside), seat)
        await table.say(message.Leave(id="leave", seat=seat))
        await after(services, HOUR)
        assert outside.requests == []

    in_server(play)


def test_who_must_agree_to_an_undo_is_told(in_server, outside):
    async def play(services):
        table = await playing(services, DAYS)
        seat = table.asked
        draw = galopp.game("saumaumau").read_move("draw").code
        await table.subscribe(hook(outside), 1 - seat)
        decided = {"seat": seat, "decision": table.room.table.number, "moves": [draw]}
        await table.say(message.Decide(id="draw", **decided))
        await table.say(message.Undo(id="undo", seat=seat))
        await after(services, DAYS_WAIT)
        kinds = {one["kind"] for request in outside.requests for one in request.json()["tables"]}
        assert "undo" in kinds

    in_server(play)


def test_the_end_and_a_rematch_are_told_to_those_who_want_it(in_server, outside):
    async def play(services):
        table = await playing(services, LIVE, "schweinsgalopp")
        await table.subscribe(hook(outside, "/all"), 0, over=True, rematch=True)
        await table.subscribe(hook(outside, "/turns"), 1)
        while table.room.table.asked:
            await table.decide()
        assert table.room.table.phase == "over"
        await after(services, LIVE_WAIT)
        await table.say(message.Rematch(id="again"))
        await after(services, LIVE_WAIT)
        await after(services, HOUR)
        told = [(request.path, request.json()["kind"]) for request in outside.requests]
        assert told == [("/all", "over"), ("/all", "rematch")]

    in_server(play)


def test_a_game_that_was_over_before_anybody_asked_is_no_news(in_server, outside):
    async def play(services):
        table = await playing(services, LIVE, "schweinsgalopp")
        while table.room.table.asked:
            await table.decide()
        await table.subscribe(hook(outside), 0, over=True)
        await after(services, HOUR)
        assert outside.requests == []

    in_server(play)


def test_the_host_may_be_told_of_everybody_by_name(in_server, outside):
    async def play(services):
        table = await playing(services, LIVE)
        await table.subscribe(hook(outside), None)
        for _ in range(6):
            await after(services, LIVE_WAIT)
            await table.decide()
        told = [request.json() for request in outside.requests]
        assert {one["tables"][0]["name"] for one in told} == {"Ada", "Bo"}
        assert told[0]["sentence"].startswith(f"It is {told[0]['tables'][0]['name']}’s turn.")

    in_server(play)


# --- Quiet hours, digest


def test_what_comes_up_in_quiet_hours_is_told_after_them_if_it_still_holds(in_server, outside):
    async def play(services):
        table = await playing(services, DAYS)
        quiet = {"begins": "13:00", "ends": "15:00"}  # in Berlin it is 14 o'clock now
        wanted = {"zone": "Europe/Berlin", "quiet": quiet}
        await table.subscribe(hook(outside), table.asked, **wanted)
        await after(services, HOUR - 1)
        assert outside.requests == []
        await after(services, 1)
        assert len(outside.requests) == 1

    in_server(play)


def test_quiet_hours_and_days_are_those_of_the_calendar_even_after_the_machine_slept(
    in_server, outside
):
    async def play(services):
        object.__setattr__(services.clock, "slept", 11 * HOUR)
        browser = Browser()
        table = await playing(services, LIVE)
        quiet = {"begins": "22:00", "ends": "00:00"}
        await table.subscribe(browser.way(outside.address), table.asked, quiet=quiet)
        await after(services, LIVE_WAIT)
        assert (outside.requests, services.days.today()) == ([], "2026-05-11")
        await after(services, HOUR)
        assert services.days.today() == "2026-05-12"
        (request,) = outside.requests
        key = (await services.subscriptions.sender.server_key()).public
        browser.read(request, key, outside.address, services.clock.of_day())

    in_server(play)


def test_turns_of_several_tables_come_in_one_letter(in_server, outside):
    async def play(services):
        tables = [await playing(services, DAYS, game) for game in GAMES]
        for table in tables:
            await table.subscribe(hook(outside), table.asked, digest=4 * HOUR)
        await after(services, DAYS_WAIT)
        (told,) = (request.json() for request in outside.requests)
        assert told["kind"] == "digest"
        assert {one["table"] for one in told["tables"]} == {table.code for table in tables}
        assert all(table.code in told["sentence"] for table in tables)
        assert (told["title"], told["link"]) == ("3 tables wait for you", f"{BASE}/")

    in_server(play)


@pytest.mark.parametrize(
    "other",
    [
        {"token": "false"},
        {"base": "https://elsewhere.example"},
        {"language": "fr"},
    ],
    ids=["token", "base", "language"],
)
def test_what_strangers_ask_for_at_the_same_address_goes_apart(in_server, outside, other):
    token, wanted = other.get("token", "right"), {k: v for k, v in other.items() if k != "token"}

    async def play(services):
        stranger, mine = await playing(services, DAYS), await playing(services, DAYS)
        await stranger.subscribe(hook(outside, token=token), stranger.asked, **wanted)
        await mine.subscribe(hook(outside, token="right"), mine.asked)
        await after(services, DAYS_WAIT)
        by_table = {one.json()["tables"][0]["table"]: one for one in outside.requests}
        assert len(outside.requests) == 2
        message = by_table[mine.code].json()
        assert [one["table"] for one in message["tables"]] == [mine.code]
        assert message["link"] == f"{BASE}/t/{mine.code}"
        assert by_table[mine.code].headers["authorization"] == "Bearer right"

    in_server(play)


def test_a_stranger_at_the_same_address_neither_delays_nor_ends_what_i_am_told(in_server, outside):
    async def play(services):
        stranger, mine = await playing(services, DAYS), await playing(services, DAYS)
        await stranger.subscribe(hook(outside, token="false"), stranger.asked)
        await after(services, DAYS_WAIT)
        await mine.subscribe(hook(outside, token="right"), mine.asked, digest=4 * HOUR)
        await after(services, DAYS_WAIT)
        assert [len(one.json()["tables"]) for one in outside.requests] == [1, 1]
        outside.answers.append((410, {}))
        await stranger.decide()
        await stranger.subscribe(hook(outside, token="false"), stranger.asked)
        await after(services, DAYS_WAIT)
        assert len(outside.requests) == 3
        assert [one["wish"]["way"]["token"] for one in await kept(services)] == ["right"]

    in_server(play)


def test_links_are_those_of_the_address_that_the_server_was_given(in_server, outside):
    known = replace(ANYWHERE, base="https://known.example")

    async def ask(services):
        table = await playing(services, LIVE)
        await table.subscribe(hook(outside), table.asked)

    async def remember(services):
        services.tasks.start(services.notices.serve())
        while not len(services.notices._listeners):
            await asyncio.sleep(0.01)
        (listener,) = services.notices._listeners
        await services.subscriptions.try_out(listener)
        code = listener.code
        assert outside.requests[-1].json()["link"] == f"https://known.example/t/{code}"

    async def ask_anew(services):
        table = await playing(services, LIVE)
        listener = await table.subscribe(hook(outside), table.asked, base="https://host.example")
        await services.subscriptions.try_out(listener)
        link = f"https://known.example/t/{table.code}"
        assert outside.requests[-1].json()["link"] == link

    in_server(ask)
    in_server(remember, allowed=known)
    in_server(ask_anew, allowed=known)


def test_a_digest_leaves_its_time_between_two_letters(in_server, outside):
    async def play(services):
        tables = [await playing(services, DAYS) for _ in range(2)]
        first, second = tables
        await first.subscribe(hook(outside), None, digest=4 * HOUR)
        await after(services, DAYS_WAIT)
        await second.subscribe(hook(outside), None, digest=4 * HOUR)
        await first.decide()
        await after(services, HOUR)
        assert len(outside.requests) == 1
        await after(services, 3 * HOUR)
        assert len(outside.requests) == 2
        assert outside.requests[1].json()["kind"] == "digest"

    in_server(play)


def test_different_addresses_get_letters_of_their_own(in_server, outside):
    async def play(services):
        for path in ("/one", "/other"):
            table = await playing(services, DAYS)
            await table.subscribe(hook(outside, path), table.asked, digest=HOUR)
        await after(services, DAYS_WAIT)
        assert {request.path for request in outside.requests} == {"/one", "/other"}
        assert {request.json()["kind"] for request in outside.requests} == {"turn"}

    in_server(play)


def test_notices_follow_when_a_table_goes_over_to_days_and_back(in_server, outside):
    async def play(services):
        table = await playing(services, LIVE)
        await table.subscribe(hook(outside), None)
        days = Change(thinking=Thinking("days", DAY))
        await table.say(message.Arrange(id="days", settings=days))
        await after(services, LIVE_WAIT)
        assert outside.requests == []
        await after(services, DAYS_WAIT - LIVE_WAIT)
        assert outside.requests[0].json()["tables"][0]["until"] == NOON + DAY
        await table.decide()
        await table.say(message.Arrange(id="live", settings=Change(thinking=Thinking())))
        await after(services, LIVE_WAIT)
        assert outside.requests[1].json()["tables"][0]["until"] is None

    in_server(play)


# --- Push


def test_a_browser_can_read_its_notice_and_its_service_cannot(in_server, outside):
    async def play(services):
        browser = Browser()
        table = await playing(services, LIVE)
        await table.subscribe(browser.way(outside.address), table.asked, language="de")
        await after(services, LIVE_WAIT)
        (request,) = outside.requests
        key = (await services.subscriptions.sender.server_key()).public
        told = browser.read(request, key, outside.address, services.clock.now())
        assert told["body"] == german("message.turn", name=table.name, table=table.code)
        assert (told["link"], told["title"]) == (f"{BASE}/t/{table.code}", "Sau Mau Mau")
        assert told["tag"] == f"galopp-{table.code}"
        assert table.code not in f"{request.path} {request.headers} {request.body!r}"
        assert (request.headers["urgency"], len(request.headers["topic"])) == ("high", 22)
        assert request.headers["ttl"] == "3600"

    in_server(play)


def test_the_servers_key_is_made_once_and_kept(in_server):
    keys = []

    async def ask(services):
        keys.append((await services.subscriptions.sender.server_key()).public)

    in_server(ask)
    in_server(ask)
    assert keys[0] == keys[1]


@pytest.mark.parametrize("status", [404, 410, 403])
def test_a_browser_that_is_gone_is_forgotten_at_all_tables(in_server, outside, status):
    async def play(services):
        browser = Browser()
        for _ in range(2):
            table = await playing(services, LIVE)
            await table.subscribe(browser.way(outside.address), table.asked)
        other = await playing(services, LIVE)
        await other.subscribe(hook(outside), 1 - other.asked)
        outside.answers.append((status, {}))
        await after(services, LIVE_WAIT)
        await after(services, HOUR)
        assert len(outside.requests) == 1
        assert [one["wish"]["way"]["kind"] for one in await kept(services)] == ["webhook"]

    in_server(play)


# --- When it fails


def test_what_fails_is_tried_again_after_ever_longer_times_and_then_given_up(in_server, outside):
    async def play(services):
        table = await playing(services, LIVE)
        listener = await table.subscribe(hook(outside), table.asked)
        outside.answers.extend([(500, {})] * 9)
        await after(services, LIVE_WAIT)
        for number, wait in enumerate(AGAIN_AFTER, 1):
            await after(services, wait - 1)
            assert len(outside.requests) == number
            await after(services, 1)
            assert len(outside.requests) == number + 1
        await after(services, DAY)
        assert len(outside.requests) == len(AGAIN_AFTER) + 1
        assert listener.kept.failures == 1

    in_server(play)


def test_what_failed_and_is_decided_meanwhile_is_not_tried_again(in_server, outside):
    async def play(services):
        table = await playing(services, LIVE)
        first = table.asked
        await table.subscribe(hook(outside), first)
        outside.answers.append((503, {"retry-after": "300"}))
        await after(services, LIVE_WAIT)
        await after(services, 299)
        assert len(outside.requests) == 1
        while table.asked == first:
            await table.decide()
        await after(services, HOUR)
        assert len(outside.requests) == 1

    in_server(play)


def test_whoever_never_takes_anything_is_written_to_no_more(in_server, outside):
    async def play(services):
        table = await playing(services, LIVE)
        await table.subscribe(hook(outside), None)
        outside.answers.extend([(400, {})] * 100)
        for _ in range(MOST_FAILURES + 2):
            await after(services, HOUR)
            await table.decide()
        assert len(outside.requests) == MOST_FAILURES
        assert await kept(services) == []

    in_server(play)


def test_too_many_letters_to_one_address_are_held_back_and_not_lost(in_server, outside):
    async def play(services):
        table = await playing(services, LIVE)
        await table.subscribe(hook(outside), None)
        for _ in range(40):
            await after(services, LIVE_WAIT)
            await table.decide()
        assert len(outside.requests) == 30
        told = services.subscriptions.of(table.code, {table.room.table.host})
        assert sum(bool(one.owed) for one in told)

    in_server(play)


def test_a_table_does_not_wait_for_anybody_who_does_not_answer(in_server, outside):
    async def play(services):
        table = await playing(services, LIVE)
        await table.subscribe(hook(outside), None)
        outside.silent = True
        services.clock.set(services.clock.now() + LIVE_WAIT)
        (bundle,) = services.notices.ripe()
        services.tasks.start(services.notices.send(bundle))
        await asyncio.to_thread(outside.wait_for, 1)
        for _ in range(5):
            await table.decide()  # while the message is under way

    in_server(play)


# --- What is kept


def test_after_a_restart_what_is_owed_is_told_and_what_was_told_is_not(in_server, outside):
    codes = []

    async def before(services):
        told, owed = await playing(services, DAYS), await playing(services, LIVE)
        await told.subscribe(hook(outside, "/told"), told.asked)
        await after(services, DAYS_WAIT)
        await owed.subscribe(hook(outside, "/owed"), owed.asked)
        codes.append(owed.code)

    async def afterwards(services):
        await services.notices._bring()
        assert services.registry.rooms == {}, (
            "nothing begins to run at a table that is only looked at"
        )
        await after(services, DAYS_WAIT)
        await after(services, HOUR)
        assert [request.path for request in outside.requests] == ["/told", "/owed"]
        assert outside.requests[1].json()["tables"][0]["table"] == codes[0]

    in_server(before)
    in_server(afterwards, now=NOON + HOUR)


def test_after_a_restart_wishes_are_known_before_the_rules_are_loaded(in_server, outside):
    known, codes = [], []

    async def before(services):
        table = await playing(services, LIVE)
        await table.subscribe(hook(outside), table.asked)
        codes.append(table.code)

    async def afterwards(services):
        class Preparing:
            @property
            def done(self):
                known.append(len(services.notices._listeners))
                return True

            def is_being_prepared(self, game):
                return False

        services.notices._preparing = Preparing()
        await services.notices._bring()
        assert known == [1]

    async def in_between(services):
        table = Seated(services, await services.registry.room(codes[0]), "", [])
        listener = await table.subscribe(hook(outside), table.asked)
        await services.notices._bring()
        assert services.notices._listeners.told_with(listener) == {listener}

    in_server(before)
    in_server(afterwards)
    in_server(in_between)


def test_devices_have_time_to_come_back_after_a_restart(in_server, outside):
    async def before(services):
        table = await playing(services, LIVE)
        await table.come(table.asked)
        await table.subscribe(hook(outside), table.asked)

    async def afterwards(services):
        await services.notices._bring()
        await after(services, LIVE_WAIT - 1)
        assert outside.requests == []

    in_server(before)
    in_server(afterwards, now=NOON + HOUR)


async def reissue(table, seat):
    await table.say(message.Reissue(id="reissue", seat=seat))


async def send_away(table, seat):
    await table.say(message.SendAway(id="away", seat=seat))


async def close(table, seat):
    await table.say(message.Close(id="close"))
    await table.services.delete(table.room)


@pytest.mark.parametrize("gone", [reissue, send_away, close])
def test_all_is_forgotten_with_the_key_or_the_table(in_server, outside, gone):
    async def play(services):
        table = await playing(services, LIVE)
        seat = table.asked
        await table.subscribe(hook(outside, token="secret"), seat)
        await gone(table, seat)
        await after(services, HOUR)
        assert outside.requests == []
        assert await kept(services) == []
        assert len(services.notices._listeners) == 0

    in_server(play)


def test_who_stands_up_before_the_game_is_told_nothing_of_it(in_server, outside):
    async def play(services):
        table = await seated(services, LIVE)
        await table.subscribe(hook(outside), 0)
        await table.say(message.Leave(id="leave", seat=0))
        assert await kept(services) == []

    in_server(play)


def test_who_changes_places_is_told_of_the_new_one(in_server, outside):
    async def play(services):
        table = await seated(services, LIVE)
        await table.subscribe(hook(outside), 0)
        await table.say(message.Swap(id="swap", seat=0, other=1))
        await table.say(message.Start(id="start"))
        while table.asked != 1:
            await table.decide()
        await after(services, LIVE_WAIT)
        assert outside.requests[0].json()["tables"][0]["name"] == "Ada"
        assert outside.requests[0].json()["tables"][0]["seat"] == 1

    in_server(play)


def test_what_was_asked_for_by_a_host_goes_with_the_hosts_key(in_server, outside):
    async def play(services):
        table = await playing(services, LIVE)
        await table.subscribe(hook(outside), None)
        services.clock.set(services.clock.now() + 1000)
        await table.say(message.ClaimHost(id="claim", seat=0))
        await after(services, HOUR)
        assert outside.requests == []
        assert await kept(services) == []

    in_server(play)


def test_asking_again_changes_the_wish_and_makes_no_second_one(in_server, outside):
    async def play(services):
        table = await playing(services, LIVE)
        for language in ("de", "fr"):
            await table.subscribe(hook(outside), table.asked, language=language)
        (one,) = await kept(services)
        assert one["wish"]["language"] == "fr"
        await after(services, LIVE_WAIT)
        assert len(outside.requests) == 1

    in_server(play)


def test_asking_twice_at_once_is_asking_once_and_can_be_taken_back(in_server, outside):
    async def play(services):
        table = await playing(services, LIVE)
        subscriptions = (table.subscribe(hook(outside), table.asked) for _ in range(2))
        one, other = await asyncio.gather(*subscriptions)
        assert one is other
        await services.subscriptions.forget([one])
        assert await kept(services) == []
        await after(services, LIVE_WAIT)
        assert outside.requests == []

    in_server(play)


def test_a_token_that_is_left_out_stays_as_it_was(in_server, outside):
    async def play(services):
        table = await playing(services, LIVE)
        way = hook(outside, "/!pigs", format="matrix")
        await table.subscribe({**way, "token": "syt"}, table.asked)
        await table.subscribe(way, table.asked, over=True)
        await after(services, LIVE_WAIT)
        assert outside.requests[0].headers["authorization"] == "Bearer syt"

    in_server(play)


def test_one_seat_has_so_many_ways_and_the_oldest_makes_room(in_server, outside):
    async def play(services):
        table = await playing(services, LIVE)
        for number in range(MOST_EACH + 2):
            await table.subscribe(hook(outside, f"/{number}"), 0)
        paths = [one["wish"]["way"]["url"].rpartition("/")[2] for one in await kept(services)]
        assert paths == [str(number) for number in range(2, MOST_EACH + 2)]

    in_server(play)


# --- What is said, and where


def test_ntfy_is_sent_what_it_documents(in_server, outside):
    async def play(services):
        table = await playing(services, LIVE)
        way = hook(outside, "/my-topic", format="ntfy", token="tk_123")
        await table.subscribe(way, table.asked, language="de")
        await after(services, LIVE_WAIT)
        (request,) = outside.requests
        assert (request.method, request.path) == ("POST", "/")
        assert request.headers["authorization"] == "Bearer tk_123"
        body = request.json()
        assert body.keys() == {"topic", "title", "message", "click", "tags"}
        assert body["topic"] == "my-topic"
        assert (body["title"], body["click"]) == ("Sau Mau Mau", f"{BASE}/t/{table.code}")
        assert body["message"] == german("message.turn", name=table.name, table=table.code)

    in_server(play)


def test_matrix_is_sent_a_message_that_appears_once_however_often_it_is_sent(in_server, outside):
    async def play(services):
        table = await playing(services, LIVE)
        way = hook(outside, "/!pigs:sty.example", format="matrix", token="syt")
        await table.subscribe(way, table.asked)
        outside.answers.append((502, {}))
        await after(services, LIVE_WAIT)
        await after(services, AGAIN_AFTER[0])
        one, again = outside.requests
        assert one.path == again.path and one.body == again.body
        head, _, transaction = one.path.rpartition("/")
        room = "%21pigs%3Asty.example"
        assert head == f"/_matrix/client/v3/rooms/{room}/send/m.room.message"
        assert len(transaction) == 22
        assert (one.method, one.headers["authorization"]) == ("PUT", "Bearer syt")
        assert one.json().keys() == {"msgtype", "body"}
        assert one.json()["msgtype"] == "m.text"
        assert f"{BASE}/t/{table.code}" in one.json()["body"]

    in_server(play)


@pytest.mark.parametrize(
    ("way", "reason"),
    [
        ({"url": "https://ntfy.example/", "format": "ntfy"}, "not_an_ntfy_address"),
        ({"url": "https://ntfy.example/a/b c", "format": "ntfy"}, "not_a_call_address"),
        ({"url": "https://m.example/room", "format": "matrix"}, "not_a_matrix_address"),
        ({"url": "https://m.example/!room", "format": "matrix"}, "matrix_needs_token"),
        ({"url": "http://127.0.0.1/hook"}, "call_not_public"),
        ({"url": "http://169.254.169.254/latest/meta-data"}, "call_not_public"),
        ({"url": "gopher://pigs.example/"}, "not_a_call_address"),
        ({"url": "http://1.1.1.1:22/"}, "call_port_refused"),
    ],
)
def test_what_cannot_be_called_is_refused_in_words(in_server, way, reason):
    async def ask(services):
        table = await seated(services, LIVE)
        with pytest.raises(Fault) as caught:
            await table.subscribe({"kind": "webhook", **way})
        assert caught.value.key == reason
        assert await kept(services) == []

    in_server(ask, allowed=Allowed(webhooks=Targets.PUBLIC))


@pytest.mark.parametrize("kind", ["push", "webhook"])
def test_what_the_servers_host_does_not_allow_is_refused(in_server, outside, kind):
    async def ask(services):
        table = await seated(services, LIVE)
        way = Browser().way("https://push.example") if kind == "push" else hook(outside)
        with pytest.raises(Fault) as caught:
            await table.subscribe(way)
        assert caught.value.key == {"push": "push_off", "webhook": "webhooks_off"}[kind]

    in_server(ask, allowed=Allowed(push=False))


def test_a_letter_holds_no_key_and_no_card(in_server, outside):
    async def play(services):
        table = await playing(services, LIVE)
        await table.subscribe(hook(outside), None)
        await after(services, LIVE_WAIT)
        (request,) = outside.requests
        told = f"{request.path} {request.headers} {request.body.decode()}"
        for secret in (table.host, *table.keys, table.room.table.host):
            assert secret not in told
        for seat in range(2):
            hand = table.room.table.position.seen(seat).to_dict()["hand"]
            assert hand and not any(card in told for card in hand)

    in_server(play)


@pytest.mark.parametrize("language", ["de", "en", "fr"])
def test_every_kind_of_letter_has_its_words(in_server, outside, language):
    async def play(services):
        table = await playing(services, DAYS)
        listener = await table.subscribe(hook(outside), None, language=language)
        answer = await services.subscriptions.try_out(listener)
        assert answer.outcome is Outcome.DELIVERED
        for _ in range(7):
            other = await playing(services, DAYS)
            await other.subscribe(hook(outside), None, language=language)
        await after(services, DAYS_WAIT)
        words = [request.json() for request in outside.requests]
        assert [one["kind"] for one in words] == ["test", "digest"]
        for one in words:
            assert "{" not in one["sentence"] + one["title"]
            assert "message." not in one["sentence"] + one["title"]

    in_server(play)


def test_the_operator_sees_how_many_were_sent_and_wait(in_server, outside):
    async def play(services):
        table = await playing(services, LIVE)
        await table.subscribe(hook(outside), None)
        assert services.notices.waiting == 1
        outside.answers.append((500, {}))
        await after(services, LIVE_WAIT)
        await after(services, AGAIN_AFTER[0])
        figures = services.metrics.text()
        assert b'galopp_notices_total{outcome="delivered",way="webhook"} 1.0' in figures
        assert b'galopp_notices_total{outcome="later",way="webhook"} 1.0' in figures
        assert (services.notices.waiting, services.notices.listening) == (0, 1)

    in_server(play)
