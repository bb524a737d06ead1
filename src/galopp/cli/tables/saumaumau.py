"""Sau Mau Mau in a terminal: the race, the piles, the bets, the players, the own hand."""

from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from galopp.cli.tables.parts import labelled, players_table, title
from galopp.core.words import NOBODY
from galopp.games.saumaumau import PAYOUTS, Seen
from galopp.games.saumaumau.box import ANY, CARDS, COLOUR, FLOPPY, PIGS, RACES, Phase, goal
from galopp.play.telling import Teller

STYLES = ("black on #f48fb1", "white on #7a4419", "white on #1b1b1b", "black on #f2e2bd")
GREEN = "white on #3f7d2c"


def draw(seen: Seen, teller: Teller) -> RenderableType:
    """Race, track, piles, bets, players, and what the viewer holds."""
    race = teller.language.say("race_of", race=int(seen.race), races=int(seen.options[RACES]))
    parts: list[RenderableType] = [
        title(teller, race),
        track(seen, teller),
        piles(seen, teller),
        players_table(teller, _decider(seen), _columns(seen, teller)),
    ]
    if seen.viewer != NOBODY:
        held = [card(teller, n) for n in range(len(CARDS)) if int(seen.hand) >> n & 1]
        parts.append(labelled(teller, "hand", held))
    if seen.bet != NOBODY:
        bet = teller.word("pig", PIGS[seen.bet])
        parts.append(labelled(teller, "own_bet", [bet]))
    return Group(*parts)


def track(seen: Seen, teller: Teller) -> Table:
    """One lane a pig, from Start to the laurel."""
    lanes = Table.grid(padding=(0, 1))
    end = goal(seen.options, seen.players)
    for pig, place in enumerate(int(place) for place in seen.pigs):
        before, after = "─" * place, "─" * max(0, end - place)
        lane = Text(before, style="dim")
        lane.append("●", STYLES[pig])
        lane.append(after, "dim")
        lane.append(" ⚑" if place <= end else "")
        lanes.add_row(_name(teller, pig), lane, f"{place}/{end}")
    return lanes


def _name(teller: Teller, pig: int) -> Text:
    return Text(f" {teller.word('pig', PIGS[pig])} ", STYLES[pig])


def card(teller: Teller, number: int) -> Text:
    """A card in its colour, written out."""
    style = GREEN if number >= FLOPPY else STYLES[COLOUR[number]]
    return Text(f" {teller.word('card', CARDS[number])} ", style)


def piles(seen: Seen, teller: Teller) -> Text:
    """What lies on top, the colour that counts, an open +2, what is left to draw."""
    line = labelled(teller, "top", [card(teller, int(seen.top))])
    if seen.laid != NOBODY:
        line.append_text(labelled(teller, "laid", [card(teller, int(seen.laid))]))
    valid = teller.label("any_colour")
    if seen.valid != ANY:
        valid = teller.word("pig", PIGS[seen.valid])
    line.append_text(labelled(teller, "colour", [valid]))
    if seen.debt:
        line.append_text(labelled(teller, "debt", [Text(str(int(seen.debt)), "bold red")]))
    return line.append_text(labelled(teller, "pile", [str(int(seen.pile_size))]))


def _decider(seen: Seen) -> int:
    if seen.phase == Phase.OVER:
        return NOBODY
    return int(seen.asked if seen.phase == Phase.CATCH else seen.turn)


def _columns(seen: Seen, teller: Teller) -> dict[str, list[str]]:
    queue = [int(seat) for seat in seen.queue[: seen.players]]
    places = [
        PAYOUTS[queue.index(seat)] if seat in queue else "–" for seat in range(int(seen.players))
    ]
    return {
        teller.label("cards"): [str(n) for n in seen.hand_sizes],
        teller.label("bet"): places,
        teller.label("points"): [str(n) for n in seen.points],
    }
