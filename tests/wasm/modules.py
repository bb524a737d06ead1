"""The modules that tests play by, what Python finds, and a page in which they are compared."""

import json
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import pytest

from galopp.wasm.building import FOLDER, build
from galopp.wasm.linking import NoLinker
from wasm.reference import games_of, thoughts_by_net, thoughts_of

ROOT = Path(__file__).resolve().parents[2]
PAGE = "/tests/wasm/page.html"


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
