"""Events, refusals and faults as sentences in the reader's language.

What an argument is called says how it is put into words: `seat` becomes the player's name,
`pig`, `card` and the like are looked up in the game's catalogue, numbers stay numbers.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import partial

from galopp.core.contract import Event
from galopp.core.fault import Fault
from galopp.core.words import Plain
from galopp.locale import Language
from galopp.play.game import Game, game_names
from galopp.play.move import Move
from galopp.play.position import IllegalMove
from galopp.play.record import BadRecord

SEATS = ("seat", "by", "starter")
LISTS_OF_SEATS = ("winners", "seats")
THINGS = ("animal", "card", "pig", "runner")  # that a fault may be about


@dataclass(frozen=True)
class Teller:
    """Says what happens in one game, in one language, with the players' names."""

    language: Language
    game: Game
    names: Sequence[str]

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

    def word(self, about: str, name: str) -> str:
        """One thing of the game by its name: a pig, a card, a phase, an option."""
        return self.language.of_game(self.game.name, f"{about}.{name}")

    def label(self, name: str) -> str:
        """A word beside something on the table."""
        return self.language.say(f"label.{name}")

    def _say(self, key: str, arguments: Mapping[str, Plain]) -> str:
        filled = {name: self._fill(name, value) for name, value in arguments.items()}
        return self.language.of_game(self.game.name, key, **filled)

    def _fill(self, name: str, value: Plain) -> str | int:
        if name in SEATS and isinstance(value, int):
            return self.names[value]
        if name in LISTS_OF_SEATS and isinstance(value, list):
            return self._all_of([self.names[seat] for seat in value if isinstance(seat, int)])
        about = name.rsplit("_")[-1]  # an "other_runner" is a runner
        if isinstance(value, list):
            return self._all_of([self.word(about, str(one)) for one in value])
        if isinstance(value, str):
            return value if value.isdecimal() else self.word(about, value)
        return int(value) if isinstance(value, int) else ""

    def _all_of(self, words: Sequence[str]) -> str:
        if len(words) < 2:
            return "".join(words) or self.language.say("nobody")
        return self.language.say("and", first=", ".join(words[:-1]), last=words[-1])


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


# In tracebacks, too, whatever the machine speaks: there a fault is for whoever programs.
Fault.said_by = partial(say_fault, Language("en"))


def _named(language: Language, about: str, value: str | int) -> str | int:
    """A thing of some game by its name in the reader's language."""
    if about in THINGS:
        key = f"{about}.{value}"
        for name in game_names():
            if (said := language.of_game(name, key)) != key:
                return said
    return value
