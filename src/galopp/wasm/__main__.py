"""`python -m galopp.wasm`: builds the modules that pages play by, if they are not there."""

import sys

from galopp.wasm.building import NotBuilt, build, is_built, sizes
from galopp.wasm.linking import NoLinker


def main() -> int:
    """Build, and say what came of it."""
    if is_built():
        return 0
    try:
        build()
    except NoLinker as missing:
        print(missing, file=sys.stderr)
        return 0
    except NotBuilt as error:
        print(error, file=sys.stderr)
        return 1
    print(", ".join(f"{game}.wasm {size:,} bytes" for game, size in sizes().items()))
    return 0


if __name__ == "__main__":
    sys.exit(main())
