"""What the page for players says is what the page itself says."""

import re
from pathlib import Path

from galopp.server.site.edition import INDEX, WEB

DOCS = Path(__file__).parents[2] / "docs" / "playing.md"


def test_the_oldest_browsers_are_those_that_the_page_names() -> None:
    rows = re.findall(r"^\| (Chrome|Firefox|Safari)\b[^|]*\| ([\d.]+) \|", DOCS.read_text(), re.M)
    told = re.findall(r'<p lang="..">(.* 1\d\d.*)</p>', (WEB / INDEX).read_text(encoding="utf-8"))
    assert len(rows) == len(told) == 3
    for sentence in told:
        assert re.findall(r"\d+(?:\.\d+)?", sentence) == [version for _, version in rows]
