"""Who may be connected: so many of one address, and nobody with the last file descriptors.

A connection is a file descriptor, and so is the log of the tables. When there are hardly any
left the system would let nobody in and say nothing; here the operator hears of it.
"""

import sys
import time
from collections import Counter
from collections.abc import Callable
from ipaddress import ip_address, ip_network

import structlog

from galopp.server.asking import place_of

EACH = 500  # connections of one address: 200 lines, and what pages load
SPARE = 32  # file descriptors for everything else: the log, files, programs that think
TELL_EVERY = 60.0  # seconds
ANY = "*"

logger = structlog.get_logger("galopp")


def most_descriptors() -> int:
    """How many file descriptors this process may have; as many as it likes where nobody says."""
    try:
        import resource
    except ImportError:  # not on Windows
        return sys.maxsize
    soft, _ = resource.getrlimit(resource.RLIMIT_NOFILE)
    return sys.maxsize if soft == resource.RLIM_INFINITY else soft


def allow_many_descriptors() -> None:
    """Take as many file descriptors as this process may have without asking anybody."""
    try:
        import resource
    except ImportError:  # not on Windows
        return
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    if soft != hard and hard != resource.RLIM_INFINITY:
        resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))


class Gate:
    """The connections of one server, by address."""

    def __init__(self, enforced: bool, proxies: str) -> None:
        self.count: Callable[[str], None] = lambda why: None  # for the operator's figures
        self._enforced = enforced and proxies != ANY
        self._proxies = [ip_network(one) for one in proxies.split(",") if one and one != ANY]
        self._open: Counter[str] = Counter()
        self._most = most_descriptors() - SPARE
        self._told = -TELL_EVERY

    def why_not(self, host: str, descriptor: int) -> str:
        """Why somebody is not let in; "" if they are. Descriptors are numbered from below."""
        if descriptor >= self._most:
            self._tell(descriptor)
            return "descriptors"
        if self._enforced and self._open[place_of(host)] >= EACH and not self._is_proxy(host):
            return "address"
        return ""

    def _tell(self, descriptor: int) -> None:
        if time.monotonic() - self._told >= TELL_EVERY:
            self._told = time.monotonic()
            logger.error("file descriptors run out", most=self._most + SPARE, taken=descriptor)

    def _is_proxy(self, host: str) -> bool:
        """Whether it asks for many: those who come through it are counted, and not it."""
        try:
            address = ip_address(host)
        except ValueError:
            return False
        return any(address in network for network in self._proxies)

    def enter(self, host: str) -> None:
        """One more is connected."""
        self._open[place_of(host)] += 1

    def leave(self, host: str) -> None:
        """One less is."""
        self._open[place_of(host)] -= 1
        if self._open[place_of(host)] <= 0:
            del self._open[place_of(host)]
