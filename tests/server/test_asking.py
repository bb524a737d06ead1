"""Who asks, as far as a connection tells."""

import pytest

from galopp.server.asking import by_preference


@pytest.mark.parametrize(
    ("header", "wanted"),
    [
        ("", []),
        ("fr-CH, fr;q=0.9, en;q=0.8, *;q=0.5", ["fr-CH", "fr", "en", "*"]),
        ("en;q=0.1,de;q=0.9", ["de", "en"]),
        ("en; q=0.1, de ;q=0.9", ["de", "en"]),
        ("de;q=0, en;q=0.1", ["en"]),
        ("de;q=much, fr", ["fr"]),
        ("fr;q=0.5, de;q=0.5", ["fr", "de"]),
    ],
)
def test_the_language_that_is_wanted_most_comes_first(header, wanted):
    assert [name for name in by_preference(header) if name] == wanted


def test_a_header_without_end_is_not_read_to_its_end():
    assert len(by_preference(",".join(f"x{n}" for n in range(10_000)))) <= 20
