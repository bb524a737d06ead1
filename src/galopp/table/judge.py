"""The judge of a table: a message comes in, and what is to be logged because of it goes out.

Nothing changes here. Either the message is refused, with a reason, or a list of events comes
back, which are taken whole: whoever called writes them down and only then folds them in.
"""

from functools import singledispatch
from typing import Any, Literal, NamedTuple

from msgspec import structs

from galopp import bots
from galopp.core.fault import Fault
from galopp.core.words import NOBODY
from galopp.play.game import game
from galopp.play.luck import Luck
from galopp.table import absence, clocks, log, message, window
from galopp.table.beginning import dealt, luck_of
from galopp.table.checks import (
    check_host,
    check_lobby,
    check_not_worn_out,
    check_open,
    check_plays,
    check_seat,
    check_sits,
    check_speaks_for,
)
from galopp.table.deciding import carry_out, read_moves
from galopp.table.kept import restored
from galopp.table.keys import Kind, hashed, new_key, own_key
from galopp.table.levels import STAND_IN, bot_names
from galopp.table.log import AnyLogged
from galopp.table.message import AnyMessage
from galopp.table.refused import Refused
from galopp.table.seat import BOT_NAMES, PIGS, read_phrase
from galopp.table.settings import Settings
from galopp.table.table import (
    HOST,
    OVER,
    PLAYING,
    Sender,
    Table,
)
from galopp.table.undoing import agreed_undo, all_agree, is_misclick, last_of
from galopp.table.wording import read_talk

# What is heard at a table that has had all the events it may have: a game comes to its end.
GOES_ON = (message.Decide, message.AnswerUndo, message.TakeBack, message.Close)


class Verdict(NamedTuple):
    """What is to be logged, and what the sender alone is given (a key)."""

    events: list[AnyLogged]
    gives: dict[str, str | int] = {}


def open_table(
    code: str,
    name: str,
    players: int,
    options: dict[str, Any],
    settings: Settings,
    begin: log.Beginning | None = None,
    group: str = "",
) -> Verdict:
    """A new table, with luck of its own unless it begins with another's; raises `Fault`.

    With the code of a group, its games count there if everybody agrees.
    """
    game(name).check_setting(players, options)
    luck = (luck_of(begin) if begin else None) or Luck.draw(f"{code}/1")
    key = new_key()
    opened = log.Opened(
        game=name,
        players=players,
        options=options,
        settings=_suited(settings, begin, group),
        host=hashed(key, Kind.HOST),
        secret=luck.secret.hex(),
        begin=begin,
        group=group,
    )
    return Verdict([opened], {"key": key})


def _suited(settings: Settings, begin: log.Beginning | None, group: str) -> Settings:
    """Where strangers may sit down there are phrases only; with the deal of a day, no hints.

    Nor does anybody watch that: others may still play it. A table of a group is not for strangers.
    """
    if group:
        settings = structs.replace(settings, listed=False)
    if settings.listed:
        settings = structs.replace(settings, talk=False)
    if _plays_a_day(begin):
        settings = structs.replace(settings, hints=False, watchable=False)
    return settings


def _plays_a_day(begin: log.Beginning | None) -> bool:
    """Whether it is the deal of a day, in which everybody is on their own."""
    return begin is not None and bool(begin.day)


def judge(table: Table, said: AnyMessage, sender: Sender, now: float) -> Verdict:
    """What comes of a message; raises `Refused`."""
    check_open(table)
    if not isinstance(said, GOES_ON):
        check_not_worn_out(table)
    try:
        verdict = _judge(said, table, sender, now)
    except Refused:
        raise
    except Fault as fault:
        raise Refused(fault.key, **fault.arguments) from None
    events = _with_consequences(table, verdict.events)
    return Verdict(_signed(events, said.id, speaker(said, sender)), verdict.gives)


def by_time(table: Table, now: float) -> list[AnyLogged]:
    """What has come about by time alone."""
    events = _with_consequences(table, clocks.tick(table, now))
    return [_replaced(event, by="clock") for event in events]


def _with_consequences(table: Table, events: list[AnyLogged]) -> list[AnyLogged]:
    """The same events, and what they bring about: the end of the round, an undo agreed to."""
    return [*events, *_the_end(table, events), *_nobody_left_to_ask(table, events)]


def _the_end(table: Table, events: list[AnyLogged]) -> list[AnyLogged]:
    decided = [event for event in events if isinstance(event, log.Decided)]
    if not decided:
        return []
    last = restored(table.game, decided[-1].after[-1])
    if table.game.rules.mover(last) != NOBODY:
        return []
    return [_over(table)]


def _over(table: Table) -> log.Ended:
    """The end of a round, with the luck of the next."""
    return log.Ended(secret=Luck.draw(f"{table.code}/{table.round + 1}").secret.hex())


def _nobody_left_to_ask(table: Table, events: list[AnyLogged]) -> list[AnyLogged]:
    """The undo that waited for no one but those for whom a bot plays on now."""
    gone = {event.seat for event in events if isinstance(event, log.TookOver)}
    if not gone or table.undo is None or table.undo.seat in gone:
        return []
    return [agreed_undo(table, table.undo)] if all_agree(table, table.undo, gone) else []


def speaker(said: AnyMessage, sender: Sender) -> str:
    """Who says it, as the log names them."""
    seat = getattr(said, "seat", None)
    if sender.bot:
        return f"bot {seat}"
    if seat in sender.seats:
        return f"seat {seat}"
    return HOST if sender.host else f"seat {min(sender.seats, default='')}"


def asker(table: Table, said: AnyMessage, sender: Sender) -> str:
    """Whose message it is, whatever seat they sit in: nobody else is given its answer."""
    return table.asker(speaker(said, sender)) or min(sender.opened, default="")


def _signed(events: list[AnyLogged], answers: str, by: str) -> list[AnyLogged]:
    """All events say whose message they come from; the last one also which it answers."""
    signed = [event if event.by else _replaced(event, by=by) for event in events[:-1]]
    return signed + [_replaced(event, by=event.by or by, answers=answers) for event in events[-1:]]


def _replaced(event: AnyLogged, **changes: str) -> AnyLogged:
    return structs.replace(event, **changes)


@singledispatch
def _judge(said: AnyMessage, table: Table, sender: Sender, now: float) -> Verdict:
    raise TypeError(f"no table judges {type(said).__name__}")


# --- Playing


@_judge.register
def _decide(said: message.Decide, table: Table, sender: Sender, now: float) -> Verdict:
    check_speaks_for(table, sender, said.seat)
    standing = table.standing
    if standing is None:
        raise Refused("rules_have_changed" if table.phase == PLAYING else "no_game_now")
    if bool(table.seats[said.seat].level) != sender.bot:
        raise Refused("seat_is_yours" if sender.bot else "bot_plays_for_you")
    moves = read_moves(table.game, said.moves)
    if said.seat not in table.asked_from:
        raise Refused("too_late" if said.decision < table.number else "not_your_turn_now")
    if not table.asked_from[said.seat] <= said.decision <= table.number:
        raise Refused("too_late")
    if table.window is None:
        return Verdict([carry_out(standing, said.seat, moves)])
    if len(moves) > 1:
        raise Refused("decide_one_by_one")
    code = moves[0].code
    return Verdict(window.answer(table, table.window, standing, said.seat, code, now))


@_judge.register
def _say(said: message.Say, table: Table, sender: Sender, now: float) -> Verdict:
    check_speaks_for(table, sender, said.seat)
    if said.phrase:
        return Verdict([log.Said(seat=said.seat, phrase=read_phrase(said.phrase))])
    if not table.settings.talk:
        raise Refused("phrases_only")
    return Verdict([log.Said(seat=said.seat, text=read_talk(said.text))])


# --- Taking back


@_judge.register
def _undo(said: message.Undo, table: Table, sender: Sender, now: float) -> Verdict:
    check_plays(table, sender, said.seat)
    trace = last_of(table, said.seat)
    if table.window is not None:
        raise Refused("no_undo_in_window")
    if table.undo is not None:
        raise Refused("undo_is_asked")
    undone = log.Undone(seat=said.seat, to=trace.first)
    if is_misclick(table, trace):
        return Verdict([undone])
    if _plays_a_day(table.begin):
        raise Refused("no_undo_with_the_deal_of_the_day")
    asked = log.UndoAsked(seat=said.seat)
    others = [seat for seat in table.people() if seat != said.seat]
    return Verdict([asked] if others else [asked, undone])


@_judge.register
def _answer_undo(said: message.AnswerUndo, table: Table, sender: Sender, now: float) -> Verdict:
    check_plays(table, sender, said.seat)
    if table.undo is None or said.seat == table.undo.seat:
        raise Refused("no_undo_asked")
    answered = log.UndoAnswered(seat=said.seat, agrees=said.agree)
    if not said.agree or not all_agree(table, table.undo, {said.seat}):
        return Verdict([answered])
    return Verdict([answered, agreed_undo(table, table.undo)])


# --- Coming and going


@_judge.register
def _leave(said: message.Leave, table: Table, sender: Sender, now: float) -> Verdict:
    check_speaks_for(table, sender, said.seat)
    if table.phase == PLAYING:
        return Verdict([_bot_for(table, said.seat, "left")])
    return Verdict([log.Stood(seat=said.seat, name=table.seats[said.seat].name)])


def _bot_for(table: Table, seat: int, why: Any) -> log.TookOver:
    if table.seats[seat].level:
        raise Refused("bot_plays_already")
    return log.TookOver(seat=seat, level=STAND_IN, why=why)


@_judge.register
def _take_over(said: message.TakeOver, table: Table, sender: Sender, now: float) -> Verdict:
    check_speaks_for(table, sender, said.seat)
    if table.phase != PLAYING:
        raise Refused("no_game_now")
    if not table.seat_is_there(said.absent) or not table.seats[said.absent].person:
        raise Refused("no_such_seat", seat=said.absent)
    if said.absent == said.seat:
        raise Refused("leave_instead")
    return _vote_over(table, said.absent, said.seat, now)


def _vote_over(table: Table, absent: int, voter: int, now: float) -> Verdict:
    """A bot plays on now, or by the clock once it may, or not until others want it too."""
    if table.settings.over_days:
        raise Refused("days_are_for_all")
    seat = table.seats[absent]
    if seat.away_since is None and absent not in table.asked_at:
        raise Refused("seat_is_there")
    bot = _bot_for(table, absent, absence.why(table, absent, now))
    since = absence.bot_plays_from(table, absent, seat.voters | {voter})
    votes: list[AnyLogged] = []
    if voter not in seat.voters:
        votes = [log.VotedOver(seat=absent, voter=voter)]
    return Verdict([*votes, bot] if since is not None and now >= since else votes)


@_judge.register
def _take_back(said: message.TakeBack, table: Table, sender: Sender, now: float) -> Verdict:
    check_speaks_for(table, sender, said.seat)
    if not table.seats[said.seat].level:
        raise Refused("seat_is_yours")
    return Verdict([log.TookBack(seat=said.seat)])


@_judge.register
def _count(said: message.Count, table: Table, sender: Sender, now: float) -> Verdict:
    check_speaks_for(table, sender, said.seat)
    if not table.group:
        raise Refused("not_a_table_of_a_group")
    if said.agree == table.seats[said.seat].counts:
        return Verdict([])
    if not said.agree or table.phase == OVER:
        check_lobby(table)  # nobody is asked who knows how it will end
    return Verdict([log.Counted(seat=said.seat, agrees=said.agree)])


@_judge.register
def _start(said: message.Start, table: Table, sender: Sender, now: float) -> Verdict:
    check_sits(sender)
    check_lobby(table)
    free = sum(seat.free for seat in table.seats)
    if free:
        raise Refused("seats_are_free", count=free)
    return Verdict([dealt(table)])


@_judge.register
def _rematch(said: message.Rematch, table: Table, sender: Sender, now: float) -> Verdict:
    check_sits(sender)
    again = log.Reopened(start_player=(table.starter + 1) % table.players)
    if table.phase == OVER:
        return Verdict([again])
    if table.phase == PLAYING and not table.current_rules:
        return Verdict([_over(table), again])  # no server goes on with it
    raise Refused("game_is_not_over")


# --- The host


@_judge.register
def _claim_host(said: message.ClaimHost, table: Table, sender: Sender, now: float) -> Verdict:
    check_speaks_for(table, sender, said.seat)
    away = table.host_away_since
    if away is None or now - away < table.settings.absence:
        raise Refused("host_is_there")
    key = own_key(said.key)
    return Verdict([log.HostPassed(seat=said.seat, key=hashed(key, Kind.HOST))], {"key": key})


@_judge.register
def _arrange(said: message.Arrange, table: Table, sender: Sender, now: float) -> Verdict:
    check_host(sender)
    if said.players is not None or said.options is not None:
        check_lobby(table)
        if table.begin is not None:
            raise Refused("begins_in_another_game")
    if said.settings.hints is True and _plays_a_day(table.begin):
        raise Refused("hints_are_off")
    players = table.players if said.players is None else said.players
    options = {**_options_for(table, players), **(said.options or {})}
    table.game.check_setting(players, options)
    for number in range(players, len(table.seats)):
        if not table.seats[number].free:
            raise Refused("seat_is_taken", seat=number)
    settings = _suited(said.settings.made_to(table.settings), table.begin, table.group)
    arranged = log.Arranged(
        players=players, options=options, settings=settings, turned=_turned(table, settings)
    )
    return Verdict([arranged])


def _turned(table: Table, settings: Settings) -> Literal["", "days", "live"]:
    """Whether a game that is being played goes on over days now, or at one table again."""
    before, after = table.settings.over_days, settings.over_days
    if table.phase != PLAYING or before == after:
        return ""
    return "days" if after else "live"


def _options_for(table: Table, players: int) -> dict[str, Any]:
    """The options as they are; a start player whose seat is taken away is nobody again."""
    start_player = table.options.get("start_player")
    if start_player is None or start_player < players:
        return table.options
    return {**table.options, "start_player": None}


@_judge.register
def _add_bot(said: message.AddBot, table: Table, sender: Sender, now: float) -> Verdict:
    check_host(sender)
    check_seat(table, said.seat)
    if not bots.is_known(said.level):
        raise Refused("unknown_bot", bot=said.level, names=", ".join(bot_names()))
    check_lobby(table)
    if table.seats[said.seat].person:
        raise Refused("seat_is_taken", seat=said.seat)
    name, pig = table.unused(BOT_NAMES, "name"), table.unused(PIGS, "pig")
    return Verdict([log.BotSat(seat=said.seat, level=said.level, name=name, pig=pig)])


@_judge.register
def _send_away(said: message.SendAway, table: Table, sender: Sender, now: float) -> Verdict:
    check_host(sender)
    check_seat(table, said.seat)
    if table.phase == PLAYING:
        return _send_away_in_play(table, said.seat)
    if table.seats[said.seat].free:
        raise Refused("nobody_there", seat=said.seat)
    name = table.seats[said.seat].name
    return Verdict([log.Stood(seat=said.seat, name=name, sent_away=True)])


def _send_away_in_play(table: Table, seat: int) -> Verdict:
    """Nobody holds the key any more; a bot plays on, and the host may give out a new one."""
    if not table.seats[seat].person:
        raise Refused("no_person_there", seat=seat)
    nobodys = log.Reissued(seat=seat, key=hashed(new_key(), Kind.SEAT))
    return Verdict([nobodys, log.TookOver(seat=seat, level=STAND_IN, why="sent_away")])


@_judge.register
def _swap(said: message.Swap, table: Table, sender: Sender, now: float) -> Verdict:
    check_host(sender)
    check_seat(table, said.seat)
    check_seat(table, said.other)
    check_lobby(table)
    return Verdict([log.Swapped(seat=said.seat, other=said.other)])


@_judge.register
def _reissue(said: message.Reissue, table: Table, sender: Sender, now: float) -> Verdict:
    check_seat(table, said.seat)
    if not sender.host and said.seat not in sender.seats:
        raise Refused("host_only")
    if not table.seats[said.seat].person:
        raise Refused("no_person_there", seat=said.seat)
    key = own_key(said.key)
    reissued = log.Reissued(seat=said.seat, key=hashed(key, Kind.SEAT))
    return Verdict([reissued], {"seat": said.seat, "key": key})


@_judge.register
def _close(said: message.Close, table: Table, sender: Sender, now: float) -> Verdict:
    check_host(sender)
    return Verdict([log.Closed()])
