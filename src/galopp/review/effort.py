"""How much is tried: rounds of 256 trials."""

import math
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
    # Decisions: up to here sums are as sure as those of any game.
    long: int = 300

    def slack(self, decisions: int) -> float:
        """How much less sure than usual the sums of a game of so many decisions may be.

        For a sum to stay as sure, each decision would have to be tried the more often the more of
        them there are: two bots that hold each other up would be reviewed for minutes, while others
        wait. From a certain length on each is tried as often as in a game of that length.
        """
        return max(1.0, math.sqrt(decisions / self.long))


USUAL_EFFORT = Effort()
