#!/usr/bin/python3
"""A bare window of WebKitGTK that WebKitWebDriver leads; run by the system's Python, which has GTK.

Shows a page of exactly the size in GALOPP_WINDOW, runs a script before each page's own, keeps
nothing on disk, and writes what pages say on their console to the standard output.
"""

import json
import os

import gi

gi.require_version("Gtk", "3.0")
gi.require_version("WebKit2", "4.1")
from gi.repository import Gtk, WebKit2  # noqa: E402 - only after their versions are chosen

WIDTH, HEIGHT, INIT = json.loads(os.environ["GALOPP_WINDOW"])


def first_script() -> WebKit2.UserScript:
    """What every page runs before its own scripts."""
    with open(INIT, encoding="utf-8") as script:
        source = script.read()
    frames = WebKit2.UserContentInjectedFrames.TOP_FRAME
    return WebKit2.UserScript(source, frames, WebKit2.UserScriptInjectionTime.START, None, None)


def view(context: WebKit2.WebContext) -> WebKit2.WebView:
    """A window with nothing in it but the page."""
    content = WebKit2.UserContentManager()
    content.add_script(first_script())
    settings = WebKit2.Settings()
    settings.set_enable_write_console_messages_to_stdout(True)
    settings.set_hardware_acceleration_policy(WebKit2.HardwareAccelerationPolicy.NEVER)
    shown = WebKit2.WebView(
        web_context=context,
        settings=settings,
        is_controlled_by_automation=True,
        user_content_manager=content,
    )
    window = Gtk.Window(decorated=False)
    window.set_default_size(WIDTH, HEIGHT)
    window.add(shown)
    window.show_all()
    shown.connect("close", lambda _: window.destroy())
    return shown


def led(context: WebKit2.WebContext, session: WebKit2.AutomationSession) -> None:
    """The driver has come: it names itself, and asks for a window."""
    session.connect("create-web-view", lambda _: view(context))


def main() -> None:
    """Wait for the driver, until it ends this."""
    keeps_nothing = WebKit2.WebsiteDataManager.new_ephemeral()
    context = WebKit2.WebContext.new_with_website_data_manager(keeps_nothing)
    context.set_automation_allowed(True)
    context.connect("automation-started", led)
    Gtk.main()


if __name__ == "__main__":
    main()
