"""The doctor finds what is wrong with a server, and with what stands in front of it."""

import ast
import json
import socket
import time
from pathlib import Path

import httpx
import pytest
import typer

from calling import call
from databases_shared import cluster, database, worker_databases
from galopp.cli import doctor
from galopp.cli import doctor_database as database_doctor
from galopp.cli.screen import Screen
from galopp.core.fault import Unreadable
from galopp.locale import LANGUAGES, Language
from galopp.store.opening import place_of
from galopp.store.postgres import examination
from galopp.store.postgres.schema import MIGRATIONS
from galopp.store.sqlite import Log
from galopp.wire import Health
from serving import ServerProcess, free_port
from small_proxy import SmallProxy

__all__ = ["cluster", "database", "worker_databases"]  # fixtures
WELL = [
    "answers",
    "version",
    "clock",
    "ready",
    "base",
    "headers",
    "links",
    "upgrade",
    "origin",
    "table_written",
    "news",
    "push",
]


@pytest.fixture(scope="module")
def server(tmp_path_factory):
    with ServerProcess(tmp_path_factory.mktemp("plain") / "data") as running:
        yield running


@pytest.fixture(scope="module")
def below(tmp_path_factory):
    """A server that knows that it is served at /galopp."""
    data = tmp_path_factory.mktemp("below") / "data"
    with ServerProcess(data, "--root-path", "/galopp") as running:
        yield running


@pytest.fixture
def findings(capsys):
    """What the doctor finds, and whether it leaves as after something wrong."""

    def find(address, data=None):
        sick = False
        try:
            doctor.examine(Screen.open("en"), address, data, as_json=True)
        except typer.Exit as left:
            sick = left.exit_code == doctor.SICK
        found = json.loads(capsys.readouterr().out)
        assert sick == any(row["grade"] == "wrong" for row in found)
        return {row["finding"]: row for row in found}

    return find


def test_a_healthy_server_is_well_in_every_respect(server, findings, tmp_path):
    found = findings(f"{server.address}/", tmp_path)
    assert list(found) == [*WELL, "room"]
    assert {row["grade"] for row in found.values()} == {"well"}


def test_the_doctor_leaves_no_table_behind(server, findings):
    def open_tables():
        with Log.read_only(server.data) as log:
            return log.headings("lobby", "playing", "over")

    before = open_tables()
    assert "table_written" in findings(server.address)
    assert open_tables() == before


@pytest.mark.parametrize("strips", ["", "/galopp"])
def test_below_a_sub_path_all_is_well_whether_or_not_the_proxy_strips_it(below, findings, strips):
    with SmallProxy(below.port, strips=strips) as proxy:
        assert list(findings(f"{proxy.address}/galopp")) == WELL


def test_a_server_that_was_not_told_its_sub_path_is_found_out_by_its_page(server, findings):
    with SmallProxy(server.port, strips="/galopp") as proxy:
        found = findings(f"{proxy.address}/galopp")
    assert found["wrong_base"]["arguments"] == {"found": "/", "path": "/galopp"}
    assert "--root-path /galopp" in found["wrong_base"]["sentence"]


def test_a_sub_path_that_is_passed_on_to_a_server_without_one_leads_nowhere(server, findings):
    with SmallProxy(server.port) as proxy:
        assert list(findings(f"{proxy.address}/galopp")) == ["path_unknown"]


def test_a_proxy_that_passes_no_upgrade_is_found_out_and_everything_else_still_works(
    server, findings
):
    with SmallProxy(server.port, upgrades=False) as proxy:
        found = findings(proxy.address)
    assert set(WELL) - found.keys() == {"upgrade", "origin"}
    assert "Upgrade and Connection" in found["no_upgrade"]["sentence"]


def test_a_proxy_that_holds_answers_back_until_they_end_is_found_out(server, findings):
    with SmallProxy(server.port, buffers=True) as proxy:
        found = findings(proxy.address)
    assert set(WELL) - found.keys() == {"news"}
    assert "proxy_buffering off" in found["news_held_back"]["sentence"]


def test_a_proxy_that_loses_the_host_has_its_own_pages_refused(server, findings):
    with SmallProxy(server.port, host="inside:1") as proxy:
        found = findings(proxy.address)
    assert found["links_elsewhere"]["arguments"]["found"] == "http://inside:1"
    assert f"--origin {proxy.address}" in found["own_pages_refused"]["sentence"]


def test_the_address_that_was_named_mends_a_proxy_that_loses_the_host(tmp_path, findings):
    with SmallProxy(0, host="inside:1") as proxy:
        with ServerProcess(tmp_path / "data", "--address", f"{proxy.address}/") as server:
            proxy.port = server.port
            assert list(findings(proxy.address)) == WELL


def test_a_proxy_that_loses_the_origin_lets_any_page_in(server, findings):
    with SmallProxy(server.port, drops=("origin",)) as proxy:
        assert findings(proxy.address)["any_page_accepted"]["grade"] == "wrong"


def test_headers_that_are_lost_are_named(server, findings):
    with SmallProxy(server.port, drops=("content-security-policy",)) as proxy:
        found = findings(proxy.address)
    assert found["headers_lost"]["arguments"] == {"names": "content-security-policy"}


def test_a_proxy_that_loses_keys_lets_no_news_through_and_leaves_a_table(server, findings):
    with SmallProxy(server.port, drops=("authorization",)) as proxy:
        found = findings(proxy.address)
    assert found["no_news"]["arguments"] == {"status": 401}
    assert found["table_left"]["grade"] == "doubtful"


def test_a_dead_port_is_told_without_a_traceback_and_the_disk_is_looked_at_all_the_same(tmp_path):
    done = call("doctor", f"http://127.0.0.1:{free_port()}", "--data", tmp_path, lang="de")
    assert done.returncode == 1
    assert "antwortet niemand" in " ".join(done.stdout.split())
    assert "MiB frei" in " ".join(done.stdout.split())
    assert "Traceback" not in done.stderr


def test_something_that_is_not_galopp_is_not_taken_for_it(findings, tmp_path):
    other = SmallProxy(0)
    other.RequestHandlerClass = _answering(b"HTTP/1.0 200 OK\r\n\r\n<h1>Hello</h1>")
    with other:
        assert list(findings(other.address)) == ["not_galopp"]
    moved = SmallProxy(0)
    moved.RequestHandlerClass = _answering(
        b"HTTP/1.0 301 Moved\r\nLocation: https://there.example/x/healthz\r\n\r\n"
    )
    with moved:
        assert findings(moved.address)["moved"]["arguments"] == {
            "address": "https://there.example/x"
        }


@pytest.mark.parametrize("status", [502, 504])
def test_a_proxy_with_nothing_behind_it_is_told_as_such(findings, status):
    proxy = SmallProxy(0)
    proxy.RequestHandlerClass = _answering(f"HTTP/1.0 {status} No\r\n\r\nnginx".encode())
    with proxy:
        found = findings(proxy.address)
    assert list(found) == ["nothing_behind"]
    assert f"status {status}" in found["nothing_behind"]["sentence"]


def test_figures_that_the_world_can_read_are_doubtful(server, findings):
    # An address that is not loopback, but that leads here all the same.
    found = findings(server.address.replace("127.0.0.1", "0.0.0.0"))
    assert set(WELL) - found.keys() == {"push"}, "browsers want https there"
    assert found["figures_open"]["grade"] == "doubtful"
    assert "docs/hosting.md" in found["figures_open"]["sentence"]


@pytest.mark.parametrize(
    ("address", "here"),
    [
        ("http://127.0.0.1:8080/galopp", True),
        ("http://localhost", True),
        ("https://[::1]:1", True),
        ("http://192.0.2.1:8080", False),
        ("https://[2001:db8::1]", False),
        ("https://pigs.invalid", False),
    ],
)
def test_only_an_address_within_this_machine_leads_past_every_proxy(address, here):
    assert doctor.leads_here(address) is here


@pytest.mark.parametrize(("status", "found"), [(200, "figures_open"), (404, "figures")])
def test_figures_belong_inside(status, found):
    assert doctor.judge_figures(status).key == found


def _answering(said):
    def answer(connection: socket.socket, *_):
        connection.recv(65536)
        connection.sendall(said)

    return answer


def test_a_server_that_hangs_up_in_the_middle_is_told_as_such(findings):
    proxy = SmallProxy(0)
    health = json.dumps({"status": "ok", "version": "0", "protocol": 1, "now": time.time()})
    answers = iter([f"HTTP/1.0 200 OK\r\n\r\n{health}".encode()])
    proxy.RequestHandlerClass = lambda connection, *_: (
        connection.recv(65536),
        connection.sendall(next(answers, b"")),
    )
    with proxy:
        found = findings(proxy.address)
    assert list(found) == ["answers", "other_version", "clock", "no_answer"]


@pytest.mark.parametrize(
    "written", ["", "localhost:8080", "ftp://x", "http://", "http://x/?y", "http://\x00"]
)
def test_what_is_no_address_is_refused(written):
    with pytest.raises(Unreadable):
        doctor.examine(Screen.open("en"), written, None, as_json=False)


@pytest.mark.parametrize(
    ("version", "protocol", "found"),
    [
        (doctor.__version__, 1, "version"),
        ("99.0", 1, "other_version"),
        ("99.0", 2, "other_protocol"),
    ],
)
def test_another_protocol_is_wrong_and_another_version_doubtful(version, protocol, found):
    assert doctor.judge_version(Health("ok", version, protocol, 0.0)).key == found


def test_a_certificate_that_nobody_trusts_is_told_apart_from_silence():
    reason = "[SSL: CERTIFICATE_VERIFY_FAILED] certificate verify failed: self-signed certificate"
    assert doctor.judge_silence("https://x.example", reason).key == "not_trusted"
    assert doctor.judge_silence("https://x.example", "timed out").key == "no_answer"


@pytest.mark.parametrize(("ahead", "found"), [(0, "clock"), (-4, "clock"), (60, "clock_off")])
def test_a_clock_may_be_off_a_little(ahead, found):
    assert doctor.judge_clock(ahead).key == found


def test_a_folder_that_is_not_there_and_a_disk_that_is_full_are_told(tmp_path, monkeypatch):
    assert doctor.judge_room(tmp_path / "nowhere").key == "no_folder"
    monkeypatch.setattr(doctor, "LITTLE_ROOM", 1 << 60)
    assert doctor.judge_room(tmp_path).grade is doctor.Grade.DOUBTFUL
    monkeypatch.setattr(doctor, "NO_ROOM", 1 << 60)
    assert doctor.judge_room(tmp_path).grade is doctor.Grade.WRONG


@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_person_reads_one_line_for_each_look_in_their_language(server, capsys, lang):
    screen = Screen.open(lang)
    doctor.examine(screen, server.address, None, as_json=False)
    lines = capsys.readouterr().out.splitlines()
    assert len(lines) >= len(WELL)
    assert lines[0].startswith(screen.say("doctor.well"))
    assert screen.say("doctor.upgrade") in "\n".join(lines)


def test_every_finding_can_be_said():
    modules = (doctor, database_doctor)
    said = [Path(module.__file__).read_text(encoding="utf-8") for module in modules]
    nodes = [node for text in said for node in ast.walk(ast.parse(text))]
    calls = [node for node in nodes if isinstance(node, ast.Call) and node.args]
    judges = ("well", "doubtful", "wrong", "refused")
    keys = {
        call.args[0].value
        for call in calls
        if getattr(call.func, "id", "") in judges and isinstance(call.args[0], ast.Constant)
    }
    assert len(keys) > 30
    keys |= {"store_far", "store_answers", "store_connections", "store_few_connections"}
    keys |= {"store_to_be_made", "store_to_be_renewed"}
    for code in LANGUAGES:
        for key in keys:
            blanks = dict.fromkeys(_BLANKS, "…")
            assert Language(code).say(f"doctor.{key}", **blanks) != f"doctor.{key}"


_BLANKS = (
    "address milliseconds reason status path version protocol found wanted seconds names origin"
    " table megabytes number"
).split()


def test_a_server_that_is_not_ready_yet_is_doubtful_not_wrong():
    said = {"type": "refused", "key": "game_not_ready", "sentence": "Soon.", "arguments": {}}
    found = doctor.refused("not_ready", httpx.Response(503, json=said))
    assert (found.grade, found.arguments) == (doctor.Grade.DOUBTFUL, {"reason": "Soon."})
    found = doctor.refused("not_ready", httpx.Response(502, text="Bad gateway"))
    assert (found.grade, found.arguments) == (doctor.Grade.WRONG, {"reason": "HTTP 502"})


@pytest.mark.parametrize(
    ("address", "offered", "found"),
    [
        ("https://pigs.example", True, "push"),
        ("http://127.0.0.1:8080", True, "push"),  # browsers trust their own machine
        ("http://192.0.2.7:8080", True, "push_needs_https"),
        ("http://192.0.2.7:8080", False, "push_off"),
    ],
)
def test_whether_browsers_can_be_told_depends_on_how_they_come(address, offered, found):
    assert doctor.judge_push(address, offered).key == found


# --- A database


@pytest.fixture
def examined(database, findings):
    """What the doctor finds about an empty database that is set in some way."""

    def examine(**settings):
        separated = "&" if "?" in database else "?"
        options = "%20".join(f"-c{name}%3D{value}" for name, value in settings.items())
        return findings(f"{database}{separated}options={options}" if options else database)

    return examine


def test_a_database_that_nobody_has_used_yet_is_well_but_for_its_haste(examined):
    found = examined()
    grades = {key: row["grade"] for key, row in found.items()}
    # What the tests play with saves without waiting for the disk, and the doctor must see it.
    assert grades.pop("store_unsafe") == "wrong"
    grades.pop("store_far", None)  # on a machine that does much else
    assert grades.keys() >= {"store_writes", "store_to_be_made", "store_connections"}
    assert set(grades.values()) == {"well"}


def test_a_database_of_a_server_is_looked_at_beside_it(server, database, findings, capsys):
    place_of(database).open().close()
    with pytest.raises(typer.Exit):
        doctor.examine(Screen.open("en"), server.address, None, as_json=True, store=database)
    found = {row["finding"] for row in json.loads(capsys.readouterr().out)}
    assert found >= {"answers", "push", "store_ours"}


def test_a_database_that_cannot_be_used_is_told_in_words(findings, cluster):
    for address, words in (
        (cluster.address("nowhere"), "There is no database"),
        (cluster.by_network(password="wrong"), "does not let us into"),
        ("postgresql://127.0.0.1:1/x", "does not answer"),
        ("postgresql://a:b@c:d:e/?=%", "is not the address of a database"),
    ):
        (found,) = findings(address).values()
        assert found["grade"] == "wrong"
        assert words in found["sentence"]
        assert "wrong" not in found["sentence"]


@pytest.mark.parametrize(
    ("changes", "wanted"),
    [
        ({}, []),
        ({"safe": False}, ["store_unsafe"]),
        ({"standby": True}, ["store_standby"]),
        ({"free": 1}, ["store_few_connections"]),
        ({"milliseconds": 80.0}, ["store_far"]),
        ({"ahead": -60.0}, ["store_clock_off"]),
        ({"version": 0, "may_create": False}, ["store_may_not_create"]),
    ],
    ids=str,
)
def test_each_thing_that_is_wrong_with_a_database_is_named(monkeypatch, changes, wanted):
    fine = {"milliseconds": 1.0, "server": "15.1", "version": len(MIGRATIONS), "safe": True}
    fine |= {"standby": False, "may_create": True, "free": 90, "size": 1 << 20, "ahead": 0.1}
    facts = examination.Facts(**fine | changes)
    monkeypatch.setattr(examination, "examine", lambda address: facts)
    found = database_doctor.look_at_store(Screen.open("en"), "postgresql://x/y")
    assert [one.key for one in found if one.grade is not doctor.Grade.WELL] == wanted
