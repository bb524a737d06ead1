"""What the page is made of: the folder `web`, words of the catalogues, layouts and facts of games.

All of it is kept in memory, zipped once, and named by what is in it: an address with the right
hash never changes what it means. What has changed on disk is noticed when a page is asked for.
"""

import base64
import gzip
import hashlib
import json
import math
import os
import posixpath
import re
import time
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

from galopp import __version__, locale
from galopp.locale import LANGUAGES, PROGRAM, Language
from galopp.locale.rules_text import sections
from galopp.play.game import game_names
from galopp.table.lesson import lesson_text
from galopp.wasm.building import is_built
from galopp.wire.facts import facts_file
from galopp.wire.layout import layout_file

WEB = Path(__file__).parents[2] / "web"
INDEX = "index.html"
FIRST_MODULE = "app.js"
# What that one loads at once, for each way to begin.
BEGINS_WITH = {
    "home": "view/home/home.js",
    "table": "view/table/entry.js",
    "replay": "view/replay/entry.js",
    "rules": "view/rules/page.js",
    "group": "view/group/entry.js",
}
# What a page that comes back without a server loads besides, to know which games there are; and
# what it loads then, before anybody has pressed anything: all at once, not one after the other.
WITHOUT_SERVER = "model/facts.js"
AHEAD = (
    "view/home/new_table.js",
    "model/here.js",
    "view/here/entry.js",
    "view/table/table.js",
    "model/play.js",
)
ADDRESSES = (
    "/",
    "/t/{code}",
    "/tv",
    "/tv/{code}",
    "/replay/{replay}",
    "/replay/{replay}/{decision}",
    "/same/{replay}",
    "/learn/{game}",
    "/here",
    "/mine",
    "/g",
    "/g/{group}",
)
RULES = "/rules/{game}"
REPLAY = "/replay"  # of a game that is in a file, or in the link itself
LATER = "later"  # the words of parts of the page that are not loaded with it
MINE = "mine"  # those of the page with the games that a browser played
NEW = "new"  # those of the sheet in which a table is wished for
GROUP = "group"  # those of groups
LAYOUTS = "layouts"  # by which the page reads frames, a file a game
FACTS = "facts"  # what a page knows of a game that it plays by itself
LESSONS = "lessons"  # as they are written down, for pages that have no server to ask
LOCAL = "local"  # what plays without a server, and the words that only such a table says
MODULES = "wasm"  # the games themselves, for pages that play without a server
WORKER = "worker"  # what runs beside the page, in the browser's own time
# What a page that is opened without a line need not have from the start: the words of its games
# come when the worker has been told which language is read.
LEFT_OUT = re.compile(
    rf"words/\w+/(?!({LATER}|{LOCAL}|{MINE}|{NEW}|{GROUP})\.).+"
    rf"|(icons|{WORKER})/.+|{re.escape(INDEX)}"
)
PAGE_WORDS = "web"  # the domain of what only the page says
# What the page says of the program's own words: the start of a key, or all of it.
SHARED_WORDS = re.compile(
    r"(table|table_phase|phrase|avatar|label)\..+|nobody|seat_number|fault\.(game_not_ready|no_such_game)"
    r"|review_(?!after|cost|decision|number|player|progress|title|why).+"
)
# What is said only by parts of the page that are loaded later: the words come with them.
LATER_WORDS = re.compile(
    r"(notices|picture|replay|review|verify|same|branch|help|race_end|renewal|account|talk|tv)\..+"
    r"|learn\.(?!link).+|undo\..+"
    r"|menu\.(claim|close_table|days|device|home|keys|language|likings|pace|scheme|settings|share|stand_up|tv|undo).*"
    r"|settings\.(bonus|grace|hints|listed|pace|seconds|talk|thinking|watchable).*"
    r"|result\.(again|fair|fold|promise|rematch|replay|review|save|secret|unfold).*|review_.+"
    r"|table\.\w+\.you.*"  # until they are here, everybody is called by name
)
# And what only a table without a server says: there it is not the server that refuses something.
LOCAL_FAULTS = re.compile(
    r"fault\.(bad_seat_name|bot_plays_(already|for_you)|decide_one_by_one|five_need_edition_2009"
    r"|game_(has_begun|is_not_over|is_over)|illegal_move|line_does_not_fit|line_missing"
    r"|name_is_taken|not_kept|no_(game_now|such_decision|such_seat|undo_asked|undo_in_window)"
    r"|needs_so_many|nobody_there|not_a_(number|record)|not_your_turn_now|nothing_to_(catch|undo)"
    r"|other_rules|others_answer_now|out_of_bounds|promise_not_kept|record_cut_short|seal_broken|seat_is_(taken|yours)"
    r"|seats_are_free|sign_off_the_track|table_is_full|text_after_the_end|too_late"
    r"|two_signs_on_a_space|undo_is_asked|unknown_(game|move|option)|window_closed"
    r"|wrong_number(_of_players|_of_spaces)?)"
)
MINE_WORDS = re.compile(r"mine\..+")
NEW_WORDS = re.compile(r"home\.new\.(?!bots).+")  # and by what comes up when a game is pressed
LOCAL_WORDS = re.compile(rf"local\..+|lobby\.(why\.)?here|{LOCAL_FAULTS.pattern}")
LESSON_WORDS = re.compile(r"lesson\..+")  # of a game, for whoever learns it
GROUP_WORDS = re.compile(r"group\..+")
# A file each.
SAID_LATER = {
    LOCAL: LOCAL_WORDS,
    MINE: MINE_WORDS,
    NEW: NEW_WORDS,
    GROUP: GROUP_WORDS,
    LATER: LATER_WORDS,
}
MEDIA = {
    ".css": "text/css; charset=utf-8",
    ".html": "text/html; charset=utf-8",
    ".ico": "image/x-icon",
    ".js": "text/javascript; charset=utf-8",
    ".json": "application/json",
    ".mp3": "audio/mpeg",
    ".net": "application/octet-stream",
    ".ogg": "audio/ogg",
    ".png": "image/png",
    ".svg": "image/svg+xml",
    ".txt": "text/plain; charset=utf-8",
    ".wasm": "application/wasm",
    ".wav": "audio/wav",
    ".webmanifest": "application/manifest+json",
    ".webp": "image/webp",
}
IMPORT_MAP = re.compile(r'<script type="importmap">(.*?)</script>', re.DOTALL)
# `import x from "y"`, `import "y"` and `export x from "y"`; neither `import("y")` nor `@import`.
IMPORT = re.compile(
    r"""(?:^|[;}\s])(?:import|export)\b(?:[\w\s$*{},]*?\bfrom)?\s*(["'])([^"']+)\1"""
)

# Comments that have lines to themselves. They are a third of what our modules weigh, and no
# reader of theirs is on a phone.
COMMENT = re.compile(r"^[ \t]*(?:/\*(?:(?!\*/)[\s\S])*\*/|//.*)[ \t]*\n", re.MULTILINE)
OTHERS_CODE = "vendor/"  # is served as it came, with its licence

# What a page may load, and whom it may speak to.
POLICY = (
    "default-src 'self'",  # its WebSocket too: 'self' covers ws: at the same host and port
    "img-src 'self' data:",
    "object-src 'none'",
    "base-uri 'self'",
    "form-action 'self'",
)
CHARSET = '<meta charset="utf-8">\n'
# What stands in a page that no server of ours sends: its policy, and that there is nobody to ask.
ALONE = """\
<meta http-equiv="Content-Security-Policy" content="{policy}">
<meta name="referrer" content="no-referrer">
<meta name="galopp-server" content="none">
"""

Words = Mapping[str, str | list[str]]
REFRESH_EVERY = 0.2  # seconds at least, so that asking for pages costs little
Stamp = tuple[tuple[str, int, int], ...]  # path, time and size of every file


@dataclass(frozen=True)
class File:
    """One thing that is served, as it is and zipped."""

    media: str
    body: bytes

    @classmethod
    def named(cls, path: str, body: bytes) -> "File":
        """A file whose kind is told by its name."""
        kind = posixpath.splitext(path)[1]
        return cls(MEDIA.get(kind, "text/plain; charset=utf-8"), body)

    @cached_property
    def zipped(self) -> bytes:
        """As most browsers take it; as it is, if zipping gains nothing."""
        return min(gzip.compress(self.body, 9, mtime=0), self.body, key=len)

    @cached_property
    def tag(self) -> str:
        """What tells it from any other file."""
        return hashlib.sha256(self.body).hexdigest()[:20]


@dataclass(frozen=True)
class Page:
    """The page as it is served, and the one script that may stand inside it."""

    file: File
    script: str  # as the policy names it: 'sha256-…'


@dataclass(frozen=True)
class Edition:
    """The whole folder and all words, as they were at one moment."""

    files: Mapping[str, File]
    root: str  # the path that the server is served below
    served: bool = True  # by a server of ours; else from files alone
    devices_think: bool = False  # whether pages work out hints and reviews by themselves

    @cached_property
    def hash(self) -> str:
        """What names this edition in addresses."""
        told = hashlib.sha256(f"{__version__}{self._thinks}".encode())  # which stand in the page
        for path, file in sorted(self.files.items()):
            told.update(f"{path} {file.tag}\n".encode())
        return told.hexdigest()[:16]

    @property
    def web(self) -> str:
        """Where the files of this edition are."""
        return f"{self.root}/web/{self.hash}"

    @cached_property
    def pages(self) -> Mapping[str, Page]:
        """The one page there is, for each way to begin."""
        return {way: self._page(module) for way, module in BEGINS_WITH.items()}

    def _page(self, begins_with: str) -> Page:
        """The page with its addresses filled in, and with what it will load at once."""
        preloads = (
            f'<link rel="modulepreload" href="{self.web}/{path}">'
            for path in self.modules_of(FIRST_MODULE, begins_with)
        )
        written = self.files[INDEX].body.decode()
        written = written.replace("{modules}", "\n".join(preloads))
        written = written.replace("{root}", self.root).replace("{web}", self.web)
        written = written.replace("{version}", __version__).replace("{here}", self._plays_here)
        written = written.replace("{devices}", self._thinks)
        script = "".join(IMPORT_MAP.findall(written))
        digest = base64.b64encode(hashlib.sha256(script.encode()).digest()).decode()
        allowed = f"'sha256-{digest}'"
        if not self.served:
            policy = "; ".join((*POLICY, script_policy(allowed)))
            written = written.replace(CHARSET, CHARSET + ALONE.format(policy=policy))
        return Page(File.named(INDEX, written.encode()), allowed)

    @property
    def _plays_here(self) -> str:
        """Whether a page can play without a server, as the page is told."""
        modules = [f"{MODULES}/{name}.wasm" for name in game_names()]
        return "yes" if all(module in self.files for module in modules) else ""

    @property
    def _thinks(self) -> str:
        """Whether a page asks itself, and not the server, for hints and reviews."""
        return "think" if self.devices_think else ""

    @cached_property
    def worker(self) -> File:
        """The service worker of this edition: what it must know, and its parts one by one."""
        told = {
            "root": self.root,
            "edition": self.hash,
            "web": self.web,
            "pages": list(
                dict.fromkeys(path.partition("{")[0] for path in (*ADDRESSES, REPLAY, RULES))
            ),
            "shell": self.shell,
            "words": {language: self._words_of(language) for language in LANGUAGES},
            "served": self.served,
            **self._without_server,
        }
        parts = (self.files[path].body.decode() for path in self._own(".js") if _is_part(path))
        written = [f"const galopp = {json.dumps(told)};", *(f"{{\n{part}}}" for part in parts)]
        return File.named("worker.js", "\n".join(written).encode())

    @property
    def _without_server(self) -> dict[str, object]:
        """What is put into the page that the worker keeps: what to load at once, and what soon."""
        first = self.modules_of(FIRST_MODULE, BEGINS_WITH["home"])
        facts = [module for module in self.modules_of(WITHOUT_SERVER) if module not in first]
        ahead = [module for module in self.modules_of(*AHEAD) if module not in (*first, *facts)]
        games = {name: self.modules_of(f"games/{name}/game.js") for name in game_names()}
        known = {*first, *facts, *ahead}
        own = {name: [path for path in found if path not in known] for name, found in games.items()}
        read = [f"{FACTS}/{name}.json" for name in game_names()]
        return {"first": facts, "facts": read, "ahead": {"table": ahead, **own}}

    @cached_property
    def shell(self) -> list[str]:
        """What the page needs to be opened without a line, in every language."""
        modules = self.modules_of(*(path for path in self._own(".js") if _is_shell(path)))
        kinds = (".css", ".svg", ".json", ".txt", ".wasm", ".net")
        others = (path for kind in kinds for path in self._own(kind))
        return [path for path in (*modules, *others) if _is_shell(path)]

    def _words_of(self, language: str) -> list[str]:
        """What is kept besides for whoever reads a language."""
        words = (path for path in self._own(".json") if path.startswith(f"words/{language}/"))
        return [path for path in words if not _is_shell(path)]

    def _own(self, kind: str) -> list[str]:
        """The paths of our own files of a kind."""
        own = (path for path in self.files if not path.startswith(OTHERS_CODE))
        return sorted(path for path in own if path.endswith(kind))

    def modules_of(self, *first: str) -> list[str]:
        """The modules that these cannot begin without, in the order they are met."""
        found: dict[str, None] = {}
        waiting = [*first]
        while waiting:
            path = waiting.pop(0)
            if path in self.files and path not in found:
                found[path] = None
                waiting += self._imports(path)
        return list(found)

    def _imports(self, path: str) -> Iterator[str]:
        """The paths of what a module imports when it is loaded."""
        for _, name in IMPORT.findall(self.files[path].body.decode()):
            if name.startswith("."):
                yield posixpath.normpath(posixpath.join(posixpath.dirname(path), name))
            else:
                yield self._mapped(name)

    def _mapped(self, name: str) -> str:
        """Where the import map sends a name: its own entry, else the longest folder."""
        known = self._import_map
        for entry in sorted(known, key=len, reverse=True):
            if name == entry or (entry.endswith("/") and name.startswith(entry)):
                return (known[entry] + name.removeprefix(entry)).removeprefix("{web}/")
        return name

    @cached_property
    def _import_map(self) -> dict[str, str]:
        written = IMPORT_MAP.search(self.files[INDEX].body.decode())
        return dict(json.loads(written[1])["imports"]) if written else {}


def script_policy(allowed: str) -> str:
    """Our own modules may be compiled ('wasm-unsafe-eval'); text never becomes a script."""
    return f"script-src 'self' 'wasm-unsafe-eval' {allowed}"


def _is_part(path: str) -> bool:
    return path.startswith(f"{WORKER}/")


def _is_shell(path: str) -> bool:
    return LEFT_OUT.fullmatch(path) is None


class Site:
    """Everything that pages are made of, as it is on disk now."""

    def __init__(
        self, root: str, folder: Path = WEB, served: bool = True, devices_think: bool = False
    ) -> None:
        self.root = root
        self.served = served
        self.devices_think = devices_think
        self.folder = folder
        self._stamp: Stamp = ()
        self._refreshed = -math.inf
        self._edition = Edition({}, root)

    def refreshed(self) -> Edition:
        """The edition as it is now; read again if anything has changed on disk."""
        now = time.monotonic()
        if now < self._refreshed + REFRESH_EVERY:
            return self._edition
        self._refreshed = now
        stamp = tuple(_stamps(self.folder)) + tuple(_stamps(locale.HERE))
        if stamp != self._stamp:
            files = {**self._files(), **_words(), **_for_games()}
            self._edition = Edition(files, self.root, self.served, self.devices_think)
            self._stamp = stamp
        return self._edition

    def _files(self) -> dict[str, File]:
        """All files, but no modules of other rules than the ones that run here."""
        found = _files(self.folder)
        if is_built(self.folder / MODULES):
            return found
        return {name: file for name, file in found.items() if not name.startswith(f"{MODULES}/")}

    @property
    def edition(self) -> Edition:
        """The edition of the last look."""
        return self._edition if self._stamp else self.refreshed()


def _paths(folder: Path) -> Iterator[Path]:
    """All files below a folder that pages are made of, in a fixed order."""
    for where, inner, names in os.walk(folder):
        inner[:] = sorted(name for name in inner if not name.startswith((".", "__")))
        yield from (Path(where, name) for name in sorted(names) if _is_served(name))


def _is_served(name: str) -> bool:
    return not name.startswith(".") and not name.endswith((".d.ts", ".py"))


def _stamps(folder: Path) -> Iterator[tuple[str, int, int]]:
    for path in _paths(folder):
        status = path.stat()
        yield str(path), status.st_mtime_ns, status.st_size


def _files(folder: Path) -> dict[str, File]:
    names = {path.relative_to(folder).as_posix(): path for path in _paths(folder)}
    return {name: File.named(name, _served(name, path)) for name, path in names.items()}


def _served(name: str, path: Path) -> bytes:
    if not name.endswith(".js") or name.startswith(OTHERS_CODE):
        return path.read_bytes()
    return COMMENT.sub("", path.read_text(encoding="utf-8")).encode()


def _words() -> dict[str, File]:
    """What the page says, one file a language, and its games: words, lesson and rules."""
    said: dict[str, object] = {}
    for language in map(Language, LANGUAGES):
        at_once: Words = words_of_page(language)
        for file, others in SAID_LATER.items():
            at_once, said[f"words/{language.code}/{file}.json"] = _apart(at_once, others)
        said[f"words/{language.code}.json"] = at_once
        for game in game_names():
            of_game, of_lesson = _apart(language.catalogue(game), LESSON_WORDS)
            said[f"words/{language.code}/{game}.json"] = of_game
            said[f"words/{language.code}/{game}-lesson.json"] = of_lesson
            said[f"words/{language.code}/{game}-rules.json"] = sections(language.rules(game))
    return {name: File.named(name, _written(words)) for name, words in said.items()}


def _for_games() -> dict[str, File]:
    """How the page reads news of each game that comes as frames, and what it needs to play it."""
    files = {}
    for name in game_names():
        files[f"{LAYOUTS}/{name}.json"] = layout_file(name)
        files[f"{FACTS}/{name}.json"] = facts_file(name)
        files[f"{LESSONS}/{name}.txt"] = lesson_text(name).encode()
    return {path: File.named(path, body) for path, body in files.items()}


def _apart(words: Words, others: re.Pattern[str]) -> tuple[Words, Words]:
    """Some words, and those of them that others say."""
    theirs = {key: said for key, said in words.items() if others.fullmatch(key)}
    return {key: said for key, said in words.items() if key not in theirs}, theirs


def words_of_page(language: Language) -> dict[str, str | list[str]]:
    """Everything that the page says besides a game's own words."""
    program = language.catalogue(PROGRAM)
    said_here = re.compile(f"{SHARED_WORDS.pattern}|{LOCAL_FAULTS.pattern}")
    shared = {key: said for key, said in program.items() if said_here.fullmatch(key)}
    return {**shared, **language.catalogue(PAGE_WORDS), **_names_of_games(language)}


def _names_of_games(language: Language) -> dict[str, str | list[str]]:
    """What the first page says of each game, which it does not load."""
    return {
        f"game.{name}.{key}": language.catalogue(name)[key]
        for name in game_names()
        for key in ("title", "tagline")
    }


def _written(words: object) -> bytes:
    return json.dumps(words, ensure_ascii=False, separators=(",", ":")).encode()
