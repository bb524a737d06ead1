"""Every game, and whatever plays it, offers what the contract says: no less, and a game no more."""

import inspect
from enum import EnumType

import pytest

import galopp
from galopp.bots.facts import Facts, facts_of
from galopp.bots.verbs import heuristics_of
from galopp.core import contract
from galopp.core.option import choose
from random_games import GAMES

BESIDES = (
    contract.ManyDecide,
    contract.UnownedWin,
    contract.Progress,
    contract.Challenges,
    contract.Foretells,
    contract.Earns,
)


def parts_of(protocol):
    """A protocol and those that it is made of."""
    return [each for each in protocol.__mro__ if getattr(each, "_is_protocol", False)]


def fields_of(protocol):
    return {name for part in parts_of(protocol) for name in inspect.get_annotations(part)}


def verbs_of(protocol):
    return {
        name: verb.__func__
        for part in parts_of(protocol)
        for name, verb in vars(part).items()
        if isinstance(verb, staticmethod)
    }


def names_of(protocol):
    return {*fields_of(protocol), *verbs_of(protocol)}


def parameters_of(verb):
    return list(inspect.signature(getattr(verb, "py_func", verb)).parameters)


def assert_offers(module, protocol):
    for name in fields_of(protocol):
        assert hasattr(module, name), name
    for name, verb in verbs_of(protocol).items():
        assert parameters_of(getattr(module, name)) == parameters_of(verb), name


@pytest.mark.parametrize("name", GAMES)
def test_a_game_offers_the_names_of_the_contract_and_nothing_else(name):
    rules = galopp.game(name).rules
    offered = set(rules.__all__)
    assert_offers(rules, contract.Rules)
    besides = [each for each in BESIDES if names_of(each) & offered]
    for each in besides:
        assert_offers(rules, each)
    assert offered == set().union(*map(names_of, (contract.Rules, *besides)))


@pytest.mark.parametrize("name", GAMES)
def test_a_game_is_what_the_contract_says_it_is(name):
    rules = galopp.game(name).rules
    assert rules.NAME == name
    assert isinstance(rules.Refusal, EnumType) and isinstance(rules.Ending, EnumType)
    assert rules.STATE.names == tuple(field.name for field in rules.FIELDS)
    assert rules.SEEN.names == tuple(field.name for field in rules.SEEN_FIELDS)


@pytest.mark.parametrize("name", GAMES)
def test_the_heuristics_of_a_game_offer_what_bots_ask(name):
    heuristics = heuristics_of(name)
    assert_offers(heuristics, contract.Heuristics)
    assert all(isinstance(reason, contract.Reason) for reason in heuristics.REASONS)
    assert_offers(facts_of(name), Facts)
    assert facts_of(name).ABOUT.keys() <= {reason.key for reason in heuristics.REASONS}
    if heuristics.races_after_the_first(choose(galopp.game(name).rules.OPTIONS, {})):
        assert_offers(heuristics, contract.SeveralRaces)
