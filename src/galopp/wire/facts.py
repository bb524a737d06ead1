"""What a page must know of a game that it plays by itself: a file a game, beside its layout.

A page at a server's table asks the server for the moves and options of a game, is told why
something is refused, and which rulings explain what happened. Where there is no server it reads the
same here.
"""

from dataclasses import asdict
from typing import Any

import msgspec

from galopp import bots
from galopp.bots.facts import about
from galopp.bots.verbs import heuristics_of
from galopp.core.events import explained
from galopp.core.option import Option
from galopp.core.words import Flag, Name, Number, NumberOrNone, Plain
from galopp.play.game import game
from galopp.wire import GameShown, MoveShown, OptionShown
from galopp.wire.layout import subprotocol, told_about


class RefusalShown(msgspec.Struct, frozen=True):
    """Why something may not be decided: a key of the game's catalogue, and the ruling behind it."""

    refusal: str
    ruling: str


class Facts(msgspec.Struct, frozen=True):
    """All of that for one game."""

    shown: GameShown
    refusals: list[RefusalShown | None]  # by number; nothing refuses with 0
    explained: dict[str, list[str]]  # the rulings behind each event, the most telling one first
    challenge: dict[str, int] | None  # a call that may be due, in the words of the rules
    earned: list[str]  # events by which a seat earns something, though the worlds part
    reasons: list[dict[str, Plain]]  # what the sentence of each reason is about, by its number


def facts_file(name: str) -> bytes:
    """The facts of a game, as a page is served them."""
    return msgspec.json.encode(facts_of(name))


def facts_of(name: str) -> Facts:
    """What a page that plays a game by itself must know of it."""
    rules: Any = game(name).rules  # some games offer more than the contract asks for
    challenge = getattr(rules, "CHALLENGE", None)
    return Facts(
        shown=described(name, ready=True, levels=list(bots.LEVELS)),
        refusals=_refusals(rules),
        explained={event: [*rulings] for event, rulings in explained(rules).items()},
        challenge=asdict(challenge) if challenge else None,
        earned=[row.key for row in getattr(rules, "EARNED", ())],
        reasons=_reasons(name),
    )


def _reasons(name: str) -> list[dict[str, Plain]]:
    keys = [reason.key for reason in heuristics_of(name).REASONS]
    return [told_about(key, gaps) for key, gaps in zip(keys, about(name), strict=True)]


def _refusals(rules: Any) -> list[RefusalShown | None]:
    named = {
        int(one): RefusalShown(one.name.lower(), rules.RULING[one]) for one in rules.Refusal if one
    }
    return [named.get(number) for number in range(max(named) + 1)]


def described(name: str, ready: bool, levels: list[str]) -> GameShown:
    """A game with its options and moves."""
    played = game(name)
    return GameShown(
        name=name,
        ready=ready,
        rules=played.rules.VERSION,
        fewest=played.players[0],
        most=played.players[-1],
        options=[_described_option(option) for option in played.rules.OPTIONS],
        moves=[
            MoveShown(move.code, move.notation, move.kind, move.about, move.subject)
            for move in played.moves.values()
        ],
        payouts=list(played.rules.PAYOUTS),
        owned={about: list(names) for about, names in played.rules.OWNED.items()},
        bots=levels,
        frames=subprotocol(name),
    )


def _described_option(option: Option) -> OptionShown:
    words = option.words
    numbers = words if isinstance(words, Number | NumberOrNone) else None
    choices: list[Any] | None = None
    if isinstance(words, Flag):
        choices = [False, True]
    elif isinstance(words, Name):
        choices = list(words.names)
    return OptionShown(
        name=option.name,
        default=option.write(option.values),
        ruling=option.ruling,
        choices=choices,
        lowest=numbers.low if numbers else None,
        highest=numbers.high if numbers else None,
        presets=list(option.presets),
    )
