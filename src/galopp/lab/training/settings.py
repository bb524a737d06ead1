"""Which tables a net learns at: numbers of players and table options, and how it learns."""

from dataclasses import dataclass
from enum import StrEnum
from random import Random

from galopp.core.option import Option
from galopp.core.words import Flag, Name, Plain
from galopp.play.game import game as game_by_name

TABLES = 64  # different ones, which go round the games of a batch
USUAL = 5  # of eight have the usual options

# Options that a net is taught in all their values, beside switches and names; the others stay as
# they usually are, and a net is not asked where they do not.
TAUGHT: dict[str, dict[str, list[Plain]]] = {
    "ostfriesenlauf": {"board": ["default", "wilder", "calmer"]},
    "saumaumau": {"races": [*range(1, 9)]},
    "schweinsgalopp": {"races": [*range(1, 6)]},
}
UNTAUGHT = ("start_player", "mau_window", "bots_catch")

# How often each number of players is at the tables, of so many.
PLAYERS = {
    "ostfriesenlauf": (1, 2, 2, 3, 2, 4, 2, 3, 1, 2, 4),
    "saumaumau": (2, 3, 2, 4, 2, 5, 2, 3),
    "schweinsgalopp": (2, 3, 2, 4, 2, 5, 2, 3),
}

WIDTHS = {
    "ostfriesenlauf": (224, 128, 128),
    "saumaumau": (256, 128, 128),
    "schweinsgalopp": (256, 128, 128),
}


@dataclass(frozen=True)
class Tables:
    """Players and options that go round the games of a batch."""

    players: list[int]
    variants: list[dict[str, Plain]]


def tables_for(game: str, seed: int = 1) -> Tables:
    """A mixture of tables: most of them usual, the others with any options a net is taught."""
    luck, played = Random(seed), game_by_name(game)
    players: list[int] = []
    variants: list[dict[str, Plain]] = []
    while len(players) < TABLES:
        number = PLAYERS[game][len(players) % len(PLAYERS[game])]
        chosen: dict[str, Plain] = {}
        if len(players) % 8 >= USUAL:
            chosen = {name: luck.choice(values) for name, values in _choices(game).items()}
        chosen |= played.options_needed(number)
        players.append(number)
        variants.append(chosen)
    return Tables(players, variants)


def usual_table(game: str, players: int) -> Tables:
    """One number of players, and the options that people mostly play with."""
    return Tables([players], [dict(game_by_name(game).options_needed(players))])


def _choices(game: str) -> dict[str, list[Plain]]:
    found: dict[str, list[Plain]] = {}
    for option in game_by_name(game).rules.OPTIONS:
        if option.name in TAUGHT[game]:
            found[option.name] = TAUGHT[game][option.name]
        elif option.name not in UNTAUGHT and isinstance(option.words, Flag | Name):
            found[option.name] = _values(option)
    return found


def _values(option: Option) -> list[Plain]:
    if isinstance(option.words, Name):
        return [*option.words.names]
    return [False, True]


class Beginning(StrEnum):
    """What a net is before its first lesson, and whom it then meets."""

    BLANK = "blank"  # it knows nothing, and meets itself and others
    SHIPPED = "shipped"  # the net that is shipped, and learns on just so
    AGAINST_SHIPPED = "against_shipped"  # that net too, and meets nobody but that net


@dataclass(frozen=True)
class Hyperparameters:
    """How a net learns."""

    games: int = 32_768  # at once, against itself
    league: int = 4_096  # at once, against each kind of other
    steps: int = 32  # of each game, between two lessons
    epochs: int = 2
    portions: int = 10
    rate: float = 7e-4
    clip: float = 0.2
    weight_of_value: float = 1.0
    entropy: tuple[float, float] = (0.02, 0.005)  # from, to
    pull: float = 0.05  # towards the slow copy
    slowness: float = 0.02  # how much of the net the slow copy takes on with each lesson
    trace: float = 0.9  # how far ahead a decision is judged (the lambda of GAE)
    exact_from: float = 0.5  # of the time: from then on rounded to whole numbers
    snapshots: int = 10  # older nets that are kept
    examined: int = 4_096  # games in an examination
    seed: int = 1
