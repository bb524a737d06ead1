"""How each game looks in a terminal; one module a game, found by its name.

A table is drawn from what a seat may see, and from nothing else. Colour never carries
meaning alone: every pig, card and runner is written out.
"""

import importlib
from typing import cast

from rich.console import RenderableType

from galopp.play.position import Seen
from galopp.play.telling import Teller


def draw(seen: Seen, teller: Teller) -> RenderableType:
    """The table as one viewer sees it."""
    module = importlib.import_module(f"galopp.cli.tables.{seen.game.name}")
    return cast(RenderableType, module.draw(seen.record, teller))
