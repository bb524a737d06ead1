"""`galopp play`: a table in the terminal, for people and bots.

Everybody at the keyboard sees only what their seat may see. With several people the screen
is cleared between them, and waits until the next one is there.
"""

import re
import secrets
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from rich.markup import escape

from galopp import bots
from galopp.bots import Bot, Thought
from galopp.bots.reasons import explain
from galopp.cli.rules import show_rules
from galopp.cli.screen import Screen
from galopp.cli.tables import draw
from galopp.core.fault import Fault, Unreadable
from galopp.play.game import Game, game, game_names
from galopp.play.move import Move
from galopp.play.position import IllegalMove, Position, Seen, narrate
from galopp.play.record import Record
from galopp.play.telling import Teller, say_fault

USUAL_PLAYERS = 3
A_QUICK_SEARCH = "strong@8"  # enough to use all that thinking ahead is made of


class Leave(Exception):
    """Somebody gets up from the table."""


def sit_down(
    screen: Screen,
    name: str | None,
    players: int | None,
    people: int,
    bot_name: str,
    seed: int | None,
    entered: list[str],
    save: Path | None,
) -> None:
    """Choose what is left to choose, play, and write the game down if that was asked for."""
    bots.bot(game_names()[0], bot_name)  # better refused now than after choosing a game
    if save:
        save.open("a").close()  # better refused now than after the game
    try:
        played = screen.game(name) if name else choose_game(screen)
        table = lay_table(screen, played, players, people, bot_name, seed, entered)
    except Leave:
        screen.tell(screen.say("left"))
        return
    try:
        table.play()
    except Leave:
        screen.tell(screen.say("left"))
    finally:
        table.bot.close()
    if save:
        record = Record.of(table.position, dict(enumerate(table.names)))
        save.write_text(str(record), encoding="utf-8")
        screen.tell(screen.say("saved", name=str(save)))


def lay_table(
    screen: Screen,
    played: Game,
    players: int | None,
    people: int,
    bot_name: str,
    seed: int | None,
    entered: list[str],
) -> "TerminalTable":
    """Set the game up, and compile what it needs while saying so."""
    if players is None:
        players = max(people, min(USUAL_PLAYERS, played.rules.SEATS))
    options = screen.options(played, players, entered)
    if not 0 <= people <= players:
        raise Unreadable("too_many_people", number=people, high=players)
    with screen.compiling(played.name):
        position = played.new(players, seed, **options)
        warm_up(position, bot_name)
    thinks = bots.bot(played.name, bot_name)
    return TerminalTable(screen, position, names_of(screen, people, players), people, thinks)


def choose_game(screen: Screen) -> Game:
    """Ask which game to play."""
    names = game_names()
    for number, name in enumerate(names, 1):
        title = screen.language.of_game(name, "title")
        tagline = screen.language.of_game(name, "tagline")
        screen.show(f"[bold]{number}[/bold]  [bold]{title}[/bold]  [dim]{tagline}[/dim]")
    while True:
        answer = ask(screen, screen.say("which_game"))
        if number := number_in(answer, len(names)):
            return game(names[number - 1])
        try:
            return screen.game(answer)
        except Unreadable as fault:
            screen.tell(say_fault(screen.language, fault))


def ask(screen: Screen, question: str) -> str:
    """What somebody types; the end of the input is getting up."""
    try:
        return screen.out.input(f"{escape(question)} ").strip()
    except (EOFError, KeyboardInterrupt):
        raise Leave from None


def number_in(answer: str, most: int) -> int:
    """The number of a choice that somebody typed; 0 if it is none."""
    typed = int(answer) if re.fullmatch(r"[0-9]{1,3}", answer) else 0
    return typed if typed <= most else 0


def names_of(screen: Screen, people: int, players: int) -> list[str]:
    """Names for the seats: people first, then bots."""
    persons = [screen.say("player_number", number=n + 1) for n in range(people)]
    others = [screen.say("bot_number", number=n + 1) for n in range(players - people)]
    return persons + others


def warm_up(position: Position, bot_name: str) -> None:
    """Call whatever the first moves need, so that compiling happens now and not then."""
    trial = position.copy()
    quick = A_QUICK_SEARCH if bots.thinks_ahead(bot_name) else bot_name
    for seat in (None, *range(trial.players)):
        seen = trial.seen(seat)
        if seat in trial.asked and quick in (*bots.POLICIES, A_QUICK_SEARCH):
            bots.bot(trial.game.name, quick).think(seen.record, trial.told(seat).records, 0)
    trial.why_not(trial.legal[0])
    trial.play(trial.legal[0])
    _ = (trial.scores, trial.winners)


@dataclass
class TerminalTable:
    """A game between people at one keyboard and bots."""

    screen: Screen
    position: Position
    names: Sequence[str]
    people: int
    bot: Bot
    last_person: int | None = None

    def __post_init__(self) -> None:
        you = 0 if self.people == 1 else None
        self.teller = Teller(self.screen.language, self.position.game, self.names, you)
        # What each person has not been told yet, and what all at the table have not (None).
        self.news: dict[int | None, list[str]] = {viewer: [] for viewer in self.viewers}

    @property
    def viewers(self) -> list[int | None]:
        """The people, and the public."""
        return [*range(self.people), None]

    def play(self) -> None:
        """Until the game is over."""
        while self.position.mover is not None:
            seat = self.position.mover
            seen = self.position.seen(seat)
            if seat < self.people:
                self.decide(seat, self.ask_person(seat, seen))
            else:
                told = self.position.told(seat).records
                thought = self.bot.think(seen.record, told, secrets.randbits(64))
                self.decide(seat, self.position.game.moves[thought.code])
        self.finish()

    def decide(self, seat: int, move: Move) -> None:
        """Carry a decision out, and note for each person what they saw of it."""
        before = {viewer: self.position.seen(viewer) for viewer in self.viewers}
        self.position.play(move, seat)
        for viewer, seen in before.items():
            events = narrate(seen, self.position.seen(viewer))
            self.news[viewer] += [self.teller.event(event) for event in events]

    def ask_person(self, seat: int, seen: Seen) -> Move:
        """Show the table and the news, and ask until there is a legal move."""
        self.draw_curtain(seat)
        self.tell_news(seat)
        self.screen.show("")
        self.screen.show(draw(seen, self.teller))
        legal = seen.legal
        if len(legal) == 1:
            only = self.screen.say("only_choice", move=self.teller.move(legal[0]))
            self.screen.tell(only, "dim")
        while True:
            self.show_choices(seen, legal)
            answer = ask(self.screen, f"{self.names[seat]} ▸")
            if answer in ("h", "hint"):
                self.give_hint(seen)
            elif (move := self.read(answer, legal)) is not None:
                return move

    def give_hint(self, seen: Seen) -> None:
        """What the strongest bot would do, how good that is, and why."""
        with self.screen.err.status(self.screen.say("thinking")):
            told = self.position.told(int(seen.record.viewer)).records
            strongest = bots.bot(self.position.game.name, bots.LEVELS[-1])
            thought = strongest.think(seen.record, told, 0)
            reason = explain(seen.record, told, thought.code)
        self.screen.tell(self.hint(thought), "bold")
        if reason is not None:
            self.screen.tell(self.teller.reason(reason.key, reason.arguments))
        for code in sorted(thought.chances, key=lambda code: -thought.visits[code]):
            move = self.teller.move(self.position.game.moves[code])
            chance = self.screen.language.percent(thought.chances[code])
            self.screen.tell(f"{chance:>8}  {move}", "dim")

    def hint(self, thought: Thought) -> str:
        """The move, and the chance to win with it if there was anything to think about."""
        move = self.teller.move(self.position.game.moves[thought.code])
        if not thought.chances:
            return self.screen.say("only_choice", move=move)
        chance = self.screen.language.percent(thought.chances[thought.code])
        return self.screen.say("hint", move=move, chance=chance)

    def show_choices(self, seen: Seen, legal: list[Move]) -> None:
        """What is asked, and the moves allowed, numbered."""
        asked = self.teller.word("phase", seen.phase)
        self.screen.tell(asked, "bold")
        for number, move in enumerate(legal, 1):
            line = f"  [bold]{number:2}[/bold]  {escape(self.teller.move(move))}"
            self.screen.show(f"{line}  [dim]{escape(move.notation)}[/dim]")

    def read(self, answer: str, legal: list[Move]) -> Move | None:
        """The move meant; None if it was something else, or may not be made (and why)."""
        if number := number_in(answer, len(legal)):
            return legal[number - 1]
        if answer in ("q", "quit"):
            raise Leave
        if answer in ("?", ""):
            self.screen.tell(self.screen.say("help"))
            return None
        if answer in ("rules", "r"):
            show_rules(self.screen, self.position.game.name)
            return None
        try:
            move = self.position.game.read_move(answer)
            refused = self.position.why_not(move)
            if refused is None:
                return move
            illegal = IllegalMove(move, *refused)
            self.screen.tell(self.teller.refusal(illegal), "red")
        except Fault as fault:
            self.screen.tell(say_fault(self.screen.language, fault), "red")
        return None

    def draw_curtain(self, seat: int) -> None:
        """Between two people nothing may stay on the screen."""
        if self.people > 1 and seat != self.last_person:
            if self.last_person is not None:
                self.screen.wipe()
            ask(self.screen, self.screen.say("curtain", seat=self.names[seat]))
        self.last_person = seat

    def tell_news(self, viewer: int | None) -> None:
        """What happened since this viewer was last told."""
        for line in self.news[viewer]:
            self.screen.tell(f"· {line}")
        self.news[viewer] = []
        self.news[None] = []

    def finish(self) -> None:
        """The last news and the final table; with several people, what all may know."""
        viewer = 0 if self.people == 1 else None
        self.tell_news(viewer)
        self.screen.show("")
        self.screen.show(draw(self.position.seen(viewer), self.teller))
