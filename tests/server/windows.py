"""How to get to the moment in which a call is due."""

from devices import Table

SHORT = {"mau": True, "mau_window": 3}  # seconds, so that a test has time to act within them


def play_until_a_window_opens(table: Table) -> None:
    """Every seat plays whatever card it can; so somebody soon holds only one."""
    while (game := table.game(table.seats[0]))["window"] is None:
        table.decide(game["asked"][0]).raise_for_status()
