"""The docs are kept true: whatever the code has, its page has, and every link leads somewhere."""

import importlib.util
import re
import sys
from itertools import chain
from pathlib import Path

import pytest

import galopp

ROOT = Path(__file__).resolve().parents[2]
DOCS = ROOT / "docs"

# Every ruling there is: how many of each letter, in which game.
RULINGS = {
    "saumaumau": {"S": 38, "V": 13},
    "ostfriesenlauf": {"O": 36},
    "schweinsgalopp": {"G": 27},
}

HEADINGS = (
    "Rules",
    "Rulings",
    "Decisions",
    "What a seat sees",
    "Points",
    "Endings",
    "Options",
    "Refusals",
    "Figures",
    "Version",
)
LANGUAGES = ("de", "en", "fr")
SOURCES = {"fact", "derived", "ours"}

games = pytest.mark.parametrize("name", galopp.game_names())
every_ruling = pytest.mark.parametrize(
    ("name", "ruling"),
    [
        (name, f"{letter}{number}")
        for name, letters in RULINGS.items()
        for letter, count in letters.items()
        for number in range(1, count + 1)
    ],
)


def _load(path):
    sys.path.insert(0, str(path.parent))  # scripts find each other there
    spec = importlib.util.spec_from_file_location(f"scripts_{path.stem}", path)
    module = sys.modules[spec.name] = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


docs = _load(ROOT / "scripts" / "docs.py")
plot_speed = _load(ROOT / "scripts" / "plot_speed.py")
CITED = {name: docs.citations(name) for name in RULINGS}
TESTED = {name: docs.tested_in(docs.tests_of(name)) for name in RULINGS}
IN_RULES_TEXTS = {
    (name, language): set(docs.ids_in(galopp.locale.Language(language).rules(name)))
    for name in RULINGS
    for language in LANGUAGES
}


def page(name):
    return (DOCS / f"{name}.md").read_text(encoding="utf-8")


def block(name, table):
    """The rows of a generated table, by their first column, without code font."""
    held = {block[2]: block[3] for block in docs.BLOCK.finditer(page(name))}
    return {first.strip("`"): row for first, row in docs.rows_of(held[table]).items()}


# Everything has its place -----------------------------------------------------------------


def test_every_game_has_its_rulings_counted_here():
    assert sorted(RULINGS) == galopp.game_names()


@games
def test_every_game_has_a_page_with_the_same_headings(name):
    assert tuple(re.findall(r"^## (.+)$", page(name), re.MULTILINE)) == HEADINGS


@games
def test_every_game_and_every_page_is_in_the_index(name):
    assert f"({name}.md)" in page("README")
    for path in DOCS.glob("*.md"):
        assert path.stem == "README" or f"({path.name})" in page("README"), path.name


@games
def test_every_ruling_is_in_the_table_of_its_game_and_no_other_is(name):
    wanted = [f"{letter}{n + 1}" for letter, most in RULINGS[name].items() for n in range(most)]
    assert list(block(name, "rulings")) == wanted


@games
def test_every_move_kind_field_option_refusal_and_ending_is_on_the_page(name):
    rules = galopp.game(name).rules
    listed = {
        "decisions": [kind.kind for kind in rules.MOVES],
        "seen": [field.name for field in rules.SEEN_FIELDS],
        "options": [option.name for option in rules.OPTIONS],
        "refusals": [refusal.name.lower() for refusal in rules.Refusal],
        "endings": [ending.name.lower() for ending in rules.Ending],
    }
    for table, names in listed.items():
        assert list(block(name, table)) == names, table


@games
@pytest.mark.parametrize("table", ["rulings", *docs.OF_A_GAME])
def test_no_row_is_left_without_its_meaning(name, table):
    generated = {"decided in", "tests"}  # tested with the rulings themselves
    for first, row in block(name, table).items():
        assert all(cell for column, cell in row.items() if column not in generated), first


@games
def test_every_ruling_says_whether_it_is_fact_derived_or_ours(name):
    assert {row["source"] for row in block(name, "rulings").values()} <= SOURCES


@games
def test_the_version_on_the_page_is_that_of_the_rules(name):
    assert block(name, "version")["VERSION"]["now"] == str(galopp.game(name).rules.VERSION)


@games
def test_every_page_has_a_place_for_figures(name):
    assert "<!-- generated: figures -->" in page(name)


def test_every_command_is_in_the_index():
    told = [row["command"] for row in docs.commands().rows]
    assert told
    for command in told:
        assert command in page("README")


# Every ruling leads from its text to the code and to a test -------------------------------


@every_ruling
def test_every_ruling_is_cited_in_the_files_of_its_game(name, ruling):
    assert ruling in {citation.ruling for citation in CITED[name]}


@every_ruling
def test_every_ruling_has_a_test_that_is_marked_with_it(name, ruling):
    assert TESTED[name].get(ruling)


@every_ruling
@pytest.mark.parametrize("language", LANGUAGES)
def test_every_ruling_is_in_the_rules_that_players_read(name, ruling, language):
    assert ruling in IN_RULES_TEXTS[name, language]


@games
def test_no_ruling_is_cited_or_tested_that_does_not_exist(name):
    known = set(block(name, "rulings"))
    assert {citation.ruling for citation in CITED[name]} <= known
    assert set(TESTED[name]) <= known
    for language in LANGUAGES:
        assert IN_RULES_TEXTS[name, language] <= known, language


@games
def test_every_refusal_and_option_names_a_ruling_of_its_game(name):
    rules, known = galopp.game(name).rules, set(block(name, "rulings"))
    assert set(rules.RULING.values()) <= known
    assert {option.ruling for option in rules.OPTIONS} <= known
    assert set(rules.RULING) == set(rules.Refusal) - {rules.Refusal(0)}


# Nothing is stale and nothing leads nowhere -----------------------------------------------


def test_the_generated_parts_are_as_the_code_has_them():
    assert [path.name for path in docs.stale_pages()] == []


def test_the_check_names_a_stale_page_and_the_script_mends_it(tmp_path, monkeypatch, capsys):
    mended = page("schweinsgalopp")
    copy = tmp_path / "schweinsgalopp.md"
    copy.write_text(mended.replace("| `play` | 0 to 4 |", "| `play` | 0 to 5 |"), encoding="utf-8")
    monkeypatch.setattr(docs, "DOCS", tmp_path)
    assert docs.main(["--check"]) == 1
    assert "docs/schweinsgalopp.md is stale" in capsys.readouterr().out
    assert docs.main([]) == 0
    assert copy.read_text(encoding="utf-8") == mended
    assert docs.main(["--check"]) == 0


@pytest.mark.parametrize("name", plot_speed.LOOKS)
def test_the_pictures_of_batches_were_drawn_from_the_figures_that_are_kept(name):
    picture = (DOCS / "pictures" / name).read_text(encoding="utf-8")
    assert plot_speed.drawn_from() in picture
    assert f"pictures/{name}" in page("speed")


def test_what_a_person_wrote_survives_and_a_new_row_begins_empty():
    kept = docs.rows_of("| kind | codes | why |\n|---|---|---|\n| `a` | 9 | because |\n")
    fresh = docs.Table(("kind", "codes", "why"), [{"kind": f"`{k}`", "codes": "1"} for k in "ab"])
    assert fresh.text(kept).splitlines()[2:] == ["| `a` | 1 | because |", "| `b` | 1 |  |"]


@pytest.mark.parametrize(
    ("text", "ids"),
    [
        ("a rule (S10).", ["S10"]),
        ("several (S1-S4, V2)", ["S1", "S2", "S3", "S4", "V2"]),
        ("§3, 5 s, X", []),
    ],
)
def test_rulings_are_found_in_a_text(text, ids):
    assert list(docs.ids_in(text)) == ids


LINKED = sorted([*DOCS.glob("*.md"), ROOT / "README.md", ROOT / "CONTRIBUTING.md"])
INLINE = re.compile(r"\]\(([^)\s]+)\)")
DEFINED = re.compile(r"^\[([^\]]+)\]: (\S+)$", re.MULTILINE)
USED = re.compile(r"\[[^\]]+\]\[([^\]]+)\]")


@pytest.mark.parametrize("path", LINKED, ids=lambda path: path.name)
def test_every_relative_link_leads_somewhere(path):
    text = path.read_text(encoding="utf-8")
    targets = chain(INLINE.findall(text), (target for _, target in DEFINED.findall(text)))
    for target in targets:
        if "://" not in target and not target.startswith(("#", "mailto:")):
            assert (path.parent / target.split("#")[0]).exists(), target
    assert set(USED.findall(text)) <= {label for label, _ in DEFINED.findall(text)}


def test_every_folder_is_a_room_of_the_house():
    """In the picture, and in the table below it."""
    picture = (DOCS / "pictures" / "house.svg").read_text(encoding="utf-8")
    table = (DOCS / "architecture.md").read_text(encoding="utf-8")
    for folder in (ROOT / "src" / "galopp").iterdir():
        if any(folder.glob("*.py")) or any(folder.glob("*.js")):
            assert re.search(rf">{folder.name}[<:]", picture), folder.name
            assert f"[{folder.name}](../src/galopp/{folder.name})" in table


BORDERS = re.search(
    r"^const BORDERS = {\n(.*?)^};", (ROOT / "eslint.config.js").read_text("utf-8"), re.M | re.S
)[1]


def test_the_page_says_of_every_folder_what_eslint_lets_it_import():
    allowed = {
        folder: set(re.findall(r'"(\w+)"', names))
        for folder, names in re.findall(r"^  (\w+): \[(.*)\],$", BORDERS, re.MULTILINE)
    }
    rows = re.findall(
        r"^\| \[(\w+)\]\(\.\./src/galopp/web/\1\) \|.*\| ([^|]+) \|$", page("architecture"), re.M
    )
    assert {folder: set(re.findall(r"`(\w+)", cell)) for folder, cell in rows} == allowed
