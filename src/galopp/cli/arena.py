"""`galopp arena`: bots against each other, as a table, as JSON and as a picture."""

from dataclasses import replace
from pathlib import Path

from rich.box import SIMPLE_HEAD
from rich.console import Group
from rich.table import Table
from rich.text import Text

from galopp.cli.screen import Screen
from galopp.cli.simulate import game_bar
from galopp.lab.arena import Contest, Outcome, Standing, compete
from galopp.lab.matches import Match
from galopp.lab.pieces import Executor
from galopp.lab.plot import check_plot
from galopp.lab.shares import Share

COUNTED_TO = 1_000_000  # evidence beyond that is "over a million"


def run(
    screen: Screen,
    name: str,
    bots: list[str],
    players: int | None,
    games: int,
    seed: int,
    entered: list[str],
    until_sure: bool,
    executor: Executor,
    plot: Path | None,
    luck: bool | None,
) -> Contest:
    """Play, with a progress bar on standard error."""
    game = screen.game(name)
    if plot is not None:
        check_plot(plot)
    players = max(game.rules.FEWEST, len(bots)) if players is None else players
    options = screen.options(game, players, entered)
    match = Match.between(game, players, bots, seed, options)
    # Policies play ten thousand games in the time that it takes to measure the luck of one.
    wanted = not match.quick and not until_sure if luck is None else luck
    match = replace(match, measures_luck=wanted)
    games_of_deal = len(bots) if players == 1 else players
    games = -(-games // games_of_deal) * games_of_deal
    with game_bar(screen) as bar:
        task = bar.add_task(screen.language.of_game(game.name, "title"), total=games)
        return compete(
            match,
            games,
            until_sure=until_sure,
            on=executor,
            progress=lambda played: bar.advance(task, played),
        )


def table(screen: Screen, found: Outcome) -> Group:
    """What came of it, for people."""
    return Group(_rows(screen, found), *(Text(said) for said in _sentences(screen, found)))


def _rows(screen: Screen, found: Outcome) -> Table:
    rows = Table(title=_title(screen, found), title_justify="left", box=SIMPLE_HEAD)
    rows.add_column(screen.say("arena_bot"), overflow="fold")
    for heading in _headings(found):
        rows.add_column(screen.say(heading), justify="right", no_wrap=True)
    for standing in found.standings:
        rows.add_row(_name(screen, standing), *_cells(screen, found, standing))
    return rows


def _title(screen: Screen, found: Outcome) -> str:
    number = screen.language.number
    return screen.say(
        "arena_title_solo" if found.players == 1 else "arena_title",
        count=found.games,
        number=number(found.games),
        game=screen.language.of_game(found.game, "title"),
        players=found.players,
        deals=number(found.deals),
    )


def _headings(found: Outcome) -> list[str]:
    """Only what there is anything to say about."""
    some = found.standings[-1]
    columns = ["arena_wins"]
    columns += ["arena_adjusted"] if _less_luck(found) else []
    columns += ["arena_decided"] if some.decided else []
    columns += ["arena_difference"] if some.difference else []
    columns += ["arena_points"]
    columns += ["arena_milliseconds", "arena_tries"] if some.tries is not None else []
    return [*columns, "arena_rating"]


def _less_luck(found: Outcome) -> float | None:
    """How many times fewer games are needed, where luck was taken off."""
    fewer = [standing.adjusted.fewer for standing in found.standings if standing.adjusted]
    return min(fewer) if fewer else None


def _name(screen: Screen, standing: Standing) -> Text:
    seats = screen.say("arena_each_of", seats=standing.seats) if standing.seats > 1 else ""
    return _above(standing.bot, seats)


def _above(value: str, note: str) -> Text:
    """A value, and on the next line how certain it is."""
    return Text.assemble(value, "\n", (note, "dim"))


def _cells(screen: Screen, found: Outcome, standing: Standing) -> list[Text]:
    number, some = screen.language.number, found.standings[-1]
    cells = [_share(screen, standing.wins)]
    if _less_luck(found):
        cells += [_share(screen, standing.adjusted.share if standing.adjusted else None)]
    cells += [_share(screen, standing.decided)] if some.decided else []
    cells += [_share(screen, standing.difference)] if some.difference else []
    cells += [Text(number(standing.points, 2))]
    if some.tries is not None:
        took = "" if standing.seconds is None else number(1_000 * standing.seconds, 2)
        cells += [Text(took), Text(number(standing.tries or 0.0))]
    strength, uncertainty = standing.rating.strength, standing.rating.uncertainty
    return [*cells, _above(number(strength, 2), f"± {number(uncertainty, 2)}")]


def _share(screen: Screen, share: Share | None) -> Text:
    number = screen.language.number
    if share is None:
        return Text()
    interval = f"{number(100 * share.low, 1)} – {number(100 * share.high, 1)}"
    return _above(screen.language.percent(share.share), interval)


def _sentences(screen: Screen, found: Outcome) -> list[str]:
    percent = screen.language.percent
    said = []
    if found.players > 1:
        said += [screen.say("arena_fair_is", share=percent(found.fair_share))]
    if found.shared:
        said += [screen.say("arena_shared", share=percent(found.shared))]
    if found.unowned and found.players > 1:
        said += [screen.say("arena_unowned", share=percent(found.unowned))]
    if found.verdict is not None and found.evidence is not None:
        bot, evidence = found.standings[0].bot, _evidence(screen, found.evidence)
        said += [screen.say(f"arena.{found.verdict}", bot=bot, evidence=evidence)]
    if fewer := _less_luck(found):
        said += [screen.say("arena_fewer", times=screen.language.number(fewer, 1))]
    if found.stopped_early:
        said += [screen.say("arena_stopped")]
    said += [screen.say("arena_intervals_anytime" if found.anytime else "arena_intervals_fixed")]
    return said


def _evidence(screen: Screen, evidence: float) -> str:
    if evidence > COUNTED_TO:
        return screen.say("arena_over", number=screen.language.number(COUNTED_TO))
    return screen.language.number(evidence, 1)
