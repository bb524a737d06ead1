#!/usr/bin/python3
"""What a screen shows, as a PNG on the standard output; run by the system's Python, with GTK."""

import sys

import gi

gi.require_version("Gdk", "3.0")
from gi.repository import Gdk  # noqa: E402 - only after its version is chosen

screen = Gdk.get_default_root_window()
seen = Gdk.pixbuf_get_from_window(screen, 0, 0, screen.get_width(), screen.get_height())
_, png = seen.save_to_bufferv("png", [], [])
sys.stdout.buffer.write(png)
