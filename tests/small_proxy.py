"""A small HTTP proxy for tests, which can do wrong what proxies in the wild do wrong."""

import http.client
import socket
import threading
from contextlib import closing, suppress
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

HOP_BY_HOP = {"connection", "keep-alive", "transfer-encoding", "upgrade", "content-length"}


class SmallProxy(ThreadingHTTPServer):
    """Passes on to a port; `with SmallProxy(port) as proxy:` starts and stops it."""

    daemon_threads = True
    block_on_close = False  # streams of news end with the server behind, not with the proxy

    def __init__(
        self,
        port: int,
        strips: str = "",  # the prefix it takes away
        upgrades: bool = True,
        buffers: bool = False,
        host: str | None = None,  # what it says instead of the host it was asked for
        drops: tuple[str, ...] = (),  # headers it loses, either way
    ) -> None:
        super().__init__(("127.0.0.1", 0), _Passing)
        self.port, self.strips, self.upgrades, self.buffers = port, strips, upgrades, buffers
        self.host, self.drops = host, drops

    def __enter__(self) -> "SmallProxy":
        self._thread = threading.Thread(target=self.serve_forever, args=(0.05,), daemon=True)
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self.shutdown()
        self._thread.join()
        self.server_close()

    @property
    def address(self) -> str:
        return f"http://127.0.0.1:{self.server_address[1]}"


class _Passing(BaseHTTPRequestHandler):
    server: SmallProxy

    def pass_on(self) -> None:
        path = self.path.removeprefix(self.server.strips)
        headers = {name: value for name, value in self.headers.items() if not self.lost(name)}
        if self.server.host is not None:
            headers["Host"] = self.server.host
        if "Upgrade" in self.headers and self.server.upgrades:
            self.splice(path, headers)
        else:
            self.forward(path, headers)

    do_GET = do_POST = do_DELETE = pass_on  # noqa: N815 - names that the standard library calls

    def lost(self, name: str) -> bool:
        return name.lower() in self.server.drops

    def forward(self, path: str, headers: dict[str, str]) -> None:
        body = self.rfile.read(int(self.headers.get("content-length", 0)))
        passed = {name: value for name, value in headers.items() if name.lower() not in HOP_BY_HOP}
        with closing(http.client.HTTPConnection("127.0.0.1", self.server.port)) as behind:
            behind.request(self.command, path, body or None, passed)
            with behind.getresponse() as answer:
                self.hand_back(answer)

    def hand_back(self, answer: http.client.HTTPResponse) -> None:
        parts = [answer.read()] if self.server.buffers else iter(answer.read1, b"")
        self.send_response(answer.status)
        for name, value in answer.getheaders():
            if name.lower() not in HOP_BY_HOP and not self.lost(name):
                self.send_header(name, value)
        self.end_headers()
        with suppress(OSError):  # the client has gone
            for part in parts:
                self.wfile.write(part)

    def splice(self, path: str, headers: dict[str, str]) -> None:
        """From here on bytes go both ways, whatever they mean."""
        said = [f"{self.command} {path} HTTP/1.1", *(f"{n}: {v}" for n, v in headers.items())]
        with socket.create_connection(("127.0.0.1", self.server.port)) as behind:
            behind.sendall("\r\n".join([*said, "", ""]).encode())
            back = threading.Thread(target=_copy, args=(behind, self.connection), daemon=True)
            back.start()
            _copy(self.connection, behind)
            back.join()
        self.close_connection = True

    def log_message(self, format: str, *args: object) -> None:
        """Say nothing."""


def _copy(source: socket.socket, target: socket.socket) -> None:
    try:
        while part := source.recv(65536):
            target.sendall(part)
        target.shutdown(socket.SHUT_WR)
    except OSError:
        pass  # one of them is gone
