"""A picture of a result to show to others: drawn by the page, and a real file."""

import struct
from pathlib import Path

import pytest
from people import LAPTOP, PHONE, SHORT, Person, hurry
from playwright.sync_api import expect
from test_axe import findings
from test_fits import measured

PNG = b"\x89PNG\r\n\x1a\n"
SIZE = struct.Struct(">II")  # width and height, in the first chunk


def size_of(picture: bytes) -> tuple[int, int]:
    assert picture.startswith(PNG) and picture[12:16] == b"IHDR"
    return SIZE.unpack(picture[16:24])


def short(game: str) -> dict:
    return {"table": {game: {"options": SHORT[game], "settings": {"pace": 0}}}}


def saved(person: Person, folder: Path) -> bytes:
    with person.page.expect_download() as download:
        person.page.get_by_role("link", name=person.say("picture.save")).click()
    assert download.value.suggested_filename == f"galopp-{person.code.lower()}-1.png"
    download.value.save_as(folder / "picture.png")
    return (folder / "picture.png").read_bytes()


@pytest.mark.a_few(1)
@pytest.mark.parametrize(
    ("game", "language"),
    [("saumaumau", "de"), ("ostfriesenlauf", "fr"), ("schweinsgalopp", "en")],
)
def test_a_result_is_shown_as_a_picture(people, tmp_path, game: str, language: str) -> None:
    person: Person = people(language, PHONE, likes=short(game), reduced_motion="reduce")
    person.play_now(game, "Jürgen von Öhlmann-Groß", players=4)
    hurry(person)
    person.button("picture.show").click()
    expect(person.page.locator("img.picture-drawn")).to_be_visible()
    assert findings(person, f"picture, {game}") + measured(person, f"picture, {game}") == []
    assert size_of(saved(person, tmp_path)) == (1080, 1080)
    told = person.page.locator(".picture-text").input_value()
    assert person.say(f"game.{game}.title") in told and person.server.address in told
    assert "Jürgen von Öhlmann-Groß" in told
    assert len([line for line in told.splitlines() if line[:2] in ("1.", "2.", "3.", "4.")]) == 4


COLOURS = """async () => {
  const image = document.querySelector("img.picture-drawn");
  await image.decode();
  const canvas = Object.assign(document.createElement("canvas"), { width: 1080, height: 1080 });
  const pen = canvas.getContext("2d");
  pen.drawImage(image, 0, 0);
  const { data } = pen.getImageData(0, 0, 1080, 1080);
  const seen = new Set();
  for (let at = 0; at < data.length; at += 4)
    seen.add((data[at] << 16) + (data[at + 1] << 8) + data[at + 2]);
  return seen.size;
}"""


def test_it_can_be_handed_on_copied_and_is_drawn_anew_in_the_dark(people) -> None:
    game = "schweinsgalopp"
    person: Person = people("en", LAPTOP, likes=short(game), reduced_motion="reduce")
    person.context.grant_permissions(["clipboard-read", "clipboard-write"])
    person.page.add_init_script(
        "navigator.share = async (shared) => { window.shared = shared; };"
        "navigator.canShare = () => true;"
    )
    person.play_now(game, players=3)
    hurry(person)
    person.button("picture.show").click()
    drawn = person.page.locator("img.picture-drawn")
    expect(drawn).to_be_visible()
    assert person.page.evaluate(COLOURS) > 100  # the art is there, not only paper
    dialog = person.page.get_by_role("dialog")
    dialog.get_by_role("button", name=person.say("share.hand")).click()
    person.wait("() => window.shared.files[0].type === 'image/png'")
    assert "Rosa" in person.page.evaluate("window.shared.text")
    dialog.get_by_role("button", name=person.say("picture.copy"), exact=True).click()
    person.wait(
        "async () => (await navigator.clipboard.read())[0].types.includes('image/png')",
    )
    dialog.get_by_role("button", name=person.say("picture.copy_text")).click()
    person.wait("async () => (await navigator.clipboard.readText()).includes('Rosa')")
    light = drawn.get_attribute("src")
    person.page.emulate_media(color_scheme="dark")
    person.wait("(light) => document.querySelector('img.picture-drawn').src !== light", light)
