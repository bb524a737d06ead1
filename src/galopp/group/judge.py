"""The judge of a group: a message comes in, and what is to be logged because of it goes out.

Nothing changes here. Either the message is refused, with a reason, or a list of events comes
back, which are taken whole: whoever called writes them down and only then folds them in. Keys and
passkeys are judged in `devices`, tables and games in `counting`, draws in `drawing`.
"""

import secrets
from functools import singledispatch

from galopp import bots
from galopp.group import log, message
from galopp.group.checks import (
    check_founder,
    check_invited,
    check_member,
    check_name,
    check_not_worn_out,
    check_open,
    check_runs,
    known_game,
    known_tournament,
)
from galopp.group.drawing import MOST_PEOPLE, check_games
from galopp.group.group import (
    COLOURS,
    MOST_MEMBERS,
    MOST_NUMBERS,
    MOST_SEASONS,
    MOST_TOURNAMENTS,
    Group,
)
from galopp.group.keys import kept_of, new_invitation
from galopp.group.message import AnyGroupMessage
from galopp.group.verdict import Verdict, answered_before, named, signed
from galopp.play.luck import SECRET_BYTES
from galopp.table.keys import own_key
from galopp.table.levels import bot_names
from galopp.table.refused import Refused
from galopp.table.seat import PIGS, read_pig
from galopp.table.wording import read_name, read_title

# What is heard in a group that has had all the events it may have.
GOES_ON = (
    message.RenameMember,
    message.DropKeys,
    message.DropPasskey,
    message.LeaveGroup,
    message.RemoveMember,
    message.RenewInvitation,
    message.CloseGroup,
    message.StrikeGame,
)


def found(
    name: str,
    pig: str,
    colour: str,
    member: str,
    member_pig: str,
    key: str | None = None,
) -> Verdict:
    """A new group, with its founder in it; raises `Fault`."""
    key = own_key(key)
    founded = log.Founded(
        name=read_title(name), pig=read_pig(pig or PIGS[0]), colour=read_colour(colour)
    )
    founder = log.Joined(
        member=0,
        name=read_name(member),
        pig=read_pig(member_pig or PIGS[0]),
        key=kept_of(key),
        by=named(0),
    )
    return Verdict([founded, founder], {"member": 0, "key": key})


def join(
    group: Group, name: str, pig: str, key: str | None = None, invitation: str = ""
) -> Verdict:
    """Become a member; with a key of one's own making, asking twice is asking once."""
    check_open(group)
    key = own_key(key)
    known = group.who([key])
    if known is not None:
        return Verdict([], {"member": known, "key": key})
    check_invited(group, invitation)
    check_not_worn_out(group)
    number = len(group.members)
    if len(group.present()) >= MOST_MEMBERS or number >= MOST_NUMBERS:
        raise Refused("group_is_full", high=MOST_MEMBERS)
    name, pig = read_name(name), read_pig(pig or _unused_pig(group))
    check_name(group, name)
    joined = log.Joined(member=number, name=name, pig=pig, key=kept_of(key), by=named(number))
    return Verdict([joined], {"member": number, "key": key})


def _unused_pig(group: Group) -> str:
    """The pig that the fewest members have."""
    taken = [member.pig for member in group.present()]
    return min(PIGS, key=taken.count)


def read_colour(written: str) -> str:
    """One of the colours to pick from; raises `Refused`."""
    if written and written not in COLOURS:
        raise Refused("unknown_colour", written=written, names=", ".join(COLOURS))
    return written or COLOURS[0]


def judge(group: Group, said: AnyGroupMessage, member: int, key: str, now: float) -> Verdict:
    """What comes of a message of a member, who showed this key; raises `Fault`."""
    check_open(group)
    check_member(group, member)
    before = answered_before(group, member, said.id)
    if before is not None:
        return before
    if not isinstance(said, GOES_ON):
        check_not_worn_out(group)
    verdict = _judge(said, group, member, key)
    return Verdict(signed(verdict.events, named(member), said.id), verdict.gives)


@singledispatch
def _judge(said: AnyGroupMessage, group: Group, member: int, key: str) -> Verdict:
    raise TypeError(f"no group judges {type(said).__name__}")


# --- The group and its members


@_judge.register
def _rename(said: message.RenameGroup, group: Group, member: int, key: str) -> Verdict:
    check_founder(group, member)
    name, pig, colour = read_title(said.name), read_pig(said.pig), read_colour(said.colour)
    return Verdict([log.Renamed(name=name, pig=pig, colour=colour)])


@_judge.register
def _rename_member(said: message.RenameMember, group: Group, member: int, key: str) -> Verdict:
    name, pig = read_name(said.name), read_pig(said.pig)
    check_name(group, name, own=member)
    return Verdict([log.MemberRenamed(member=member, name=name, pig=pig)])


@_judge.register
def _drop_keys(said: message.DropKeys, group: Group, member: int, key: str) -> Verdict:
    if group.who([key]) != member:
        raise Refused("not_a_key")
    return Verdict([log.KeysDropped(member=member, kept=kept_of(key))])


@_judge.register
def _drop_passkey(said: message.DropPasskey, group: Group, member: int, key: str) -> Verdict:
    if said.credential not in group.members[member].passkeys:
        raise Refused("no_such_passkey")
    return Verdict([log.PasskeyDropped(member=member, credential=said.credential)])


@_judge.register
def _leave(said: message.LeaveGroup, group: Group, member: int, key: str) -> Verdict:
    left = log.Left(member=member)
    others = [one for one in group.present() if one.number != member]
    # Whoever is awaited and was never given a way back cannot come any more.
    goes_on = any(one.keys or one.one_time_keys for one in others)
    return Verdict([left] if goes_on else [left, log.Closed()])


@_judge.register
def _remove(said: message.RemoveMember, group: Group, member: int, key: str) -> Verdict:
    check_founder(group, member)
    check_member(group, said.member)
    if said.member == member:
        raise Refused("leave_the_group_instead")
    # Whoever is sent away knows the link: it lets nobody in any more.
    renewed = log.InvitationRenewed(invitation=new_invitation())
    return Verdict([log.Left(member=said.member, removed=True), renewed])


@_judge.register
def _renew(said: message.RenewInvitation, group: Group, member: int, key: str) -> Verdict:
    check_founder(group, member)
    return Verdict([log.InvitationRenewed(invitation=new_invitation())])


@_judge.register
def _close(said: message.CloseGroup, group: Group, member: int, key: str) -> Verdict:
    check_founder(group, member)
    return Verdict([log.Closed()])


# --- Games


@_judge.register
def _strike(said: message.StrikeGame, group: Group, member: int, key: str) -> Verdict:
    game = known_game(group, said.number)
    if member not in (group.founder, game.added_by):
        raise Refused("founder_or_adder_only")
    return Verdict([log.GameStruck(number=said.number)])


@_judge.register
def _set_season(said: message.SetSeason, group: Group, member: int, key: str) -> Verdict:
    check_founder(group, member)
    number = len(group.seasons) + 1 if said.number is None else said.number
    if said.number is not None and said.number not in group.seasons:
        raise Refused("no_such_season")
    if number > MOST_SEASONS:
        raise Refused("too_many_seasons", high=MOST_SEASONS)
    if said.end <= said.start:
        raise Refused("season_ends_too_early")
    name = read_title(said.name)
    season = log.SeasonSet(number=number, name=name, start=said.start, end=said.end)
    return Verdict([season])


# --- Tournaments


@_judge.register
def _plan(said: message.PlanTournament, group: Group, member: int, key: str) -> Verdict:
    if any(not tournament.over for tournament in group.tournaments):
        raise Refused("tournament_goes_on")
    if len(group.tournaments) >= MOST_TOURNAMENTS:
        raise Refused("group_is_worn_out")
    check_games(said.games, said.size)
    if said.filler and not bots.is_known(said.filler):
        raise Refused("unknown_bot", bot=said.filler, names=", ".join(bot_names()))
    number = len(group.tournaments) + 1
    planned = log.TournamentPlanned(
        number=number,
        name=read_title(said.name),
        games=said.games,
        size=said.size,
        rounds=said.rounds,
        minutes=0 if said.over_days else said.minutes,  # no bell rings over days
        filler=said.filler,
        over_days=said.over_days,
        secret=secrets.token_bytes(SECRET_BYTES).hex(),
    )
    return Verdict([planned, log.Entered(tournament=number, member=member)])


@_judge.register
def _enter(said: message.EnterTournament, group: Group, member: int, key: str) -> Verdict:
    tournament = known_tournament(group, said.tournament)
    who = _meant(group, member, said.member)
    if who in tournament.entered:
        return Verdict([])
    if len(tournament.entered) >= MOST_PEOPLE:
        raise Refused("tournament_is_full", high=MOST_PEOPLE)
    return Verdict([log.Entered(tournament=said.tournament, member=who)])


@_judge.register
def _withdraw(said: message.WithdrawFromTournament, group: Group, member: int, key: str) -> Verdict:
    tournament = known_tournament(group, said.tournament)
    who = _meant(group, member, said.member)
    if who not in tournament.entered:
        return Verdict([])
    return Verdict([log.Withdrew(tournament=said.tournament, member=who)])


def _meant(group: Group, member: int, other: int | None) -> int:
    """Oneself, or somebody else if the founder says so; raises `Refused`."""
    if other is None or other == member:
        return member
    check_founder(group, member)
    check_member(group, other)
    return other


@_judge.register
def _end(said: message.EndTournament, group: Group, member: int, key: str) -> Verdict:
    tournament = known_tournament(group, said.tournament)
    check_runs(group, tournament, member)
    return Verdict([log.TournamentEnded(tournament=said.tournament)])
