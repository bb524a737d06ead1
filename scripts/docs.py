"""Fill in the parts of the docs that code already knows.

    .venv/bin/python scripts/docs.py            # write them
    .venv/bin/python scripts/docs.py --check    # exit 1 and name the pages that are stale

Between `<!-- generated: NAME -->` and `<!-- end -->` a page holds a table. The columns that
code knows are written anew each time: codes, kinds, bounds, defaults, the functions that
decide a ruling, the tests that are marked with it. The columns that only a person can write
(what a ruling says, what a field means) are kept as they stand on the page, row by row,
found again by the first column. A row new to the page begins with empty cells, and a test
fails until somebody fills them. A block whose NAME is unknown here is left alone.
"""

import ast
import io
import os
import re
import sys
import tokenize
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import Any

import batch_tables
import strength_tables
import typer

os.environ["GALOPP_LANG"] = "en"  # the help of commands is put into the docs

from galopp import games
from galopp.batch.layout import layout_of
from galopp.cli.app import app
from galopp.core.contract import MoveKind, Rules
from galopp.core.option import Option, OptionWords
from galopp.core.record import Axis, Field
from galopp.core.words import NOBODY, CountsOf, Flag, Name, Names, Number, NumberOrNone, Spaces

ROOT = Path(__file__).resolve().parents[1]
DOCS = ROOT / "docs"

BLOCK = re.compile(r"(<!-- generated: (\w+) -->\n)(.*?)(<!-- end -->)", re.DOTALL)
RULING_ID = re.compile(r"\b([A-Z])(\d+)\b(?:-[A-Z]?(\d+)\b)?")  # S10, S1-S4

Row = dict[str, str]
Kept = Mapping[str, Row]  # the rows of a table as the page has them, by their first column


# Tables as text ---------------------------------------------------------------------------


@dataclass(frozen=True)
class Table:
    """Columns in order, rows as far as code knows them, and what follows the table."""

    columns: tuple[str, ...]
    rows: Sequence[Row]
    links: Mapping[str, str] = field(default_factory=dict)

    def text(self, kept: Kept) -> str:
        """The table as Markdown; what a row does not say is taken from the page."""
        lines = [_line(self.columns), _line("---" for _ in self.columns)]
        for row in self.rows:
            whole = {**kept.get(row[self.columns[0]], {}), **row}
            lines.append(_line(whole.get(column, "") for column in self.columns))
        if self.links:
            lines += ["", *(f"[{label}]: {target}" for label, target in self.links.items())]
        return "\n".join(lines) + "\n"


def _line(cells: Any) -> str:
    return "| " + " | ".join(cells) + " |"


def rows_of(text: str) -> dict[str, Row]:
    """The rows of the first table in a text, by their first column."""
    lines = [_cells(line) for line in text.splitlines() if line.startswith("|")]
    if len(lines) < 2:
        return {}
    columns = lines[0]
    return {cells[0]: dict(zip(columns, cells, strict=True)) for cells in lines[2:]}


def _cells(line: str) -> list[str]:
    return [cell.strip() for cell in line.strip().strip("|").split("|")]


def code(text: object) -> str:
    """In code font."""
    return f"`{text}`"


# Rulings: what decides them, what tests them ----------------------------------------------


def ids_in(text: str) -> Iterator[str]:
    """The rulings a text names; S1-S4 names four."""
    for letter, first, last in RULING_ID.findall(text):
        for number in range(int(first), int(last or first) + 1):
            yield f"{letter}{number}"


@dataclass(frozen=True)
class Citation:
    """A ruling named in a file of a game: within what, and whether that decides it."""

    ruling: str
    owner: str
    file: str  # without its ending
    decides: bool


# A game's files, in this order; the last ones hold to what the others decide.
FOLLOW = ("memory", "inference", "check", "telling")
READ = ("box", "rules", "sight", *FOLLOW)


def citations(game: str) -> list[Citation]:
    """Every ruling named in a docstring or a comment of a game's files, in order."""
    return [citation for source in game_files(game) for citation in _citations(source)]


def _citations(source: Path) -> Iterator[Citation]:
    """What decides a ruling is a function or a table (a name in capitals)."""
    text = source.read_text(encoding="utf-8")
    tree = ast.parse(text)
    remarks = sorted([*_comments(text), *_docstrings(tree)])
    for line, said in remarks:
        owner = next((node for node in tree.body if line <= (node.end_lineno or 0)), tree.body[-1])
        name = _name_of(owner)
        decides = source.stem not in FOLLOW and _can_decide(owner, name)
        for ruling in ids_in(said):
            yield Citation(ruling, name, source.stem, decides)


def _comments(text: str) -> Iterator[tuple[int, str]]:
    for token in tokenize.generate_tokens(io.StringIO(text).readline):
        if token.type == tokenize.COMMENT:
            yield token.start[0], token.string


def _docstrings(tree: ast.Module) -> Iterator[tuple[int, str]]:
    for node in ast.walk(tree):
        if isinstance(node, ast.FunctionDef | ast.ClassDef) and (said := ast.get_docstring(node)):
            yield node.body[0].lineno, said


def _name_of(node: ast.stmt) -> str:
    if isinstance(node, ast.FunctionDef | ast.ClassDef):
        return node.name
    stored = (
        name.id
        for name in ast.walk(node)
        if isinstance(name, ast.Name) and isinstance(name.ctx, ast.Store)
    )
    return next(stored, "")


def _can_decide(owner: ast.stmt, name: str) -> bool:
    a_table = name.isupper() and not name.startswith("_")
    return isinstance(owner, ast.FunctionDef) or a_table


def decided_in(cited: Sequence[Citation]) -> dict[str, list[Citation]]:
    """The functions and tables that decide each ruling; failing these, whatever names it."""
    found: dict[str, list[Citation]] = {}
    for ruling in {citation.ruling for citation in cited}:
        here = [citation for citation in cited if citation.ruling == ruling]
        deciding = [citation for citation in here if citation.decides] or here
        found[ruling] = list(dict.fromkeys(deciding))
    return found


def tested_in(folder: Path) -> dict[str, list[Path]]:
    """The files in a folder of tests that have a test marked with each ruling."""
    found: dict[str, list[Path]] = {}
    for source in sorted(folder.glob("test_*.py")):
        for ruling in dict.fromkeys(_marks(ast.parse(source.read_text(encoding="utf-8")))):
            found.setdefault(ruling, []).append(source)
    return found


def _marks(tree: ast.Module) -> Iterator[str]:
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute):
            if node.func.attr == "ruling":
                yield from (str(a.value) for a in node.args if isinstance(a, ast.Constant))


def game_files(name: str) -> list[Path]:
    """The files of a game in the order in which they are read; what is extra follows the box."""
    files = (ROOT / "src" / "galopp" / "games" / name).glob("[!_]*.py")
    return sorted(files, key=lambda file: READ.index(file.stem) if file.stem in READ else 0.5)


def tests_of(name: str) -> Path:
    """Where the tests of a game's rulings are."""
    return ROOT / "tests" / "rules" / name


def rulings(name: str, kept: Kept) -> Table:
    """Each ruling on the page or in the game's files, with what decides and what tests it."""
    deciding, tested = decided_in(citations(name)), tested_in(tests_of(name))
    links = {file.stem: f"../{file.relative_to(ROOT)}" for file in game_files(name)}
    used = {citation.file for cited in deciding.values() for citation in cited}
    links = {label: target for label, target in links.items() if label in used}
    rows = []
    for ruling in sorted({*kept, *deciding}, key=lambda ruling: (ruling[0], int(ruling[1:]))):
        functions = [f"[{code(by.owner)}][{by.file}]" for by in deciding.get(ruling, [])]
        sources = tested.get(ruling, [])
        labels = {source.stem.removeprefix(f"test_{name}_"): source for source in sources}
        links |= {label: f"../{source.relative_to(ROOT)}" for label, source in labels.items()}
        tests = ", ".join(f"[{label}]" for label in labels)
        rows.append({"id": ruling, "decided in": ", ".join(functions), "tests": tests})
    columns = ("id", "what is ruled", "source", "decided in", "tests")
    return Table(columns, rows, dict(sorted(links.items())))


# What the game modules list ---------------------------------------------------------------


def decisions(rules: Rules) -> Table:
    """Every kind of move with its codes and its notation."""
    rows = [
        {"kind": code(kind.kind), "codes": _codes(kind), "notation": _notation(kind)}
        for kind in rules.MOVES
    ]
    return Table(("kind", "codes", "notation", "what it decides"), rows)


def _codes(kind: MoveKind) -> str:
    last = kind.first + len(kind.subjects) - 1
    return str(kind.first) if last == kind.first else f"{kind.first} to {last}"


def _notation(kind: MoveKind) -> str:
    written = [code(notation) for notation in kind.notations().values()]
    return ", ".join(written) if len(written) <= 5 else f"{written[0]} to {written[-1]}"


def seen(rules: Rules) -> Table:
    """Every field of a view: its place in the record, and how it is written for people."""
    rows = [
        {"field": code(entry.name), "record": code(_shape(entry)), "written as": _written(entry)}
        for entry in rules.SEEN_FIELDS
    ]
    return Table(("field", "record", "written as", "who sees it", "meaning"), rows)


def _shape(entry: Field) -> str:
    sizes = ", ".join(str(axis.size) for axis in entry.by)
    return entry.width.__name__ + (f"[{sizes}]" if sizes else "")


def _written(entry: Field) -> str:
    by = () if entry.whole else entry.by
    return "; ".join([*(_axis(axis) for axis in by), in_words(entry.words)])


def _axis(axis: Axis) -> str:
    if axis.seats:
        return "by seat"
    return f"by {_some(axis.names)}" if axis.names else f"list of {axis.size}"


def _some(names: Sequence[str]) -> str:
    if len(names) > 8:
        return f"{code(names[0])} to {code(names[-1])}"
    return ", ".join(code(name) for name in names)


def in_words(words: Any) -> str:
    """What a way of writing allows."""
    match words:
        case Flag():
            return "yes or no"
        case Number():
            return f"{words.low} to {words.high}"
        case NumberOrNone():
            return f"{words.low} to {words.high}, or null"
        case CountsOf():
            hidden = "" if words.hidden == NOBODY else ", or null"
            return f"count of each of {_some(words.names)}{hidden}"
        case Names():
            return f"list of {_some(words.names)}"
        case Spaces():
            return f"list of numbers, 0 to {words.number - 1}"
        case OptionWords():
            return "every option by its name"
        case Name() if type(words) is Name:
            return f"one of {_some(words.names)}" + (", or null" if words.or_none else "")
    return 'a notation, null, or "secret"'  # the last decision of games that have secret ones


def options(rules: Rules) -> Table:
    """Every table option with what may be entered, its default and its ruling."""
    rows = [
        {
            "option": code(option.name),
            "values": _values(option),
            "default": _default(option),
            "ruling": option.ruling,
        }
        for option in rules.OPTIONS
    ]
    return Table(("option", "values", "default", "ruling", "effect"), rows)


def _values(option: Option) -> str:
    if isinstance(option.words, Flag):
        return "on, off"
    if isinstance(option.words, Name):
        return _some(option.words.names)
    if not isinstance(option.default, tuple):
        return in_words(option.words)
    numbers = f"{len(option.default)} numbers, each {in_words(option.words)}"
    return f"{_some(tuple(option.presets))}, or {numbers}" if option.presets else numbers


def _default(option: Option) -> str:
    usual = option.write(option.values)
    if usual is None or isinstance(usual, bool):
        return {None: "null", True: "on", False: "off"}[usual]
    if isinstance(usual, list):
        return ", ".join(map(str, usual))
    return code(usual) if isinstance(usual, str) else str(usual)


def refusals(rules: Rules) -> Table:
    """Every refusal with its number on the wire and its ruling."""
    rows = [
        {
            "refusal": code(refusal.name.lower()),
            "number": str(refusal.value),
            "ruling": rules.RULING.get(refusal, "none"),
        }
        for refusal in rules.Refusal
    ]
    return Table(("refusal", "number", "ruling", "meaning"), rows)


def endings(rules: Rules) -> Table:
    """Every way of ending that `state.ended` counts."""
    rows = [
        {"ending": code(ending.name.lower()), "number": str(ending.value)}
        for ending in rules.Ending
    ]
    return Table(("ending", "number", "meaning"), rows)


def version(rules: Rules) -> Table:
    """The version of the rules, and the figures of the module that go with it."""
    used = sum(len(kind.subjects) for kind in rules.MOVES)
    facts = {
        "`VERSION`": rules.VERSION,
        "players": f"{rules.FEWEST} to {rules.SEATS}",
        "codes used, of 64": used,
        "bytes of a state": rules.STATE.itemsize,
        "bytes of a view": rules.SEEN.itemsize,
    }
    return Table(("what", "now"), [{"what": w, "now": str(now)} for w, now in facts.items()])


# What the index lists ---------------------------------------------------------------------


def all_games() -> Table:
    """Every game with its page and who can play it."""
    rows = []
    for name in games.names():
        rules = games.rules(name)
        players = f"{rules.FEWEST} to {rules.SEATS}"
        rows.append({"page": f"[{name}]({name}.md)", "players": players})
    return Table(("page", "players", "what it is"), rows)


def commands() -> Table:
    """Every command of the command line with the first line of its help."""
    told = _commands(typer.main.get_command(app), "galopp")
    rows = [{"command": code(name), "what it does": said} for name, said in told]
    return Table(("command", "what it does"), rows)


def _commands(command: Any, name: str) -> Iterator[tuple[str, str]]:
    inner = getattr(command, "commands", {})
    for word, each in sorted(inner.items()):
        yield from _commands(each, f"{name} {word}")
    if not inner:
        yield name, (command.help or "").split("\n")[0]


# How observations are laid out ------------------------------------------------------------


def layout(name: str) -> Table:
    """Every field of an observation: how many places it has, and what they say."""
    rules = games.rules(name)
    most, fewest = layout_of(name, rules.SEATS), layout_of(name, rules.FEWEST)
    rows = []
    for entry, at in most.pieces.items():
        size, at_least = at.stop - at.start, _length(fewest.pieces[entry])
        places = str(size) if size == at_least else f"{size // rules.SEATS} a seat"
        written = most.meanings[entry].removeprefix("for each seat; ")
        rows.append({"field": code(entry), "places": places, "written as": written})
    return Table(("field", "places", "written as"), rows)


def _length(at: slice) -> int:
    return int(at.stop - at.start)


def layout_sizes() -> Table:
    """How long an observation is, for every game and number of players."""
    most = range(1, 1 + max(games.rules(name).SEATS for name in games.names()))
    rows = []
    for name in games.names():
        rules = games.rules(name)
        known = range(rules.FEWEST, rules.SEATS + 1)
        sizes = {str(n): str(layout_of(name, n).size) if n in known else "" for n in most}
        codes = str(max(kind.first + len(kind.subjects) for kind in rules.MOVES))
        rows.append({"players": f"[{name}]({name}.md)", **sizes, "codes": codes})
    return Table(("players", *(str(n) for n in most), "codes"), rows)


# How strong the levels are ----------------------------------------------------------------


def ladder() -> Table:
    """Every level against the one below."""
    return Table(("game", *strength_tables.RUNGS.values()), list(strength_tables.ladder()))


def nets() -> Table:
    """What levels that play by a net win against those they replaced."""
    return Table(("match", "games", "won", "decided games won"), list(strength_tables.nets()))


def foreign() -> Table:
    """What levels win against players that nobody was built on."""
    return Table(("match", "games", "won", "decided games won"), list(strength_tables.foreign()))


def tries() -> Table:
    """What more tries are worth."""
    columns = ("match", "games", "decided games won", "tries a decision")
    return Table(columns, list(strength_tables.tries()))


# How fast batches are ---------------------------------------------------------------------


def batch_machines() -> Table:
    """What was measured on what."""
    columns = ("device", "what it is", "measured", "with")
    return Table(columns, list(batch_tables.machines()))


def batch_ours() -> Table:
    """Our games on every device."""
    columns = ("game", "players", "on", *batch_tables.COLUMNS.values())
    return Table(columns, list(batch_tables.ours()))


def batch_peers() -> Table:
    """The peers beside them."""
    times = [batch_tables.title(name) for name in games.names()]
    first = ("library, game", "what", "driven by", "at once", "on", "million/s")
    return Table((*first, *times), list(batch_tables.peers()))


# Pages ------------------------------------------------------------------------------------

OF_A_GAME: Mapping[str, Callable[[Rules], Table]] = {
    "decisions": decisions,
    "seen": seen,
    "endings": endings,
    "options": options,
    "refusals": refusals,
    "version": version,
}
OF_NO_GAME: Mapping[str, Callable[[], Table]] = {
    "games": all_games,
    "commands": commands,
    "ladder": ladder,
    "foreign": foreign,
    "nets": nets,
    "layout_sizes": layout_sizes,
    **{f"layout_{name}": partial(layout, name) for name in games.names()},
    "tries": tries,
    "batch_machines": batch_machines,
    "batch_ours": batch_ours,
    "batch_peers": batch_peers,
}


def table(page: str, name: str, kept: Kept) -> Table | None:
    """The table that belongs into a block of a page; None for a block that is not ours."""
    if page in games.names():
        if name == "rulings":
            return rulings(page, kept)
        return OF_A_GAME[name](games.rules(page)) if name in OF_A_GAME else None
    return OF_NO_GAME[name]() if name in OF_NO_GAME else None


def regenerate(page: str, text: str) -> str:
    """The text of a page with its generated parts as they should be."""

    def fill(block: re.Match[str]) -> str:
        begin, name, held, end = block.groups()
        kept = rows_of(held)
        fresh = table(page, name, kept)
        return block[0] if fresh is None else f"{begin}\n{fresh.text(kept)}\n{end}"

    return BLOCK.sub(fill, text)


def stale_pages() -> dict[Path, str]:
    """The pages that are not as they should be, and how they should be."""
    pages = {path: path.read_text(encoding="utf-8") for path in sorted(DOCS.glob("*.md"))}
    fresh = {path: regenerate(path.stem, text) for path, text in pages.items()}
    return {path: text for path, text in fresh.items() if text != pages[path]}


def main(arguments: Sequence[str]) -> int:
    """Write the stale pages, or only name them."""
    stale = stale_pages()
    for path, text in stale.items():
        if "--check" in arguments:
            print(f"docs/{path.name} is stale: run scripts/docs.py")
        else:
            path.write_text(text, encoding="utf-8")
            print(f"docs/{path.name} written")
    return 1 if stale and "--check" in arguments else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
