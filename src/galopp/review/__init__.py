"""Reviews of recorded games: what every decision cost, what the cards gave, adding up exactly.

    from galopp.review import review
    found = review(Record.read(text))

What the words mean, and how sure it is, is told in docs/review.md.
"""

from galopp.review.draft import Draft
from galopp.review.effort import Effort
from galopp.review.pipeline import review
from galopp.review.report import VERSION, WHOLE, Account, Review, StepReview

__all__ = ["VERSION", "WHOLE", "Account", "Draft", "Effort", "Review", "StepReview", "review"]
