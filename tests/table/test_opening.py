"""Opening a table: every game, every option, every number of seats."""

import msgspec
import pytest
from at_table import CODE, GAMES, sentences, table_of

import galopp
from galopp.core.words import Flag, Name, Number, NumberOrNone
from galopp.table import feed, message
from galopp.table.judge import open_table
from galopp.table.keys import is_key
from galopp.table.settings import Change, Settings, Thinking

OPTIONS = [(name, option) for name in GAMES for option in galopp.game(name).rules.OPTIONS]
NAMED = [f"{name} {option.name}" for name, option in OPTIONS]


def some_values(option):
    words = option.words
    if isinstance(option.default, tuple):
        return [*option.presets, [*option.default]]
    if isinstance(words, Flag):
        return [True, False]
    if isinstance(words, Name):
        return [*words.names]
    values = [words.low, words.high]
    return [*values, None] if isinstance(words, NumberOrNone) else values


def wrong_values(option):
    words, wrong = option.words, [{}, 1.5, "nonsense", [[]]]
    if isinstance(words, Number | NumberOrNone) and not isinstance(option.default, tuple):
        wrong += [words.low - 1, words.high + 1, True, 2**70]
    if not isinstance(words, NumberOrNone):
        wrong.append(None)
    return wrong


@pytest.mark.parametrize(("name", "option"), OPTIONS, ids=NAMED)
def test_every_option_can_be_chosen_and_everybody_sees_it(name, option):
    for value in some_values(option):
        seats = 4 if option.name == "edition_2009" else max(galopp.game(name).players)
        at = table_of(name, seats, **{option.name: value}).start()
        shown = feed.table_news(at.table).options[option.name]
        assert option.read(shown) == option.read(value)
        played = feed.game_news(at.table, None).view["options"][option.name]
        assert option.read(played) == option.read(value)


@pytest.mark.parametrize(("name", "option"), OPTIONS, ids=NAMED)
def test_a_wrong_option_is_refused_by_its_name(name, option):
    for value in wrong_values(option):
        with pytest.raises(galopp.Fault) as caught:
            table_of(name, **{option.name: value})
        assert caught.value.arguments["option"] == option.name
        assert all(option.name in said for said in sentences(caught.value))


@pytest.mark.parametrize("name", GAMES)
def test_an_option_that_there_is_not_is_refused_by_its_name(name):
    with pytest.raises(galopp.Fault) as caught:
        table_of(name, speed=3)
    assert (caught.value.key, caught.value.arguments["option"]) == ("unknown_option", "speed")


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize("players", range(7))
def test_a_table_has_as_many_seats_as_the_game_can_seat(name, players):
    if players in galopp.game(name).players:
        at = table_of(name, players).start()
        assert at.table.phase == "playing"
        assert len(at.table.seats) == players
        return
    with pytest.raises(galopp.Fault, match="wrong_number_of_players"):
        open_table(CODE, name, players, {}, Settings())


def test_a_game_that_there_is_not_is_refused():
    with pytest.raises(galopp.Fault, match="unknown_game"):
        open_table(CODE, "backgammon", 2, {}, Settings())


def test_who_opens_a_table_is_its_host_and_has_no_seat():
    at = table_of("saumaumau")
    sender = at.table.who([at.host])
    assert is_key(at.host)
    assert sender.host and sender.watches and not sender.seats
    assert not at.table.who([at.host[::-1]]).anybody


def test_each_table_promises_luck_of_its_own():
    opened = [open_table(CODE, "saumaumau", 2, {}, Settings()).events[0] for _ in range(2)]
    assert opened[0].secret != opened[1].secret
    at = table_of("saumaumau")
    assert feed.table_news(at.table).promise == at.table.luck.promise
    assert feed.table_news(at.table).secret is None


def test_on_the_public_list_there_are_phrases_only():
    assert table_of("saumaumau", settings=Settings(listed=True)).table.settings.talk is False
    assert table_of("saumaumau", settings=Settings()).table.settings.talk is True


def test_a_table_that_was_opened_before_there_were_hints_has_them():
    said = msgspec.to_builtins(Settings())
    del said["hints"]
    assert msgspec.convert(said, Settings).hints is True


def test_the_host_may_switch_hints_off():
    at = table_of("saumaumau")
    at.say(message.Arrange, settings=Change(hints=False))
    assert feed.table_news(at.table).settings.hints is False


# --- Choosing anew


def test_the_host_chooses_anew_and_what_was_left_alone_stays():
    at = table_of("saumaumau", 3, races=2)
    at.say(message.Arrange, settings=Change(grace=60))
    at.say(message.Arrange, settings=Change(pace=0))
    assert at.table.settings.grace == 60
    assert (at.table.players, at.table.options) == (3, {"races": 2})
    at.say(message.Arrange, players=4)
    assert at.table.settings.pace == 0
    assert at.table.options == {"races": 2}
    at.say(message.Arrange, options={"mau": True})
    assert at.table.options == {"races": 2, "mau": True}
    shown = feed.table_news(at.table).options
    assert (shown["races"], shown["mau"], shown["exact_goal"]) == (2, True, False)
    assert [seat.free for seat in at.table.seats] == [True] * 4


def test_a_choice_that_does_not_go_with_the_game_is_refused():
    at = table_of("schweinsgalopp")
    assert at.refuses(message.Arrange, players=5) == "five_need_edition_2009"
    assert at.reason(message.Arrange, options={"races": 99}).arguments["option"] == "races"
    at.say(message.Arrange, players=5, options={"edition_2009": True})
    assert at.table.players == 5


def test_a_seat_is_not_taken_away_from_under_anybody():
    at = table_of("saumaumau", 4)
    for seat in (0, 3):
        at.say(message.AddBot, by=[at.host], seat=seat, level="beginner")
    assert at.reason(message.Arrange, players=3).arguments["seat"] == 3
    at.say(message.SendAway, by=[at.host], seat=3)
    at.say(message.Arrange, players=3)
    assert at.table.players == len(at.table.seats) == 3


def test_only_the_host_chooses_and_options_only_before_the_game():
    at = table_of("saumaumau").fill()
    by = [at.keys[0]]
    assert at.refuses(message.Arrange, by=by, players=3) == "host_only"
    at.start()
    assert at.refuses(message.Arrange, options={}) == "game_has_begun"
    assert at.refuses(message.Arrange, players=3) == "game_has_begun"
    at.say(message.Arrange, settings=Change(thinking=Thinking("gentle")))
    assert at.table.settings.thinking.kind == "gentle"


def test_a_table_put_on_the_public_list_later_loses_its_talk_too():
    at = table_of("saumaumau")
    at.say(message.Arrange, settings=Change(listed=True, talk=True))
    assert at.table.settings.talk is False
