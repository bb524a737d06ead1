"""Why a table does not do what it was told: a sentence in the reader's language."""

from galopp.core.fault import Fault


class Refused(Fault):
    """The message changed nothing."""


class NotNow(Refused):
    """What stands in the way will pass; the same message may be sent again."""
