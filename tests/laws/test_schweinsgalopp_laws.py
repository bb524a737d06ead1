"""Schweinsgalopp against a naive model, brute force and everybody's eyes."""

import math
import random
from collections import Counter
from collections.abc import Iterator
from itertools import product
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import galopp
from galopp.core.chance import chance
from galopp.core.events import happened
from galopp.core.fault import Impossible
from galopp.core.record import blank, copy_of
from galopp.core.words import NOBODY
from galopp.games import schweinsgalopp as rules
from galopp.games.schweinsgalopp import sight
from galopp.games.schweinsgalopp.box import (
    EDITION_2009,
    FOOD,
    HAND,
    HIDE_SECURED,
    OFF_TRACK,
    PHASES,
    PIGS,
    SHOW_PLAYED,
    Phase,
)
from galopp.games.schweinsgalopp.check import check_food
from galopp.games.schweinsgalopp.rules import leads, spots_of, steps_to_next_empty_space
from galopp.games.schweinsgalopp.sight import HIDDEN
from laws.naive import FAR_OUT, Prompter, Ring, Schweinsgalopp, Shuffler, difference, surprise
from random_games import INTERPRETED, settings_of

GAME = galopp.game("schweinsgalopp")
CODE = {move.notation: code for code, move in GAME.moves.items()}
NOTATION = {code: notation for notation, code in CODE.items()}
SAMPLES = 300 if INTERPRETED else 20_000
MOST_TRIED = 2_000 if INTERPRETED else 25_000
Hand = tuple[int, ...]  # so many of each colour


def counts(packed: int) -> Hand:
    return tuple(int(packed) >> 8 * pig & 0xFF for pig in range(len(PIGS)))


def packed(hand: Hand) -> int:
    return sum(number << 8 * pig for pig, number in enumerate(hand))


def words(hand: Hand) -> list[str]:
    return [pig for pig, number in zip(PIGS, hand, strict=True) for _ in range(number)]


def view(state: Any, seat: int) -> Any:
    seen = blank(rules.SEEN)
    rules.show(state, seat, seen)
    return seen


# Pigs on a ring -------------------------------------------------------------------------


@pytest.mark.parametrize("length", [22, 27])
def test_a_pig_jumps_on_the_ring_as_it_does_on_real_spaces(length):
    """Random stands of any spread up to more than a lap, each pig in turn."""
    luck = random.Random(length)
    for _ in range(150 if INTERPRETED else 4_000):
        spread = luck.choice([5, 7, 12, length, length + 3, 36])
        places: list[int] = []
        while len(places) < 5:
            place = luck.randint(-4, spread - 4)
            if place % length not in [other % length for other in places]:
                places.append(place)
        spots = spots_of(np.array(places, np.int16))
        for pig, place in enumerate(places):
            ring = Ring(length)
            for name, stand in zip(PIGS, places, strict=True):
                ring.place(name, stand)
            space = ring.gallop(PIGS[pig])
            steps = int(steps_to_next_empty_space(spots, place, length))
            assert place + steps == ring.run[PIGS[pig]], (places, PIGS[pig])
            assert (place + steps) % length == space
            assert bool(leads(spots, place + steps)) == ring.leads(PIGS[pig])


# Whole games ----------------------------------------------------------------------------


class Pair:
    """One game played twice at once: by the rules, and by the naive model told the same cards."""

    def __init__(self, seed: int, *, lapping: bool = False) -> None:
        self.random = random.Random(seed)
        coin = self.random.random
        edition = coin() < 0.4 and not lapping
        players = 4 if lapping else self.random.randint(2, 5 if edition else 4)
        starter = self.random.randrange(players)
        options: dict[str, Any] = {
            "track_food": self.random.choice(["off", "per_race", "per_game"]),
            "food_before_deal": coin() < 0.5,
            "rotate_start": coin() < 0.7,
            "races": self.random.randint(1, 9),
            "tie": self.random.choice(["shared", "last_race"]),
            "show_played": coin() < 0.5,
            "hide_secured": coin() < 0.5,
            "edition_2009": edition,
            "gentle": coin() < 0.5,
        }
        # Some tables lead whenever they can and leave the last pig standing, so that food runs
        # out and pigs are lapped.
        self.lapping = lapping
        self.leading = 1.0 if lapping else self.random.choice([0.0, 0.5, 1.0])
        self.ours = GAME.new(players, seed, start_player=starter, **options)
        self.dealer = Prompter()
        self.naive = Schweinsgalopp(players, starter, self.dealer, **options)

    def choose(self) -> str:
        legal = sorted(self.naive.legal())
        if self.lapping and self.naive.phase == "line_up":
            legal.remove("line-up white")
        if self.naive.phase == "play" and self.random.random() < self.leading:
            ring = self.naive.ring
            kept = [pig for pig in legal if ring.run[pig] > min(ring.run.values())] or legal
            ahead = [pig for pig in kept if self.would_lead(ring, pig)] or kept
            if self.lapping:  # a row that stays closed lets all of them lead
                return min(ahead, key=ring.run.__getitem__)
            return self.random.choice(ahead)
        return self.random.choice(legal)

    @staticmethod
    def would_lead(ring: Ring, pig: str) -> bool:
        trial = Ring(len(ring.spaces))
        trial.spaces, trial.run = list(ring.spaces), dict(ring.run)
        trial.gallop(pig)
        return trial.leads(pig)

    def decide(self) -> None:
        move, state = self.choose(), self.ours.state
        rules.apply(state, CODE[move], self.ours.chance)
        players = self.naive.players
        self.dealer.seen = [c for hand in state.hands[:players] for c in words(counts(hand))]
        self.naive.decide(move)
        if self.lapping and self.naive.phase == "play" and not state.played:
            self.keep_white_out()

    def keep_white_out(self) -> None:
        """Deal all cards but the white ones, so that the white pig stays at the rear."""
        cards = [pig for pig in PIGS if pig != "white" for _ in range(HAND)]
        self.random.shuffle(cards)
        for seat in range(4):
            hand = cards[HAND * seat : HAND * (seat + 1)]
            self.naive.hands[seat] = hand
            self.ours.state.hands[seat] = packed(tuple(hand.count(pig) for pig in PIGS))
        rules.check(self.ours.state)

    def compare(self) -> None:
        state, naive = self.ours.state, self.naive
        players = naive.players
        assert PHASES[state.phase] == naive.phase
        assert (state.race, state.starter, state.stack) == (naive.race, naive.starter, naive.stack)
        assert state.secured[:players].tolist() == naive.secured
        assert state.open_food[:players].tolist() == naive.open
        assert {space for space in range(64) if int(state.track_food) >> space & 1} == naive.food
        for pig, place in zip(PIGS, state.places.tolist(), strict=True):
            assert naive.ring.run.get(pig, OFF_TRACK) == place
        for hand, ours in zip(naive.hands, state.hands, strict=False):
            assert tuple(hand.count(pig) for pig in PIGS) == counts(ours)
        legal = int(rules.legal(state))
        assert {NOTATION[code] for code in range(64) if legal >> code & 1} == naive.legal()
        if naive.phase == "over":
            assert self.ours.winners == naive.winners()
        else:
            assert state.turn == naive.turn


@pytest.mark.parametrize("seed", range(8 if INTERPRETED else 180))
def test_whole_games_go_as_in_the_naive_model(seed):
    pair = Pair(seed)
    pair.compare()
    for _ in range(150 if INTERPRETED else 10**6):
        if pair.naive.phase == "over":
            return
        pair.decide()
        pair.compare()
    assert INTERPRETED


@pytest.mark.skipif(INTERPRETED, reason="many games")
def test_an_empty_stack_and_lapped_pigs_are_as_in_the_naive_model():
    """What hardly ever happens happens here, and goes as it should (G3, G4, G9)."""
    empty = lapped = 0
    for seed in range(40):
        pair = Pair(seed, lapping=True)
        while pair.naive.phase != "over":
            pair.decide()
            pair.compare()
            run = pair.naive.ring.run.values()
            empty += pair.naive.stack == 0
            lapped += len(run) == 5 and max(run) - min(run) >= pair.naive.length - 1
    assert empty > 20 and lapped > 5


# Redeal against brute force -------------------------------------------------------------


def hands_of(size: int, most: Hand) -> Iterator[Hand]:
    """Every hand of this size with no more of a colour than there are."""
    for numbers in product(*(range(min(size, n) + 1) for n in most)):
        if sum(numbers) == size:
            yield numbers


def less(one: Hand, other: Hand) -> Hand:
    return tuple(a - b for a, b in zip(one, other, strict=True))


def ways(cards: Hand, places: list[Hand]) -> int:
    """How many ways there are to deal cards that are things: alike in colour, yet not the same."""
    number = 1
    for colour, left in enumerate(cards):
        for place in places:
            number *= math.comb(left, place[colour])
            left -= place[colour]
    return number


def deals(cards: Hand, sizes: list[int]) -> Iterator[list[Hand]]:
    if not sizes:
        yield []
        return
    for hand in hands_of(sizes[0], cards):
        for rest in deals(less(cards, hand), sizes[1:]):
            yield [hand, *rest]


def card_worlds(state: Any, viewer: int) -> dict[bytes, float]:
    """Every state with other cards that looks the same, with the number of ways to deal it."""
    seen = view(state, viewer)
    own = counts(state.hands[viewer]) if viewer != NOBODY else (0,) * 5
    copies = 8 if state.options[EDITION_2009] else 7
    cards = less((copies,) * 5, own)
    others = [seat for seat in range(int(state.players)) if seat != viewer]
    sizes = [sum(counts(state.hands[seat])) for seat in others]
    hidden = not state.options[SHOW_PLAYED]
    if hidden:
        sizes = [sum(counts(state.played)), *sizes]
    else:
        cards = less(cards, counts(state.played))
    found = {}
    for dealt in deals(cards, sizes):
        world, places = copy_of(state), list(dealt)
        weight = float(ways(cards, places))
        if hidden:
            played = places.pop(0)
            world.played = packed(played)
            # Whichever of the cards of its colour is the one on top.
            weight *= played[state.top] if state.top != NOBODY else 1
        for seat, hand in zip(others, places, strict=True):
            world.hands[seat] = packed(hand)
        if looks_the_same(world, viewer, seen):
            found[world.tobytes()] = weight
    return found


def looks_the_same(world: Any, viewer: int, seen: Any) -> bool:
    if view(world, viewer).tobytes() != seen.tobytes():
        return False
    try:
        rules.check(world)
    except Impossible:
        return False
    return True


def redealt(state: Any, viewer: int, seed: int) -> Counter:
    seen, luck, dealt = view(state, viewer), chance(seed), blank(rules.STATE)
    counted: Counter = Counter()
    for _ in range(SAMPLES):
        rules.redeal(seen, luck, dealt)
        counted[dealt.tobytes()] += 1
    return counted


def played_on(seed: int, cards: int, **options: Any) -> Any:
    """A position after so many cards of the first race, luck being what it was."""
    players = options.pop("players", 2)
    position = GAME.new(players, seed, line_up="random", start_player=0, **options)
    luck = random.Random(seed)
    played = 0
    while played < cards:
        move = luck.choice(position.legal)
        played += move.kind == "play"
        position.play(move)
    return position.state


CASES = {
    "late": lambda: played_on(1, 9),
    "late_three_seats": lambda: played_on(2, 17, players=3),
    "last_cards_five_seats": lambda: played_on(3, 31, players=5, edition_2009=True),
    "played_unseen": lambda: played_on(4, 12, show_played=False),
    "played_unseen_early": lambda: played_on(5, 2, show_played=False),
    "last_card_played_unseen": lambda: played_on(6, 13, show_played=False),
    "three_played_unseen": lambda: played_on(7, 20, players=3, show_played=False),
    "food_before_deal": lambda: played_on(8, 10, track_food="per_race", food_before_deal=True),
}


@pytest.mark.parametrize("case", CASES)
@pytest.mark.parametrize("viewer", [NOBODY, 0, 1])
def test_redeal_deals_cards_as_things_though_they_look_alike(case, viewer):
    state = CASES[case]()
    others = [seat for seat in range(int(state.players)) if seat != viewer]
    tried = 1
    for seat in others:
        tried *= math.comb(sum(counts(state.hands[seat])) + 4, 4)
    if not state.options[SHOW_PLAYED]:
        tried *= math.comb(sum(counts(state.played)) + 4, 4)
    if tried > MOST_TRIED:
        # Too many to try them all; but then deals hardly ever repeat.
        assert len(redealt(state, viewer, seed=7)) > 20
        return
    possible = card_worlds(state, viewer)
    assert state.tobytes() in possible
    assert surprise(redealt(state, viewer, seed=7), possible) < FAR_OUT


def test_before_the_first_card_there_is_nothing_to_redeal_of_those_played():
    """While pigs are lined up, none has run anywhere; cards that are not shown change nothing."""
    position = GAME.new(2, 7, show_played=False, hide_secured=True, track_food="per_race")
    for move in ("line-up red", "line-up blue", "line-up green", "line-up white", "food 9"):
        dealt = redealt(position.state, 1, seed=7)
        played = {counts(np.frombuffer(one, rules.STATE)[0].played) for one in dealt}
        assert played == {(0,) * 5}
        position.play(move)


@pytest.mark.parametrize("open_table", [False, True])
def test_a_view_that_no_game_shows_is_redealt_all_the_same(open_table, monkeypatch):
    """Seat 0 leads with its last card, farther than cards go, and has brought home no food."""
    monkeypatch.setattr(sight, "MOST_DRAWS", 100)  # enough where the rules are interpreted
    options = {"show_played": open_table, "hide_secured": not open_table}
    position = GAME.new(2, 7, start_player=0, line_up="random", **options)
    state = position.state
    while state.hands[0]:
        position.play(position.legal[0])
    state.fresh[0], state.secured[0] = 0, 0
    state.places[state.top] = 99
    dealt = blank(rules.STATE)
    rules.redeal(view(state, 0), chance(7), dealt)
    assert list(dealt.places) == list(state.places)


def in_race(race: int, cards: int, seed: int, **options: Any) -> Any:
    position = GAME.new(2, seed, line_up="random", start_player=0, hide_secured=True, **options)
    luck = random.Random(seed)
    played = 0
    while position.state.race < race or played < cards:
        move = luck.choice(position.legal)
        played += move.kind == "play" and position.state.race == race
        position.play(move)
    return position.state


HIDDEN_FOOD = {
    "first_race": lambda: in_race(1, 14 - 1, 1),
    "second_race": lambda: in_race(2, 5, 2),
    "second_race_one_is_done": lambda: in_race(2, 13, 3, gentle=True),
    "second_race_food_on_the_track": lambda: in_race(2, 13, 4, gentle=True, track_food="per_race"),
    "third_race": lambda: in_race(3, 3, 5, gentle=True),
}


@pytest.mark.parametrize("case", HIDDEN_FOOD)
@pytest.mark.parametrize("viewer", [NOBODY, 0, 1])
def test_redeal_draws_hidden_totals_evenly_from_all_that_can_be(case, viewer):
    state = HIDDEN_FOOD[case]()
    seen = view(state, viewer)
    hidden = [seat for seat in range(2) if seat != viewer]
    assert all(seen.secured[seat] == HIDDEN for seat in hidden)
    top, most_fresh = (32, 10) if len(hidden) == 1 else (19, 0 if state.race > 2 else 10)
    if INTERPRETED and len(hidden) > 1:
        # Too many to try them all; but then deals hardly ever repeat, once there was a race before.
        assert len(redealt(state, viewer, seed=7)) > (20 if state.race > 1 else 1)
        return
    rows = [(secured, fresh) for secured in range(top) for fresh in range(most_fresh + 1)]
    able = [[row for row in rows if alone_fits(state, seat, *row)] for seat in hidden]
    possible = {}
    for totals in product(*able):
        world = copy_of(state)
        for seat, (secured, fresh) in zip(hidden, totals, strict=True):
            world.secured[seat], world.fresh[seat] = secured, fresh
        food = int(world.open_food.sum()) + int(world.track_food).bit_count()
        world.stack = FOOD - food - int(world.secured.sum())
        if looks_the_same(world, viewer, seen):
            possible[tuple(totals)] = 1.0
    counted: Counter = Counter()
    for dealt, times in redealt(state, viewer, seed=7).items():
        world = np.frombuffer(dealt, rules.STATE)[0]
        counted[tuple((int(world.secured[s]), int(world.fresh[s])) for s in hidden)] += times
    assert surprise(counted, possible) < FAR_OUT


def alone_fits(state: Any, seat: int, secured: int, fresh: int) -> bool:
    """Whether a total is possible for one seat whatever the other has: that saves many tries."""
    world = copy_of(state)
    world.stack += world.secured[seat]
    world.secured[seat], world.fresh[seat] = secured, fresh
    world.stack -= secured
    try:
        check_food(world)
    except Impossible:
        return False
    return True


def test_a_redeal_that_takes_colours_for_cards_would_be_noticed():
    """The yardstick itself: each hand of colours equally likely is not each card equally likely."""
    state = CASES["late"]()
    possible = card_worlds(state, NOBODY)
    luck = random.Random(3)
    drawn = Counter(luck.choices(sorted(possible), k=max(SAMPLES, 3_000)))
    assert surprise(drawn, possible) > FAR_OUT
    hidden = CASES["last_card_played_unseen"]()
    possible = card_worlds(hidden, 1)
    heaviest = {
        w: weight * (1.3 if n % 2 else 0.7) for n, (w, weight) in enumerate(possible.items())
    }
    drawn = Counter(luck.choices(list(heaviest), list(heaviest.values()), k=20_000))
    assert surprise(drawn, possible) > FAR_OUT


# Drawn when drawn -----------------------------------------------------------------------


@pytest.mark.parametrize("edition", [False, True])
def test_hands_are_dealt_as_from_a_shuffled_pile(edition):
    number = 400 if INTERPRETED else 6_000
    copies = 8 if edition else 7
    reds, pairs = Counter(), Counter()
    naive_pairs: Counter = Counter()
    for seed in range(number):
        hands = GAME.new(3, seed, line_up="random", edition_2009=edition).state.hands
        first, second = counts(hands[0]), counts(hands[1])
        reds[first[0]] += 1
        pairs[first[0], first[1], second[4]] += 1
        naive = Schweinsgalopp(3, 0, Shuffler(seed), edition_2009=edition)
        naive.deal()
        mine, yours = naive.hands[:2]
        naive_pairs[mine.count("red"), mine.count("yellow"), yours.count("white")] += 1
    due = {n: math.comb(copies, n) * math.comb(4 * copies, HAND - n) for n in range(HAND + 1)}
    assert surprise(reds, due) < FAR_OUT
    assert difference(pairs, naive_pairs) < FAR_OUT


def test_lots_line_the_pigs_up_in_every_order_alike():
    number = 600 if INTERPRETED else 9_000
    lined = Counter(
        tuple(GAME.new(2, seed, line_up="random").state.places.tolist()) for seed in range(number)
    )
    assert len(lined) <= 120
    due = {order: 1.0 for order in lined} if len(lined) == 120 else None
    assert due is None or surprise(lined, due) < FAR_OUT
    assert INTERPRETED or due is not None


# Conservation ---------------------------------------------------------------------------


@given(settings_of("schweinsgalopp"))
def test_no_card_and_no_food_is_lost_and_what_is_secured_stays(setting):
    secured: list[int] | None = None
    for position in setting.positions(5 if INTERPRETED else 1):
        state, players = position.state, setting.players
        food = int(state.stack) + int(state.open_food.sum()) + int(state.secured.sum())
        assert food + int(state.track_food).bit_count() == FOOD
        assert min(state.stack, *state.open_food, *state.secured) >= 0
        now = state.secured.tolist()
        assert secured is None or all(a >= b for a, b in zip(now, secured, strict=True))
        secured = now
        copies = 8 if state.options[EDITION_2009] else 7
        held = [counts(hand) for hand in state.hands]
        gone = [sum(column) for column in zip(*held, counts(state.played), strict=True)]
        assert max(gone) <= copies
        if state.phase >= Phase.PLAY:
            assert sum(gone) == HAND * players
        length = 27 if state.options[EDITION_2009] else 22
        standing = [place for place in state.places.tolist() if place != OFF_TRACK]
        assert len({place % length for place in standing}) == len(standing)
        if state.phase != Phase.LINE_UP:
            assert len(standing) == 5
        # G17 to G19 cannot occur: food lies only ahead of the front.
        front = max(standing, default=0)
        assert all(space > front for space in range(64) if int(state.track_food) >> space & 1)
        assert not state.hands[players:].any() and not state.open_food[players:].any()


# Secrecy --------------------------------------------------------------------------------


def stir(state: Any, viewer: int, luck: random.Random) -> Any:
    """The same table but for what the viewer may not know: cards and hidden totals."""
    other = copy_of(state)
    seats = [seat for seat in range(int(state.players)) if seat != viewer]
    copies = 8 if state.options[EDITION_2009] else 7
    for _ in range(6):
        used = [sum(c) for c in zip(*map(counts, (*other.hands, other.played)), strict=True)]
        spare = [pig for pig in range(5) if used[pig] < copies]
        one, two = luck.choice(seats), luck.choice([*seats, NOBODY])
        gives = [pig for pig in range(5) if counts(other.hands[one])[pig]]
        takes = spare
        if two != NOBODY:
            takes = [pig for pig in range(5) if counts(other.hands[two])[pig]]
        if one == two or not gives or not takes:
            continue
        mine, yours = luck.choice(gives), luck.choice(takes)
        other.hands[one] += np.uint64(1 << 8 * yours)
        other.hands[one] -= np.uint64(1 << 8 * mine)
        if two != NOBODY:
            other.hands[two] += np.uint64(1 << 8 * mine)
            other.hands[two] -= np.uint64(1 << 8 * yours)
    if state.options[HIDE_SECURED] and state.phase != Phase.OVER:
        seat = luck.choice(seats)
        before_this_race = int(other.secured[seat] - other.fresh[seat])
        if before_this_race and other.stack:
            other.secured[seat] -= 1
            other.stack += 1
    return other


@given(settings_of("schweinsgalopp"), st.integers(0, 2**32))
def test_nothing_a_seat_is_told_depends_on_what_it_may_not_know(setting, seed):
    luck = random.Random(seed)
    position = setting.begin()
    for _ in range(60 if INTERPRETED else 300):
        if position.over:
            break
        state = position.state
        if luck.random() < 0.4 and state.phase != Phase.LINE_UP:
            viewer = luck.randrange(NOBODY, position.players)
            twin = stir(state, viewer, luck)
            assert view(state, viewer).tobytes() == view(twin, viewer).tobytes()
            rules.check(twin)
            told_the_same(position, twin, viewer, luck)
        position.play(luck.choice(position.legal))


def told_the_same(position: galopp.Position, twin: Any, viewer: int, luck: random.Random) -> None:
    """Let the seat whose turn it is decide the same in both: the viewer hears and sees the same."""
    state = copy_of(position.state)
    both = int(rules.legal(state)) & int(rules.legal(twin))
    if not both:
        return
    code = luck.choice([code for code in range(64) if both >> code & 1])
    before = view(state, viewer)
    rules.apply(state, code, position.chance.copy())
    rules.apply(twin, code, position.chance.copy())
    if state.phase == Phase.OVER:
        return  # all totals are open
    after, twin_after = view(state, viewer), view(twin, viewer)
    assert after.tobytes() == twin_after.tobytes(), NOTATION[code]
    assert happened(rules, before, after) == happened(rules, before, twin_after)
