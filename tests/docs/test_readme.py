"""What the README shows at the prompt is what happens."""

import doctest
from pathlib import Path

import galopp

ROOT = Path(__file__).parents[2]


def test_the_game_at_the_prompt_plays_out_as_shown():
    failed, tried = doctest.testfile(str(ROOT / "README.md"), module_relative=False)
    assert tried >= 8
    assert failed == 0


def test_the_page_about_python_plays_out_as_shown():
    page = str(ROOT / "docs" / "python.md")
    failed, tried = doctest.testfile(page, module_relative=False)
    assert (failed, tried) == (0, 29)


def test_the_docstring_of_the_package_is_true():
    failed, tried = doctest.testmod(galopp)
    assert (failed, tried) == (0, 3)
