"""What the page believes of the wire: `types.d.ts`, field by field beside the server's types."""

import re
from types import SimpleNamespace
from typing import Any, get_args

import msgspec
import pytest
from msgspec import inspect

import galopp
from galopp import review, wire
from galopp.group import shown as group
from galopp.review import report
from galopp.server.http.api import OPERATIONS
from galopp.table import feed, settings
from galopp.table.lesson import Lesson, Note
from galopp.table.replay import Frame, Frames, ReplayShown
from galopp.wire import groups, notices

WEB = galopp.__path__[0] + "/web"
# What the page calls it, where that is not the server's name.
OTHER_NAMES = {
    "Refused": wire.Refusal,
    "HintGiven": wire.Hint,
    "Foreseen": wire.Foresight,
    "LessonShown": Lesson,
    "ReviewGiven": review.Review,
    "ReviewAccount": review.Account,
    "GroupMember": group.MemberShown,
    "GroupTable": group.TableShown,
    "GroupSeat": group.GroupSeatShown,
    "GroupGame": group.GroupGameShown,
    "GroupStatistics": group.Statistics,
}
STRUCTS: dict[str, type] = {
    one.__name__: one
    for one in (
        *(feed.Happened, feed.SeatShown, feed.BeginShown, feed.WindowShown),
        *(feed.TableNews, feed.GameNews, feed.Past, settings.Thinking, settings.Settings),
        *(wire.Welcome, wire.Missed, wire.Accepted, wire.Goodbye),
        *(wire.OptionShown, wire.MoveShown, wire.GameShown, wire.Words),
        *(wire.TableListed, wire.TableStands, wire.ForeseenMove),
        *(wire.DayShown, wire.DayResult, notices.WayShown, notices.NoticesShown),
        *(ReplayShown, Frame, Frames, Note, wire.ReviewShown, review.StepReview),
        *(report.OptionValue, report.Explanation, report.Consequence),
        *(group.RatingShown, group.StandingShown, group.HeadToHead, group.EveningShown),
        *(group.SeasonShown, group.DrawnTableShown, group.RoundShown, group.TournamentRow),
        *(group.TournamentShown, group.GroupNews, group.GroupFace, groups.MemberGiven),
    )
} | OTHER_NAMES
SAID = "Said"  # whatever is said to a table: the page checks nothing of it

INTERFACE = re.compile(r"^export interface (\w+) \{\n(.*?)^\}", re.M | re.S)
ALIAS = re.compile(r"^export type (\w+) = ([^;{]+);", re.M)
FIELD = re.compile(r"(\w+)(\??):\s*(.+)")


def wire_part() -> str:
    """The part of the page's types that is about the wire."""
    with open(f"{WEB}/types.d.ts", encoding="utf-8") as file:
        return file.read().partition("// --- The wire\n")[2].partition("\n// --- ")[0]


def without_comments(text: str) -> str:
    return re.sub(r"/\*.*?\*/|//[^\n]*", "", text, flags=re.S)


ALIASES = dict(ALIAS.findall(without_comments(wire_part())))
INTERFACES = dict(INTERFACE.findall(without_comments(wire_part())))


# --- Reading TypeScript, as much of it as stands there


def split_at(text: str, mark: str) -> list[str]:
    """The parts of a type between marks that are not inside brackets."""
    parts, depth = [""], 0
    for letter in text:
        depth += (letter in "<{[(") - (letter in ">}])")
        if letter == mark and not depth:
            parts.append("")
        else:
            parts[-1] += letter
    return [part.strip() for part in parts if part.strip()]


def fields_of(body: str) -> dict[str, tuple[bool, Any]]:
    """The fields of an interface: whether each may be left out, and its kind."""
    written = (FIELD.fullmatch(one) for one in split_at(body, ";"))
    return {one[1]: (bool(one[2]), kind_written(one[3])) for one in written if one}


def kind_written(text: str) -> Any:
    """A kind of value, as TypeScript has it."""
    text = text.strip()
    parts = split_at(text, "|")
    if len(parts) > 1:
        return merged([kind_written(part) for part in parts])
    if text in ALIASES:
        return kind_written(ALIASES[text])
    if text.endswith("[]"):
        return ("list", kind_written(text[:-2]))
    if text.startswith("Record<"):
        return ("record", kind_written(split_at(text[7:-1], ",")[1]))
    if text.startswith("{"):
        return ("fields", fields_of(text[1:-1]))
    if text.startswith('"'):
        return ("one of", frozenset([text.strip('"')]))
    return ("struct", text) if text in STRUCTS else text


def merged(kinds: list[Any]) -> Any:
    """A union, with all its literals in one."""
    named = [kind for kind in kinds if isinstance(kind, tuple) and kind[0] == "one of"]
    rest = [kind for kind in kinds if kind not in named]
    if named:
        rest.append(("one of", frozenset().union(*(kind[1] for kind in named))))
    return rest[0] if len(rest) == 1 else ("union", rest)


# --- Comparing


def agree(theirs: Any, ours: inspect.Type) -> bool:
    """Whether the page takes for a value what the server sends; "any" takes everything."""
    if isinstance(ours, inspect.UnionType):
        kinds = theirs[1] if isinstance(theirs, tuple) and theirs[0] == "union" else [theirs]
        return len(kinds) == len(merged_types(ours)) and all(
            any(agree(kind, one) for kind in kinds) for one in merged_types(ours)
        )
    if theirs == "any" or isinstance(ours, inspect.AnyType):
        return theirs == "any"
    return agree_plainly(theirs, ours)


def merged_types(union: inspect.UnionType) -> list[inspect.Type]:
    """Its parts; two kinds of numbers are one to the page."""
    found: dict[str, inspect.Type] = {}
    for one in union.types:
        number = isinstance(one, inspect.IntType | inspect.FloatType)
        found.setdefault("number" if number else type(one).__name__, one)
    return list(found.values())


def agree_plainly(theirs: Any, ours: inspect.Type) -> bool:
    match ours:
        case inspect.IntType() | inspect.FloatType():
            return theirs == "number"
        case inspect.BoolType():
            return theirs == "boolean"
        case inspect.NoneType():
            return theirs == "null"
        case inspect.StrType():  # the page may know which words there are
            return theirs == "string" or theirs[0] == "one of"
        case inspect.LiteralType(values):
            return theirs == ("one of", frozenset(values))
        case inspect.ListType(item_type=item) | inspect.VarTupleType(item_type=item):
            return theirs[0] == "list" and agree(theirs[1], item)
        case inspect.DictType(value_type=value):
            return theirs[0] == "record" and (theirs[1] == "any" or agree(theirs[1], value))
        case inspect.StructType(cls=cls) | inspect.DataclassType(cls=cls):
            return theirs == ("struct", page_name(cls)) or is_like(theirs, cls)
    raise AssertionError(f"no such kind is known here: {ours}")


def page_name(struct: type) -> str:
    return next((name for name, one in STRUCTS.items() if one is struct), "")


def is_like(theirs: Any, struct: type) -> bool:
    """Whether something the page wrote out, or calls by another name, has the same fields."""
    if theirs[0] == "struct":
        theirs = ("fields", fields_of(INTERFACES[theirs[1]]))
    return theirs[0] == "fields" and not differences(theirs[1], struct)


def differences(theirs: dict[str, tuple[bool, Any]], struct: type) -> list[str]:
    """What the page has wrong about a struct, or about a dataclass."""
    known = inspect.type_info(struct)
    assert isinstance(known, inspect.StructType | inspect.DataclassType)
    ours = {field.encode_name: field for field in known.fields}
    if isinstance(known, inspect.StructType) and known.tag_field is not None:
        tagged = SimpleNamespace(type=inspect.LiteralType((known.tag,)), required=True)
        ours = {known.tag_field: tagged, **ours}
    omits = issubclass(struct, msgspec.Struct) and struct.__struct_config__.omit_defaults
    wrong = [f"{name}: only one side has it" for name in sorted({*theirs} ^ {*ours})]
    for name in sorted({*theirs} & {*ours}):
        may_be_left_out, kind = theirs[name]
        if may_be_left_out != (omits and not ours[name].required):
            wrong.append(f"{name}: may it be left out?")
        if not agree(kind, ours[name].type):
            wrong.append(f"{name}: {kind} here, {ours[name].type} there")
    return wrong


@pytest.mark.parametrize("name", sorted(STRUCTS))
def test_a_type_of_the_page_is_that_of_the_wire(name):
    assert differences(fields_of(INTERFACES[name]), STRUCTS[name]) == []


def test_every_type_in_the_pages_part_about_the_wire_is_held_against_one_of_ours():
    assert {*INTERFACES} == {*STRUCTS, SAID}


def test_the_page_knows_every_message_that_may_come_over_the_socket():
    news = {page_name(one) for one in get_args(wire.ToClient)}
    assert set(split_at(ALIASES["FromServer"], "|")) == news


def test_what_is_held_against_the_page_is_what_is_sent():
    """A type that nothing sends any more would be compared for nothing."""
    sent = [one.answer for one in OPERATIONS if one.answer is not None]
    _, components = msgspec.json.schema_components([*sent, wire.ToClient])
    assert {one.__name__ for one in STRUCTS.values()} <= {*components}


@pytest.mark.parametrize(
    ("name", "before", "after"),
    [
        ("TableNews", "seq: number;", "seq: string;"),
        ("TableNews", "at: number;", ""),
        ("TableNews", "at: number;", "at?: number;"),
        ("TableNews", "happened: Happened[];", "happened: Happened[]; more: string;"),
        ("SeatShown", "away_since: number | null;", "away_since: number;"),
        ("SeatShown", "voters: number[];", "voters: number;"),
        ("SeatShown", "voters: number[];", "voters: string[];"),
        ("Goodbye", '"restart" | "closed"', '"restart"'),
        ("Welcome", '"welcome"', '"hello"'),
    ],
)
def test_what_the_page_has_wrong_is_noticed(name, before, after):
    assert before in INTERFACES[name]
    body = INTERFACES[name].replace(before, after, 1)
    assert len(differences(fields_of(body), STRUCTS[name])) == 1
