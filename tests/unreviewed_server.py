"""`galopp serve` that reviews games only for those who ask.

Games of groups are reviewed while nobody else wants a review: each takes seconds of a processor,
and no test that shares a server waits for it.
"""

from galopp.cli import app
from galopp.server.groups.luck import Luck

if __name__ == "__main__":
    Luck.want = lambda self, group: None
    app()
