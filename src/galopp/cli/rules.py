"""`galopp rules`: the rules of a game, in the reader's language."""

import os

from rich.markdown import Markdown

from galopp.cli.screen import Screen


def show_rules(screen: Screen, name: str) -> None:
    """Print the rules, a screen at a time where the terminal can page."""
    text = screen.language.rules(screen.game(name).name)
    if screen.out.is_terminal:
        os.environ.setdefault("LESS", "-R")  # else the pager shows styles as raw codes
        with screen.out.pager(styles=True):
            screen.show(Markdown(text))
    else:
        screen.show(Markdown(text))
