"""`galopp serve` as another version would be: `renewed_server.py VERSION PROTOCOL serve …`."""

import sys

from galopp.cli import app
from galopp.server import house, site, wire

if __name__ == "__main__":
    _, version, protocol, *asked = sys.argv
    house.__version__ = site.__version__ = version
    wire.PROTOCOL = int(protocol)
    sys.argv[1:] = asked
    app()
