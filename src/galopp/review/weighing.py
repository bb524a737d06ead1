"""What the options of one decision were worth, from the sums of their trials.

All options are tried in the same worlds with the same luck, so that batch by batch their difference
says how much better one is than another, and how sure that is.
"""

from typing import Any

import numpy as np

from galopp.core.kernel import kernel
from galopp.review.tallies import BATCHES, TRIALS, Numbers, Tally, mean_of, spread_of

SLIGHT = 0.01  # of a victory: what costs less is no mistake
SURE = 2.0  # standard errors; nothing below that is called a loss
LIKELY = 1.0  # standard errors: what is that unlikely to be a mistake is not tried any further
HOPELESS = 3.0  # standard errors behind the best: not tried any further
EXACTLY = 4.0  # a loss that is known to a quarter is known well enough
MOST_OPTIONS = 64

OPTIONS_TALLY: np.dtype[Any] = np.dtype(
    (
        np.record,
        [
            ("options", np.int64),  # so many
            ("played", np.int64),  # which of them was decided
            ("rounds", np.int64, (MOST_OPTIONS,)),
            ("dropped", np.int64, (MOST_OPTIONS,)),  # 1 if it is not tried any further
            ("sums", np.float64, (MOST_OPTIONS, BATCHES)),
            ("chosen", np.float64, (MOST_OPTIONS,)),  # how often the reference policy decides so
            # What follows from that.
            ("values", np.float64, (MOST_OPTIONS,)),
            ("errors", np.float64, (MOST_OPTIONS,)),
            ("usual", np.float64),  # the mean over what the reference policy decides
            ("best", np.int64),
            ("loss", np.float64),
            ("error", np.float64),
            ("by_batch", np.float64, (BATCHES,)),  # to work in
        ],
    )
)


@kernel
def add_to_options(rows: Numbers, tally: Tally) -> None:
    """Sums of trials (rows, 1, columns), a column for each option that is still tried."""
    column = 0
    for option in range(tally.options):
        if not tally.dropped[option]:
            for row in range(len(rows)):
                tally.sums[option, row % BATCHES] += rows[row, 0, column]
            tally.rounds[option] += len(rows) // BATCHES
            column += 1


@kernel
def find_mean(tally: Tally, option: int) -> float:
    """What an option was worth, by batch too."""
    for batch in range(BATCHES):
        tally.by_batch[batch] = tally.sums[option, batch] / (tally.rounds[option] * TRIALS)
    return mean_of(tally.by_batch)


@kernel
def find_ahead(tally: Tally, option: int, other: int) -> float:
    """How much better an option is than another, by batch too."""
    for batch in range(BATCHES):
        own = tally.sums[option, batch] / (tally.rounds[option] * TRIALS)
        than = tally.sums[other, batch] / (tally.rounds[other] * TRIALS)
        tally.by_batch[batch] = own - than
    return mean_of(tally.by_batch)


@kernel
def is_clear(tally: Tally) -> bool:
    """Whether it is clear enough what the decision cost."""
    none_is_much_better, most, of_most = True, -1.0, 0.0
    for option in range(tally.options):
        if option != tally.played and not tally.dropped[option]:
            better = find_ahead(tally, option, tally.played)
            error = spread_of(tally.by_batch)
            none_is_much_better = none_is_much_better and better + LIKELY * error < SLIGHT
            if better > most:
                most, of_most = better, error
    if none_is_much_better:
        return True
    return most > SLIGHT + SURE * of_most and most > EXACTLY * of_most


@kernel
def drop_hopeless(tally: Tally) -> None:
    """Try no further what is surely worse than the best."""
    best, most = 0, -1.0
    for option in range(tally.options):
        value = find_mean(tally, option)
        if not tally.dropped[option] and value > most:
            best, most = option, value
    for option in range(tally.options):
        behind = find_ahead(tally, best, option)
        if option != tally.played and behind > HOPELESS * spread_of(tally.by_batch):
            tally.dropped[option] = 1


@kernel
def judge_options(tally: Tally) -> None:
    """What each option was worth, what the decision cost, and what would have been best."""
    tally.usual, often = 0.0, 0.0
    best, most = tally.played, find_mean(tally, tally.played)
    for option in range(tally.options):
        tally.values[option] = find_mean(tally, option)
        tally.errors[option] = spread_of(tally.by_batch)
        if not tally.dropped[option] and tally.values[option] > most:
            best, most = option, tally.values[option]
        often += tally.chosen[option]
    for option in range(tally.options):
        tally.usual += tally.values[option] * (tally.chosen[option] / often)
    tally.best, tally.loss = best, find_ahead(tally, best, tally.played)
    tally.error = spread_of(tally.by_batch)
    if tally.loss <= SURE * tally.error:
        tally.best, tally.loss = tally.played, 0.0
