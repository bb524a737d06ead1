"""What sentences that give reasons in Sau Mau Mau are about."""

from galopp.bots.facts.gaps import Gaps
from galopp.bots.saumaumau.reading import (
    arrives,
    cards_of,
    favourite,
    landing,
    neighbour,
    own_place,
    points_at_the_end,
    queue_length,
    runner,
    steps_in_hand,
    steps_of,
)
from galopp.bots.saumaumau.reasons import REASONS
from galopp.core.cards import count
from galopp.core.events import Argument
from galopp.core.kernel import kernel
from galopp.core.words import Name
from galopp.games.saumaumau import PAYOUTS, Seen
from galopp.games.saumaumau.box import (
    BET,
    EXACT_GOAL,
    NAME_COLOUR,
    NO_BET,
    PIGS,
    RETREAT,
    RUN,
    goal,
)
from galopp.games.saumaumau.rules import stops_at
from galopp.games.saumaumau.telling import COUNT, NAMED_COLOUR, PAYOUT, PIG, SEAT, SPACE

OTHER_PAYOUT = Argument("other_payout", Name(PAYOUTS))
OTHER_PIG = Argument("other_pig", Name(PIGS))

ABOUT = {
    "finish": (COUNT,),
    "bet_comes_true": (PIG,),
    "shed": (COUNT,),
    "push": (PIG, COUNT),
    "hold_rivals": (PIG,),
    "stay_ahead": (PIG,),
    "hinder": (SEAT,),
    "stop_neighbour": (SEAT, COUNT),
    "bet_early": (PAYOUT,),
    "first_bet": (PAYOUT,),
    "well_placed": (PIG, SPACE),
    "own_steps": (PIG, COUNT),
    "keep_place": (PIG, PAYOUT, OTHER_PAYOUT),
    "take_back": (PIG, OTHER_PIG),
    "spare": (PIG,),
    "least_help": (PIG,),
    "cards_to_follow": (NAMED_COLOUR, COUNT),
    "others_drive": (PIG,),
    "catch": (SEAT,),
}  # go_on, keep_green and call say it without

NUMBERS = {reason.key: number for number, reason in enumerate(REASONS)}
FINISH, SHED, PUSH = NUMBERS["finish"], NUMBERS["shed"], NUMBERS["push"]
HINDER, STOP_NEIGHBOUR = NUMBERS["hinder"], NUMBERS["stop_neighbour"]
BET_EARLY, FIRST_BET = NUMBERS["bet_early"], NUMBERS["first_bet"]
WELL_PLACED, OWN_STEPS = NUMBERS["well_placed"], NUMBERS["own_steps"]
KEEP_PLACE, TAKE_BACK = NUMBERS["keep_place"], NUMBERS["take_back"]
LEAST_HELP, CARDS_TO_FOLLOW = NUMBERS["least_help"], NUMBERS["cards_to_follow"]
CATCH = NUMBERS["catch"]


@kernel
def fill(seen: Seen, code: int, reason: int, gaps: Gaps) -> None:
    """Write down what the sentence of a reason is about, for a decision it speaks for."""
    mine = favourite(seen)
    gaps[0] = mine  # the pig, in most of them
    if reason == FINISH:
        gaps[0] = points_at_the_end(
            seen, arrives(seen, landing(seen, code, runner(seen, code, mine)))
        )
    elif reason == SHED:
        gaps[0] = count(seen.hand) - 1
    elif reason == PUSH:
        gaps[1] = spaces_gained(seen, code, mine)
    elif reason == HINDER or reason == STOP_NEIGHBOUR:
        gaps[0] = neighbour(seen)
        gaps[1] = seen.hand_sizes[neighbour(seen)]
    elif reason == TAKE_BACK:
        gaps[0], gaps[1] = code - RETREAT, mine
    elif reason == LEAST_HELP:
        gaps[0] = code - RUN
    elif reason == CARDS_TO_FOLLOW:
        gaps[0] = code - NAME_COLOUR
        gaps[1] = count(cards_of(seen, code - NAME_COLOUR))
    elif reason == CATCH:
        gaps[0] = seen.turn
    else:
        fill_for_a_bet(seen, code, reason, gaps)


@kernel
def fill_for_a_bet(seen: Seen, code: int, reason: int, gaps: Gaps) -> None:
    """The same, where the reason is about bets."""
    mine = favourite(seen)
    pig = mine if code == NO_BET else code - BET
    if reason == BET_EARLY or reason == FIRST_BET:
        gaps[0] = queue_length(seen)
    elif reason == WELL_PLACED:
        gaps[0], gaps[1] = pig, seen.pigs[pig]
    elif reason == OWN_STEPS:
        gaps[0], gaps[1] = pig, steps_in_hand(seen, pig)
    elif reason == KEEP_PLACE:
        gaps[1], gaps[2] = own_place(seen), queue_length(seen) - 1


@kernel
def spaces_gained(seen: Seen, code: int, pig: int) -> int:
    """How far a card drives a pig."""
    at, start = goal(seen.options, seen.players), int(seen.pigs[pig])
    return stops_at(start + steps_of(code), at, bool(seen.options[EXACT_GOAL])) - start
