"""Sitting down, watching, and what the host may do with seats."""

import random

import pytest
from at_table import GAMES, NAMES, happened, play_out, table_of

import galopp
from galopp.bots import LEVELS
from galopp.core.fault import Fault
from galopp.table import checks, feed, log, message
from galopp.table.fold import retold
from galopp.table.judge import Verdict
from galopp.table.keys import Kind, hashed, new_key
from galopp.table.levels import STAND_IN, bot_names
from galopp.table.seat import PIGS
from galopp.table.settings import Change, Settings
from galopp.table.table import MOST_WATCHERS


def seats_shown(at):
    return feed.table_news(at.table).seats


def why_not_sit(at, name="Ada", **wanted):
    before = at.everything()
    with pytest.raises(Fault) as caught:
        at.sit(name, **wanted)
    assert at.everything() == before
    return caught.value.key


@pytest.mark.parametrize("name", GAMES)
def test_people_sit_down_until_the_table_is_full(name):
    at = table_of(name, 3)
    assert [at.sit(person) for person in NAMES[:3]] == [0, 1, 2]
    assert [seat.name for seat in seats_shown(at)] == [*NAMES[:3]]
    assert {seat.kind for seat in seats_shown(at)} == {"person"}
    assert why_not_sit(at, "Dora") == "table_is_full"


def test_a_key_opens_its_own_seat_and_no_other():
    at = table_of("saumaumau", 3).fill()
    for seat, key in at.keys.items():
        assert at.table.who([key]).seats == {seat}
        assert not at.table.who([key]).host


def test_a_seat_can_be_asked_for_by_its_number():
    at = table_of("saumaumau", 3)
    assert at.sit("Ada", wanted=2) == 2
    assert why_not_sit(at, "Bo", wanted=2) == "seat_is_taken"
    assert why_not_sit(at, "Bo", wanted=3) == "no_such_seat"
    assert at.sit("Bo") == 0


def test_sitting_down_twice_with_the_same_key_is_sitting_down_once():
    at, key = table_of("saumaumau", 3), new_key()
    assert at.sit("Ada", key=key) == 0
    written = len(at.entries)
    assert at.sit("Somebody else", key=key, wanted=2) == 0
    assert len(at.entries) == written
    assert at.table.seats[0].name == "Ada"
    assert at.start().sit("Ada", key=key) == 0  # even when the game has begun


@pytest.mark.parametrize("written", ["", "x", "a" * 23, "ä" * 22, "a" * 21 + "!", "a b" * 8])
def test_only_what_looks_like_a_key_can_be_one(written):
    assert why_not_sit(table_of("saumaumau"), key=written) == "not_a_key"


@pytest.mark.parametrize("other", ["Ada", "ADA", " ada ", "A\u0064a"])
def test_a_name_is_one_persons(other):
    at = table_of("saumaumau", 3)
    at.sit("Ada")
    assert why_not_sit(at, other) == "name_is_taken"


@pytest.mark.parametrize(
    ("written", "name"),
    [
        ("  Ada   von  Z ", "Ada von Z"),
        ("Zoe\u0308", "Zoë"),
        ("Ада", "Ада"),
        ("愛", "愛"),
        ("<b>&", "<b>&"),  # text like any other; a page shows it as text
        ("🐷", "🐷"),
        ("a\tb\nc", "a b c"),
        ("x" * 24, "x" * 24),
    ],
)
def test_a_name_is_tidied(written, name):
    at = table_of("saumaumau")
    at.sit(written)
    assert seats_shown(at)[0].name == name


@pytest.mark.parametrize(
    "written",
    [
        "",
        "   ",
        "x" * 25,
        "a\u0000b",
        "a\u001b[2J",
        "\u202eada",
        "a\u200bda",
        "\u2066ada",
        "\ufeffada",
        "a\ue000",
        "\u0301\u0301",
        "a\u0301\u0302\u0303\u0304",
        "\ud800",
    ],
)
def test_a_name_that_cannot_be_seen_or_reaches_beyond_its_place_is_refused(written):
    assert why_not_sit(table_of("saumaumau"), written) == "bad_seat_name"


def test_everybody_picks_a_pig_that_there_is():
    at = table_of("saumaumau", 3)
    at.sit("Ada", pig=PIGS[-1])
    assert seats_shown(at)[0].pig == PIGS[-1]
    assert why_not_sit(at, "Bo", pig="flying") == "unknown_pig"


def test_nobody_sits_down_during_a_game():
    assert why_not_sit(table_of("saumaumau").start()) == "game_has_begun"


# --- Watching


def test_who_watches_sees_what_everybody_sees_and_has_no_say():
    at = table_of("saumaumau").start()
    for kind in (Kind.SPECTATOR, Kind.TV):
        key = at.watch(kind)
        sender = at.table.who([key])
        assert sender.watches and not sender.seats and not sender.host
        for seat in (0, 1):
            decision = {"seat": seat, "decision": 1, "moves": [0]}
            assert at.refuses(message.Decide, by=[key], **decision) == "not_your_seat"
            for kind_of_message in (message.Undo, message.Leave, message.TakeBack):
                assert at.refuses(kind_of_message, by=[key], seat=seat) == "not_your_seat"
            assert at.refuses(message.Say, by=[key], seat=seat, text="x") == "not_your_seat"
            assert at.refuses(message.Reissue, by=[key], seat=seat) == "host_only"
        assert at.refuses(message.Start, by=[key]) == "players_only"
        assert at.refuses(message.Rematch, by=[key]) == "players_only"
        assert at.refuses(message.Close, by=[key]) == "host_only"


def test_a_key_of_one_kind_never_becomes_one_of_another():
    at = table_of("saumaumau").fill()
    spectator, tv = at.watch(), at.watch(Kind.TV)
    everybody = [at.host, spectator, tv, *at.keys.values()]
    stored = [at.table.host, *at.table.watchers, *(seat.key for seat in at.table.seats)]
    assert len({*stored}) == len(everybody)
    assert not {*stored} & {*everybody}
    assert not any(at.table.who([kept[:22], kept]).anybody for kept in stored)
    assert len({hashed(spectator, kind) for kind in Kind}) == len(Kind)


def test_a_table_may_be_closed_to_watchers_and_has_room_for_so_many():
    at = table_of("saumaumau", settings=Settings(watchable=False))
    with pytest.raises(Fault, match="not_watchable"):
        at.watch()
    at.say(message.Arrange, settings=Change(watchable=True))
    first = at.watch()
    others = [at.watch() for _ in range(MOST_WATCHERS)]
    assert not at.table.who([first]).anybody  # the oldest makes room
    assert all(at.table.who([key]).watches for key in others)
    assert at.again().watchers == at.table.watchers
    at.say(message.Arrange, settings=Change(watchable=False))
    assert not any(at.table.who([key]).anybody for key in others)


def test_a_key_that_is_in_use_makes_room_for_nobody():
    at = table_of("saumaumau")
    screen, spectator = at.watch(Kind.TV), at.watch()
    at.table.watching_with = at.table.who([screen, spectator]).opened
    for _ in range(2 * MOST_WATCHERS):
        at.watch()
    assert at.table.who([screen]).screen and at.table.who([spectator]).watches
    assert len(at.table.watchers) == MOST_WATCHERS
    assert at.again().watchers == at.table.watchers
    at.table.watching_with = frozenset(at.table.watchers)
    with pytest.raises(Fault, match="too_many_watch"):
        at.watch()


def test_keys_that_nobody_ever_came_with_make_room_first_and_screens_last():
    at = table_of("saumaumau")
    screen, came, idle = at.watch(Kind.TV), at.watch(), at.watch()
    at.table.has_come(at.table.who([screen, came]))
    for _ in range(MOST_WATCHERS - 2):
        at.watch()
    assert not at.table.who([idle]).anybody
    at.table.has_come(at.table.holder_of(frozenset(at.table.watchers)))
    at.watch()
    assert at.table.who([screen]).screen
    assert not at.table.who([came]).anybody


def test_a_log_of_a_time_when_the_oldest_made_room_reads_as_then():
    at = table_of("saumaumau")
    for _ in range(MOST_WATCHERS + 1):
        at.take(Verdict([log.Admitted(kind="spectator", key=hashed(new_key(), Kind.SPECTATOR))]))
    assert len(at.table.watchers) == MOST_WATCHERS


@pytest.mark.parametrize("same", ["ADA", "Ａｄａ", "ᴬda", "ⓐⓓⓐ"])
def test_a_name_that_looks_like_anothers_is_taken(same):
    at = table_of("saumaumau")
    at.sit("Ada")
    assert why_not_sit(at, same) == "name_is_taken"


def test_how_a_symbol_is_drawn_tells_no_names_apart():
    at = table_of("saumaumau")
    at.sit("\u2600\ufe0f")
    assert why_not_sit(at, "\u2600") == "name_is_taken"


# --- Bots, swapping, sending away


def test_the_host_gives_seats_to_bots_and_changes_its_mind():
    at = table_of("saumaumau", 3)
    at.say(message.AddBot, seat=1, level="beginner")
    at.say(message.AddBot, seat=1, level="casual")
    assert [seat.kind for seat in seats_shown(at)] == ["free", "bot", "free"]
    assert seats_shown(at)[1].level == "casual"
    at.sit("Ada", wanted=0)
    host = {"by": [at.host], "level": "casual"}
    assert at.refuses(message.AddBot, seat=0, **host) == "seat_is_taken"
    assert at.refuses(message.AddBot, seat=4, **host) == "no_such_seat"
    reason = at.reason(message.AddBot, by=[at.host], seat=2, level="genius")
    assert (reason.key, reason.arguments["bot"]) == ("unknown_bot", "genius")
    by_guest = {"by": [at.keys[0]], "seat": 2, "level": "casual"}
    assert at.refuses(message.AddBot, **by_guest) == "host_only"
    assert at.start().refuses(message.AddBot, seat=1, **host) == "game_has_begun"


@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize("name", GAMES)
def test_every_level_may_take_every_seat_of_every_game(name, level):
    most = galopp.game(name).players[-1]
    options = galopp.game(name).options_needed(most)
    at = table_of(name, most, **options)
    for seat in range(most):
        at.say(message.AddBot, seat=seat, level=level)
    assert [shown.level for shown in seats_shown(at)] == [level] * most
    at.say(message.Start, by=[at.host])
    assert at.table.phase == "playing"


@pytest.mark.parametrize("level", ["random", "greedy", "strong@5", "program:true", ""])
def test_a_bot_that_only_whoever_runs_the_server_may_name_gets_no_seat(level):
    reason = table_of("saumaumau").reason(message.AddBot, seat=1, level=level)
    assert (reason.key, reason.arguments["names"]) == ("unknown_bot", ", ".join(bot_names()))


def test_bots_of_an_earlier_version_go_by_todays_names():
    at = table_of("saumaumau", 3)
    at.say(message.AddBot, seat=1, level="beginner")
    at.say(message.AddBot, seat=2, level="casual")
    at.start()
    at.say(message.Leave, seat=0)
    # As the version wrote it that had two kinds of bots.
    old = {b'"beginner"': b'"random"', b'"casual"': b'"greedy"', STAND_IN.encode(): b"greedy"}
    entries = []
    for time, body in at.entries:
        for now, then in old.items():
            body = body.replace(now, then)
        entries.append((time, body))
    assert b'"random"' in b"".join(body for _, body in entries)
    *_, last = retold(at.table.code, entries)
    assert [seat.level for seat in last.table.seats] == ["casual", "beginner", "casual"]
    told = [one for past in feed.history(at.table.code, entries, None, -1) for one in past.happened]
    assert {one.arguments["level"] for one in told if "level" in one.arguments} == {
        "beginner",
        "casual",
    }


def test_two_seats_change_places_with_whoever_sits_there():
    at = table_of("saumaumau", 3)
    at.sit("Ada", wanted=0)
    at.say(message.Swap, by=[at.host], seat=0, other=2)
    assert [seat.name for seat in seats_shown(at)] == ["", "", "Ada"]
    assert at.table.who([at.keys[0]]).seats == {2}
    assert at.refuses(message.Swap, by=[at.host], seat=0, other=4) == "no_such_seat"
    assert at.refuses(message.Swap, by=[at.keys[0]], seat=0, other=1) == "host_only"
    at.start()
    assert at.refuses(message.Swap, by=[at.host], seat=0, other=1) == "game_has_begun"


def test_whoever_is_sent_away_before_the_game_leaves_a_free_seat():
    at = table_of("saumaumau").fill()
    at.say(message.SendAway, by=[at.host], seat=1)
    assert seats_shown(at)[1].kind == "free"
    assert happened(at)[-1] == {
        "key": "table.sent_away",
        "arguments": {"seat": 1, "name": "Bo"},
    }
    assert not at.table.who([at.keys[1]]).anybody
    assert at.refuses(message.SendAway, by=[at.host], seat=1) == "nobody_there"
    assert at.refuses(message.SendAway, by=[at.keys[0]], seat=0) == "host_only"


def test_whoever_is_sent_away_during_the_game_is_played_on_by_a_bot():
    at = table_of("saumaumau").start()
    old = at.keys[1]
    at.say(message.SendAway, by=[at.host], seat=1)
    assert at.table.seats[1].level == STAND_IN
    assert not at.table.who([old]).anybody
    key = at.say(message.Reissue, by=[at.host], seat=1).gives["key"]
    at.say(message.TakeBack, by=[key], seat=1)
    assert at.table.seats[1].played_by_person
    assert "table.took_over_sent_away" in [told["key"] for told in happened(at)]


def test_a_bot_cannot_be_sent_away_during_the_game():
    at = table_of("saumaumau")
    at.say(message.AddBot, seat=1, level="beginner")
    at.start()
    assert at.refuses(message.SendAway, by=[at.host], seat=1) == "no_person_there"
    assert at.refuses(message.Reissue, by=[at.host], seat=1) == "no_person_there"


# --- Keys


@pytest.mark.parametrize("by_host", [True, False])
def test_a_seat_gets_a_new_key_and_the_old_one_is_dead_at_once(by_host):
    at = table_of("saumaumau").start()
    old = at.keys[0]
    gives = at.say(message.Reissue, by=[at.host if by_host else old], seat=0).gives
    assert gives["seat"] == 0
    assert at.table.who([str(gives["key"])]).seats == {0}
    assert not at.table.who([old]).anybody
    assert at.refuses(message.Say, by=[old], seat=0, phrase="hello") == "not_your_seat"
    at.keys[0] = str(gives["key"])
    at.say(message.Say, seat=0, phrase="hello")


def test_nobody_gets_the_key_of_anothers_seat():
    at = table_of("saumaumau").fill()
    assert at.refuses(message.Reissue, by=[at.keys[1]], seat=0) == "host_only"
    assert at.refuses(message.Reissue, by=[], seat=0) == "host_only"


def test_somebody_else_is_host_once_the_host_has_been_away():
    at = table_of("saumaumau").fill()
    at.table.count_host(1, at.now)
    at.now += 500
    assert at.refuses(message.ClaimHost, seat=1) == "host_is_there"
    at.table.count_host(0, at.now)
    at.now += at.table.settings.grace - 1
    assert at.refuses(message.ClaimHost, seat=1) == "host_is_there"
    at.now += 1
    assert at.refuses(message.ClaimHost, by=[at.keys[0]], seat=1) == "not_your_seat"
    key = str(at.say(message.ClaimHost, seat=1).gives["key"])
    assert at.table.who([key]).host and not at.table.who([at.host]).anybody
    assert at.refuses(message.ClaimHost, seat=0) == "host_is_there"


def test_leaving_before_the_game_frees_the_seat():
    at = table_of("saumaumau").fill()
    assert at.refuses(message.Leave, by=[at.keys[1]], seat=0) == "not_your_seat"
    at.say(message.Leave, seat=0)
    assert isinstance(at.last(), log.Stood)
    assert seats_shown(at)[0].kind == "free"
    assert at.sit("Emil") == 0


# --- Starting


@pytest.mark.parametrize("name", GAMES)
def test_anybody_who_sits_there_starts_the_game_once_no_seat_is_free(name):
    at = table_of(name, 3)
    at.sit("Ada", wanted=1)
    reason = at.reason(message.Start, by=[at.keys[1]])
    assert (reason.key, reason.arguments["count"]) == ("seats_are_free", 2)
    at.say(message.AddBot, seat=0, level="beginner")
    assert at.reason(message.Start).arguments["count"] == 1
    at.sit("Bo", wanted=2)
    at.say(message.Start, by=[at.keys[2]])
    assert at.table.phase == "playing"
    assert at.refuses(message.Start) == "game_has_begun"


def test_nobody_from_outside_starts_the_game():
    at = table_of("saumaumau").fill()
    assert at.refuses(message.Start, by=[new_key()]) == "players_only"


def test_a_table_that_has_seen_enough_plays_to_the_end_and_no_further(monkeypatch):
    at = table_of("schweinsgalopp", 2, races=1).start()
    monkeypatch.setattr(checks, "MOST_EVENTS", at.table.seq)
    for kind in (message.Say, message.Undo):
        fields = {"phrase": "oink"} if kind is message.Say else {}
        assert at.refuses(kind, seat=0, **fields) == "table_is_worn_out"
    with pytest.raises(Fault, match="table_is_worn_out"):
        at.watch()
    play_out(at, random.Random(1))
    assert at.table.phase == "over"
    assert at.refuses(message.Rematch, by=[at.keys[0]]) == "table_is_worn_out"
    at.say(message.Close)
