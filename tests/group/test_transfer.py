"""A whole group as one file, and back: all that counts is in it, and nothing that is secret."""

import msgspec
import pytest
from hypothesis import given, settings
from in_group import group_of, in_order, sentences, told
from test_group_laws import SEEDS, crowd

from galopp.core.fault import Fault
from galopp.group import feed, log, message
from galopp.group.fold import folded
from galopp.group.group import Group
from galopp.group.judge import join
from galopp.group.transfer import GroupFile, Told, exported, imported

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
    assert not [secret for secret in people.hidden() if secret.encode() in file]


def test_neither_who_left_nor_what_somebody_was_called_before_is_in_the_file():
    there = group_of(3)
    there.say(message.RenameMember, by=1, name="Benno", pig="muddy")
    there.say(message.LeaveGroup, by=2)
    file = file_of(there)
    assert b'"Benno"' in file and b'"Bo"' not in file and b'"Cem"' not in file
    assert [one.name for one in brought(file, there.now).members] == ["Ada", "Benno", ""]


def test_no_key_of_the_old_group_opens_the_new_one():
    there = group_of(3)
    group = brought(file_of(there), there.now)
    assert group.who(there.keys.values()) is None


def test_the_others_come_back_by_their_names_and_nobody_comes_twice():
    there = group_of(2)
    group = brought(file_of(there), there.now)
    verdict = join(group, "Bo", "")
    assert verdict.gives["member"] == 1 and isinstance(verdict.events[0], log.KeyAdded)


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
