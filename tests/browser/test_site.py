"""The page as static files: any web space is enough to play, learn and watch games."""

import hashlib
import re
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, date, datetime, timedelta
from pathlib import Path

import pytest
from people import GAMES, LAPTOP, PHONE, Person
from playwright.sync_api import expect
from test_here import briefly, play_here, saved
from test_review import DONE

from serving import ServerProcess
from wasm.modules import built

BASE = "/some/where"
GALOPP = [sys.executable, "-c", "from galopp.cli import app; app()"]
PORT = re.compile(r"port (\d+)")


def write_site(folder: Path, *options: str) -> subprocess.CompletedProcess[str]:
    command = [*GALOPP, "site", str(folder), *options, "--lang", "en"]
    return subprocess.run(command, capture_output=True, text=True, check=False)


@pytest.fixture(scope="module")
def web_space(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The address of a site that Python's own web server serves, which knows nothing of us."""
    built()
    top = tmp_path_factory.mktemp("web")
    folder = top / BASE.strip("/")
    folder.mkdir(parents=True)
    told = write_site(folder, "--base", f"{BASE}/")
    assert told.returncode == 0, told.stderr
    with serving(top) as address:
        yield f"{address}{BASE}"


@contextmanager
def serving(folder: Path) -> Iterator[str]:
    """A folder served by Python's own web server: its address."""
    where = ["--bind", "127.0.0.1", "--directory", str(folder)]
    command = [sys.executable, "-u", "-m", "http.server", "0", *where]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL) as running:
        assert running.stdout is not None
        found = PORT.search(running.stdout.readline().decode())
        assert found
        try:
            yield f"http://127.0.0.1:{found[1]}"
        finally:
            running.kill()


def visit(person: Person, address: str) -> None:
    """Come by a link; words are looked up at a server, which the page has nothing to do with."""
    person.trouble.expect(f"asked elsewhere: {re.escape(address.partition(BASE)[0] + BASE)}/")
    person.page.goto(address)


def at_home(person: Person, address: str) -> list[str]:
    """Come to the first page; returns what the page asks for from then on."""
    asked: list[str] = []
    person.page.on("request", lambda request: asked.append(request.url))
    visit(person, f"{address}/")
    expect(person.page.locator("button.game-card:enabled")).to_have_count(len(GAMES))
    return asked


def elsewhere(asked: list[str], address: str) -> list[str]:
    return [url for url in asked if not url.startswith(address) and not url.startswith("blob:")]


def test_a_web_space_plays_a_whole_game_and_links_carry_it(people, web_space, tmp_path) -> None:
    game = "schweinsgalopp"
    person: Person = people("de", PHONE, likes=briefly(game, level="strong"))
    asked = at_home(person, web_space)
    expect(person.page.locator("galopp-join")).to_have_count(0)  # there is no table to join
    expect(person.page.locator(".line-bar")).to_have_count(0)  # and no server that is away
    play_here(person, game)
    person.play_to_the_end()
    record = saved(person, tmp_path)
    assert record.final().over

    person.page.locator(".result-acts a[href*='replay=']").last.click()
    expect(person.page.locator("galopp-replay galopp-board svg").first).to_be_visible()
    person.page.locator(".tool.menu").click()
    person.page.get_by_role("button", name=person.say("replay.link")).click()
    expect(person.page.locator(".replay-link")).to_have_value(re.compile("#game="))
    link = person.page.locator(".replay-link").input_value()
    assert link.startswith(f"{web_space}/replay#game=") and len(link) < 3000
    assert elsewhere(asked, web_space) == []
    assert [url for url in asked if "/api/" in url or "healthz" in url] == []

    friend: Person = people("fr", LAPTOP)
    visit(friend, link)
    friend.page.wait_for_url("**/here?replay=HERE-FILE-*")
    expect(friend.page.locator("galopp-replay galopp-board svg").first).to_be_visible()
    friend.page.keyboard.press("h")
    friend.wait(DONE)
    expect(friend.page.locator("aside .review-sentences li")).to_have_count(2)
    friend.page.goto(link[:-20])
    expect(friend.page.locator("main > p[role=alert]")).to_have_text(
        friend.say("replay.link_broken")
    )


def test_lessons_and_rules_have_addresses_of_their_own(people, web_space) -> None:
    person: Person = people("en", LAPTOP)
    asked = at_home(person, web_space)
    for game in GAMES:
        person.page.goto(f"{web_space}/learn/{game}")
        expect(person.page.locator(".lesson-words p").first).not_to_be_empty()
        expect(person.page.locator(".lesson-skip")).to_be_visible()  # to a game of one's own
        person.page.goto(f"{web_space}/rules/{game}")
        expect(person.page.locator("galopp-rules-page h2").first).to_be_visible()
    assert [url for url in asked if "/api/" in url or "healthz" in url] == []


NO_MODULES = (
    "from galopp.server.site import edition; edition.is_built = lambda *_: False; "
    "from galopp.cli import app; app()"
)


class WithoutModules(ServerProcess):
    """A clone that no linker was found for."""

    program = ("-c", NO_MODULES)


def test_where_there_are_no_modules_a_server_plays_and_nothing_is_offered_here(
    people, tmp_path
) -> None:
    with WithoutModules(tmp_path / "data", "--no-limits") as server:
        person: Person = people("en", PHONE, server=server, likes={"table": {"here": True}})
        person.choose_game("schweinsgalopp")
        assert person.page.get_by_text(person.say("home.new.here")).count() == 0
        person.call_oneself("Rosa")
        person.page.locator(".new-ways button.primary").click()
        person.arrive_at_table()
        person.play_turn()
        person.page.close()  # before its server goes


@pytest.mark.parametrize("language", ["de", pytest.param("fr", marks=pytest.mark.thorough)])
def test_where_there_are_no_modules_a_web_space_teaches_and_says_so(
    people, tmp_path, language
) -> None:
    folder = tmp_path / "site"
    command = [sys.executable, "-c", NO_MODULES, "site", str(folder), "--lang", "en"]
    told = subprocess.run(command, capture_output=True, text=True, check=True)
    assert "only for learning" in " ".join(told.stderr.split())
    with serving(folder) as address:
        person: Person = people(language, PHONE)
        person.trouble.expect(f"asked elsewhere: {re.escape(address)}/")
        person.page.goto(f"{address}/")
        cards = person.page.locator("button.game-card small")
        expect(cards).to_have_text([person.say("home.only_learnt")] * len(GAMES))
        expect(person.page.locator("button.game-card:enabled")).to_have_count(0)
        person.page.locator(".game-learn").first.click()
        expect(person.page.locator(".lesson-words p").first).not_to_be_empty()
        assert person.page.locator(".lesson-skip").count() == 0


def promise_of(day: date, game: str) -> str:
    """What is promised where the luck comes from the date alone."""
    secret = hashlib.sha256(f"galopp {day.isoformat()}/{game}".encode()).digest()
    return hashlib.sha256(secret).hexdigest()


def test_the_deal_of_the_day_is_the_same_for_everybody(people, web_space) -> None:
    today = datetime.now(UTC).date()
    days = (today, today + timedelta(days=1))  # midnight may pass
    known = [promise_of(day, "saumaumau") for day in days]
    for language in ("de", "en"):
        person: Person = people(language, PHONE)
        at_home(person, web_space)
        person.page.locator("galopp-day .table-link").first.click()
        begin = person.page.locator("galopp-day-sheet button.primary")
        expect(begin).to_be_visible()
        counts = person.page.get_by_text(person.say("day.counts"))
        expect(counts).to_have_count(0)  # nobody keeps a list
        begin.click()
        person.page.wait_for_url("**/here?table=*")
        person.see_table()
        promise = person.page.evaluate("document.querySelector('galopp-app').table.news.promise")
        assert promise in known


@pytest.mark.a_few(2)
@pytest.mark.parametrize(
    ("folder", "base", "told"),
    [
        ("site", "/", "--directory {top}/site and http://localhost:8000/"),
        ("club/games", "/club/games/", "--directory {top} and http://localhost:8000/club/games/"),
        ("site", "/games/", "can be served below /games/"),
    ],
)
def test_it_is_told_how_to_try_what_was_written(tmp_path: Path, folder, base, told) -> None:
    """Served from its own folder, a page that is meant for below a path finds none of its files."""
    said = write_site(tmp_path / folder, "--base", base)
    assert said.returncode == 0, said.stderr
    assert told.format(top=tmp_path).replace(" ", "") in "".join(said.stdout.split())


def test_a_folder_with_something_else_stays_as_it_is(tmp_path: Path) -> None:
    (tmp_path / "letter.txt").write_text("not ours")
    told = write_site(tmp_path)
    assert told.returncode == 2 and "something else" in told.stderr
    assert [file.name for file in tmp_path.iterdir()] == ["letter.txt"]


@pytest.mark.thorough
def test_written_again_it_is_the_same_and_a_path_is_read_as_it_was_meant(tmp_path: Path) -> None:
    built()
    written = []
    for base in ("galopp", "/galopp/"):
        assert write_site(tmp_path / "site", "--base", base).returncode == 0
        files = sorted(file for file in (tmp_path / "site").rglob("*") if file.is_file())
        written.append({str(file): file.read_bytes() for file in files})
    assert written[0] == written[1]
    page = (tmp_path / "site" / "index.html").read_text(encoding="utf-8")
    assert '<meta name="galopp-root" content="/galopp">' in page
    assert "default-src 'self'" in page and "frame-ancestors" not in page
    assert write_site(tmp_path / "other", "--base", "/a b/").returncode == 2
