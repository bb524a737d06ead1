"""`galopp serve` as another version would be: `renewed_server.py VERSION PROTOCOL serve …`."""

import sys

from galopp import wire
from galopp.cli import app
from galopp.server.site import edition as site
from galopp.server.tables import announcer

if __name__ == "__main__":
    _, version, protocol, *asked = sys.argv
    announcer.__version__ = site.__version__ = version
    wire.PROTOCOL = int(protocol)
    sys.argv[1:] = asked
    app()
