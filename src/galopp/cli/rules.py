"""`galopp rules`: the rules of a game, in the reader's language."""

import os

from rich.markdown import Markdown

from galopp.cli.screen import Screen
from galopp.play.game import Game


def show_rules(screen: Screen, name: str) -> None:
    """Print the rules, a screen at a time where the terminal can page."""
    played = screen.game(name)
    text = screen.language.rules(played.name) + _names_of_options(screen, played)
    if screen.out.is_terminal:
        os.environ.setdefault("LESS", "-R")  # else the pager shows styles as raw codes
        with screen.out.pager(styles=True):
            screen.show(Markdown(text))
    else:
        screen.show(Markdown(text))


def _names_of_options(screen: Screen, played: Game) -> str:
    """What the options are called where they are typed: the rules call them as tables do."""
    names = (
        f"- `{option.name}`: {screen.language.of_game(played.name, f'option.{option.name}')}"
        for option in played.rules.OPTIONS
    )
    return "\n".join(["", screen.language.say("rules_options"), "", *names, ""])
