"""All three games, with every option and every number of seats, over the wire to the end."""

import asyncio
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import pytest

import galopp
from galopp.core.fault import Fault
from galopp.core.option import Option
from galopp.core.words import Flag, Name, Number, NumberOrNone
from galopp.play.record import Record
from players import Load, Party, Plan

AT_ONCE = 8  # tables
IN_REASON = {"mau_window": (0, 1), "races": (1, 4)}  # what would last for minutes is left out


def values(option: Option) -> list[Any]:
    """Every choice, or the ends of a range; and every preset."""
    if option.name in IN_REASON:
        return list(IN_REASON[option.name])
    if isinstance(option.default, tuple):
        return [*option.presets, [int(value) for value in option.default]]
    if isinstance(option.words, Flag):
        return [False, True]
    if isinstance(option.words, Name):
        return list(option.words.names)
    assert isinstance(option.words, Number | NumberOrNone)
    return [option.words.low, option.words.high]


def plans(name: str) -> Iterator[Plan]:
    """Every number of players, and every unusual value of every option."""
    game = galopp.game(name)
    for players in game.players:
        yield Plan(name, players, players, game.options_needed(players))
    for option in game.rules.OPTIONS:
        for value in values(option):
            plan = with_most_players(game, {option.name: value})
            usual = replace(plan, options=game.options_needed(plan.players))
            if isinstance(value, list) or setting_of(plan) != setting_of(usual):
                yield plan  # else it was played above


def setting_of(plan: Plan) -> list[int]:
    return list(galopp.game(plan.game).check_setting(plan.players, plan.options))


def with_most_players(game: galopp.Game, options: dict[str, Any]) -> Plan:
    for players in reversed(game.players):
        chosen = {**game.options_needed(players), **options}
        try:
            game.check_setting(players, chosen)
        except Fault:
            continue
        return Plan(game.name, players, min(players, 2), chosen)
    raise AssertionError(f"{options} go with no number of players")


async def played(load: Load, plan: Plan, places: asyncio.Semaphore) -> tuple[Plan, Party, str]:
    async with places:
        party = Party(load, plan)
        await party.play()
        return plan, party, await party.record(1)


@pytest.mark.a_few(1)  # the laws play all of them without a server
@pytest.mark.parametrize("name", galopp.game_names())
def test_a_game_with_this_setting_is_played_to_its_end(server, name):
    async def play_all() -> list[tuple[Plan, Party, str]]:
        places = asyncio.Semaphore(AT_ONCE)
        async with Load(server) as load:
            return await asyncio.gather(*(played(load, plan, places) for plan in plans(name)))

    for plan, party, text in asyncio.run(play_all()):
        assert party.troubles == [], plan
        record = Record.read(text)
        assert (record.game, record.players) == (plan.game, plan.players)
        assert record.final().over
        assert list(record.final().state.options) == setting_of(plan), plan


def test_there_are_tables_for_one_to_five():
    everything = [plan for name in galopp.game_names() for plan in plans(name)]
    assert {plan.players for plan in everything} == {1, 2, 3, 4, 5}
    tried = {(plan.game, option) for plan in everything for option in plan.options}
    there_are = {
        (name, option.name)
        for name in galopp.game_names()
        for option in galopp.game(name).rules.OPTIONS
    }
    assert tried == there_are
