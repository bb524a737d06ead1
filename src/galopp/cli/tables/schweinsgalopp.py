"""Schweinsgalopp in a terminal: a lane a pig, the players, the own hand."""

from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from galopp.cli.tables.parts import hidden_or, labelled, players_table, title
from galopp.core.cards import has
from galopp.core.counts import Counts, how_many
from galopp.core.words import NOBODY
from galopp.games.schweinsgalopp import Seen
from galopp.games.schweinsgalopp.box import (
    LONGEST_RING,
    OFF_TRACK,
    PIGS,
    RACES,
    REAR,
    SHOW_PLAYED,
    Phase,
)
from galopp.games.schweinsgalopp.sight import HIDDEN
from galopp.play.telling import Teller

STYLES = {
    "red": "bold white on red",
    "yellow": "bold black on yellow",
    "green": "bold white on green",
    "blue": "bold white on blue",
    "white": "bold black on white",
}


def draw(seen: Seen, teller: Teller) -> RenderableType:
    """Race, track, players, and what the viewer holds."""
    race = teller.language.say("race_of", race=int(seen.race), races=int(seen.options[RACES]))
    stack = teller.label("stack")
    lines: list[RenderableType] = [
        title(teller, race, f"{stack} {hidden_or(seen.stack, HIDDEN)}"),
        track(seen, teller),
        players_table(
            teller,
            int(seen.turn) if seen.phase != Phase.OVER else NOBODY,
            {
                teller.label("cards"): [str(n) for n in seen.hand_sizes],
                teller.label("open_food"): [str(n) for n in seen.open_food],
                teller.label("secured"): [hidden_or(n, HIDDEN) for n in seen.secured],
            },
        ),
    ]
    food = [str(space) for space in range(LONGEST_RING) if has(seen.track_food, space)]
    if food:
        lines.append(labelled(teller, "track_food", [", ".join(food)]))
    if seen.options[SHOW_PLAYED]:
        lines.append(cards(teller, "played", seen.played))
    if seen.viewer != NOBODY:
        lines.append(cards(teller, "hand", seen.hand))
    return Group(*lines)


def track(seen: Seen, teller: Teller) -> Table:
    """One lane a pig, the first on top; the upright is the start line."""
    lanes = Table.grid(padding=(0, 1))
    for pig in sorted(range(len(PIGS)), key=lambda pig: -int(seen.places[pig])):
        place = int(seen.places[pig])
        name = Text(f" {teller.word('pig', PIGS[pig])} ", STYLES[PIGS[pig]])
        if place == OFF_TRACK:
            lanes.add_row(name, "–", "")
            continue
        run = "".join("┼" if at == 0 else "─" for at in range(REAR, place))
        lanes.add_row(
            name, Text(run, "dim").append("●", STYLES[PIGS[pig]]), teller.language.number(place)
        )
    return lanes


def cards(teller: Teller, label: str, counts: Counts) -> Text:
    """So many of each colour."""
    held = []
    for pig, name in enumerate(PIGS):
        if number := how_many(counts, pig):
            held.append(
                Text(f" {teller.word('pig', name)} ", STYLES[name]).append(f" ×{number}", "")
            )
    return labelled(teller, label, held)
