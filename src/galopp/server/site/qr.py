"""QR codes: drawn in a thread, and kept, because a table's is asked for again and again."""

import io
from collections import OrderedDict

import segno

from galopp.server.ops.threads import Threads

KEPT = 500  # drawings of six kilobytes


class QrCodes:
    """The QR codes of one server that were asked for lately."""

    def __init__(self, threads: Threads) -> None:
        self._threads = threads
        self._kept: OrderedDict[str, bytes] = OrderedDict()

    def find(self, address: str) -> bytes | None:
        """A drawing that is there already."""
        return self._kept.get(address)

    async def draw(self, address: str, keep: bool) -> bytes:
        """An address as a QR code; what holds a key is not kept."""
        drawn = await self._threads.run(qr, address)
        if keep:
            self._kept[address] = drawn
            if len(self._kept) > KEPT:
                self._kept.popitem(last=False)
        return drawn


def qr(address: str) -> bytes:
    """An address as a QR code, in SVG."""
    drawn = io.BytesIO()
    segno.make(address, error="m", micro=False).save(
        drawn, kind="svg", border=2, xmldecl=False, svgns=True, omitsize=True, light="#fff"
    )
    return drawn.getvalue()
