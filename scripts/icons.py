"""Draw the icons of the installed page from `art/icon.svg`: `python scripts/icons.py`.

They are committed, because whoever installs the package has no browser to draw them with. Each
is drawn by Chromium at its own size and saved with as few colours as it needs.
"""

import io
import os
import shutil
from dataclasses import dataclass
from pathlib import Path

from PIL import Image, ImageChops
from playwright.sync_api import Page, sync_playwright

WEB = Path(__file__).parents[1] / "src" / "galopp" / "web"
CHROMIUM = os.environ.get("GALOPP_CHROMIUM") or shutil.which("chromium")
FLAGS = ["--no-sandbox", "--disable-gpu", "--no-first-run", "--disable-background-networking"]
MEADOW = "#a9c77b"
COLOURS = 64


@dataclass(frozen=True)
class Icon:
    """One picture: the pig on a meadow, or its shape alone."""

    name: str
    size: int
    pig: float  # how much of the picture it fills
    corner: float = 0.0  # how round the meadow is: 0 is square, .5 a circle
    shape_only: bool = False  # white on nothing, with its lines left out: the device colours it


ICONS = (
    Icon("icon-192", 192, 0.86, corner=0.24),
    Icon("icon-512", 512, 0.86, corner=0.24),
    Icon("maskable-512", 512, 0.6),  # a device may cut away all but the inner four fifths
    Icon("apple-touch-180", 180, 0.74),
    Icon("badge-96", 96, 0.94, shape_only=True),
)


def main() -> None:
    """All of them."""
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
        page = browser.new_page()
        for icon in ICONS:
            (WEB / "icons" / f"{icon.name}.png").write_bytes(drawn(page, icon))
        browser.close()


def drawn(page: Page, icon: Icon) -> bytes:
    """The icon as a PNG."""
    page.set_viewport_size({"width": icon.size, "height": icon.size})
    page.set_content(f"<style>{style(icon)}</style><div>{pig()}</div>")
    picture = Image.open(io.BytesIO(page.screenshot(omit_background=True))).convert("RGBA")
    if icon.shape_only:
        picture = shape(picture)
    file = io.BytesIO()
    picture.quantize(COLOURS, method=Image.Quantize.FASTOCTREE).save(file, "PNG", optimize=True)
    return file.getvalue()


def shape(picture: Image.Image) -> Image.Image:
    """What is light in a picture, in white."""
    light = picture.convert("L").point(lambda value: max(0, min(255, 3 * (value - 90))))
    white = Image.new("RGBA", picture.size, (255, 255, 255, 255))
    white.putalpha(ImageChops.multiply(light, picture.getchannel("A")))
    return white


def pig() -> str:
    """The drawing itself."""
    return (WEB / "art" / "icon.svg").read_text(encoding="utf-8")


def style(icon: Icon) -> str:
    """Where the pig is, and on what."""
    ground = "transparent" if icon.shape_only else MEADOW
    side = icon.size * icon.pig
    return f"""
        body {{ margin: 0; }}
        div {{ height: 100vh; display: grid; place-items: center; overflow: hidden;
               background: {ground}; border-radius: {icon.corner * icon.size}px; }}
        svg {{ width: {side}px; height: {side}px; }}"""


if __name__ == "__main__":
    main()
