"""The page for those who write bots is true: its programs run, its tables are complete."""

import json
import re
import shlex
import subprocess
import sys
import tomllib
import typing
import uuid
from collections.abc import Iterator
from itertools import takewhile
from pathlib import Path

import httpx
import msgspec
import pytest

import galopp
from galopp import wire
from galopp.bots.outside import Limits, Outside
from galopp.bots.outside.aside import LINES
from galopp.bots.outside.bot import PROTOCOL
from galopp.bots.outside.program import LONGEST_LINE, Command
from galopp.client import GameNews, Server, Settings, TableNews, Thinking
from galopp.server.http.api import OPERATIONS
from galopp.server.http.operation import LARGEST, STATUS
from galopp.server.live.joining import MOST_MISSED
from galopp.server.ops.limits import Limits as ServerLimits
from galopp.server.ops.limits import Use
from galopp.server.tables.outbox import PATIENCE
from galopp.table.feed import SeatShown
from galopp.table.keys import CODE
from galopp.table.message import AnyMessage
from galopp.table.table import LEAST_BANK
from serving import ServerProcess, free_port

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs" / "bots.md").read_text(encoding="utf-8")
EXAMPLES = ROOT / "examples"
OUTSIDE = Path(galopp.__file__).parent / "bots" / "outside"


def blocks(language: str) -> list[str]:
    """The programs of the page in one language."""
    return re.findall(rf"^```{language}\n(.*?)^```", PAGE, re.MULTILINE | re.DOTALL)


def program(name: str) -> str:
    """The Python program of the page that is started by this name."""
    (found,) = (block for block in blocks("python") if f"python {name}" in block)
    return found


def rows(heading: str) -> list[list[str]]:
    """The cells of the first table below a heading."""
    below = PAGE.split(f"# {heading}\n", 1)[1].splitlines()
    table = below[next(n for n, line in enumerate(below) if line.startswith("|")) :]
    lines = list(takewhile(lambda line: line.startswith("|"), table))
    return [[cell.strip() for cell in line.strip("|").split("|")] for line in lines[2:]]


def named(cell: str) -> set[str]:
    return set(re.findall(r"`([^`]+)`", cell))


@pytest.fixture(scope="module")
def address(shared_server: ServerProcess) -> str:
    return shared_server.address


def run(file: Path, *arguments: str) -> subprocess.Popen[str]:
    return subprocess.Popen(
        [sys.executable, str(file), *arguments],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        encoding="utf-8",
    )


# --- The programs


def test_the_bot_has_twenty_lines():
    assert program("bot.py").count("\n") == 20


@pytest.mark.a_few(1)
@pytest.mark.parametrize("game", galopp.game_names())
def test_the_bot_plays_a_whole_game_of_each_kind(address, tmp_path, game):
    bot = tmp_path / "bot.py"
    bot.write_text(program("bot.py"), encoding="utf-8")
    said, complaints = run(bot, address, game).communicate(timeout=300)
    assert complaints == ""
    where, _, record = said.partition("\n")
    assert CODE.fullmatch(where.removeprefix("Table "))
    played = galopp.Record.read(record.removesuffix("\n"))
    assert (played.game, played.names[0]) == (game, "Rosa")


def test_the_guest_plays_at_a_table_that_somebody_else_has_opened(address, tmp_path):
    guest_file = tmp_path / "guest.py"
    guest_file.write_text(program("guest.py"), encoding="utf-8")
    with Server(address) as server:
        table = server.open("ostfriesenlauf", 2, settings=Settings(pace=0))
        table.add_bot(0)
        news = table.watch()
        with run(guest_file, address, table.code) as guest:
            while not (isinstance(told := next(news), TableNews) and is_there(told)):
                pass
            table.start()
            assert guest.communicate(timeout=300) == ("", "")
        assert galopp.Record.read(table.record()).names[1] == "Rosa"


def is_there(news: TableNews) -> bool:
    return news.seats[1].name == "Rosa"


def test_the_listener_hears_everything_in_the_order_the_page_says(address, tmp_path):
    file = tmp_path / "listen.py"
    file.write_text(program("listen.py"), encoding="utf-8")
    with Server(address) as server:
        table = server.open("schweinsgalopp", 2)
        seat = table.sit("Rosa")
        table.add_bot(1)
        table.start()
        news = table.watch()
        with run(file, address.replace("http", "ws"), table.code, seat.key) as listener:
            while not (isinstance(told := next(news), TableNews) and told.seats[0].connected):
                pass
            table.close()
            said, complaints = listener.communicate(timeout=60)
    heard = [line.split(" ")[0] for line in said.splitlines()]
    assert (complaints, heard[:3], heard[-1]) == ("", ["welcome", "table", "game"], "goodbye")


def test_the_client_prints_nothing_however_often_it_tries(tmp_path):
    file = tmp_path / "in_vain.py"
    file.write_text(IN_VAIN, encoding="utf-8")
    said, complaints = run(file, f"http://127.0.0.1:{free_port()}").communicate(timeout=60)
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
    file = tmp_path / "patient.py"
    file.write_text(PATIENT, encoding="utf-8")
    late = ServerProcess(tmp_path / "data", "--no-limits")
    with run(file, late.address) as client:
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
        self.ids: dict[str, str] = {}  # of each message, so that it can be sent again

    def id_in(self, word: str) -> str:
        return self.ids.setdefault(word, str(uuid.uuid4()))

    def curl(self, words: list[str]) -> None:
        words = [word.replace("$(uuidgen)", self.id_in(word)) for word in words]
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
    open_it, sit, add_bot, start, news, decide, told, hint, foresight, record = commands()
    shell.curl(open_it)
    shell.known |= {"CODE": shell.said[0]["code"], "HOST_KEY": shell.said[0]["key"]}
    shell.curl(sit)
    assert shell.said[0]["seat"] == 0
    shell.known["KEY"] = shell.said[0]["key"]
    shell.curl(add_bot)
    assert shell.said == [
        {"type": "accepted", "id": shell.id_in(add_bot[2]), "seq": 2, "gives": {}}
    ]
    shell.curl(start)
    shell.curl(news)
    assert [told["type"] for told in shell.said] == ["welcome", "table", "game"]
    assert shell.said[2]["asked"] == [0]
    assert f'"legal":{shell.said[2]["legal"]}'.replace(" ", "") in PAGE
    shell.curl(decide)
    assert (shell.said[0]["type"], shell.said[0]["id"]) == ("accepted", shell.id_in(decide[2]))
    shell.curl(decide)
    assert shell.said[0]["type"] == "accepted"  # as the first time
    shell.curl(told)
    shown = next(line for line in PAGE.splitlines() if line.startswith("# ") and '"told":' in line)
    assert shell.said[0] == json.loads(shown.removeprefix("# "))
    shell.curl(hint)
    shown = next(line for line in PAGE.splitlines() if '"level":' in line and '"moves":' in line)
    example = msgspec.json.decode(shown.removeprefix("# "), type=wire.Hint)
    hint = msgspec.convert(shell.said[0], wire.Hint)
    assert shell.said[0].keys() == json.loads(shown.removeprefix("# ")).keys()
    assert (hint.seat, hint.decision, hint.level) == (example.seat, example.decision, example.level)
    shell.curl(foresight)
    shown = next(line for line in PAGE.splitlines() if '"happens":' in line)
    (example,) = msgspec.json.decode(shown.removeprefix("# "), type=wire.Foresight).moves
    assert example in msgspec.convert(shell.said[0], wire.Foresight).moves
    shell.curl(record)
    assert shell.said[0]["key"] == "no_such_round"  # the game has only begun


# --- Classes and programs


@pytest.mark.parametrize(
    ("language", "example"),
    [
        ("toml", "bot/pyproject.toml"),
        ("python", "bot/two_bots.py"),
        ("python", "program.py"),
        ("js", "program.js"),
    ],
)
def test_the_examples_are_those_in_the_folder(language, example):
    assert (EXAMPLES / example).read_text(encoding="utf-8") in blocks(language)


@pytest.mark.a_few(1)
@pytest.mark.parametrize("game", galopp.game_names())
def test_a_class_of_the_page_plays_a_match_against_a_program(tmp_path, game):
    installed = tmp_path / "two_bots_for_galopp-1.0.dist-info"
    installed.mkdir()
    (installed / "METADATA").write_text("Metadata-Version: 2.1\nName: two-bots\nVersion: 1.0\n")
    offered = tomllib.loads(blocks("toml")[0])["project"]["entry-points"]["galopp.bots"]
    lines = [f"{name} = {where}" for name, where in offered.items()]
    (installed / "entry_points.txt").write_text("\n".join(["[galopp.bots]", *lines]))
    (two_bots,) = (block for block in blocks("python") if "class Hasty" in block)
    (tmp_path / "two_bots.py").write_text(two_bots, encoding="utf-8")
    (tmp_path / "match.py").write_text(program("match.py"), encoding="utf-8")
    opponent = f"program:{sys.executable} {EXAMPLES / 'program.py'}"
    # The folder of a program is where Python looks first for what it imports.
    said, complaints = run(tmp_path / "match.py", game, "hasty", opponent).communicate(timeout=300)
    assert complaints == ""
    assert len(json.loads(said)) == 2


def test_a_question_has_the_fields_of_the_page():
    first = galopp.game("saumaumau").new(players=2, seed=1)
    asked = Outside("saumaumau", "rosa", Command(("true",)))._question(
        first.seen(first.mover).record, first.told(first.mover).records, 1
    )
    assert [cells[0].strip("`") for cells in rows("A program")] == list(asked)
    talk = [json.loads(line) for block in blocks("json") for line in block.splitlines()]
    (shown,) = (line for line in talk if "luck" in line)
    assert list(shown) == list(asked)
    codes = {str(move): move.code for move in first.game.moves.values()}
    assert all(codes[legal["move"]] == legal["code"] for legal in shown["legal"])
    greetings = [line for line in talk if set(line) == {"protocol", "game", "name"}]
    assert [line["protocol"] for line in greetings] == [PROTOCOL]
    assert f"{LINES} lines a question" in PAGE


def test_every_way_to_fail_is_explained():
    explained = [key for cells in rows("When a bot fails") for key in named(cells[0])]
    sources = " ".join(path.read_text(encoding="utf-8") for path in OUTSIDE.glob("*.py"))
    assert sorted(explained) == sorted(set(re.findall(r'BotFailed\("(\w+)"', sources)))
    told = PAGE.split("## When a bot fails")[1]
    assert f"{Limits().seconds:g} seconds for a decision, {Limits().start:g} for" in told
    assert f"more than {LONGEST_LINE:,} bytes" in told


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
    assert f"{ServerLimits().sockets_each} open connections" in text
    assert f"{tables} tables at once and one more every {1 / Use.OPEN.value[1]:g} seconds" in text
    guesses, again = Use.GUESS.value
    assert f"{guesses}, and one more every {1 / again:g} seconds" in text
    assert f"{LARGEST // 1024} KiB" in text
