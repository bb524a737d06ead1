"""Who is in a group: joining, keys, passkeys, names, leaving, the founder."""

import pytest
from in_group import NAMES, group_of, sentences

from galopp.core.fault import Fault
from galopp.group import devices, feed, log, message
from galopp.group.fold import folded
from galopp.group.group import (
    COLOURS,
    MOST_KEYS,
    MOST_MEMBERS,
    MOST_ONE_TIME_KEYS,
    MOST_PASSKEYS,
    MOST_SCREENS,
)
from galopp.group.judge import found, join, judge
from galopp.group.keys import GROUP_CODE, new_group_code
from galopp.table.keys import CODE, new_key
from galopp.table.seat import PIGS


def test_whoever_opens_a_group_is_its_founder_and_first_member():
    there = group_of()
    assert there.group.founder == 0
    assert there.group.who([there.keys[0]]) == 0
    assert (there.group.name, there.group.pig, there.group.colour) == (
        "Thursday",
        PIGS[0],
        COLOURS[0],
    )


def test_a_code_of_a_group_is_no_code_of_a_table():
    code = new_group_code()
    assert GROUP_CODE.fullmatch(code) and not CODE.fullmatch(code)


@pytest.mark.parametrize(
    ("fields", "key"),
    [
        ({"name": ""}, "bad_title"),
        ({"name": "x" * 41}, "bad_title"),
        ({"pig": "cow"}, "unknown_pig"),
        ({"colour": "pitch"}, "unknown_colour"),
        ({"member": "\u202e"}, "bad_seat_name"),
        ({"key": "short"}, "not_a_key"),
    ],
)
def test_a_group_that_cannot_be_is_not_founded(fields, key):
    asked = {"name": "Us", "pig": "", "colour": "", "member": "Ada", "member_pig": "", **fields}
    with pytest.raises(Fault) as caught:
        found(**asked)
    assert caught.value.key == key
    sentences(caught.value)


def test_members_are_numbered_and_nobody_has_a_number_twice():
    there = group_of(3)
    there.say(message.LeaveGroup, by=1)
    assert there.join("Zoe") == 3


def test_joining_twice_with_one_key_is_joining_once():
    there, key = group_of(), new_key()
    assert there.join("Bo", key=key) == there.join("Bo", key=key) == 1
    assert len(there.group.members) == 2


def test_two_members_have_two_names():
    there = group_of()
    assert there.refusal(lambda: there.join(" ada ")) == "member_name_is_taken"
    there.join("Bo")
    assert there.refuses(message.RenameMember, by=1, name="ADA", pig=PIGS[1]) == (
        "member_name_is_taken"
    )
    there.say(message.RenameMember, by=1, name="bo", pig=PIGS[1])  # one's own
    assert there.group.members[1].name == "bo"


def test_who_has_left_gives_their_name_free():
    there = group_of(2)
    there.say(message.LeaveGroup, by=1)
    assert there.join(NAMES[1]) == 2


def test_a_group_has_room_for_so_many():
    there = group_of(MOST_MEMBERS)
    assert there.refusal(lambda: there.join("One more")) == "group_is_full"
    there.say(message.LeaveGroup, by=5)
    there.join("One more")


def test_a_message_that_comes_again_does_nothing_twice():
    there = group_of(2)
    said = message.RenameMember(id="same", name="Bob", pig=PIGS[2])
    there.take(judge(there.group, said, 1, there.keys[1], there.now))
    length = len(there.entries)
    there.take(judge(there.group, said, 1, there.keys[1], there.now))
    assert len(there.entries) == length
    assert there.group.answered[1, "same"].seq == length - 1
    # Of somebody else it is another message.
    other = message.RenameMember(id="same", name="Eva", pig=PIGS[2])
    there.take(judge(there.group, other, 0, there.keys[0], there.now))
    assert there.group.members[0].name == "Eva"


def test_who_left_is_somebody_and_their_key_opens_nothing():
    there = group_of(2)
    there.say(message.LeaveGroup, by=1)
    gone = there.group.members[1]
    assert gone.gone and gone.name == "" and there.group.who([there.keys[1]]) is None
    assert there.refuses(message.LeaveGroup, by=1) == "no_such_member"


def test_if_the_founder_leaves_the_oldest_member_is():
    there = group_of(3)
    there.say(message.LeaveGroup)
    assert there.group.founder == 1


def test_with_the_last_member_the_group_is_gone():
    there = group_of()
    there.say(message.LeaveGroup)
    assert there.group.closed and there.again() is None
    with pytest.raises(Fault, match="closed"):
        join(there.group, "Zoe", "")


def test_nothing_was_ever_founded_by_an_empty_log():
    assert folded("BCDFGHKL", []) is None


@pytest.mark.parametrize(
    ("kind", "fields"),
    [
        (message.RenameGroup, {"name": "We", "pig": PIGS[0], "colour": COLOURS[1]}),
        (message.RemoveMember, {"member": 2}),
        (message.CloseGroup, {}),
        (message.SetSeason, {"name": "Spring", "start": 1.0, "end": 2.0}),
    ],
)
def test_only_the_founder_may_do_this(kind, fields):
    there = group_of(3)
    assert there.refuses(kind, by=1, **fields) == "founder_only"
    there.say(kind, **fields)


def test_the_founder_sends_others_away_and_not_themselves():
    there = group_of(2)
    assert there.refuses(message.RemoveMember, member=0) == "leave_the_group_instead"
    assert there.refuses(message.RemoveMember, member=9) == "no_such_member"
    there.say(message.RemoveMember, member=1)
    left = there.events()[-2]
    assert isinstance(left, log.Left) and left.removed
    assert there.group.members[1].name == ""


def test_whoever_was_sent_away_does_not_come_back_by_the_old_link():
    there = group_of(3)
    screen = there.screen(2)
    assert there.group.invitation == ""
    there.say(message.RemoveMember, member=1)
    latest = there.group.invitation
    assert latest and not there.group.is_screen([screen]), "which shows the latest link"
    assert there.screen(2, screen) != screen, "who has the link of an old screen sees nothing"
    for old in ("", latest[:-1], latest.lower(), "é"):
        refused = there.refusal(lambda old=old: there.join("Bo", invitation=old))
        assert refused == "invitation_is_old"
    assert there.join("Zoe", invitation=latest) == 3


def test_the_founder_renews_the_invitation_and_members_stay():
    there = group_of(2)
    for _ in range(2):
        before = there.group.invitation
        there.say(message.RenewInvitation)
        assert there.group.invitation != before
    assert there.refuses(message.RenewInvitation, by=1) == "founder_only"
    assert there.refusal(lambda: there.join("Zoe", invitation=before)) == "invitation_is_old"
    assert there.group.who([there.keys[1]]) == 1
    key = there.keys[1]
    assert there.join("Bo", key=key) == 1, "who is in needs no invitation"


def test_only_members_are_shown_the_invitation():
    there = group_of(2)
    there.say(message.RenewInvitation)
    face, news = feed.face(there.group), feed.news(there.group, (), (), "", there.now)
    assert face.by_invitation and there.group.invitation not in repr(face)
    assert news.invitation == there.group.invitation


def test_a_one_time_key_lets_one_device_in_which_gets_a_key_of_its_own():
    there, own, other = group_of(2), new_key(), new_key()
    shown = there.one_time_key(1)
    assert there.group.who([shown]) is None, "it opens nothing but the door"
    for _ in range(2):  # as if the answer had been lost
        gives = there.use_one_time_key(shown, own).gives
        assert gives == {"member": 1, "key": own}
    assert there.group.who([own]) == there.group.who([there.keys[1]]) == 1
    assert there.refusal(lambda: there.use_one_time_key(shown, other)) == "one_time_key_is_used"
    assert there.refusal(lambda: there.use_one_time_key(own, other)) == "one_time_key_is_used"


def test_a_one_time_key_holds_for_an_hour():
    there = group_of()
    shown = there.one_time_key(0)
    there.now += devices.HOUR
    assert there.refusal(lambda: there.use_one_time_key(shown)) == "one_time_key_is_used"


def test_of_many_one_time_keys_the_oldest_opens_nothing():
    there = group_of()
    first, *others = (there.one_time_key(0) for _ in range(MOST_ONE_TIME_KEYS + 1))
    assert there.refusal(lambda: there.use_one_time_key(first)) == "one_time_key_is_used"
    for shown in others:
        there.use_one_time_key(shown)


def test_a_lost_device_is_shut_out_and_so_is_whatever_was_not_used_yet():
    there = group_of(2)
    lost = str(there.use_one_time_key(there.one_time_key(1)).gives["key"])
    unused, of_others = there.one_time_key(1), there.one_time_key(0)
    there.say(message.DropKeys, by=1)
    assert there.group.who([lost]) is None and there.group.who([there.keys[1]]) == 1
    assert there.refusal(lambda: there.use_one_time_key(unused)) == "one_time_key_is_used"
    there.use_one_time_key(of_others)


def test_a_screen_may_look_and_is_nobody():
    there = group_of(2)
    key = there.screen(1)
    assert there.group.is_screen([key]) and there.group.who([key]) is None
    assert there.screen(1, key) == key and len(there.group.members[1].screens) == 1
    assert not there.group.is_screen([there.keys[1], new_key(), "x"])
    assert there.refusal(lambda: there.use_one_time_key(key)) == "one_time_key_is_used"


@pytest.mark.parametrize("kind", [message.LeaveGroup, message.DropKeys])
def test_a_screen_goes_dark_with_whoever_set_it_up(kind):
    there = group_of(3)
    gone, stays = there.screen(1), there.screen(2)
    there.say(kind, by=1)
    assert not there.group.is_screen([gone]) and there.group.is_screen([stays])


def test_a_member_has_so_many_screens_and_the_oldest_goes():
    there = group_of()
    first, *others = (there.screen(0) for _ in range(MOST_SCREENS + 1))
    assert not there.group.is_screen([first])
    assert all(there.group.is_screen([key]) for key in others)


def test_who_has_left_does_not_come_back_by_a_one_time_key():
    there = group_of(2)
    shown = there.one_time_key(1)
    there.say(message.LeaveGroup, by=1)
    assert there.refusal(lambda: there.use_one_time_key(shown)) == "one_time_key_is_used"
    assert there.refusal(lambda: there.one_time_key(1)) == "no_such_member"


def test_nobody_brings_somebody_elses_key_to_a_new_device():
    there = group_of(2)
    shown = there.one_time_key(0)
    assert there.refusal(lambda: there.use_one_time_key(shown, there.keys[1])) == "not_a_key"


def test_only_the_member_is_told_on_how_many_devices_they_are():
    there = group_of(2)
    there.use_one_time_key(there.one_time_key(1))
    news = feed.news(there.group, (), (), "", there.now)
    told = [
        [one.devices for one in feed.for_member(news, there.group, member).members]
        for member in (0, 1)
    ]
    assert told == [[1, 0], [0, 2]]


def test_a_member_has_so_many_keys_and_the_oldest_goes():
    there = group_of()
    for _ in range(MOST_KEYS):
        there.take(devices.add_key(there.group, 0))
    assert there.group.who([there.keys[0]]) is None
    assert len(there.group.members[0].keys) == MOST_KEYS


def test_nobody_takes_somebody_elses_key():
    there = group_of(2)
    assert there.refusal(lambda: devices.add_key(there.group, 0, there.keys[1])) == "not_a_key"


def test_by_a_passkey_somebody_is_themselves_on_another_device():
    there = group_of(2)
    there.passkey(1, count=4)
    gives = there.take(devices.use_passkey(there.group, "abc", 5)).gives
    assert gives["member"] == 1 and there.group.who([str(gives["key"])]) == 1
    copied = there.refusal(lambda: devices.use_passkey(there.group, "abc", 5))
    assert copied == "passkey_was_copied"
    assert there.refusal(lambda: devices.use_passkey(there.group, "x", 5)) == "no_such_passkey"


def test_a_passkey_that_counts_nothing_goes_on():
    there = group_of()
    there.passkey(0)
    for _ in range(2):
        there.take(devices.use_passkey(there.group, "abc", 0))


def test_a_passkey_is_one_members_and_there_are_not_too_many():
    there = group_of(2)
    for nth in range(MOST_PASSKEYS):
        there.passkey(0, f"p{nth}")
    assert there.refusal(lambda: there.passkey(0)) == "too_many_passkeys"
    assert there.refusal(lambda: there.passkey(1, "p0")) == "passkey_is_known"
    assert there.refuses(message.DropPasskey, by=1, credential="p0") == "no_such_passkey"
    there.say(message.DropPasskey, credential="p0")
    there.passkey(1, "p0")


def test_a_season_is_set_and_changed():
    there = group_of()
    there.say(message.SetSeason, name="Spring", start=10.0, end=20.0)
    there.say(message.SetSeason, name="Summer", start=20.0, end=30.0)
    there.say(message.SetSeason, name="Lent", start=5.0, end=20.0, number=1)
    assert there.group.seasons[1].name == "Lent" and len(there.group.seasons) == 2
    assert [there.group.season_at(at) for at in (4.0, 5.0, 20.0, 30.0)] == [None, 1, 2, None]
    assert there.refuses(message.SetSeason, name="A", start=1.0, end=1.0) == (
        "season_ends_too_early"
    )
    assert there.refuses(message.SetSeason, name="A", start=1.0, end=2.0, number=9) == (
        "no_such_season"
    )
