"""The keys and codes of groups: made like those of tables, and never taken for them."""

import re
import secrets

from galopp.table.keys import LETTERS, Kind, hashed

GROUP_CODE_LENGTH = 8  # a table's has six: whoever reads one knows what it opens
INVITATION_LENGTH = 12
GROUP_CODE = re.compile(f"[{LETTERS}]{{{GROUP_CODE_LENGTH}}}")


def new_group_code() -> str:
    """A code for a group: long enough that nobody comes upon one by trying."""
    return "".join(secrets.choice(LETTERS) for _ in range(GROUP_CODE_LENGTH))


def new_invitation() -> str:
    """What a link carries that lets people join, where the code alone does not any more."""
    return "".join(secrets.choice(LETTERS) for _ in range(INVITATION_LENGTH))


def kept_of(key: str, kind: Kind = Kind.MEMBER) -> str:
    """What a group keeps of a member's key, or of one of another kind."""
    return hashed(key, kind)
