"""Somebody who has no mouse."""

from people import CHANGED, Person
from playwright.sync_api import expect

MOST_TABS = 80
IS_CALLED = """(told) => {
  const at = document.activeElement;
  const labels = [...(at?.labels ?? [])].map((label) => label.innerText);
  const named = [at?.getAttribute("aria-label"), at?.innerText, ...labels];
  return named.some((name) => (name ?? "").trim().startsWith(told));
}"""


class Typist(Person):
    """Somebody without a mouse."""

    def tab_to(self, at: str) -> None:
        for _ in range(MOST_TABS):
            if self.page.evaluate("(at) => !!document.activeElement?.matches(at)", at):
                return
            self.page.keyboard.press("Tab")
        raise AssertionError(f"no way to {at} with Tab")

    def enter(self, at: str) -> None:
        self.tab_to(at)
        self.page.keyboard.press("Enter")

    def press(self, told: str, key: str = "Enter") -> None:
        """Press what is called so."""
        for _ in range(MOST_TABS):
            if self.page.evaluate(IS_CALLED, told):
                self.page.keyboard.press(key)
                return
            self.page.keyboard.press("Tab")
        raise AssertionError(f"no way to {told!r} with Tab")

    def play_now(self, game: str, name: str = "Rosa", players: int = 2) -> str:
        self.go_home()
        at = ["saumaumau", "ostfriesenlauf", "schweinsgalopp"].index(game) + 1
        self.enter(f".game-offer:nth-of-type({at}) .game-card")
        expect(self.page.get_by_role("dialog")).to_be_visible()
        self.tab_to("dialog .sitting-name input")
        self.page.keyboard.press("Control+a")
        self.page.keyboard.type(name)
        self.tab_to('input[name="new-seats"]')
        for _ in range(6):  # the row of chips goes round, so find the one that is wanted
            if self.page.evaluate(
                "document.activeElement.closest('label').innerText.trim()"
            ) == str(players):
                break
            self.page.keyboard.press("ArrowRight")
        self.enter(".new-ways .primary")
        return self.arrive_at_table()

    def press_something(self, before) -> None:
        choices = self.choices()
        if not choices:
            return
        chosen = self.prefer(choices)
        if chosen["kind"] == "card":
            self.page.keyboard.press(str(self.number_of(chosen["at"])))
        else:
            self.enter(chosen["at"])
        self.wait(CHANGED, before)
        self.pressed.append(chosen["kind"])

    def number_of(self, at: str) -> int:
        return 1 + self.page.evaluate(
            "(at) => [...document.querySelectorAll('.hand-card')]"
            ".findIndex((card) => card.matches(at))",
            at,
        )

    def prefer(self, choices):
        within_reach = [
            one for one in choices if one["kind"] != "card" or self.number_of(one["at"]) < 10
        ]
        return super().prefer(within_reach)
