"""The three games once more: slow, plain, with real lists of cards, written from the rulings.

Nothing here is shared with the package but the notation of cards and moves. Piles are lists
that are shuffled; runners stand in lists, one list a space; pigs stand on a ring. A dealer
turns the cards: `Shuffler` really shuffles, `Prompter` hands out whatever the game that is
being compared has dealt.
"""

import math
import random
from collections import Counter, defaultdict
from collections.abc import Hashable, Iterable, Mapping

# statistics

FAR_OUT = 5.0  # standard deviations; chance does this once in some millions of tries


def surprise(counted: Mapping[Hashable, int], weights: Mapping[Hashable, float]) -> float:
    """How far counts are from what the weights promise, in standard deviations (chi-square).

    Wilson and Hilferty's cube root makes the chi-square of any number of cells nearly normal.
    """
    strangers = set(counted) - set(weights)
    assert not strangers, f"{len(strangers)} outcomes that cannot occur, such as {strangers.pop()}"
    number, weight = sum(counted.values()), sum(weights.values())
    square = 0.0
    for outcome, its_weight in weights.items():
        due = number * its_weight / weight
        square += (counted.get(outcome, 0) - due) ** 2 / due
    return _deviations(square, len(weights) - 1)


def difference(one: Mapping[Hashable, int], other: Mapping[Hashable, int]) -> float:
    """How far two counts are from being of one kind, in standard deviations; rare ones pooled."""
    together = Counter(one) + Counter(other)
    rare = {outcome for outcome, number in together.items() if number < 16}
    rows = []
    for counted in (one, other):
        row = Counter({None: sum(counted.get(outcome, 0) for outcome in rare)})
        row.update({o: counted.get(o, 0) for o in together if o not in rare})
        rows.append(row)
    totals = [sum(row.values()) for row in rows]
    cells = [cell for cell in rows[0] if rows[0][cell] + rows[1][cell]]
    square = 0.0
    for cell in cells:
        both = rows[0][cell] + rows[1][cell]
        for row, total in zip(rows, totals, strict=True):
            due = both * total / sum(totals)
            square += (row[cell] - due) ** 2 / due
    return _deviations(square, len(cells) - 1)


def _deviations(square: float, freedom: int) -> float:
    if freedom <= 0:
        return 0.0
    spread = 2 / (9 * freedom)
    return ((square / freedom) ** (1 / 3) - (1 - spread)) / math.sqrt(spread)


COLOURS = ["pink", "brown", "black", "beige"]


class Shuffler:
    """Luck of its own: piles are shuffled, the top card comes first."""

    def __init__(self, seed: int) -> None:
        self.random = random.Random(seed)

    def shuffle(self, cards: list[str]) -> None:
        self.random.shuffle(cards)

    def take(self, pile: list[str]) -> str:
        return pile.pop()


class Prompter:
    """Takes from a pile what somebody else has seen taken from it."""

    def __init__(self) -> None:
        self.seen: list[str] = []

    def shuffle(self, cards: list[str]) -> None:
        pass

    def take(self, pile: list[str]) -> str:
        card = next(card for card in self.seen if card in pile)
        self.seen.remove(card)
        pile.remove(card)
        return card


# Sau Mau Mau

PLAY_CARDS = [
    *(f"{colour}-{sign}" for colour in COLOURS for sign in [*"123456", "x", "plus2"]),
    *(f"floppy-{colour}" for colour in COLOURS),
    *(f"farmer-{n}" for n in (1, 2, 3)),
]
PAYOUT = [6, 4, 3, 2, 1]  # S29, S30
TURN_LIMIT = 300  # S28


def is_green(card: str) -> bool:
    return card.startswith(("floppy", "farmer"))


class SauMauMau:
    """One game; `legal()` and `decide(notation)` are all it takes."""

    def __init__(self, players: int, starter: int, dealer: Shuffler | Prompter, **options) -> None:
        self.players, self.dealer = players, dealer
        self.exact_goal = options.get("exact_goal", False)
        self.first_card_sign_fits = options.get("first_card_sign_fits", False)
        self.green_parries = options.get("green_parries_plus2", False)
        self.mau = options.get("mau", False)
        self.races = options.get("races", 4)
        self.goal = options.get("goal_distances", [15, 17, 19, 21])[players - 2]
        self.points = [0] * players
        self.race, self.starter = 1, starter
        self.begin_race()

    def begin_race(self) -> None:
        self.pigs = dict.fromkeys(COLOURS, 0)
        self.bets: dict[int, str] = {}
        self.queue: list[int] = []
        self.debt, self.turns, self.steps, self.laid = 0, 0, 0, None
        self.pending: list[int] = []
        self.phase, self.turn = "play", self.starter
        self.pile = list(PLAY_CARDS)
        self.dealer.shuffle(self.pile)
        self.hands = [[] for _ in range(self.players)]
        self.beneath: list[str] = []
        self.top, self.turned_up, self.valid = None, True, None

    def deal(self) -> None:
        """Five each, one card turned up (kept apart so that a prompter can be told first)."""
        for hand in self.hands:
            for _ in range(5):
                hand.append(self.dealer.take(self.pile))
        self.turn_up(self.dealer.take(self.pile))

    def turn_up(self, card: str) -> None:
        self.top, self.turned_up = card, True
        # S2: Floppy counts with its question mark; S3: a farmer lets anything follow.
        self.valid = "any" if card.startswith("farmer") else self.colour_of(card)

    @staticmethod
    def colour_of(card: str) -> str:
        return card.split("-")[1] if card.startswith("floppy") else card.split("-")[0]

    def fits(self, card: str) -> bool:
        if self.debt:  # S10, S11
            return card.endswith("plus2") or (self.green_parries and is_green(card))
        if is_green(card) or self.valid == "any":  # S7, S3
            return True
        if self.colour_of(card) == self.valid:
            return True
        if is_green(self.top):
            return False
        sign, top_sign = card.split("-")[1], self.top.split("-")[1]
        if self.turned_up and top_sign in ("x", "plus2") and not self.first_card_sign_fits:
            return False  # S1
        return sign == top_sign

    @property
    def asked(self) -> int:
        return self.pending[0] if self.phase == "catch" else self.turn

    def legal(self) -> set[str]:
        if self.phase == "play":
            cards = {card for card in self.hands[self.turn] if self.fits(card)}
            if self.pile:
                return cards | {"draw"}  # S5
            return cards or {"pass"}  # S18
        if self.phase == "retreat":
            return {f"retreat {pig}" for pig in COLOURS if self.pigs[pig] > 0} | {"stop"}
        if self.phase == "bet":
            return {f"bet {pig}" for pig in COLOURS} | {"no-bet"}
        if self.phase == "run":
            return {f"run {pig}" for pig in self.last_pigs()}
        return {
            "name": {f"name {colour}" for colour in COLOURS},
            "call": {"mau", "silent"},
            "catch": {"catch", "let-go"},
            "over": set(),
        }[self.phase]

    def last_pigs(self) -> list[str]:
        return [pig for pig in COLOURS if self.pigs[pig] == min(self.pigs.values())]

    def decide(self, move: str, seat: int | None = None) -> None:
        """Carry a move out; `seat` says who answers while several may (V3)."""
        verb, _, what = move.partition(" ")
        if self.phase == "play" and move == "draw":
            self.take(max(1, self.debt), in_debt=self.debt > 0)
        elif move == "pass":
            self.end_turn()
        elif self.phase == "play":
            self.hands[self.turn].remove(move)
            self.laid = move
            if self.mau and len(self.hands[self.turn]) <= 1:  # V1
                self.phase = "call"
            else:
                self.carry_out()
        elif verb == "mau":
            self.carry_out()
        elif verb == "silent":
            others = range(1, self.players)
            self.pending = [(self.turn + n) % self.players for n in others]
            self.phase = "catch"
        elif verb == "let-go":
            self.pending.remove(self.pending[0] if seat is None else seat)
            if not self.pending:
                self.carry_out()
        elif verb == "catch":
            self.caught()
        elif verb == "retreat":
            self.pigs[what] -= 1
            self.steps -= 1
            self.go_on_retreating()
        elif verb == "stop":
            self.steps = 0
            self.go_on_retreating()
        elif verb in ("bet", "no-bet"):
            if verb == "bet":
                if self.turn in self.queue:
                    self.queue.remove(self.turn)
                self.queue.append(self.turn)
                self.bets[self.turn] = what
            self.end_turn()
        elif verb == "run":
            self.run(what, 3)
        elif verb == "name":
            self.valid = what
            self.end_turn()

    def caught(self) -> None:
        self.hands[self.turn].append(self.laid)  # V4
        self.laid, self.pending = None, []
        if self.debt:  # V7
            self.take(self.debt, in_debt=True)
        else:
            self.end_turn()

    def rebuild(self) -> None:
        if not self.pile and self.beneath:  # S19
            self.pile, self.beneath = self.beneath, []
            self.dealer.shuffle(self.pile)

    def take(self, number: int, *, in_debt: bool) -> None:
        taken = 0
        for _ in range(number):  # S15
            if self.pile:
                self.hands[self.turn].append(self.dealer.take(self.pile))
                taken += 1
                self.rebuild()
        self.debt = 0
        self.steps = taken if in_debt else 0  # S16
        self.go_on_retreating()

    def go_on_retreating(self) -> None:
        able = self.steps > 0 and any(self.pigs.values())
        self.phase = "retreat" if able else "bet"
        if not able:
            self.steps = 0

    def carry_out(self) -> None:
        card, self.laid = self.laid, None
        self.beneath.append(self.top)
        self.top, self.turned_up = card, False
        self.rebuild()
        last = not self.hands[self.turn]
        kind, _, value = card.partition("-")
        if kind == "farmer":
            self.debt = 0
            if last:
                self.end_race(None, last)  # S24
            else:
                self.phase = "name"
            return
        self.valid = self.colour_of(card)
        if kind == "floppy":
            self.debt = 0
            if len(self.last_pigs()) > 1:
                self.phase = "run"
            else:
                self.run(self.last_pigs()[0], 3)
        elif value == "x":
            if last:
                self.end_race(None, last)
            else:
                self.end_turn(skip=1)
        elif value == "plus2":
            if last:
                self.end_race(None, last)  # S14
            else:
                self.debt += 2
                self.end_turn()
        else:
            self.run(kind, int(value))

    def run(self, pig: str, steps: int) -> None:
        self.pigs[pig] += steps
        reached = self.pigs[pig] == self.goal if self.exact_goal else self.pigs[pig] >= self.goal
        if reached:
            self.pigs[pig] = self.goal  # S21
        if reached or not self.hands[self.turn]:
            self.end_race(pig if reached else None, not self.hands[self.turn])
        else:
            self.end_turn()

    def end_turn(self, skip: int = 0) -> None:
        self.turns += 1
        if self.turns == TURN_LIMIT:
            self.end_race(None, last=False)
            return
        self.turn = (self.turn + 1 + skip) % self.players
        self.phase = "play"

    def end_race(self, laurel_pig: str | None, last: bool) -> None:
        self.points[self.turn] += 3 * (laurel_pig is not None) + 5 * last
        front = max(self.pigs.values())
        winners = [laurel_pig] if laurel_pig else [p for p in COLOURS if self.pigs[p] == front]
        right = [seat for seat in self.queue if self.bets[seat] in winners]
        for seat, value in zip(right, PAYOUT, strict=False):
            self.points[seat] += value
        if self.race == self.races:
            self.phase = "over"
            return
        self.race += 1
        self.starter = (self.starter + 1) % self.players
        self.begin_race()

    def winners(self) -> list[int]:
        best = max(self.points)
        return [seat for seat in range(self.players) if self.points[seat] == best]


# Ostfriesenlauf

ROUND_LIMIT = 60  # O34


def action_cards() -> dict[str, list[str]]:
    """The four stacks as the rulebook lists them, each card named as the package names it."""
    plain = {"1": "-2 2 2 3 3 4 4 5 5", "2": "-2 2 2 3 3 4 4 5 6"}
    plain |= {"3": "-3 2 3 3 4 4 5 6 7", "4": "-6 2 3 3 4 4 5 6 7"}
    special = {
        "1": "5-ahead-of-2 1-behind-2 3-ahead-of-3 6-behind-4 swap-2 hedgehog",
        "2": "2-ahead-of-1 1-behind-1 3-behind-3 start swap-3 turtle",
        "3": "3-ahead-of-1 4-behind-1 1-behind-2 5-behind-4 swap-2 snail",
        "4": "1-ahead-of-1 5-behind-1 2-behind-2 4-ahead-of-3 swap-1 sheep",
    }
    stacks: dict[str, list[str]] = {}
    for back in "1234":
        moves = plain[back].split()
        names = [move if move.startswith("-") else f"+{move}" for move in moves]
        for n, name in enumerate(names):
            if moves.count(moves[n]) == 2:
                names[n] = name + ("b" if moves[n] in moves[:n] else "a")
        stacks[back] = [f"{back}:{name}" for name in [*names, *special[back].split()]]
    return stacks


ACTION_CARDS = action_cards()


class Field:
    """Runners in lists, one list for each unrolled space, the innermost runner first."""

    def __init__(self, spaces: dict[int, list[int]], sign: int, animals: dict[str, int]) -> None:
        self.spaces = defaultdict(list, {x: list(on) for x, on in spaces.items()})
        self.sign, self.animals = sign, animals

    @classmethod
    def of(cls, places: Iterable[int], lanes: Iterable[int], sign: int, animals: dict[str, int]):
        spaces: dict[int, dict[int, int]] = defaultdict(dict)
        for runner, (x, lane) in enumerate(zip(places, lanes, strict=True)):
            assert lane not in spaces[x]
            spaces[x][lane] = runner
        for on in spaces.values():
            assert sorted(on) == list(range(1, len(on) + 1)), "a gap between lanes"
        return cls({x: [on[n] for n in sorted(on)] for x, on in spaces.items()}, sign, animals)

    def x(self, runner: int) -> int:
        return next(x for x, on in self.spaces.items() if runner in on)

    def lane(self, runner: int) -> int:
        return self.spaces[self.x(runner)].index(runner) + 1

    def ranks(self) -> list[int]:
        """The runners from first to last: further first, on one space the inner one."""
        return [r for x in sorted(self.spaces, reverse=True) for r in self.spaces[x]]

    def put(self, runner: int, target: int) -> None:
        at = self.x(runner)
        if at != target:  # O12
            self.spaces[at].remove(runner)  # O11: those further out close up by themselves
            self.spaces[target].append(runner)  # O10

    def swap(self, one: int, other: int) -> None:
        a, b = self.x(one), self.x(other)
        i, j = self.spaces[a].index(one), self.spaces[b].index(other)
        self.spaces[a][i], self.spaces[b][j] = other, one  # O13

    def carry_out(self, card: str) -> None:
        back, _, text = card.partition(":")
        ranks = self.ranks()
        runner = ranks[int(back) - 1]  # O7
        if text in self.animals:
            self.sign = self.animals[text]
        elif text == "start":
            self.put(runner, 0)  # O15
        elif text.startswith("swap-"):
            self.swap(runner, ranks[int(text[-1]) - 1])
        elif "ahead-of" in text or "behind" in text:  # O8, O9
            other = self.x(ranks[int(text[-1]) - 1])
            by = int(text[0])
            self.put(runner, other + by if "ahead" in text else other - by)
        else:
            self.put(runner, self.x(runner) + int(text.rstrip("ab")))


class Ostfriesenlauf:
    """One game. The grid is told from outside; the rest follows."""

    def __init__(self, players: int, dealer: Shuffler | Prompter, **options) -> None:
        self.players, self.dealer = players, dealer
        self.reshuffles = 0
        board = options.get("board", [40, 20, 24, 28, 32, 36])
        self.length = board[0]
        names = ("snail", "hedgehog", "turtle", "sheep")  # no card leads back to the fish
        animals = dict(zip(names, (*board[1:3], *board[4:6]), strict=True))
        self.field = Field({}, board[3], animals)
        self.shared = options.get("finish_tie", "lane") == "shared"
        self.ownerless_can_win = options.get("ownerless_can_win", True)
        self.all_empty = options.get("reshuffle", "first_empty") == "all_empty"
        self.stacks = {back: list(cards) for back, cards in ACTION_CARDS.items()}
        for stack in self.stacks.values():
            dealer.shuffle(stack)
        self.hands: list[list[str]] = [[] for _ in range(players)]
        self.discards: list[str] = []
        self.round, self.won = 1, None

    def begin(self, grid: list[int]) -> None:
        """`grid`: the runners on the start line, the innermost first."""
        self.field.spaces[0] = list(grid)
        self.begin_round()

    def deal(self) -> None:
        for hand in self.hands:
            for back in "1234":
                hand.append(self.dealer.take(self.stacks[back]))

    def begin_round(self) -> None:
        self.order = self.field.ranks()[::-1]  # O27
        self.pile: list[str | None] = []
        self.phase = "draw"
        self.ownerless_lay()

    @property
    def turn(self) -> int:
        return self.order[len(self.pile)]

    def ownerless_lay(self) -> None:
        while len(self.pile) < 4 and self.turn >= self.players:
            back = str(self.field.ranks().index(self.turn) + 1)  # O29
            self.reshuffle_if_needed(back)
            stack = self.stacks[back]
            self.pile.append(self.dealer.take(stack) if stack else None)  # O32
        if len(self.pile) == 4:
            self.carry_out()

    def reshuffle_if_needed(self, back: str) -> None:
        needed = not any(self.stacks.values()) if self.all_empty else not self.stacks[back]
        if needed and self.discards:  # O31
            self.reshuffles += 1
            for card in self.discards:
                self.stacks[card[0]].append(card)
            self.discards = []
            for stack in self.stacks.values():
                self.dealer.shuffle(stack)

    def legal(self) -> set[str]:
        if self.won is not None:
            return set()
        if self.phase == "lay":
            return set(self.hands[self.turn])
        spare = {card[0] for card in self.discards}
        if self.all_empty and any(self.stacks.values()):
            spare = set()
        return {f"draw {back}" for back in "1234" if self.stacks[back] or back in spare}

    def decide(self, move: str) -> None:
        if self.phase == "draw":
            back = move[-1]
            self.reshuffle_if_needed(back)
            self.hands[self.turn].append(self.dealer.take(self.stacks[back]))
            self.phase = "lay"
            return
        self.hands[self.turn].remove(move)
        self.pile.append(move)
        self.phase = "draw"
        self.ownerless_lay()

    def carry_out(self) -> None:
        laid = [card for card in self.pile if card]
        for card in laid:  # O1
            self.field.carry_out(card)
        self.discards += laid
        self.won = self.finished()
        if self.won is None and self.round == ROUND_LIMIT:
            self.won = self.nearest()
        if self.won is None:
            self.round += 1
            self.begin_round()

    def may_win(self) -> list[int]:
        return [r for r in range(4) if r < self.players or self.ownerless_can_win]  # O30

    def finished(self) -> set[int] | None:
        beyond = []
        for runner in self.may_win():
            x, sign = self.field.x(runner), self.field.sign
            if x >= sign:
                beyond.append((x - sign + 1, "forward", runner))
            elif x <= sign - self.length - 1:
                beyond.append((sign - self.length - x, "backward", runner))
        return self.best_of(beyond) if beyond else None

    def nearest(self) -> set[int]:
        needs = []
        for runner in self.may_win():
            x, sign = self.field.x(runner), self.field.sign
            needs.append((-(sign - x), "forward", runner))
            needs.append((-(x - (sign - self.length - 1)), "backward", runner))
        return self.best_of(needs)

    def best_of(self, entries: list[tuple[int, str, int]]) -> set[int]:
        best = max(entry[0] for entry in entries)
        ahead = [r for far, way, r in entries if far == best and way == "forward"]
        behind = [r for far, way, r in entries if far == best and way == "backward"]
        if self.shared:
            return {*ahead, *behind}
        inner = {min(ahead, key=self.field.lane)} if ahead else set()  # O25
        outer = {max(behind, key=self.field.lane)} if behind else set()
        return inner | outer  # O26


# Schweinsgalopp

PIGS = ["red", "yellow", "green", "blue", "white"]


class Ring:
    """Spaces in a circle, each with room for one pig; every pig counts the spaces it ran."""

    def __init__(self, length: int) -> None:
        self.spaces: list[str | None] = [None] * length
        self.run: dict[str, int] = {}

    def place(self, pig: str, unrolled: int) -> None:
        space = unrolled % len(self.spaces)
        assert self.spaces[space] is None
        self.spaces[space] = pig
        self.run[pig] = unrolled

    def gallop(self, pig: str) -> int:
        """To the next empty space, jumping whoever stands between (G1); the space."""
        at = self.spaces.index(pig)
        self.spaces[at] = None
        steps = 1
        # The space it comes from counts as its own: a pig that finds no other would stay.
        while self.spaces[(at + steps) % len(self.spaces)] is not None:
            steps += 1
        at = (at + steps) % len(self.spaces)
        self.spaces[at] = pig
        self.run[pig] += steps
        return at

    def leads(self, pig: str) -> bool:
        return all(self.run[pig] > run for other, run in self.run.items() if other != pig)  # G2


class Schweinsgalopp:
    """One game."""

    def __init__(self, players: int, starter: int, dealer: Shuffler | Prompter, **options) -> None:
        self.players, self.dealer, self.options = players, dealer, options
        edition = options.get("edition_2009", False)
        self.length, self.copies = (27, 8) if edition else (22, 7)
        self.races = options.get("races", 3)
        self.variant = options.get("track_food", "off")
        self.stack = 55
        self.secured, self.food = [0] * players, set()
        self.race, self.starter = 1, starter
        self.begin_race()

    def begin_race(self) -> None:
        self.open = [0] * self.players
        self.fresh = [0] * self.players
        self.hands: list[list[str]] = [[] for _ in range(self.players)]
        self.ring = Ring(self.length)
        self.line: list[str] = []
        self.turn, self.laid_food = self.starter, 0
        self.deck = [pig for pig in PIGS for _ in range(self.copies)]
        self.dealer.shuffle(self.deck)
        self.phase, self.dealt = "line_up", False

    def lined_up(self) -> None:
        lays = self.variant == "per_race" or (self.variant == "per_game" and self.race == 1)
        self.phase = "lay_food" if lays and self.stack else "play"
        if self.phase == "play" or not self.options.get("food_before_deal", False):
            self.deal()

    def deal(self) -> None:
        self.dealt = True
        for hand in self.hands:
            for _ in range(7):
                hand.append(self.dealer.take(self.deck))

    def legal(self) -> set[str]:
        if self.phase == "line_up":
            return {f"line-up {pig}" for pig in PIGS if pig not in self.line}
        if self.phase == "lay_food":
            open_spaces = range(5, self.length - 4)
            return {f"food {space}" for space in open_spaces if space not in self.food}  # G16
        return set(self.hands[self.turn]) if self.phase == "play" else set()

    def decide(self, move: str) -> None:
        if self.phase == "line_up":
            self.ring.place(move.split()[1], -len(self.line))
            self.line.append(move.split()[1])
            if len(self.line) == 4:  # the fifth has only one space left
                self.line += [pig for pig in PIGS if pig not in self.line]
                self.ring.place(self.line[4], -4)
                self.lined_up()
        elif self.phase == "lay_food":
            self.food.add(int(move.split()[1]))
            self.stack -= 1
            self.laid_food += 1
            self.turn = (self.turn + 1) % self.players
            if self.laid_food == self.players or not self.stack:  # G9
                self.turn, self.phase = self.starter, "play"
                if not self.dealt:
                    self.deal()
        else:
            self.play(move)

    def play(self, pig: str) -> None:
        seat, hand = self.turn, self.hands[self.turn]
        hand.remove(pig)
        space = self.ring.gallop(pig)
        if space in self.food:  # G17, G18
            self.food.remove(space)
            self.open[seat] += 1
        leads = self.ring.leads(pig)
        if leads and self.stack:  # G6, G9
            self.stack -= 1
            self.open[seat] += 1
        if not hand:  # G7, G8
            if leads or self.options.get("gentle", False):  # G27
                self.secured[seat] += self.open[seat]
                self.fresh[seat] = self.open[seat]
            else:
                self.stack += self.open[seat]
            self.open[seat] = 0
        self.turn = (seat + 1) % self.players
        if not any(self.hands):
            self.end_race()

    def end_race(self) -> None:
        if self.race == self.races:
            self.phase = "over"
            return
        self.race += 1
        if self.variant == "per_race":  # G14
            self.stack += len(self.food)
            self.food = set()
        if self.options.get("rotate_start", True):  # G26
            self.starter = (self.starter + 1) % self.players
        self.begin_race()

    def winners(self) -> list[int]:
        best = max(self.secured)
        top = [seat for seat in range(self.players) if self.secured[seat] == best]
        if self.options.get("tie", "shared") == "last_race":  # G10
            fresh = max(self.fresh[seat] for seat in top)
            top = [seat for seat in top if self.fresh[seat] == fresh]
        return top
