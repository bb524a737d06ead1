"""Ostfriesenlauf in a terminal: the runners in their order, the line, the backs, the own hand."""

from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from galopp.cli.tables.parts import hidden_or, labelled, title
from galopp.core.words import NOBODY
from galopp.games.ostfriesenlauf import Seen
from galopp.games.ostfriesenlauf.box import (
    ANIMALS,
    BOARD,
    CARD_NAMES,
    RUNNERS,
    SPACES,
    STACKS,
    Phase,
)
from galopp.games.ostfriesenlauf.sight import HIDDEN
from galopp.play.telling import Teller

STYLES = {
    "red": "bold white on red",
    "yellow": "bold black on yellow",
    "blue": "bold white on blue",
    "white": "bold black on white",
}


def draw(seen: Seen, teller: Teller) -> RenderableType:
    """Round, sign, runners, stacks, what was laid, and what the viewer holds."""
    parts: list[RenderableType] = [
        title(teller, teller.language.say("round_number", round=int(seen.round_number))),
        sign(seen, teller),
        runners(seen, teller),
        stacks(seen, teller),
        pile(seen, teller),
    ]
    if seen.viewer != NOBODY:
        held = [n for n in range(len(CARD_NAMES)) if int(seen.hand) >> n & 1]
        parts.append(labelled(teller, "hand", [card(teller, n) for n in held]))
    return Group(*parts)


def sign(seen: Seen, teller: Teller) -> Text:
    """Where the finish is, and how far from the start line in both directions."""
    spaces, *signs = (int(space) for space in seen.options[BOARD : BOARD + 1 + len(ANIMALS)])
    at = int(seen.sign)
    animal = ANIMALS[signs.index(at)]
    said = teller.language.say(
        "sign_stands",
        animal=teller.word("animal", animal),
        space=at,
        backwards=spaces - at + 1,
    )
    return Text(said)


def runners(seen: Seen, teller: Teller) -> Table:
    """First to last, with how far each has to go to either line."""
    table = Table(box=None, padding=(0, 2, 0, 0))
    for heading in ("", "", "runner", "player", "space", "lane", "to_go", "cards"):
        table.add_column(teller.label(heading) if heading else "", justify="left")
    ranked = sorted(range(len(RUNNERS)), key=lambda r: (-seen.places[r], seen.lanes[r]))
    length, number = int(seen.options[BOARD + SPACES]), teller.language.number
    for rank, runner in enumerate(ranked, 1):
        owned = runner < seen.players
        place = int(seen.places[runner])
        forwards = int(seen.sign) - place
        backwards = place - (int(seen.sign) - length - 1)
        turn = seen.phase != Phase.OVER and owned and runner == seen.turn
        table.add_row(
            "▶" if turn else " ",
            f"{rank}.",
            Text(f" {teller.word('runner', RUNNERS[runner])} ", STYLES[RUNNERS[runner]]),
            Text(teller.names[runner] if owned else teller.label("ownerless")),
            number(place),
            str(int(seen.lanes[runner])),
            f"→ {number(forwards)}  ← {number(backwards)}",
            backs(seen, runner) if owned else "",
        )
    return table


def backs(seen: Seen, seat: int) -> str:
    """The backs of the cards in a hand, or only how many there are."""
    counts = [int(n) for n in seen.hand_backs[seat]]
    if HIDDEN in counts:
        return "?" * int(seen.hand_sizes[seat])
    return " ".join(
        stack for stack, number in zip(STACKS, counts, strict=True) for _ in range(number)
    )


def stacks(seen: Seen, teller: Teller) -> Text:
    """How many cards each stack has left."""
    sizes = [
        f"[{stack}] {hidden_or(size, HIDDEN)}"
        for stack, size in zip(STACKS, seen.stack_sizes, strict=True)
    ]
    return labelled(teller, "stacks", sizes)


def pile(seen: Seen, teller: Teller) -> Text:
    """The backs laid in this round, in the order they will be carried out."""
    laid = [f"[{int(back)}]" if back else "–" for back in seen.pile_backs[: seen.laid]]
    line = labelled(teller, "laid_backs", laid or ["–"])
    if seen.own_card != NOBODY:
        line.append_text(labelled(teller, "own_card", [card(teller, int(seen.own_card))]))
    return line


def card(teller: Teller, number: int) -> Text:
    """A card with its back, written out."""
    stack = CARD_NAMES[number].partition(":")[0]
    return Text(f"[{stack}] {teller.word('card', CARD_NAMES[number])}")
