"""`galopp serve`: the table server, until it is told to stop."""

import asyncio
import errno
import re
import signal
import socket
from collections.abc import Callable
from dataclasses import replace
from ipaddress import ip_network
from urllib.parse import urlsplit

from galopp import bots
from galopp.cli.screen import Screen
from galopp.core.fault import Unreadable
from galopp.server.app import Configuration, Process, process
from galopp.server.http.gate import allow_many_descriptors
from galopp.server.notices.ssrf_guard import Targets
from galopp.server.ops.preparing import Preparing
from galopp.server.tables.ownership import SharedAt
from galopp.store.contract import Slot

ROOT_PATH = re.compile(r"(/[A-Za-z0-9._~-]+)*")
WAITING = 4096  # callers that may wait to be answered, as while the rules are loaded
LOOK_EVERY = 0.2  # seconds, at whether the rules are ready
ANY_PROXY = "*"
NO_WEBHOOKS = "off"


def serve(screen: Screen, configuration: Configuration) -> None:
    """Serve at an address that was chosen; say where once it listens."""
    configuration = checked(configuration)
    listening = listen(configuration.host, configuration.port)
    here, known = address_of(listening, configuration.root_path), configuration.address

    def announce() -> None:
        screen.tell(screen.say("served_at", address=f"{known or here}/"))
        if known:
            screen.tell(screen.say("listens_at", address=f"{here}/"))
        screen.tell(screen.say("served_from", path=str(configuration.place)))

    run(configuration, listening, announce, screen)


def register_bots(entered: list[str]) -> None:
    """Let programs take seats, each entered as NAME=COMMAND; raises `Unreadable`."""
    for written in entered:
        name, _, command = written.partition("=")
        try:
            bots.register(name, command)
        except ValueError:
            raise Unreadable("not_a_bot", written=written) from None


def read_webhooks(entered: str) -> Targets | None:
    """How far webhooks may go: off, public or any; raises `Unreadable`."""
    if entered == NO_WEBHOOKS:
        return None
    try:
        return Targets(entered)
    except ValueError:
        names = ", ".join((NO_WEBHOOKS, *(targets.value for targets in Targets)))
        raise Unreadable("not_for_webhooks", written=entered, names=names) from None


def read_sharing(address: str | None, slot: str | None) -> SharedAt | None:
    """How other processes, and a proxy, find this one; raises `StoreFault`."""
    return SharedAt(address, Slot.read(slot) if slot else None) if address else None


def checked(configuration: Configuration) -> Configuration:
    """The configuration as the server wants it; pages at its own address may speak to it."""
    root_path = read_root_path(configuration.root_path)
    origins = configuration.origins
    address = configuration.address
    if address:
        address = address.rstrip("/")
        origins = (*origins, _origin_of(address))
    return replace(
        configuration,
        root_path=root_path,
        address=address or None,
        origins=tuple(_origin_of(origin) for origin in origins),
        proxies=_read_proxies(configuration.proxies),
    )


def read_root_path(entered: str) -> str:
    """A path as it stands before others: without a slash at its end; raises `Unreadable`."""
    path = "/" + entered.strip("/") if entered.strip("/") else ""
    if ROOT_PATH.fullmatch(path) is None:
        raise Unreadable("not_a_root_path", written=entered)
    return path


def _read_proxies(entered: str) -> str:
    """Addresses and networks; uvicorn would keep anything else and never meet it."""
    proxies = [proxy.strip() for proxy in entered.split(",") if proxy.strip()]
    for proxy in proxies:
        if proxy != ANY_PROXY and not _is_network(proxy):
            raise Unreadable("not_a_proxy", written=proxy)
    # uvicorn understands "any" only where it stands alone.
    return ANY_PROXY if ANY_PROXY in proxies else ",".join(proxies)


def _is_network(written: str) -> bool:
    """Whether this is an address or a network, as 10.0.0.0/8 is and 10.0.0.1/8 is not."""
    try:
        ip_network(written)
    except ValueError:
        return False
    return True


def _origin_of(address: str) -> str:
    """The part of an address that a browser calls its origin: no path, no default port."""
    try:
        parts = urlsplit(address)
        usual = {"http": 80, "https": 443}[parts.scheme]
        host = parts.hostname or ""
        port = parts.port
    except (ValueError, KeyError):
        raise Unreadable("not_an_address", written=address) from None
    if not host or parts.query or parts.fragment:
        raise Unreadable("not_an_address", written=address)
    shown = f"[{host}]" if ":" in host else host
    return f"{parts.scheme}://{shown}" + ("" if port in (None, usual) else f":{port}")


def listen(host: str, port: int) -> socket.socket:
    """Take a port; whoever calls now is answered as soon as the server is ready."""
    try:
        family = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0][0]
        return socket.create_server((host, port), family=family, backlog=WAITING)
    except PermissionError:
        raise Unreadable("port_not_allowed", port=port) from None
    except OSError as error:
        # One port of a machine belongs to one program; any other fault is the host's name.
        if error.errno == errno.EADDRINUSE:
            raise Unreadable("port_in_use", port=port) from None
        raise Unreadable("no_such_host", host=host, reason=error.strerror or str(error)) from None


def address_of(listening: socket.socket, root_path: str, host: str | None = None) -> str:
    """How somebody on this machine reaches a port that was taken."""
    bound, port = listening.getsockname()[:2]
    here = "localhost" if bound in ("0.0.0.0", "::") else bound
    host = host or here
    return f"http://{f'[{host}]' if ':' in host else host}:{port}{root_path}"


def run(
    configuration: Configuration,
    listening: socket.socket,
    announce: Callable[[], None],
    screen: Screen | None = None,  # that shows whether the rules are ready
) -> None:
    """Serve until told to stop; a fault of the data folder is raised, not logged."""
    allow_many_descriptors()
    server = process(configuration)
    # uvicorn hands on the signal that stopped it when it has hung up. By then the server must
    # still be closed, so the signal may do no more than it has done already.
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, server.handle_exit)
    with listening, asyncio.Runner(loop_factory=server.config.get_loop_factory()) as runner:
        runner.run(_serve(server, listening, announce, screen))


async def _serve(
    server: Process,
    listening: socket.socket,
    announce: Callable[[], None],
    screen: Screen | None,
) -> None:
    # The server is opened here and not by uvicorn, which would log its faults with a traceback.
    server.config.lifespan = "off"
    async with server.app.router.lifespan_context(server.app):
        announce()
        preparing = server.app.state.serving.services.preparing
        telling = asyncio.create_task(tell_of_rules(screen, preparing))
        try:
            await server.serve([listening])
        finally:
            telling.cancel()


async def tell_of_rules(screen: Screen | None, preparing: Preparing) -> None:
    """Say that the rules are compiled, which happens once and takes a while, and when they are."""
    if screen is None or not preparing.missing:
        return
    games = ", ".join(screen.language.of_game(name, "title") for name in preparing.missing)
    screen.tell(screen.say("rules_being_prepared", games=games))
    while not preparing.done:
        await asyncio.sleep(LOOK_EVERY)
    screen.tell(screen.say("rules_prepared"))
