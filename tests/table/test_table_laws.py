"""What is always true at a table, whatever anybody sends to it."""

import random
from itertools import pairwise

from at_table import AtTable, encode, folded, play_out, sentences, table_of
from hypothesis import given, settings
from hypothesis import strategies as st

import galopp
from galopp.core.chance import chance
from galopp.core.fault import Fault
from galopp.core.words import NOBODY
from galopp.table import feed, log, message
from galopp.table.judge import Verdict
from galopp.table.keys import Kind, new_key
from galopp.table.seat import PIGS
from galopp.table.settings import Change, Settings, Thinking
from galopp.table.table import PLAYING, Table
from random_games import Setting, any_setting, redeal, show

SEEDS = st.integers(0, 2**32 - 1)
THINKING = [Thinking(), Thinking("gentle"), Thinking("bank", 20, 2), Thinking("days", 30)]
TEXTS = ["", "hello", "\u202e", "x" * 300, "Ada", "🐷"]


class Crowd:
    """People who send whatever comes to their minds, most of it sensible, by keys they have."""

    def __init__(self, at: AtTable, seed: int) -> None:
        self.at, self.picks = at, random.Random(seed)
        self.keys = [at.host, new_key()]  # every key that was given out, and one that was not

    def act(self) -> None:
        """One message, or something that happens by itself; a refusal changes nothing."""
        at, before = self.at, self.pictures()
        at.now += self.picks.choice([0.0, 0.1, 0.1, 0.5, 1.0, 1.0, 2.0, 25.0])
        try:
            verdict = self.picks.choice(self.deeds())()
        except Fault as fault:
            assert self.pictures() == before
            sentences(fault)
            return
        self.keys += [str(verdict.gives["key"])] if "key" in verdict.gives else []

    def pictures(self) -> list[bytes]:
        table = self.at.table
        games = [encode(feed.game_news(table, viewer)) for viewer in self.at.viewers()]
        return [encode(feed.table_news(table)), *games]

    def deeds(self):
        playing = self.at.table.phase == PLAYING
        often = [self.decide] * 12 + [self.take_back] * 2 if playing else [self.begin] * 6
        sit = [self.sit, self.sit_as_member]
        return [*often, self.send, self.send, *sit, self.watch, self.pass_time, self.come]

    def key(self) -> list[str]:
        if self.picks.random() < 0.1:
            return [self.picks.choice(self.keys)]
        return self.keys

    def seat(self) -> int:
        return self.picks.randrange(self.at.table.players + (self.picks.random() < 0.1))

    def decide(self) -> Verdict:
        at, picks = self.at, self.picks
        seat = picks.choice([*at.table.asked * 4, self.seat()])
        offered = at.legal(seat) if seat < at.table.players else []
        codes = offered or [*at.table.game.moves]
        if picks.random() < 0.15:
            codes = [*range(64), "draw", "nonsense"]
        moves = [picks.choice([codes[0], picks.choice(codes)])]
        moves += [picks.choice(codes) for _ in range(picks.choice([0] * 9 + [1, 2]))]
        if seat < at.table.players and at.table.seats[seat].level:
            return at.bot(seat, *moves)
        decision = max(1, at.table.number - (picks.random() < 0.1))
        return at.decide(seat, *moves, by=self.key(), decision=decision)

    def take_back(self) -> Verdict:
        if self.at.table.undo is None:
            return self.say(message.Undo, seat=self.seat())
        return self.say(message.AnswerUndo, seat=self.seat(), agree=self.picks.random() < 0.8)

    def begin(self) -> Verdict:
        over = self.at.table.phase == "over"
        free = [n for n, seat in enumerate(self.at.table.seats) if seat.free]
        if not over and free:
            level = self.picks.choice(["beginner", "casual"])
            sits = self.picks.random() < 0.7
            return self.sit() if sits else self.say(message.AddBot, seat=free[0], level=level)
        return self.say(message.Rematch if over else message.Start)

    def send(self) -> Verdict:
        seat, picks = self.seat(), self.picks
        players = picks.choice([None, None, 2, 3, 9])
        options = picks.choice([None, None, {}, {"races": 1}, {"races": -1}, {"mau": True}])
        chosen = Change(grace=10, thinking=picks.choice(THINKING))
        return self.say(
            *picks.choice(
                [
                    (message.Say, {"seat": seat, "text": picks.choice(TEXTS)}),
                    (message.Say, {"seat": seat, "phrase": picks.choice(TEXTS)}),
                    (message.TakeOver, {"seat": seat, "absent": self.seat()}),
                    (message.TakeBack, {"seat": seat}),
                    (message.TakeBack, {"seat": seat}),
                    (message.Leave, {"seat": seat}),
                    (message.Count, {"seat": seat, "agree": picks.random() < 0.6}),
                    (message.Count, {"seat": seat, "agree": True}),
                    (message.ClaimHost, {"seat": seat}),
                    (message.Arrange, {"players": players, "options": options}),
                    (message.Arrange, {"settings": chosen}),
                    (message.AddBot, {"seat": seat, "level": picks.choice(["casual", "x"])}),
                    (message.SendAway, {"seat": seat}),
                    (message.Swap, {"seat": seat, "other": self.seat()}),
                    (message.Reissue, {"seat": seat}),
                    (message.Start, {}),
                    (message.Rematch, {}),
                ]
            )
        )

    def say(self, kind, fields=None, **more) -> Verdict:
        return self.at.say(kind, by=self.key(), **(fields or {}), **more)

    def sit(self) -> Verdict:
        name = self.picks.choice([*TEXTS, *(f"P{self.picks.random()}"[:9] for _ in range(6))])
        number = self.at.sit(name, pig=self.picks.choice([*PIGS[:3], "x"]))
        self.keys.append(self.at.keys[number])
        return Verdict([])

    def sit_as_member(self) -> Verdict:
        member = self.picks.randrange(3)
        self.keys.append(new_key())
        self.at.sit_as_member(member, f"Member {member}", self.keys[-1])
        return Verdict([])

    def watch(self) -> Verdict:
        self.keys.append(self.at.watch(self.picks.choice([Kind.TV, Kind.SPECTATOR])))
        return Verdict([])

    def pass_time(self) -> Verdict:
        return Verdict(self.at.wait(self.picks.choice([0.0, 1.0, 30.0])))

    def come(self) -> Verdict:
        at = self.at
        at.connect(*(seat for seat in range(at.table.players) if self.picks.random() < 0.7))
        at.table.count_host(self.picks.randrange(2), at.now)
        for seat in at.table.seats:
            seat.lag = self.picks.random() * 2
        return Verdict([])


def with_options(setting: Setting, options) -> Setting:
    return Setting(setting.name, setting.players, setting.seed, options)


def some_way_into(setting: Setting, decisions: int) -> galopp.Position:
    """A position of a game in which cards are rather played than kept, before its end."""
    position, picks = setting.begin(), random.Random(setting.seed)
    for _ in range(decisions):
        before, legal = position.copy(), position.legal
        position.play(picks.choice([legal[0], legal[0], picks.choice(legal)]))
        if position.over:
            return before
    return position


@st.composite
def crowds(draw) -> Crowd:
    """A table at which a crowd has been for a while."""
    setting: Setting = draw(any_setting())
    options = setting.options
    if setting.name == "saumaumau" and draw(st.booleans()):
        options = {**options, "mau": True, "mau_window": draw(st.sampled_from([0, 5]))}
    thinking = draw(st.sampled_from(THINKING))
    chosen = Settings(grace=10, thinking=thinking)
    group = draw(st.sampled_from(["", "BCDFGHKL"]))
    at = table_of(setting.name, setting.players, chosen, draw(SEEDS), group, **options)
    crowd = Crowd(at, draw(SEEDS))
    if draw(st.booleans()):  # come to a game that has been going on for a while
        position = some_way_into(with_options(setting, options), draw(st.integers(0, 60)))
        at.begin_with(position)
        crowd.keys += at.keys.values()
    for _ in range(draw(st.integers(1, 120))):
        crowd.act()
    return crowd


def with_what_no_log_holds(table: Table, live: Table) -> Table:
    """Who is there is not in the log."""
    for seat, known in zip(table.seats, live.seats, strict=True):
        seat.connections, seat.lag = known.connections, known.lag
        seat.away_since = known.away_since
    table.host_connections, table.host_away_since = live.host_connections, live.host_away_since
    return table


@settings(max_examples=50)
@given(crowds())
def test_a_table_is_what_its_log_says_whatever_was_sent_to_it(crowd):
    at, live = crowd.at, crowd.at.table
    snapshots = [at.snapshot(viewer) for viewer in at.viewers()]
    at.table = with_what_no_log_holds(folded(at.entries), live)
    assert at.table == live
    assert [at.snapshot(viewer) for viewer in at.viewers()] == snapshots


@settings(max_examples=30)
@given(crowds())
def test_no_key_no_hash_and_no_secret_is_ever_sent(crowd):
    at, table = crowd.at, crowd.at.table
    hashes = [table.host, *table.watchers, *(seat.key for seat in table.seats if seat.key)]
    never = [*hashes, *crowd.keys, table.luck.secret.hex()]
    for viewer in at.viewers():
        for sent in [*at.sent.get(viewer, []), at.snapshot(viewer)]:
            assert not any(secret.encode() in sent for secret in never)
        for frame in at.frames.get(viewer, []):
            assert not any(bytes.fromhex(secret) in frame for secret in hashes)
            assert table.luck.secret not in frame


@settings(max_examples=30)
@given(crowds())
def test_a_secret_is_sent_only_when_its_round_is_over(crowd):
    at = crowd.at
    secrets = [event.secret for event in at.events() if isinstance(event, log.Opened | log.Ended)]
    for sent in at.sent.get(None, []):
        for secret in secrets:
            assert secret.encode() not in sent or b'"phase":"over"' in sent


@settings(max_examples=30)
@given(crowds())
def test_no_number_is_used_for_two_decisions(crowd):
    at = crowd.at
    last = 0
    for event in at.events():
        if isinstance(event, log.Began):
            last = 0
        elif isinstance(event, log.Decided):
            assert event.first > last
            assert len(event.codes) == len(event.after)
            last = event.first + len(event.codes) - 1


@settings(max_examples=30)
@given(crowds())
def test_news_is_numbered_like_the_log(crowd):
    at = crowd.at
    for viewer in at.viewers():
        numbers = [int(sent.split(b'"seq":')[1].split(b",")[0]) for sent in at.sent.get(viewer, [])]
        assert all(one <= other for one, other in pairwise(numbers))
        assert {*numbers} == {*range(1, len(at.entries))}


@settings(max_examples=30)
@given(crowds())
def test_only_people_agree_that_games_count_each_for_themselves_and_before_they_know(crowd):
    at = crowd.at
    for seat in at.table.seats:
        assert seat.person or (seat.member is None and not seat.counts)
        assert at.table.group or not seat.counts
    members = [seat.member for seat in at.table.seats if seat.member is not None]
    assert len(set(members)) == len(members)
    phase = "lobby"
    for event in at.events():
        if isinstance(event, log.Counted):
            assert event.by == f"seat {event.seat}"
            assert phase == "lobby" or (phase == "playing" and event.agrees)
        elif isinstance(event, log.Began | log.Ended | log.Reopened):
            phase = {"began": "playing", "ended": "over"}.get(
                log.tag(type(event).__name__), "lobby"
            )


@settings(max_examples=25)
@given(any_setting(), SEEDS)
def test_whatever_is_offered_is_accepted_until_the_round_is_over(setting, seed):
    at = table_of(setting.name, setting.players, secret=seed, **setting.options)
    at.only = []
    play_out(at.start(), random.Random(seed))
    assert at.table.phase == "over"
    assert at.record().final().scores == at.table.position.scores


# --- Nobody is told what they may not know


class Twins:
    """Two tables that one viewer cannot tell apart, and everybody doing the same at both."""

    def __init__(self, setting: Setting, position: galopp.Position, viewer, seed: int) -> None:
        self.viewer, self.picks = viewer, random.Random(seed)
        seen = show(position, NOBODY if viewer is None else viewer)
        other = redeal(position, seen, chance(seed))
        self.pair = [
            self._begin(setting, position.game, state) for state in (position.state, other)
        ]

    def _begin(self, setting: Setting, game: galopp.Game, state) -> AtTable:
        at = table_of(setting.name, setting.players, **setting.options)
        at.only = [self.viewer]
        return at.begin_with(galopp.Position(game, state, chance(0)))

    @property
    def look_alike(self) -> bool:
        """Whether the viewer sees the same game going on at both tables."""
        views = {at.table.position.seen(self.viewer).record.tobytes() for at in self.pair}
        # The luck of the next round, promised at the end, is drawn by each table for itself.
        return len(views) == 1 and all(at.table.phase == PLAYING for at in self.pair)

    def both(self, kind, **fields):
        """The same message to both; what comes of it, to the last byte."""
        return [self._answer(at, kind, fields) for at in self.pair]

    def _answer(self, at: AtTable, kind, fields) -> bytes:
        try:
            at.say(kind, **fields)
        except Fault as fault:
            return encode([fault.key, fault.arguments, sentences(fault)])
        return b"accepted"

    def try_something(self) -> None:
        """What the viewer tries is answered in the same words at both tables."""
        viewer, picks, table = self.viewer, self.picks, self.pair[0].table
        if viewer is None:
            return
        every, legal = [*table.game.moves], self.pair[0].legal(viewer)
        moves = [picks.choice(legal if legal and picks.random() < 0.7 else every)]
        moves += [picks.choice(every) for _ in range(picks.choice([0, 1, 1, 2]))]
        deeds = [(message.Decide, {"decision": table.number, "moves": moves})] * 4
        deeds += [(message.Undo, {}), (message.AnswerUndo, {"agree": True})]
        kind, fields = picks.choice(deeds)
        for _ in range(3):  # a refusal is free, so try again
            one, other = self.both(kind, seat=viewer, **fields)
            assert one == other, (kind, fields)
            if one == b"accepted" or kind is not message.Decide:
                return
            moves[1:] = [picks.choice(every)]

    def go_on(self) -> bool:
        """Somebody decides what is legal at both tables; False if there is nothing."""
        one, other = self.pair
        codes = {seat: [*{*one.legal(seat)} & {*other.legal(seat)}] for seat in one.table.asked}
        speaking = [seat for seat in codes if codes[seat]]
        if not speaking:
            return False
        seat = self.picks.choice(speaking)
        moves, number = [self.picks.choice(codes[seat])], one.table.number
        self.both(message.Decide, seat=seat, decision=number, moves=moves)
        return True

    def let_time_pass(self) -> None:
        for at in self.pair:
            at.wait(2.0)

    def sent_alike(self) -> bool:
        one, other = self.pair
        viewer = self.viewer
        alike = one.sent == other.sent and one.frames == other.frames
        return alike and one.snapshot(viewer) == other.snapshot(viewer)


@settings(max_examples=80)
@given(any_setting(), st.integers(0, 150), SEEDS)
def test_tables_that_differ_in_secrets_alone_send_a_viewer_the_same_bytes(setting, skip, seed):
    if setting.name == "saumaumau":
        calls = {"mau": seed % 3 > 0, "mau_window": seed % 3 // 2 * 5}
        setting = with_options(setting, {**setting.options, **calls})
    viewers = [None, *range(setting.players)]
    viewer = viewers[seed % len(viewers)]
    twins = Twins(setting, some_way_into(setting, skip), viewer, seed)
    for deed in [twins.try_something, twins.go_on, twins.let_time_pass] * 10:
        assert twins.sent_alike()
        if deed() is False or not twins.look_alike:
            break
    assert not twins.look_alike or twins.sent_alike()
