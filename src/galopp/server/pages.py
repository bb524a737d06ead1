"""The pages, and what browsers are told about them.

A page may load from this server and speak to it, nothing else; nobody may frame it; and no
address of a table leaves it. Pages are served under whatever path the server has.
"""

from pathlib import Path

from starlette.datastructures import MutableHeaders
from starlette.requests import Request
from starlette.responses import HTMLResponse, Response
from starlette.routing import Mount, Route
from starlette.staticfiles import StaticFiles
from starlette.types import ASGIApp, Message, Receive, Scope, Send

WEB = Path(__file__).parents[1] / "web"
BASE = '<base href="/">'  # as the page is written; what it is served with names the sub-path

HEADERS = {
    "content-security-policy": "; ".join(
        (
            "default-src 'self'",
            "img-src 'self' data:",
            "object-src 'none'",
            "base-uri 'self'",
            "form-action 'self'",
            "frame-ancestors 'none'",
        )
    ),
    "x-content-type-options": "nosniff",
    "referrer-policy": "no-referrer",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "permissions-policy": "camera=(), microphone=(), geolocation=()",
}


async def page(request: Request) -> Response:
    """The one page there is; what it shows depends on the address."""
    root = request.app.state.serving.root_path
    written = (WEB / "index.html").read_text(encoding="utf-8")
    return HTMLResponse(written.replace(BASE, f'<base href="{root}/">'))


def routes() -> list[Route | Mount]:
    """The addresses of pages and of what they load."""
    pages = [Route(path, page) for path in ("/", "/t/{code}", "/tv/{code}")]
    return [*pages, Mount("/web", StaticFiles(directory=WEB))]


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
                for name, value in HEADERS.items():
                    headers.setdefault(name, value)
                # Pages are asked for again each time, which costs little: they have an ETag.
                kept = "no-store" if "/api/" in scope["path"] else "no-cache"
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
