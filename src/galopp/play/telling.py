"""Events, refusals and faults as sentences in the reader's language.

What an argument is called says how it is put into words: `seat` becomes the player's name,
`pig`, `card` and the like are looked up in the game's catalogue, numbers stay numbers.

Whoever reads of themselves reads "you": a sentence has a form of its own for that,
`event.played.you` where the `seat` is the reader, `event.ran.you_runner` where the `runner` is
theirs.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from galopp.core.events import Event
from galopp.core.fault import Fault
from galopp.core.words import Plain
from galopp.locale import Language
from galopp.play.game import Game, game_names
from galopp.play.move import Move
from galopp.play.position import IllegalMove, Position
from galopp.play.record import BadRecord

SEATS = ("seat", "by", "starter")
LISTS_OF_SEATS = ("winners", "seats")
THINGS = ("animal", "card", "pig", "runner")  # that a fault may be about


@dataclass(frozen=True)
class Teller:
    """Says what happens in one game, in one language, with the players' names.

    `you` is the seat of whoever reads it, if that is one person alone.
    """

    language: Language
    game: Game
    names: Sequence[str]
    you: int | None = None

    def event(self, event: Event) -> str:
        """What a viewer saw happen."""
        return self._say(f"event.{event.key}", event.arguments)

    def move(self, move: Move) -> str:
        """What a move would be, as a choice to make."""
        subject = {move.about: move.subject} if move.about else {}
        return self._say(f"move.{move.kind}", subject)

    def refusal(self, illegal: IllegalMove) -> str:
        """Why a move may not be made, and which ruling says so."""
        reason = self._say(f"refusal.{illegal.refusal}", {})
        return self.language.say("refused", reason=reason, ruling=illegal.ruling)

    def reason(self, key: str, facts: Mapping[str, Plain]) -> str:
        """What speaks for a move."""
        return self._say(f"reason.{key}", facts)

    def outcome(self, position: Position) -> str:
        """Who has won a game that is over, be it nobody's runner."""
        if position.winners:
            return self.language.say("won_by", winners=self._fill("winners", [*position.winners]))
        unowned = position.unowned_winners
        return self._say("unowned_won", {"runner": [*unowned], "count": len(unowned)})

    def word(self, about: str, name: str) -> str:
        """One thing of the game by its name: a pig, a card, a phase, an option."""
        return self.language.of_game(self.game.name, f"{about}.{name}")

    def label(self, name: str) -> str:
        """A word beside something on the table."""
        return self.language.say(f"label.{name}")

    def _say(self, key: str, arguments: Mapping[str, Plain]) -> str:
        filled = {name: self._fill(name, value) for name, value in arguments.items()}
        for name, value in arguments.items():
            if isinstance(value, str):  # whose it is goes without saying in some sentences
                filled[f"{name}_alone"] = self._look_up(_about(name), value)
        return self.language.of_game(self.game.name, self._form(key, arguments), **filled)

    def _form(self, key: str, arguments: Mapping[str, Plain]) -> str:
        """The form of a sentence that says "you", if it is about the reader."""
        for name, value in arguments.items():
            form = f"{key}.you" if name == "seat" else f"{key}.you_{name}"
            if self._is_you(name, value) and self.language.has(self.game.name, form):
                return form
        return key

    def _is_you(self, name: str, value: Plain) -> bool:
        if self.you is None:
            return False
        if name in SEATS:
            return value == self.you
        if name in LISTS_OF_SEATS:
            return value == [self.you]
        return isinstance(value, str) and self._owner(_about(name), value) == self.you

    def _owner(self, about: str, name: str) -> int | None:
        """The seat that something belongs to, or nobody's."""
        owned = self.game.rules.OWNED.get(about, ())[: len(self.names)]
        return owned.index(name) if name in owned else None

    def _fill(self, name: str, value: Plain) -> str | int:
        if name in SEATS and isinstance(value, int):
            return self.names[value]
        if name in LISTS_OF_SEATS and isinstance(value, list):
            names = [self.names[seat] for seat in value if isinstance(seat, int)]
            return self.language.all_of(names)
        if isinstance(value, list):
            return self.language.all_of([self._thing(_about(name), str(one)) for one in value])
        if isinstance(value, str):
            return self._thing(_about(name), value)
        return int(value) if isinstance(value, int) else ""

    def _thing(self, about: str, name: str) -> str:
        """A thing, and whose it is: "Ringo (blue)"."""
        seat, alone = self._owner(about, name), self._look_up(about, name)
        if seat is None:
            return alone
        whose = "yours" if seat == self.you else "owned"
        filled = {about: alone, "seat": self.names[seat]}
        return self.language.of_game(self.game.name, f"{about}.{whose}", **filled)

    def _look_up(self, about: str, name: str) -> str:
        return name if name.isdecimal() else self.word(about, name)


def _about(name: str) -> str:
    """What a gap is filled with: an "other_runner" is a runner."""
    return name.rsplit("_")[-1]


def say_fault(language: Language, fault: Fault) -> str:
    """What is wrong with something written, in a sentence."""
    arguments = {name: _named(language, name, value) for name, value in fault.arguments.items()}
    if "refusal" in arguments:  # a move that the rules refuse: the game says why
        key = f"refusal.{arguments['refusal']}"
        arguments["reason"] = language.of_game(str(arguments["game"]), key)
    said = language.say(f"fault.{fault.key}", **arguments)
    where = [fault.arguments[name] for name in ("field", "option") if name in fault.arguments]
    if isinstance(fault, BadRecord):
        return language.say("in_line", line=fault.line, fault=said)
    return language.say("in_field", field=str(where[0]), fault=said) if where else said


def _named(language: Language, about: str, value: str | int) -> str | int:
    """A thing of some game by its name in the reader's language."""
    if about in THINGS:
        key = f"{about}.{value}"
        for name in game_names():
            if (said := language.of_game(name, key)) != key:
                return said
    return value
