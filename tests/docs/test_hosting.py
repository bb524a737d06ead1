"""What the page for hosts says is what the server does."""

import re
from pathlib import Path

import typer

from galopp.cli.app import app
from galopp.server.ops.limits import Limits, Pace, Use
from galopp.server.tables.expiry import KEPT
from galopp.table.settings import DAY
from galopp.table.table import CLOSED, LOBBY, OVER, PLAYING

PAGE = (Path(__file__).parents[2] / "docs" / "hosting.md").read_text(encoding="utf-8")
LINES = re.findall(r"^\|(.*)\|$", PAGE, re.MULTILINE)
ROWS = [[cell.strip() for cell in line.split("|")] for line in LINES]
WRITTEN = {LOBBY: "waiting for players", PLAYING: "being played", OVER: "over"}


def test_every_option_of_serve_is_there_with_its_variable():
    serve = typer.main.get_command(app).commands["serve"]
    wanted = {
        (f"`{parameter.opts[0]}`", f"`{parameter.envvar}`")
        for parameter in serve.params
        if parameter.envvar
    }
    assert wanted == {(row[0], row[1]) for row in ROWS if row[0].startswith("`--")}


def test_tables_are_kept_as_long_as_it_says():
    said = {row[0]: row[1] for row in ROWS if len(row) == 2}
    assert KEPT[CLOSED] == 0
    for phase, written in WRITTEN.items():
        assert said[written] == f"{KEPT[phase] // DAY:.0f} days"


def test_the_limits_are_those_it_names():
    said = {(row[1], row[2]) for row in ROWS if len(row) == 3}
    for use in Use:
        most, a_second = use.value
        assert (str(most), f"{a_second:g}") in said
    limits = Limits()
    assert f"hold {limits.sockets_each} lines" in PAGE
    assert f"server {limits.sockets:,} in all" in PAGE
    assert f"{Pace.MOST} messages" in PAGE
    assert f"{Pace.A_SECOND:.0f} a second" in PAGE
