"""The games as WebAssembly in the engines of every phone: the same as compiled Python."""

from pathlib import Path

from coming import DRIVERS
from driver import Visit

from random_games import GAMES
from wasm.modules import built, reference, served

SAID = """() => new Promise((resolve) => {
  const look = () => {
    const said = document.body.textContent.trim();
    if (said) resolve(said);
    else setTimeout(look, 50);
  };
  look();
})"""


def test_modules_play_and_think_as_python_does(engine: str, tmp_path: Path) -> None:
    built()
    told = {name: reference(name, 5, mixed=0, thoughts=2, tries=100) for name in GAMES}
    driver = DRIVERS[engine](Visit(tmp_path, 800, 600, "en", ""))
    with served(told) as address:
        try:
            driver.start()
            driver.go(address)
            found = driver.evaluate(SAID)
        finally:
            driver.quit()
    for name, about in told.items():
        assert f"{name} alike: {len(about['games'])} games" in found, found
