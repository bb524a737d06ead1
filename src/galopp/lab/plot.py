"""How the win shares of a match developed, as a picture."""

import errno
import os
from pathlib import Path
from typing import TYPE_CHECKING

from galopp.core.fault import Impossible, Unreadable
from galopp.lab.arena import Contest, outcome, running_shares
from galopp.locale import Language

if TYPE_CHECKING:
    from matplotlib.axes import Axes

FORMATS = (".svg", ".png")
# Okabe and Ito's colours, which people tell apart whatever colours they see; and, for whoever
# sees none, lines of different kinds.
COLOURS = ("#0072B2", "#D55E00", "#009E73", "#CC79A7", "#E69F00", "#56B4E9")
LINES = ("-", (0, (5, 1.5)), (0, (1.5, 1.5)), (0, (5, 1.5, 1.5, 1.5)), (0, (8, 2)))
GREY = "#555555"


def check_plot(file: Path) -> None:
    """See that such a picture can be drawn, before hours of play; raises `Fault` or `OSError`."""
    if file.suffix.lower() not in FORMATS:
        raise Unreadable("plot_format", name=file.name, formats=", ".join(FORMATS))
    if not file.parent.is_dir():
        raise FileNotFoundError(errno.ENOENT, os.strerror(errno.ENOENT), str(file))
    try:
        import matplotlib  # noqa: F401 - only to see whether it is there
    except ImportError:
        raise Impossible("no_matplotlib") from None


def plot(contest: Contest, file: Path, language: Language) -> None:
    """Write the picture: a line a bot with its interval, and what would be fair."""
    check_plot(file)
    from matplotlib import rc_context
    from matplotlib.figure import Figure

    with rc_context({"svg.hashsalt": "galopp", "font.size": 10}):
        figure = Figure(figsize=(8, 4.5), layout="constrained")
        axes = figure.add_subplot()
        _draw(axes, contest, language)
        _label(axes, contest, language)
        day = {"Date": None} if file.suffix.lower() == ".svg" else {}
        figure.savefig(file, dpi=160, metadata=day)


def _draw(axes: "Axes", contest: Contest, language: Language) -> None:
    looks = running_shares(contest)
    games = [after for after, _ in looks]
    for bot, name in enumerate(contest.match.names):
        shares = [found[bot] for _, found in looks]
        colour = COLOURS[bot % len(COLOURS)]
        axes.fill_between(
            games, [s.low for s in shares], [s.high for s in shares], color=colour, alpha=0.15, lw=0
        )
        kind = LINES[bot % len(LINES)]
        axes.plot(games, [s.share for s in shares], color=colour, ls=kind, lw=1.8, label=name)
    if not contest.match.solo:  # alone, nothing is fair or unfair
        fair = outcome(contest).fair_share
        axes.axhline(fair, color=GREY, lw=1, label=language.say("arena_fair"))


def _label(axes: "Axes", contest: Contest, language: Language) -> None:
    from matplotlib.ticker import FuncFormatter, MaxNLocator

    interval = "arena_plot_anytime" if contest.until_sure else "arena_plot_interval"
    title = language.of_game(contest.match.game, "title")
    heading = language.say("arena_plot", game=title, players=contest.match.players)
    axes.set_title(heading, loc="left", fontsize=12)
    axes.set_xlabel(language.say("arena_plot_games"))
    axes.set_ylabel(language.say(interval))
    axes.xaxis.set_major_locator(MaxNLocator(integer=True))
    axes.xaxis.set_major_formatter(FuncFormatter(lambda value, _: language.number(value)))
    axes.yaxis.set_major_formatter(FuncFormatter(lambda value, _: language.number(100 * value)))
    axes.set_ylim(0, 1)
    axes.grid(axis="y", color="#dddddd", lw=0.6)
    axes.set_axisbelow(True)
    axes.spines[["top", "right"]].set_visible(False)
    axes.legend(frameon=False, ncols=2)
