"""Members of a group who do whatever comes to their minds, for what is always true."""

import random
from collections.abc import Callable

from hypothesis import strategies as st
from in_group import InGroup, encode, group_of, in_order, sentences, told

from galopp.core.fault import Fault
from galopp.group import counting, devices, drawing, feed, log, message
from galopp.group.group import COLOURS
from galopp.group.log import Placed
from galopp.group.verdict import Verdict
from galopp.table.keys import new_key
from galopp.table.seat import PIGS

SEEDS = st.integers(0, 2**32 - 1)
TEXTS = ["", "hello", "\u202e", "x" * 300, "Ada", "🐷", "Spring", "Bo"]


class Crowd:
    """Members who say whatever comes to their minds, most of it sensible."""

    def __init__(self, there: InGroup, seed: int) -> None:
        self.there, self.picks = there, random.Random(seed)
        self.keys = list(there.keys.values())  # every key that was ever given out
        self.secrets: set[str] = set()  # of tournaments, as they were planned
        self.shown: list[bytes] = []

    def act(self) -> None:
        """One deed; a refusal changes nothing."""
        there = self.there
        there.now += self.picks.choice([0.0, 1.0, 60.0, 4000.0, 30_000.0])
        before = (len(there.entries), self.picture())
        try:
            verdict = self.picks.choice(self.deeds())()
        except Fault as fault:
            assert (len(there.entries), self.picture()) == before
            sentences(fault)
            return
        if "key" in verdict.gives:
            self.keys.append(str(verdict.gives["key"]))
        for event in verdict.events:
            if isinstance(event, log.TournamentPlanned):
                self.secrets.add(event.secret)

    def picture(self) -> list[bytes]:
        """Every byte that any member or any screen is shown now."""
        group, now = self.there.group, self.there.now
        news = feed.news(group, {0, 1}, (), "", now)
        for_all = [feed.for_member(news, group, one.number) for one in group.present()]
        history, face = feed.games_before(group, None), feed.face(group)
        everything = feed.statistics(group, 0, now)
        return [encode(one) for one in (news, *for_all, history, face, everything)]

    def hidden(self) -> set[str]:
        """Every key that was ever given out, every hash of one, secrets of draws to come."""
        group = self.there.group
        hashes = {
            kept for one in group.members for kept in (*one.keys, *one.one_time_keys, *one.screens)
        }
        over = {one.planned.secret for one in group.tournaments if one.over}
        return {*self.keys, *self.there.keys.values(), *group.keys, *hashes, *self.secrets} - over

    def member(self) -> int:
        return self.picks.randrange(len(self.there.group.members))

    def deeds(self) -> list[Callable[[], Verdict]]:
        often = [self.say] * 6 + [self.draw] * 3 + [self.play] * 5
        return [*often, self.join, self.device, self.open, self.bell, self.tell, self.review]

    def say(self) -> Verdict:
        picks, text = self.picks, self.picks.choice([*TEXTS, f"N{self.picks.random()}"[:9]])
        number, tournament = picks.randrange(1, 5), max(1, len(self.there.group.tournaments))
        other = picks.choice([None, None, self.member()])
        kind, fields = picks.choice(
            [
                (message.RenameGroup, {"name": text, "pig": PIGS[1], "colour": COLOURS[2]}),
                (message.RenameMember, {"name": text, "pig": picks.choice([*PIGS, "x"])}),
                (message.DropKeys, {}),
                (message.DropPasskey, {"credential": f"p{number}"}),
                (message.RemoveMember, {"member": self.member()}),
                (message.RenewInvitation, {}),
                (message.StrikeGame, {"number": number}),
                (message.SetSeason, {"name": text, "start": 0.0, "end": picks.random() * 3e6}),
                (message.SetSeason, {"name": "A", "start": 9.0, "end": 2e6, "number": number}),
                (message.PlanTournament, self.plan(text)),
                (message.PlanTournament, self.plan("Cup")),
                (message.EnterTournament, {"tournament": tournament, "member": other}),
                (message.EnterTournament, {"tournament": tournament}),
                (message.EnterTournament, {"tournament": tournament}),
                (message.WithdrawFromTournament, {"tournament": tournament, "member": other}),
            ]
            + [(message.LeaveGroup, {}), (message.EndTournament, {"tournament": tournament})]
            * (picks.random() < 0.2)
        )
        return self.there.say(kind, by=self.member(), **fields)

    def plan(self, name: str) -> dict:
        games = self.picks.choice([["saumaumau"], ["ostfriesenlauf", "schweinsgalopp"], ["x"]])
        size, filler = self.picks.choice([2, 3, 4]), self.picks.choice(["", "", "casual", "x"])
        minutes = self.picks.choice([0, 10])
        return {
            "name": name,
            "games": games,
            "size": size,
            "rounds": 2,
            "minutes": minutes,
            "filler": filler,
        }

    def join(self) -> Verdict:
        self.keys.append(new_key())
        latest = self.there.group.invitation
        invitation = self.picks.choice([latest, latest, "", "old"])
        name = f"J{self.picks.random()}"[:8]
        self.there.join(name, key=self.keys[-1], invitation=invitation)
        return Verdict([])

    def device(self) -> Verdict:
        there, name = self.there, f"p{self.picks.randrange(4)}"
        return self.picks.choice(
            [
                lambda: there.take(
                    devices.make_one_time_key(there.group, self.member(), there.now)
                ),
                lambda: there.use_one_time_key(self.picks.choice(self.keys)),
                lambda: there.take(devices.add_screen(there.group, self.member())),
                lambda: there.passkey(self.member(), name),
                lambda: there.take(devices.use_passkey(there.group, name, 0)),
            ]
        )()

    def open(self) -> Verdict:
        self.there.table(self.member(), by=self.member())
        return Verdict([])

    def draw(self) -> Verdict:
        tournaments = self.there.group.tournaments
        number = len(tournaments[-1].rounds) + 1 if tournaments else 1
        by = self.picks.choice([self.there.group.founder, None, self.member()])
        return self.there.draw(number, by=by, tournament=max(1, len(tournaments)))

    def bell(self) -> Verdict:
        tournaments = self.there.group.tournaments
        number = len(tournaments[-1].rounds) if tournaments else 1
        ended = drawing.end_round(self.there.group, len(tournaments), number)
        return self.there.take(ended)

    def play(self) -> Verdict:
        """A game at a table that there is: of members, bots and guests, with ties."""
        group, picks = self.there.group, self.picks
        if not group.tables:
            return self.open()
        table, opened = picks.choice([*group.tables.items()])
        people = opened.opened.expected or [self.member()]
        seats = in_order(*people, *[None] * (opened.opened.players - len(people)))
        if picks.random() < 0.3:
            seats = [Placed(1, 0, 1 / len(seats), seat.member, seat.name) for seat in seats]
        return self.there.played(table, *seats, round=picks.choice([1, 1, 2]))

    def tell(self) -> Verdict:
        seats = [told(self.member(), place=1), told(name=self.picks.choice(TEXTS), place=2)]
        return self.there.add(*seats, by=self.member())

    def review(self) -> Verdict:
        group = self.there.group
        number = self.picks.randrange(1, len(group.games) + 2)
        seats = len(group.games[number - 1].played.seats) if number <= len(group.games) else 1
        luck = [4 * self.picks.random() - 2 for _ in range(seats)]
        return self.there.take(counting.review_game(group, number, luck, [0.1] * seats))


def crowd(seed: int, deeds: int = 40) -> Crowd:
    people = Crowd(group_of(4), seed)
    for _ in range(deeds):
        if not people.there.group.closed:
            people.act()
    return people
