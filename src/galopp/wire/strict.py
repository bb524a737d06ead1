"""What all that clients send has in common."""

import msgspec


class Strict(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Something a client sends: what is not known is refused, not passed over."""
