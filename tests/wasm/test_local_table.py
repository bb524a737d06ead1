"""A table without a server: it plays, refuses, takes back and keeps as a server's does."""

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import msgspec
import pytest

import galopp
from galopp.bots.foresight import foresee
from galopp.bots.reasons import why
from galopp.core.cards import count
from galopp.core.fault import Fault
from galopp.core.words import numbers_in
from galopp.play.luck import Luck
from galopp.play.record import Decision, Record
from galopp.table.feed import plain
from galopp.table.lesson import lesson_text
from galopp.table.replay import describe, frames
from random_games import GAMES, Setting
from wasm.modules import asked_of_node

HERE = Path(__file__).parent
SHORT: dict[str, dict[str, Any]] = {
    "saumaumau": {"races": 2},
    "ostfriesenlauf": {},
    "schweinsgalopp": {"races": 2},
}


def answers(questions: list[dict[str, Any]]) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = asked_of_node("local_answers.mjs", told=json.dumps(questions))
    return found


def played(
    name: str, players: int, options: dict[str, Any], people: int, levels: list[str]
) -> dict[str, Any]:
    setting = {"name": name, "players": players, "options": options}
    found: dict[str, Any] = asked_of_node(
        "host_game.mjs", json.dumps({**setting, "people": people, "levels": levels})
    )
    return found


@pytest.mark.parametrize("people", [1, 2])
@pytest.mark.parametrize("name", GAMES)
def test_a_whole_game_is_played_kept_and_dealt_as_promised(name: str, people: int) -> None:
    players = max(galopp.game(name).players)
    options = {**SHORT[name], **galopp.game(name).options_needed(players)}
    told = played(name, players, options, people, ["casual", "beginner"])
    record = Record.read(told["record"])
    assert record.final().over and str(record) == told["record"]
    assert isinstance(record.luck, Luck)
    promised = told["unstarted"]["promise"]
    assert told["over"]["promise"] == promised == record.luck.promise
    assert told["unstarted"]["secret"] is None
    assert told["over"]["secret"] == record.luck.secret.hex()
    assert told["next"]["promise"] != promised
    assert told["alike"], "closed and opened again, it tells another story"
    assert min(told["count"][what] for what in ("refused", "undone", "reopened")) > 0
    assert people > 1 or not told["count"]["asked"], "alone, nobody has to agree"
    assert record.moves[-1].number > len(record.moves), "what was taken back leaves a gap"
    assert told["news"]["view"] == record.final().seen(people - 1).to_dict()


def test_what_others_have_answered_is_taken_back_only_if_all_agree() -> None:
    told: dict[str, Any] = asked_of_node("host_undo.mjs")
    assert told["asked"] == {"seat": 0, "agreed": []}
    assert told["declined"] is None and told["made"] == told["made_after_declining"]
    assert told["made_after_agreeing"] < told["made"]
    assert told["number_after_agreeing"] == told["number"], "luck that was seen is not dealt again"
    assert told["keys"][-4:] == ["undo_asked", "undo_answered", "undo_answered", "undone"]
    assert told["overtaken"] == "too_late", "another tab was quicker"
    assert told["caught_up"], "and what it did is known here"


def test_a_table_of_other_rules_is_refused_and_what_cannot_be_kept_is_not_played() -> None:
    """Kept by another edition of the page, it would be another game; and nobody waits in vain."""
    told: dict[str, Any] = asked_of_node("host_trouble.mjs")
    version = galopp.game("ostfriesenlauf").rules.VERSION
    assert told["rules"] == version
    assert told["others"]["key"] == "other_rules" and not told["others"]["dealt"]
    assert told["others"]["told"] == {"written": 99, "version": version}
    assert told["own"] == "not_kept" and told["unchanged"]
    assert told["heard"] and told["heard"]["key"] == "not_kept", (
        "the bot's decision was not kept either"
    )


def test_a_strong_bot_searches() -> None:
    told = played("schweinsgalopp", 2, SHORT["schweinsgalopp"], 1, ["strong"])
    assert "(strong)" in told["record"] and Record.read(told["record"]).final().over


@pytest.mark.parametrize("window", [0, 1])
def test_a_call_may_be_missed_and_caught(window: int) -> None:
    """With a window on the table's own clock, and without, where the rules ask one by one (V3)."""
    options = {"races": 1, "mau": True, "mau_window": window, "bots_catch": 100}
    told = played("saumaumau", 3, options, 1, ["casual"])
    assert Record.read(told["record"]).final().over


# --- Options


def settings() -> list[tuple[str, int, dict[str, Any]]]:
    """Some that can be played and some that cannot, of every kind."""
    found: list[tuple[str, int, dict[str, Any]]] = []
    for name in GAMES:
        game = galopp.game(name)
        found += [(name, players, {}) for players in range(0, max(game.players) + 2)]
        found += [(name, 2, {"start_player": seat}) for seat in (None, 0, 1, 2)]
        for option in game.rules.OPTIONS:
            usual = option.write(option.values)
            found += [
                (name, 3, {option.name: value}) for value in (usual, *option.presets, True, 1, "x")
            ]
    found += [("schweinsgalopp", 5, {"edition_2009": on}) for on in (True, False)]
    for board in ([40, 20, 24, 28, 32, 36], [40, 20, 20, 28, 32, 36], [11, 1, 2, 3, 4, 5]):
        found.append(("ostfriesenlauf", 4, {"board": board}))
    found += [
        ("ostfriesenlauf", 4, {"board": [40, 20, 24, 28, 32, 40]}),
        ("saumaumau", 2, {"no": 1}),
    ]
    return [*found, ("saumaumau", 2, {"races": 0}), ("saumaumau", 2, {"races": 10_000})]


def row_of(name: str, players: int, options: dict[str, Any]) -> list[int] | None:
    try:
        return galopp.game(name).check_setting(players, options).tolist()
    except Fault:
        return None


def test_what_goes_together_is_what_the_rules_say() -> None:
    asked = settings()
    told = answers(
        [
            {"kind": "row", "game": name, "players": players, "options": options}
            for name, players, options in asked
        ]
    )
    rows = [row_of(*setting) for setting in asked]
    assert [one.get("answer") for one in told] == rows
    assert None in rows and len([row for row in rows if row]) > 30


# --- What can be known


def moments(name: str) -> list[tuple[galopp.Position, int]]:
    """Moments of a random game at which a seat has to decide something."""
    players = max(galopp.game(name).players)
    options = {**SHORT[name], **galopp.game(name).options_needed(players)}
    positions = Setting(name, players, 11, options).positions(every=5)
    return [(one, one.asked[0]) for one in positions if one.asked][:8]


@pytest.mark.parametrize("name", GAMES)
def test_what_is_certain_of_a_decision_is_what_the_server_says(name: str) -> None:
    stand = [(one.seen(seat).record, seat) for one, seat in moments(name)]
    told = answers(
        [
            {
                "kind": "foresee",
                "game": name,
                "seen": seen.tobytes().hex(),
                "seat": seat,
                "first": [],
            }
            for seen, seat in stand
        ]
    )
    for (seen, _), found in zip(stand, told, strict=True):
        wanted = [
            {
                "move": one.code,
                "happens": [msgspec.to_builtins(plain(event)) for event in one.happens],
                "later": [msgspec.to_builtins(plain(event)) for event in one.later],
            }
            for one in foresee(seen)
        ]
        assert found["answer"] == wanted


@pytest.mark.parametrize("name", GAMES)
def test_the_reason_of_a_hint_is_the_one_that_the_server_gives(name: str) -> None:
    stand = [one.seen(seat).record for one, seat in moments(name)]
    asked = [(seen, numbers_in(int(seen.legal))[0]) for seen in stand if count(seen.legal) > 1]
    told = answers(
        [
            {"kind": "reason", "game": name, "seen": seen.tobytes().hex(), "code": code}
            for seen, code in asked
        ]
    )
    reasons = [why(seen, code) for seen, code in asked]
    assert [one["answer"] for one in told] == [
        one and {"key": one.key, "facts": dict(one.arguments)} for one in reasons
    ]


# --- Games that were written down


def of_table(name: str) -> Record:
    told = played(name, 2, SHORT[name], 1, ["casual"])
    return Record.read(told["record"])


def branched(record: Record) -> Record:
    """A game that goes on from the middle of another, with luck of its own."""
    begun = record.until(len(record.moves) // 2).gone_on_from(Luck.draw("KQHTZM/1"))
    position, moves = begun.final(), list(begun.moves)
    while not position.over:
        seat = position.asked[0]
        legal = numbers_in(int(position.seen(seat).record.legal))
        number = moves[-1].number + 1
        moves.append(Decision(number, seat, position.game.moves[legal[0]].notation))
        begun.play(position, moves[-1])
    return Record.read(str(replace(begun, moves=tuple(moves))))


@pytest.mark.parametrize("name", GAMES)
def test_recorded_games_are_watched_as_at_the_server(name: str) -> None:
    """Begun with a seed, played at a table, gone on from another: frame by frame the same."""
    lines = lesson_text(name).splitlines()
    lesson = Record.read("\n".join(line for line in lines if not line.startswith("#")))
    table = of_table(name)
    records = [lesson, table, branched(table), branched(lesson)]
    asked = [
        {"kind": "replay", "record": str(record), "viewers": [None, *range(record.players)]}
        for record in records
    ]
    for record, question, found in zip(records, asked, answers(asked), strict=True):
        assert found["answer"]["shown"] == msgspec.to_builtins(describe("id", record))
        for viewer, seen in zip(question["viewers"], found["answer"]["frames"], strict=True):
            assert seen == msgspec.to_builtins(frames(record, viewer))


def test_what_was_changed_or_cut_short_is_refused() -> None:
    record = str(of_table("schweinsgalopp"))
    lines = record.splitlines()
    changed = [
        record.replace("points: ", "points: 1"),
        "\n".join(lines[:-1]),
        "\n".join(lines[:-3]),
        record + "more\n",
        record.replace("seat 0: Anna", "seat 0: Otto"),
        record.replace("secret: ", "secret: 0")[: len(record)],
        record.replace("rules: 1", "rules: 99"),
        "hello",
        "\n".join([*lines[:12], *lines[13:]]),
    ]
    told = answers([{"kind": "replay", "record": text, "viewers": []} for text in changed])
    assert all("refused" in one for one in told), told
