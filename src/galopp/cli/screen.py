"""The terminal: what is printed, what is asked, and how a fault is told."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass

import typer
from rich.console import Console, RenderableType

from galopp.core.fault import Fault, Unreadable
from galopp.core.kernel import compiled_before
from galopp.core.option import Option
from galopp.core.words import Plain
from galopp.locale import Language, language
from galopp.play.game import Game, game, game_names
from galopp.play.telling import say_fault


@dataclass
class Screen:
    """A terminal in one language. Tables go to standard output, everything else to error."""

    language: Language
    out: Console
    err: Console

    @classmethod
    def open(cls, wanted: str | None) -> "Screen":
        """The screen in the language asked for, else the system's."""
        return cls(
            language(wanted), Console(highlight=False), Console(stderr=True, highlight=False)
        )

    def say(self, key: str, **arguments: str | int) -> str:
        """A sentence of the program."""
        return self.language.say(key, **arguments)

    def show(self, what: RenderableType) -> None:
        """Print to standard output."""
        self.out.print(what)

    @contextmanager
    def faults(self) -> Iterator[None]:
        """Tell a fault in the user's language, and leave with an error."""
        try:
            yield
        except Fault as fault:
            self.err.print(f"[red]{say_fault(self.language, fault)}[/red]")
            raise typer.Exit(2) from None
        except OSError as fault:
            name, reason = str(fault.filename or ""), str(fault.strerror or fault)
            self.err.print(f"[red]{self.say('fault.file', name=name, reason=reason)}[/red]")
            raise typer.Exit(2) from None

    @contextmanager
    def compiling(self, played: str) -> Iterator[None]:
        """Say so if the rules of a game must be compiled first, which takes seconds, once."""
        if compiled_before(played):
            yield
        else:
            with self.err.status(self.say("compiling")):
                yield

    def game(self, name: str) -> Game:
        """The game of this name, however it is spelt."""
        wanted = name.lower().replace("-", "").replace(" ", "")
        if wanted not in game_names():
            raise Unreadable("unknown_game", game=name, names=", ".join(game_names()))
        return game(wanted)

    def options(self, played: Game, entered: list[str]) -> dict[str, Plain]:
        """Options entered as NAME=VALUE."""
        known = {option.name: option for option in played.rules.OPTIONS}
        chosen: dict[str, Plain] = {}
        for text in entered:
            name, found, value = text.partition("=")
            if name not in known:
                raise Unreadable("unknown_option", option=name, names=", ".join(known))
            chosen[name] = _read_value(known[name], value if found else "on")
        return chosen


SWITCHES: dict[str, Plain] = {"on": True, "off": False, "true": True, "false": False, "none": None}


def _read_value(option: Option, text: str) -> Plain:
    # What it means is for the option to say; here it is only seen as number, list or word.
    if text in option.presets:
        return text
    if isinstance(option.default, tuple):
        return [_number_or_word(part) for part in text.replace("/", ",").split(",")]
    names = getattr(option.words, "names", ())
    return text if text in names else SWITCHES.get(text, _number_or_word(text))


def _number_or_word(text: str) -> Plain:
    return int(text) if text.lstrip("-").isdecimal() else text
