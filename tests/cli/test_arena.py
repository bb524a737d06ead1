"""`galopp arena`, as somebody at a terminal meets it."""

import json

import pytest

from calling import call
from galopp.locale import LANGUAGES

QUICK = ("arena", "schweinsgalopp", "casual", "random", "--games", 200)


@pytest.mark.a_few(1)
@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_table_speaks_every_language(lang):
    said = {
        "de": ("200 Partien Schweinsgalopp zu 2", "gewinnt", "casual liegt vorne"),
        "en": ("200 games of Schweinsgalopp", "wins", "casual is ahead"),
        "fr": ("200 parties de Schweinsgalopp à 2", "gagne", "casual est devant"),
    }
    done = call(*QUICK, lang=lang)
    assert done.returncode == 0, done.stderr
    for part in said[lang]:
        assert part in done.stdout
    assert "OpenSkill" in done.stdout


@pytest.mark.parametrize(
    "name",
    [
        "schweinsgalopp",
        pytest.param("saumaumau", marks=pytest.mark.thorough),
        pytest.param("ostfriesenlauf", marks=pytest.mark.thorough),
    ],
)
def test_json_has_every_figure_and_is_the_same_again(name):
    arguments = ("arena", name, "casual", "beginner", "--players", 3, "--games", 60, "--json")
    first, again = call(*arguments), call(*arguments, "--workers", 1)
    assert first.returncode == 0, first.stderr
    assert first.stdout == again.stdout
    found = json.loads(first.stdout)
    assert (found["game"], found["players"], found["games"], found["deals"]) == (name, 3, 60, 20)
    assert found["verdict"] in ("ahead", "behind", "undecided")
    assert found["evidence"] > 0
    for standing, seats in zip(found["standings"], (1, 2), strict=True):
        assert standing["seats"] == seats
        wins = standing["wins"]
        assert wins["low"] <= wins["share"] <= wins["high"]
        assert standing["rating"].keys() == {"strength", "uncertainty"}
        assert standing["decided"] is None


def test_bots_that_search_play_on_all_cores_and_the_result_is_the_same():
    arguments = ("arena", "schweinsgalopp", "strong@20", "casual", "--games", 6, "--json")
    many, one = call(*arguments), call(*arguments, "--workers", 1)
    assert many.returncode == 0, many.stderr
    plain = [json.loads(done.stdout) for done in (many, one)]
    for found in plain:
        for standing in found["standings"]:
            assert standing.pop("seconds") > 0
    assert plain[0] == plain[1]
    assert 0 < plain[0]["standings"][0]["tries"] <= 20


def test_it_stops_when_it_is_certain():
    certain = (*QUICK[:4], "--games", 5000, "--until-sure")
    found = json.loads(call(*certain, "--json").stdout)
    assert found["stopped_early"]
    assert found["anytime"]
    assert found["games"] < 500
    assert "It stopped here" in call(*certain).stdout


def test_alone_bots_are_compared_on_the_same_deals():
    arguments = ("arena", "ostfriesenlauf", "casual", "random", "--players", 1, "--games", 100)
    done = call(*arguments)
    assert done.returncode == 0, done.stderr
    assert "100 games of Ostfriesenlauf alone, deals: 50" in done.stdout
    assert "first has more" in done.stdout
    assert json.loads(call(*arguments, "--json").stdout)["standings"][1]["difference"]["share"] > 0


def test_there_are_as_many_seats_as_bots_unless_one_says_otherwise():
    arguments = ("arena", "ostfriesenlauf", "casual", "beginner", "random", "--games", 9, "--json")
    assert json.loads(call(*arguments).stdout)["players"] == 3


def test_table_options_are_taken():
    done = call(*QUICK, "-o", "races=1", "--json")
    assert json.loads(done.stdout)["options"] == {"races": 1}


def test_the_picture_is_written(tmp_path):
    file = tmp_path / "arena.svg"
    done = call(*QUICK, "--plot", file)
    assert done.returncode == 0, done.stderr
    assert "</svg>" in file.read_text(encoding="utf-8")


@pytest.mark.a_few(4)
@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (("saumaumau", "casual", "genius"), "Einen Bot „genius“ gibt es nicht"),
        (("saumaumau", "casual", "greedy"), "Einen Bot „greedy“ gibt es nicht"),
        (("saumaumau", "casual", "strong@0"), "Einen Bot „strong@0“ gibt es nicht"),
        (("chess", "casual", "random"), "gibt es nicht"),
        (("saumaumau", "casual", "casual", "casual", "--players", "2"), "3 Bots passen nicht"),
        (("saumaumau", "casual", "random", "--players", "9"), "braucht 2 bis 5"),
        (("saumaumau", "casual", "random", "--players", "0"), "braucht 2 bis 5"),
        (("saumaumau", "casual", "random", "-o", "wings"), "Diese Option gibt es nicht"),
        (("saumaumau", "casual", "random", "--plot", "x.doc"), "endet auf .svg"),
        (("saumaumau", "casual", "random", "--plot", "/no/such/folder/x.svg"), "/no/such/folder"),
        (("saumaumau", "[/b]", "random"), "Einen Bot „[/b]“ gibt es nicht"),
    ],
)
def test_bad_input_gets_one_clear_sentence(arguments, says):
    done = call("arena", *arguments, "--games", 2, lang="de")
    assert done.returncode == 2
    assert says in done.stderr.replace("\n", " ")
    assert "Traceback" not in done.stderr


@pytest.mark.parametrize("name", ["greedy", "strong", "genius"])
def test_simulate_takes_only_what_plays_in_compiled_loops(name):
    done = call("simulate", "saumaumau", "--bots", f"casual,{name}", "--games", 10, lang="fr")
    assert done.returncode == 2
    assert f"«\u00a0{name}\u00a0» ne peut pas jouer ici" in done.stderr.replace("\n", " ")
