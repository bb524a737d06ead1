"""No folder of tests is forgotten by `make test`."""

import tomllib
from pathlib import Path

ROOT = Path(__file__).parents[2]
TESTS = ROOT / "tests"


def test_every_folder_with_tests_is_run():
    settings = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    usual = settings["tool"]["pytest"]["ini_options"]["testpaths"]
    script = (ROOT / "scripts" / "test").read_text(encoding="utf-8").split()
    folders = {f"tests/{file.relative_to(TESTS).parts[0]}" for file in TESTS.glob("*/**/test_*.py")}
    assert folders == set(usual) | (folders & set(script))
