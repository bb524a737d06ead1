"""Web push: a message that only the browser it is for can read (RFC 8291, RFC 8292).

The browser's maker runs a service that keeps messages until the browser is there. It sees who
is sent something, and when, but not what. A server proves by a key of its own (VAPID) that it
is the one the browser subscribed to.
"""

import base64
import hmac
import json
import os
from dataclasses import dataclass
from functools import cached_property
from typing import Self

from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec, utils
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.kdf.hkdf import HKDF

from galopp.core.fault import Unreadable
from galopp.locale import Language
from galopp.server.notices.calling import Call
from galopp.server.notices.message import Message
from galopp.server.notices.ssrf_guard import read_url
from galopp.wire.notices import Push

CURVE = ec.SECP256R1()
ALGORITHM = ec.ECDSA(hashes.SHA256())
RECORD = 4096  # bytes that every push service takes
OVERHEAD = 16 + 4 + 1 + 65 + 1 + 16  # salt, size, length, key; the end mark and the seal
MOST = RECORD - OVERHEAD  # bytes of a message
LAST_RECORD = b"\2"
VALID_FOR = 12 * 3600  # seconds; no service takes more than a day
HALF_A_SIGNATURE = 32  # bytes
SALT = 16  # bytes
TOPIC = 16  # bytes; services take 32 characters
URGENT_KINDS = ("turn", "undo", "round", "test")  # what somebody waits for
# What a push service says of a browser that listens no more, or never did to this server.
NO_SUCH_BROWSER = (401, 403, 404, 410)


def written(raw: bytes) -> str:
    """Bytes as they stand in web addresses and headers."""
    return base64.urlsafe_b64encode(raw).decode().rstrip("=")


def read(text: str) -> bytes:
    """Bytes as browsers write them."""
    return base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))


def _point(key: ec.EllipticCurvePublicKey) -> bytes:
    return key.public_bytes(
        serialization.Encoding.X962, serialization.PublicFormat.UncompressedPoint
    )


@dataclass(frozen=True)
class ServerKey:
    """The key by which push services know this server."""

    private: ec.EllipticCurvePrivateKey

    @classmethod
    def make(cls) -> Self:
        """A new one."""
        return cls(ec.generate_private_key(CURVE))

    @classmethod
    def read(cls, kept: bytes) -> Self:
        """The one that was kept."""
        return cls(ec.derive_private_key(int.from_bytes(kept, "big"), CURVE))

    def to_keep(self) -> bytes:
        """What is kept of it."""
        return self.private.private_numbers().private_value.to_bytes(32, "big")

    @cached_property
    def public(self) -> str:
        """What a browser subscribes with."""
        return written(_point(self.private.public_key()))

    def authorization(self, origin: str, contact: str, now: float) -> str:
        """The header by which this server shows a push service who it is."""
        claims = {"aud": origin, "exp": int(now) + VALID_FOR, "sub": contact}
        parts = ({"typ": "JWT", "alg": "ES256"}, claims)
        signed = ".".join(written(json.dumps(part).encode()) for part in parts)
        r, s = utils.decode_dss_signature(self.private.sign(signed.encode(), ALGORITHM))
        halves = (number.to_bytes(HALF_A_SIGNATURE, "big") for number in (r, s))
        return f"vapid t={signed}.{written(b''.join(halves))}, k={self.public}"


@dataclass(frozen=True)
class BrowserKey:
    """What a browser gave away so that messages can be written for it alone."""

    public: ec.EllipticCurvePublicKey
    secret: bytes

    @classmethod
    def read(cls, p256dh: str, auth: str) -> Self:
        """As the browser writes it; raises `ValueError`."""
        return cls(ec.EllipticCurvePublicKey.from_encoded_point(CURVE, read(p256dh)), read(auth))

    def encrypted(self, message: bytes, own: ec.EllipticCurvePrivateKey, salt: bytes) -> bytes:
        """A message of one record; key and salt are for this message alone (RFC 8291, 3.4)."""
        mine, theirs = _point(own.public_key()), _point(self.public)
        shared = own.exchange(ec.ECDH(), self.public)
        secret = _derived(shared, self.secret, b"WebPush: info\0" + theirs + mine, 32)
        key = _derived(secret, salt, b"Content-Encoding: aes128gcm\0", 16)
        nonce = _derived(secret, salt, b"Content-Encoding: nonce\0", 12)
        sealed = AESGCM(key).encrypt(nonce, message + LAST_RECORD, None)
        return salt + RECORD.to_bytes(4, "big") + bytes((len(mine),)) + mine + sealed


def _derived(secret: bytes, salt: bytes, purpose: bytes, length: int) -> bytes:
    return HKDF(hashes.SHA256(), length, salt, purpose).derive(secret)


def check(way: Push, secure: bool) -> None:
    """Whether a browser can be sent anything by this; raises `Unreadable`."""
    read_url(way.endpoint, secure)
    try:
        BrowserKey.read(way.p256dh, way.auth)
    except ValueError:
        raise Unreadable("not_a_push_key") from None


def call_of(way: Push, message: Message, key: ServerKey, contact: str, now: float) -> Call:
    """The request that hands a message to the browser's push service (RFC 8030)."""
    url = read_url(way.endpoint)
    own, salt = ec.generate_private_key(CURVE), os.urandom(SALT)
    body = BrowserKey.read(way.p256dh, way.auth).encrypted(_body(message), own, salt)
    origin = f"{url.scheme}://{url.netloc.decode()}"
    headers = {
        "authorization": key.authorization(origin, contact, now),
        "content-encoding": "aes128gcm",
        "content-type": "application/octet-stream",
        "ttl": str(message.lasts),
        "urgency": "high" if message.kind in URGENT_KINDS else "normal",
        "topic": _sealed_topic(way, message),  # a later message takes an unread one's place
    }
    return Call("POST", url, headers, body, NO_SUCH_BROWSER)


def _sealed_topic(way: Push, message: Message) -> str:
    """The topic as the service may see it: the code of a table lets whoever knows it in."""
    return written(hmac.digest(read(way.auth), _topic(message).encode(), "sha256")[:TOPIC])


def _topic(message: Message) -> str:
    tables = {one.table for one in message.tables}
    return tables.pop() if len(tables) == 1 else message.kind


def _body(message: Message) -> bytes:
    """What the page's worker shows: all its words, since it has none of its own."""
    told = {
        "title": message.title,
        "body": message.sentence,
        "link": message.link,
        "tag": f"galopp-{_topic(message)}",
        "language": message.language,
        "stop": Language(message.language).say("message.stop"),
    }
    body = json.dumps(told, ensure_ascii=False).encode()
    assert len(body) <= MOST, "names of games and tables are short"
    return body
