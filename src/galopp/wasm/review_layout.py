"""What a page must know to review a game: records, constants, and how much is tried."""

from dataclasses import asdict

from galopp import games
from galopp.bots.facts.gaps import MOST_GAPS
from galopp.bots.lots import SAMPLES
from galopp.core.history import ENTRY
from galopp.review.account import LEADS_TO
from galopp.review.effort import USUAL_EFFORT
from galopp.review.judge import DRAWS, FRESH, brings_points
from galopp.review.outcomes import NO_CHANCE
from galopp.review.pipeline import FIRST_PART, JUDGED_PART, SURE_ENOUGH
from galopp.review.playout import RACES_PLAYED
from galopp.review.reference import usual_policy
from galopp.review.report import VERSION
from galopp.review.tallies import BATCHES, MOMENT_TALLY, PAIRS, POSITION_TALLY, TRIALS
from galopp.review.timeline import APART
from galopp.review.trial_runner import A_TASK
from galopp.review.trials import CHOICES, DEAL, MOMENT, OPTIONS, STATE
from galopp.review.weighing import OPTIONS_TALLY, SLIGHT
from galopp.wasm.entries import Entry, search_record
from galopp.wasm.layout import Layout, record_of
from galopp.wasm.review_entries import CURVE, trial_record


def review_layout(game: str, entries: dict[str, Entry]) -> Layout:
    """All of that for one game."""
    rules = games.rules(game)
    return {
        "game": game,
        "rules": rules.VERSION,
        "version": VERSION,
        "policy": usual_policy(game),
        "nobody": hasattr(rules, "unowned_winners"),
        "options": sum(len(option.values) for option in rules.OPTIONS),
        "entry": ENTRY.itemsize,
        "known": rules.KNOWN,
        "state": record_of(rules.STATE),
        "seen": record_of(rules.SEEN),
        "search": record_of(search_record(rules)),
        "races": RACES_PLAYED,
        "samples": SAMPLES,
        "trial": record_of(trial_record(rules)),
        "curve": record_of(CURVE),
        "position": record_of(POSITION_TALLY),
        "moment": record_of(MOMENT_TALLY),
        "tally": record_of(OPTIONS_TALLY),
        "kinds": {
            "moment": MOMENT,
            "state": STATE,
            "deal": DEAL,
            "options": OPTIONS,
            "choices": CHOICES,
        },
        "trials": TRIALS,
        "batches": BATCHES,
        "pairs": PAIRS,
        "task": A_TASK,
        "apart": str(APART),  # more than a number of JavaScript can hold
        "no_chance": NO_CHANCE,
        "effort": asdict(USUAL_EFFORT),
        "draws": DRAWS,
        "fresh": FRESH,
        "sure_enough": SURE_ENOUGH,
        "first_part": FIRST_PART,
        "judged_part": JUDGED_PART,
        "slight": SLIGHT,
        "counts": brings_points(rules),
        "leads_to": list(LEADS_TO),
        "gaps": MOST_GAPS,
        "entries": sorted(entries),
    }
