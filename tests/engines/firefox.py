"""Debian's Firefox, spoken to by WebDriver BiDi: JSON over the WebSocket that it offers itself."""

import base64
import itertools
import json
import os
from contextlib import ExitStack
from time import monotonic
from typing import Any

from driver import AS_TEXT, Driver, Hung, Thrown, Visit
from websockets.exceptions import WebSocketException
from websockets.sync.client import ClientConnection, connect

from serving import free_port

# A profile that asks nobody anything and speaks to nobody but the page's server.
PREFERENCES = {
    "app.normandy.enabled": False,
    "app.update.enabled": False,
    "browser.aboutwelcome.enabled": False,
    "browser.shell.checkDefaultBrowser": False,
    "browser.startup.homepage_override.mstone": "ignore",
    "datareporting.policy.dataSubmissionEnabled": False,
    "dom.ipc.processCount": 1,
    "network.captive-portal-service.enabled": False,
    "network.connectivity-service.enabled": False,
    "remote.active-protocols": 1,  # BiDi
    "services.settings.server": "data:,#remote-settings-dummy/v1",
    "toolkit.telemetry.reportingpolicy.firstRun": False,
    # What styles move takes time that only whoever has it for everything needs.
    "ui.prefersReducedMotion": 0 if os.environ.get("GALOPP_THOROUGH") else 1,
}
EVENTS = ["log.entryAdded", "network.responseCompleted"]


class Firefox(Driver):
    """Firefox without a window, in a profile that is thrown away."""

    name = "firefox"

    def __init__(self, visit: Visit) -> None:
        super().__init__(visit)
        self.numbers = itertools.count(1)
        self.noted: list[str] = []
        self.lines = ExitStack()
        self.line: ClientConnection | None = None
        self.tab = ""

    def start(self) -> None:
        """Start it, and have every page run the first script."""
        profile, port = self.visit.folder / "profile", free_port()
        profile.mkdir(parents=True)
        wanted = {**PREFERENCES, "intl.accept_languages": self.visit.language}
        (profile / "user.js").write_text(
            "".join(f'user_pref("{key}", {json.dumps(value)});\n' for key, value in wanted.items())
        )
        command = ["firefox-esr", "--headless", "--no-remote", "--profile", str(profile)]
        self.run(
            [*command, f"--remote-debugging-port={port}", "about:blank"],
            {"HOME": str(self.visit.folder)},
        )
        self.line = self.starting("Firefox", lambda: self._connected(port))
        self.ask("session.new", capabilities={})
        self.ask("session.subscribe", events=EVENTS)
        self.tab = self.ask("browsingContext.getTree")["contexts"][0]["context"]
        first = f"() => {{ {self.visit.init} }}"
        self.ask("script.addPreloadScript", functionDeclaration=first)
        size = {"width": self.visit.width, "height": self.visit.height}
        self.ask("browsingContext.setViewport", context=self.tab, viewport=size)

    def _connected(self, port: int) -> ClientConnection | None:
        try:
            address = f"ws://127.0.0.1:{port}/session"
            line = connect(address, max_size=None, ping_interval=None, close_timeout=1)
            return self.lines.enter_context(line)
        except (OSError, WebSocketException):
            return None

    def ask(self, method: str, **parameters: Any) -> Any:
        """Send a command and wait for its answer; note what happens meanwhile."""
        if self.line is None:
            raise Hung("firefox is gone already")
        number, end = next(self.numbers), monotonic() + self.patience
        try:
            self.line.send(json.dumps({"id": number, "method": method, "params": parameters}))
            while True:
                heard = json.loads(self.line.recv(timeout=max(0.0, end - monotonic())))
                if heard.get("id") == number:
                    return _answer(method, heard)
                self.note(heard)
        except (TimeoutError, OSError, WebSocketException) as problem:
            raise self.hung(f"no answer to {method}: {problem!r}") from None

    def note(self, heard: Any) -> None:
        """Keep what went wrong on a page."""
        told = heard.get("params", {})
        if heard.get("method") == "log.entryAdded" and told["level"] == "error":
            self.noted.append(str(told.get("text")))
        if heard.get("method") == "network.responseCompleted" and told["response"]["status"] >= 400:
            self.noted.append(f"{told['response']['status']} {told['request']['url']}")

    def go(self, address: str) -> None:
        """Open an address."""
        self.ask("browsingContext.navigate", context=self.tab, url=address, wait="complete")

    def reload(self) -> None:
        """Load the page again."""
        self.ask("browsingContext.reload", context=self.tab, wait="complete")

    def evaluate(self, function: str, *arguments: Any) -> Any:
        """Call a function in the page."""
        told = self.ask(
            "script.evaluate",
            expression=AS_TEXT % (function, json.dumps(arguments)),
            target={"context": self.tab},
            awaitPromise=True,
        )
        if told["type"] == "exception":
            raise Thrown(told["exceptionDetails"]["text"])
        answer = json.loads(told["result"]["value"])
        if "error" in answer:
            raise Thrown(answer["error"])
        return answer["value"]

    def press(self, x: float, y: float) -> None:
        """Press with a mouse."""
        steps = [
            {"type": "pointerMove", "x": int(x), "y": int(y)},
            {"type": "pointerDown", "button": 0},
            {"type": "pointerUp", "button": 0},
        ]
        self._act({"type": "pointer", "id": "mouse", "actions": steps})

    def type(self, text: str) -> None:
        """Type key by key."""
        steps = [{"type": way, "value": key} for key in text for way in ("keyDown", "keyUp")]
        self._act({"type": "key", "id": "keys", "actions": steps})

    def _act(self, source: dict[str, Any]) -> None:
        self.ask("input.performActions", context=self.tab, actions=[source])

    def picture(self) -> bytes:
        """What is to be seen."""
        shown = self.ask("browsingContext.captureScreenshot", context=self.tab)
        return base64.b64decode(shown["data"])

    def troubles(self) -> list[str]:
        """What was noted."""
        self.evaluate("() => 0")  # whatever was under way before has arrived with this
        return self.noted

    def say_goodbye(self) -> None:
        """Close it."""
        self.ask("browser.close")

    def kill(self) -> None:
        """End it, and the line to it."""
        super().kill()
        self.line = None
        self.lines.close()


def _answer(method: str, heard: Any) -> Any:
    if heard["type"] == "error":
        raise Thrown(f"{method}: {heard['error']}: {heard['message']}")
    return heard["result"]
