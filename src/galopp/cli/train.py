"""`galopp train`: a net learns a game by playing itself, for as long as one likes."""

from importlib.util import find_spec
from pathlib import Path
from typing import Any

from galopp.cli.screen import Screen
from galopp.core.fault import Impossible


def run(
    screen: Screen,
    name: str,
    folder: Path,
    seconds: float,
    stop_after: float | None,
    device: str,
    games: int | None,
    beginning: str,
) -> None:
    """Go on with the training in a folder, or begin one there; a line for every minute."""
    if find_spec("torch") is None:
        raise Impossible("no_torch")
    from galopp.lab.training.run import Training
    from galopp.lab.training.settings import Beginning, Hyperparameters

    game = screen.game(name)
    recipe = Hyperparameters()
    if games is not None:
        recipe = Hyperparameters(
            games=games, league=max(1, games // 8), examined=min(games, recipe.examined)
        )
    with screen.err.status(screen.say("warming_up")):
        training = Training(game.name, folder, device, recipe, seconds, Beginning(beginning))

    def say(line: dict[str, Any]) -> None:
        screen.tell(told(screen, line))

    training.go_on(seconds if stop_after is None else stop_after, say)


def told(screen: Screen, line: dict[str, Any]) -> str:
    """A line of the curve, for people."""
    number, percent = screen.language.number, screen.language.percent
    strength = ", ".join(
        f"{name.replace('_', '/')} {percent(found['share'])}"
        for name, found in line.items()
        if isinstance(found, dict)
    )
    return screen.say(
        "trained",
        seconds=number(line["seconds"], 0),
        decisions=number(line["decisions"]),
        strength=strength,
    )
