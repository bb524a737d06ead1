"""Positions of Ostfriesenlauf that somebody has set up by hand: those that no game reaches."""

import numpy as np

from galopp.core.cards import Cards, count, has, one
from galopp.core.contract import NOTHING_YET
from galopp.core.fault import Impossible
from galopp.core.option import Options
from galopp.core.words import NOBODY
from galopp.games.ostfriesenlauf.box import (
    ALL_EMPTY,
    ANIMALS,
    BACK,
    BOARD,
    CARD_NAMES,
    CARDS,
    DRAW,
    FEWEST,
    HAND,
    LAST_ROUND,
    LAY,
    LONGEST,
    MOST_BACKWARDS,
    MOST_FORWARDS,
    OF_STACK,
    RESHUFFLE,
    RUNNERS,
    SEATS,
    SHEEP,
    SHORTEST,
    SHOW_HAND_BACKS,
    SNAIL,
    STACKS,
    START_PLAYER,
    Ending,
    Phase,
    State,
)
from galopp.games.ostfriesenlauf.rules import furthest, how_it_ended, who_can_win, winning_runners
from galopp.games.ostfriesenlauf.sight import holds_what_it_drew
from galopp.games.ostfriesenlauf.standing import standing_of


def check_setting(players: int, options: Options) -> None:
    """Seats that there are, and a board on which the sign has five places; raises `Impossible`."""
    if not FEWEST <= players <= SEATS:
        raise Impossible("wrong_number_of_players", number=players, low=FEWEST, high=SEATS)
    if options[START_PLAYER] >= players:
        raise Impossible("no_such_seat", seat=int(options[START_PLAYER]))
    spaces, *signs = (int(value) for value in options[BOARD : BOARD + SHEEP + 1])
    if not SHORTEST <= spaces <= LONGEST:
        raise Impossible("wrong_number_of_spaces", number=spaces, low=SHORTEST, high=LONGEST)
    for animal, space in zip(ANIMALS, signs, strict=True):
        if not 1 <= space < spaces:
            raise Impossible("sign_off_the_track", animal=animal, space=space, high=spaces - 1)
        if signs.count(space) > 1:
            raise Impossible("two_signs_on_a_space", animal=animal, space=space)


def check(state: State) -> None:
    """Refuse a position that no game can reach; raises `Impossible`."""
    check_setting(int(state.players), state.options)
    check_runners(state)
    check_turn(state)
    check_cards(state)
    check_hands(state)
    check_pile(state)
    check_report(state)
    check_memory(state)
    check_last_decision(state)
    check_end(state)


def rounds_done(state: State) -> int:
    """How many rounds have been carried out."""
    return int(state.round_number) - (state.phase != Phase.OVER)


def check_runners(state: State) -> None:
    """Each within reach, the lanes of a space without a gap, laying from the last on."""
    stands = [(-int(p), int(lane)) for p, lane in zip(state.places, state.lanes, strict=True)]
    for runner, (place, lane) in zip(RUNNERS, stands, strict=True):
        if not -MOST_FORWARDS * rounds_done(state) <= place <= MOST_BACKWARDS * rounds_done(state):
            raise Impossible("runner_out_of_reach", runner=runner, place=-place)
        if lane > 1 and (place, lane - 1) not in stands or stands.count((place, lane)) > 1:
            raise Impossible("wrong_lane", runner=runner, lane=lane)
    if sorted(stands, reverse=True) != [stands[runner] for runner in state.order]:
        raise Impossible("wrong_laying_order")
    if state.sign not in signs_of(state.options):
        raise Impossible("no_place_for_the_sign", space=int(state.sign))


def signs_of(options: Options) -> list[int]:
    """The five spaces the sign can stand on."""
    return [int(space) for space in options[BOARD + SNAIL : BOARD + SHEEP + 1]]


def check_turn(state: State) -> None:
    """The seat on turn is the one whose runner lays next."""
    if state.phase == Phase.OVER:
        if state.laid or state.turn >= state.players:
            raise Impossible("cards_laid_after_the_end")
    elif state.turn >= state.players or state.order[state.laid] != state.turn:
        raise Impossible("not_this_seats_turn", seat=int(state.turn))


def sets_of_cards(state: State) -> list[int]:
    """Where cards are: stacks, discards, each hand, each card laid."""
    laid = [1 << int(card) for card in state.pile if card != NOBODY]
    return [int(state.stacks), int(state.discards), *(int(hand) for hand in state.hands), *laid]


def check_cards(state: State) -> None:
    """Each card is in exactly one place."""
    everywhere = sets_of_cards(state)
    for card, name in enumerate(CARD_NAMES):
        number = sum(cards >> card & 1 for cards in everywhere)
        if number != 1:
            raise Impossible("card_not_once", card=name, number=number)
    if count(state.discards) > len(RUNNERS) * rounds_done(state):
        raise Impossible("too_many_discards", number=count(state.discards))


def check_hands(state: State) -> None:
    """Four cards each, five for the seat that is about to lay one (O3)."""
    for seat in range(SEATS):
        laying = state.phase == Phase.LAY and seat == state.turn
        due = HAND + laying if seat < state.players else 0
        if count(state.hands[seat]) != due:
            raise Impossible("wrong_number_of_cards", seat=seat, number=count(state.hands[seat]))


def check_pile(state: State) -> None:
    """A card for each runner that has laid; the ownerless one of their rank, or none (O29)."""
    for slot, (card, runner) in enumerate(zip(state.pile, state.order, strict=True)):
        rank = len(RUNNERS) - slot
        if slot >= state.laid:
            if card != NOBODY:
                raise Impossible("laid_too_early", runner=RUNNERS[runner])
        elif runner < state.players:
            if card == NOBODY:
                raise Impossible("laid_no_card", runner=RUNNERS[runner])
        elif card != NOBODY:
            if CARDS[card, BACK] != rank:
                raise Impossible("wrong_back", runner=RUNNERS[runner], card=CARD_NAMES[card])
        elif not stack_may_have_been_empty(state, slot):
            raise Impossible("laid_no_card", runner=RUNNERS[runner])
    if state.reshuffled > state.laid:
        raise Impossible("reshuffled_too_early")


def stack_may_have_been_empty(state: State, slot: int) -> bool:
    """Whether an ownerless runner can have found no card in its stack (O31, O32)."""
    cards = OF_STACK[len(RUNNERS) - 1 - slot]
    if state.options[RESHUFFLE] == ALL_EMPTY:
        return state.reshuffled > slot or not state.stacks & cards
    return not (state.stacks | state.discards) & cards


def check_report(state: State) -> None:
    """The cards of the last round are discards, unless a reshuffle has taken them since."""
    cards = [int(card) for card in state.report_cards if card != NOBODY]
    if sorted(state.report_order) != list(range(len(RUNNERS))):
        raise Impossible("wrong_laying_order")
    if len(set(cards)) < len(cards) or bool(cards) != (rounds_done(state) > 0):
        raise Impossible("wrong_report")
    for card in cards:
        gone = state.reshuffled != NOBODY
        if gone and not state.options[SHOW_HAND_BACKS]:
            continue
        if not has(state.returned if gone else state.discards, card):
            raise Impossible("wrong_report", card=CARD_NAMES[card])
    if state.report_sign not in signs_of(state.options):
        raise Impossible("no_place_for_the_sign", space=int(state.report_sign))


def check_memory(state: State) -> None:
    """Nobody holds more returned cards than it has drawn since; see `reshuffle`."""
    if state.returned & state.discards:
        raise Impossible("returned_card_was_seen")
    if state.returned and not state.options[SHOW_HAND_BACKS]:
        raise Impossible("memory_is_hidden")
    if not state.returned and state.drawn_since.any():
        raise Impossible("drawn_since_no_reshuffle")
    for slot, (card, runner) in enumerate(zip(state.pile, state.order, strict=True)):
        ownerless = runner >= state.players and card != NOBODY
        if ownerless and state.reshuffled > slot and has(state.returned, card):
            raise Impossible("returned_card_laid_before", card=CARD_NAMES[card])
    for seat in range(int(state.players)):
        returned = held_by(state, seat) & state.returned
        for stack, name in enumerate(STACKS):
            if count(returned & OF_STACK[stack]) > state.drawn_since[seat, stack]:
                raise Impossible("too_many_returned_cards", seat=seat, stack=name)


def held_by(state: State, seat: int) -> Cards:
    """A seat's hand, and the card it has laid face down."""
    held = np.uint64(state.hands[seat])
    for card, runner in zip(state.pile, state.order, strict=True):
        if runner == seat and card != NOBODY:
            held |= one(int(card))
    return held


def check_last_decision(state: State) -> None:
    """What was decided last shows: a drawn card in hand, a laid one on the pile or carried out."""
    seat, code = int(state.last_seat), int(state.last_code)
    if (seat == NOBODY) != (code == NOTHING_YET) or seat >= state.players:
        raise Impossible("wrong_last_decision")
    if code >= DRAW and (
        state.phase != Phase.LAY or seat != state.turn or not holds_what_it_drew(state)
    ):
        raise Impossible("wrong_last_decision")
    if LAY <= code < DRAW:
        now = zip(state.pile, state.order, strict=True)
        before = zip(state.report_cards, state.report_order, strict=True)
        if state.phase == Phase.LAY or (code, seat) not in [*now, *before]:
            raise Impossible("wrong_last_decision")


def check_end(state: State) -> None:
    """A game with a winner over the line is over, and won by the one who is furthest."""
    standing = standing_of(state)
    runners = who_can_win(state.options, int(state.players))
    most = furthest(standing, int(state.sign), state.options, runners)
    over = most >= 1 or rounds_done(state) == LAST_ROUND
    if over != (state.phase == Phase.OVER):
        raise Impossible("over_the_line" if over else "nobody_over_the_line")
    won = winning_runners(standing, int(state.sign), state.options, runners)
    if state.won != (won if over else 0):
        raise Impossible("wrong_winner")
    due = [int(over and how_it_ended(state, most) == ending) for ending in Ending]
    if list(state.ended) != due:
        raise Impossible("wrong_ending")
