"""Saying no: one shape for everything that is refused, in the language that was asked for."""

from galopp.core.fault import Fault, Unreadable
from galopp.locale import Language
from galopp.play.telling import say_fault
from galopp.wire import Refusal

LONGEST = 200  # characters of a decoder's own words


def refusal(fault: Fault, language: Language, message: str = "") -> Refusal:
    """What a client is sent when something is refused."""
    return Refusal(fault.key, dict(fault.arguments), say_fault(language, fault), message)


def unreadable(error: Exception) -> Fault:
    """A message that is not one of those there are; the reason is the decoder's."""
    return Unreadable("unreadable_message", reason=str(error)[:LONGEST])
