"""A review in words and rounded numbers: the same in the terminal and on the page."""

from collections.abc import Iterator, Mapping
from typing import cast

from galopp.core.words import Plain
from galopp.locale import Language
from galopp.play.game import game
from galopp.play.record import Record
from galopp.play.telling import Teller
from galopp.review import WHOLE, Account, Review, StepReview
from galopp.review.rounding import add_up

A_POINT = WHOLE // 100  # a percentage point of a victory
STROKES = 5  # so many answers of chance are named
HEADINGS = (
    "review_player",
    "review_start",
    "review_luck",
    "review_play",
    "review_blind",
    "review_others",
    "review_result",
    "review_adjusted",
)


class ReviewWords:
    """Says one review in one language."""

    def __init__(self, language: Language, record: Record, review: Review) -> None:
        self.language, self.review = language, review
        self.game = game(record.game)
        names = [self._own_name(record, seat) for seat in range(record.players)]
        self.teller = Teller(language, self.game, names)
        self._names = [*names, language.say("review_nobody")]
        self._final = record.final()

    def _own_name(self, record: Record, seat: int) -> str:
        return record.names.get(seat) or self.language.say("seat_number", number=seat + 1)

    def say(self, key: str, **arguments: str | int) -> str:
        """A sentence of the program."""
        return self.language.say(key, **arguments)

    def name(self, seat: int) -> str:
        """Who sits there, or what goes without a player."""
        return self._names[seat]

    def title(self) -> str:
        """What was played."""
        return self.say("review_title", game=self.language.of_game(self.game.name, "title"))

    def move(self, notation: str) -> str:
        """A decision."""
        return self.teller.move(self.game.read_move(notation))

    def why(self, step: StepReview) -> str:
        """What speaks for the better decision."""
        told = step.because
        return self.teller.reason(told.key, cast(Mapping[str, Plain], told.facts)) if told else ""

    def cost(self, step: StepReview) -> str:
        """What a decision cost, in points."""
        return self.language.number(step.loss / A_POINT, 1)

    # Accounts ---------------------------------------------------------------------------

    def account_headings(self) -> list[str]:
        """Of the columns."""
        return [self.say(key) for key in HEADINGS]

    def accounts(self) -> Iterator[tuple[str, list[str]]]:
        """A row a seat: points that add up."""
        for seat, account in enumerate(self.review.accounts):
            start, *parts = in_points(account)
            cells = [self.language.number(start), *map(self.signed, parts)]
            result, adjusted = start + sum(parts), start + sum(parts) - parts[0]
            cells += [self.language.number(result), self.language.number(adjusted)]
            yield self.name(seat), cells

    def summaries(self) -> Iterator[str]:
        """A sentence a seat."""
        for seat, account in enumerate(self.review.accounts[: self.review.players]):
            _, luck, play, blind, others = map(self.signed, in_points(account))
            parts = {"luck": luck, "play": play, "blind": blind, "others": others}
            result = self._result(account)
            yield self.say("review_summary", name=self.name(seat), **parts, result=result)

    def _result(self, account: Account) -> str:
        if not self.review.finished:
            return self.say("review_left", share=self.language.percent(account.result / WHOLE))
        if account.result == WHOLE:
            return self.say("review_won")
        return self.say("review_shared" if account.result else "review_lost")

    def signed(self, points: int) -> str:
        """Points with their sign."""
        return ("+" if points > 0 else "") + self.language.number(points)

    # Luck, and how it is meant ----------------------------------------------------------

    def strokes(self) -> Iterator[tuple[str, str, list[str]]]:
        """Where luck gave or took most: number, after what, and points to each seat.

        What comes to no point for anybody is left out, but for the deal.
        """
        found = [("", self.say("review_the_deal"), self.review.deal)]
        found += [(str(s.number), self.move(s.move), s.luck) for s in self.review.steps if s.chance]
        by_size = sorted(found, key=lambda stroke: -max(map(abs, stroke[2])))
        for number, after, luck in by_size[:STROKES]:
            points = add_up([part / A_POINT for part in luck], 0)
            if any(points) or not number:
                yield number, after, [self.signed(part) for part in points]

    def notes(self) -> Iterator[str]:
        """What the numbers mean, and how sure they are."""
        accounts = self.review.accounts[: self.review.players]
        error = max(max(a.luck_error, a.play_error) for a in accounts) / A_POINT
        yield self.say("review_points", error=f"± {self.language.number(error, 1)}")
        yield self.say("review_fair")
        number = self.language.number(self.review.trials)
        yield self.say("review_by", policy=self.review.policy, number=number)


def in_points(account: Account) -> list[int]:
    """Start, luck, play, unseen and others in whole points, which add up to the result."""
    play = account.edge - account.loss
    parts = (account.start, account.luck, play, account.blind, account.others)
    return list(add_up([part / A_POINT for part in parts], round(account.result / A_POINT)))
