"""What a device is told that installs the page, and the worker that keeps it."""

import json
import re
import struct

import pytest

import galopp
from galopp import __version__
from galopp.locale import LANGUAGES, Language
from galopp.server.site import edition as site
from galopp.server.site.edition import ADDRESSES, REPLAY, RULES, Site
from galopp.server.site.manifest import PAPER, manifest


@pytest.fixture(scope="module", params=["", "/games"])
def edition(request):
    return Site(request.param).refreshed()


def told_to(edition):
    """What the worker's first line tells it."""
    first, _, rest = edition.worker.body.decode().partition("\n")
    assert "\nconst galopp" not in rest
    return json.loads(re.fullmatch(r"const galopp = (.*);", first)[1])


# --- The manifest


@pytest.mark.parametrize("code", LANGUAGES)
def test_the_page_is_installed_where_it_is_served_and_in_the_readers_language(code):
    for root in ("", "/games/galopp"):
        told = json.loads(manifest(root, Language(code)).body)
        assert told["start_url"] == told["scope"] == told["id"] == f"{root}/"
        assert (told["name"], told["display"], told["lang"]) == ("Galopp", "standalone", code)
        assert told["description"] == Language(code).of_game("web", "home.slogan")


def test_every_icon_is_there_in_the_size_it_is_said_to_have(edition):
    icons = json.loads(manifest(edition.root, Language("en")).body)["icons"]
    assert {icon["purpose"] for icon in icons} == {"any", "maskable"}
    assert {"192x192", "512x512"} <= {icon["sizes"] for icon in icons}
    for icon in icons:
        file = edition.files[icon["src"].removeprefix(f"{edition.root}/web/now/")]
        assert file.media == icon["type"] == "image/png"
        assert "x".join(map(str, size_of(file.body))) == icon["sizes"]


def size_of(png):
    assert png.startswith(b"\x89PNG\r\n\x1a\n")
    return struct.unpack(">II", png[16:24])


def test_the_colours_are_those_of_the_page():
    tokens = (site.WEB / "style" / "tokens.css").read_text(encoding="utf-8")
    light, dark = re.findall(r"--ground: (#\w+);", tokens)
    page = (site.WEB / "index.html").read_text(encoding="utf-8")
    assert light == PAPER
    assert re.findall(r'name="theme-color" content="(#\w+)"', page) == [light, dark]


def test_a_page_names_its_manifest_and_a_picture_for_the_home_screen(edition):
    page = edition.pages["home"].file.body.decode()
    assert f'<link rel="manifest" href="{edition.root}/manifest.webmanifest">' in page
    assert f'<link rel="apple-touch-icon" href="{edition.web}/icons/apple-touch-180.png">' in page
    assert size_of(edition.files["icons/apple-touch-180.png"].body) == (180, 180)


# --- The worker


def test_the_worker_knows_its_edition_and_where_pages_are(edition):
    told = told_to(edition)
    assert (told["root"], told["edition"]) == (edition.root, edition.hash)
    assert told["web"] == f"{edition.root}/web/{edition.hash}"
    assert told["pages"][0] == "/", "which is that page alone"
    for address in (*ADDRESSES[1:], REPLAY, RULES):
        assert address.startswith(tuple(told["pages"][1:]))


def test_what_is_kept_is_all_that_the_page_needs_without_a_line(edition):
    kept = told_to(edition)["shell"]
    assert len(set(kept)) == len(kept) and edition.files.keys() >= set(kept)
    wanted = edition.modules_of(
        "app.js", "view/home/home.js", "view/table/entry.js", "view/home/new_table.js"
    )
    assert set(wanted) <= set(kept)
    for code in LANGUAGES:
        assert {f"words/{code}.json", f"words/{code}/later.json"} <= set(kept)
    assert {path for path in edition.files if path.startswith("style/")} <= set(kept)


def test_nothing_is_kept_that_the_server_answers(edition):
    for path in told_to(edition)["shell"]:
        assert not path.startswith(("worker/", "icons/", "index.html", "/", "api"))


def test_all_games_are_kept_and_their_words_once_a_language_is_read(edition):
    """They are played without a line, too; but nobody reads every language."""
    told = told_to(edition)
    games = {path for path in edition.files if path.startswith(("games/", "facts/", "lessons/"))}
    assert games and games <= set(told["shell"])
    for code in LANGUAGES:
        words = {f"words/{code}/{game}.json" for game in galopp.game_names()}
        assert words <= set(told["words"][code]) and not words & set(told["shell"])


def test_what_a_table_on_the_device_needs_is_known_before_anybody_imports_it(edition):
    """Else files come one after the other, each as late as it is met."""
    told = told_to(edition)
    at_first = set(edition.modules_of("app.js", "view/home/home.js"))
    assert "model/facts.js" in told["first"] and not at_first & set(told["first"])
    assert set(told["facts"]) == {f"facts/{game}.json" for game in galopp.game_names()}
    for game in galopp.game_names():
        wanted = edition.modules_of("view/here/entry.js", "model/here.js", f"games/{game}/game.js")
        parts = [told["first"], told["ahead"]["table"], told["ahead"][game]]
        ahead = [path for part in parts for path in part]
        assert set(wanted) <= at_first | set(ahead)
        assert len(set(ahead)) == len(ahead) and set(ahead) <= set(told["shell"])


def test_each_part_of_the_worker_has_its_names_to_itself(tmp_path):
    (tmp_path / "index.html").write_text("{modules}", encoding="utf-8")
    (tmp_path / "worker").mkdir()
    for name in ("a", "b"):
        (tmp_path / "worker" / f"{name}.js").write_text(f"const x = '{name}';\n", encoding="utf-8")
    edition = Site("", tmp_path).refreshed()
    _, _, parts = edition.worker.body.decode().partition("\n")
    assert parts == "{\nconst x = 'a';\n}\n{\nconst x = 'b';\n}"
    assert "worker/a.js" not in told_to(edition)["shell"]


def test_another_file_or_another_version_is_another_worker(tmp_path, monkeypatch):
    def made():
        edition = Site("", tmp_path).refreshed()
        return edition.worker.tag, edition.pages["home"].file.body.decode()

    (tmp_path / "index.html").write_text("{modules}{version}", encoding="utf-8")
    first, page = made()
    assert page == __version__
    (tmp_path / "later.js").write_text("", encoding="utf-8")
    second, _ = made()
    monkeypatch.setattr(site, "__version__", "99")
    third, page = made()
    assert page == "99"
    assert len({first, second, third}) == 3
