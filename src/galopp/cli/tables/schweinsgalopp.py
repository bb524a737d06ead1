"""Schweinsgalopp in a terminal: the track as a line, the players, the own hand."""

from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from galopp.cli.tables.parts import hidden_or, labelled, players_table, title
from galopp.core.counts import Counts, how_many
from galopp.core.words import NOBODY
from galopp.games.schweinsgalopp import (
    HIDDEN,
    OFF_TRACK,
    PIGS,
    RACES,
    SHOW_PLAYED,
    Phase,
    Seen,
    ring,
)
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
    if seen.options[SHOW_PLAYED]:
        lines.append(cards(teller, "played", seen.played))
    if seen.viewer != NOBODY:
        lines.append(cards(teller, "hand", seen.hand))
    return Group(*lines)


def track(seen: Seen, teller: Teller) -> RenderableType:
    """The stretch of the ring from the last pig to a few spaces before the first."""
    on_track = [int(place) for place in seen.places if place != OFF_TRACK] or [0]
    spaces = ring(seen.options)
    row, numbers = Text("   "), Text("   ", style="dim")
    for place in range(min(on_track) - 1, max(on_track) + 7):
        pigs = [name for name, at in zip(PIGS, seen.places, strict=True) if at == place]
        if pigs:
            name = teller.word("pig", pigs[0])
            row.append(f" {name} ", STYLES[pigs[0]])
            width = len(name) + 2
        else:
            food = int(seen.track_food) >> place % spaces & 1 and place >= max(on_track)
            width = 4
            row.append(" ●  " if food else " ·  ", "bold" if food else "dim")
        row.append("│" if place == 0 else " ")  # the start line
        numbers.append(f"{place % spaces}".center(width) + " ")
    grid = Table.grid()
    grid.add_row(row)
    grid.add_row(numbers)
    return grid


def cards(teller: Teller, label: str, counts: Counts) -> Text:
    """So many of each colour."""
    held = []
    for pig, name in enumerate(PIGS):
        if number := how_many(counts, pig):
            held.append(
                Text(f" {teller.word('pig', name)} ", STYLES[name]).append(f" ×{number}", "")
            )
    return labelled(teller, label, held)
