"""Everything that was found out, put together so that it adds up to the last digit.

Each node of the curve is rounded once, to millionths that add up to a victory, and all parts are
differences of nodes: whatever is summed up is exact. What is left of a decision when its loss and
its edge are known is blind luck.
"""

import math
from dataclasses import dataclass
from typing import cast

from galopp.bots.facts import facts
from galopp.bots.foresight import foresee
from galopp.bots.verbs import heuristics_of
from galopp.core.record import Record as StateRecord
from galopp.play.game import Game
from galopp.play.record import Record
from galopp.review.curve import AFTER_CHANCE, AFTER_IT, BEFORE, DEALT, START
from galopp.review.estimates import Curve
from galopp.review.judge import Judgement
from galopp.review.outcomes import NO_CHANCE
from galopp.review.report import (
    VERSION,
    WHOLE,
    Account,
    Consequence,
    Explanation,
    Facts,
    OptionValue,
    Review,
    Row,
    StepReview,
)
from galopp.review.rounding import in_millionths, minus, plus
from galopp.review.timeline import Timeline

# The keys of the sentences that say what an option is better by, in the order of weighing.py.
LEADS_TO = ("", "would_bring_more", "would_leave_less", "would_win_more")


@dataclass(frozen=True)
class Found:
    """All that was found out about a game."""

    timeline: Timeline
    curve: Curve
    judgements: list[Judgement | None]  # those that there are, in a draft


def put_together(record: Record, policy: str, found: Found) -> Review:
    """The review of a game."""
    timeline, nobody = found.timeline, found.timeline.game.unowned_win is not None
    nodes = [in_millionths(values) for values in found.curve.values]
    rows = nodes if nobody else [row[: timeline.players] for row in nodes]
    steps = tuple(_step(found, rows, number) for number in range(len(timeline.steps)))
    end = found.curve.places[-1, AFTER_CHANCE] if steps else DEALT
    return Review(
        game=record.game,
        rules=timeline.game.rules.VERSION,
        version=VERSION,
        policy=policy,
        players=record.players,
        names=dict(record.names),
        finished=timeline.over,
        nobody=nobody,
        trials=found.curve.trials + sum(judged.trials for judged in found.judgements if judged),
        start=rows[START],
        deal=minus(rows[DEALT], rows[START]),
        dealt=rows[DEALT],
        steps=steps,
        accounts=_accounts(found, steps, rows[START], rows[DEALT], rows[end]),
    )


def _step(found: Found, rows: list[Row], number: int) -> StepReview:
    timeline, place = found.timeline, found.curve.places[number]
    step = timeline.steps[number]
    play = minus(rows[place[AFTER_IT]], rows[place[BEFORE]])
    verdict = _verdict(found, number)
    return StepReview(
        number=step.number,
        seat=step.seat,
        move=step.move.notation,
        options=verdict.options,
        best=verdict.best,
        loss=verdict.loss,
        error=verdict.error,
        mistake=verdict.mistake,
        because=verdict.because,
        instead=verdict.instead,
        edge=verdict.edge,
        blind=play[step.seat] + verdict.loss - verdict.edge,
        play=play,
        chance=timeline.trials[number].outcomes != NO_CHANCE,
        luck=minus(rows[place[AFTER_CHANCE]], rows[place[AFTER_IT]]),
        values=rows[place[AFTER_CHANCE]],
    )


@dataclass(frozen=True)
class Verdict:
    """A judgement in millionths and notations; as it stands, that of a decision not judged yet."""

    best: str
    options: tuple[OptionValue, ...] = ()
    loss: int = 0
    error: int = 0
    mistake: bool = False
    because: Explanation | None = None
    instead: tuple[Consequence, ...] = ()
    edge: int = 0


def _verdict(found: Found, number: int) -> Verdict:
    timeline, judged = found.timeline, found.judgements[number]
    step, moves, seen = timeline.steps[number], timeline.game.moves, timeline.views[number].seen
    if judged is None:
        return Verdict(best=step.move.notation)
    played, loss = step.move.code, _millionths(judged.loss)
    return Verdict(
        best=moves[judged.best].notation,
        options=tuple(
            OptionValue(moves[code].notation, _millionths(value), _millionths(error))
            for code, value, error in zip(judged.codes, judged.values, judged.errors, strict=True)
        ),
        loss=loss,
        error=_millionths(judged.error),
        mistake=judged.is_mistake,
        because=because(timeline.game, seen, judged, played),
        instead=() if judged.best == played else consequences(seen, judged.best),
        edge=_millionths(judged.value(played) - judged.usual) + loss,
    )


def _millionths(share: float) -> int:
    return round(share * WHOLE)


def because(game: Game, seen: StateRecord, judged: Judgement, played: int) -> Explanation | None:
    """What speaks for the best decision: by the list of reasons, else what it would lead to."""
    return listed(game, seen, judged.best, played) or tried_out(judged)


def tried_out(judged: Judgement) -> Explanation | None:
    """What the best decision would lead to rather than the one played."""
    told = judged.leads_to
    if told is None:
        return None
    gaps: Facts = {"with_it": told.with_it, "otherwise": told.otherwise}
    return Explanation(LEADS_TO[told.better_by], gaps)


def listed(game: Game, seen: StateRecord, best: int, played: int) -> Explanation | None:
    """What speaks most for one decision against another in the game's list, if anything does."""
    heuristics = heuristics_of(game.name)
    good, bad = heuristics.terms(seen, best), heuristics.terms(seen, played)
    ahead = [reason.casual * (good[n] - bad[n]) for n, reason in enumerate(heuristics.REASONS)]
    most = max(range(len(ahead)), key=ahead.__getitem__)
    if ahead[most] <= 0:
        return None
    key = heuristics.REASONS[most].key
    return Explanation(key, cast(Facts, facts(seen, best, key)))


def consequences(seen: StateRecord, code: int) -> tuple[Consequence, ...]:
    """What is certain to follow from a decision, at once and once the others have decided."""
    found = next(foreseen for foreseen in foresee(seen) if foreseen.code == code)
    return tuple(
        Consequence(event.key, cast(Facts, dict(event.arguments)))
        for event in (*found.happens, *found.later)
    )


def _accounts(
    found: Found, steps: tuple[StepReview, ...], start: Row, dealt: Row, end: Row
) -> tuple[Account, ...]:
    seats, players = len(start), found.timeline.players
    luck = plus([minus(dealt, start), *(step.luck for step in steps)], seats)
    play = [plus([s.play for s in steps if s.seat == seat], seats) for seat in range(players)]
    accounts = []
    for seat in range(seats):
        own = [step for step in steps if step.seat == seat]
        by_seat = tuple(of_seat[seat] for of_seat in play)
        accounts.append(
            Account(
                start=start[seat],
                luck=luck[seat],
                loss=sum(step.loss for step in own),
                edge=sum(step.edge for step in own),
                blind=sum(step.blind for step in own),
                by_seat=by_seat,
                others=sum(by_seat) - (by_seat[seat] if seat < players else 0),
                result=end[seat],
                adjusted=end[seat] - luck[seat],
                luck_error=_millionths(found.curve.luck_errors[seat]),
                play_error=_millionths(play_error(found, seat)),
            )
        )
    return tuple(accounts)


def play_error(found: Found, seat: int) -> float:
    """The standard error of a seat's play: trials of its decisions have nothing in common."""
    makers = found.timeline.makers
    squares = 0.0
    for judged, maker in zip(found.judgements, makers, strict=True):
        if judged is not None and maker == seat:
            squares += judged.play_error * judged.play_error
    return math.sqrt(squares)
