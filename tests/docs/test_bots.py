"""The page for those who write bots is true: its programs run, its tables are complete."""

import json
import re
import shlex
import subprocess
import sys
import typing
from collections.abc import Iterator
from itertools import takewhile
from pathlib import Path

import httpx
import msgspec
import pytest

import galopp
from galopp.client import GameNews, Server, Settings, TableNews, Thinking
from galopp.server import wire
from galopp.server.api import OPERATIONS
from galopp.server.guests import MOST_MISSED
from galopp.server.limits import Limits, Use
from galopp.server.line import PATIENCE
from galopp.server.operation import LARGEST, STATUS
from galopp.table.feed import SeatShown
from galopp.table.keys import CODE
from galopp.table.message import AnyMessage
from galopp.table.table import LEAST_BANK
from serving import ServerProcess, free_port

PAGE = (Path(__file__).parents[2] / "docs" / "bots.md").read_text(encoding="utf-8")


def blocks(language: str) -> list[str]:
    """The programs of the page in one language."""
    return re.findall(rf"^```{language}\n(.*?)^```", PAGE, re.MULTILINE | re.DOTALL)


def rows(heading: str) -> list[list[str]]:
    """The cells of the first table below a heading."""
    below = PAGE.split(f"# {heading}\n", 1)[1].splitlines()
    table = below[next(n for n, line in enumerate(below) if line.startswith("|")) :]
    lines = list(takewhile(lambda line: line.startswith("|"), table))
    return [[cell.strip() for cell in line.strip("|").split("|")] for line in lines[2:]]


def named(cell: str) -> set[str]:
    return set(re.findall(r"`([^`]+)`", cell))


@pytest.fixture(scope="module")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    with ServerProcess(tmp_path_factory.mktemp("bots") / "data", "--no-limits") as running:
        yield running.address


def run(program: Path, *arguments: str) -> subprocess.Popen[str]:
    return subprocess.Popen(
        [sys.executable, str(program), *arguments],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        encoding="utf-8",
    )


# --- The programs


def test_the_bot_has_twenty_lines():
    assert blocks("python")[0].count("\n") == 20


@pytest.mark.parametrize("game", galopp.game_names())
def test_the_bot_plays_a_whole_game_of_each_kind(address, tmp_path, game):
    program = tmp_path / "bot.py"
    program.write_text(blocks("python")[0], encoding="utf-8")
    said, complaints = run(program, address, game).communicate(timeout=300)
    assert complaints == ""
    where, _, record = said.partition("\n")
    assert CODE.fullmatch(where.removeprefix("Table "))
    played = galopp.Record.read(record.removesuffix("\n"))
    assert (played.game, played.names[0]) == (game, "Rosa")


def test_the_guest_plays_at_a_table_that_somebody_else_has_opened(address, tmp_path):
    program = tmp_path / "guest.py"
    program.write_text(blocks("python")[1], encoding="utf-8")
    with Server(address) as server:
        table = server.open("ostfriesenlauf", 2, settings=Settings(pace=0))
        table.add_bot(0)
        news = table.watch()
        with run(program, address, table.code) as guest:
            while not (isinstance(told := next(news), TableNews) and is_there(told)):
                pass
            table.start()
            assert guest.communicate(timeout=300) == ("", "")
        assert galopp.Record.read(table.record()).names[1] == "Rosa"


def is_there(news: TableNews) -> bool:
    return news.seats[1].name == "Rosa"


def test_the_listener_hears_everything_in_the_order_the_page_says(address, tmp_path):
    program = tmp_path / "listen.py"
    program.write_text(blocks("python")[2], encoding="utf-8")
    with Server(address) as server:
        table = server.open("schweinsgalopp", 2)
        seat = table.sit("Rosa")
        table.add_bot(1)
        table.start()
        news = table.watch()
        with run(program, address.replace("http", "ws"), table.code, seat.key) as listener:
            while not (isinstance(told := next(news), TableNews) and told.seats[0].connected):
                pass
            table.close()
            said, complaints = listener.communicate(timeout=60)
    heard = [line.split(" ")[0] for line in said.splitlines()]
    assert (complaints, heard[:3], heard[-1]) == ("", ["welcome", "table", "game"], "goodbye")


def test_the_client_prints_nothing_however_often_it_tries(tmp_path):
    program = tmp_path / "in_vain.py"
    program.write_text(IN_VAIN, encoding="utf-8")
    said, complaints = run(program, f"http://127.0.0.1:{free_port()}").communicate(timeout=60)
    assert (said, complaints) == ("server_unreachable\n", "")


IN_VAIN = """
import sys
from galopp.client import Server, Unreachable

try:
    Server(sys.argv[1], patience=1).tables()
except Unreachable as fault:
    print(fault.key)
"""


def test_the_log_tells_once_that_the_client_waits_and_once_that_it_is_back(tmp_path):
    program = tmp_path / "patient.py"
    program.write_text(PATIENT, encoding="utf-8")
    late = ServerProcess(tmp_path / "data", "--no-limits")
    with run(program, late.address) as client:
        assert client.stderr is not None
        waits = client.stderr.readline()
        with late:
            said, is_back = client.communicate(timeout=60)
    assert waits.startswith("WARNING:galopp.client:waiting for the server")
    assert (said, is_back) == ("[]\n", "WARNING:galopp.client:back at the server\n")


PATIENT = """
import logging
import sys
from galopp.client import Server

logging.basicConfig()
print(Server(sys.argv[1]).tables())
"""


def commands() -> Iterator[list[str]]:
    for block in blocks("sh"):
        lines = [line for line in block.replace("\\\n", " ").splitlines() if line[0] != "#"]
        yield from (shlex.split(line) for line in lines)


class Shell:
    """Does what the page's commands do, with as much of curl as they need."""

    def __init__(self, address: str) -> None:
        self.known = {"SERVER": address}
        self.said: list[dict[str, typing.Any]] = []

    def curl(self, words: list[str]) -> None:
        words = [re.sub(r"\$([A-Z_]+)", lambda name: self.known[name[1]], word) for word in words]
        headers = dict(words[n + 1].split(": ") for n, word in enumerate(words) if word == "-H")
        headers["content-type"] = "application/json"
        body = words[words.index("--json") + 1] if "--json" in words else None
        method = "GET" if body is None else "POST"
        with httpx.stream(method, words[-1], headers=headers, content=body) as answer:
            streams = "-N" in words
            lines = answer.iter_lines()
            self.said = [json.loads(next(lines)) for _ in range(3 if streams else 1)]


def test_the_commands_do_what_the_page_says(address):
    shell = Shell(address)
    open_it, sit, add_bot, start, news, decide, hint, record = commands()
    shell.curl(open_it)
    shell.known |= {"CODE": shell.said[0]["code"], "HOST_KEY": shell.said[0]["key"]}
    shell.curl(sit)
    assert shell.said[0]["seat"] == 0
    shell.known["KEY"] = shell.said[0]["key"]
    shell.curl(add_bot)
    assert shell.said == [{"type": "accepted", "id": "m1", "seq": 2, "gives": {}}]
    shell.curl(start)
    shell.curl(news)
    assert [told["type"] for told in shell.said] == ["welcome", "table", "game"]
    assert shell.said[2]["asked"] == [0]
    assert f'"legal":{shell.said[2]["legal"]}'.replace(" ", "") in PAGE
    shell.curl(decide)
    assert (shell.said[0]["type"], shell.said[0]["id"]) == ("accepted", "m3")
    shell.curl(decide)
    assert shell.said[0]["type"] == "accepted"  # as the first time
    shell.curl(hint)
    shown = next(line for line in PAGE.splitlines() if '"level":' in line and '"moves":' in line)
    assert {**shell.said[0], "moves": [6]} == json.loads(shown.removeprefix("# "))
    shell.curl(record)
    assert shell.said[0]["key"] == "no_such_round"  # the game has only begun


# --- The tables


def test_every_message_and_its_fields_are_listed():
    listed = {cells[0].strip("`"): named(cells[1]) for cells in rows("Messages")}
    assert listed == {
        kind.__struct_config__.tag: set(kind.__struct_fields__) - {"id"}
        for kind in typing.get_args(AnyMessage)
    }


def test_every_kind_of_news_is_listed():
    listed = {cells[0].strip("`") for cells in rows("News")}
    kinds = {kind.__struct_config__.tag for kind in typing.get_args(wire.ToClient)}
    assert listed == kinds - {"accepted", "refused"}
    reasons = typing.get_args(typing.get_type_hints(wire.Goodbye)["reason"])
    assert named(rows("News")[-1][1]) == {*reasons, "back_in"}


def test_every_field_of_a_seat_is_explained():
    explained = next(part for part in PAGE.split("\n\n") if part.startswith("Each of the `seats`"))
    assert named(explained) >= set(SeatShown.__struct_fields__)


def test_what_the_page_names_is_there():
    assert {"seq", "viewer", "legal", "view", "winners"} <= set(GameNews.__struct_fields__)
    assert {"promise", "secret", "next_promise"} <= set(TableNews.__struct_fields__)
    words = next(part for part in PAGE.split("\n\n") if part.startswith("What goes by a name"))
    assert named(words) >= set(wire.Words.__struct_fields__)
    assert all(f'"{field}"' in PAGE for field in wire.Hello.__struct_fields__)
    assert f"more than {MOST_MISSED} events" in PAGE
    assert f"within {PATIENCE:.0f} seconds" in " ".join(PAGE.split())


def test_every_kind_of_move_is_listed():
    listed = [[cell.strip("`") for cell in cells] for cells in rows("Moves")]
    assert listed == [
        [name, kind.kind, kind.subject, next(iter(kind.notations().values()))]
        for name in galopp.game_names()
        for kind in galopp.game(name).rules.MOVES
    ]


def test_a_move_is_listed_as_the_page_shows_it(address):
    shown = next(block for block in blocks("json") if "notation" in block)
    with Server(address) as server:
        moves = [move for game in server.games() for move in game.moves]
    assert msgspec.json.decode(shown, type=wire.MoveShown) in moves


def test_every_setting_is_listed_with_what_it_is_otherwise():
    listed = {cells[0].strip("`"): json.loads(cells[1].strip("`")) for cells in rows("Settings")}
    assert listed == msgspec.to_builtins(Settings())
    kinds = typing.get_args(typing.get_type_hints(Thinking)["kind"])
    assert [kind for kind in kinds if f"\n| `{kind}` |" in PAGE] == list(kinds)
    assert f"at least {LEAST_BANK:.0f} seconds in the bank" in PAGE


def test_every_status_is_explained_and_what_is_refused_has_that_shape():
    explained = {int(status) for cells in rows("Answers") for status in cells[0].split(", ")}
    assert explained == {409, *STATUS.values()}
    example = next(block for block in blocks("json") if "refused" in block)
    assert msgspec.json.decode(example, type=wire.Refusal).key == "too_late"


def test_every_call_in_the_tables_is_there():
    client = {"server": Server, "table": galopp.client.Table, "seat": galopp.client.Seat}
    client["turn"] = galopp.client.Turn
    called = re.findall(r"`(server|table|seat|turn)\.(\w+)\(", PAGE)
    assert len(called) > 20
    for owner, name in called:
        assert hasattr(client[owner], name), name
    calls = [cells[0] for cells in rows("The rest of the client")]
    for name in named(next(call for call in calls if call.startswith("`table.add_bot`"))):
        assert hasattr(galopp.client.Table, name.removeprefix("table.")), name


def test_every_address_is_served():
    served = {operation.path for operation in OPERATIONS}
    served |= {"/api/openapi.json", "/api/socket.schema.json", "/api/tables/{code}/socket"}
    for address in re.findall(r"/api/[\w./${}]+", PAGE):
        assert re.sub(r"\$?CODE", "{code}", address) in served


def test_the_limits_are_those_of_the_server():
    (requests, a_second), (tables, _) = Use.REQUEST.value, Use.OPEN.value
    text = " ".join(PAGE.split())
    assert f"{requests} requests at once and {a_second:g} a second" in text
    assert f"{Limits().sockets_each} open connections" in text
    assert f"{tables} tables at once and one more every {1 / Use.OPEN.value[1]:g} seconds" in text
    guesses, again = Use.GUESS.value
    assert f"{guesses}, and one more every {1 / again:g} seconds" in text
    assert f"{LARGEST // 1024} KiB" in text
