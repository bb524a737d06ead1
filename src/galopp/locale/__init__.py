"""Everything a person reads, in German, English and French.

Sentences live in gettext catalogues, one file a language and domain: `galopp` for the
program itself, `web` for the page in the browser, and one domain a game. A message is named
by a key ("event.ran"), never glued together from words; what it is about is filled in by
name. The rules of each game are Markdown texts beside the catalogues.
"""

import gettext
import io
import locale
import os
import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from babel import Locale
from babel.lists import format_list
from babel.messages.catalog import Catalog
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po
from babel.numbers import format_decimal, format_percent

HERE = Path(__file__).parent
LANGUAGES = ("de", "en", "fr")
PROGRAM = "galopp"  # the domain of everything that is not one game's own
ENGLISH = "en_GB"  # "A, B and C": most of the world does without the last comma
# Where a space belongs to a sign, at which no line may begin or end. It is hard to see in a file.
TIED = {"fr": re.compile(r"(?<=[^\s|]) (?=[;:!?»%])|(?<=«) ")}
NO_BREAK = "\u00a0"
MINUS = "−"  # where Unicode's tables have a hyphen for each of our languages


def _read(code: str, domain: str) -> Catalog:
    with (HERE / code / "LC_MESSAGES" / f"{domain}.po").open("rb") as messages:
        read = read_po(messages, locale=code)
    for message in read:
        if isinstance(message.string, str):
            message.string = _tied(code, message.string)
        elif message.string:
            message.string = tuple(_tied(code, form) for form in message.string)
    return read


def _tied(code: str, text: str) -> str:
    """With the spaces that this language ties to signs."""
    return TIED[code].sub(NO_BREAK, text) if code in TIED else text


@cache
def _catalogue(code: str, domain: str) -> gettext.GNUTranslations:
    compiled = io.BytesIO()
    write_mo(compiled, _read(code, domain))
    compiled.seek(0)
    return gettext.GNUTranslations(compiled)


@cache
def _customs(code: str) -> Locale:
    """How a language writes lists and numbers."""
    return Locale.parse(ENGLISH if code == "en" else code)


@dataclass(frozen=True)
class Language:
    """One language; `say` gives a sentence of the program, `of_game` one of a game."""

    code: str

    def say(self, key: str, /, **arguments: str | int) -> str:
        """A sentence of the program itself."""
        return self.of_game(PROGRAM, key, **arguments)

    def of_game(self, game: str, key: str, /, **arguments: str | int) -> str:
        """A sentence of a game; `count` chooses between singular and plural."""
        catalogue = _catalogue(self.code, game)
        if "count" in arguments:
            sentence = catalogue.ngettext(key, f"{key}.plural", int(arguments["count"]))
        else:
            sentence = catalogue.gettext(key)
        return sentence.format(**{gap: self._written(value) for gap, value in arguments.items()})

    def _written(self, value: str | int) -> str | int:
        """What fills a gap: a number below zero with its sign."""
        return self.number(value) if isinstance(value, int) and value < 0 else value

    def has(self, game: str, key: str) -> bool:
        """Whether there is such a sentence of a game."""
        return _catalogue(self.code, game).gettext(key) != key

    def catalogue(self, domain: str) -> dict[str, str | list[str]]:
        """Every sentence of a domain by its key, as the file has it now.

        What has a singular and a plural is a list of both.
        """
        said: dict[str, str | list[str]] = {}
        for message in _read(self.code, domain):
            if isinstance(message.id, list | tuple):
                said[message.id[0]] = [str(form) for form in message.string or ()]
            elif message.id:
                said[message.id] = str(message.string)
        return said

    def number(self, value: float, digits: int = 0) -> str:
        """A number as this language writes it: 1,234.5 or −1.234,5."""
        pattern = "#,##0" + ("." + "0" * digits if digits else "")
        return format_decimal(value, pattern, locale=self.code).replace("-", MINUS)

    def percent(self, share: float) -> str:
        """A share as this language writes it: 48.4% or 48,4 %."""
        customs = _customs(self.code)
        pattern = customs.percent_formats[None].pattern.replace("0", "0.0", 1)
        return format_percent(share, pattern, locale=customs)

    def all_of(self, words: Sequence[str]) -> str:
        """Several things as one: "A, B and C"; nobody where there are none."""
        return format_list(words, locale=_customs(self.code)) or self.say("nobody")

    def rules(self, game: str) -> str:
        """The rules of a game, as Markdown."""
        text = (HERE / self.code / "rules" / f"{game}.md").read_text(encoding="utf-8")
        return _tied(self.code, text)


def language(wanted: str | None = None) -> Language:
    """The language asked for ("de", "fr_CH"…), else the system's, else English."""
    for name in (wanted, os.environ.get("GALOPP_LANG"), *_of_the_system()):
        if name and language_code(name) in LANGUAGES:
            return Language(language_code(name))
    return Language("en")


def language_code(name: str) -> str:
    """The language in a name like "fr_CH.UTF-8"."""
    return name.replace("-", "_").split("_")[0].split(".")[0].lower()


def _of_the_system() -> list[str | None]:
    named = [os.environ.get(name) for name in ("LC_ALL", "LC_MESSAGES", "LANG")]
    return [*named, locale.getlocale()[0]]
