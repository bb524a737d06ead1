"""A group in the engines of every phone: opened, joined, played in, shown to the room."""

from coming import Coming
from groups import joined

TV = {"width": 1280, "height": 720}


def test_a_group_is_opened_and_somebody_joins_and_sits_down(visit: Coming) -> None:
    visitor = visit("de")
    visitor.go("/g")
    visitor.see("galopp-group-open h1")
    visitor.write(".group-field input", "Kegelabend")
    visitor.press(".group-form button[type=submit]")
    visitor.see(".group-head h1", "Kegelabend")
    code = visitor.evaluate("() => location.pathname").rsplit("/", 1)[1]
    with joined(visitor.server, code, ["Bo"]) as (bo,):
        visitor.see(".group-person", "Bo")
        visitor.press(".group-play .primary")
        visitor.see(".at-group", visitor.say("group.counts", name="Kegelabend"))
        bo.sit(visitor.evaluate("() => location.pathname").rsplit("/", 1)[1])
    visitor.see(".chair-name", "Bo")
    visitor.press(".at-group a")
    visitor.see(".group-table", "Bo")
    assert visitor.measured("group") == []


def test_a_screen_in_the_room_shows_a_tournament(visit: Coming) -> None:
    visitor = visit("fr", TV)
    visitor.go("/g")
    visitor.write(".group-field input", "Coupe")
    visitor.press(".group-form button[type=submit]")
    visitor.see(".group-head h1", "Coupe")
    code = visitor.evaluate("() => location.pathname").rsplit("/", 1)[1]
    with joined(visitor.server, code, ("Bo", "Cy", "Di", "Ed")) as (first, *others):
        first.group.plan_tournament("Soir", ["ostfriesenlauf"], size=2, rounds=1)
        for client in others:
            client.group.enter(1)
        first.group.draw_round(1, 1)
        key = first.group.screen_key()
    visitor.go(f"/tv/{code}#screen={key}")
    visitor.see(".group-tv .group-round", "Bo")
    visitor.see(".group-tv .group-round", "Di")
