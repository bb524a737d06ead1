"""Which addresses a server may call.

People name the addresses, and the server stands where they may not: beside other machines of
its network, or beside the service by which a cloud hands out its keys. So a name is looked up
here, each address it leads to is judged, and the call goes to the very address that was
judged: a name that leads elsewhere a moment later changes nothing. Redirects are not followed.
"""

import asyncio
import socket
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from enum import Enum
from ipaddress import IPv4Address, IPv6Address, ip_address, ip_network

import httpx

from galopp.core.fault import Unreadable
from galopp.table.refused import Refused
from galopp.wire.notices import LONGEST_ADDRESS

LOOKED_UP_WITHIN = 5.0  # seconds
LOOKING_UP = 4  # names at a time, in threads of their own: a slow name keeps nobody else waiting
WEB_PORTS, PORTS = (80, 443), range(1, 65536)
FIRST_FREE_PORT = 1024  # below it live mail servers and the like, which read what is not meant
# Where an IPv4 address hides in the last four bytes of an IPv6 one (RFC 6052, RFC 8215).
TRANSLATED = (ip_network("64:ff9b::/96"), ip_network("64:ff9b:1::/48"))
# Kept free for protocols and examples, by the registries of special addresses (RFC 6890): each
# may lead to a machine nearby. Not every Python that we run on knows them all.
RESERVED = tuple(
    map(
        ip_network,
        (
            "192.0.0.0/24",
            "192.31.196.0/24",  # AS112: what leaks out of private networks is answered there
            "192.52.193.0/24",  # AMT
            "192.88.99.0/24",  # 6to4, given up
            "192.175.48.0/24",  # AS112
            "2001::/23",  # protocols: Teredo, AMT, AS112, ORCHID
            "2620:4f:8000::/48",  # AS112
            "3fff::/20",  # examples
            "5f00::/16",  # segment routing
        ),
    )
)

Found = IPv4Address | IPv6Address


class Targets(Enum):
    """How far a server's calls may go."""

    PUBLIC = "public"  # whatever anybody can reach
    ANY = "any"  # also into the server's own network, and to the server itself


@dataclass(frozen=True)
class Place:
    """An address that may be called: the URL as it was written, and where it leads."""

    url: httpx.URL
    address: str

    @property
    def pinned(self) -> httpx.URL:
        """The URL with the address in place of the name."""
        return self.url.copy_with(host=self.address)


def read_url(written: str, secure: bool = False) -> httpx.URL:
    """An address to call, as somebody wrote it; raises `Unreadable`."""
    try:
        url = httpx.URL(written)
        host = url.host
    except (httpx.InvalidURL, ValueError, UnicodeError):
        raise Unreadable("not_a_call_address", written=_shortened(written)) from None
    schemes = ("https",) if secure else ("http", "https")
    spoilt = url.userinfo or url.fragment or not written.isprintable() or " " in written
    spoilt = spoilt or (url.port is not None and url.port not in PORTS)
    if url.scheme not in schemes or not host or spoilt or len(written) > LONGEST_ADDRESS:
        raise Unreadable("not_a_call_address", written=_shortened(written))
    return url


def _shortened(written: str) -> str:
    return written[:80]


def is_public(found: Found) -> bool:
    """Whether an address is one of the whole world's and nothing nearer."""
    if isinstance(found, IPv6Address):
        hidden = _hidden_in(found)
        if hidden is not None:
            return is_public(hidden)
        if found.is_site_local or found.teredo is not None:
            return False
    reserved = found.is_multicast or found.is_reserved or any(found in net for net in RESERVED)
    return found.is_global and not (reserved or found.is_private)


def _hidden_in(found: IPv6Address) -> IPv4Address | None:
    """The IPv4 address that an IPv6 address stands for, if it does."""
    if any(found in network for network in TRANSLATED):
        return IPv4Address(int(found) & 0xFFFF_FFFF)
    return found.ipv4_mapped or found.sixtofour


class Resolver:
    """Looks up where a URL leads, and judges it."""

    def __init__(self) -> None:
        self._threads = ThreadPoolExecutor(LOOKING_UP, "galopp-names")

    async def resolve(self, url: httpx.URL, targets: Targets) -> Place:
        """A place that may be called; raises `Refused`."""
        port = url.port or {"http": 80, "https": 443}[url.scheme]
        if targets is not Targets.ANY and port not in WEB_PORTS and port < FIRST_FREE_PORT:
            raise Refused("call_port_refused", port=port)
        # In the messages that it is called by: read back, a name may turn into another's.
        found = await self._look_up(url.raw_host.decode(), port)
        if targets is not Targets.ANY and not all(map(is_public, found)):
            raise Refused("call_not_public", host=url.host[:80])
        return Place(url, str(found[0]))

    async def _look_up(self, host: str, port: int) -> list[Found]:
        loop = asyncio.get_running_loop()
        try:
            async with asyncio.timeout(LOOKED_UP_WITHIN):
                found = await loop.run_in_executor(self._threads, _look_up, host, port)
        except (OSError, UnicodeError, ValueError, TimeoutError):
            raise Refused("call_nowhere", host=host[:80]) from None
        return found

    def close(self) -> None:
        """Look up nothing more."""
        self._threads.shutdown(wait=False, cancel_futures=True)


def _look_up(host: str, port: int) -> list[Found]:
    found = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)
    # A zone behind % names an interface of this machine, and no public address has one.
    return [ip_address(str(where[0]).partition("%")[0]) for *_, where in found]
