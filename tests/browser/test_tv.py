"""A screen that the whole room sees, and phones that show cards and questions only beside it."""

from pathlib import Path

import pytest
from people import PHONE, SHORT, Person, hurry, mostly
from playwright.sync_api import BrowserContext, expect
from test_axe import findings
from test_fits import measured as cut_on_phone
from test_lost_line import LINE_OPEN, NO_LINE
from test_secrets import Post, named, secrets_of

from galopp.table.keys import LETTERS
from serving import ServerProcess

TV = {"width": 1920, "height": 1080}
SIZES = [{"width": 1280, "height": 720}, TV, {"width": 3840, "height": 2160}]
# What is cut off, or stands beyond the edge; a long name may be cut on a badge.
CUT = """() => [...document.querySelectorAll(".tv *")]
  .filter((one) => !one.closest("svg, .unseen, .layer, .straws") && one.checkVisibility())
  .filter((one) => {
    const { right, bottom, width } = one.getBoundingClientRect();
    return width > 1 && (right > innerWidth + 1 || bottom > innerHeight + 1);
  })
  .map((one) => `${one.tagName}.${one.className}`)"""
# The smallest letters that are to be read, in pixels of a screen 1920 wide.
SMALLEST = """() => Math.min(...[...document.querySelectorAll(".tv *")]
  .filter((one) => !one.closest("svg, .unseen, .layer") && one.checkVisibility())
  .filter((one) => [...one.childNodes].some((node) => node.nodeType === 3 && node.data.trim()))
  .map((one) => parseFloat(getComputedStyle(one).fontSize) * 1920 / innerWidth))"""
BOARD = "galopp-board > svg"
# How far the code, were it made of the broadest letters, runs out of what it stands in.
CODE_BEYOND = """(broadest) => {
  const code = document.querySelector(".tv-joining .tv-code > [aria-hidden]");
  const known = code.textContent;
  code.textContent = broadest.repeat(known.length);
  const right = (one) => one.getBoundingClientRect().right;
  const beyond = right(code) - right(code.closest(".tv-joining"));
  code.textContent = known;
  return beyond;
}"""
# The facts of a seat that have no room beside each other.
FACTS_CUT = """() => [...document.querySelectorAll(".seat .facts")]
  .filter((one) => one.scrollWidth > one.clientWidth).map((one) => one.innerText)"""
# The result as if the game had had so many races, all like the first.
AS_AFTER_RACES = """(races) => {
  const { table } = document.querySelector("galopp-app");
  const { account } = table.game;
  const long = (all) => ({ ...all, rows: all.rows.length ? Array(races).fill(all.rows[0]) : [] });
  table.game = { ...table.game, account: (...known) => long(account(...known)) };
  table.changed();
}"""


def set_up_tv(people, code: str, language: str = "de", size: dict[str, int] = TV, **how) -> Person:
    tv: Person = people(language, size, **how)
    show(tv, code)
    return tv


def show(tv: Person, code: str) -> None:
    tv.code = code
    tv.page.goto(f"{tv.server.address}/tv/{code}")
    expect(tv.page.locator("main.tv")).to_be_visible()


def two_phones(people, game: str, **how) -> tuple[Person, Person]:
    """Two people in a lobby, each with a phone."""
    options = {**SHORT[game], "start_player": 0}
    likes = {"table": {game: {"options": options, "settings": {"pace": 0}}}}
    host: Person = people("de", PHONE, likes=likes, **how)
    guest: Person = people("fr", PHONE, likes=likes, **how)
    guest.follow_link(host.open_table(game))
    guest.sit_down("Otto")
    return host, guest


def see_hand_only(person: Person) -> None:
    expect(person.page.locator("galopp-own")).to_be_visible()
    expect(person.page.locator(BOARD).first).to_be_hidden()


def see_board(person: Person) -> None:
    expect(person.page.locator(BOARD).first).to_be_visible()
    expect(person.page.locator("galopp-own")).to_have_count(0)


@pytest.mark.parametrize("game", mostly("ostfriesenlauf"))
def test_two_phones_and_a_tv_play(people, game: str) -> None:
    host, guest = two_phones(people, game)
    tv: Person = people("de", TV)
    post = Post(tv.page)
    show(tv, host.code)
    for told in (host.code, "Rosa", "Otto", host.say("title", game)):
        expect(tv.page.locator("main.tv-lobby").get_by_text(told).first).to_be_visible()
    assert tv.page.evaluate(CODE_BEYOND, "W") < 0
    host.button("lobby.start").click()
    for phone in (host, guest):
        see_hand_only(phone)
    expect(tv.page.locator(BOARD).first).to_be_visible()
    for _ in range(6):
        host.wait("() => document.querySelector('galopp-app').table.now?.asked.length")
        [asked] = host.state()["asked"]
        phone, other = [(host, guest), (guest, host)][asked]
        tv.catch_up(other)
        turn = tv.say("ask.turn_of", seat=["Rosa", "Otto"][asked])
        expect(tv.page.locator(".tv-turn")).to_contain_text(turn)
        phone.play_turn()
        other.catch_up(phone)
        tv.catch_up(phone)
        no_secret_is_seen(tv, post, host, guest)
    assert tv.page.locator(".hand-card").count() == 0
    for phone in (host, guest):
        see_hand_only(phone)


def no_secret_is_seen(tv: Person, post: Post, *phones: Person) -> None:
    """Cards that nobody has shown are neither sent to the TV nor on it."""
    sent, page = post.take(), tv.page.content()
    past = str(tv.asked("/history", tv.keys()["screen"]))
    view = tv.asked("/game", tv.keys()["screen"])["view"]
    known = past + str({name: told for name, told in view.items() if name != "batch"})
    for seat, phone in enumerate(phones):
        for card in secrets_of(phone, seat):
            if not named(card).search(known):
                assert not named(card).search(sent + page), card


@pytest.mark.thorough
def test_the_board_is_shown_on_a_phone_that_wants_it_and_when_the_tv_is_gone(people) -> None:
    phone: Person = people("de", PHONE)
    code = phone.play_now("saumaumau")
    see_board(phone)
    tv = set_up_tv(people, code)
    see_hand_only(phone)
    phone.button("own.show_board").click()
    see_board(phone)
    phone.page.reload()
    see_board(phone)
    phone.button("tool.hand_only").click()
    see_hand_only(phone)
    tv.page.close()
    see_board(phone)


@pytest.mark.thorough
def test_a_laptop_has_room_for_the_board_and_who_looks_on_has_nothing_else(people) -> None:
    laptop, watcher = people("de"), people("de", PHONE)
    code = laptop.play_now("schweinsgalopp")
    watcher.follow_link(code)
    set_up_tv(people, code)
    for person in (laptop, watcher):
        person.wait("() => document.querySelector('galopp-app').table.roomScreen.there")
        see_board(person)


def test_a_choice_of_several_steps_is_seen_on_a_phone_without_the_board(people) -> None:
    phone: Person = people("de", PHONE)
    code = phone.open_table("schweinsgalopp")
    phone.unfold()
    phone.page.locator("#option-start_player").select_option(index=1)
    phone.wait("() => document.querySelector('galopp-app').table.news.options.start_player === 0")
    set_up_tv(people, code)
    phone.button("lobby.fill").click()
    see_hand_only(phone)
    phone.await_turn()
    for number in range(1, 5):
        phone.page.locator("galopp-ask [data-choice]").first.click()
        expect(phone.page.locator(".picked-one")).to_have_count(number)
    phone.page.locator("galopp-ask .confirm").click()
    expect(phone.page.locator(".picked-one")).to_have_count(0)
    phone.play_turn()


@pytest.fixture
def own_server(tmp_path: Path):
    with ServerProcess(tmp_path / "data", "--no-limits") as running:
        yield running


def remember_boards(context: BrowserContext) -> None:
    """Note whether the board was ever to be seen since `seen` was last set to false."""
    context.add_init_script("""(() => {
      window.seen = false;
      const look = () => {
        window.seen ||= !!document.querySelector("galopp-board > svg")?.checkVisibility();
        requestAnimationFrame(look);
      };
      requestAnimationFrame(look);
    })()""")


@pytest.mark.thorough
def test_a_tv_lives_through_a_restart_and_the_phone_does_not_flicker(people, own_server) -> None:
    phone: Person = people("de", PHONE, server=own_server, prepare=remember_boards)
    code = phone.play_now("ostfriesenlauf")
    tv = set_up_tv(people, code, server=own_server)
    see_hand_only(phone)
    for person in (phone, tv):
        person.trouble.expect(NO_LINE)
        person.page.evaluate("[window.mark, window.seen] = [7, false]")
    own_server.kill()
    lost = tv.page.locator(".line-bar p")
    expect(lost).to_be_visible()
    own_server.start()
    for person in (phone, tv):
        person.wait(LINE_OPEN)
    expect(lost).to_have_count(0)
    phone.play_turn()
    tv.catch_up(phone)
    phone.await_turn()
    expect(tv.page.locator(".tv-turn")).to_contain_text(tv.say("ask.turn_of", seat="Rosa"))
    see_hand_only(phone)
    assert not phone.page.evaluate("window.seen")
    assert [one.page.evaluate("window.mark") for one in (phone, tv)] == [7, 7]


@pytest.mark.thorough  # two phones and a TV play every day; engines look at what fits
def test_axe_fits_and_the_rematch_that_begins_by_itself(people) -> None:
    host, guest = two_phones(people, "schweinsgalopp")
    tv = set_up_tv(people, host.code, reduced_motion="reduce")
    found = [*looked_at(tv, "lobby"), *measured(tv, "lobby")]
    host.button("lobby.start").click()
    see_hand_only(host)
    expect(tv.page.locator(BOARD).first).to_be_visible()
    found += [*looked_at(tv, "game"), *measured(tv, "game"), *looked_at(host, "phone")]
    found += tv.page.evaluate(FACTS_CUT)
    found += cut_on_phone(host, "phone")
    hurry(host, guest)
    expect(tv.page.locator(".tv-result .standing")).to_be_visible()
    found += [*looked_at(tv, "result"), *measured(tv, "result")]
    for races in (5, 9):
        tv.page.evaluate(AS_AFTER_RACES, races)
        expect(tv.page.locator(".tv-result .account tbody tr")).to_have_count(races)
        found += measured(tv, f"result of {races} races")
    assert found == []
    host.button("result.again").click()
    tv.await_round(2)
    expect(tv.page.locator(".tv-result")).to_have_count(0)


def looked_at(person: Person, screen: str) -> list[str]:
    """What axe finds; of the board also by day."""
    found = []
    for scheme in ("dark", "light") if screen == "game" else ("dark",):
        person.page.emulate_media(color_scheme=scheme)
        found += findings(person, f"{screen}, {scheme}")
    return found


def measured(tv: Person, screen: str) -> list[str]:
    """What is cut or too small, on three sizes of TV."""
    wrong = []
    for size in SIZES:
        tv.page.set_viewport_size(size)
        wrong += [f"{screen} {size}: {cut} is cut" for cut in tv.page.evaluate(CUT)]
        if tv.page.evaluate(SMALLEST) < 23.5:
            wrong.append(f"{screen} {size}: too small to be read from three metres")
    tv.page.set_viewport_size(TV)
    return wrong


def test_a_tv_is_led_by_keys(people) -> None:
    host: Person = people("de", PHONE)
    code = host.open_table("saumaumau")
    tv = set_up_tv(people, code)
    tv.page.keyboard.press("m")
    expect(tv.button("tool.mute")).to_be_visible()
    tv.page.keyboard.press("m")
    expect(tv.button("tool.sound")).to_be_visible()
    tv.page.keyboard.press("-")
    told = tv.say("tv.pace", pace=tv.say("menu.pace.1"))
    expect(tv.page.locator(".notice")).to_contain_text(told)
    tv.page.keyboard.press("f")
    expect(tv.button("tv.window")).to_be_visible()
    tv.page.keyboard.press("f")
    expect(tv.button("tv.full")).to_be_visible()
    for key in ("ArrowRight", "ArrowLeft", "Enter"):  # the last of three tools opens the menu
        tv.page.keyboard.press(key)
    expect(tv.page.get_by_role("dialog")).to_be_visible()
    tv.page.keyboard.press("Escape")
    expect(tv.page.locator("dialog")).to_have_count(0)
    tv.page.keyboard.press("q")
    tv.button("tv.other").press("Enter")
    tv.page.wait_for_url("**/tv")
    expect(tv.button("tv.door.back", code=code)).to_be_visible()


def test_a_code_is_entered_with_the_arrows_of_a_remote_control(people) -> None:
    code = people("de", PHONE).open_table("ostfriesenlauf")
    tv: Person = people("de", TV)
    tv.page.goto(f"{tv.server.address}/tv")
    keys = tv.page.locator(".tv-letters button")
    expect(keys).to_have_count(len(LETTERS) + 1)
    assert [*filter(None, keys.all_inner_texts())] == [*LETTERS]
    assert findings(tv, "door") == []
    at = 0
    for letter in code:
        there = LETTERS.index(letter)
        walk(tv, "ArrowDown", "ArrowUp", there // 10 - at // 10)
        walk(tv, "ArrowRight", "ArrowLeft", there % 10 - at % 10)
        tv.page.keyboard.press("Enter")
        at = there
    tv.page.wait_for_url(f"**/tv/{code}")
    expect(tv.page.locator("main.tv-lobby")).to_be_visible()


def walk(tv: Person, ahead: str, back: str, steps: int) -> None:
    for _ in range(abs(steps)):
        tv.page.keyboard.press(ahead if steps > 0 else back)


@pytest.mark.thorough
def test_a_tv_says_why_there_is_nothing_to_see_and_comes_back_by_itself(people) -> None:
    host: Person = people("de", PHONE)
    code = host.open_table("saumaumau")
    host.unfold()
    watchable = host.page.locator("#setting-watchable")
    watchable.uncheck()
    expect(watchable).not_to_be_checked()
    tv: Person = people("de", TV)
    tv.trouble.expect("403")
    tv.page.goto(f"{tv.server.address}/tv/{code}")
    tv.wait("() => document.querySelector('galopp-app')?.table?.connection.shut")
    shut = tv.page.evaluate("document.querySelector('galopp-app').table.connection.shut")
    expect(tv.page.locator("main.tv-lobby .tv-why")).to_have_text(shut)
    host.fill_with_bots()
    expect(tv.page.locator("main.tv-door")).to_be_visible()
    host.page.locator(".tool.menu").click()
    host.button("menu.settings").click()
    host.page.locator("#setting-watchable").check()
    expect(tv.page.locator(BOARD).first).to_be_visible()
    host.page.locator(".act.back").click()
    host.button("menu.close_table").click()
    host.page.locator(".grave .danger").click()
    expect(tv.page.locator("main.tv-door")).to_contain_text(tv.say("page.closed"))


@pytest.mark.thorough
def test_the_way_onto_the_tv_is_told_in_the_lobby_and_in_the_menu(people) -> None:
    host: Person = people("de", PHONE)
    code = host.open_table("schweinsgalopp")
    host.button("share.tv").click()
    way = host.page.locator(".tv-way")
    address = f"{host.server.address.removeprefix('http://')}/tv/{code}"
    expect(way.locator(".tv-address")).to_have_text(address)
    expect(way.get_by_role("img")).to_be_visible()
    assert findings(host, "share") == []
    host.fill_with_bots()
    host.page.locator(".tool.menu").click()
    host.button("menu.tv").click()
    with host.context.expect_page() as opened:
        host.page.locator(".tv-way").get_by_role("link", name=host.say("tv.way.open")).click()
    expect(opened.value.locator(".tv-game")).to_be_visible()
    host.page.keyboard.press("Escape")
    see_hand_only(host)
