"""What a viewer of Schweinsgalopp saw happen."""

from collections.abc import Iterator

from galopp.core.cards import count, has
from galopp.core.contract import Event
from galopp.core.words import Plain
from galopp.games.schweinsgalopp.box import (
    BY_LAST_RACE,
    GENTLE,
    HAND,
    LAY_FOOD,
    LINE_UP,
    OFF_TRACK,
    PIGS,
    TIE,
    Phase,
    ring,
)
from galopp.games.schweinsgalopp.rules import leads, spots_of, steps_to_next_empty_space, with_most
from galopp.games.schweinsgalopp.sight import Seen

# Where a reader finds out why it happened: the rulings, the most telling one first.
EXPLAINED = {
    "lined_up": ("G12",),
    "lined_up_last": ("G12",),
    "lined_up_by_lot": ("G12",),
    "dealt": ("G12",),
    "food_laid": ("G16", "G21"),
    "played": ("G11",),
    "ran": ("G1",),
    "food_from_track": ("G17",),
    "food_for_the_lead": ("G6", "G2"),
    "lead_without_food": ("G9",),
    "secured": ("G7", "G27"),
    "given_back": ("G8",),
    "race_over": ("G24",),
    "food_put_back": ("G14",),
    "next_race": ("G26", "G13"),
    "game_over": ("G10",),
}


def happened(before: Seen, after: Seen) -> list[Event]:
    """The events between two views of one viewer, one decision apart."""
    return list(_events(before, after))


def _events(before: Seen, after: Seen) -> Iterator[Event]:
    seat, code = int(after.last_seat), int(after.last_code)
    if code >= LAY_FOOD:
        yield Event("food_laid", {"seat": seat, "space": code - LAY_FOOD + 1})
    elif code >= LINE_UP:
        yield from _lined_up(before, after, seat, code - LINE_UP)
    else:
        yield from _played(before, after, seat, code)
    yield from _race_over(before, after)
    yield from _new_race(before, after)
    if int(after.phase) == Phase.OVER:
        yield Event("game_over", {"winners": _winners(after)})


def _lined_up(before: Seen, after: Seen, seat: int, pig: int) -> Iterator[Event]:
    yield Event("lined_up", {"seat": seat, "pig": PIGS[pig], "place": int(after.places[pig])})
    for other, name in enumerate(PIGS):
        if other != pig and before.places[other] != after.places[other]:
            yield Event("lined_up_last", {"pig": name, "place": int(after.places[other])})


def _played(before: Seen, after: Seen, seat: int, pig: int) -> Iterator[Event]:
    spots, start = spots_of(before.places), int(before.places[pig])
    spaces = ring(before.options)
    steps = steps_to_next_empty_space(spots, start, spaces)
    place, name = start + steps, PIGS[pig]
    yield Event("played", {"seat": seat, "pig": name})
    yield Event("ran", {"pig": name, "start": start, "place": place, "jumped": steps - 1})
    food = int(before.open_food[seat])
    if has(before.track_food, place % spaces):
        food += 1
        yield Event("food_from_track", {"seat": seat, "pig": name})
    led = leads(spots, place)
    if led and before.stack != 0:
        food += 1
        yield Event("food_for_the_lead", {"seat": seat, "pig": name})
    elif led:
        yield Event("lead_without_food", {"seat": seat, "pig": name})
    if before.hand_sizes[seat] == 1:
        brought_home = led or before.options[GENTLE]
        yield Event("secured" if brought_home else "given_back", {"seat": seat, "count": food})


def _race_over(before: Seen, after: Seen) -> Iterator[Event]:
    # As Python's own: numpy takes microseconds to compare a number with an enumeration.
    was_on, is_on = int(before.phase) == Phase.PLAY, int(after.phase) == Phase.PLAY
    if was_on and not is_on or after.race != before.race:
        yield Event("race_over", {"race": int(before.race)})


def _new_race(before: Seen, after: Seen) -> Iterator[Event]:
    if after.race != before.race:
        if left := count(before.track_food & ~after.track_food):
            # The last card of a race may have taken one itself.
            taken = int(before.track_food) >> _space_of_last_card(before, after) & 1
            if left > taken:
                yield Event("food_put_back", {"count": left - taken})
        yield Event("next_race", {"race": int(after.race), "seat": int(after.starter)})
        yield from _lined_up_by_lot(after)
    if after.hand_sizes[0] > before.hand_sizes[0]:  # no hand grows but by a deal to all
        yield Event("dealt", {"count": HAND})


def _space_of_last_card(before: Seen, after: Seen) -> int:
    pig, spaces = int(after.last_code), ring(before.options)
    start = int(before.places[pig])
    steps = steps_to_next_empty_space(spots_of(before.places), start, spaces)
    return (start + steps) % spaces


def _lined_up_by_lot(after: Seen) -> Iterator[Event]:
    front_first = sorted(range(len(PIGS)), key=lambda pig: -int(after.places[pig]))
    for pig in front_first if after.places[0] != OFF_TRACK else ():
        yield Event("lined_up_by_lot", {"pig": PIGS[pig], "place": int(after.places[pig])})


def _winners(after: Seen) -> list[Plain]:
    most = with_most(after.secured, (1 << int(after.players)) - 1)
    if after.options[TIE] == BY_LAST_RACE:
        most = with_most(after.fresh, most)
    return [seat for seat in range(int(after.players)) if most >> seat & 1]
