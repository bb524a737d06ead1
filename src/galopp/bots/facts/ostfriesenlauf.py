"""What sentences that give reasons in Ostfriesenlauf are about."""

from galopp.bots.facts.gaps import Gaps
from galopp.bots.ostfriesenlauf import (
    IMAGINED,
    REASONS,
    nearness_of,
    who_has_won,
    with_and_without,
)
from galopp.core.cards import has
from galopp.core.kernel import kernel
from galopp.core.words import NOBODY
from galopp.games.ostfriesenlauf import Seen
from galopp.games.ostfriesenlauf.box import CARDS, DRAW, RUNNERS, SIGN, SNAIL
from galopp.games.ostfriesenlauf.rules import who_can_win
from galopp.games.ostfriesenlauf.standing import Standing, place_at, runner_at
from galopp.games.ostfriesenlauf.telling import ANIMAL, RUNNER, STACK

ABOUT = {
    "victory": (RUNNER,),
    "defeat": (RUNNER,),
    "forwards": (RUNNER,),
    "backwards": (RUNNER,),
    "sign": (RUNNER, ANIMAL),
    "rivals": (RUNNER,),
    "own_rank": (RUNNER, STACK),
    "missing_back": (STACK,),
}
VICTORY, DEFEAT, FORWARDS, BACKWARDS, BY_SIGN, RIVALS, OWN_RANK, MISSING_BACK = range(len(REASONS))


@kernel
def fill(seen: Seen, code: int, reason: int, gaps: Gaps) -> None:
    """Write down what the sentence of a reason is about, for a decision it speaks for."""
    gaps[0] = seen.viewer  # one's own runner, in most of them
    if reason == MISSING_BACK:
        gaps[0] = code - DRAW
    elif reason == OWN_RANK:
        gaps[1] = code - DRAW
    elif reason == BY_SIGN:
        gaps[1] = CARDS[code, SIGN] - SNAIL
    elif reason == DEFEAT or reason == RIVALS:
        gaps[0] = most_hindered(seen, code, reason)


@kernel
def most_hindered(seen: Seen, card: int, reason: int) -> int:
    """The rival whom this card, compared with the others in hand, costs most."""
    found, most = NOBODY, 0
    for rival in range(len(RUNNERS)):
        if rival != seen.viewer:
            spared = spares(seen, card, reason, rival)
            if found == NOBODY or spared > most:
                found, most = rival, spared
    return found


@kernel
def spares(seen: Seen, card: int, reason: int, rival: int) -> int:
    """How much worse a rival fares by this card than by all others, summed up over these."""
    own, spared = harm_by(seen, card, reason, rival), 0
    for other in range(len(CARDS)):
        if other != card and has(seen.legal, other):
            spared += harm_by(seen, other, reason, rival) - own
    return spared


@kernel
def harm_by(seen: Seen, card: int, reason: int, rival: int) -> int:
    """What a card gives to a rival: victories, or ways to the line, over the rounds imagined."""
    if reason == DEFEAT:
        return defeats_by(seen, card, rival)
    return way_of(seen, card, rival)


@kernel
def defeats_by(seen: Seen, card: int, rival: int) -> int:
    """In how many imagined rounds the rival wins and the own runner does not."""
    number = 0
    for n in range(IMAGINED):
        standing, sign, _, _ = with_and_without(seen, card, n)
        won = who_has_won(seen, standing, sign)
        number += won >> rival & 1 & ~(won >> int(seen.viewer))
    return number


@kernel
def way_of(seen: Seen, card: int, rival: int) -> int:
    """How near the rival comes to the line, summed up over the rounds imagined."""
    if not who_can_win(seen.options, seen.players) >> rival & 1:
        return 0
    way = 0
    for n in range(IMAGINED):
        standing, sign, without, sign_without = with_and_without(seen, card, n)
        if not who_has_won(seen, standing, sign):
            way += nearness_of_runner(seen, standing, sign, rival)
            way -= nearness_of_runner(seen, without, sign_without, rival)
    return way


@kernel
def nearness_of_runner(seen: Seen, standing: Standing, sign: int, runner: int) -> int:
    """How near a runner is to the line."""
    rank = 0
    while runner_at(standing, rank) != runner:
        rank += 1
    return nearness_of(place_at(standing, rank), sign, seen)
