"""People come back, change device or language, take back, stand up, and play once more."""

import re
from typing import Any

import pytest
from people import GAMES, LAPTOP, PHONE, READY, SHORT, Person, hurry, mostly
from playwright.sync_api import expect

from galopp.locale import Language

TABLE = "document.querySelector('galopp-app').table"
HINTED = ":is(.hand-card.hinted.possible, galopp-ask .choice.hinted)"


def hand_of(person: Person) -> list[str]:
    return person.page.locator(".hand-card").evaluate_all(
        "(cards) => cards.map((card) => card.dataset.anchor)"
    )


def taken_back(person: Person, who: str = "") -> re.Pattern[str]:
    """That somebody took something back, whatever it was; with ".you" the reader did."""
    return re.compile(person.say(f"table.undone_deed{who}", seat=".+", deed=".+"))


def two_people(people, game: str, **likes) -> tuple[Person, Person]:
    chosen = {"table": {game: {"options": SHORT[game], "settings": {"pace": 0}}}, **likes}
    host, guest = people("en", LAPTOP, likes=chosen), people("de", PHONE)
    guest.follow_link(host.open_table(game))
    guest.sit_down("Otto")
    host.start()
    for person in (host, guest):
        person.see_table()
        person.wait(f"() => {TABLE}.now?.asked.length")
    return host, guest


def asked_first(host: Person, guest: Person) -> tuple[Person, Person, int]:
    seat = host.state()["asked"][0]
    return (host, guest, 0) if seat == 0 else (guest, host, 1)


@pytest.mark.thorough
def test_another_language_in_the_middle_of_a_game_keeps_everything(people) -> None:
    person: Person = people("de", PHONE)
    person.play_now("saumaumau")
    person.play_turn()
    person.await_turn()
    before, hand = person.state(), hand_of(person)
    in_german = person.page.locator(".prompt").inner_text()
    person.page.locator(".tool.menu").click()
    person.page.get_by_role("button", name="Français").click()
    expect(person.page.locator("html")).to_have_attribute("lang", "fr")
    person.page.keyboard.press("Escape")
    expect(person.page.locator(".prompt")).not_to_have_text(in_german)
    assert (hand_of(person), person.state()["decision"]) == (hand, before["decision"])
    assert person.page.locator(".missed").count() == 0
    person.language = "fr"
    person.play_turn()


def test_the_log_says_you_as_soon_as_it_has_the_words(people) -> None:
    """They are fetched after what a first move needs; nothing else happens meanwhile."""
    person: Person = people("de")
    person.play_now("schweinsgalopp")
    line = person.page.locator("galopp-log li", has_text=person.say("table.sat.you"))
    expect(line.first).to_be_visible()


@pytest.mark.thorough  # test_lost_line.py reloads one
def test_a_table_is_found_again_in_the_same_browser_without_asking(people) -> None:
    person: Person = people("en", PHONE)
    code = person.play_now("ostfriesenlauf")
    person.play_turn()
    person.await_turn()
    hand = hand_of(person)
    person.page.close()
    again = people.meet(person.context, person.server, "en")
    again.follow_link(code)
    again.await_turn()
    assert hand_of(again) == hand
    assert again.page.get_by_role("dialog").count() == 0
    again.play_turn()
    again.go_home()
    again.page.locator(".home-back", has_text=code).click()
    again.see_table()


def test_the_first_page_says_whose_turn_it_is_and_who_has_won(people) -> None:
    likes = {"table": {"schweinsgalopp": {"options": {"races": 1}, "settings": {"pace": 0}}}}
    host: Person = people("de", PHONE, likes=likes, reduced_motion="reduce")
    guest: Person = people("en", PHONE, reduced_motion="reduce")
    code = host.open_table("schweinsgalopp", "Lena")
    host.go_home()
    row = host.page.locator(".table-link", has_text=code)
    expect(row).to_contain_text(host.say("home.stands.lobby", count=1))
    guest.follow_link(code)
    guest.sit_down("Otto")
    host.follow_link(code)
    host.start()
    guest.see_table()
    hurry(host, guest)
    winners = host.view(0)["winners"]
    host.go_home()
    both = Language(host.language).all_of(["Lena", "Otto"])
    told = {
        (0,): host.say("home.stands.you_won"),
        (1,): host.say("home.stands.won", count=1, names="Otto"),
        (0, 1): host.say("home.stands.won", count=2, names=both),
    }
    expect(row).to_contain_text(told[tuple(winners)])
    title = host.say("title", "schweinsgalopp")
    over = host.say("home.back.over", game=title, code=code)
    expect(host.page.get_by_role("link", name=over)).to_be_visible()
    expect(host.page.locator("#join-code")).to_be_in_viewport()


def test_a_seat_moves_to_another_device_by_its_link(people) -> None:
    here, there = people("en", LAPTOP), people("fr", PHONE)
    here.play_now("schweinsgalopp")
    here.await_turn()
    hand = hand_of(here)
    here.page.locator(".tool.menu").click()
    here.button("menu.device").click()
    link = here.page.get_by_label(here.say("device.link")).input_value()
    expect(here.page.locator(".device img")).to_be_visible()
    there.page.goto(link)
    there.code = here.code
    there.see_table()
    there.await_turn()
    assert hand_of(there) == hand
    assert "#" not in there.page.url, "the key does not stay in the address"
    there.play_turn()
    there.button("tool.menu").click()
    there.page.keyboard.press("Escape")
    here.page.keyboard.press("Escape")
    here.catch_up(there)


@pytest.mark.a_few(1)
@pytest.mark.parametrize("agree", [True, False], ids=["agreed", "declined"])
def test_a_decision_is_taken_back_if_the_other_agrees(people, agree: bool) -> None:
    host, guest = two_people(people, "saumaumau")
    player, other, seat = asked_first(host, guest)
    for _ in range(30):  # something that told something: a card was drawn
        player.await_turn()
        draw = player.page.locator("galopp-ask .draw")
        if draw.count() and player.view(seat)["view"]["phase"] == "play":
            break
        player.play_turn()
        host.catch_up(player)
        guest.catch_up(player)
        player, other, seat = asked_first(host, guest)
    before = len(hand_of(player))
    draw.click()
    player.wait("(before) => document.querySelectorAll('.hand-card').length > before", before)
    player.button("tool.undo").click()
    banner = other.page.locator(".banner")
    expect(banner).to_be_visible()
    expect(player.page.locator(".banner")).to_be_visible()
    other.button("undo.agree" if agree else "undo.decline").click()
    expect(banner).to_have_count(0)
    if agree:
        player.wait("(before) => document.querySelectorAll('.hand-card').length === before", before)
        expect(other.page.locator(".notice")).to_have_text(taken_back(other))
        for person, who in ((player, ".you"), (other, "")):
            latest = person.page.locator("galopp-latest .unseen")
            expect(latest).to_have_text(taken_back(person, who))
    else:
        assert len(hand_of(player)) > before
    player.play_turn()


@pytest.mark.thorough
def test_a_decision_that_told_nothing_is_taken_back_at_once(people) -> None:
    host, guest = two_people(people, "schweinsgalopp")
    player, other, _ = asked_first(host, guest)
    while not player.page.locator(".hand-card.possible").count():  # the line-up comes first
        player.play_turn()
        player.await_turn()
    before = hand_of(player)
    player.play_turn()
    player.button("tool.undo").click()
    player.await_turn()
    assert hand_of(player) == before
    other.catch_up(player)
    assert other.page.locator(".banner button").count() == 0


@pytest.mark.thorough
@pytest.mark.parametrize("game", mostly("ostfriesenlauf"))
def test_the_hint_marks_something_that_may_be_done_and_is_taken(people, game: str) -> None:
    person: Person = people("fr", PHONE)
    person.play_now(game)
    assert plays_until(person, "choice.legal.length > 1")
    before = person.state()["decision"]
    person.button("tool.hint").click()
    hinted = person.page.locator(HINTED).first
    expect(hinted).to_be_visible()
    expect(person.page.locator(".prompt .hint")).to_contain_text(person.say("ask.hint")[:4])
    hinted.click()
    person.wait(
        f"(before) => {TABLE}.now.decision !== before || {TABLE}.choice.picked.length > 0", before
    )
    expect(person.page.locator(".hand-card.hinted")).to_have_count(0)


@pytest.mark.a_few(1)
@pytest.mark.parametrize("game", GAMES)
def test_a_hint_says_how_likely_one_wins_and_why_and_shows_it_on_every_choice(people, game) -> None:
    person: Person = people("de", PHONE)
    person.play_now(game)
    hint = hint_with_chances(person)
    chances = person.page.locator(".hand-card.possible .chance, galopp-ask .choice .chance")
    shown = {f"{int(100 * one['chance'] + 0.5)}\u00a0%" for one in hint["chances"]}
    assert set(chances.all_inner_texts()) <= shown
    best = f"{round(100 * hint['chance'])}\u00a0%"
    expect(person.page.locator(f"{HINTED} >> .chance.best").first).to_have_text(best)
    prompt = person.page.locator(".prompt .hint")
    expect(prompt).to_contain_text(best)
    if hint["reason"] is not None:
        forms = person.words(game)[f"reason.{hint['reason']['key']}"]
        forms = [forms] if isinstance(forms, str) else forms
        beginnings = "|".join(re.escape(form.split("{")[0]) for form in forms)
        expect(prompt).to_have_text(re.compile(f"(?:{beginnings}).+"))
    # Whoever does not see the page hears the same.
    expect(person.page.locator("galopp-speaker [role=alert]")).to_contain_text(best)
    spoken = person.page.locator(HINTED).first.get_attribute("aria-label")
    assert spoken is not None and best in spoken
    person.page.keyboard.press("Escape")
    expect(chances).to_have_count(0)


def plays_until(person: Person, holds: str) -> bool:
    """Play until this holds of the table at one's turn; False if the game is over before."""
    person.await_turn()
    while not person.page.evaluate(f"() => {TABLE}.{holds}"):
        if not person.play_turn():
            return False
        person.wait(READY)
        if person.state()["over"]:
            return False
    return True


def hint_with_chances(person: Person) -> dict[str, Any]:
    """Play until there is something to think about, and ask for a hint."""
    for _ in range(40):
        person.await_turn()
        legal = person.page.evaluate(f"() => {TABLE}.choice.legal.length")
        if legal > 1:
            person.button("tool.hint").click()
            person.wait(f"() => {TABLE}.choice.hint")
            hint = person.page.evaluate(f"() => {TABLE}.choice.hint")
            if hint["chance"] is not None:
                return hint
        decide(person)
    raise AssertionError("nothing to think about")


def decide(person: Person) -> None:
    """Decide all of it: a line-up is one decision, though it takes several presses."""
    before = person.state()["decision"]
    while person.state()["decision"] == before:
        person.play_turn()


@pytest.mark.thorough
def test_where_only_one_thing_is_possible_there_is_nothing_to_think_about(people) -> None:
    person: Person = people("de", PHONE)
    for _ in range(10):  # games at most: most of them have such a turn
        person.play_now("saumaumau")
        if plays_until(person, "choice.legal.length === 1"):
            break
    person.button("tool.hint").click()
    expect(person.page.locator(".notice")).to_contain_text(person.say("hint.only_choice"))


def test_a_bot_plays_on_for_whoever_stood_up_until_they_are_back(people) -> None:
    host, guest = two_people(people, "schweinsgalopp")
    guest.button("tool.menu").click()
    guest.page.get_by_role("dialog").get_by_role("button", name=guest.say("menu.stand_up")).click()
    guest.page.locator(".grave .danger").click()
    expect(guest.page.locator(".banner")).to_be_visible()
    expect(host.page.locator(".plays-on")).to_be_visible()
    host.play_turn()
    guest.page.locator(".banner").get_by_role("button", name=guest.say("seat.take_back")).click()
    expect(host.page.locator(".plays-on")).to_have_count(0)
    for _ in range(3):
        host.catch_up(guest)
        guest.catch_up(host)
        if host.state()["over"]:
            break
        asked_first(host, guest)[0].play_turn()


@pytest.mark.thorough
def test_those_who_are_there_let_a_bot_play_on_for_somebody_who_is_not(people) -> None:
    game = "schweinsgalopp"
    host, guest, absent = people(), people("de", PHONE), people("fr")
    code = host.open_table(game, players=3)
    for person, name in ((guest, "Otto"), (absent, "Ida")):
        person.follow_link(code)
        person.sit_down(name)
    host.start()
    absent.see_table()
    link = absent.context
    absent.page.close()
    for person in (host, guest):
        expect(person.page.locator(".seat.is-away")).to_be_visible()
        person.page.locator(".seat .badge").nth(2).click()
        person.button("seat.take_over").click()
        person.page.keyboard.press("Escape")
    expect(host.page.locator(".plays-on")).to_be_visible()
    back = people.meet(link, absent.server, "fr")
    back.follow_link(code)
    back.page.locator(".banner").get_by_role("button", name=back.say("seat.take_back")).click()
    expect(host.page.locator(".plays-on")).to_have_count(0)


@pytest.mark.thorough
@pytest.mark.a_few(1)
@pytest.mark.parametrize("how", ["result.again", "result.rematch"])
def test_once_more_with_the_same_people(people, how: str) -> None:
    person: Person = people(
        "de",
        PHONE,
        likes={"table": {"schweinsgalopp": {"options": {"races": 1}, "settings": {"pace": 0}}}},
    )
    person.play_now("schweinsgalopp", "Rosa")
    hurry(person)
    person.button(how).click()
    if how == "result.rematch":
        person.see_lobby()
        person.start()
    person.await_round(2)
    person.await_turn()
    assert person.page.locator("galopp-result section").count() == 0
    person.play_turn()


@pytest.mark.thorough
def test_the_host_sends_a_bot_away_and_closes_the_table(people) -> None:
    host, guest = people(), people("de", PHONE)
    code = host.open_table("saumaumau", players=3)
    guest.follow_link(code)
    host.page.locator(".chair-2 button").click()
    host.page.locator(".chair-ways button").first.click()
    expect(host.page.locator(".chair-2.chair-bot")).to_be_visible()
    host.page.locator(".chair-2 button").click()
    host.button("lobby.bot.away").click()
    expect(host.page.locator(".chair-2.chair-free")).to_be_visible()
    host.button("lobby.menu").click()
    host.button("menu.close_table").click()
    host.page.locator(".grave .danger").click()
    for person in (host, guest):
        expect(person.page.get_by_text(person.say("page.closed"))).to_be_visible()


def test_a_code_that_leads_nowhere_is_told_so(person: Person) -> None:
    person.trouble.expect("status of 404")
    person.go_home()
    field = person.page.get_by_label(person.say("home.join"))
    for code, told in (("AB", "home.join.letters"), ("ZZZZZZ", "home.join.nowhere")):
        field.fill(code)
        person.button("home.join.go").click()
        expect(person.page.get_by_text(person.say(told, code=code))).to_be_visible()


@pytest.mark.thorough
def test_the_screen_in_the_room_shows_the_board_and_nobodys_cards(people) -> None:
    host, room = people("de", PHONE), people("de", {"width": 1920, "height": 1080})
    code = host.play_now("saumaumau", players=3)
    room.page.goto(f"{room.server.address}/tv/{code}")
    room.see_table()
    host.play_turn()
    room.code = code
    room.catch_up(host)
    assert room.page.locator(".hand-card").count() == 0
    assert room.page.evaluate("document.documentElement.scrollWidth") <= 1920


@pytest.mark.thorough
def test_people_talk_in_phrases_that_each_reads_in_their_own_language(people) -> None:
    host, guest = two_people(people, "schweinsgalopp")
    guest.page.locator("galopp-seats .seat").first.wait_for()  # who comes later reads it in the log
    host.button("tool.talk").click()
    phrases = host.page.get_by_role("group", name=host.say("talk.phrases"))
    phrase = phrases.get_by_role("button").first
    said = phrase.inner_text()
    phrase.click()
    bubble = guest.page.locator(".saying")
    expect(bubble).to_be_visible()
    assert bubble.inner_text()
    assert host.page.locator(".saying").first.inner_text() == said
