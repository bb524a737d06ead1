"""Servers outside, on loopback: one that a webhook calls, and a push service with its browser.

The real push services belong to the makers of browsers and cannot be asked from a test. What
stands in for them here really decrypts what it is sent, and checks who sent it.
"""

import base64
import json
import os
import threading
import time
from collections import deque
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

from cryptography.hazmat.primitives import hashes, hmac, serialization
from cryptography.hazmat.primitives.asymmetric import ec, utils
from cryptography.hazmat.primitives.ciphers.aead import AESGCM

from serving import WITHIN


@dataclass(frozen=True)
class Request:
    """One request, as it came."""

    method: str
    path: str
    headers: dict[str, str]
    body: bytes

    def json(self) -> Any:
        return json.loads(self.body)


class Outside(ThreadingHTTPServer):
    """Takes down every request; `with Outside() as outside:`."""

    daemon_threads = True

    def __init__(self) -> None:
        super().__init__(("127.0.0.1", 0), _Handler)
        self.requests: list[Request] = []
        self.answers: deque[tuple[int, dict[str, str]]] = deque()  # of the next; then 200
        self.silent = False  # whether it never answers
        self._came = threading.Condition()
        self._thread = threading.Thread(target=self.serve_forever, args=(0.05,), daemon=True)

    def __enter__(self) -> "Outside":
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self.silent = False
        self.shutdown()
        self.server_close()

    @property
    def address(self) -> str:
        return f"http://127.0.0.1:{self.server_port}"

    def take(self, request: Request) -> tuple[int, dict[str, str]]:
        with self._came:
            self.requests.append(request)
            self._came.notify_all()
        while self.silent:
            time.sleep(0.05)
        return self.answers.popleft() if self.answers else (200, {})

    def wait_for(self, number: int) -> list[Request]:
        """All requests, once there are so many."""
        with self._came:
            assert self._came.wait_for(lambda: len(self.requests) >= number, WITHIN), self.requests
        return self.requests


class _Handler(BaseHTTPRequestHandler):
    server: Outside

    def _take(self) -> None:
        length = int(self.headers.get("content-length", 0))
        headers = {name.lower(): value for name, value in self.headers.items()}
        request = Request(self.command, self.path, headers, self.rfile.read(length))
        status, told = self.server.take(request)
        self.send_response(status)
        for name, value in told.items():
            self.send_header(name, value)
        self.send_header("content-length", "0")
        self.end_headers()

    do_GET = do_POST = do_PUT = _take  # noqa: N815  the names http.server asks for

    def log_message(self, *_: object) -> None:
        pass


def read(text: str) -> bytes:
    return base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))


def written(raw: bytes) -> str:
    return base64.urlsafe_b64encode(raw).decode().rstrip("=")


def point(key: ec.EllipticCurvePublicKey) -> bytes:
    return key.public_bytes(
        serialization.Encoding.X962, serialization.PublicFormat.UncompressedPoint
    )


def mac(key: bytes, *parts: bytes) -> bytes:
    made = hmac.HMAC(key, hashes.SHA256())
    made.update(b"".join(parts))
    return made.finalize()


def of_private(number: bytes) -> ec.EllipticCurvePrivateKey:
    return ec.derive_private_key(int.from_bytes(number, "big"), ec.SECP256R1())


@dataclass
class Browser:
    """A browser that has subscribed, and reads what its push service has for it."""

    key: ec.EllipticCurvePrivateKey = field(
        default_factory=lambda: ec.generate_private_key(ec.SECP256R1())
    )
    secret: bytes = field(default_factory=lambda: os.urandom(16))

    def way(self, service: str, path: str = "/browser") -> dict[str, str]:
        """Where it can be reached, as a page tells the server."""
        public = written(point(self.key.public_key()))
        keys = {"p256dh": public, "auth": written(self.secret)}
        return {"kind": "push", "endpoint": f"{service}{path}", **keys}

    def decrypted(self, body: bytes) -> bytes:
        """One record (RFC 8188), by the keys of RFC 8291, step by step as they stand there."""
        salt, length = body[:16], body[20]
        theirs, sealed = body[21 : 21 + length], body[21 + length :]
        other = ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), theirs)
        shared = self.key.exchange(ec.ECDH(), other)
        info = b"WebPush: info\0" + point(self.key.public_key()) + theirs
        first = mac(salt, mac(mac(self.secret, shared), info, b"\1"))
        content = mac(first, b"Content-Encoding: aes128gcm\0\1")[:16]
        nonce = mac(first, b"Content-Encoding: nonce\0\1")[:12]
        opened = AESGCM(content).decrypt(nonce, sealed, None)
        assert opened.endswith(b"\2"), "it is the last record"
        return opened[:-1]

    def read(self, request: Request, server_key: str, service: str, now: float) -> dict[str, Any]:
        """A message that came, once it is certain that this server sent it (RFC 8292)."""
        assert request.headers["content-encoding"] == "aes128gcm"
        scheme, _, parts = request.headers["authorization"].partition(" ")
        shown = dict(part.strip().split("=", 1) for part in parts.split(","))
        assert (scheme, shown["k"]) == ("vapid", server_key)
        claims = checked(shown["t"], read(server_key))
        assert claims["aud"] == service
        assert now < claims["exp"] <= now + 24 * 3600
        assert claims["sub"].startswith("https://")
        return json.loads(self.decrypted(request.body))


def checked(token: str, public: bytes) -> dict[str, Any]:
    """What a token says, if it was signed by this key."""
    head, said, signature = token.split(".")
    assert json.loads(read(head))["alg"] == "ES256"
    r, s = (int.from_bytes(half, "big") for half in (read(signature)[:32], read(signature)[32:]))
    key = ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), public)
    signed = f"{head}.{said}".encode()
    key.verify(utils.encode_dss_signature(r, s), signed, ec.ECDSA(hashes.SHA256()))
    return json.loads(read(said))
