"""Every sentence exists in every language, with the same blanks to fill in."""

import ast
import re
import string
from pathlib import Path

import pytest
from babel.messages.pofile import read_po

import galopp
from galopp.core.fault import Impossible, Unreadable
from galopp.core.words import Name
from galopp.locale import HERE, LANGUAGES, PROGRAM, Language, language
from galopp.play.telling import Teller, say_fault
from galopp.server.site.edition import PAGE_WORDS, words_of_page
from random_games import Setting

GAMES = galopp.game_names()
DOMAINS = [PROGRAM, PAGE_WORDS, *GAMES]
SOURCE = Path(galopp.__file__).parent
# The page in the browser, without what comes from elsewhere.
MODULES = [path for path in (SOURCE / "web").rglob("*.js") if "vendor" not in path.parts]
# Whatever says no with a key as its first argument.
FAULTS = (
    "BotFailed",
    "Unreadable",
    "Impossible",
    "BrokenPromise",
    "_bad",
    "Refused",
    "NotNow",
    "TooMuch",
    "NoKey",
    "Unreachable",
    "NoTableServer",
)


def messages(code, domain):
    """Key and all its forms."""
    path = HERE / code / "LC_MESSAGES" / f"{domain}.po"
    with path.open("rb") as file:
        catalogue = read_po(file, locale=code, abort_invalid=True)
    found = {}
    for message in catalogue:
        if message.id:
            plural = isinstance(message.id, tuple)
            forms = message.string if plural else (message.string,)
            found[message.id[0] if plural else message.id] = forms
    return found


def blanks(sentence):
    return {name for _, name, _, _ in string.Formatter().parse(sentence) if name is not None}


@pytest.mark.parametrize("domain", DOMAINS)
def test_every_language_has_the_same_keys_and_the_same_blanks(domain):
    wanted = messages("en", domain)
    for code in LANGUAGES:
        found = messages(code, domain)
        assert found.keys() == wanted.keys()
        for key, forms in found.items():
            assert all(forms), f"{code}: {key} is empty"
            assert len(forms) == len(wanted[key]), f"{code}: {key}: plural forms"
            for form in forms:
                assert blanks(form) == blanks(wanted[key][0]), f"{code}: {key}"


# What a space of a track and a rank are called: never the one by the word of the other.
WORDS_OF_PLACES = {"de": ("feld", "rang"), "en": ("space", "rank"), "fr": ("case", "rang")}
ORDINAL = {"foresight.waits"}  # which card it is
RANKS = (
    "group.by.points.about",
    "group.tournament.points",
    "group.add.place",
    "group.add.place_of",
)


@pytest.mark.parametrize("code", LANGUAGES)
def test_a_space_and_a_rank_have_one_word_each(code):
    space, rank = WORDS_OF_PLACES[code]
    of_pages = messages(code, PAGE_WORDS)
    ranks = {key: of_pages[key] for key in RANKS}
    ranks |= {key: forms for key, forms in of_pages.items() if "place" in blanks(forms[0])}
    assert {key: forms for key, forms in ranks.items() if rank not in forms[0].lower()} == {}
    for game in GAMES:
        told = {key: f for key, f in messages(code, game).items() if "place" in blanks(f[0])}
        others = {key: f for key, f in told.items() if space not in f[0].lower()}
        assert others.keys() <= ORDINAL, others


def calls(tree, *names):
    for node in ast.walk(tree):
        if isinstance(node, ast.Call):
            name = getattr(node.func, "id", getattr(node.func, "attr", None))
            if name in names:
                yield node


def constants(node):
    """The string, or both strings of a choice between two."""
    if isinstance(node, ast.IfExp):
        return constants(node.body) + constants(node.orelse)
    return [node.value] if isinstance(node, ast.Constant) and isinstance(node.value, str) else []


def fault_keys():
    for path in SOURCE.rglob("*.py"):
        tree = ast.parse(path.read_text(encoding="utf-8"))
        for call in calls(tree, *FAULTS):
            yield from (constants(call.args[0]) if call.args else [])
        for call in calls(tree, "StoreFault", "Taken", "Gap", "Busy"):
            yield from constants(call.args[0])
        for call in calls(tree, "BadRecord"):
            yield from constants(call.args[1]) if len(call.args) > 1 else []


def event_keys(name):
    tree = ast.parse((SOURCE / "games" / name / "telling.py").read_text(encoding="utf-8"))
    for call in calls(tree, "Event"):
        yield from constants(call.args[0])


def needed(name):
    """Every key that a game's own tables ask its catalogue for."""
    rules = galopp.game(name).rules
    yield from ("title", "tagline")
    yield from (f"event.{key}" for key in event_keys(name))
    yield from (f"refusal.{refusal.name.lower()}" for refusal in rules.Refusal if refusal)
    yield from (f"ending.{ending.name.lower()}" for ending in rules.Ending)
    for kind in rules.MOVES:
        yield f"move.{kind.kind}"
        yield from (f"{kind.subject}.{s}" for s in kind.subjects if s and not s.isdecimal())
    for option in rules.OPTIONS:
        yield from (f"option.{option.name}", f"option.{option.name}.about")
        named = option.words.names if isinstance(option.words, Name) else option.presets
        yield from (f"choice.{option.name}.{choice}" for choice in named)
    phases = next(field.words for field in rules.FIELDS if field.name == "phase")
    yield from (f"phase.{phase}" for phase in phases.names)


@pytest.mark.parametrize("name", GAMES)
def test_every_game_says_all_that_its_tables_name(name):
    assert set(needed(name)) <= messages("en", name).keys()


def test_every_fault_is_said():
    wanted = {f"fault.{key}" for key in fault_keys()}
    assert len(wanted) > 60
    assert wanted <= messages("en", PROGRAM).keys()


def test_no_sentence_of_the_program_is_left_unsaid():
    said = " ".join(path.read_text(encoding="utf-8") for path in SOURCE.rglob("*.py"))
    # What a table tells is named by its events: tests/table/test_feed.py asks for those.
    for key in (key for key in messages("en", PROGRAM) if not key.startswith("table.")):
        last = key.rsplit(".", 1)[-1]
        names = (key, last, last.removeprefix("bench_"))
        assert any(f"{quote}{name}{quote}" in said for quote in "'\"" for name in names), key


# --- What the page in the browser says
#
# A key stands as it is in `say("lobby.start")` and in `key: "lobby.start"`. One that is put
# together while the page runs, `say(`lobby.pace.${name}`)`, has an open place in it; so has
# one that a module says by other ways and names in a comment: `// says: lobby.pace.*`.

SAID = re.compile(r"(?<![.\w])say\(([^,()]*)")  # the first argument; `.say` is a game's
KEY = re.compile(r"""(?:^|[?:])\s*["']([\w.]+)["']""")  # alone, or one of two to choose from
KEYED = re.compile(r"""\bkey: ["'](\w+\.[\w.]+)["']""")
OPEN = re.compile(r"^\s*`([^`]+)`")
LISTED = re.compile(r"// says: (.+)")


def modules():
    return {path.relative_to(SOURCE): path.read_text(encoding="utf-8") for path in MODULES}


def keys_said(text):
    yield from (key for said in SAID.findall(text) for key in KEY.findall(said))
    yield from KEYED.findall(text)


def open_keys(text):
    """Keys with open places, as patterns."""
    for said in SAID.findall(text):
        for template in OPEN.findall(said):
            yield re.sub(r"\$\{[^}]*\}", "*", template)
    for listed in LISTED.findall(text):
        yield from (one.strip() for one in listed.split(","))


def fits(key, pattern):
    return re.fullmatch(re.escape(pattern).replace(r"\*", ".+"), key)


def test_every_sentence_that_the_page_says_is_there():
    known = {
        *words_of_page(Language("en")),
        *(key for name in GAMES for key in messages("en", name)),
    }
    unknown = {
        f"{path}: {key}"
        for path, text in modules().items()
        for key in keys_said(text)
        if key not in known
    }
    assert not unknown
    fit_nothing = {
        f"{path}: {pattern}"
        for path, text in modules().items()
        for pattern in open_keys(text)
        if not any(fits(key, pattern) for key in known)
    }
    assert not fit_nothing


def test_no_sentence_of_the_page_is_left_unsaid():
    said = " ".join(modules().values())
    literals = {key for quote in "'\"`" for key in re.findall(rf"{quote}([\w.]+){quote}", said)}
    patterns = set(open_keys(said))
    unsaid = {
        key
        for key in messages("en", PAGE_WORDS)
        if key not in literals and not any(fits(key, pattern) for pattern in patterns)
    }
    assert not unsaid


def test_the_page_and_the_program_give_no_key_two_meanings():
    assert not messages("en", PAGE_WORDS).keys() & messages("en", PROGRAM).keys()


def test_a_catalogue_is_handed_out_with_all_forms_of_every_sentence():
    for code in LANGUAGES:
        for domain in DOMAINS:
            handed = Language(code).catalogue(domain)
            assert {key: spaced(said) for key, said in handed.items()} == {
                key: spaced(list(forms) if len(forms) > 1 else forms[0])
                for key, forms in messages(code, domain).items()
            }


def spaced(said):
    """With spaces at which lines may break."""
    return (
        [spaced(form) for form in said] if isinstance(said, list) else said.replace("\u00a0", " ")
    )


# What is told of a seat has a form for whoever sits there, but for what happens to nobody's
# runners and to bots.
OF_SOMEBODY = {"seat", "by", "starter", "voter", "other", "winners", "runner", "other_runner"}
NEVER_YOU = {
    "table.bot_sat",
    "event.laid_blind",
    "event.laid_nothing",
    "event.ownerless_won",
    "event.unowned_victory",
}


def you_form(key, gap):
    return f"{key}.you" if gap == "seat" else f"{key}.you_{gap}"


@pytest.mark.parametrize("domain", [PROGRAM, *GAMES])
def test_whoever_reads_of_themselves_reads_you(domain):
    found = messages("en", domain)
    told = {key: forms for key, forms in found.items() if key.startswith(("event.", "table."))}
    wanted = {
        you_form(key, gap): gap
        for key, forms in told.items()
        if ".you" not in key and key not in NEVER_YOU
        for gap in blanks(forms[0]) & OF_SOMEBODY
    }
    assert wanted
    assert wanted.keys() <= told.keys()
    for key, forms in found.items():  # and no form is for a sentence or a gap that is not there
        form = re.fullmatch(r"(.+)\.you(?:_(\w+))?", key)
        if form and not key.startswith("phrase."):
            base, gap = form[1], form[2] or "seat"
            assert gap in blanks(found[base][0]), key
            assert gap not in blanks(forms[0]), key


def test_you_is_whoever_reads_and_a_runner_is_told_with_its_player():
    lauf = galopp.game("ostfriesenlauf")
    ran = galopp.Event("stayed", {"runner": "red", "place": 3, "lane": 1})
    blue = galopp.Event("stayed", {"runner": "blue", "place": 3, "lane": 1})
    drew = galopp.Event("drew", {"seat": 0, "stack": "2"})

    def told(event, code="en", you=None):
        return Teller(Language(code), lauf, ["Ada", "Bo"], you).event(event)

    assert told(ran) == "Ada (Red) stays on space 3 (lane 1)."
    assert told(blue) == "Blue stays on space 3 (lane 1)."  # nobody's
    assert told(ran, you=0) == "You stay on space 3 (lane 1)."
    assert [told(drew, code, 0) for code in LANGUAGES] == [
        "Du ziehst von Stapel 2.",
        "You draw from stack 2.",
        "Tu pioches dans la pile 2.",
    ]
    assert told(drew, you=1) == "Ada draws from stack 2."
    back = galopp.Event("stayed", {"runner": "blue", "place": -2, "lane": 1})
    assert told(back, "de") == "Blau bleibt auf Feld −2 (Bahn 1)."
    assert all(" −2 (" in told(back, code) for code in LANGUAGES)
    order = Teller(Language("en"), lauf, ["Ada", "Bo"], 1).reason("rivals", {"runner": ["red"]})
    assert "Ada (Red)" in order


@pytest.mark.parametrize("code", LANGUAGES)
@pytest.mark.parametrize("name", GAMES)
def test_whole_games_can_be_told_to_everybody(name, code):
    for players in galopp.game(name).players:
        options = galopp.game(name).options_needed(players)
        if name == "saumaumau":
            options |= {"mau": True}
        teller = Teller(Language(code), galopp.game(name), [f"P{n}" for n in range(players)], 0)
        position = Setting(name, players, 5, options).begin()
        while not position.over:
            viewers = [None, *range(players)]
            before = [position.seen(viewer) for viewer in viewers]
            told = [teller.move(move) for move in position.legal]
            told.append(teller.word("phase", before[0].phase))
            position.play(position.legal[len(position.decided) * 7 % len(position.legal)])
            for viewer, seen in zip(viewers, before, strict=True):
                told += [
                    teller.event(event) for event in galopp.narrate(seen, position.seen(viewer))
                ]
            assert all(told)
            assert not any("event." in line or "{" in line for line in told)


OWNERLESS = {
    "de": "Weiß gewinnt und gehört niemandem.",
    "en": "White wins, and belongs to nobody.",
    "fr": "Blanc gagne et n’appartient à personne.",
}


@pytest.mark.parametrize("code", LANGUAGES)
def test_a_victory_that_is_nobodys_is_told_by_who_has_won(code):
    for seed in range(100):
        position = galopp.game("ostfriesenlauf").new(1, seed)
        while not position.over:
            before = position.seen(None)
            position.play(position.legal[0])
        if position.unowned_winners == ["white"]:
            break
    teller = Teller(language(code), position.game, ["Rosa"])
    assert teller.outcome(position) == OWNERLESS[code]
    last = galopp.narrate(before, position.seen(None))[-1]
    assert teller.event(last).endswith(OWNERLESS[code])


@pytest.mark.parametrize("code", LANGUAGES)
def test_every_rules_text_is_there(code):
    for name in GAMES:
        assert Language(code).rules(name).startswith("# ")


def test_a_fault_is_told_in_the_readers_language_with_its_place():
    with pytest.raises(galopp.Fault) as caught:
        galopp.game("schweinsgalopp").new(players=2, races=99)
    told = {code: say_fault(Language(code), caught.value) for code in LANGUAGES}
    assert told["de"] == "races: 99 liegt außerhalb: von 1 bis 9."
    assert told["en"] == "races: 99 is out of bounds: from 1 to 9."
    assert told["fr"].startswith("races\u00a0: 99 est hors limites")


def test_the_language_is_the_one_asked_for_else_the_systems_else_english(monkeypatch):
    for name in ("GALOPP_LANG", "LC_ALL", "LC_MESSAGES", "LANG"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setattr("locale.getlocale", lambda: (None, None))
    assert language("fr_CH").code == "fr"
    assert language().code == "en"
    monkeypatch.setenv("LANG", "de_AT.UTF-8")
    assert language().code == "de"
    assert language("xx").code == "de"


# One word for one thing, as docs/glossary.md has it for spaces and ranks; these are for seats, for
# room, and for passages of a text.
NEITHER = re.compile(r"\b(Platz|Platzes|Plätze\w*|Stellen?)\b")
ABOUT_SEATS = {"option.start_player.about"}
OTHER_SENSES = (
    "haben beliebig viele Schweine Platz",  # room
    "gehören sie den ersten vier Plätzen",  # seats
    "An zwei Stellen sind sich",  # passages of a text
)


@pytest.mark.parametrize("name", GAMES)
def test_german_calls_a_space_feld_and_a_rank_rang(name):
    for key, forms in messages("de", name).items():
        assert key in ABOUT_SEATS or not any(map(NEITHER.search, forms)), key
    text = Language("de").rules(name)
    for sense in OTHER_SENSES:
        text = text.replace(sense, "")
    assert not NEITHER.findall(text)


@pytest.mark.parametrize("domain", [PROGRAM, PAGE_WORDS])
def test_what_german_says_of_spaces_and_ranks_is_not_what_it_says_of_seats(domain):
    for key, forms in messages("de", domain).items():
        if blanks(forms[0]) & {"place", "space", "rank", "start"}:
            assert not any(map(NEITHER.search, forms)), key


def test_in_french_no_line_begins_or_ends_with_a_sign():
    french = Language("fr")
    texts = [french.rules(name) for name in GAMES]
    for domain in DOMAINS:
        for said in french.catalogue(domain).values():
            texts += [said] if isinstance(said, str) else said
    breaks = re.compile(r"[^\s|] [;:!?»%]|« ")
    assert [text for text in texts if breaks.search(text)] == []
    assert "\u00a0:" in french.rules("saumaumau") and "|:" not in french.rules("saumaumau")


def test_singular_and_plural():
    for code, count, said in (
        ("de", 1, "1 Partie "),
        ("de", 2, "2 Partien "),
        ("fr", 0, "0 partie "),
    ):
        game = {"game": "X", "players": 2, "number": count}
        assert said in Language(code).say("simulated", count=count, **game)


def test_numbers_are_written_as_the_language_writes_them():
    assert Language("en").number(12345.678, 1) == "12,345.7"
    assert Language("de").number(-12345.678, 1) == "−12.345,7"
    assert Language("en").percent(0.484) == "48.4%"
    assert Language("fr").percent(0.484) == "48,4\u00a0%"
    assert Language("de").percent(1) == "100,0\u00a0%"


@pytest.mark.parametrize(("code", "last"), [("de", "und"), ("en", "and"), ("fr", "et")])
def test_several_things_are_told_as_one(code, last):
    told = Language(code).all_of
    assert told(["A", "B", "{0}"]) == f"A, B {last} {{0}}"
    assert told(["A", "B"]) == f"A {last} B"
    assert told(["A"]) == "A"
    assert told([]) == Language(code).say("nobody")


@pytest.mark.parametrize(
    ("code", "said"), [("de", "Schnecke"), ("en", "snail"), ("fr", "escargot")]
)
def test_a_fault_names_things_as_their_game_does(code, said):
    fault = Impossible("two_signs_on_a_space", space=24, animal="snail")
    assert said in say_fault(Language(code), fault)


def test_what_somebody_wrote_is_never_taken_for_a_name():
    fault = Unreadable("unknown_name", written="{seat}")
    assert "{seat}" in say_fault(Language("en"), fault)
