"""Who may do what in a group, and when: each of these passes in silence, or refuses."""

import hmac

from galopp.group.group import (
    MOST_EVENTS,
    MOST_GAMES,
    GameOfGroup,
    Group,
    Tournament,
)
from galopp.group.log import Placed
from galopp.play.ranking import ranks
from galopp.table.refused import Refused
from galopp.table.wording import compared


def check_open(group: Group) -> None:
    """It goes on here."""
    if group.closed:
        raise Refused("group_is_closed")


def check_not_worn_out(group: Group) -> None:
    """It has not had all the events that it may have."""
    if group.seq >= MOST_EVENTS or len(group.games) >= MOST_GAMES:
        raise Refused("group_is_worn_out")


def check_member(group: Group, number: int) -> None:
    """There is such a member now."""
    if not group.is_member(number):
        raise Refused("no_such_member")


def check_founder(group: Group, member: int) -> None:
    """Only the founder may do this."""
    if member != group.founder:
        raise Refused("founder_only")


def check_invited(group: Group, invitation: str) -> None:
    """The link is the latest one; as long as there is no other, the group's code is enough."""
    latest = group.invitation.encode()
    if latest and not hmac.compare_digest(latest, invitation.encode()):
        raise Refused("invitation_is_old")


def check_name(group: Group, name: str, own: int | None = None) -> None:
    """Nobody else in the group is called so."""
    others = (member for member in group.present() if member.number != own)
    for member in others:
        if compared(member.name) == compared(name):
            taken = "member_is_awaited" if member.awaited else "member_name_is_taken"
            raise Refused(taken, name=name)


def known_game(group: Group, number: int) -> GameOfGroup:
    """The game of this number, which counts; raises `Refused`."""
    game = group.game(number)
    if game is None or game.struck:
        raise Refused("no_such_game_here")
    return game


def known_tournament(group: Group, number: int) -> Tournament:
    """The tournament of this number, which goes on; raises `Refused`."""
    tournament = group.tournament(number)
    if tournament is None:
        raise Refused("no_such_tournament")
    if tournament.over:
        raise Refused("tournament_is_over")
    return tournament


def check_runs(group: Group, tournament: Tournament, member: int) -> None:
    """Only the founder, or whoever planned it."""
    if member not in (group.founder, tournament.by):
        raise Refused("planner_only")


def check_seats(group: Group, seats: list[Placed]) -> None:
    """Nobody sits there twice, and members are, or were, in the group."""
    members = [seat.member for seat in seats if seat.member is not None]
    if any(not 0 <= member < len(group.members) for member in members):
        raise Refused("no_such_member")
    if len(set(members)) < len(members):
        raise Refused("member_sits_twice")


def read_places(written: list[int]) -> list[int]:
    """Places with ties, as 1 1 3 or as 1 1 2: how many were better, and one; raises `Refused`."""
    places = [1 + rank for rank in ranks([-place for place in written])]
    dense = [1 + sorted(set(written)).index(place) for place in written]
    if written not in (places, dense):
        raise Refused("places_do_not_fit")
    return places
