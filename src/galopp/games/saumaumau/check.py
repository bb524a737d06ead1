"""Positions of Sau Mau Mau that somebody has set up by hand: those that no game reaches."""

from galopp.core.cards import count, has
from galopp.core.contract import NOTHING_YET
from galopp.core.fault import Impossible
from galopp.core.option import Options
from galopp.core.words import NOBODY
from galopp.games.saumaumau.box import (
    ANY,
    BET,
    BET_POINTS,
    CARDS,
    COLOUR,
    EXACT_GOAL,
    FARMER,
    FEWEST,
    FINISH_POINTS,
    FLOPPY,
    HEAD_START,
    LONGEST_RACE,
    MAU,
    MOST_IN_A_RACE,
    NO_BET,
    PIGS,
    PLUS_TWO,
    RACES,
    SEATS,
    START_PLAYER,
    Ending,
    Phase,
    State,
    goal,
)
from galopp.games.saumaumau.rules import beneath_top, fitting, last_pigs


def check_setting(players: int, options: Options) -> None:
    """As many players as there are betting cards for; raises `Impossible`."""
    if not FEWEST <= players <= SEATS:
        raise Impossible("wrong_number_of_players", number=players, low=FEWEST, high=SEATS)
    if options[START_PLAYER] >= players:
        raise Impossible("no_such_seat", seat=int(options[START_PLAYER]))


def check(state: State) -> None:
    """Refuse a position that no game can reach; raises `Impossible`."""
    check_setting(int(state.players), state.options)
    check_seats(state)
    check_cards(state)
    check_batches(state)
    check_top(state)
    check_debt(state)
    check_phase(state)
    check_pigs(state)
    check_bets(state)
    check_races(state)
    check_last_decision(state)


def check_seats(state: State) -> None:
    """Nobody sits beyond the last seat, and nothing lies there."""
    for name in ("starter", "turn", "asked", "last_seat", "report_seat"):
        if getattr(state, name) >= state.players:
            raise Impossible("no_such_seat", field=name, seat=int(getattr(state, name)))
    by_seat_rows = (state.hands, state.bets, state.queue, state.points, state.report_bets)
    for row in (*by_seat_rows, state.report_queue, state.report_finish_points):
        if row[int(state.players) :].any():
            raise Impossible("absent_seat_has_something")
    if state.report_bet_points[int(state.players) :].any() or state.pending >> state.players:
        raise Impossible("absent_seat_has_something")


def check_cards(state: State) -> None:
    """Each card lies in one place; an empty draw pile has nothing to be made of (S19)."""
    lying = [int(hand) for hand in state.hands] + [int(state.pile), 1 << int(state.top)]
    if state.laid != NOBODY:
        lying.append(1 << int(state.laid))
    for card, name in enumerate(CARDS):
        if sum(cards >> card & 1 for cards in lying) > 1:
            raise Impossible("card_twice", card=name)
    if not state.pile and beneath_top(state):
        raise Impossible("draw_pile_must_be_rebuilt")


def check_batches(state: State) -> None:
    """Open cards have batch 0, the draw pile is of one batch, and later ones are single cards."""
    out_of_sight = int(state.pile) | sum(int(hand) for hand in state.hands)
    for card, name in enumerate(CARDS):
        if state.batch[card] > (state.batches if out_of_sight >> card & 1 else 0):
            raise Impossible("wrong_batch", card=name)
    in_pile = {int(state.batch[card]) for card in range(len(CARDS)) if has(state.pile, card)}
    later = [batch for batch in state.batch.tolist() if in_pile and batch > max(in_pile)]
    if len(in_pile) > 1 or len(set(later)) < len(later):
        raise Impossible("batches_are_mixed")
    if state.batches > 2 * (int(state.turns) + HEAD_START):
        raise Impossible("too_many_batches", number=int(state.batches))


def check_top(state: State) -> None:
    """The valid colour is that of the top card, or one a Farmer named; S3, S8."""
    chosen_for = state.phase in (Phase.RUN, Phase.NAME)  # only a card that was played asks
    if state.turned_up and (beneath_top(state) or state.pigs.any() or state.debt or chosen_for):
        raise Impossible("first_card_was_played_on")
    if state.top < FARMER:
        fits = state.valid == COLOUR[state.top]
    else:  # a Farmer laid as the last card has named nothing, one of an earlier turn has
        unnamed = state.turned_up or state.phase == Phase.NAME
        fits = state.phase == Phase.OVER or (state.valid == ANY) == bool(unnamed)
    if not fits:
        raise Impossible("wrong_valid_colour")


def check_debt(state: State) -> None:
    """A debt is two cards for each +2 laid in a row: the top one and those beneath it (S13)."""
    if state.debt == 0:
        return
    in_a_row = 1 + count(beneath_top(state) & PLUS_TWO)
    if (
        state.debt % 2
        or not has(PLUS_TWO, int(state.top))
        or state.debt // 2 > in_a_row
        or not state.pile  # the card the first +2 was laid on can be taken (S34)
        or state.phase not in (Phase.PLAY, Phase.CALL, Phase.CATCH)
    ):
        raise Impossible("debt_cannot_be_open", number=int(state.debt))


def check_phase(state: State) -> None:
    """Cards in hand, a laid card and steps to retreat as the phase says."""
    phase = state.phase
    for seat in range(int(state.players)):
        held, least = count(state.hands[seat]), 1
        if seat == state.turn:
            least = _fewest_in_hand(state)
        if held < least:
            raise Impossible("too_few_cards", seat=seat, number=held)
    if (state.laid == NOBODY) != (phase not in (Phase.CALL, Phase.CATCH)):
        raise Impossible("laid_card_without_a_call")
    if state.laid != NOBODY and not _may_be_laid(state):
        raise Impossible("laid_card_does_not_fit", card=CARDS[state.laid])
    asked = 1 << int(state.asked) if state.asked != NOBODY else 0
    pending = int(state.pending)
    if pending >> state.turn & 1 or asked & ~pending or bool(asked) != (phase == Phase.CATCH):
        raise Impossible("wrong_seat_asked")
    if pending and not asked:
        raise Impossible("wrong_seat_asked")
    if (state.steps > 0) != (phase == Phase.RETREAT):
        raise Impossible("steps_without_a_retreat")


def _fewest_in_hand(state: State) -> int:
    # Of the seat whose turn it is: a drawn card joins at least one that was there before.
    if state.phase == Phase.RETREAT:
        return int(state.steps) + 1
    if state.phase == Phase.BET:
        return 2
    return 1 if state.phase in (Phase.PLAY, Phase.NAME) else 0


def _may_be_laid(state: State) -> bool:
    called_for = state.options[MAU] and count(state.hands[state.turn]) <= 1
    return bool(called_for and has(fitting(state), int(state.laid)))


def check_pigs(state: State) -> None:
    """No pig has arrived while the race is on, and the phase suits the pigs."""
    if state.phase == Phase.RUN:
        last = last_pigs(state)
        if not FLOPPY <= state.top < FARMER or not last & (last - 1):
            raise Impossible("no_pig_to_choose")
    if state.phase == Phase.NAME and state.top < FARMER:
        raise Impossible("no_colour_to_name")
    if state.phase == Phase.RETREAT:
        if not has(PLUS_TWO, int(state.top)) or state.turned_up or not state.pigs.any():
            raise Impossible("steps_without_a_retreat")
    for pig, place in zip(PIGS, state.pigs, strict=True):
        if place > 6 * (int(state.turns) + HEAD_START):
            raise Impossible("pig_too_far", pig=pig, place=int(place))
    if state.options[EXACT_GOAL] or state.phase == Phase.OVER:
        return
    for pig, place in zip(PIGS, state.pigs, strict=True):
        if place >= goal(state.options, state.players):
            raise Impossible("pig_has_arrived", pig=pig)


def check_bets(state: State) -> None:
    """The queue has no gap and names everybody once; whoever stands in it has a bet."""
    for queue, bets in ((state.queue, state.bets), (state.report_queue, state.report_bets)):
        row = queue[: int(state.players)].tolist()
        betting = [seat for seat in row if seat != NOBODY]
        if row != betting + [NOBODY] * (len(row) - len(betting)):
            raise Impossible("gap_in_the_queue")
        if len(set(betting)) < len(betting) or max(betting, default=0) >= state.players:
            raise Impossible("seat_twice_in_the_queue")
        if sorted(betting) != [seat for seat in range(len(row)) if bets[seat] != NOBODY]:
            raise Impossible("bets_do_not_fit_the_queue")


def check_races(state: State) -> None:
    """As many races scored as the number of this one says, and no more points than they gave."""
    scored = int(state.ended.sum())
    over = state.phase == Phase.OVER
    if state.race > state.options[RACES] or scored != state.race - (not over):
        raise Impossible("wrong_number_of_races", number=scored)
    if over and (state.race < state.options[RACES] or state.queue[0] != NOBODY):
        raise Impossible("wrong_number_of_races", number=scored)
    if state.turns >= LONGEST_RACE and not over:
        raise Impossible("race_is_too_long", number=int(state.turns))
    in_all = scored * int(FINISH_POINTS.max() + BET_POINTS[: int(state.players)].sum())
    for seat, total in enumerate(state.points.tolist()):
        if total > scored * MOST_IN_A_RACE or sum(state.points.tolist()) > in_all:
            raise Impossible("too_many_points", seat=seat, number=total)
    check_report(state)


def check_report(state: State) -> None:
    """The report is that of a race which ended as it says."""
    if state.ended.sum() == 0:
        if not _reports_nothing(state):
            raise Impossible("report_without_a_race")
        return
    if state.report_ending == NOBODY or not state.ended[state.report_ending]:
        raise Impossible("wrong_ending_reported")
    if state.report_seat == NOBODY or state.report_winners not in _possible_winners(state):
        raise Impossible("wrong_winners_reported")
    finish, bets = _points_reported(state)
    if state.report_finish_points.tolist() != finish or state.report_bet_points.tolist() != bets:
        raise Impossible("wrong_points_reported")
    if (state.points < state.report_finish_points + state.report_bet_points).any():
        raise Impossible("wrong_points_reported")
    if state.phase == Phase.OVER and state.pigs.tolist() != state.report_pigs.tolist():
        raise Impossible("pigs_are_not_as_reported")


def _reports_nothing(state: State) -> bool:
    numbers = (state.report_pigs, state.report_finish_points, state.report_bet_points)
    nobody = (state.report_ending, state.report_seat, state.report_queue[0])
    return (
        not any(row.any() for row in numbers)
        and state.report_winners == 0
        and all(value == NOBODY for value in nobody)
    )


def _possible_winners(state: State) -> list[int]:
    # A pig on the laurel wins alone (S25), else all that lead do (S26).
    stand = state.report_pigs.tolist()
    at = goal(state.options, state.players)
    exactly = bool(state.options[EXACT_GOAL])
    if state.report_ending in (Ending.LAUREL, Ending.BOTH):
        there = [1 << pig for pig, place in enumerate(stand) if place == at]
        return there if exactly or (len(there) == 1 and max(stand) == at) else []
    if max(stand) >= at and not exactly:
        return []
    return [sum(1 << pig for pig, place in enumerate(stand) if place == max(stand))]


def _points_reported(state: State) -> tuple[list[int], list[int]]:
    finish, bets = [0] * SEATS, [0] * SEATS
    finish[state.report_seat] = int(FINISH_POINTS[state.report_ending])
    betting = [seat for seat in state.report_queue[: int(state.players)] if seat != NOBODY]
    right = [seat for seat in betting if state.report_winners >> state.report_bets[seat] & 1]
    for seat, earned in zip(right, BET_POINTS, strict=False):
        bets[seat] = int(earned)
    return finish, bets


def check_last_decision(state: State) -> None:
    """A bet decided last lies in the queue, or in the report if it ended the race (S28)."""
    if (state.last_seat == NOBODY) != (state.last_code == NOTHING_YET):
        raise Impossible("wrong_last_decision")
    if BET <= state.last_code < NO_BET:
        row = state.bets if state.bets[state.last_seat] != NOBODY else state.report_bets
        if row[state.last_seat] != state.last_code - BET:
            raise Impossible("wrong_last_decision")
