"""A whole group as one file, and back: all that counts is in it, and nothing that is secret."""

import msgspec
import pytest
from crowds import SEEDS, crowd
from hypothesis import given, settings
from in_group import InGroup, group_of, in_order, sentences, told

from galopp.core.fault import Fault
from galopp.group import counting, devices, feed, log, message
from galopp.group.fold import folded
from galopp.group.group import Group
from galopp.group.transfer import GroupFile, Told, exported, imported
from galopp.table.settings import DAY

NEW_CODE = "ZXWVTSRQ"

encode, decode = msgspec.json.encode, msgspec.json.Decoder(GroupFile).decode


def file_of(there, member: int = 0) -> bytes:
    events = [Told(at, log.decode(kept)) for at, kept in there.entries]
    return encode(exported(there.group, events, member, {}))


def brought(file: bytes, now: float) -> Group:
    group = folded(
        NEW_CODE, [(at, log.encode(e)) for at, e in imported(NEW_CODE, decode(file), now)]
    )
    assert group is not None
    return group


@given(SEEDS)
@settings(max_examples=30)
def test_whatever_a_group_has_been_through_it_counts_the_same_elsewhere(seed):
    there = crowd(seed).there
    if there.group.closed:
        return
    group = brought(file_of(there, there.group.founder), there.now)
    for one, other in zip(
        feed.games_before(there.group, None), feed.games_before(group, None), strict=True
    ):
        assert msgspec.structs.replace(one, replay="") == msgspec.structs.replace(other, replay="")
    assert feed.statistics(group, 0, 0.0) == feed.statistics(there.group, 0, 0.0)
    assert [one.name for one in group.members] == [one.name for one in there.group.members]
    assert group.founder == there.group.founder and group.ratings == there.group.ratings


@given(SEEDS)
@settings(max_examples=30)
def test_no_key_no_hash_and_no_secret_of_a_draw_to_come_is_in_the_file(seed):
    people = crowd(seed)
    group = people.there.group
    if group.closed:
        return
    file = file_of(people.there, group.founder)
    hidden = people.hidden() | ({group.invitation} if group.invitation else set())
    assert not [secret for secret in hidden if secret.encode() in file]
    assert brought(file, people.there.now).invitation == "", "its code is new"


def test_neither_who_left_nor_what_somebody_was_called_before_is_in_the_file():
    there = group_of(3)
    there.say(message.RenameMember, by=1, name="Benno", pig="muddy")
    there.say(message.LeaveGroup, by=2)
    file = file_of(there)
    assert b'"Benno"' in file and b'"Bo"' not in file and b'"Cem"' not in file
    assert [one.name for one in brought(file, there.now).members] == ["Ada", "Benno", ""]


def test_what_the_cards_gave_may_be_more_than_a_whole_victory():
    """In a long game they give and take again and again: 1.98 was seen in a real one."""
    there = group_of(2)
    there.played(there.table(0, 1, players=2), *in_order(0, 1))
    there.take(counting.review_game(there.group, 1, [1.98, -1.98], [0.03, 0.03]))
    group = brought(file_of(there), there.now)
    assert group.games[0].review == there.group.games[0].review


def test_no_key_of_the_old_group_opens_the_new_one():
    there = group_of(3)
    group = brought(file_of(there), there.now)
    assert group.who(there.keys.values()) is None


def elsewhere(people: int, member: int = 0) -> InGroup:
    """A group that a member has brought to another server."""
    there = group_of(people)
    told = imported(NEW_CODE, decode(file_of(there, member)), there.now)
    group = brought(file_of(there, member), there.now)
    here = InGroup(group, {}, [(at, log.encode(event)) for at, event in told], there.now)
    here.keys[member] = str(here.take(devices.add_key(group, member)).gives["key"])
    return here


def test_nobody_comes_back_by_a_name_alone():
    here = elsewhere(2)
    assert here.refusal(lambda: here.join("bo")) == "member_is_awaited"
    assert here.group.members[1].awaited and not here.group.members[0].awaited


def test_whoever_is_awaited_comes_back_by_a_key_that_the_founder_makes_for_them():
    here = elsewhere(3)
    shown = here.one_time_key(0, member=1)
    here.now += 20 * DAY
    assert here.use_one_time_key(shown).gives["member"] == 1
    assert [one.awaited for one in here.group.members] == [False, False, True]
    made = here.refusal(lambda: here.one_time_key(0, member=1))
    assert made == "member_is_not_awaited", "who has come lets their devices in themselves"
    assert here.refusal(lambda: here.one_time_key(1, member=2)) == "founder_only"
    assert here.refusal(lambda: here.one_time_key(0, member=7)) == "no_such_member"


def test_whoever_brings_it_leads_it_until_somebody_older_has_come():
    here = elsewhere(3, member=1)
    assert here.group.founder == 1
    here.use_one_time_key(here.one_time_key(1, member=0))
    assert here.group.founder == 0
    here.say(message.LeaveGroup, by=1)
    assert not here.group.closed


def test_when_only_awaited_members_are_left_who_have_no_way_back_the_group_is_gone():
    alone, invited = elsewhere(3), elsewhere(3)
    invited.one_time_key(0, member=2)
    for here, closed in ((alone, True), (invited, False)):
        here.say(message.LeaveGroup)
        assert here.group.closed is closed


def test_the_fold_of_what_was_brought_is_the_group():
    here = elsewhere(3)
    here.use_one_time_key(here.one_time_key(0, member=2))
    assert here.again() == here.group


def test_a_tournament_that_went_on_ends_as_it_stood():
    there = group_of(2)
    there.say(message.PlanTournament, name="Cup", games=["saumaumau"])
    secret = there.group.tournaments[0].planned.secret
    group = brought(file_of(there), there.now)
    assert group.tournaments[0].over and group.tournaments[0].planned.secret != secret


def test_a_game_that_was_told_by_its_record_counts_without_it_too():
    there = group_of(2)
    table = there.table(0, 1)
    there.played(table, *in_order(0, 1), has_record=True)
    there.add(told(1, place=1), told(0, place=2))
    group = brought(file_of(there), there.now)
    assert [game.played.has_record for game in group.games] == [False, False]


@pytest.mark.parametrize(
    "change",
    [
        {"you": 7},
        {"events": []},
        {"events": [{"at": 1.0, "event": {"event": "closed"}}]},
    ],
)
def test_a_file_that_no_group_can_have_written_is_refused(change):
    there = group_of(2)
    plain = {**msgspec.json.decode(file_of(there)), **change}
    with pytest.raises(Fault) as caught:
        imported(NEW_CODE, decode(encode(plain)), there.now)
    assert caught.value.key == "bad_group_file"
    sentences(caught.value)


@pytest.mark.parametrize("event", [one for one in range(2, 9)])
def test_a_file_from_which_something_was_taken_is_a_group_or_refused_and_nothing_else(event):
    there = group_of(3)
    there.say(message.PlanTournament, name="Cup", games=["saumaumau"], size=3)
    for member in (1, 2):
        there.say(message.EnterTournament, by=member, tournament=1)
    there.draw(1)
    plain = msgspec.json.decode(file_of(there))
    del plain["events"][event]
    try:
        brought(encode(plain), there.now)
    except Fault as fault:
        assert fault.key == "bad_group_file"
