"""WebKitGTK, spoken to by WebDriver: HTTP to Debian's WebKitWebDriver, on a screen in memory.

The window is our own (webkit_window.py) instead of the MiniBrowser: exactly as large as a phone,
without a toolbar, and with the console of its pages written to the log.
"""

import json
import os
import re
import select
import subprocess
from pathlib import Path
from typing import Any

import httpx
from driver import AS_TEXT, STARTS_WITHIN, Driver, Hung, Thrown, Visit

from serving import free_port

WINDOW = Path(__file__).with_name("webkit_window.py")
# As seen on the screen in memory: asked for a picture of /tv, the driver never answers.
SCREEN = Path(__file__).with_name("screen_picture.py")
# The last argument of a script that WebDriver runs is what hands its answer over.
ASKED = "const done = arguments[arguments.length - 1]; %s.then(done);"
CONSOLE_ERROR = re.compile(r"CONSOLE \w+ ERROR.*")
# Everything is drawn by the processor, and by nobody else: there may be no graphics card.
DRAWING = {
    "GDK_BACKEND": "x11",
    "LIBGL_ALWAYS_SOFTWARE": "1",
    "NO_AT_BRIDGE": "1",
    "WEBKIT_DISABLE_COMPOSITING_MODE": "1",
    "WEBKIT_DISABLE_DMABUF_RENDERER": "1",
    "WEBKIT_DISABLE_SANDBOX_THIS_IS_DANGEROUS": "1",  # it has only our own pages to show
}


class WebKit(Driver):
    """WebKitGTK in a bare window."""

    name = "webkit"

    def __init__(self, visit: Visit) -> None:
        super().__init__(visit)
        self.client = httpx.Client()
        self.session = ""
        self.display = ""

    def start(self) -> None:
        """Start a screen, the driver, and by it the window."""
        self.visit.folder.mkdir(parents=True, exist_ok=True)
        init, port = self.visit.folder / "init.js", free_port()
        init.write_text(self.visit.init, encoding="utf-8")
        self.display = self._screen()
        self.run(
            ["WebKitWebDriver", f"--port={port}"],
            {
                **DRAWING,
                "DISPLAY": self.display,
                "GALOPP_WINDOW": json.dumps([self.visit.width, self.visit.height, str(init)]),
                "LANG": "C.UTF-8",
                "LANGUAGE": self.visit.language,
            },
        )
        self.client.base_url = f"http://127.0.0.1:{port}"
        self.starting("WebKitWebDriver", self._ready)
        options = {"binary": str(WINDOW), "args": []}
        wanted = {"alwaysMatch": {"webkitgtk:browserOptions": options}}
        self.session = self.ask("POST", "/session", capabilities=wanted)["sessionId"]

    def _screen(self) -> str:
        """A new screen in memory: the X server picks a free number and writes it down."""
        reading, writing = os.pipe()
        size = f"{self.visit.width}x{self.visit.height}x24"
        command = ["Xvfb", "-displayfd", str(writing), "-screen", "0", size, "-nolisten", "tcp"]
        self.run(command, {}, hand=[writing])
        os.close(writing)
        with os.fdopen(reading) as numbers:
            ready, _, _ = select.select([numbers], [], [], STARTS_WITHIN)
            number = numbers.readline().strip() if ready else ""  # nothing, if it ended instead
        if not number:
            raise self.hung("Xvfb did not start", STARTS_WITHIN)
        return f":{number}"

    def _ready(self) -> bool | None:
        try:
            return bool(self.client.get("/status").json()["value"]["ready"]) or None
        except (httpx.HTTPError, ValueError):
            return None

    def ask(self, method: str, path: str, **body: Any) -> Any:
        """Ask the driver something, and wait for its answer."""
        if not self.processes:
            raise Hung("webkit is gone already")
        try:
            sent = body if method == "POST" else None
            answer = self.client.request(method, path, json=sent, timeout=self.patience)
        except httpx.HTTPError as problem:
            raise self.hung(f"no answer to {method} {path}: {problem!r}") from None
        told = answer.json()["value"]
        if answer.is_error:
            raise Thrown(f"{path}: {told['error']}: {told['message']}")
        return told

    def here(self, method: str, path: str, **body: Any) -> Any:
        """Ask something of the window."""
        return self.ask(method, f"/session/{self.session}{path}", **body)

    def go(self, address: str) -> None:
        """Open an address."""
        self.here("POST", "/url", url=address)

    def reload(self) -> None:
        """Load the page again."""
        self.here("POST", "/refresh")

    def evaluate(self, function: str, *arguments: Any) -> Any:
        """Call a function in the page."""
        script = ASKED % (AS_TEXT % (function, json.dumps(arguments)))
        answer = json.loads(self.here("POST", "/execute/async", script=script, args=[]))
        if "error" in answer:
            raise Thrown(answer["error"])
        return answer["value"]

    def press(self, x: float, y: float) -> None:
        """Press with a mouse."""
        steps = [
            {"type": "pointerMove", "duration": 0, "x": int(x), "y": int(y)},
            {"type": "pointerDown", "button": 0},
            {"type": "pointerUp", "button": 0},
        ]
        self._act({"type": "pointer", "id": "mouse", "actions": steps})

    def type(self, text: str) -> None:
        """Type key by key."""
        steps = [{"type": way, "value": key} for key in text for way in ("keyDown", "keyUp")]
        self._act({"type": "key", "id": "keys", "actions": steps})

    def _act(self, source: dict[str, Any]) -> None:
        self.here("POST", "/actions", actions=[source])

    def picture(self) -> bytes:
        """What is to be seen."""
        asked = {"DISPLAY": self.display, "GDK_BACKEND": "x11"}
        try:
            done = subprocess.run([SCREEN], env=asked, capture_output=True, timeout=self.patience)
        except subprocess.TimeoutExpired:
            raise self.hung("no picture of its screen") from None
        if done.returncode:
            raise Thrown(done.stderr.decode())
        return done.stdout

    def troubles(self) -> list[str]:
        """What the console of the pages says, which the window writes to the log."""
        return CONSOLE_ERROR.findall(self.log.read_text(encoding="utf-8", errors="replace"))

    def say_goodbye(self) -> None:
        """Close the window."""
        self.here("DELETE", "")

    def kill(self) -> None:
        """End it, and the line to its driver."""
        super().kill()
        self.client.close()
