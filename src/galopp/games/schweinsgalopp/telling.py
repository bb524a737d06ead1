"""What a viewer of Schweinsgalopp saw happen."""

from galopp.core.cards import count, has
from galopp.core.events import Argument, EventTable, Told, note
from galopp.core.kernel import kernel
from galopp.core.words import Name, Number, Spaces
from galopp.games.schweinsgalopp.box import (
    BY_LAST_RACE,
    FOOD,
    FURTHEST,
    GENTLE,
    HAND,
    LAY_FOOD,
    LINE_UP,
    LONGEST_RING,
    MOST_RACES,
    OFF_TRACK,
    PIGS,
    REAR,
    SEATS,
    TIE,
    Phase,
    ring,
)
from galopp.games.schweinsgalopp.rules import leads, spots_of, steps_to_next_empty_space, with_most
from galopp.games.schweinsgalopp.sight import Seen

# What an event can be about.
SEAT = Argument("seat", Number(0, SEATS - 1))
WINNERS = Argument("winners", Spaces(SEATS))
PIG = Argument("pig", Name(PIGS))
START = Argument("start", Number(REAR, FURTHEST))
PLACE = Argument("place", Number(REAR, FURTHEST))
JUMPED = Argument("jumped", Number(0, len(PIGS) - 1))
SPACE = Argument("space", Number(1, LONGEST_RING))
COUNT = Argument("count", Number(0, FOOD))
RACE = Argument("race", Number(1, MOST_RACES))


class Happening(EventTable):
    """What can happen: the rulings that explain it, and what it is about."""

    LINED_UP = "G12", SEAT, PIG, PLACE
    LINED_UP_LAST = "G12", PIG, PLACE
    LINED_UP_BY_LOT = "G12", PIG, PLACE
    DEALT = "G12", COUNT
    FOOD_LAID = "G16 G21", SEAT, SPACE
    PLAYED = "G11", SEAT, PIG
    RAN = "G1", PIG, START, PLACE, JUMPED
    FOOD_FROM_TRACK = "G17", SEAT, PIG
    FOOD_FOR_THE_LEAD = "G6 G2", SEAT, PIG
    LEAD_WITHOUT_FOOD = "G9", SEAT, PIG
    SECURED = "G7 G27", SEAT, COUNT
    GIVEN_BACK = "G8", SEAT, COUNT
    RACE_OVER = "G24", RACE
    FOOD_PUT_BACK = "G14", COUNT
    NEXT_RACE = "G26 G13", RACE, SEAT
    GAME_OVER = "G10", WINNERS


@kernel
def tell(before: Seen, after: Seen, told: Told) -> None:
    """What happened between two views of one viewer, one decision apart."""
    seat, code = int(after.last_seat), int(after.last_code)
    if code >= LAY_FOOD:
        note(told, Happening.FOOD_LAID, seat, code - LAY_FOOD + 1)
    elif code >= LINE_UP:
        tell_lined_up(before, after, code - LINE_UP, told)
    else:
        tell_played(before, seat, code, told)
    was_on, is_on = before.phase == Phase.PLAY, after.phase == Phase.PLAY
    if was_on and not is_on or after.race != before.race:
        note(told, Happening.RACE_OVER, int(before.race))
    if after.race != before.race:
        tell_new_race(before, after, told)
    if after.hand_sizes[0] > before.hand_sizes[0]:  # no hand grows but by a deal to all
        note(told, Happening.DEALT, HAND)
    if after.phase == Phase.OVER:
        note(told, Happening.GAME_OVER, seats_that_won(after))


@kernel
def tell_lined_up(before: Seen, after: Seen, pig: int, told: Told) -> None:
    """A pig is put on the track, and the last one behind it."""
    note(told, Happening.LINED_UP, int(after.last_seat), pig, int(after.places[pig]))
    for other in range(len(PIGS)):
        if other != pig and before.places[other] != after.places[other]:
            note(told, Happening.LINED_UP_LAST, other, int(after.places[other]))


@kernel
def tell_played(before: Seen, seat: int, pig: int, told: Told) -> None:
    """A card, how its pig runs, and the food that this brings; of the last card, who keeps it."""
    start, place = int(before.places[pig]), place_after(before, pig)
    note(told, Happening.PLAYED, seat, pig)
    note(told, Happening.RAN, pig, start, place, place - start - 1)
    food = int(before.open_food[seat])
    if has(before.track_food, place % ring(before.options)):
        food += 1
        note(told, Happening.FOOD_FROM_TRACK, seat, pig)
    led = leads(spots_of(before.places), place)
    if led and before.stack != 0:
        food += 1
        note(told, Happening.FOOD_FOR_THE_LEAD, seat, pig)
    elif led:
        note(told, Happening.LEAD_WITHOUT_FOOD, seat, pig)
    if before.hand_sizes[seat] == 1:
        if led or before.options[GENTLE]:
            note(told, Happening.SECURED, seat, food)
        else:
            note(told, Happening.GIVEN_BACK, seat, food)


@kernel
def place_after(before: Seen, pig: int) -> int:
    """Where a pig gets to with a card."""
    start = int(before.places[pig])
    return start + steps_to_next_empty_space(spots_of(before.places), start, ring(before.options))


@kernel
def tell_new_race(before: Seen, after: Seen, told: Told) -> None:
    """What lay on the track goes back, and the pigs line up anew."""
    left = count(before.track_food & ~after.track_food)
    if left:  # the last card of a race may have taken one itself
        left -= has(before.track_food, place_after(before, after.last_code) % ring(before.options))
    if left:
        note(told, Happening.FOOD_PUT_BACK, left)
    note(told, Happening.NEXT_RACE, int(after.race), int(after.starter))
    if after.places[0] != OFF_TRACK:
        tell_lined_up_by_lot(after, told)


@kernel
def tell_lined_up_by_lot(after: Seen, told: Told) -> None:
    """The foremost first; no two stand on one space."""
    for place in range(0, REAR - 1, -1):
        for pig in range(len(PIGS)):
            if after.places[pig] == place:
                note(told, Happening.LINED_UP_BY_LOT, pig, place)


@kernel
def seats_that_won(after: Seen) -> int:
    """Who has the most food; of those, who got the most in the last race, if that is the rule."""
    most = with_most(after.secured, (1 << after.players) - 1)
    return with_most(after.fresh, most) if after.options[TIE] == BY_LAST_RACE else most
