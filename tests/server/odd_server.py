"""`galopp serve` with what no command line offers: another clock, less patience, other hints."""

import argparse
import time
from dataclasses import dataclass
from pathlib import Path

from galopp.cli.serve import listen, run
from galopp.server.app import Configuration
from galopp.server.bots.service import HINT_BOT
from galopp.server.groups.luck import Luck
from galopp.server.notices.sender import AS_USUAL, Allowed
from galopp.server.notices.ssrf_guard import Targets
from galopp.server.ops.clock import Clock
from galopp.server.tables.caretaker import KEPT_IDLE
from galopp.server.tables.outbox import PATIENCE
from galopp.server.tables.ownership import SharedAt


@dataclass(frozen=True)
class StoppedClock(Clock):
    """It is always the same time."""

    def now(self) -> float:
        return self.started

    def of_day(self) -> float:
        return self.started


def soon(wait: float | None) -> Allowed:
    """Notices to servers on loopback, without much waiting."""
    anywhere = (True, Targets.ANY, Targets.ANY)
    return AS_USUAL if wait is None else Allowed(*anywhere, live_wait=wait, days_wait=wait)


def main() -> None:
    asked = argparse.ArgumentParser()
    asked.add_argument("serve")
    asked.add_argument("--port", type=int)
    asked.add_argument("--data", type=Path)
    asked.add_argument("--always", type=float)
    asked.add_argument("--ahead", type=float, default=0.0)
    asked.add_argument("--patience", type=float, default=PATIENCE)
    asked.add_argument("--kept-idle", type=float, default=KEPT_IDLE)
    asked.add_argument("--hint-bot", default=HINT_BOT)
    asked.add_argument("--notices-after", type=float, help="and to anywhere, also near")
    asked.add_argument("--store")
    asked.add_argument("--shared-at")
    asked.add_argument("--unreviewed", action="store_true", help="games, unless somebody asks")
    given = asked.parse_args()
    if given.unreviewed:
        Luck.want = lambda self, group: None
    ahead = Clock(started=time.time() + given.ahead)
    clock = ahead if given.always is None else StoppedClock(given.always)
    configuration = Configuration(
        given.data,
        port=given.port,
        limits=False,
        clock=clock,
        patience=given.patience,
        kept_idle=given.kept_idle,
        hint_bot=given.hint_bot,
        notices=soon(given.notices_after),
        public_list=True,
        store=given.store,
        shared_at=SharedAt(given.shared_at) if given.shared_at else None,
    )
    run(configuration, listen("127.0.0.1", given.port), lambda: None)


if __name__ == "__main__":
    main()
