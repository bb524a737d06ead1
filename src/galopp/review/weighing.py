"""What the options of one decision were worth, from the sums of their trials.

All options are tried in the same worlds with the same luck, so that batch by batch their difference
says how much better one is than another, and how sure that is.

A first look at all options decides which of them matter and how often those are tried afresh; what
the decision was worth is told by the fresh trials alone. Whoever stops trying as soon as the played
option looks good, and counts the trials that made it look so, flatters it.

The same trials tell what the better option leads to, in numbers that a player can count: points of
the race, those of the others, victories.
"""

import math
from typing import Any

import numpy as np

from galopp.core.kernel import kernel
from galopp.review.tallies import (
    BATCHES,
    GAINED,
    LEFT,
    SHARE,
    TRIALS,
    VALUES,
    Numbers,
    Tally,
    mean_of,
    spread_of,
    square,
)

SLIGHT = 0.01  # of a victory: what costs less is no mistake
SURE = 2.0  # standard errors; nothing below that is called a loss
LIKELY = 1.0  # standard errors: what is that unlikely to be a mistake is not looked at any further
HOPELESS = 3.0  # standard errors behind the best: not looked at any further
EXACTLY = 4.0  # a loss that is known to a quarter is known well enough
ENOUGH = 16  # rounds afresh, to know a loss
PLAY_AIMED_AT = 0.028  # standard error of a seat's play: a little less than is sure enough
MOST_OPTIONS = 64

# What an option can be better by; none, if nothing that can be told apart.
NOTHING, BRINGS_MORE, LEAVES_LESS, WINS_MORE = range(4)
TEN_RACES, A_HUNDRED_GAMES = 10, 100

OPTIONS_TALLY: np.dtype[Any] = np.dtype(
    (
        np.record,
        [
            ("options", np.int64),  # so many
            ("played", np.int64),  # which of them was decided
            ("counts", np.int64),  # 1 if a race brings points; else it is all there is to win
            ("rounds", np.int64, (MOST_OPTIONS,)),
            ("dropped", np.int64, (MOST_OPTIONS,)),  # 1 if it is not tried any further
            ("rivals", np.int64, (MOST_OPTIONS,)),  # 1 if it may be better than the one played
            ("sums", np.float64, (VALUES, MOST_OPTIONS, BATCHES)),
            ("chosen", np.float64, (MOST_OPTIONS,)),  # how often the reference policy decides so
            ("tried", np.int64),  # rounds of all options together
            # What follows from the first look.
            ("wanted", np.int64),  # rounds afresh, to know the loss
            ("doubt", np.float64),  # how far one trial is off from what the decision was worth
            # What follows from what was tried afresh.
            ("ahead", np.float64, (MOST_OPTIONS,)),  # of the one played, if it may be better
            ("ahead_errors", np.float64, (MOST_OPTIONS,)),
            ("values", np.float64, (MOST_OPTIONS,)),
            ("errors", np.float64, (MOST_OPTIONS,)),
            ("usual", np.float64),  # the mean over what the reference policy decides
            ("play_error", np.float64),  # of the one played less that
            ("best", np.int64),
            ("loss", np.float64),
            ("error", np.float64),
            ("better_by", np.int64),  # what the best leads to
            ("with_it", np.int64),  # so many, in ten races or in a hundred games
            ("otherwise", np.int64),  # by the one played
            ("by_batch", np.float64, (BATCHES,)),  # to work in
        ],
    )
)


@kernel
def add_to_options(rows: Numbers, tally: Tally) -> None:
    """Sums of trials (rows, values, columns), a column for each option that is still tried."""
    column = 0
    for option in range(tally.options):
        if not tally.dropped[option]:
            for row in range(len(rows)):
                for value in range(VALUES):
                    tally.sums[value, option, row % BATCHES] += rows[row, value, column]
            tally.rounds[option] += len(rows) // BATCHES
            tally.tried += len(rows) // BATCHES
            column += 1


@kernel
def value_in_batch(tally: Tally, option: int, batch: int, value: int = SHARE) -> float:
    """The mean of a trial in one batch."""
    return float(tally.sums[value, option, batch] / (tally.rounds[option] * TRIALS))


@kernel
def find_mean(tally: Tally, option: int, value: int = SHARE) -> float:
    """What an option was worth, by batch too."""
    for batch in range(BATCHES):
        tally.by_batch[batch] = value_in_batch(tally, option, batch, value)
    return mean_of(tally.by_batch)


@kernel
def find_ahead(tally: Tally, option: int, other: int, value: int = SHARE) -> float:
    """How much better an option is than another, by batch too."""
    for batch in range(BATCHES):
        own = value_in_batch(tally, option, batch, value)
        tally.by_batch[batch] = own - value_in_batch(tally, other, batch, value)
    return mean_of(tally.by_batch)


@kernel
def times_chosen(tally: Tally) -> float:
    """How often the reference policy was asked."""
    often = 0.0
    for option in range(tally.options):
        often += tally.chosen[option]
    return often


@kernel
def find_play(tally: Tally) -> float:
    """How much better the option played is than what the policy decides, by batch too."""
    often = times_chosen(tally)
    for batch in range(BATCHES):
        tally.by_batch[batch] = 0.0
        for option in range(tally.options):
            if option != tally.played and tally.chosen[option] > 0:
                ahead = value_in_batch(tally, tally.played, batch)
                ahead -= value_in_batch(tally, option, batch)
                tally.by_batch[batch] += ahead * (tally.chosen[option] / often)
    return mean_of(tally.by_batch)


# The first look -------------------------------------------------------------------------


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
    """Look no further at what is surely worse than the best."""
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
def plan_afresh(tally: Tally) -> None:
    """What the first look leaves to be tried afresh; what it told of that is forgotten.

    That is whatever may be better than the option played and, unless the policy always decides as
    was played, what else it decides; both beside the option played.
    """
    plan_for_loss(tally)
    tally.best = tally.played  # unless a rival turns out to be better
    find_play(tally)
    tally.doubt = spread_of(tally.by_batch) * math.sqrt(
        tally.rounds[tally.played] * float(BATCHES * TRIALS)
    )
    alone = tally.chosen[tally.played] == times_chosen(tally)
    nothing = alone and tally.wanted == 0
    for option in range(tally.options):
        usual = not alone and tally.chosen[option] > 0
        matters = usual or tally.rivals[option] == 1 or option == tally.played
        tally.dropped[option] = nothing or not matters
        if not tally.dropped[option]:
            tally.rounds[option] = 0
            for value in range(VALUES):
                for batch in range(BATCHES):
                    tally.sums[value, option, batch] = 0.0


@kernel
def plan_for_loss(tally: Tally) -> None:
    """Which options may be better than the one played, and how many rounds will tell."""
    tally.wanted = 0
    for option in range(tally.options):
        tally.rivals[option] = 0
        if option != tally.played and not tally.dropped[option]:
            better = find_ahead(tally, option, tally.played)
            error = spread_of(tally.by_batch)
            if better + LIKELY * error >= SLIGHT:
                tally.rivals[option] = 1
                off = error / max(SLIGHT / SURE, better / EXACTLY)
                rounds = round_up(square(off) * tally.rounds[option])
                tally.wanted = max(tally.wanted, min(ENOUGH, max(1, rounds)))


@kernel
def round_up(number: float) -> int:
    """The next whole number, or this one."""
    return int(number) + (number > int(number))


# What was tried afresh ------------------------------------------------------------------


@kernel
def judge_rivals(tally: Tally) -> None:
    """What the decision cost and what would have been best, once all that matters is tried afresh.

    What the reference policy would not choose need not be tried any further then.
    """
    best, most = tally.played, 0.0
    for option in range(tally.options):
        if tally.rivals[option]:
            tally.ahead[option] = find_ahead(tally, option, tally.played)
            tally.ahead_errors[option] = spread_of(tally.by_batch)
            tally.dropped[option] = tally.chosen[option] == 0
            if tally.ahead[option] > most:
                best, most = option, tally.ahead[option]
    tally.best, tally.loss, tally.error = best, 0.0, tally.ahead_errors[best]
    if best != tally.played:
        tally.loss = find_loss(tally)
        tally.error = spread_of(tally.by_batch)
    if tally.loss <= SURE * tally.error:
        tally.best, tally.loss = tally.played, 0.0
    else:
        shorten_leads(tally, most)
    find_what_it_leads_to(tally)


@kernel
def find_loss(tally: Tally) -> float:
    """How far the best rival is ahead of the option played, by batch too.

    Of several that are about as good, one always looks better than it is. So each half of the
    batches tells how far that rival is ahead which looks best in the other half.
    """
    first, second = best_of_half(tally, 1), best_of_half(tally, 0)
    for batch in range(BATCHES):
        best = first if batch % 2 == 0 else second
        own = value_in_batch(tally, best, batch)
        tally.by_batch[batch] = own - value_in_batch(tally, tally.played, batch)
    return mean_of(tally.by_batch)


@kernel
def best_of_half(tally: Tally, half: int) -> int:
    """Which rival looks best by every other batch: the even ones, or the odd."""
    best, most = int(tally.played), 0.0
    for option in range(tally.options):
        if tally.rivals[option]:
            value = 0.0
            for batch in range(BATCHES):
                if batch % 2 == half:
                    value += value_in_batch(tally, option, batch)
            if best == tally.played or value > most:
                best, most = option, value
    return best


@kernel
def shorten_leads(tally: Tally, most: float) -> None:
    """All that are ahead are less so, as far as the best is, which seemed to be that far."""
    for option in range(tally.options):
        if tally.rivals[option] and tally.ahead[option] > 0.0:
            tally.ahead[option] *= tally.loss / most
    tally.ahead[tally.best] = tally.loss


@kernel
def find_what_it_leads_to(tally: Tally) -> None:
    """What the best option is better by than the one played, in numbers that can be counted.

    By points, own ones or those of the others, whichever is more; else by victories, of which it
    brings as many more as the loss says.
    """
    tally.better_by = NOTHING
    if tally.best == tally.played:
        return
    brings = better_by(tally, GAINED, TEN_RACES) if tally.counts else 0
    leaves = better_by(tally, LEFT, TEN_RACES) if tally.counts else 0
    if brings > 0 and brings >= leaves:
        tell(tally, BRINGS_MORE, GAINED, TEN_RACES)
    elif leaves > 0:
        tell(tally, LEAVES_LESS, LEFT, TEN_RACES)
    else:
        tell(tally, WINS_MORE, SHARE, A_HUNDRED_GAMES)
        by_loss = find_mean(tally, tally.played) + tally.loss
        tally.with_it = rounded(A_HUNDRED_GAMES * by_loss)
        if tally.with_it == tally.otherwise:
            tally.better_by = NOTHING


@kernel
def better_by(tally: Tally, value: int, often: int) -> int:
    """How many points the best option is better by, so often, if that is sure; below 0 if worse."""
    ahead = find_ahead(tally, tally.best, tally.played, value)
    if abs(ahead) <= SURE * spread_of(tally.by_batch):
        return 0
    more = number_of(tally, tally.best, value, often) - number_of(tally, tally.played, value, often)
    return -more if value == LEFT else more


@kernel
def tell(tally: Tally, reason: int, value: int, often: int) -> None:
    """Write down what the best option leads to, and the one played."""
    tally.better_by = reason
    tally.with_it = number_of(tally, tally.best, value, often)
    tally.otherwise = number_of(tally, tally.played, value, often)


@kernel
def number_of(tally: Tally, option: int, value: int, often: int) -> int:
    """How many an option brings, so often."""
    return rounded(often * find_mean(tally, option, value))


@kernel
def rounded(number: float) -> int:
    """The nearest whole number; nothing here is below 0."""
    return int(number + 0.5)


@kernel
def rounds_for_play(tally: Tally, doubts: float) -> int:
    """How many rounds a decision is tried afresh, so that its maker's play is known in the end.

    The more unsure it is, the more: that makes the sum surest. `doubts` is the sum over all
    decisions of its maker.
    """
    trials = tally.doubt * doubts / square(PLAY_AIMED_AT)
    return round_up(trials / (BATCHES * TRIALS))


@kernel
def rounds_to_be_sure(tally: Tally, error: float) -> int:
    """How many rounds in all, while its maker's play is so unsure: at most twice as many.

    All decisions of a seat that have a doubt grow alike: what one of them was found to be worth has
    no part in how often it is tried.
    """
    rounds = int(tally.rounds[tally.played])
    return min(2 * rounds, round_up(rounds * square(error / PLAY_AIMED_AT)))


@kernel
def judge_options(tally: Tally) -> None:
    """What each option was worth, and what the decision was worth beside the policy's.

    The option played may have been tried more often than its rivals: they are as far ahead of it
    as they were by the same trials.
    """
    played = find_mean(tally, tally.played)
    error = spread_of(tally.by_batch)
    for option in range(tally.options):
        if tally.rivals[option]:
            tally.values[option] = as_share(played + tally.ahead[option])
            tally.errors[option] = math.sqrt(square(error) + square(tally.ahead_errors[option]))
        else:
            tally.values[option] = find_mean(tally, option)
            tally.errors[option] = spread_of(tally.by_batch)
    tally.usual = played - find_play(tally)
    tally.play_error = spread_of(tally.by_batch)


@kernel
def as_share(number: float) -> float:
    """What means of different trials add up to, which may be a little more than can be won."""
    return min(1.0, max(0.0, number))
