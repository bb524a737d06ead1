"""The layout by which a page reads frames."""

import pytest
from at_table import GAMES

import galopp
from galopp.wire.layout import layout, subprotocol


@pytest.mark.parametrize("game", GAMES)
def test_the_layout_names_every_field_and_event_where_it_is(game):
    rules, described = galopp.game(game).rules, layout(game)
    fields = {field["name"]: field["at"] for field in described["seen"]["fields"]}
    assert fields == {name: at for name, (_, at, *_) in rules.SEEN.fields.items()}
    assert described["seen"]["size"] == rules.SEEN.itemsize
    assert [row["key"] for row in described["events"]] == [row.key for row in rules.Happening]
    for row, described_row in zip(rules.Happening, described["events"], strict=True):
        assert [about["name"] for about in described_row["about"]] == [
            argument.name for argument in row.arguments
        ]


def test_a_layout_is_asked_for_by_a_name_of_its_own():
    names = {subprotocol(game) for game in GAMES}
    assert len(names) == len(GAMES)
    assert all(name.replace(".", "").isalnum() for name in names)
