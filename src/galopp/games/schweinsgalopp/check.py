"""Positions of Schweinsgalopp that somebody has set up by hand: those that no game reaches."""

from galopp.core.cards import count, has
from galopp.core.counts import how_many, total
from galopp.core.fault import Impossible
from galopp.core.option import Options
from galopp.core.words import NOBODY
from galopp.games.schweinsgalopp.box import (
    EDITION_2009,
    FEWEST,
    FOOD,
    FOOD_BEFORE_DEAL,
    GAP,
    HAND,
    LINE_UP_BY,
    OFF_TRACK,
    PER_GAME,
    PIGS,
    RACES,
    RANDOM_LINE_UP,
    SEATS,
    START_PLAYER,
    TRACK_FOOD,
    Phase,
    State,
    all_race_cards,
    ring,
)
from galopp.games.schweinsgalopp.rules import food_is_laid_in_this_race, how_it_ended
from galopp.games.schweinsgalopp.sight import (
    can_have_run,
    last_card_decided,
    most_before,
    most_in_a_race,
    starts_of,
    track_gave_enough,
)


def check_setting(players: int, options: Options) -> None:
    """Five seats need the edition of 2009 (G25); raises `Impossible`."""
    most = SEATS if options[EDITION_2009] else SEATS - 1
    if most < players <= SEATS:
        raise Impossible("five_need_edition_2009", number=players, low=FEWEST, high=most)
    if not FEWEST <= players <= most:
        raise Impossible("wrong_number_of_players", number=players, low=FEWEST, high=most)
    if options[START_PLAYER] >= players:
        raise Impossible("no_such_seat", seat=int(options[START_PLAYER]))


def check(state: State) -> None:
    """Refuse a position that no game can reach; raises `Impossible`."""
    check_setting(state.players, state.options)
    check_seats(state)
    check_phase(state)
    check_pigs(state)
    check_cards(state)
    check_food(state)
    check_track_food(state)
    check_ending(state)


def check_seats(state: State) -> None:
    """Every seat named is at the table."""
    for name in ("starter", "turn", "last_seat"):
        if getattr(state, name) >= state.players:
            raise Impossible("no_such_seat", field=name, seat=int(getattr(state, name)))


def check_phase(state: State) -> None:
    """Pigs are lined up by the start player, food is laid where that is played."""
    if state.race > state.options[RACES]:
        raise Impossible("too_many_races", race=int(state.race))
    if state.phase == Phase.LINE_UP and (
        state.options[LINE_UP_BY] == RANDOM_LINE_UP or state.turn != state.starter
    ):
        raise Impossible("nobody_lines_up")
    if state.phase == Phase.LAY_FOOD and (not food_is_laid_in_this_race(state) or state.stack == 0):
        raise Impossible("nobody_lays_food")


def check_pigs(state: State) -> None:
    """Each pig has a card of the ring to itself, and has run as far as its cards took it."""
    standing = sorted(-int(place) for place in state.places if place != OFF_TRACK)
    if state.phase == Phase.LINE_UP:
        if standing != list(range(len(standing))) or len(standing) > len(PIGS) - 2:
            raise Impossible("bad_line_up")
        return
    if len(standing) < len(PIGS):
        raise Impossible("pig_off_the_track")
    if len({place % ring(state.options) for place in standing}) < len(PIGS):
        raise Impossible("two_pigs_on_a_space")
    for pig, place in enumerate(state.places):
        if not starts_of(int(place), how_many(state.played, pig)):
            raise Impossible("pig_too_far", pig=PIGS[pig], place=int(place))
    if not can_have_run(state.places, state.played):
        raise Impossible("pigs_from_one_place")


def check_cards(state: State) -> None:
    """No more cards than there are, and as many in each hand as the turn says."""
    for pig, name in enumerate(PIGS):
        seen = sum(how_many(cards, pig) for cards in (*state.hands, state.played))
        if seen > how_many(all_race_cards(state.options), pig):
            raise Impossible("too_many_cards", card=name, number=seen)
    sizes = [total(hand) for hand in state.hands[: state.players]]
    if sizes != hand_sizes_due(state, sizes):
        raise Impossible("hands_do_not_fit_the_turn")
    played = total(state.played)
    if played != (HAND * len(sizes) - sum(sizes) if state.phase >= Phase.PLAY else 0):
        raise Impossible("hands_do_not_fit_the_turn")
    if (state.top == NOBODY) != (played == 0) or (played and not how_many(state.played, state.top)):
        raise Impossible("top_card_was_not_played")


def hand_sizes_due(state: State, sizes: list[int]) -> list[int]:
    """How many cards each seat must hold, given how many the seat on turn holds."""
    if state.phase == Phase.PLAY:
        most = max(1, min(HAND, sizes[state.turn]))
        have_played = (state.turn - state.starter) % state.players
        return [
            most - ((seat - state.starter) % state.players < have_played)
            for seat in range(len(sizes))
        ]
    dealt = state.phase == Phase.LAY_FOOD and not state.options[FOOD_BEFORE_DEAL]
    return [HAND if dealt else 0] * len(sizes)


def check_food(state: State) -> None:
    """As much food as there is, and nobody has more than could have been won."""
    food = int(state.stack + state.open_food.sum() + state.secured.sum()) + count(state.track_food)
    if food != FOOD:
        raise Impossible("wrong_amount_of_food", number=food, high=FOOD)
    from_track = most_in_a_race(state) - HAND
    for seat in range(int(state.players)):
        held = total(state.hands[seat])
        racing = state.phase >= Phase.PLAY
        played = HAND - held if racing and held else 0
        if state.open_food[seat] > played + (from_track if played else 0):
            raise Impossible("food_not_earned", seat=seat)
        if state.fresh[seat] > (most_in_a_race(state) if racing and not held else 0):
            raise Impossible("food_not_earned", seat=seat)
        if not 0 <= state.secured[seat] - state.fresh[seat] <= most_before(state):
            raise Impossible("food_not_earned", seat=seat)
    if not track_gave_enough(state):
        raise Impossible("more_food_than_on_the_track")
    if not last_card_decided(state):
        raise Impossible("food_not_earned", seat=int(state.last_seat))


def check_track_food(state: State) -> None:
    """One card a seat at most, where it may lie (G16), and ahead of every pig (G17)."""
    lying = count(state.track_food)
    if lying > most_on_the_track(state):
        raise Impossible("too_much_food_on_the_track", number=lying)
    front = max(GAP, *(int(place) for place in state.places))
    for space in range(64):
        on_track = front < space <= ring(state.options) - len(PIGS)
        if has(state.track_food, space) and not on_track:
            raise Impossible("food_cannot_lie_there", space=space)


def most_on_the_track(state: State) -> int:
    """A card for each seat that has laid one; before a race, what the last one left (G14)."""
    kept_from_before = state.options[TRACK_FOOD] == PER_GAME and state.race > 1
    if not state.options[TRACK_FOOD] or (state.phase == Phase.LINE_UP and not kept_from_before):
        return 0
    if state.phase == Phase.LAY_FOOD:
        return int((state.turn - state.starter) % state.players)
    return int(state.players)


def check_ending(state: State) -> None:
    """The ending is counted when the last race is over, and is the right one."""
    over = state.phase == Phase.OVER
    if state.ended.sum() != over or (over and not state.ended[how_it_ended(state)]):
        raise Impossible("wrong_ending")
    if over and state.race != state.options[RACES]:
        raise Impossible("wrong_ending")
