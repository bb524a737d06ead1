"""A server from the command line: `galopp serve`, and plain `galopp` at home."""

import asyncio
import contextlib
import json
import os
import re
import shutil
import signal
import socket
import sqlite3
import subprocess
import sys
import time

import pytest
import segno

from calling import call
from galopp.cli import home, serve
from galopp.cli.screen import Screen
from galopp.core.fault import Unreadable
from galopp.core.kernel import folder_of
from galopp.locale import LANGUAGES, Language
from galopp.server.app import Configuration
from galopp.server.notices.ssrf_guard import Targets
from galopp.server.ops import preparing
from galopp.server.ops.preparing import Preparing, play_through
from galopp.store.sqlite import Log
from serving import CLIENT, WITHIN, free_port
from warm_start import Streams, WarmProcess, can_be_warm

SERVE = ("serve", "--port", "0")


class Running:
    """A command that runs until it is told to stop."""

    def __init__(self, tmp_path, *arguments, lang="en", **environment):
        self.errors, self.said = tmp_path / "errors", tmp_path / "said"
        program = ["-m", "galopp", *arguments]
        environment = {
            **os.environ,
            "GALOPP_DATA": str(tmp_path / "data"),
            "GALOPP_LANG": lang,
            "PYTHONIOENCODING": "utf-8",
            **environment,
        }
        for file in (self.errors, self.said):
            file.touch()
        self.process = begun(program, environment, Streams(said=self.said, errors=self.errors))
        self.lines = self.said.open(encoding=environment["PYTHONIOENCODING"])

    def __enter__(self):
        return self

    def __exit__(self, *_):
        if self.process.poll() is None:
            self.process.kill()
            self.process.wait()
        self.lines.close()

    def read_until(self, said):
        """Everything printed up to a line that holds this; fails if the command ends first."""
        printed, over = "", False
        while not over:
            over = self.process.poll() is not None
            while line := self.lines.readline():
                printed += line
                if said in printed and printed.endswith("\n"):  # a line may come in pieces
                    return printed
            time.sleep(0.02)
        raise AssertionError(printed + self.errors.read_text(encoding="utf-8"))

    def stop(self, number=signal.SIGTERM):
        """Ask it to stop; what it still said, and its exit code."""
        self.process.send_signal(number)
        code = self.process.wait(WITHIN)
        return self.lines.read(), code


def begun(program, environment, streams):
    if can_be_warm(program, environment):
        return WarmProcess(program, environment, streams)
    with streams.said.open("ab") as said, streams.errors.open("ab") as errors:
        command = [sys.executable, *program]
        return subprocess.Popen(command, env=environment, stdout=said, stderr=errors)


def addresses(said):
    return re.findall(r"http://\S+", said)


# --- galopp serve


@pytest.mark.a_few(1)
@pytest.mark.parametrize("lang", LANGUAGES)
def test_it_says_where_it_serves_and_from_which_folder(tmp_path, lang):
    with Running(tmp_path, *SERVE, lang=lang) as running:
        said = running.read_until(str(tmp_path / "data"))
        [address] = addresses(said)
        assert said.startswith(Language(lang).say("served_at", address=address))
        assert CLIENT.get(f"{address}healthz").status_code == 200
        assert running.stop()[1] == 0


@pytest.mark.a_few(1)
@pytest.mark.parametrize("lang", LANGUAGES)
def test_behind_another_address_it_also_says_where_it_listens(tmp_path, lang):
    known = "https://pigs.example/galopp/"
    with Running(tmp_path, *SERVE, "--address", known, lang=lang) as running:
        first, second = running.read_until("http://").splitlines()
        [here] = addresses(second)
        assert first == Language(lang).say("served_at", address=known)
        assert second == Language(lang).say("listens_at", address=here)
        assert CLIENT.get(f"{here}healthz").status_code == 200


@pytest.fixture
def one_game_to_prepare(tmp_path):
    """The environment of a machine on which one game has not been prepared yet."""
    cache = tmp_path / "cache"
    (cache / "galopp").mkdir(parents=True)
    prepared = folder_of(preparing.__file__)
    for folder in prepared.parent.glob("kernels-*"):
        (cache / "galopp" / folder.name).symlink_to(folder)
    (cache / "galopp" / prepared.name).unlink()
    shutil.copytree(prepared, cache / "galopp" / prepared.name)
    (cache / "galopp" / prepared.name / "schweinsgalopp.rules").unlink(missing_ok=True)
    return {"XDG_CACHE_HOME": str(cache)}


@pytest.mark.a_few(1)
@pytest.mark.parametrize("command", [SERVE, ("--no-browser",)])
def test_it_says_that_a_game_is_being_prepared_and_when_all_can_be_played(
    tmp_path, one_game_to_prepare, command
):
    said_by = Language("de").say
    with Running(tmp_path, *command, lang="de", **one_game_to_prepare) as running:
        said = running.read_until(said_by("rules_prepared"))
        [address, *_] = addresses(said)
        told = said_by("rules_being_prepared", games="Schweinsgalopp")
        assert told in " ".join(said.split())
        assert said.index(address) < said.index("Schweinsgalopp")
        assert CLIENT.get(f"{address}readyz").status_code == 200


def test_where_all_games_can_be_played_nothing_is_said_of_preparing(capsys):
    preparing = Preparing()
    for name in preparing.missing:
        play_through(name)
    preparing.prepare_what_is_compiled()
    asyncio.run(serve.tell_of_rules(Screen.open("en"), preparing))
    assert capsys.readouterr().out == ""


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
def test_it_stops_cleanly_when_told_to_and_lets_go_of_everything(tmp_path, number):
    with Running(tmp_path, *SERVE) as running:
        [address] = addresses(running.read_until("http"))
        opened = CLIENT.post(f"{address}api/tables", json={"game": "saumaumau", "players": 2})
        assert running.stop(number)[1] == 0
    assert "Traceback" not in running.errors.read_text(encoding="utf-8")
    with Log.open(tmp_path / "data") as log:
        found = [heading.table for heading in log.headings()]
    assert found == ([opened.json()["code"]] if opened.status_code == 201 else [])


def test_its_log_is_json_a_line(tmp_path):
    with Running(tmp_path, *SERVE) as running:
        [address] = addresses(running.read_until("http"))
        CLIENT.post(f"{address}api/tables", json={"game": "saumaumau", "players": 2})
        running.stop()
    for line in running.errors.read_text(encoding="utf-8").splitlines():
        assert {"event", "level", "timestamp"} <= json.loads(line).keys()


def test_every_option_can_be_set_in_the_environment(tmp_path):
    port = free_port()
    environment = {
        "GALOPP_HOST": "127.0.0.1",
        "GALOPP_PORT": str(port),
        "GALOPP_ROOT_PATH": "pigs/",
        "GALOPP_ADDRESS": "https://pigs.example/pigs/",
        "GALOPP_PUBLIC_LIST": "true",
        "GALOPP_LIMITS": "false",
        "GALOPP_ORIGIN": "https://one.example https://two.example",
        "GALOPP_PROXY": "127.0.0.1,10.0.0.0/8",
        "GALOPP_PUSH": "false",
        "GALOPP_WEBHOOKS": "public",
        "GALOPP_DEVICES_THINK": "true",
    }
    here = f"http://127.0.0.1:{port}/pigs"
    with Running(tmp_path, "serve", **environment) as running:
        assert addresses(running.read_until("pigs.example")) == []
        described = CLIENT.get(f"{here}/api/openapi.json").json()
        assert described["servers"] == [{"url": "https://pigs.example/pigs"}]
        assert '<meta name="galopp-root" content="/pigs">' in CLIENT.get(f"{here}/").text
        table = {"game": "saumaumau", "players": 2}
        opened = CLIENT.post(f"{here}/api/tables", json=table).json()
        notices = f"{here}/api/tables/{opened['code']}/notices"
        sent = CLIENT.get(notices, headers={"authorization": f"Bearer {opened['key']}"}).json()
        assert (sent["push_key"], sent["webhooks"]) == (None, True)
    options = {name for name in re.findall(r"GALOPP_[A-Z_]+", call("serve", "--help").stdout)}
    besides = {"GALOPP_DATA", "GALOPP_STORE", "GALOPP_SHARED_AT", "GALOPP_SLOT"}
    assert options == {*environment, *besides}


@pytest.mark.parametrize(
    ("address", "origin"),
    [
        ("https://pigs.example/galopp/", "https://pigs.example"),
        ("http://Pigs.Example:80", "http://pigs.example"),
        ("http://pigs.example:8080/x", "http://pigs.example:8080"),
        ("https://[::1]:443", "https://[::1]"),
    ],
)
def test_pages_at_its_own_address_may_speak_to_it(tmp_path, address, origin):
    checked = serve.checked(Configuration(tmp_path, address=address))
    assert checked.origins == (origin,)


@pytest.mark.parametrize(
    "address", ["pigs.example", "ftp://pigs.example", "http://", "http://x:99999", "https://x/?y"]
)
def test_an_address_must_be_one_that_a_browser_can_open(tmp_path, address):
    for configuration in (
        Configuration(tmp_path, address=address),
        Configuration(tmp_path, origins=(address,)),
    ):
        with pytest.raises(Unreadable, match="not_an_address"):
            serve.checked(configuration)


@pytest.mark.parametrize("path", ["/a b", '/"><script>', "/a//b", "/ä", "http://x"])
def test_a_sub_path_that_could_not_stand_in_a_page_is_refused(tmp_path, path):
    with pytest.raises(Unreadable, match="not_a_root_path"):
        serve.checked(Configuration(tmp_path, root_path=path))


@pytest.mark.parametrize(
    ("entered", "read"),
    [
        ("127.0.0.1", "127.0.0.1"),
        (" 10.0.0.0/8 ,::1, fd00::/8", "10.0.0.0/8,::1,fd00::/8"),
        ("*", "*"),
        ("127.0.0.1, *", "*"),
        ("", ""),
    ],
)
def test_proxies_are_addresses_and_networks(tmp_path, entered, read):
    assert serve.checked(Configuration(tmp_path, proxies=entered)).proxies == read


@pytest.mark.parametrize("entered", ["quatsch", "127.0.0.1,proxy.example", "10.0.0.1/8", "*,x"])
def test_a_proxy_that_would_never_be_met_is_refused(tmp_path, entered):
    with pytest.raises(Unreadable, match="not_a_proxy"):
        serve.checked(Configuration(tmp_path, proxies=entered))


def refused(*arguments, lang="en"):
    """What a server that cannot start says."""
    done = call(*arguments, lang=lang)
    assert done.returncode == 2
    assert "Traceback" not in done.stderr
    assert "{" not in done.stderr, "a log line"
    assert done.stdout == ""
    return re.sub("[ \n]+", " ", done.stderr).strip()  # spaces that no line breaks at stay


def test_a_port_in_use_is_told_in_one_sentence(tmp_path):
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        said = refused("serve", "--port", port, "--data", tmp_path / "data", lang="de")
    assert said == Language("de").say("fault.port_in_use", port=port)
    assert not (tmp_path / "data").exists()


def test_a_host_that_is_not_this_machine_is_told(tmp_path):
    said = refused(*SERVE, "--host", "192.0.2.200", "--data", tmp_path)
    assert said.startswith("This machine cannot listen on “192.0.2.200”")
    assert "“no such”" in refused(*SERVE, "--host", "no such", "--data", tmp_path)


def test_a_folder_that_another_server_uses_is_told(tmp_path):
    with Log.open(tmp_path):
        said = refused(*SERVE, "--data", tmp_path, lang="fr")
    wanted = Language("fr").say("fault.store_in_use", path=str(tmp_path))
    assert said == wanted
    assert "Galopp tourne" in said


def test_a_file_in_place_of_the_folder_is_told(tmp_path):
    file = tmp_path / "file"
    file.write_text("no folder")
    assert "cannot be opened for writing" in refused(*SERVE, "--data", file)


def test_a_damaged_file_is_told_and_left_alone(tmp_path):
    damaged = b"no database at all, but long enough to be taken for one" * 100
    (tmp_path / "galopp.sqlite").write_bytes(damaged)
    assert "damaged" in refused(*SERVE, "--data", tmp_path)
    assert (tmp_path / "galopp.sqlite").read_bytes() == damaged


def test_a_file_of_a_newer_version_is_told(tmp_path):
    Log.open(tmp_path).close()
    with contextlib.closing(sqlite3.connect(tmp_path / "galopp.sqlite")) as connection:
        connection.execute("PRAGMA user_version = 99")
        connection.commit()
    assert "newer version" in refused(*SERVE, "--data", tmp_path)


def test_help_needs_nothing_of_the_server():
    heavy = ("starlette", "uvicorn", "httpx", "websockets", "sqlite3", "segno", "structlog")
    asked = f"import sys, galopp.cli; print([name for name in {heavy} if name in sys.modules])"
    done = subprocess.run([sys.executable, "-c", asked], capture_output=True, text=True, check=True)
    assert done.stdout == "[]\n"


# --- Plain galopp


@pytest.fixture
def browser(tmp_path):
    """A browser that only writes down what it is told to open."""
    script, opened = tmp_path / "browser", tmp_path / "opened"
    os.mkfifo(opened)
    script.write_text(f'#!/bin/sh\necho "$1" > "{opened}"\n')
    script.chmod(0o755)
    return {"BROWSER": str(script)}, opened


@pytest.mark.a_few(1)
@pytest.mark.parametrize("lang", LANGUAGES)
def test_at_home_it_opens_the_browser_invites_the_others_and_says_goodbye(tmp_path, browser, lang):
    said_by = Language(lang).say
    environment, opened = browser
    with Running(tmp_path, lang=lang, **environment) as running:
        said = running.read_until(said_by("home.how_to_end"))
        here, *others = addresses(said)
        assert said.startswith(said_by("home.here", address=here))
        assert opened.read_text() == f"{here}\n"  # waits for the browser
        assert CLIENT.get(f"{here}healthz").status_code == 200
        for other in others:
            assert home.qr_code(other).plain in said
            assert CLIENT.get(f"{other}healthz").status_code == 200
        assert bool(others) != (said_by("home.no_network") in said)
        said, code = running.stop(signal.SIGINT)
        assert said.endswith(said_by("home.goodbye") + "\n")
        assert code == 0


def test_links_made_at_home_lead_to_the_local_network(tmp_path):
    with Running(tmp_path, "--no-browser") as running:
        here, *others = addresses(running.read_until("Ctrl+C"))
        described = CLIENT.get(f"{here}api/openapi.json").json()
        assert f"{described['servers'][0]['url']}/" == (others or [here])[0]


def test_a_browser_that_fails_does_not_keep_anybody_from_playing(tmp_path):
    with Running(tmp_path, BROWSER="/no/such/browser") as running:
        [here, *_] = addresses(running.read_until("Ctrl+C"))
        assert CLIENT.get(f"{here}healthz").status_code == 200
        assert running.stop(signal.SIGINT)[1] == 0


def test_a_terminal_that_cannot_draw_gets_the_address_only(tmp_path):
    with Running(tmp_path, "--no-browser", PYTHONIOENCODING="latin-1") as running:
        said = running.read_until("Ctrl+C")
        assert addresses(said)
        assert "?????" not in said


def test_a_folder_in_use_at_home_is_told(tmp_path):
    with Log.open(tmp_path):
        assert "is in use" in refused("--data", tmp_path, "--no-browser")


@pytest.mark.a_few(2)
@pytest.mark.parametrize("written", ["rosa", "=true", "strong=true", "rosa=", "ro sa=true"])
def test_a_bot_that_is_none_is_told(tmp_path, written):
    said = refused(*SERVE, "--bot", written, "--data", tmp_path / "data", lang="de")
    assert said == Language("de").say("fault.not_a_bot", written=written)


def test_a_proxy_that_is_none_is_told(tmp_path):
    said = refused(*SERVE, "--proxy", "quatsch", "--data", tmp_path / "data", lang="de")
    assert said == Language("de").say("fault.not_a_proxy", written="quatsch")
    assert not (tmp_path / "data").exists()


def test_what_is_said_before_a_command_holds_for_it(tmp_path):
    Log.open(tmp_path).close()
    done = call("--data", tmp_path, "--lang", "fr", "data", "list")
    assert done.stdout.strip() == Language("fr").say("data.no_tables")


def test_at_home_a_port_that_is_taken_makes_it_take_the_next():
    with home.listen_somewhere() as first, home.listen_somewhere() as second:
        assert first.getsockname()[1] != second.getsockname()[1]


def test_the_usual_ports_are_tried_first_and_any_other_after_them(monkeypatch):
    monkeypatch.setattr(home, "USUAL_PORTS", [free_port()])
    with home.listen_somewhere() as first, home.listen_somewhere() as second:
        assert first.getsockname()[1] == home.USUAL_PORTS[0]
        assert second.getsockname()[1] != home.USUAL_PORTS[0]


def test_the_address_for_the_others_is_never_one_for_this_machine_alone(monkeypatch):
    assert home.network_address() not in ("127.0.0.1", "0.0.0.0", "")
    monkeypatch.setattr(home, "FAR_AWAY", "127.0.0.1")
    monkeypatch.setattr(socket, "gethostname", lambda: "localhost")
    assert home.network_address() is None
    monkeypatch.setattr(home, "FAR_AWAY", "no such address")
    monkeypatch.setattr(socket, "gethostname", lambda: "no such host")
    assert home.network_address() is None


@pytest.mark.parametrize("length", [1, 20, 60, 120])
def test_the_qr_code_has_every_square_of_the_address_and_a_quiet_border(length):
    address = "http://" + "x" * length
    lines = home.qr_code(address).plain.splitlines()
    halves = {drawn: squares for squares, drawn in home.HALVES.items()}
    drawn = [[halves[each][half] for each in line] for line in lines for half in (0, 1)]
    wanted = [
        [bool(dark) for dark in row] for row in segno.make(address, micro=False).matrix_iter()
    ]
    assert drawn[: len(wanted)] == wanted
    assert not any(map(any, [*drawn[:4], *drawn[len(wanted) - 4 :]]))


def test_webhooks_go_nowhere_or_to_the_public_net_or_anywhere(tmp_path):
    assert serve.read_webhooks("off") is None
    assert serve.read_webhooks("public") is Targets.PUBLIC
    assert serve.read_webhooks("any") is Targets.ANY
    said = refused(*SERVE, "--webhooks", "yes", "--data", tmp_path / "data", lang="fr")
    names = "off, public, any"
    assert said == Language("fr").say("fault.not_for_webhooks", written="yes", names=names)
