"""What comes of a bot from outside that does not do its part."""

from galopp.core.fault import Fault


class BotFailed(Fault):
    """A bot gave no decision. `key` says why, `name` which bot; its process is gone."""

    def __init__(self, key: str, name: str, **arguments: str | int) -> None:
        super().__init__(key, name=name, **arguments)
        self.name = name

    def __reduce__(self) -> tuple[object, ...]:
        # A game may be played in another process; what failed there is told here.
        return _again, (self.key, dict(self.arguments))


def _again(key: str, arguments: dict[str, str | int]) -> BotFailed:
    name = str(arguments.pop("name"))
    return BotFailed(key, name, **arguments)
