"""Which engines this machine has, and which it lacks.

`python tests/engines/installed.py` names the engines that are not here, with `--packages` what
would have to be installed; nothing, where all are.
"""

import os
import shutil
import subprocess
import sys

# The packages of Debian that each engine needs, and how one sees that they are there.
NEEDED = {
    "firefox": {"firefox-esr": ["firefox-esr"]},
    "webkit": {
        "webkit2gtk-driver": ["WebKitWebDriver"],
        "xvfb": ["Xvfb"],
        "python3-gi": ["/usr/bin/python3", "-c", "import gi"],
        "gir1.2-webkit2-4.1": [
            "/usr/bin/python3",
            "-c",
            "import gi; gi.require_version('WebKit2', '4.1')",
        ],
    },
}
ENGINES = list(NEEDED)


def lacking(engine: str) -> list[str]:
    """The packages that are not here."""
    return [package for package, sign in NEEDED[engine].items() if not _shows(sign)]


def _shows(sign: list[str]) -> bool:
    program, *arguments = sign
    if shutil.which(program) is None:
        return False
    if not arguments:
        return True
    return subprocess.run(sign, capture_output=True, timeout=60, check=False).returncode == 0


def must_be_there() -> bool:
    """Whoever could install them has them: root, and every run whose verdict others trust."""
    return os.geteuid() == 0 or os.environ.get("CI") == "true"


def left_out() -> list[str]:
    """A line for each engine that nothing was tried in, and how that is changed."""
    return [
        f"NOTHING WAS TRIED IN {engine.upper()}: sudo apt-get install {' '.join(packages)}"
        for engine in ENGINES
        if (packages := lacking(engine))
    ]


if __name__ == "__main__":
    packages = [package for engine in ENGINES for package in lacking(engine)]
    if "--packages" in sys.argv:
        print(*packages)
    elif packages:
        print(*left_out(), sep="\n")
