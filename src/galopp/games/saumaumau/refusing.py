"""Why something may not be decided now in Sau Mau Mau: whatever `legal` does not allow."""

from galopp.core.cards import has
from galopp.core.kernel import kernel
from galopp.games.saumaumau.box import (
    ANSWERS,
    CALL,
    CODES_USED,
    DRAW,
    FARMER,
    FITS_SIGN,
    FLOPPY,
    NAME_COLOUR,
    NO_BET,
    PASS,
    SILENT,
    STOP,
    Phase,
    Refusal,
    State,
)
from galopp.games.saumaumau.rules import fitting, legal


@kernel
def why_not(state: State, code: int) -> Refusal:
    """What stands against a code now; `Refusal.NONE` exactly where `legal` has it."""
    if code < 0 or code >= CODES_USED:
        return Refusal.NO_SUCH_MOVE
    if state.phase == Phase.OVER:
        return Refusal.GAME_IS_OVER
    if not has(ANSWERS[state.phase], code):
        return why_not_a_turn_now(state) if code <= PASS else why_not_this_now(state, code)
    if code < DRAW:
        return why_not_play(state, code)
    if code <= PASS:
        return why_not_draw(state) if code == DRAW else why_not_pass(state)
    if has(legal(state), code):
        return Refusal.NONE
    return Refusal.PIG_IS_ON_START if state.phase == Phase.RETREAT else Refusal.PIG_IS_NOT_LAST


@kernel
def why_not_a_turn_now(state: State) -> Refusal:
    """What must be decided before anybody plays or draws (S6, S9, S23, V2, V3)."""
    if state.phase == Phase.RUN:
        return Refusal.PIG_MUST_RUN_FIRST
    if state.phase == Phase.NAME:
        return Refusal.COLOUR_MUST_BE_NAMED_FIRST
    if state.phase == Phase.CALL:
        return Refusal.CALL_COMES_FIRST
    if state.phase == Phase.CATCH:
        return Refusal.OTHERS_MAY_STILL_CATCH
    return Refusal.TURN_ENDS_WITH_A_DRAW


@kernel
def why_not_this_now(state: State, code: int) -> Refusal:
    """What a decision that follows from another one would need (S16, S17, S24, S34, V11)."""
    if code <= STOP:
        return Refusal.NO_CARDS_WERE_TAKEN
    if code <= NO_BET:
        return why_not_bet_now(state)
    if code < NAME_COLOUR:
        return Refusal.NO_PIG_TO_CHOOSE
    if code < CALL:
        return Refusal.NO_COLOUR_TO_NAME
    return Refusal.NOTHING_TO_CALL if code <= SILENT else Refusal.NOBODY_TO_CATCH


@kernel
def why_not_bet_now(state: State) -> Refusal:
    """What stands before a bet: a retreat (S17), a choice that is due, or drawing (S34)."""
    if state.phase == Phase.RETREAT:
        return Refusal.RETREAT_COMES_FIRST
    if state.phase == Phase.PLAY:
        return Refusal.BET_NEEDS_A_DRAWN_CARD
    return why_not_a_turn_now(state)


@kernel
def why_not_play(state: State, card: int) -> Refusal:
    """A card of one's own that fits (S1, S2, S8, S10, S11)."""
    if not has(state.hands[state.turn], card):
        return Refusal.NOT_IN_HAND
    if has(fitting(state), card):
        return Refusal.NONE
    if state.debt:
        green = card >= FLOPPY
        return Refusal.GREEN_DOES_NOT_ANSWER if green else Refusal.ONLY_PLUS_TWO_ANSWERS
    if state.top >= FARMER:
        return Refusal.NOT_THE_NAMED_COLOUR
    if state.top >= FLOPPY:
        return Refusal.NOT_THE_COLOUR_OF_FLOPPY
    if has(FITS_SIGN[0, state.top], card):
        return Refusal.FIRST_CARD_COUNTS_BY_COLOUR
    return Refusal.DOES_NOT_FIT


@kernel
def why_not_draw(state: State) -> Refusal:
    """There must be a card to draw (S18)."""
    return Refusal.NONE if state.pile else Refusal.NOTHING_TO_DRAW


@kernel
def why_not_pass(state: State) -> Refusal:
    """Passing is for those who can neither draw nor play (S18)."""
    if state.pile:
        return Refusal.MUST_DRAW
    playable = state.hands[state.turn] & fitting(state)
    return Refusal.MUST_PLAY if playable else Refusal.NONE
