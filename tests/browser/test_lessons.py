"""Lessons: a newcomer gets through each of them, and then plays a whole game."""

import pytest
from people import GAMES, LAPTOP, PHONE, SHORT, Person
from playwright.sync_api import expect
from test_axe import findings

STILL = "() => document.querySelector('galopp-lesson')?.lesson?.still"
CAME_TO = "() => document.querySelector('galopp-lesson').lesson.place"
PLACES = [
    ("saumaumau", "de"),
    pytest.param("ostfriesenlauf", "fr", marks=pytest.mark.thorough),
    pytest.param("schweinsgalopp", "en", marks=pytest.mark.thorough),
]


class Learner(Person):
    """Somebody who does what the lesson says."""

    def learn(self, game: str) -> None:
        self.page.goto(f"{self.server.address}/learn/{game}")
        expect(self.page.locator(".lesson-words p")).not_to_be_empty()

    def settle(self) -> None:
        """Wait until there is something to read or to do."""
        self.wait(
            f"""() => ({STILL})() && (document.querySelector(
            '.lesson-next, .hand-card.hinted, .choice.hinted'))"""
        )

    @property
    def finished(self) -> bool:
        return bool(self.page.evaluate("document.querySelector('galopp-lesson').lesson.done"))

    def step(self) -> None:
        """Read on, or make the move that is marked."""
        self.settle()
        at = ".lesson-next" if self.page.locator(".lesson-next").count() else ".hinted"
        self.page.locator(f".hand-card{at}, .choice{at}, button{at}").first.click()

    def step_by_key(self) -> None:
        """The same without a mouse: Enter reads on, figures and Tab lead to what is marked."""
        self.settle()
        if self.page.locator(".lesson-next").count():
            self.page.keyboard.press("ArrowRight")
            return
        self.page.locator(".hand-card.hinted, .choice.hinted").first.focus()
        self.page.keyboard.press("Enter")

    def go_through(self, step) -> int:
        for steps in range(100):
            self.settle()
            if self.finished:
                return steps
            step()
        raise AssertionError("the lesson does not end")


def learner(people, language="en", size=LAPTOP, **how) -> Learner:
    person = people(language, size, reduced_motion="reduce", **how)
    person.__class__ = Learner
    return person


@pytest.mark.parametrize(("game", "language"), PLACES)
def test_somebody_learns_a_game_on_a_phone_and_plays_it(people, game, language):
    likes = {"table": {game: {"options": SHORT[game], "settings": {"pace": 0}}}}
    person = learner(people, language, PHONE, likes=likes)
    person.learn(game)
    assert findings(person, f"lesson of {game}") == []
    assert person.go_through(person.step) > 15
    expect(person.page.locator(".lesson-words")).to_contain_text(person.say("learn.done"))
    person.page.locator(".lesson-next").click()
    person.page.locator(".new-ways .primary").click()
    person.arrive_at_table()
    person.play_to_the_end()


# Each note in its turn, and what of it does not fit; without waiting for what others decide.
CUT_OFF = """async () => {
  const { lesson } = document.querySelector("galopp-lesson");
  const cut = [];
  for (const { at } of lesson.notes) {
    for (let read = 0; read < lesson.notes.filter((note) => note.at === at).length; read += 1) {
      lesson.takeUp({ at, read });
      await document.querySelector("galopp-lesson").updateComplete;
      for (const part of document.querySelectorAll(".lesson-words, .lesson-ways")) {
        if (part.scrollHeight > part.clientHeight + 1) cut.push(part.innerText);
      }
    }
  }
  return cut;
}"""


@pytest.mark.a_few(1)
@pytest.mark.parametrize("language", ["de", "en", "fr"])
def test_nothing_is_cut_off_on_a_phone(people, language):
    person = learner(people, language, PHONE)
    for game in GAMES:
        person.learn(game)
        person.settle()
        assert person.page.evaluate(CUT_OFF) == []


def test_it_needs_no_mouse(people):
    person = learner(people)
    person.learn("saumaumau")  # cards, choices and bets
    person.go_through(person.step_by_key)


def test_whoever_presses_something_else_is_told_what_is_meant(people):
    person = learner(people)
    person.learn("schweinsgalopp")
    for _ in range(3):
        person.step()
    person.settle()
    person.page.locator(".hand-card:not(.hinted)").first.click()
    expect(person.page.locator(".lesson-wrong")).to_have_text(person.say("learn.another"))
    assert person.page.evaluate(CAME_TO)["at"] == 0
    person.step()
    expect(person.page.locator(".lesson-wrong")).to_have_count(0)


def test_it_goes_on_where_somebody_stopped_also_without_the_server(people, tmp_path):
    person = learner(people)
    person.learn("ostfriesenlauf")
    for _ in range(7):
        person.step()
    person.settle()
    came_to = person.page.evaluate(CAME_TO)
    assert came_to["at"] > 0
    person.page.reload()
    person.settle()
    assert person.page.evaluate(CAME_TO) == came_to
    person.page.context.set_offline(True)  # all that a lesson needs is here
    person.step()
    person.settle()
    assert person.page.evaluate(CAME_TO) != came_to
    person.page.context.set_offline(False)


@pytest.mark.thorough
def test_it_can_be_skipped_and_read_again(people):
    person = learner(people)
    person.learn("saumaumau")
    person.step()
    person.page.keyboard.press("ArrowLeft")
    assert person.page.evaluate(CAME_TO) == {"at": 0, "read": 0}
    person.step()
    person.page.reload()
    person.wait("() => document.querySelector('galopp-lesson').lesson.read === 1")
    person.page.locator(".lesson-skip").click()
    expect(person.page.get_by_role("dialog")).to_be_visible()


@pytest.mark.thorough
def test_there_is_no_lesson_of_another_game(people):
    person = learner(people)
    person.trouble.expect("404")
    person.page.goto(f"{person.server.address}/learn/chess")
    expect(person.page.locator("main.waiting a.button")).to_be_visible()
