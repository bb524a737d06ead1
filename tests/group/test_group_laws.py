"""What is always true in a group, whatever anybody sends to it."""

from crowds import SEEDS, crowd
from hypothesis import given, settings

from galopp.group import feed, message
from galopp.group.group import Group
from galopp.group.judge import judge
from galopp.table.seat import PIGS


def known(group: Group) -> Group:
    """The same group without what is not in the log."""
    group.worked_out.clear()
    return group


@given(SEEDS)
@settings(max_examples=60)
def test_the_fold_of_the_log_is_the_group(seed):
    there = crowd(seed).there
    again = there.again()
    if there.group.closed:
        assert again is None
    else:
        assert again is not None and known(again) == known(there.group)


@given(SEEDS)
@settings(max_examples=30)
def test_events_are_numbered_without_gaps_and_say_whose_they_are(seed):
    there = crowd(seed).there
    assert there.group.seq == len(there.entries)
    _, *others = there.events()
    assert all(event.by for event in others)
    for (member, answers), answered in there.group.answered.items():
        event = there.events()[answered.seq]
        assert (event.by, event.answers) == (f"member {member}", answers)


@given(SEEDS)
@settings(max_examples=30)
def test_shares_and_points_add_up(seed):
    group = crowd(seed).there.group
    shown = feed.statistics(group, 0, 0.0)
    games = list(group.counting())
    members = [seat for game in games for seat in game.played.seats if seat.member is not None]
    assert sum(one.games for one in shown.standings) == len(members)
    won = sum(one.victories for one in shown.standings)
    assert abs(won - sum(seat.share for seat in members)) < 1e-6
    assert sorted(number for one in shown.evenings for number in one.games) == sorted(
        game.number for game in games
    )


@given(SEEDS)
@settings(max_examples=60)
def test_nothing_secret_is_ever_shown(seed):
    """No key, no hash of one, no secret of a tournament before its end: to no member, ever."""
    people = crowd(seed, deeds=0)
    for _ in range(40):
        if people.there.group.closed:
            return
        people.act()
        group = people.there.group
        shown = b"\n".join(people.picture())
        over = {one.planned.secret for one in group.tournaments if one.over}
        assert not [secret for secret in people.hidden() if secret.encode() in shown]
        assert all(secret.encode() in shown for secret in over if secret == _last(group))


def _last(group: Group) -> str:
    return group.tournaments[-1].planned.secret


@given(SEEDS)
@settings(max_examples=30)
def test_nobody_who_left_is_named_and_their_keys_open_nothing(seed):
    there = crowd(seed).there
    for member in there.group.members:
        if member.gone:
            assert member.name == "" and not member.keys and not member.passkeys
            assert not member.one_time_keys and not member.screens
            assert member.number not in there.group.keys.values()
    names = [member.name.casefold() for member in there.group.present()]
    assert len(set(names)) == len(names)


@given(SEEDS)
@settings(max_examples=30)
def test_a_message_that_comes_again_changes_nothing(seed):
    people = crowd(seed, deeds=15)
    there = people.there
    if there.group.closed:
        return
    said = message.RenameMember(id="again", name="Once", pig=PIGS[0])
    speaker = there.group.founder
    there.take(judge(there.group, said, speaker, "", there.now))
    for _ in range(5):
        if there.group.closed or not there.group.is_member(speaker):
            return
        people.act()
    if there.group.is_member(speaker) and not there.group.closed:
        assert judge(there.group, said, speaker, "", there.now).events == []
