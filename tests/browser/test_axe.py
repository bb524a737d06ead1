"""axe finds nothing serious on any screen, light or dark."""

from pathlib import Path
from typing import Any

import pytest
from people import GAMES, LAPTOP, PHONE, SHORT, Person, hurry
from screens import around_home, around_lobby, sheets

AXE = Path(__file__).parents[2] / "node_modules/axe-core/axe.min.js"
# Left out: the figures in a drawing are no label; the name of its button says them in words.
RUN = """async () => {
  const { violations } = await axe.run(document, {
    resultTypes: ["violations"], rules: { "label-content-name-mismatch": { enabled: false } },
  });
  return violations.filter(({ impact }) => ["serious", "critical"].includes(impact))
    .flatMap(({ id, nodes }) =>
      nodes.map(({ target, failureSummary }) => `${id}: ${target} ${failureSummary}`));
}"""


def findings(person: Person, screen: str) -> list[str]:
    """What axe has to say; the page takes no script tags, so it comes by the debugger."""
    if not person.page.evaluate("'axe' in window"):
        person.page.evaluate(f"() => {{ {AXE.read_text(encoding='utf-8')} }}")
    person.page.evaluate(
        "Promise.all(document.getAnimations().map((one) => one.finished.catch(() => {})))"
    )
    return [f"{screen}: {found}" for found in person.page.evaluate(RUN)]


def somebody(
    people, scheme: str, size: dict[str, int] = PHONE, game: str = "saumaumau", **how: Any
) -> Person:
    likes = {"table": {game: {"options": SHORT[game], "settings": {"pace": 0}}}}
    return people("de", size, likes=likes, color_scheme=scheme, reduced_motion="reduce", **how)


@pytest.mark.thorough
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_home_and_lobby(people, scheme: str) -> None:
    host, guest = somebody(people, scheme), somebody(people, scheme, LAPTOP)
    found = [one for screen in around_home(host) for one in findings(host, screen)]
    for person, screen in around_lobby(host, guest, "saumaumau"):
        found += findings(person, screen)
    assert found == []


# A hint has come, or none is due: by the luck of the deal there may be one thing to do only.
HINTED = """() => {
  const { table } = document.querySelector("galopp-app");
  return table.choice.hint || table.choice.options.length === 1;
}"""


@pytest.mark.a_few(1)
@pytest.mark.parametrize("scheme", ["dark", pytest.param("light", marks=pytest.mark.thorough)])
@pytest.mark.parametrize("game", GAMES)
def test_table_and_sheets(people, game: str, scheme: str) -> None:
    person, guest = somebody(people, scheme, game=game), somebody(people, scheme, LAPTOP, game)
    guest.follow_link(person.open_table(game))
    guest.sit_down("Otto")
    person.start()
    guest.see_table()
    for one in (person, guest):
        one.wait("() => document.querySelector('galopp-app').table.now?.asked.length")
    found = [*findings(person, "table"), *findings(guest, "table")]
    asked = [person, guest][person.state()["asked"][0]]
    asked.page.keyboard.press("h")
    asked.wait(HINTED)
    found += findings(asked, "table with a hint")
    asked.play_turn()
    found += findings(asked, "table after a turn")
    if game == GAMES[0]:  # the sheets are the same for all
        found += [one for screen in sheets(person) for one in findings(person, screen)]
    assert found == []


@pytest.mark.a_few(1)
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_result(people, scheme: str) -> None:
    person = somebody(people, scheme, game="schweinsgalopp")
    person.play_now("schweinsgalopp")
    hurry(person)
    assert findings(person, "result") == []
