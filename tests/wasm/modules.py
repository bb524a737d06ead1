"""The modules that tests play by, what Python finds, and a page in which they are compared."""

import json
import shutil
import subprocess
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache, partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from tempfile import mkdtemp
from typing import Any

import pytest

from galopp.wasm.building import FOLDER, build
from galopp.wasm.linking import NoLinker
from galopp.wire.facts import facts_file
from galopp.wire.layout import layout_file
from random_games import GAMES
from wasm.reference import games_of, thoughts_by_net, thoughts_of

ROOT = Path(__file__).resolve().parents[2]
PAGE = "/tests/wasm/page.html"
KINDS = ("wasm", "json")  # of files that make a module


def built() -> Path:
    """The folder with the modules, made from the sources as they are."""
    try:
        build()
    except NoLinker as missing:
        pytest.skip(str(missing))
    return FOLDER


def reference(name: str, seed: int, mixed: int, thoughts: int, tries: int) -> dict[str, Any]:
    """What compiled Python finds in one game: so many mixtures of options, so many thoughts."""
    return {
        "games": games_of(name, seed, mixed),
        "thoughts": thoughts_of(name, seed, thoughts, tries),
        "by_net": thoughts_by_net(name, seed, thoughts, tries),
    }


class Handler(SimpleHTTPRequestHandler):
    """Serves the repository, and one text besides; says nothing."""

    def __init__(self, told: str, *about: Any, **more: Any) -> None:
        self.told = told
        super().__init__(*about, directory=str(ROOT), **more)

    def do_GET(self) -> None:
        if self.path != "/reference.json":
            super().do_GET()
            return
        self.send_response(200)
        self.send_header("content-type", "application/json")
        self.end_headers()
        self.wfile.write(self.told.encode())

    def log_message(self, *about: Any) -> None:
        pass


@contextmanager
def served(told: dict[str, Any]) -> Iterator[str]:
    """The address of the page that compares."""
    server = ThreadingHTTPServer(("127.0.0.1", 0), partial(Handler, json.dumps(told)))
    threading.Thread(target=server.serve_forever, daemon=True).start()
    try:
        yield f"http://127.0.0.1:{server.server_port}{PAGE}"
    finally:
        server.shutdown()
        server.server_close()


@cache
def page_files() -> Path:
    """What a page fetches, as a server serves it."""
    found, modules = Path(mkdtemp()), built()
    for part in ("wasm", "layouts", "facts"):
        (found / part).mkdir()
    for name in GAMES:
        for file in (f"{name}{part}.{kind}" for part in ("", "-review") for kind in KINDS):
            shutil.copy(modules / file, found / "wasm")
        (found / "layouts" / f"{name}.json").write_bytes(layout_file(name))
        (found / "facts" / f"{name}.json").write_bytes(facts_file(name))
    return found


def asked_of_node(script: str, *arguments: str, told: str = "") -> Any:
    """What a script of this folder answers, as JSON."""
    command = ["node", str(ROOT / "tests" / "wasm" / script), str(page_files()), *arguments]
    ran = subprocess.run(command, input=told, capture_output=True, text=True, check=False)
    assert ran.returncode == 0, ran.stderr
    return json.loads(ran.stdout)
