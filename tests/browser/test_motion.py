"""What moves, what must not, and how much comes over the line."""

import pytest
from people import GAMES, MOST_DECISIONS, PHONE, READY, SHORT, Person, mostly
from playwright.sync_api import expect

KILOBYTE = 1000
FIRST_VIEW = 130 * KILOBYTE
MOST_SHIFT = 0.02

# Counts animations from the first moment; those of the browser itself (focus rings) are none.
WATCH_MOTION = """(() => {
  window.moved = new Set();
  const look = () => {
    for (const one of document.getAnimations()) {
      const timing = one.effect.getComputedTiming();
      const what = one.animationName ?? one.transitionProperty ?? "animate";
      const where = one.effect.target?.getAttribute("class");
      if (timing.duration > 1) window.moved.add(`${what} on ${where}`);
    }
    requestAnimationFrame(look);
  };
  look();
})()"""
# The cards of a hand close ranks when one is played, as in anybody's hand.
WATCH_SHIFTS = """(() => {
  window.shifts = [];
  const inHand = (node) => !!(node?.closest ? node : node?.parentElement)?.closest(".hand");
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) {
      const outside = entry.sources.filter(({ node }) => !inHand(node));
      if (entry.hadRecentInput || !outside.length) continue;
      const what = entry.sources.map(({ node }) => node?.outerHTML?.slice(0, 80) ?? node?.nodeName);
      window.shifts.push({ value: entry.value, what });
    }
  }).observe({ type: "layout-shift", buffered: true });
})()"""


@pytest.mark.parametrize("game", mostly("schweinsgalopp"))
def test_with_reduced_motion_nothing_moves_and_the_game_is_played(people, game: str) -> None:
    likes = {"pace": 1, "table": {game: {"options": SHORT[game], "settings": {"pace": 0}}}}
    person: Person = people("de", PHONE, likes=likes, reduced_motion="reduce")
    person.page.add_init_script(WATCH_MOTION)
    person.play_now(game)
    for _ in range(8):
        if not person.play_turn():
            break
    assert person.page.evaluate("[...moved]") == []


@pytest.mark.a_few(1)
@pytest.mark.parametrize("game", GAMES)
def test_nothing_shifts_while_turns_are_played_on_a_phone(people, game: str) -> None:
    person: Person = people("de", PHONE, pace=0.25)
    person.play_now(game, players=4)
    person.await_turn()
    person.page.evaluate(WATCH_SHIFTS)
    person.page.evaluate("shifts.length = 0")
    for _ in range(5):
        if not person.play_turn():
            break
    person.wait("() => document.querySelector('galopp-app').table.stage.idle")
    shifts = person.page.evaluate("shifts")
    assert sum(shift["value"] for shift in shifts) < MOST_SHIFT, shifts


class Scales:
    """Weighs what comes over the line, as it comes: compressed, with its headers."""

    def __init__(self, person: Person) -> None:
        self.bytes: dict[str, int] = {}
        self.addresses: dict[str, str] = {}
        line = person.context.new_cdp_session(person.page)
        line.send("Network.enable")
        line.on(
            "Network.responseReceived",
            lambda it: self.addresses.update({it["requestId"]: it["response"]["url"]}),
        )
        line.on("Network.loadingFinished", self.loaded)

    def loaded(self, told: dict) -> None:
        address = self.addresses.get(told["requestId"], told["requestId"])
        self.bytes[address] = self.bytes.get(address, 0) + int(told["encodedDataLength"])

    def weigh(self) -> tuple[int, list[tuple[int, str]]]:
        heaviest = sorted(((size, name) for name, size in self.bytes.items()), reverse=True)
        return sum(self.bytes.values()), [(len(self.bytes), "files"), *heaviest[:12]]


def test_the_first_view_is_light(people) -> None:
    person: Person = people("de", PHONE)
    scales = Scales(person)
    person.go_home()
    person.page.wait_for_load_state("networkidle")
    total, heaviest = scales.weigh()
    assert 0 < total <= FIRST_VIEW, (total, heaviest)


@pytest.mark.parametrize("game", mostly("saumaumau"))  # the one with most words
def test_a_table_somebody_comes_to_by_its_link_is_light(people, game: str) -> None:
    host, guest = people(), people("de", PHONE)
    code = host.open_table(game)
    scales = Scales(guest)
    guest.follow_link(code)
    guest.page.wait_for_load_state("networkidle")
    total, heaviest = scales.weigh()
    assert 0 < total <= FIRST_VIEW, (total, heaviest)


def test_animations_can_be_skipped(people) -> None:
    person: Person = people(size=PHONE, pace=2)
    person.play_now("ostfriesenlauf", players=4)
    skip = person.button("tool.skip")
    for _ in range(8):
        person.play_turn()
        if skip.is_enabled():
            break
    skip.click()
    expect(skip).to_be_disabled()
    person.await_turn()
    person.play_turn()


SPEED = "galopp-menu .liking"


def choose_speed(person: Person, name: str) -> None:
    person.button("tool.menu").click()
    person.page.locator(SPEED).get_by_role("button", name=person.say(name)).click()
    person.page.keyboard.press("Escape")


@pytest.mark.thorough
def test_the_hosts_speed_is_the_bots_and_a_guests_is_not(people) -> None:
    host, guest = people(), people("de", PHONE)
    code = host.open_table("schweinsgalopp")
    guest.follow_link(code)
    guest.sit_down("Jonas")
    host.start()
    guest.see_table()
    choose_speed(guest, "menu.pace.3")
    assert guest.page.evaluate("document.querySelector('galopp-app').table.stage.pace") == 2
    pace = "() => document.querySelector('galopp-app').table.news.settings.pace"
    assert host.page.evaluate(pace) == 0
    choose_speed(host, "menu.pace.1")
    guest.wait(f"() => ({pace})() === 0.4")
    assert guest.page.evaluate("document.querySelector('galopp-app').table.stage.pace") == 2


RACES = ["saumaumau", pytest.param("schweinsgalopp", marks=pytest.mark.thorough)]


@pytest.mark.thorough
@pytest.mark.parametrize("game", RACES)
def test_when_a_race_is_over_its_account_stands_over_the_board(people, game: str) -> None:
    short = {"goal_distances": [12] * 4} if game == "saumaumau" else {}
    likes = {"table": {game: {"options": {"races": 2, **short}, "settings": {"pace": 0}}}}
    person: Person = people("de", PHONE, pace=0.25, likes=likes)
    person.play_now(game, players=3)
    card = person.page.locator(".race-end")
    ready = f"() => document.querySelector('.race-end') || ({READY})()"
    for _ in range(MOST_DECISIONS):
        person.wait(ready)
        if card.count():
            break
        person.press_something(person.state())
    expect(card.locator("tbody tr")).to_have_count(3)
    board, over = person.page.locator("galopp-board").bounding_box(), card.bounding_box()
    assert board and over
    assert board["y"] <= over["y"] and over["y"] + over["height"] <= board["y"] + board["height"]
    stands = "document.querySelector('galopp-app').table.stage.interval"
    card.locator("button").focus()  # whoever comes to it is reading
    assert person.page.evaluate(f"{stands}.holding.size") == 1
    person.button("race_end.go_on").press("Enter")
    expect(card).to_have_count(0)
    person.await_turn()
