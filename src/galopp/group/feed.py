"""What members are shown: made from the group, without anything that is nobody else's.

`news` is the same for all members and made once, and what a screen in the room shows; `for_member`
adds what is one member's own. What is worked out from the games is kept until they change, since
it is asked for again and again.
"""

from collections.abc import Callable, Collection, Sequence
from typing import TypeVar

from msgspec import structs

from galopp.group import tournament
from galopp.group.group import GameOfGroup, Group, Member
from galopp.group.shown import (
    EveningShown,
    GroupFace,
    GroupGameShown,
    GroupNews,
    GroupSeatShown,
    HeadToHead,
    MemberShown,
    SeasonShown,
    StandingShown,
    Statistics,
    TableShown,
)
from galopp.group.standings import evening_shown, evenings, head_to_head, standings
from galopp.table.refused import Refused

LATEST = 5  # games beside the news
PAGE = 50  # games of the history at a time
MOST_EVENINGS = 100  # beside statistics: two years of every week
NOBODY = -1  # for whom news are that are for all
EVERYTHING = 0  # in place of a season's number

Found = TypeVar("Found")


def news(
    group: Group, here: Collection[int], tables: Sequence[TableShown], stamp: str, now: float
) -> GroupNews:
    """The group as all members see it now."""
    season = group.season_at(now)
    last = group.tournaments[-1] if group.tournaments else None
    return GroupNews(
        seq=group.seq - 1,
        stamp=stamp,
        at=now,
        code=group.code,
        name=group.name,
        pig=group.pig,
        colour=group.colour,
        invitation=group.invitation,
        you=NOBODY,
        founder=group.founder,
        members=[_member_shown(group, member, here) for member in group.members],
        tables=list(tables),
        seasons=[_season_shown(group, number) for number in sorted(group.seasons)],
        season=season,
        standings=_standings(group, season),
        evening=_latest_evening(group),
        games=len(group.games),
        latest=games_before(group, None, LATEST),
        tournament=tournament.shown(group, last) if last else None,
    )


def for_member(shown: GroupNews, group: Group, member: int) -> GroupNews:
    """The same for one member, who alone is told of their passkeys and devices."""
    members, own = list(shown.members), group.members[member]
    members[member] = structs.replace(
        members[member], passkeys=list(own.passkeys), devices=len(own.keys)
    )
    return structs.replace(shown, you=member, members=members)


def face(group: Group) -> GroupFace:
    """The group as whoever has its link sees it."""
    return GroupFace(
        group.code,
        group.name,
        group.pig,
        group.colour,
        len(group.present()),
        bool(group.invitation),
    )


def statistics(group: Group, season: int | None, now: float) -> Statistics:
    """Over a season, the one that is on if none is named, or over everything; raises `Refused`."""
    number = group.season_at(now) if season is None else season
    number = None if number == EVERYTHING else number
    if number is not None and number not in group.seasons:
        raise Refused("no_such_season")
    return Statistics(
        season=number,
        games=len(_games(group, number)),
        standings=_standings(group, number),
        head_to_head=_head_to_head(group, number),
        evenings=_evenings(group, number),
    )


def games_before(group: Group, before: int | None, count: int = PAGE) -> list[GroupGameShown]:
    """Games with smaller numbers than this one, the newest first."""
    last = len(group.games) if before is None else min(before - 1, len(group.games))
    return [game_shown(group, group.games[n - 1]) for n in range(last, max(0, last - count), -1)]


def game_shown(group: Group, game: GameOfGroup) -> GroupGameShown:
    """A game of the group; of whom only their numbers are told who are members."""
    played, luck = game.played, game.review.luck if game.review else None
    return GroupGameShown(
        number=game.number,
        game=played.game,
        played=played.played,
        seats=[
            GroupSeatShown(
                member=seat.member,
                name=seat.name,
                level=seat.level,
                place=seat.place,
                points=seat.points,
                share=seat.share,
                luck=luck[nth] if luck else None,
            )
            for nth, seat in enumerate(played.seats)
        ],
        replay=f"{group.code}-{game.number}" if played.has_record else "",
        elsewhere=not played.table,
        struck=game.struck,
        cut_short=played.cut_short,
        tournament=game.tournament,
        added_by=game.added_by,
    )


def _member_shown(group: Group, member: Member, here: Collection[int]) -> MemberShown:
    return MemberShown(
        member=member.number,
        name=member.name,
        pig=member.pig,
        founder=member.number == group.founder and not member.gone,
        here=member.number in here and not member.gone,
        joined=member.joined,
        passkeys=[],
        devices=0,
        awaited=member.awaited,
    )


def _season_shown(group: Group, number: int) -> SeasonShown:
    season = group.seasons[number]
    return SeasonShown(number, season.name, season.start, season.end)


# --- What is worked out from the games


def _games(group: Group, season: int | None) -> list[GameOfGroup]:
    """The games of a season, or all that count."""
    if season is None:
        return list(group.counting())
    start, end = group.seasons[season].start, group.seasons[season].end
    return [game for game in group.counting() if start <= game.played.played < end]


def _standings(group: Group, season: int | None) -> list[StandingShown]:
    def found() -> list[StandingShown]:
        return standings(_games(group, season), group.ratings)

    return _worked_out(group, f"standings {season}", found)


def _head_to_head(group: Group, season: int | None) -> list[HeadToHead]:
    return _worked_out(group, f"two {season}", lambda: head_to_head(_games(group, season)))


def _evenings(group: Group, season: int | None) -> list[EveningShown]:
    def found() -> list[EveningShown]:
        apart = evenings(_games(group, season))
        latest = reversed(apart[-MOST_EVENINGS:])
        return [evening_shown(games, group.ratings) for games in latest]

    return _worked_out(group, f"evenings {season}", found)


def _latest_evening(group: Group) -> EveningShown | None:
    def found() -> EveningShown | None:
        apart = evenings(_games(group, None))
        return evening_shown(apart[-1], group.ratings) if apart else None

    return _worked_out(group, "evening", found)


def _worked_out(group: Group, name: str, work_out: Callable[[], Found]) -> Found:
    if name not in group.worked_out:
        group.worked_out[name] = work_out()
    found: Found = group.worked_out[name]
    return found
