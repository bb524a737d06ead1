"""Everybody who comes to the page in one test, each with a browser of their own."""

from pathlib import Path
from typing import Any

import pytest
from driver import Driver, Hung, Thrown, Visit
from firefox import Firefox
from people import PHONE, first_script
from visitor import Visitor
from webkit import WebKit

from serving import ServerProcess

DRIVERS: dict[str, type[Driver]] = {"firefox": Firefox, "webkit": WebKit}
# A long way through pages that Chromium goes every day as well: in the engine that differs most.
mostly_in_webkit = pytest.mark.parametrize(
    "engine", [pytest.param("firefox", marks=pytest.mark.thorough), "webkit"], indirect=True
)


class Coming:
    """Everybody who has come in one test."""

    def __init__(self, engine: type[Driver], server: ServerProcess, folder: Path) -> None:
        self.engine, self.server, self.folder = engine, server, folder
        self.here: list[Driver] = []

    def __call__(
        self,
        language: str = "en",
        size: dict[str, int] = PHONE,
        pace: float = 0,
        likes: dict[str, Any] | None = None,
    ) -> Visitor:
        folder = self.folder / str(len(self.here))
        folder.mkdir()
        first = first_script(language, pace, likes or {})
        driver = self.engine(Visit(folder, size["width"], size["height"], language, first))
        self.here.append(driver)
        driver.start()
        return Visitor(driver, self.server, language)

    def troubles(self) -> list[str]:
        return [trouble for driver in self.here for trouble in driver.troubles()]

    def forgive(self) -> None:
        """Whoever has come so far is not asked any more."""
        self.here.clear()

    def keep_pictures(self) -> None:
        """What was to be seen when a test failed, as far as the browser still answers."""
        for driver in self.here:
            try:
                picture = driver.visit.folder / "failed.png"
                picture.write_bytes(driver.picture())
                print(f"what {driver.name} showed: {picture}")
            except (Hung, Thrown) as problem:
                print(problem)

    def go(self) -> None:
        for driver in self.here:
            driver.quit()
