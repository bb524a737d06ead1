"""The command `galopp`, called as somebody at a terminal calls it."""

import os
import subprocess
import sys
import tempfile
from pathlib import Path

from warm_start import Streams, WarmProcess, can_be_warm

WITHIN = 120  # seconds in which every command of the tests ends


def call(*arguments, typed="", lang="en", encoding="utf-8", **environment):
    """Run to the end; what was printed, and the exit code."""
    environment = {
        **os.environ,
        "GALOPP_LANG": lang,
        "COLUMNS": "120",
        "PYTHONIOENCODING": encoding,
        **environment,
    }
    program = ["-m", "galopp", *map(str, arguments)]
    if can_be_warm(program, environment):
        return _called_warm(program, typed, encoding, environment)
    return subprocess.run(
        [sys.executable, *program],
        input=typed,
        env=environment,
        capture_output=True,
        text=True,
        encoding=encoding,
        check=False,
        timeout=WITHIN,
    )


def _called_warm(program, typed, encoding, environment):
    with tempfile.TemporaryDirectory() as folder:
        streams = Streams(*(Path(folder) / name for name in Streams._fields))
        streams.typed.write_text(typed, encoding=encoding)
        process = WarmProcess(program, environment, streams)
        try:
            code = process.wait(WITHIN)
        finally:
            process.kill()
        said, errors = (file.read_text(encoding) for file in (streams.said, streams.errors))
        return subprocess.CompletedProcess(program, code, said, errors)
