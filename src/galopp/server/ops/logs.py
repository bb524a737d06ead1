"""The server's log for its operator: one JSON object a line.

It tells what was done and what failed, never a hand, a bet, a name or a key. Tracebacks come
without the values of variables for the same reason.
"""

import contextlib
import logging
import sys

import structlog
from structlog.typing import Processor

logger = structlog.get_logger("galopp")


class _StandardError:
    """Where the lines go. What cannot be written, as on a full disk, stops no table."""

    def write(self, line: str) -> None:
        with contextlib.suppress(OSError):
            print(line, file=sys.stderr, flush=True)

    debug = info = warning = error = critical = write


def write_logs(least: int = logging.INFO) -> None:
    """Write logs to standard error from now on, uvicorn's warnings among them."""
    stamped: list[Processor] = [
        structlog.stdlib.add_log_level,
        structlog.processors.TimeStamper(fmt="iso", utc=True),
        structlog.processors.format_exc_info,
    ]
    structlog.configure(
        processors=[*stamped, structlog.processors.JSONRenderer(ensure_ascii=False)],
        wrapper_class=structlog.make_filtering_bound_logger(least),
        logger_factory=lambda *_: _StandardError(),
        cache_logger_on_first_use=True,
    )
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(
        structlog.stdlib.ProcessorFormatter(
            foreign_pre_chain=stamped,
            processors=[
                structlog.stdlib.ProcessorFormatter.remove_processors_meta,
                structlog.processors.EventRenamer("event"),
                structlog.processors.JSONRenderer(ensure_ascii=False),
            ],
        )
    )
    logging.basicConfig(handlers=[handler], level=logging.WARNING, force=True)


def report(error: Exception, table: str = "") -> None:
    """Something went wrong that should not have: tell the operator, and nobody's hand."""
    logger.error("failed", table=table, error=type(error).__name__, exc_info=error)
