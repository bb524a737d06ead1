"""Games to review: played by bots or at random, finished or left."""

from galopp import bots
from galopp.core.cards import pick
from galopp.core.chance import chance
from galopp.play.game import game
from galopp.play.record import Record
from galopp.review import Effort

HASTY = Effort(deals=1, end=1, passes=0, look=(1,), afresh=1)


def by_bots(name, names, seed, most=10_000, **options):
    """A game between bots by their names, or its beginning."""
    played = game(name)
    position = played.begin(len(names), seed, {**played.options_needed(len(names)), **options})
    seats = [bots.bot(name, bot) for bot in names]
    while not position.over and len(position.decided) < most:
        seat, luck = position.mover, len(position.decided) ^ seed << 16
        known = (position.seen(seat).record, position.told(seat).records)
        position.play(seats[seat].think(*known, luck).code)
    return Record.of(position, dict(enumerate(names)))


def at_random(setting, most=10_000):
    """A game of a setting in which everybody decides by lot; whoever may decide, does."""
    position, luck = setting.begin(), chance(setting.seed ^ 0x5EED)
    while not position.over and len(position.decided) < most:
        asked = position.asked
        seat = asked[len(position.decided) % len(asked)]
        seen = position.seen(seat).record
        position.play(int(pick(seen.legal, luck)), seat)
    return Record.of(position)


def check_sums(review):
    """All that must add up, to the last digit."""
    for row in (review.start, review.dealt, *(step.values for step in review.steps)):
        assert sum(row) == 1_000_000
        assert min(row) >= 0
    for row in (review.deal, *(row for step in review.steps for row in (step.play, step.luck))):
        assert sum(row) == 0
    for seat, account in enumerate(review.accounts):
        at = review.start[seat] + review.deal[seat]
        assert at == review.dealt[seat]
        for step in review.steps:
            at += step.play[seat] + step.luck[seat]
            assert at == step.values[seat]
        assert account.result == at
        assert account.result - account.start == account.luck + sum(account.by_seat)
        assert account.adjusted == account.result - account.luck
        if seat < review.players:
            assert account.by_seat[seat] == -account.loss + account.edge + account.blind
            assert account.others == sum(account.by_seat) - account.by_seat[seat]
