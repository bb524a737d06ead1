"""Which bot is stronger: matches on mirrored deals, counted with care.

    contest = compete(Match.between(game("saumaumau"), 2, ["strong", "casual"]), games=400)
    outcome(contest).standings[0].wins        # share, low, high

A shared victory is divided among those who share it. In Ostfriesenlauf an ownerless runner may
win: then nobody gets a share, and what is fair, the mean of all seats, is less than one in so
many. The games of a deal are dependent, so that intervals are made from deals, not from games.

Whether the first bot is ahead of the others is tested by betting on its score after each deal
(`galopp.lab.sequential`): its share of victories, and of those that nobody has a part as large
as everybody's, which makes one in so many exactly fair. The evidence may be looked at any time,
so a run may stop as soon as it is enough (`until_sure`); the intervals are then confidence
sequences. Otherwise they are the shorter ones for a number of deals fixed beforehand.

With one player, each bot plays the same deals alone. Its score is then compared with the mean
of the others', and each is given its difference from the first.
"""

from collections.abc import Callable
from contextlib import closing
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from galopp.core import option
from galopp.core.words import Plain
from galopp.lab.adjusted import Adjusted, less_luck
from galopp.lab.matches import Deals, Match, play
from galopp.lab.pieces import Executor
from galopp.lab.ratings import rate
from galopp.lab.sequential import Bets, Evidence
from galopp.lab.shares import Share, share_of_deals
from galopp.play.game import game
from galopp.play.ranking import Rating
from galopp.review.luck import warm_up

__all__ = ["Contest", "Outcome", "Standing", "compete", "outcome", "running_shares"]

Numbers = npt.NDArray[np.float64]


@dataclass(frozen=True)
class Contest:
    """A match that was played: everything that came of it."""

    match: Match
    deals: Deals
    evidence: Evidence | None  # that the first bot is ahead, or behind; None if it is alone
    until_sure: bool

    @property
    def games(self) -> int:
        """How many were played."""
        return int(self.deals.winners.size)


@dataclass(frozen=True)
class Standing:
    """How one bot did."""

    bot: str
    seats: int  # at each table
    games: int
    wins: Share  # of a seat
    adjusted: Adjusted | None  # the same less the luck of the cards, where it was measured
    decided: Share | None  # wins of two players' games that were not shared
    difference: Share | None  # of the first bot's wins from these, where each plays alone
    points: float  # mean
    seconds: float | None  # a decision, where there was a choice; None in compiled loops
    tries: float | None
    rating: Rating


@dataclass(frozen=True)
class Outcome:
    """What came of a match, JSON-able by `dataclasses.asdict`."""

    game: str
    players: int
    options: dict[str, Plain]
    seed: int
    deals: int
    games: int
    stopped_early: bool
    anytime: bool  # intervals hold whenever one looks, not only for so many deals
    fair_share: float
    shared: float  # of all games: several have won
    unowned: float  # no player has won
    verdict: str | None  # of the first bot: "ahead", "behind" or "undecided"
    evidence: float | None  # the most there has been; 20 is enough
    standings: tuple[Standing, ...]


# Playing ----------------------------------------------------------------------------------


def compete(
    match: Match,
    games: int,
    *,
    until_sure: bool = False,
    workers: int | None = None,
    on: str | Executor | None = None,
    progress: Callable[[int], None] = lambda played: None,
) -> Contest:
    """Let bots play so many games (rounded up to whole deals).

    `until_sure` stops as soon as the first bot is surely ahead or behind. `workers` is by default
    the number of cores; a single worker leaves both its cores to each search. `on="ray"`, or an
    address, has a Ray cluster play instead of this machine (`galopp.lab.cluster`). `progress` is
    told how many games are done.
    """
    if games < 1:
        raise ValueError(f"{games} games are no match")
    if match.measures_luck:  # compiled once here, and not in every process at the same time
        warm_up(match.game, match.players, match.options)
    bets = Bets(_fair(match), until_sure) if len(match.names) > 1 else None
    done: list[Deals] = []
    with closing(play(match, deals_for(match, games), workers, on)) as parts:
        for part in parts:
            counted = bets.add(first_scores(match, part)) if bets else len(part)
            done.append(part.first(counted))
            progress(done[-1].winners.size)
            if bets and bets.over:
                break
    evidence = bets.evidence if bets else None
    return Contest(match, Deals.joined(done), evidence, until_sure)


def deals_for(match: Match, games: int) -> int:
    """The whole deals that so many games are rounded up to."""
    return -(-games // len(match.seatings))


# Counting ---------------------------------------------------------------------------------


def shares_of_seats(deals: Deals) -> Numbers:
    """What each seat has of the victory in each game: (deals, rotations, players)."""
    seats = np.arange(deals.points.shape[2])
    won = (deals.winners[:, :, None] >> seats & 1).astype(np.float64)
    several = won.sum(axis=2, keepdims=True)
    return np.asarray(won / np.maximum(several, 1.0))


def by_bot(match: Match, of_seats: npt.NDArray[np.float64 | np.int16 | np.bool_]) -> Numbers:
    """The mean over all seats that a bot had in a deal: (deals, bots)."""
    columns = [of_seats[:, match.seatings == bot].mean(axis=1) for bot in range(len(match.names))]
    return np.stack(columns, axis=1)


def first_scores(match: Match, deals: Deals) -> Numbers:
    """How well the first bot did against the others, by deal: 0 to 1, and `_fair` if equal."""
    shares = shares_of_seats(deals)
    won = by_bot(match, shares)
    if match.solo:
        return np.asarray((1 + won[:, 0] - won[:, 1:].mean(axis=1)) / 2)
    nobodys = 1 - shares.sum(axis=2).mean(axis=1)
    # Rounded, so that a fair score is fair and deals alike are counted together.
    return np.asarray((won[:, 0] + nobodys / match.players).round(12).clip(0, 1))


def _fair(match: Match) -> float:
    return 0.5 if match.solo else 1 / match.players


def outcome(contest: Contest) -> Outcome:
    """Count what came of the games."""
    match, deals, evidence = contest.match, contest.deals, contest.evidence
    played = game(match.game)
    shares = shares_of_seats(deals)
    ratings = rate(match, deals)
    standings = [_standing(contest, bot, ratings[bot]) for bot in range(len(match.names))]
    won = deals.winners
    sure = evidence is not None and evidence.verdict != "undecided"
    return Outcome(
        game=match.game,
        players=match.players,
        options=option.changed(played.rules.OPTIONS, match.options),
        seed=match.seed,
        deals=len(deals),
        games=contest.games,
        stopped_early=contest.until_sure and sure,
        anytime=contest.until_sure,
        fair_share=float(shares.mean()),
        shared=float(((won & (won - 1)) != 0).mean()),
        unowned=float((won == 0).mean()),
        verdict=evidence.verdict if evidence else None,
        evidence=evidence.most if evidence else None,
        standings=tuple(standings),
    )


def _standing(contest: Contest, bot: int, rating: Rating) -> Standing:
    match, deals = contest.match, contest.deals
    return Standing(
        bot=match.names[bot],
        seats=1 if match.solo else match.places.count(bot),
        games=len(deals) if match.solo else contest.games,
        wins=_win_share(_wins(contest)[:, bot], contest.until_sure),
        adjusted=_adjusted(contest, bot),
        decided=_decided(contest, bot),
        difference=_difference(contest, bot) if match.solo and bot else None,
        points=float(by_bot(match, deals.points)[:, bot].mean()),
        seconds=_mean(deals.seconds[:, bot], deals.timed[:, bot]),
        tries=_mean(deals.tries[:, bot], deals.choices[:, bot]),
        rating=rating,
    )


def _mean(sums: npt.NDArray[np.float64 | np.int64], numbers: npt.NDArray[np.int64]) -> float | None:
    return float(sums.sum() / numbers.sum()) if numbers.any() else None


def _wins(contest: Contest) -> Numbers:
    """What each bot has won of a seat's victories: (deals, bots)."""
    # Rounded, so that deals that are alike are counted together.
    return by_bot(contest.match, shares_of_seats(contest.deals)).round(12)


def _win_share(won: Numbers, anytime: bool) -> Share:
    return share_of_deals(won, np.ones(len(won)), anytime)


def _adjusted(contest: Contest, bot: int) -> Adjusted | None:
    """Wins less luck; not where a run was stopped by its results, which needs bounded numbers."""
    if not contest.match.measures_luck or contest.until_sure:
        return None
    luck = by_bot(contest.match, contest.deals.luck)[:, bot]
    return less_luck(_wins(contest)[:, bot], luck)


def _decided(contest: Contest, bot: int) -> Share | None:
    """Of two players' games with one winner, those that the bot won."""
    match, won = contest.match, shares_of_seats(contest.deals)
    if match.players != 2 or len(match.names) != 2:
        return None
    alone = by_bot(match, won == 1.0)
    decided = alone.sum(axis=1)
    return share_of_deals(alone[:, bot], decided, contest.until_sure) if decided.any() else None


def _difference(contest: Contest, bot: int) -> Share:
    """How much more often the first bot wins, deal by deal: -1 to 1."""
    won = _wins(contest)
    share = _win_share((1 + won[:, 0] - won[:, bot]) / 2, contest.until_sure)
    return Share(*(2 * value - 1 for value in (share.share, share.low, share.high)))


def running_shares(contest: Contest, looks: int = 120) -> list[tuple[int, list[Share]]]:
    """The win shares of the bots as they developed: after so many games, one each."""
    won, each_deal = _wins(contest), len(contest.match.seatings)
    after = sorted({max(1, round(len(won) * (n + 1) / looks)) for n in range(looks)})
    return [
        (n * each_deal, [_win_share(one[:n], contest.until_sure) for one in won.T]) for n in after
    ]
