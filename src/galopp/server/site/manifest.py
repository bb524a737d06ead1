"""What a device is told that installs the page: its name, its pictures, and where it begins.

The pictures have addresses that stay the same when the page is renewed: a device that finds
another address takes that for another picture, and asks its owner about it.
"""

import json

from galopp.locale import Language
from galopp.server.site.edition import PAGE_WORDS, File

# As in style/tokens.css; by night the page itself says so.
PAPER = "#f6eeda"
# Name, size, and what the device may do with it; what is maskable may be cut round.
ICONS = (
    ("icon-192.png", "192x192", "any"),
    ("icon-512.png", "512x512", "any"),
    ("maskable-512.png", "512x512", "maskable"),
)


def manifest(root: str, language: Language) -> File:
    """The web app manifest of a server below a path, in one language."""
    title = language.of_game(PAGE_WORDS, "title")
    told = {
        "id": f"{root}/",
        "name": title,
        "short_name": title,
        "description": language.of_game(PAGE_WORDS, "home.slogan"),
        "lang": language.code,
        "dir": "ltr",
        "start_url": f"{root}/",
        "scope": f"{root}/",
        "display": "standalone",
        "background_color": PAPER,
        "theme_color": PAPER,
        "categories": ["games"],
        "icons": [_icon(root, *icon) for icon in ICONS],
    }
    return File.named("galopp.webmanifest", json.dumps(told, ensure_ascii=False).encode())


def _icon(root: str, name: str, size: str, purpose: str) -> dict[str, str]:
    address = f"{root}/web/now/icons/{name}"
    return {"src": address, "sizes": size, "type": "image/png", "purpose": purpose}
