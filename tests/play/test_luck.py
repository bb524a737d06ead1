"""Luck that a table promises before the first card and shows after the last."""

import hashlib
import hmac
from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

import galopp
from galopp.play.luck import DEAL, Luck, is_digest, is_table

SECRET = bytes(range(32))
LUCK = Luck("KQHTZM/1", SECRET)

secrets = st.binary(min_size=32, max_size=32)
numbers = st.integers(0, 10_000_000)


def word(luck, number):
    """Where the stream of a number stands before anything was drawn from it."""
    return int(luck.of(number)[0])


def test_the_promise_is_the_sha_256_of_the_secret():
    assert LUCK.promise == hashlib.sha256(SECRET).hexdigest()
    assert is_digest(LUCK.promise)


@given(secrets, numbers)
def test_the_chance_of_a_number_is_the_start_of_its_hmac(secret, number):
    digest = hmac.new(secret, f"KQHTZM/1/{number}".encode(), hashlib.sha256).digest()
    assert word(Luck("KQHTZM/1", secret), number) == int.from_bytes(digest[:8], "big")


def test_luck_written_down_once_stays_what_it_was():
    """Old games must stay checkable: these numbers may never change."""
    assert LUCK.promise == "630dcd2966c4336691125448bbb25b4ff412a49c732db2c8abc1b8581bd710dd"
    assert word(LUCK, DEAL) == 0x2F5BD92B5FB31121
    assert word(LUCK, 1) == 0x27321D57A4F83EBE


def test_the_same_number_gives_the_same_chance_however_much_was_drawn_before():
    drawn = LUCK.of(7)
    drawn[0] += 5
    assert word(LUCK, 7) == word(Luck("KQHTZM/1", SECRET), 7) != int(drawn[0])


def test_no_two_numbers_tables_or_secrets_share_their_chance():
    other_table, other_secret = Luck("KQHTZM/11", SECRET), Luck("KQHTZM/1", bytes(32))
    words = [word(luck, n) for luck in (LUCK, other_table, other_secret) for n in range(200)]
    assert all(one != other for one, other in combinations(words, 2))


@given(secrets, secrets)
def test_only_the_secret_that_was_promised_keeps_the_promise(promised, shown):
    kept = Luck("KQHTZM/2", shown).keeps(Luck("KQHTZM/1", promised).promise)
    assert kept == (promised == shown)


@pytest.mark.parametrize("promise", ["", "é", LUCK.promise.upper(), LUCK.promise[:-1]])
def test_what_is_no_promise_is_not_kept(promise):
    assert not LUCK.keeps(promise)


def test_every_table_draws_its_own_secret():
    drawn = {Luck.draw("KQHTZM/1").promise for _ in range(20)}
    assert len(drawn) == 20


@given(secrets)
def test_the_secret_is_never_printed(secret):
    luck = Luck("KQHTZM/1", secret)
    record = galopp.Record.of_table("schweinsgalopp", 2, {}, luck, [])
    for printed in (repr(luck), str(luck), repr(record), f"{luck}"):
        assert secret.hex() not in printed
        assert repr(secret) not in printed


@pytest.mark.parametrize("table", ["", "a b", "a\nb", "ä", "x" * 65, "KQHTZM/1\n"])
def test_a_table_needs_a_name_that_stays_on_its_line(table):
    assert not is_table(table)
    with pytest.raises(galopp.Unreadable) as caught:
        Luck.draw(table)
    assert caught.value.key == "not_a_table"


@pytest.mark.parametrize("length", [0, 16, 31, 33, 64])
def test_a_secret_of_another_length_is_refused_and_not_shown(length):
    secret = b"\xab" * length
    with pytest.raises(ValueError, match="32 bytes") as caught:
        Luck("KQHTZM/1", secret)
    assert "ab" * 4 not in str(caught.value)


@pytest.mark.parametrize("name", galopp.game_names())
def test_a_game_is_dealt_from_the_chance_it_is_given(name):
    game = galopp.game(name)
    players = game.rules.FEWEST
    seeded = game.new(players, seed=word(LUCK, DEAL))
    dealt = game.deal(players, LUCK.of(DEAL), {})
    assert dealt == seeded
    assert dealt != game.deal(players, LUCK.of(1), {})
