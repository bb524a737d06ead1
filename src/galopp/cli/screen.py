"""The terminal: what is printed, what is asked, and how a fault is told."""

import io
import re
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass

import typer
from rich.console import Console, RenderableType
from rich.text import Text

from galopp.core.fault import Fault, Unreadable
from galopp.core.kernel import compiled_before
from galopp.core.option import Option
from galopp.core.words import Plain
from galopp.locale import LANGUAGES, Language, language, language_code
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
        for stream in (sys.stdout, sys.stderr):
            if isinstance(stream, io.TextIOWrapper):
                stream.reconfigure(errors="replace")  # a terminal without "ü" still works
        if wanted is not None and language_code(wanted) not in LANGUAGES:
            raise typer.BadParameter(f"{wanted}: {', '.join(LANGUAGES)}", param_hint="--lang")
        out, err = Console(highlight=False), Console(stderr=True, highlight=False)
        return cls(language(wanted), out, err)

    def say(self, key: str, **arguments: str | int) -> str:
        """A sentence of the program."""
        return self.language.say(key, **arguments)

    def show(self, what: RenderableType) -> None:
        """Print something drawn, or text with styles of our own, to standard output."""
        self.out.print(what)

    def tell(self, text: str, style: str = "") -> None:
        """Print text as it is, whatever brackets somebody typed into it."""
        self.out.print(Text(text, style))

    def complain(self, text: str) -> None:
        """Print what is wrong to standard error."""
        self.err.print(Text(text, "red"))

    def wipe(self) -> None:
        """Leave nothing on the screen, nor above it where one could scroll back to."""
        self.out.clear()
        if self.out.is_terminal:
            self.out.file.write("\x1b[3J")
            self.out.file.flush()

    @contextmanager
    def faults(self) -> Iterator[None]:
        """Tell a fault in the user's language, and leave with an error."""
        try:
            yield
        except Fault as fault:
            self.complain(say_fault(self.language, fault))
            raise typer.Exit(2) from None
        except OSError as fault:
            name, reason = str(fault.filename or ""), str(fault.strerror or fault)
            self.complain(self.say("fault.file", name=name, reason=reason))
            raise typer.Exit(2) from None

    @contextmanager
    def compiling(self, played: str) -> Iterator[None]:
        """Say so if the rules of a game must be compiled first, which takes seconds, once."""
        if compiled_before(f"galopp.games.{played}.rules"):
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

    def options(self, played: Game, players: int, entered: list[str]) -> dict[str, Plain]:
        """Options entered as NAME=VALUE, and what so many players need besides."""
        known = {option.name: option for option in played.rules.OPTIONS}
        chosen = played.options_needed(players)
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
    return int(text) if re.fullmatch(r"-?[0-9]{1,9}", text) else text
