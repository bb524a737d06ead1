"""`galopp simulate`: many games by bots, as a table or as JSON."""

from dataclasses import dataclass

from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn
from rich.table import Table

from galopp.cli.screen import Screen
from galopp.lab.shares import Share
from galopp.lab.simulation import Simulation, Summary, play_all, summarise


def game_bar(screen: Screen) -> Progress:
    """How many games are done, on standard error; gone when they all are."""
    columns = (
        TextColumn("{task.description}"),
        BarColumn(),
        MofNCompleteColumn(),
        TimeRemainingColumn(),
    )
    return Progress(*columns, console=screen.err, transient=True)


@dataclass(frozen=True)
class Asked:
    """What the command line says."""

    game: str
    players: int | None
    games: int
    seed: int
    bots: str
    options: list[str]
    on: str | None


def run(screen: Screen, asked: Asked) -> Summary:
    """Play the games, with a progress bar on standard error."""
    game = screen.game(asked.game)
    seats = asked.bots.split(",")
    players = game.rules.FEWEST if asked.players is None else asked.players
    options = screen.options(game, players, asked.options)
    title = screen.language.of_game(game.name, "title")
    job = Simulation(game.name, players, asked.games, asked.seed, tuple(seats), options)
    with game_bar(screen) as bar:
        task = bar.add_task(screen.say("warming_up"), total=asked.games)

        def progress(done: int) -> None:
            bar.update(task, advance=done, description=title)

        played = play_all(job, asked.on, progress)
    return summarise(game, played, asked.seed, seats, options)


def table(screen: Screen, summary: Summary) -> Table:
    """What came of the games, for people."""
    title = screen.language.of_game(summary.game, "title")
    number = screen.language.number
    heading = screen.say(
        "simulated",
        count=summary.games,
        number=number(summary.games),
        game=title,
        players=summary.players,
    )
    rows = Table(title=heading, title_justify="left", show_header=False, box=None, padding=(0, 2))
    rows.add_column(justify="left")
    rows.add_column(justify="right")
    rows.add_column(justify="left", style="dim")
    for seat, won in enumerate(summary.wins):
        seat_name = screen.say("seat_with_bot", number=seat + 1, bot=summary.bots[seat])
        points = screen.say("points_on_average", points=number(summary.points[seat], 2))
        rows.add_row(screen.say("wins_of", seat=seat_name), *_share(screen, won), points)
    rows.add_section()
    if summary.ends != summary.games:
        rows.add_row(screen.say("ways_of_races", number=number(summary.ends)))
    for way, share in summary.endings.items():
        rows.add_row(screen.language.of_game(summary.game, f"ending.{way}"), *_share(screen, share))
    rows.add_section()
    if "shared" not in summary.endings:  # else it has been said
        rows.add_row(screen.say("shared_victory"), *_share(screen, summary.shared))
    rows.add_row(screen.say("points_range"), f"{summary.lowest_points} – {summary.highest_points}")
    rows.add_row(
        screen.say("decisions"),
        number(summary.decisions_mean, 1),
        f"{summary.decisions_shortest} – {summary.decisions_median} – {summary.decisions_longest}",
    )
    return rows


def _share(screen: Screen, share: Share) -> tuple[str, str]:
    percent = screen.language.percent
    return percent(share.share), f"{percent(share.low)} – {percent(share.high)}"
