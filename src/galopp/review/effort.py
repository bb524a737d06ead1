"""How much is tried: rounds of 256 trials."""

from dataclasses import dataclass


@dataclass(frozen=True)
class Effort:
    """How many rounds of trials a review may take."""

    deals: int = 48  # for what a seat is worth before the deal
    end: int = 24  # playouts from where a game was left
    passes: int = 8  # at the most, over all decisions and then over judgements, until sums are sure
    # A first look at each option of a decision, in all, until it is clear what the decision cost.
    look: tuple[int, ...] = (1, 4)
    afresh: int = 64  # at the most, of each option that matters, before sums are asked for


USUAL_EFFORT = Effort()
