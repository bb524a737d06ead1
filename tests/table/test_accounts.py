"""How a result came about, as the page tells it, adds up to the result the rules give.

Whole games are played at tables, with decisions taken back in between and a second round; what
the page makes of their history is asked of the page's own modules, in Node.
"""

import json
import os
import random
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import msgspec
import pytest
from at_table import AtTable, table_of

from galopp.play.luck import SECRET_BYTES, Luck
from galopp.table import feed, message
from galopp.table.table import OVER, PLAYING

TELL = Path(__file__).parents[1] / "web" / "accounts.js"
PLAYED = {
    "saumaumau": [(players, {"races": 2, "mau": players == 3}) for players in (2, 3, 4, 5)],
    "ostfriesenlauf": [(1, {}), (2, {}), (3, {"board": "wilder"}), (4, {})],
    "schweinsgalopp": [
        (2, {"races": 3, "track_food": "per_race"}),
        (3, {"races": 2, "hide_secured": True}),
        (4, {"races": 2, "gentle": True}),
        (5, {"races": 1, "track_food": "per_game"}),
    ],
}
OFTEN = 12  # one decision in so many is taken back
RUNNERS = ["red", "yellow", "blue", "white"]
SPACES = 40  # of the boards that are played here


Stood = dict[int, tuple[dict[str, int], int]]  # runners and sign, by round


def play(at: AtTable, luck: random.Random) -> Stood:
    """Play a round at random; now and then somebody takes something back, and all agree."""
    stood: Stood = {}
    while at.table.phase == PLAYING:
        at.now += 0.5
        stood.update(looked(at))
        speaking = [seat for seat in at.table.asked if at.legal(seat)]
        if at.wait(0.0) or not speaking:
            continue
        seat = luck.choice(speaking)
        at.decide(seat, luck.choice(at.legal(seat)))
        if luck.randrange(OFTEN) == 0 and at.table.phase == PLAYING and not at.table.window:
            take_back(at, luck.choice([trace.seat for trace in at.table.trail]))
    return stood


def looked(at: AtTable) -> Stood:
    """Where runners and sign are in this round, as everybody sees it."""
    news = feed.game_news(at.table, None)
    view = news.view if news else {}
    return (
        {view["round_number"]: (view["places"], view["sign"])}
        if "places" in view and "sign" in view
        else {}
    )


def take_back(at: AtTable, seat: int) -> None:
    at.say(message.Undo, seat=seat)
    for other in at.table.people():
        if at.table.undo is not None and other != seat:
            at.say(message.AnswerUndo, seat=other, agree=True)
    assert at.table.undo is None


def two_rounds(game: str, players: int, options: dict[str, Any]) -> tuple[AtTable, Stood]:
    at = table_of(game, players, **options)
    at.only = []  # nobody listens: what happened is read afterwards, as by somebody who comes late
    luck = random.Random(f"{game} {players}")
    play(at.start(), luck)
    at.say(message.Rematch)
    return at, play(at.start(), luck)


def seen(at: AtTable, game: str, viewer: int | None) -> dict[str, Any]:
    news = feed.game_news(at.table, viewer)
    past = feed.history(at.table.code, at.entries, viewer, -1)
    assert news is not None and at.table.phase == OVER
    return {"game": game, "view": news.view, "past": msgspec.to_builtins(past)}


def told(games: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """What the page says of these games."""
    node = shutil.which("node", path=f"{Path(sys.executable).parent}:{os.environ['PATH']}")
    assert node is not None
    asked = subprocess.run(
        [node, TELL], input=json.dumps(games), capture_output=True, text=True, check=False
    )
    assert asked.returncode == 0, asked.stderr
    return json.loads(asked.stdout)


def number(written: str) -> int:
    return int(written.replace("−", "-"))


def values(row: dict[str, Any]) -> list[int]:
    return [number(cell["value"]) for cell in row["cells"]]


def sums(account: dict[str, Any]) -> list[int]:
    return [sum(column) for column in zip(*map(values, account["rows"]), strict=True)]


@pytest.fixture(scope="module")
def games() -> list[tuple[dict[str, Any], dict[str, Any]]]:
    """Every game as some viewer saw it, with the page's account of it; the same for all tests.

    A first round has the luck of `table_of`, a second one draws its own: here always the same.
    """
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Luck, "draw", lambda table: Luck(table, bytes(SECRET_BYTES)))
        shown = all_seen()
    return list(zip(shown, told(shown), strict=True))


def all_seen() -> list[dict[str, Any]]:
    return [
        {**seen(at, game, viewer), "stood": stood}
        for game, settings in PLAYED.items()
        for players, options in settings
        for at, stood in [two_rounds(game, players, options)]
        for viewer in (None, players - 1)
    ]


def test_these_games_had_second_rounds_and_decisions_taken_back(games):
    for played, _ in games:
        keys = [told["key"] for past in played["past"] for told in past["happened"]]
        assert keys.count("table.began") == 2 and keys.count("table.undone") > 0


@pytest.mark.parametrize(
    ("game", "points"), [("saumaumau", "points"), ("schweinsgalopp", "secured")]
)
def test_every_race_is_there_and_all_points_add_up(games, game, points):
    for played, account in games:
        view = played["view"]
        if played["game"] == game:
            assert len(account["rows"]) == view["options"]["races"]
            assert sums(account) == values(account["total"]) == view[points]
            assert [head["seat"] for head in account["heads"]] == [*range(view["players"])]


@pytest.mark.parametrize("game", ["saumaumau", "schweinsgalopp"])
def test_what_a_race_brought_is_the_sum_of_its_parts(games, game):
    cells = [
        cell
        for played, account in games
        for row in account["rows"]
        for cell in row["cells"]
        if played["game"] == game
    ]
    assert any(len(cell["parts"]) > 1 for cell in cells)
    for cell in cells:
        parts = [number(part["value"]) for part in cell["parts"] if part["value"]]
        assert sum(parts) == number(cell["value"])
        assert all(part["told"] for part in cell["parts"])


def test_a_bet_is_told_with_its_pig_and_its_points(games):
    parts = [
        part["told"]
        for played, account in games
        for row in account["rows"]
        for cell in row["cells"]
        for part in cell["parts"]
        if played["game"] == "saumaumau"
    ]
    bets = [told for told in parts if told.startswith("account.bet ")]
    assert len(bets) > 20
    for told in bets:
        _, points, pig = told.split()
        assert pig in ("pink", "brown", "black", "beige")
        assert int(points) >= 0


def test_the_steps_of_all_rounds_lead_to_where_the_runners_are(games):
    for played, account in games:
        view = played["view"]
        if played["game"] != "ostfriesenlauf":
            continue
        assert len(account["rows"]) == view["round_number"]
        runners = {head["seat"]: index for index, head in enumerate(account["heads"])}
        for seat, runner in enumerate(RUNNERS[: view["players"]]):
            assert sums(account)[runners[seat]] == view["places"][runner]


def test_how_all_stood_before_the_last_race_is_what_the_races_before_brought(games):
    for played, account in games:
        if played["game"] == "ostfriesenlauf":
            continue
        races = [values(row) for row in account["rows"]]
        nothing = [0] * played["view"]["players"]
        stood = [
            list(map(sum, zip(nothing, *races[:end], strict=True))) for end in range(len(races))
        ]
        assert account["noted"]["course"] == stood
        assert account["noted"]["scores"] == values(account["total"])


def beyond(place: int, sign: int, spaces: int) -> int:
    """How many spaces a runner is over the line, the way that is further."""
    return 1 - min(sign - place, place - (sign - spaces) + 1)


def test_how_all_stood_before_each_round_is_where_the_runners_were_then(games):
    behind = 0
    for played, account in games:
        view = played["view"]
        if played["game"] != "ostfriesenlauf":
            continue
        stood = [
            [beyond(places[runner], sign, SPACES) for runner in RUNNERS]
            for _, (places, sign) in sorted(played["stood"].items())
        ]
        assert len(stood) == view["round_number"] > 1
        assert account["noted"]["course"] == stood[1:]  # at first nobody has run
        assert account["noted"]["scores"] == [
            beyond(view["places"][runner], view["sign"], SPACES)
            for runner in RUNNERS[: view["players"]]
        ]
        behind += any(max(row) > row[0] for row in stood)
    assert behind


@pytest.mark.parametrize("name", ["ending", "nobodys"])
def test_how_it_ended_is_noted_as_the_view_says_it(games, name):
    for played, account in games:
        view = played["view"]
        told = {"ending": "", "nobodys": []}
        if played["game"] == "ostfriesenlauf":
            [told["ending"]] = [ending for ending, is_it in view["ended"].items() if is_it]
            told["nobodys"] = [won for won in view["won"] if won in RUNNERS[view["players"] :]]
        assert account["noted"][name] == told[name]
