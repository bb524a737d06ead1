"""Everybody at a table knows whether a screen shows it to the room."""

from devices import Line, Table


def screens(line: Line, number: int) -> dict:
    """Wait until the device has heard of so many screens."""
    return line.until(lambda told: told["type"] == "table" and told["screens"] == number)


def test_screens_are_counted_as_they_come_and_go(server):
    table = Table.open(server).sit_down()
    one, other = table.watch("tv"), table.watch("tv")
    with table.line(table.seats[0]) as phone:
        assert phone.heard[-1]["screens"] == 0
        with table.line(one):
            screens(phone, 1)
            with table.line(other):
                screens(phone, 2)
            screens(phone, 1)
        assert screens(phone, 0)["watching"] == 0


def test_who_looks_on_is_no_screen_and_a_screen_is_nobody_who_looks_on(server):
    table = Table.open(server).sit_down()
    with table.line(table.seats[0]) as phone, table.line(table.watch()):
        told = phone.until(lambda said: said["type"] == "table" and said["watching"] == 1)
        assert told["screens"] == 0
        with table.line(table.watch("tv")):
            assert screens(phone, 1)["watching"] == 1


def test_a_device_with_a_seat_is_no_screen_whatever_other_keys_it_holds(server):
    table = Table.open(server).sit_down()
    with table.line(table.watch("tv"), table.seats[0]) as both:
        told = both.until(lambda said: said["type"] == "table" and said["seats"][0]["connected"])
        assert told["screens"] == 0


def test_the_log_tells_a_screen_from_somebody_who_looks_on(server):
    table = Table.open(server)
    for kind in ("spectator", "tv"):
        table.watch(kind)
    past = table.ask("GET", "/history", table.host).json()
    told = [event["key"] for entry in past for event in entry["happened"]]
    assert told == ["table.admitted", "table.screen_came"]
