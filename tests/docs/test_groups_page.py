"""docs/groups.md: what it says is so, and its program runs."""

import re
import threading
from pathlib import Path

from galopp.group.standings import MOST_POINTS
from galopp.server.groups.caretaker import KEPT
from galopp.server.groups.rounds import COME_WITHIN
from galopp.server.groups.waiting import LONGEST
from galopp.table.settings import DAY
from serving import ServerProcess

PAGE = (Path(__file__).parents[2] / "docs" / "groups.md").read_text(encoding="utf-8")
TO_BE_PLAYED = "...  # play as in docs/bots.md\n"


def play(seats):
    """What a reader of the page would write there."""
    threads = [threading.Thread(target=play_one, args=[seat], daemon=True) for seat in seats]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(120)


def play_one(seat):
    for turn in seat.turns():
        turn.play(turn.legal[0])


def test_its_program_runs(shared_server: ServerProcess):
    (program,) = re.findall(r"^```python\n(.*?)^```", PAGE, re.MULTILINE | re.DOTALL)
    assert TO_BE_PLAYED in program
    program = program.replace("http://localhost:8080", shared_server.address)
    names = {"play": play}
    exec(program.replace(TO_BE_PLAYED, "play(seats)\n"), names)
    shown = names["anna"].news()
    names["server"].close()
    assert shown.games == 1
    assert len(shown.tournament.drawn) == 1


def test_its_figures_are_those_of_the_program():
    assert f"{MOST_POINTS:.0f} for the first" in PAGE
    assert f"waits up to {LONGEST:.0f} seconds" in PAGE
    assert (COME_WITHIN, "two minutes after the draw" in PAGE) == (120.0, True)
    assert (KEPT, "for two years" in PAGE) == (730 * DAY, True)
