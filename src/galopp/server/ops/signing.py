"""Tokens that only this server could have made: any of its processes can check them."""

import hmac
from typing import TypeVar

import msgspec

SIGNATURE_BYTES = 16

Body = TypeVar("Body", bound=msgspec.Struct)


def signed_token(body: msgspec.Struct, secret: bytes) -> str:
    """Something signed, as text."""
    written = msgspec.msgpack.encode(body)
    return (written + _signature(written, type(body), secret)).hex()


def verified(token: str, kind: type[Body], secret: bytes) -> Body | None:
    """What was signed; None if it was not, or is something else."""
    try:
        sealed = bytes.fromhex(token)
    except ValueError:
        return None
    written, signature = sealed[:-SIGNATURE_BYTES], sealed[-SIGNATURE_BYTES:]
    if not hmac.compare_digest(signature, _signature(written, kind, secret)):
        return None
    return msgspec.msgpack.decode(written, type=kind)


def _signature(written: bytes, kind: type[msgspec.Struct], secret: bytes) -> bytes:
    return hmac.digest(secret, kind.__name__.encode() + written, "sha256")[:SIGNATURE_BYTES]
