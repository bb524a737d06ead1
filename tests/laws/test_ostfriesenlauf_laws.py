"""Ostfriesenlauf against a naive model, brute force and everybody's eyes."""

import math
import random
from collections import Counter
from collections.abc import Iterator
from itertools import combinations, permutations, product
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
from galopp.games import ostfriesenlauf as rules
from galopp.games.ostfriesenlauf import sight
from galopp.games.ostfriesenlauf.box import (
    BOARD,
    CARD_NAMES,
    DRAW,
    FINISH_TIE,
    OWNERLESS_CAN_WIN,
    PHASES,
    RUNNERS,
    SHOW_HAND_BACKS,
    STACKS,
    Phase,
)
from galopp.games.ostfriesenlauf.check import signs_of
from galopp.games.ostfriesenlauf.rules import (
    carry_out,
    furthest,
    sign_after,
    take_places,
    who_can_win,
    winning_runners,
)
from galopp.games.ostfriesenlauf.standing import standing_of
from laws.naive import (
    ACTION_CARDS,
    FAR_OUT,
    Field,
    Ostfriesenlauf,
    Prompter,
    Shuffler,
    difference,
    surprise,
)
from random_games import INTERPRETED, settings_of

GAME = galopp.game("ostfriesenlauf")
NUMBER = {card: n for n, card in enumerate(CARD_NAMES)}
CODE = {move.notation: code for code, move in GAME.moves.items()}
NOTATION = {code: notation for notation, code in CODE.items()}
SAMPLES = 300 if INTERPRETED else 20_000
MOST_TRIED = 700 if INTERPRETED else 3_500
MOST_WORLDS = 300 if INTERPRETED else 3_500
ALL = (1 << len(CARD_NAMES)) - 1
BOARDS = {
    "default": [40, 20, 24, 28, 32, 36],
    "wilder": [40, 24, 27, 30, 33, 36],
    "calmer": [42, 24, 27, 30, 33, 36],
}


def bits(cards) -> int:
    return sum(1 << NUMBER[card] for card in cards)


def names(cards: int) -> list[str]:
    return [card for n, card in enumerate(CARD_NAMES) if int(cards) >> n & 1]


def view(state: Any, seat: int) -> Any:
    seen = blank(rules.SEEN)
    rules.show(state, seat, seen)
    return seen


def test_the_box_holds_the_cards_of_the_rulebook():
    for back, cards in ACTION_CARDS.items():
        assert sorted(cards) == sorted(card for card in CARD_NAMES if card.startswith(back))


# Cards carried out, on lists of runners -------------------------------------------------


def random_field(luck: random.Random) -> tuple[list[int], list[int]]:
    """Places and lanes: crowded, spread, behind the start, far round the oval."""
    middle, width = luck.choice([0, 0, 5, 30, -20, 300]), luck.choice([0, 1, 2, 6, 20])
    places = [middle + luck.randint(-width, width) for _ in range(4)]
    runners = luck.sample(range(4), 4)
    lanes = [0] * 4
    for n, runner in enumerate(runners):
        lanes[runner] = 1 + sum(places[other] == places[runner] for other in runners[:n])
    return places, lanes


def standing(places: list[int], lanes: list[int]) -> int:
    state = GAME.new(4, 1).state
    state.places[:], state.lanes[:] = places, lanes
    order = sorted(range(4), key=lambda runner: (places[runner], -lanes[runner]))
    state.order[:] = order
    return int(standing_of(state))


def test_every_card_does_on_any_field_what_it_does_on_lists():
    luck = random.Random(11)
    state = GAME.new(4, 1).state
    for _ in range(40 if INTERPRETED else 1_500):
        places, lanes = random_field(luck)
        sign = luck.choice(BOARDS["default"][1:])
        before = standing(places, lanes)
        for card in luck.sample(range(60), 12) if not INTERPRETED else range(0, 60, 7):
            animals = {"snail": 20, "hedgehog": 24, "turtle": 32, "sheep": 36}
            field = Field.of(places, lanes, sign, animals)
            field.carry_out(CARD_NAMES[card])
            take_places(state, carry_out(before, card))
            ours = list(zip(state.places.tolist(), state.lanes.tolist(), strict=True))
            due = [(field.x(runner), field.lane(runner)) for runner in range(4)]
            assert ours == due, (CARD_NAMES[card], places, lanes)
            assert state.order.tolist() == field.ranks()[::-1]
            assert sign_after(sign, card, state.options) == field.sign


def test_the_winner_is_the_one_the_naive_model_finds():
    """Also where runners tie, on one space and across the line, and at the last round."""
    luck = random.Random(12)
    for _ in range(100 if INTERPRETED else 6_000):
        places, lanes = random_field(luck)
        length = luck.choice([12, 13, 40, 41])
        spaces = luck.sample(range(1, length), 5)
        players = luck.randint(1, 4)
        can_win, shared = luck.random() < 0.5, luck.random() < 0.5
        model = Ostfriesenlauf(
            players,
            Prompter(),
            board=[length, *spaces],
            ownerless_can_win=can_win,
            finish_tie="shared" if shared else "lane",
        )
        if luck.random() < 0.5:  # equally far over the line on both sides
            far = luck.randint(1, 4)
            ends = [model.field.sign + far - 1, model.field.sign - length - far]
            places = [luck.choice(ends) for _ in range(4)]
            lanes = [1 + places[:runner].count(places[runner]) for runner in range(4)]
        model.field = Field.of(places, lanes, model.field.sign, model.field.animals)
        state = GAME.new(4, 1).state
        state.options[BOARD : BOARD + 6] = [length, *spaces]
        state.options[OWNERLESS_CAN_WIN] = can_win
        state.options[FINISH_TIE] = shared
        stand, sign = standing(places, lanes), model.field.sign
        runners = int(who_can_win(state.options, players))
        most = int(furthest(stand, sign, state.options, runners))
        won = int(winning_runners(stand, sign, state.options, runners))
        due = model.finished()
        assert (most >= 1) == (due is not None)
        due = model.nearest() if due is None else due
        assert {runner for runner in range(4) if won >> runner & 1} == due


# Whole games ----------------------------------------------------------------------------


class Pair:
    """One game played twice at once: by the rules, and by the naive model told the same cards."""

    def __init__(self, seed: int) -> None:
        self.random = random.Random(seed)
        players, coin = self.random.randint(1, 4), self.random.random
        board = self.random.choice([*BOARDS, None])
        if board is None:
            length = self.random.randint(12, 99)
            values = [length, *self.random.sample(range(1, length), 5)]
        options: dict[str, Any] = {
            "board": board or values,
            "finish_tie": self.random.choice(["lane", "shared"]),
            "ownerless_can_win": coin() < 0.6,
            "reshuffle": self.random.choice(["first_empty", "all_empty"]),
            "show_hand_backs": coin() < 0.6,
            "random_grid": coin() < 0.3,
        }
        # A table that all draws from one stack runs it dry; one that loves back cards goes on.
        self.one_stack = coin() < 0.5
        self.ours = GAME.new(players, seed, **options)
        self.dealer = Prompter()
        options["board"] = BOARDS[board] if board else values
        self.naive = Ostfriesenlauf(players, self.dealer, **options)
        self.tell_the_deal()

    def tell_the_deal(self) -> None:
        state = self.ours.state
        grid = sorted(range(4), key=lambda runner: state.lanes[runner])
        hands = [names(hand) for hand in state.hands[: self.naive.players]]
        self.dealer.seen = [card for hand in hands for card in hand]
        self.naive.deal()
        self.dealer.seen = [CARD_NAMES[card] for card in state.pile if card != NOBODY]
        self.naive.begin(grid)

    def decide(self) -> None:
        legal, state = sorted(self.naive.legal()), self.ours.state
        move = self.random.choice(legal)
        if self.one_stack and self.naive.phase == "draw":
            move = legal[0]
        seat, held, slot = self.naive.turn, int(state.hands[self.naive.turn]), int(state.laid)
        number = int(state.round_number)
        rules.apply(state, CODE[move], self.ours.chance)
        self.dealer.seen = names(int(state.hands[seat]) & ~held)
        if not move.startswith("draw"):
            self.dealer.seen = self.laid_blind(slot, number)
        self.naive.decide(move)

    def laid_blind(self, slot: int, number: int) -> list[str]:
        """The cards of ownerless runners since a slot of a round, in order."""
        state, laid = self.ours.state, []
        if state.phase == Phase.OVER or state.round_number > number:
            laid = [*zip(state.report_cards, state.report_order, strict=True)][slot + 1 :]
            slot = -1
        laid += [*zip(state.pile, state.order, strict=True)][slot + 1 :]
        blind = [card for card, runner in laid if runner >= self.naive.players and card != NOBODY]
        return [CARD_NAMES[card] for card in blind]

    def compare(self) -> None:
        state, naive = self.ours.state, self.naive
        assert state.places.tolist() == [naive.field.x(runner) for runner in range(4)]
        assert state.lanes.tolist() == [naive.field.lane(runner) for runner in range(4)]
        assert state.sign == naive.field.sign
        assert [int(hand) for hand in state.hands[: naive.players]] == [
            bits(hand) for hand in naive.hands
        ]
        assert int(state.stacks) == bits(c for stack in naive.stacks.values() for c in stack)
        assert int(state.discards) == bits(naive.discards)
        assert state.round_number == naive.round
        legal = int(rules.legal(state))
        assert {NOTATION[code] for code in range(64) if legal >> code & 1} == naive.legal()
        if naive.won is not None:
            assert state.phase == Phase.OVER
            assert {runner for runner in range(4) if state.won >> runner & 1} == naive.won
            assert self.ours.winners == sorted(r for r in naive.won if r < naive.players)
            return
        assert PHASES[state.phase] == naive.phase
        assert rules.mover(state) == naive.turn
        assert state.order.tolist() == naive.order
        pile = [None if card == NOBODY else CARD_NAMES[card] for card in state.pile]
        assert pile[: state.laid] == naive.pile


@pytest.mark.parametrize("seed", range(8 if INTERPRETED else 200))
def test_whole_games_go_as_in_the_naive_model(seed):
    pair = Pair(seed)
    pair.compare()
    for _ in range(60 if INTERPRETED else 10**6):
        if pair.naive.won is not None:
            return
        pair.decide()
        pair.compare()
    assert INTERPRETED


@pytest.mark.parametrize("players", [1, 2, 3, 4])
def test_the_start_player_stands_outermost_and_the_ownerless_inside(players):
    for starter in range(players):
        state = GAME.new(players, 5, start_player=starter).state
        seats = [(starter + n) % players for n in range(players)]
        assert [int(state.lanes[seat]) for seat in seats] == [4, 3, 2, 1][:players]
        assert sorted(state.lanes.tolist()) == [1, 2, 3, 4]


# Redeal against brute force -------------------------------------------------------------


def on_the_table(hands: list[list[str]], pile: list[str], stacks: list[str], **changes: Any) -> Any:
    """A position by hand after many rounds; cards named nowhere are discards.

    The laying order is red first, so seat 0 lays first; `pile` begins with what red laid.
    """
    players = len(hands)
    written = GAME.new(players, 1, start_player=0).to_dict()
    written["options"] |= changes.pop("options", {})
    written["drawn_since"] = [dict.fromkeys(STACKS, 0) for _ in hands]
    for seat, back, number in changes.pop("drawn", []):
        written["drawn_since"][seat][back] = number
    out = {card for cards in (*hands, pile, stacks) for card in cards if card}
    gone = changes.get("returned", [])
    discards = [card for card in CARD_NAMES if card not in out and card not in gone]
    order = changes.pop("order", list(RUNNERS))
    written |= {
        "hands": hands,
        "pile": [*pile, None, None, None, None][:4],
        "laid": len(pile),
        "stacks": [*stacks, *(card for card in gone if card not in out)],
        "discards": discards,
        "round_number": 30,
        "turn": RUNNERS.index(order[len(pile)]),
        "order": order,
        "lanes": {runner: 4 - n for n, runner in enumerate(order)},
        "report_cards": discards[:4],
    }
    if changes.get("reshuffled") is not None:
        written["report_cards"] = gone[:4]
    return GAME.from_dict({**written, **changes}).state


def deals(cards: list[int], sizes: list[int]) -> Iterator[list[int]]:
    """Every way to deal sets of these sizes, the rest at the end; each a word of bits."""
    if not sizes:
        yield [sum(1 << card for card in cards)]
        return
    for chosen in combinations(cards, sizes[0]):
        left = [card for card in cards if card not in chosen]
        for rest in deals(left, sizes[1:]):
            yield [sum(1 << card for card in chosen), *rest]


class Unknown:
    """What a viewer cannot see, of all backs or of one: the places, and the cards in them.

    Where backs are open nobody takes a card of another back for it, so that only deals within
    each back need to be tried; where they are hidden every card is tried everywhere.
    """

    def __init__(self, state: Any, viewer: int, back: str | None = None) -> None:
        self.state, self.viewer = state, viewer
        self.scope = ALL if back is None else bits(ACTION_CARDS[back])
        self.seats = [seat for seat in range(int(state.players)) if seat != viewer]
        self.slots = [
            slot
            for slot in range(4)
            if state.pile[slot] != NOBODY
            and state.order[slot] != viewer
            and self.scope >> int(state.pile[slot]) & 1
        ]
        groups = [bits(cards) & self.scope for cards in ACTION_CARDS.values()]
        if not state.options[SHOW_HAND_BACKS]:
            groups = [self.scope]
        self.groups = [self.group(scope) for scope in groups]

    def group(self, scope: int) -> tuple[list[int], list[int]]:
        """The unseen cards, and how many of them lie in each slot and are in each hand."""
        state = self.state
        held = [1 << int(state.pile[slot]) & scope for slot in self.slots]
        held += [int(state.hands[seat]) & scope for seat in self.seats]
        hidden = int(state.stacks) & scope | sum(held)
        cards = [card for card in range(60) if hidden >> card & 1]
        return cards, [cards.bit_count() for cards in held]

    def number(self) -> int:
        number = 1
        for cards, sizes in self.groups:
            left = len(cards)
            for size in sizes:
                number *= math.comb(left, size)
                left -= size
        return number

    def worlds(self) -> dict[bytes, float]:
        seen, found = view(self.state, self.viewer), {}
        for parts in product(*(list(deals(*group)) for group in self.groups)):
            *dealt, stacks = (sum(part) for part in zip(*parts, strict=True))
            world = copy_of(self.state)
            for slot, card in zip(self.slots, dealt, strict=False):
                world.pile[slot] = card.bit_length() - 1
                just_laid = self.state.last_code == self.state.pile[slot]
                if just_laid and self.state.order[slot] == self.state.last_seat:
                    world.last_code = world.pile[slot]
            for seat, hand in zip(self.seats, dealt[len(self.slots) :], strict=True):
                world.hands[seat] = int(self.state.hands[seat]) & ~self.scope | hand
            world.stacks = int(self.state.stacks) & ~self.scope | stacks
            if view(world, self.viewer).tobytes() != seen.tobytes():
                continue
            try:
                rules.check(world)
            except Impossible:
                continue
            found[self.key(world)] = 1.0
        return found

    def key(self, world: Any) -> Any:
        """The whole world, or as much of it as is in scope."""
        if self.scope == ALL:
            return world.tobytes()
        hands = tuple(int(hand) & self.scope for hand in world.hands)
        return hands, tuple(int(world.pile[slot]) for slot in self.slots)

    def redealt(self, seed: int, number: int = SAMPLES) -> Counter:
        seen, luck, dealt = view(self.state, self.viewer), chance(seed), blank(rules.STATE)
        counted: Counter = Counter()
        for _ in range(number):
            rules.redeal(seen, luck, dealt)
            counted[self.key(dealt)] += 1
        return counted


ONE = ["1:-2", "1:+2a", "1:+2b", "1:+3a", "1:+3b"]
TWO = ["2:-2", "2:+2a", "2:+2b", "2:+3a", "2:+3b"]
THREE = ["3:-3", "3:+2", "3:+3a", "3:+3b", "3:+4a"]
FOUR = ["4:-6", "4:+2", "4:+3a", "4:+3b", "4:+4a"]
MINE = ["1:hedgehog", "2:turtle", "3:snail", "4:sheep"]
YOURS = [ONE[0], ONE[1], TWO[0], THREE[0]]
LEFT = [ONE[2], ONE[3], TWO[1], TWO[2], THREE[1]]
HIDDEN = {"show_hand_backs": False}


def two_hands() -> Any:
    return on_the_table([MINE, YOURS], [], LEFT)


def face_down_and_ownerless() -> Any:
    """Blue and white are ownerless and have laid; red, who is last but two, is to draw."""
    pile = [FOUR[0], THREE[2]]
    order = ["white", "blue", "red", "yellow"]
    return on_the_table([MINE, YOURS], pile, [*LEFT, FOUR[1], THREE[3]], order=order)


def just_laid() -> Any:
    changes = {"last_seat": 0, "last_code": TWO[3]}
    return on_the_table([MINE, YOURS], [TWO[3]], LEFT, **changes)


def reshuffled() -> Any:
    """Two 1s and a 2 have come back since; yellow has drawn one 1 and no 2."""
    back = [ONE[0], ONE[3], ONE[4], TWO[1], *FOUR]
    return on_the_table([MINE, YOURS], [], LEFT, returned=back, drawn=[(1, "1", 1)])


def reshuffled_with_cards_laid() -> Any:
    """Red laid a 1, then white a 3 before and blue a 2 after the discards came back."""
    back = [ONE[3], ONE[0], TWO[1], TWO[3], THREE[1], THREE[3], *FOUR]
    changes = {"returned": back, "drawn": [(0, "1", 1), (1, "1", 2)], "reshuffled": 2}
    order = ["red", "white", "blue", "yellow"]
    pile = [ONE[4], THREE[2], TWO[3]]
    return on_the_table([MINE, YOURS], pile, [*LEFT, THREE[3]], order=order, **changes)


def reshuffled_three_hands() -> Any:
    back = [ONE[0], ONE[3], ONE[4], TWO[3], *FOUR]
    hands = [MINE, YOURS, [ONE[4], "1:+4a", "2:+4a", TWO[3]]]
    drawn = [(1, "1", 1), (2, "1", 2), (2, "2", 1), (0, "1", 2)]
    return on_the_table(hands, [], [ONE[2], ONE[3]], returned=back, drawn=drawn)


def hidden_backs() -> Any:
    return on_the_table([MINE, YOURS], [], [*LEFT, FOUR[1]], options=HIDDEN)


def hidden_backs_and_empty_stacks() -> Any:
    """No 3 and no 4 is left, so all that is unseen of them is in yellow's hand."""
    return on_the_table([MINE, YOURS], [], LEFT[:4], options=HIDDEN)


def hidden_backs_just_drawn() -> Any:
    changes = {"last_seat": 1, "last_code": "draw 1", "phase": "lay", "options": HIDDEN}
    pile = [FOUR[2]]
    return on_the_table([MINE, [*YOURS, "1:+4b"]], pile, LEFT, **changes)


def hidden_backs_three_hands() -> Any:
    hands = [MINE, YOURS, [ONE[4], "1:+4a", "2:+4a", FOUR[1]]]
    return on_the_table(hands, [], [ONE[2], TWO[1]], options=HIDDEN)


def alone_with_hidden_backs() -> Any:
    return on_the_table([YOURS], [], [*LEFT, FOUR[1]], options=HIDDEN)


def alone_after_a_reshuffle() -> Any:
    """White laid its 4 before, blue its 3 after the discards came back; red drew a 1 since."""
    back = [ONE[0], ONE[3], THREE[2], FOUR[1]]
    changes = {"returned": back, "drawn": [(0, "1", 1)], "reshuffled": 1}
    order = ["white", "blue", "red", "yellow"]
    return on_the_table([YOURS], [FOUR[0], THREE[2]], [*LEFT, FOUR[2]], order=order, **changes)


CASES = {
    alone_with_hidden_backs: 1, alone_after_a_reshuffle: 1, two_hands: 2,
    face_down_and_ownerless: 2, just_laid: 2, reshuffled: 2, reshuffled_with_cards_laid: 2,
    reshuffled_three_hands: 3, hidden_backs: 2, hidden_backs_and_empty_stacks: 2,
    hidden_backs_just_drawn: 2, hidden_backs_three_hands: 3,
}  # fmt: skip


@pytest.mark.parametrize(
    ("case", "viewer"), [(case, seat) for case in CASES for seat in range(NOBODY, CASES[case])]
)
def test_redeal_is_uniform_over_all_that_looks_the_same(case, viewer):
    state = case()
    unknown = Unknown(state, viewer)
    if unknown.number() > MOST_TRIED:
        # Too many to try them all; but then deals hardly ever repeat.
        assert len(unknown.redealt(seed=7)) > 20
        return
    possible = unknown.worlds()
    assert state.tobytes() in possible
    assert surprise(unknown.redealt(seed=7), possible) < FAR_OUT


@pytest.mark.parametrize("seed", range(2 if INTERPRETED else 16))
def test_redeal_is_uniform_back_by_back_in_positions_that_were_played(seed):
    """With open backs the four backs are dealt apart, so each can be tried by itself."""
    luck = random.Random(seed)
    pair = Pair(seed)
    looked = 0
    while pair.naive.won is None and looked < 2:
        pair.decide()
        state = pair.ours.state
        if state.phase == Phase.OVER or not state.options[SHOW_HAND_BACKS]:
            continue
        viewer, back = luck.randrange(NOBODY, pair.naive.players), luck.choice(STACKS)
        unknown = Unknown(state, viewer, back)
        wanted = 0.8 if int(state.returned) & unknown.scope else 0.05
        if 8 < unknown.number() < MOST_WORLDS / 3 and luck.random() < wanted:
            assert surprise(unknown.redealt(seed, SAMPLES // 2), unknown.worlds()) < FAR_OUT
            looked += 1


def test_a_redeal_that_leans_or_forgets_would_be_noticed():
    unknown = Unknown(reshuffled(), 0)
    possible = sorted(unknown.worlds())
    lean = random.Random(3)
    weights = [1.25 if n % 2 else 0.75 for n in range(len(possible))]
    drawn = Counter(lean.choices(possible, weights, k=max(SAMPLES, 4_000)))
    assert surprise(drawn, dict.fromkeys(possible, 1.0)) > FAR_OUT
    generous = copy_of(reshuffled())
    generous.drawn_since[1, 0] = 2  # as if yellow could hold one more of them
    more = Unknown(generous, 0).worlds()
    assert len(more) > len(possible)


# Drawn when drawn -----------------------------------------------------------------------


def story(game: Ostfriesenlauf | galopp.Position, rounds: int) -> tuple[list[str], list[str]]:
    """Everybody draws from the first stack that has cards and lays the first card in hand.

    The cards drawn, in order, and those drawn after the first reshuffle.
    """
    naive = isinstance(game, Ostfriesenlauf)
    drawn: list[str] = []
    late: list[str] = []
    back = False
    for _ in range(rounds * 4):
        if game.won is not None if naive else game.over:
            break
        if naive:
            legal = game.legal()
        else:
            mask = int(rules.legal(game.state))
            legal = {NOTATION[code] for code in range(64) if mask >> code & 1}
        move = min(legal, key=CODE.__getitem__)
        seat = game.turn if naive else int(game.state.turn)
        held = set(game.hands[seat]) if naive else set(names(game.state.hands[seat]))
        discards = len(game.discards) if naive else int(game.state.discards).bit_count()
        if naive:
            game.decide(move)
        else:
            rules.apply(game.state, CODE[move], game.chance)
        if move.startswith("draw"):
            now = set(game.hands[seat]) if naive else set(names(game.state.hands[seat]))
            left = len(game.discards) if naive else int(game.state.discards).bit_count()
            back = back or left < discards
            drawn += now - held
            late += now - held if back else []
    return drawn, late


def tally(games: Iterator[Any]) -> list[Counter]:
    first, pairs, late_cards, ends = Counter(), Counter(), Counter(), Counter()
    for game in games:
        drawn, late = story(game, 12)
        first[drawn[0]] += 1
        pairs[tuple(drawn[1:3])] += 1
        late_cards[tuple(late[:1])] += 1
        ends[len(drawn), tuple(card[:3] for card in late[1:2])] += 1
    return [first, pairs, late_cards, ends]


@pytest.mark.parametrize("players", [2, 4])
def test_cards_drawn_when_drawn_come_as_from_shuffled_stacks(players):
    number = 60 if INTERPRETED else 900

    def naive_games() -> Iterator[Ostfriesenlauf]:
        grid = [*range(3, players - 1, -1), *range(players - 1, -1, -1)]
        for seed in range(number):
            game = Ostfriesenlauf(players, Shuffler(seed))
            game.deal()
            game.begin(grid)
            yield game

    ours = tally(GAME.new(players, seed, start_player=0) for seed in range(number))
    naive = tally(naive_games())
    for one, other in zip(ours, naive, strict=True):
        assert difference(one, other) < FAR_OUT
    if not INTERPRETED:
        assert ours[2].total() - ours[2][()] > number / 2, "hardly a game saw the discards again"


# Conservation ---------------------------------------------------------------------------


@given(settings_of("ostfriesenlauf"))
def test_no_card_is_lost_and_lanes_have_no_gaps(setting):
    for position in setting.positions(7 if INTERPRETED else 1):
        state = position.state
        places = [int(state.stacks), int(state.discards), *(int(hand) for hand in state.hands)]
        places += [1 << int(card) for card in state.pile if card != NOBODY]
        assert sum(places) == ALL
        assert sum(place.bit_count() for place in places) == len(CARD_NAMES)
        # `of` refuses a gap, and two runners in one lane of a space.
        field = Field.of(state.places.tolist(), state.lanes.tolist(), 1, {})
        assert field.ranks()[::-1] == state.order.tolist()
        sizes = [int(hand).bit_count() for hand in state.hands]
        laying = [seat for seat in range(4) if sizes[seat] == 5]
        assert all(size == 4 for s, size in enumerate(sizes) if s < setting.players and size < 5)
        assert not any(sizes[setting.players :])
        assert laying == ([state.turn] if state.phase == Phase.LAY else [])
        assert not int(state.returned) & int(state.discards)
        assert 1 <= state.round_number <= 60
        assert int(state.sign) in signs_of(state.options)
        assert (state.won != 0) == position.over and state.ended.sum() == position.over


# Secrecy --------------------------------------------------------------------------------


def hidden_holders(state: Any, viewer: int) -> list[Any]:
    """Where the viewer cannot look: other hands, other runners' face-down cards, the stacks."""
    seats = [("hand", seat) for seat in range(int(state.players)) if seat != viewer]
    slots = [
        ("pile", slot)
        for slot in range(4)
        if state.pile[slot] != NOBODY and state.order[slot] != viewer
    ]
    return [*seats, *slots, ("stacks", 0)]


def cards_of(state: Any, holder: Any) -> list[str]:
    what, where = holder
    if what == "pile":
        return [CARD_NAMES[state.pile[where]]]
    return names(state.hands[where] if what == "hand" else state.stacks)


def hand_over(state: Any, holder: Any, gives: str, takes: str) -> None:
    what, where = holder
    both = np.uint64(bits([gives, takes]))
    if what == "hand":
        state.hands[where] ^= both
    elif what == "stacks":
        state.stacks ^= both
    else:
        just_laid = state.last_code == state.pile[where]
        if just_laid and state.last_seat == state.order[where]:
            state.last_code = NUMBER[takes]
        state.pile[where] = NUMBER[takes]


def stir(state: Any, viewer: int, luck: random.Random) -> Any:
    """The same table but for what the viewer may not know: cards that lie face down swapped.

    They are of one back, unless backs are hidden too. A returned card stays where it may be,
    which `check` knows, and an empty stack stays empty, which everybody sees.
    """
    other = copy_of(state)
    holders = hidden_holders(other, viewer)
    for _ in range(10):
        one, two = luck.choice(holders), luck.choice(holders)
        cards = [cards_of(other, holder) for holder in (one, two)]
        if one == two or not all(cards):
            continue
        mine, yours = luck.choice(cards[0]), luck.choice(cards[1])
        backs_show = state.options[SHOW_HAND_BACKS] or "pile" in (one[0], two[0])
        if mine[0] != yours[0] and backs_show:
            continue
        trial = copy_of(other)
        hand_over(trial, one, mine, yours)
        hand_over(trial, two, yours, mine)
        try:
            rules.check(trial)
        except Impossible:
            continue
        if empty_stacks(trial) == empty_stacks(state):
            other = trial
    return other


def empty_stacks(state: Any) -> list[str]:
    return [back for back in STACKS if not int(state.stacks) & bits(ACTION_CARDS[back])]


@given(settings_of("ostfriesenlauf"), st.integers(0, 2**32))
def test_nothing_a_seat_is_told_depends_on_what_it_may_not_know(setting, seed):
    luck = random.Random(seed)
    position = setting.begin()
    for _ in range(40 if INTERPRETED else 300):
        if position.over:
            break
        state = position.state
        if luck.random() < 0.3:
            viewer = luck.randrange(NOBODY, position.players)
            twin = stir(state, viewer, luck)
            assert view(state, viewer).tobytes() == view(twin, viewer).tobytes()
            rules.check(twin)
            told_the_same(position, twin, viewer, luck)
        position.play(luck.choice(position.legal))


def told_the_same(position: galopp.Position, twin: Any, viewer: int, luck: random.Random) -> None:
    """Let another seat draw the same stack or lay the same back: nobody else can tell."""
    state = copy_of(position.state)
    if rules.mover(state) == viewer:
        return
    codes = [code for code in range(64) if int(rules.legal(state)) >> code & 1]
    code = luck.choice(codes)
    twins = [c for c in range(64) if int(rules.legal(twin)) >> c & 1 and alike(c, code)]
    if not twins:
        return
    before = view(state, viewer)
    rules.apply(state, code, position.chance.copy())
    rules.apply(twin, luck.choice(twins), position.chance.copy())
    turned_over = state.report_cards.tolist() != before.report_cards.tolist()
    if turned_over or empty_stacks(state) != empty_stacks(twin):
        return  # what was hidden is seen now
    after, twin_after = view(state, viewer), view(twin, viewer)
    assert after.tobytes() == twin_after.tobytes(), NOTATION[code]
    assert happened(rules, before, after) == happened(rules, before, twin_after)


def alike(one: int, other: int) -> bool:
    """The same stack to draw from, or cards of one back."""
    if one >= DRAW or other >= DRAW:
        return one == other
    return CARD_NAMES[one][0] == CARD_NAMES[other][0]


def test_hidden_backs_say_nothing_of_the_backs_in_a_hand():
    """With `show_hand_backs` off even cards of different backs change hands unseen."""
    state = hidden_backs_three_hands()
    for mine, yours in permutations([ONE[0], "2:+4a", FOUR[1]], 2):
        other = copy_of(state)
        one = next(s for s in (1, 2) if mine in names(state.hands[s]))
        two = next(s for s in (1, 2) if yours in names(state.hands[s]))
        if one != two:
            for seat in (one, two):
                other.hands[seat] ^= np.uint64(bits([mine, yours]))
            rules.check(other)
            for viewer in (NOBODY, 0):
                assert view(other, viewer).tobytes() == view(state, viewer).tobytes()


def test_a_view_that_no_game_shows_is_redealt_all_the_same(monkeypatch):
    """A stack is seen to have cards, and all of them lie open elsewhere."""
    monkeypatch.setattr(sight, "MOST_DRAWS", 100)  # enough where the rules are interpreted
    seen, dealt = view(hidden_backs_and_empty_stacks(), 0), blank(rules.STATE)
    seen.stack_sizes[3] = 1  # though all fours are in hands
    seen.discards |= np.uint64(bits([name for name in CARD_NAMES if name.startswith("4:")]))
    rules.redeal(seen, chance(7), dealt)
    assert list(dealt.order) == list(seen.order)
