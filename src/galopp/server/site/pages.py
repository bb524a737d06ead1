"""The pages, and what browsers are told about them.

A page may load from this server and speak to it, nothing else; nobody may frame it; and no
address of a table leaves it. Pages are served under whatever path the server has.
"""

import re

from starlette.datastructures import MutableHeaders
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from galopp.locale import Language
from galopp.play.game import game_names
from galopp.server.ops.negotiation import by_preference, spoken, takes_gzip
from galopp.server.site.edition import (
    ADDRESSES,
    INDEX,
    POLICY,
    REPLAY,
    RULES,
    File,
    Site,
    script_policy,
)
from galopp.server.site.manifest import manifest

FOR_EVER = "public, max-age=31536000, immutable"
EVERY_TIME = "no-cache"  # asked for again each time, which costs little: there is an ETag

# How a page begins, by what its address names; else with the games there are.
BEGINS = {"code": "table", "replay": "replay", "group": "group"}

UNFRAMED = "frame-ancestors 'none'"  # which only a header may say
HEADERS = {
    "content-security-policy": "; ".join((*POLICY, UNFRAMED)),
    "x-content-type-options": "nosniff",
    "referrer-policy": "no-referrer",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "permissions-policy": "camera=(), microphone=(), geolocation=()",
}
# Of those, what concerns the files of a page, of which a table has a hundred: the others would
# be a quarter of what a phone has to load.
FILE_HEADERS = {
    name: HEADERS[name] for name in ("x-content-type-options", "cross-origin-resource-policy")
}


class PageRoutes:
    """The pages of a server, and what they load."""

    def __init__(self, root_path: str, devices_think: bool = False) -> None:
        self.site = Site(root_path, devices_think=devices_think)

    def routes(self) -> list[Route]:
        """The addresses of pages and of what they load."""
        return [
            *(Route(path, self.page) for path in ADDRESSES),
            Route(REPLAY, self.brought),
            Route(RULES, self.rules),
            Route("/service_worker.js", self.worker),
            Route("/manifest.webmanifest", self.manifest),
            Route("/web/{hash}/{path:path}", self.file),
        ]

    async def page(self, request: Request) -> Response:
        """The one page there is; what it shows depends on the address."""
        begins = next((BEGINS[name] for name in request.path_params if name in BEGINS), "home")
        return self._begun(request, begins)

    async def brought(self, request: Request) -> Response:
        """The same page, where it shows a game that the link itself carries."""
        return self._begun(request, "replay")

    async def rules(self, request: Request) -> Response:
        """The same page, where it shows the rules of a game."""
        if request.path_params["game"] not in game_names():
            raise HTTPException(404)
        return self._begun(request, "rules")

    def _begun(self, request: Request, begins: str) -> Response:
        page = self.site.refreshed().pages[begins]
        answer = answered(request, page.file, EVERY_TIME)
        policy = (*POLICY, UNFRAMED, script_policy(page.script))
        answer.headers["content-security-policy"] = "; ".join(policy)
        return answer

    async def worker(self, request: Request) -> Response:
        """The service worker. It lies beside the pages, because it may serve what lies below it."""
        return answered(request, self.site.refreshed().worker, EVERY_TIME)

    async def manifest(self, request: Request) -> Response:
        """What a device must know to install the page."""
        wanted = by_preference(request.headers.get("accept-language", ""))
        language = Language(spoken(wanted))
        answer = answered(request, manifest(self.site.root, language), EVERY_TIME)
        answer.headers["vary"] = "accept-encoding, accept-language"
        return answer

    async def file(self, request: Request) -> Response:
        """A file that the page loads.

        A page that was open while the server was renewed asks by an old name; it gets the
        file as it is now, and nobody keeps that under the old name.
        """
        edition = self.site.edition
        path = request.path_params["path"]
        if path == INDEX or path not in edition.files:
            raise HTTPException(404)
        kept = FOR_EVER if request.path_params["hash"] == edition.hash else EVERY_TIME
        return answered(request, edition.files[path], kept)


def is_for_people(request: Request) -> bool:
    """Whether somebody typed an address, rather than a program or a page asking for something."""
    asks_for_a_page = "text/html" in request.headers.get("accept", "")
    return asks_for_a_page and not re.search("/(api|web)/", request.url.path)


def answered(request: Request, file: File, kept: str) -> Response:
    """A file for one request: zipped where that is taken, and not again if it is known."""
    headers = {
        "cache-control": kept,
        "etag": f'W/"{file.tag}"',  # weak: it is the same file, zipped or not
        "vary": "accept-encoding",
    }
    if _knows(request, file.tag):
        return Response(status_code=304, headers=headers)
    body = file.body
    if takes_gzip(request.headers.getlist("accept-encoding")) and file.zipped is not body:
        headers["content-encoding"] = "gzip"
        body = file.zipped
    return Response(body, headers=headers, media_type=file.media)


def _knows(request: Request, tag: str) -> bool:
    known = request.headers.get("if-none-match", "")
    return any(entry.strip().removeprefix("W/") == f'"{tag}"' for entry in known.split(","))


class Headers:
    """Puts the headers on everything that is served."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve one request."""
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return

        async def send_with_headers(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = MutableHeaders(scope=message)
                is_file = headers.get("cache-control") == FOR_EVER
                for name, value in (FILE_HEADERS if is_file else HEADERS).items():
                    headers.setdefault(name, value)
                kept = "no-store" if "/api/" in scope["path"] else EVERY_TIME
                headers.setdefault("cache-control", kept)
            await send(message)

        await self.app(scope, receive, send_with_headers)


class SubPath:
    """Serves under a sub-path, whether or not the proxy in front takes it away."""

    def __init__(self, app: ASGIApp, root_path: str) -> None:
        self.app = app
        self.root_path = root_path

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve one request."""
        if scope["type"] in ("http", "websocket") and self.root_path:
            path = scope["path"]
            if not (path + "/").startswith(self.root_path + "/"):
                path = self.root_path + path
            scope = {**scope, "path": path, "root_path": self.root_path}
        await self.app(scope, receive, send)
