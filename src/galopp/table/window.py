"""The window after a play that needs a call (V3).

The rules ask the player to call or to stay silent, and then all others whether they catch.
At a live table that would give it away: a pause would say that something was forgotten. So
the table puts a window of its own around it. For its length the player may still call, and
every other seat may catch or let go, whether or not there is anything to catch. What came of
it is told to the rules when the window closes: when somebody catches, when all others have
let go, or when its time is over.
"""

from galopp.table import log
from galopp.table.deciding import in_turn
from galopp.table.log import AnyLogged
from galopp.table.refused import Refused
from galopp.table.table import Standing, Table, Window

MOST_CREDIT = 1.0  # seconds granted for a slow line


def answer(
    table: Table, window: Window, standing: Standing, seat: int, code: int, now: float
) -> list[AnyLogged]:
    """What comes of a seat's answer within the window; raises `Refused`."""
    if now - credit(table, seat) > window.closes:
        raise Refused("window_closed")
    if seat == window.seat:
        return _call(window, code)
    if code == window.challenge.let_go:
        return _let_go(table, window, standing, seat)
    if code != window.challenge.catch:
        raise Refused("not_your_turn_now")
    if window.called:
        raise Refused("nothing_to_catch")
    silent, catch = window.challenge.silent, window.challenge.catch
    return in_turn(standing, [(window.seat, silent), (seat, catch)])


def _call(window: Window, code: int) -> list[AnyLogged]:
    if code == window.challenge.call:
        return [log.Called(seat=window.seat)]
    if code == window.challenge.silent:
        return []  # to say nothing is to let the window run out
    raise Refused("others_answer_now")


def _let_go(table: Table, window: Window, standing: Standing, seat: int) -> list[AnyLogged]:
    lets_go: list[AnyLogged] = [log.LetGo(seat=seat)]
    if window.let_go | {seat} < set(others(table, window)):
        return lets_go
    return lets_go + close(table, window, standing)


def close(table: Table, window: Window, standing: Standing) -> list[AnyLogged]:
    """Tell the rules what came of the window, if nobody caught anybody."""
    if window.called:
        return in_turn(standing, [(window.seat, window.challenge.call)])
    let_go = [(seat, window.challenge.let_go) for seat in others(table, window)]
    return in_turn(standing, [(window.seat, window.challenge.silent), *let_go])


def others(table: Table, window: Window) -> list[int]:
    """Who may catch."""
    return [seat for seat in range(table.players) if seat != window.seat]


def credit(table: Table, seat: int) -> float:
    """What a seat is granted for its line, in seconds."""
    return min(MOST_CREDIT, table.seats[seat].lag)


def closes_for_good(table: Table, window: Window) -> float:
    """When no answer can be in time any more, however slow its line."""
    return window.closes + max(credit(table, seat) for seat in range(table.players))


def may_say(window: Window, seat: int) -> list[int]:
    """The codes a seat may answer with now."""
    challenge = window.challenge
    if seat == window.seat:
        return [] if window.called else [challenge.call]
    if seat in window.let_go:
        return []
    return [challenge.let_go] if window.called else [challenge.catch, challenge.let_go]
