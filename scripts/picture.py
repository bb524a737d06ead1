"""Draw the terminal table of the README: `.venv/bin/python scripts/picture.py`."""

import io
import re
from pathlib import Path

from rich._export_format import CONSOLE_SVG_FORMAT
from rich.console import Console

import galopp
from galopp.cli.tables import draw
from galopp.locale import Language
from galopp.play.telling import Teller

PICTURE = Path(__file__).parents[1] / "docs" / "pictures" / "table.svg"
MOVES = 23


def main() -> None:
    """A race of Sau Mau Mau under way, as the player on turn sees it."""
    game = galopp.game("saumaumau")
    position = game.new(players=4, seed=20)
    teller = Teller(Language("en"), game, ["Anna", "Bernd", "Chloé", "Dirk"])
    while len(position.decided) < MOVES or len(position.legal) < 4:
        position.play(position.legal[len(position.decided) % len(position.legal)])
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
    PICTURE.write_text(screen.export_svg(title="galopp play", code_format=plain), encoding="utf-8")


if __name__ == "__main__":
    main()
