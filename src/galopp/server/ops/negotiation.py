"""What a client would rather have: which language, zipped or not."""

from collections.abc import Sequence

from galopp.locale import LANGUAGES, language_code

MOST_LANGUAGES = 20  # that are read of what a browser names


def by_preference(header: str) -> list[str]:
    """The languages that a browser names, the one it would rather have first.

    A share behind a name ("fr;q=0.8") says how much it is wanted; with 0 it is not.
    """
    shares: dict[str, float] = {}
    for part in header.split(",")[:MOST_LANGUAGES]:
        name, _, share = part.replace(" ", "").partition(";q=")
        try:
            shares.setdefault(name, float(share or 1))
        except ValueError:
            continue  # it says nothing that could be understood
    wanted = [name for name in shares if shares[name] > 0]
    return sorted(wanted, key=lambda name: -shares[name])


def spoken(wanted: list[str]) -> str:
    """The first of these languages that is spoken here, else English."""
    for name in wanted:
        if language_code(name.strip()) in LANGUAGES:
            return language_code(name.strip())
    return "en"


def takes_gzip(accepted: Sequence[str]) -> bool:
    """Whether a browser that says this takes what is zipped."""
    for entry in ",".join(accepted).lower().split(","):
        name, _, quality = entry.replace(" ", "").partition(";q=")
        if name == "gzip":
            return quality.strip("0.") != "" or not quality
    return False
