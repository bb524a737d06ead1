"""Who asks, and for what server: the same for a request and for a WebSocket."""

import re
from dataclasses import dataclass
from ipaddress import IPv4Address, ip_address, ip_network
from urllib.parse import urlsplit

from starlette.requests import HTTPConnection

from galopp.locale import Language
from galopp.server.ops.limits import Limits
from galopp.server.ops.negotiation import by_preference, spoken
from galopp.server.services import Services
from galopp.table.refused import Refused

LONGEST_HOST = 261  # characters: a name of 253, and a port
HOST = re.compile(r"([A-Za-z0-9._~-]+|\[[0-9A-Fa-f:.]+\])(:[0-9]{1,5})?")


@dataclass(frozen=True)
class Serving:
    """What every handler needs of the server it serves."""

    services: Services
    limits: Limits
    origins: tuple[str, ...]  # other pages that may speak to this server
    root_path: str
    address: str | None  # as the world knows it, if that was said
    patience: float  # seconds for a hello, for a request, for reading what is sent


@dataclass(frozen=True)
class Asker:
    """One client, as far as its connection tells."""

    serving: Serving
    address: str
    language: Language
    host: str
    scheme: str

    @classmethod
    def of(cls, connection: HTTPConnection, serving: Serving) -> "Asker":
        """Whoever is at the other end."""
        headers, client = connection.headers, connection.client
        wanted = by_preference(headers.get("accept-language", ""))
        return cls(
            serving,
            place_of(client.host) if client else "",
            Language(spoken(wanted)),
            _read_host(headers.get("host", "")),
            {"ws": "http", "wss": "https"}.get(connection.url.scheme, connection.url.scheme),
        )

    @property
    def services(self) -> Services:
        """The parts of the server asked."""
        return self.serving.services

    @property
    def limits(self) -> Limits:
        """How much may be asked of it."""
        return self.serving.limits

    def in_language(self, wanted: str) -> Language:
        """The language wanted, if it is spoken here, else English."""
        return Language(spoken([wanted]))

    def same_origin(self, origin: str | None) -> bool:
        """Whether a page that wants to speak to this server is one of this server's.

        Programs that are no browsers say nothing of an origin; a browser always does.
        """
        if origin is None or origin in self.serving.origins:
            return True
        return bool(self.host) and self.host == _host_of(origin)

    @property
    def base(self) -> str:
        """The address of this server's first page, as the client knows it; raises `Refused`."""
        if not self.serving.address and not self.host:
            raise Refused("no_host")
        known = self.serving.address or f"{self.scheme}://{self.host}{self.serving.root_path}"
        return known.rstrip("/")


def place_of(host: str) -> str:
    """Where somebody calls from: an address, or the network of an IPv6 one.

    There a household has not one address but as many as it likes, within one network.
    """
    try:
        address = ip_address(host)
    except ValueError:
        return host
    if isinstance(address, IPv4Address):
        return host
    if address.ipv4_mapped is not None:
        return str(address.ipv4_mapped)
    return str(ip_network(f"{host}/64", strict=False))


def _read_host(written: str) -> str:
    """What the client calls this server; nothing if that is no name or address at all.

    It goes into links and QR codes, where a long one costs much to draw.
    """
    return written if len(written) <= LONGEST_HOST and HOST.fullmatch(written) else ""


def _host_of(origin: str) -> str:
    try:
        return urlsplit(origin).netloc
    except ValueError:
        return ""
