"""Draw tables for the docs, as text and as an array: `.venv/bin/python scripts/picture.py`."""

import io
import re
from pathlib import Path

from PIL import Image
from rich._export_format import CONSOLE_SVG_FORMAT
from rich.console import Console

import galopp
from galopp.cli.tables import draw
from galopp.envs.render import as_array
from galopp.locale import Language
from galopp.play.telling import Teller

PICTURES = Path(__file__).parents[1] / "docs" / "pictures"
MOVES = 23


def main() -> None:
    """Both."""
    draw_terminal()
    draw_array()


def under_way() -> galopp.Position:
    """A race of Sau Mau Mau under way."""
    position = galopp.game("saumaumau").new(players=4, seed=20)
    while len(position.decided) < MOVES or len(position.legal) < 4:
        position.play(position.legal[len(position.decided) % len(position.legal)])
    return position


def draw_terminal() -> None:
    """As the player on turn sees it in a terminal."""
    position = under_way()
    teller = Teller(Language("en"), position.game, ["Anna", "Bernd", "Chloé", "Dirk"])
    seen = position.seen(position.mover)
    screen = Console(
        record=True,
        width=76,
        file=io.StringIO(),
        force_terminal=True,
        color_system="truecolor",
        highlight=False,
    )
    screen.print(draw(seen, teller))
    screen.print()
    screen.print(f"[bold]{teller.word('phase', seen.phase)}[/bold]")
    for number, move in enumerate(seen.legal, 1):
        screen.print(f"  [bold]{number}[/bold]  {teller.move(move)}  [dim]{move.notation}[/dim]")
    # The picture must not fetch a font from anywhere.
    plain = re.sub(r"@font-face \{\{.*?\}\}\s*", "", CONSOLE_SVG_FORMAT, flags=re.DOTALL)
    plain = plain.replace("<!-- Generated with Rich https://www.textualize.io -->\n", "")
    svg = screen.export_svg(title="galopp play", code_format=plain)
    (PICTURES / "table.svg").write_text(svg, encoding="utf-8")


def draw_array() -> None:
    """The same moment as the render mode `rgb_array` draws it."""
    position = under_way()
    drawn = as_array("saumaumau", position.seen(position.mover).record)
    Image.fromarray(drawn).save(PICTURES / "rgb_array.png", optimize=True)


if __name__ == "__main__":
    main()
