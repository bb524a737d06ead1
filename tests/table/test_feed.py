"""What viewers are sent, what is logged, and that everything can be said."""

import random
from typing import get_args

import msgspec
import pytest
from at_table import GAMES, play_out, table_of

from galopp.locale import HERE, LANGUAGES, Language
from galopp.table import feed, log, message
from galopp.table.keys import Kind
from galopp.table.seat import PHRASES, PIGS
from galopp.table.settings import Settings, Thinking

EVENTS = get_args(log.AnyLogged)
MESSAGES = get_args(message.AnyMessage)

# One value that fits, for each type that a field of an event can have.
SAMPLES = {
    int: 1,
    str: "some",
    bool: True,
    bytes: b"\x00\xff",
    dict: {"races": 1},
    list: [b"x"],
    Settings: Settings(thinking=Thinking("bank")),
    int | None: 2,
    log.Beginning | None: log.Beginning("some", 7, "KQHTZM/1"),
}


def some_event(kind, /, **fields):
    """An event with every field set to something."""
    return kind(**{**{field.name: some_value(field) for field in fields_of(kind)}, **fields})


def fields_of(kind):
    return msgspec.structs.fields(kind)


def some_value(field):
    if field.name == "codes":
        return [39, 46]
    arguments = get_args(field.type)
    if arguments and isinstance(arguments[0], str):
        return arguments[0]
    if field.type in SAMPLES:
        return SAMPLES[field.type]
    return SAMPLES[getattr(field.type, "__origin__", field.type)]


def ways(kind):
    """An event in every way that it can come about."""
    choices = {
        "sent_away": [True, False],
        "agrees": [True, False],
        "came": [True, False],
        "phrase": ["", "hello"],
        "kind": ["spectator", "tv"],
        "turned": ["", "days", "live"],
    }
    for field in fields_of(kind):
        if field.name == "why":
            choices["why"] = [*get_args(field.type)]
    chosen = [name for name in choices if name in {field.name for field in fields_of(kind)}]
    for name in chosen:
        yield from (some_event(kind, **{name: value}) for value in choices[name])
    if not chosen:
        yield some_event(kind)


# --- The log


@pytest.mark.parametrize("kind", EVENTS)
def test_every_event_reads_back_as_it_was_written(kind):
    for event in ways(kind):
        kept = log.encode(event)
        assert log.decode(kept) == event
        assert msgspec.json.decode(kept)["event"] == log.tag(kind.__name__)


def test_a_name_becomes_words():
    assert log.tag("TookOver") == "took_over"
    assert log.tag("Sat") == "sat"


@pytest.mark.parametrize("kind", MESSAGES)
def test_every_message_reads_back_and_refuses_what_it_does_not_know(kind):
    decoder = msgspec.json.Decoder(message.AnyMessage)
    plain = {"type": log.tag(kind.__name__), "id": "x1"}
    for name in {field.name for field in fields_of(kind) if field.required} - {"id"}:
        plain[name] = {"moves": ["draw"], "decision": 1, "agree": True, "level": "x"}.get(name, 0)
    said = decoder.decode(msgspec.json.encode(plain))
    assert decoder.decode(msgspec.json.encode(said)) == said
    for wrong in ({"more": 1}, {"id": ""}, {"id": "x" * 41}, {"id": "a b"}, {"seat": 5}):
        with pytest.raises(msgspec.ValidationError):
            decoder.decode(msgspec.json.encode({**plain, **wrong}))


# --- Sentences


def told_keys():
    return {
        told.key: {*told.arguments}
        for kind in EVENTS
        if kind is not log.Opened
        for event in ways(kind)
        for told in feed.told(event)
    }


@pytest.mark.parametrize("code", LANGUAGES)
def test_everything_that_happens_at_a_table_has_a_sentence_in_every_language(code):
    catalogue = (HERE / code / "LC_MESSAGES" / "galopp.po").read_text(encoding="utf-8")
    said = {line[7:-1] for line in catalogue.splitlines() if line.startswith('msgid "table.')}
    to_others = {key for key in said if ".you" not in key}  # tests/play asks for the others
    assert to_others == told_keys().keys()
    for key, arguments in told_keys().items():
        filled = {name: f"<{name}>" for name in arguments}
        sentence = Language(code).say(key, **filled)
        assert sentence != key
        named = "name" in arguments  # whoever is gone is not in the seat any more
        assert ("<seat>" in sentence) == ("seat" in arguments and not named)
        assert ("<name>" in sentence) == named


@pytest.mark.parametrize("code", LANGUAGES)
def test_every_phrase_and_every_pig_has_a_name_in_every_language(code):
    keys = [*(f"phrase.{name}" for name in PHRASES), *(f"avatar.{name}" for name in PIGS)]
    said = [Language(code).say(key) for key in keys]
    assert not {*said} & {*keys}
    assert len({*said}) == len(keys)


def test_no_event_tells_a_key_a_hash_a_state_or_a_secret():
    secret = {"key", "host", "secret", "state", "after", "codes", "answers", "by", "begin"}
    for kind in EVENTS:
        for event in ways(kind):
            assert not secret & {*feed.told(event)[0].arguments}


# --- News


def test_every_event_is_told_to_somebody():
    for kind in EVENTS:
        event = some_event(kind)
        of_the_table = feed.table_news_of(event, table_of("saumaumau").table)
        assert of_the_table is not None or isinstance(event, feed.OF_THE_GAME)


@pytest.mark.parametrize("name", GAMES)
def test_what_is_told_later_is_what_was_told_then(name):
    at = play_out(table_of(name, 3).start(), random.Random(4))
    for viewer in at.viewers():
        news = [msgspec.json.decode(one) for one in at.sent[viewer]]
        then = {one["seq"]: one["happened"] for one in news if one["happened"]}
        past = feed.history(at.table.code, at.entries, viewer, -1)
        assert msgspec.to_builtins({one.seq: one.happened for one in past}) == then
        assert feed.history(at.table.code, at.entries, viewer, past[-4].seq) == past[-3:]


@pytest.mark.parametrize("name", GAMES)
def test_the_news_of_a_game_says_who_is_asked_and_what_they_may_answer(name):
    at = table_of(name, 3).start()
    seat = at.mover
    for viewer in at.viewers():
        news = feed.game_news(at.table, viewer)
        assert (news.asked, news.decision, news.viewer) == ([seat], 1, viewer)
        assert bool(news.legal) == (viewer == seat)
        assert news.view == at.table.position.view(viewer)
        assert news.seq == feed.table_news(at.table).seq == at.table.seq - 1


def test_the_table_shows_who_is_there():
    at = table_of("saumaumau").fill()
    at.connect(1)
    at.table.count_host(1, at.now)
    at.table.watching, at.table.screens = 3, 1
    news = feed.table_news(at.table)
    assert [seat.connected for seat in news.seats] == [False, True]
    assert news.host_connected
    assert (news.watching, news.screens) == (3, 1)


def test_who_the_keys_belong_to_is_asked_of_the_table_alone():
    at = table_of("saumaumau").fill()
    both = at.table.who([at.keys[0], at.keys[1], at.host, "nonsense", ""])
    assert (both.seats, both.host) == ({0, 1}, True)
    assert at.table.who([]) == at.table.who(["x" * 22])
    assert at.table.watchers == {}
    at.watch(Kind.TV)
    assert [*at.table.watchers.values()] == [Kind.TV]


@pytest.mark.parametrize("name", GAMES)
def test_whoever_sits_where_nobody_sat_before_is_told_what_everybody_saw_then(name):
    """A round later there may be more seats than there were."""
    at = play_out(table_of(name, 2).start(), random.Random(4))
    at.say(message.Rematch)
    at.say(message.Arrange, players=3)
    then, public = (feed.history(at.table.code, at.entries, viewer, -1) for viewer in (2, None))
    assert then == public
