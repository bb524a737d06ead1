"""Everything a person reads, in German, English and French.

Sentences live in gettext catalogues, one file a language and domain: `galopp` for the
program itself, and one domain a game. A message is named by a key ("event.ran"), never
glued together from words; what it is about is filled in by name. The rules of each game
are Markdown texts beside the catalogues.
"""

import gettext
import io
import locale
import os
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po

HERE = Path(__file__).parent
LANGUAGES = ("de", "en", "fr")
PROGRAM = "galopp"  # the domain of everything that is not one game's own


@cache
def _catalogue(code: str, domain: str) -> gettext.GNUTranslations:
    source = HERE / code / "LC_MESSAGES" / f"{domain}.po"
    compiled = io.BytesIO()
    with source.open("rb") as messages:
        write_mo(compiled, read_po(messages, locale=code))
    compiled.seek(0)
    return gettext.GNUTranslations(compiled)


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
        return sentence.format(**arguments)

    def knows(self, game: str, key: str) -> bool:
        """Whether a game's catalogue has a sentence of this key."""
        catalogue = _catalogue(self.code, game)
        return catalogue.gettext(key) != key or catalogue.ngettext(key, "", 1) != key

    def rules(self, game: str) -> str:
        """The rules of a game, as Markdown."""
        return (HERE / self.code / "rules" / f"{game}.md").read_text(encoding="utf-8")


def language(wanted: str | None = None) -> Language:
    """The language asked for ("de", "fr_CH"…), else the system's, else English."""
    for name in (wanted, os.environ.get("GALOPP_LANG"), *_of_the_system()):
        code = (name or "").replace("-", "_").split("_")[0].lower()
        if code in LANGUAGES:
            return Language(code)
    return Language("en")


def _of_the_system() -> list[str | None]:
    named = [os.environ.get(name) for name in ("LC_ALL", "LC_MESSAGES", "LANG")]
    return [*named, locale.getlocale()[0]]
