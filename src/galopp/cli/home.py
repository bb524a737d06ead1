"""Plain `galopp`: a table server at home, for everybody in the room.

It listens on every network of this machine, opens the browser, and shows the address for
the others as text and as a QR code for their phones.
"""

import contextlib
import logging
import os
import socket
import sys
import threading
import webbrowser
from ipaddress import ip_address
from pathlib import Path

import segno
from rich.text import Text

from galopp.cli.screen import Screen
from galopp.cli.serve import address_of, listen, run
from galopp.core.fault import Fault
from galopp.server.app import Configuration

EVERYWHERE = "0.0.0.0"
# Browsers keep the keys of seats by address, so the same port is tried first every time.
USUAL_PORTS = range(8080, 8100)
FAR_AWAY = "192.0.2.1"  # kept free for examples by RFC 5737; nothing is sent there
# Light squares are drawn and dark ones left out, in colours of their own: so the code is
# right on dark and on light terminals, and on dark ones without any colour too.
HALVES = {(False, False): "█", (False, True): "▀", (True, False): "▄", (True, True): " "}
COLOURS = "#ffffff on #000000"


def sit_at_home(screen: Screen, data: Path, browser: bool) -> None:
    """Serve to the local network until Ctrl-C."""
    listening = listen_somewhere()
    here, others = address_of(listening, ""), network_address()
    invited = address_of(listening, "", others) if others else None
    # Links and QR codes made here must lead here from other devices.
    known = (invited,) if invited else ()
    configuration = Configuration(
        data, EVERYWHERE, address=invited, origins=known, least_logged=logging.WARNING
    )

    def announce() -> None:
        _tell(screen, here, invited)
        if browser:
            open_browser(f"{here}/")

    run(configuration, listening, announce, screen)
    screen.tell(screen.say("home.goodbye"))


def listen_somewhere() -> socket.socket:
    """Take the first usual port that is free, else any."""
    for port in USUAL_PORTS:
        with contextlib.suppress(Fault):
            return listen(EVERYWHERE, port)
    return listen(EVERYWHERE, 0)


def network_address() -> str | None:
    """The address of this machine in the local network, if it is in one."""
    for find in (_way_out, _by_name):
        with contextlib.suppress(OSError):
            found = find()
            if not ip_address(found).is_loopback:
                return found
    return None


def _way_out() -> str:
    """The address that the system would speak from; a datagram socket asks without speaking."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        probe.connect((FAR_AWAY, 9))
        return str(probe.getsockname()[0])


def _by_name() -> str:
    return socket.gethostbyname(socket.gethostname())


def _tell(screen: Screen, here: str, invited: str | None) -> None:
    screen.tell(screen.say("home.here", address=f"{here}/"), "bold")
    if invited is None:
        screen.tell(screen.say("home.no_network"))
    else:
        screen.tell(screen.say("home.others", address=f"{invited}/"), "bold")
        _draw(screen, f"{invited}/")
    screen.tell(screen.say("home.how_to_end"), "dim")


def _draw(screen: Screen, address: str) -> None:
    """The address as a QR code, where the terminal can show one."""
    drawn = qr_code(address)
    wide = max(map(len, drawn.plain.splitlines()))
    with contextlib.suppress(UnicodeEncodeError):
        drawn.plain.encode(screen.out.encoding)
        if wide <= screen.out.width:
            screen.show(drawn)


def qr_code(address: str) -> Text:
    """A QR code out of half blocks: two rows of squares in each line."""
    rows = [[bool(dark) for dark in row] for row in segno.make(address, micro=False).matrix_iter()]
    rows += [[False] * len(rows[0])] * (len(rows) % 2)
    pairs = zip(rows[::2], rows[1::2], strict=True)
    lines = ["".join(HALVES[squares] for squares in zip(*pair, strict=True)) for pair in pairs]
    return Text("\n".join(lines), COLOURS, no_wrap=True)


def open_browser(address: str) -> None:
    """Open the browser, if there is one with windows; the server neither waits nor fails."""
    if _has_windows():
        threading.Thread(target=_open, args=(address,), daemon=True).start()


def _has_windows() -> bool:
    # Without a display there are only browsers that would take the terminal for themselves.
    wanted = ("BROWSER", "DISPLAY", "WAYLAND_DISPLAY")
    return sys.platform in ("darwin", "win32") or any(map(os.environ.get, wanted))


def _open(address: str) -> None:
    with contextlib.suppress(webbrowser.Error, OSError):
        webbrowser.open(address)
