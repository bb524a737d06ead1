"""The command `galopp`, called as somebody at a terminal calls it."""

import os
import subprocess
import sys


def call(*arguments, typed="", lang="en", encoding="utf-8", **environment):
    """Run to the end; what was printed, and the exit code."""
    environment |= {"PYTHONIOENCODING": encoding}
    return subprocess.run(
        [sys.executable, "-m", "galopp", *map(str, arguments)],
        input=typed,
        env={**os.environ, "GALOPP_LANG": lang, "COLUMNS": "120", **environment},
        capture_output=True,
        text=True,
        encoding=encoding,
        check=False,
        timeout=120,
    )
