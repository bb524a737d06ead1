"""Pages and what browsers are told about them, at the root and under a sub-path."""

import asyncio
import base64
import gzip
import hashlib
import json
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path
from xml.etree import ElementTree

import pytest
import segno
from devices import CLIENT, Table
from websockets.sync.client import connect

import galopp
from galopp.locale import LANGUAGES, Language
from galopp.server.http.api import OPERATIONS
from galopp.server.ops.negotiation import takes_gzip
from galopp.server.ops.threads import Threads
from galopp.server.site import edition as site
from galopp.server.site import qr
from galopp.server.site.edition import REFRESH_EVERY, Site
from galopp.wasm.building import MADE_FROM, sources_key
from serving import WITHIN, ServerProcess

SUB_PATH = "/games/galopp"
CODE = "BBBBBB"


@pytest.fixture(scope="module")
def server(shared_server):
    return shared_server


@pytest.fixture(scope="module")
def below(tmp_path_factory):
    """A server that is served below a path."""
    folder = tmp_path_factory.mktemp("below") / "data"
    with ServerProcess(folder, "--no-limits", "--root-path", SUB_PATH) as running:
        yield running


ANSWERS = [
    ("GET", "/", 200),
    ("HEAD", "/", 200),
    ("GET", f"/t/{CODE}", 200),
    ("GET", f"/tv/{CODE}", 200),
    ("GET", "/tv", 200),
    ("GET", "/rules/saumaumau", 200),
    ("GET", "/rules/nonsense", 404),
    ("GET", "/service_worker.js", 200),
    ("GET", "/manifest.webmanifest", 200),
    ("GET", "/web/now/app.js", 200),
    ("HEAD", "/web/now/app.js", 200),
    ("GET", "/web/now/words/de.json", 200),
    ("GET", "/web/now/words/fr/saumaumau.json", 200),
    ("GET", "/web/now/words/it.json", 404),
    ("GET", "/web/now/layouts/saumaumau.json", 200),
    ("GET", "/web/now/index.html", 404),
    ("GET", "/web/now/nothing.js", 404),
    ("GET", "/web/app.js", 404),
    ("POST", "/web/now/app.js", 405),
    ("GET", "/nothing", 404),
    ("POST", "/", 405),
    ("GET", "/healthz", 200),
    ("GET", "/readyz", 200),
    ("GET", "/metrics", 200),
    ("GET", "/api/games", 200),
    ("GET", "/api/games/saumaumau/rules", 200),
    ("GET", "/api/openapi.json", 200),
    ("GET", "/api/socket.schema.json", 200),
    ("GET", f"/api/tables/{CODE}", 404),
    ("POST", "/api/tables", 415),
    ("PUT", "/api/tables", 405),
]


@pytest.mark.parametrize(("method", "path", "status"), ANSWERS)
def test_every_answer_tells_browsers_to_trust_nothing_else(server, method, path, status):
    answer = CLIENT.request(method, server.address + path)
    assert answer.status_code == status
    check_headers(answer)


def check_headers(answer):
    headers = answer.headers
    policy = dict(part.split(" ", 1) for part in headers["content-security-policy"].split("; "))
    assert policy["default-src"] == "'self'"
    assert policy["frame-ancestors"] == policy["object-src"] == "'none'"
    assert policy["base-uri"] == policy["form-action"] == "'self'"
    # Modules of ours may be compiled to machine code; text never becomes a script or a style.
    no_text = headers["content-security-policy"].replace("'wasm-unsafe-eval'", "")
    assert not re.search(r"unsafe|https?:|\*", no_text)
    assert headers["x-content-type-options"] == "nosniff"
    assert headers["referrer-policy"] == "no-referrer"
    assert headers["cross-origin-opener-policy"] == "same-origin"
    assert headers["cross-origin-resource-policy"] == "same-origin"
    assert "server" not in headers and "set-cookie" not in headers
    assert "access-control-allow-origin" not in headers


def test_streams_and_refusals_have_the_same_headers(server):
    table = Table.open(server).sit_down()
    address = f"{server.address}{table.path}/news"
    with CLIENT.stream("GET", address, headers={"authorization": f"Bearer {table.host}"}) as news:
        check_headers(news)
        assert news.headers["cache-control"] == "no-store"
        assert news.headers["content-type"] == "application/x-ndjson"
    check_headers(table.ask("GET", "/game", "A" * 22))


def test_asking_for_the_head_of_a_stream_is_answered_at_once(server):
    table = Table.open(server).sit_down()
    answer = table.ask("HEAD", "/news", table.host)
    assert (answer.status_code, answer.content) == (200, b"")


@pytest.mark.parametrize("path", ["/api/games", "/api/tables/BBBBBB", "/api/tables"])
def test_nothing_about_a_table_is_kept_by_anything_in_between(server, path):
    assert CLIENT.get(server.address + path).headers["cache-control"] == "no-store"


def test_no_answer_of_the_server_is_kept_for_another_seat_of_the_same_browser(server):
    """Two seats ask at the same address, with another key: nothing between may answer for it."""
    table = Table.open(server).sit_down()
    asked = [one for one in OPERATIONS if one.method == "GET" and not one.path.endswith("/news")]
    founding = {"name": "Us", "member": "Ann"}
    group = CLIENT.post(f"{server.address}/api/groups", json=founding).json()["code"]
    named = {"code": table.code, "game": "saumaumau", "replay": f"{table.code}-1", "way": "x"}
    for operation in asked:
        path = operation.path.format(**named, group=group)
        for key in table.seats:
            shown = {"authorization": f"Bearer {key}"}
            headers = CLIENT.get(server.address + path, headers=shown).headers
            kept = "no-store" if path.startswith("/api/") else "no-cache"
            assert (path, headers["cache-control"]) == (path, kept)
            assert not {"etag", "last-modified", "expires", "age"} & {*headers}, path


@pytest.mark.parametrize("path", ["/", "/t/BBBBBB", "/service_worker.js", "/web/now/app.js"])
def test_pages_are_asked_for_again_so_that_nobody_has_an_old_one(server, path):
    assert CLIENT.get(server.address + path).headers["cache-control"] == "no-cache"


@pytest.mark.parametrize(
    "path", ["/", "/service_worker.js", "/manifest.webmanifest", "/web/now/app.js"]
)
def test_a_file_that_has_not_changed_is_not_sent_again(server, path):
    tag = CLIENT.get(server.address + path).headers["etag"]
    for known in (tag, tag.removeprefix("W/"), f'"other", {tag}'):
        again = CLIENT.get(server.address + path, headers={"if-none-match": known})
        assert (again.status_code, again.content) == (304, b"")
        check_headers(again)
    other = CLIENT.get(server.address + path, headers={"if-none-match": '"other"'})
    assert other.status_code == 200


@pytest.mark.parametrize("path", ["/", "/t/BBBBBB", "/tv/BBBBBB", "/rules/schweinsgalopp"])
def test_no_page_loads_or_links_to_anything_elsewhere(server, path):
    page = CLIENT.get(server.address + path).text
    assert not re.search(r"https?://|['\"]//|@import|javascript:|<base", page)
    assert "<script>" not in page and " style=" not in page, "the policy would not let it run"


def test_a_wrong_address_shows_people_the_page_and_tells_programs_so(server):
    browser = {"accept": "text/html,application/xhtml+xml,*/*;q=0.8"}
    page = CLIENT.get(f"{server.address}/nonsense", headers=browser)
    assert (page.status_code, page.text) == (404, CLIENT.get(f"{server.address}/").text)
    for path in ("/api/nonsense", "/web/now/nonsense.js"):
        assert CLIENT.get(server.address + path, headers=browser).json()["key"] == "no_such_page"
    assert CLIENT.get(f"{server.address}/nonsense").json()["key"] == "no_such_page"


# --- What pages are made of


def test_a_file_is_sent_with_what_concerns_files_and_no_more(server):
    headers = CLIENT.get(f"{server.address}{web(server)}/app.js").headers
    assert headers["x-content-type-options"] == "nosniff"
    assert headers["cross-origin-resource-policy"] == "same-origin"
    assert not {"content-security-policy", "permissions-policy", "server"} & headers.keys()


def web(server, before=""):
    """Where the page says that everything it loads is."""
    page = CLIENT.get(f"{server.address}{before}/").text
    return re.search(r'src="([^"]+)/app\.js"', page)[1]


def test_the_one_script_in_a_page_is_named_by_its_policy(server):
    answer = CLIENT.get(f"{server.address}/")
    (script,) = re.findall(r"<script[^>]*>([^<]+)</script>", answer.text)
    digest = base64.b64encode(hashlib.sha256(script.encode()).digest()).decode()
    allowed = f"; script-src 'self' 'wasm-unsafe-eval' 'sha256-{digest}'"
    assert answer.headers["content-security-policy"].endswith(allowed)
    for path in json.loads(script)["imports"].values():
        assert path.startswith(web(server)), "whatever is mapped is of the same edition"


def test_a_page_names_nothing_that_is_not_there(server):
    page = CLIENT.get(f"{server.address}/").text
    named = re.findall(r'(?:href|src)="([^"]+)"', page)
    modules = [name for name in named if name.endswith(".js")]
    assert len(set(modules)) == len(modules) - 1, "each once, but for the first of them"
    for name in named:
        assert CLIENT.get(server.address + name).status_code == 200, name
    assert not re.search(r"\{(root|web|version|modules)\}", page)
    assert f'<meta name="galopp-version" content="{galopp.__version__}">' in page


def test_what_a_page_loads_is_kept_for_ever_under_its_own_name(server):
    answer = CLIENT.get(f"{server.address}{web(server)}/app.js")
    assert answer.headers["cache-control"] == "public, max-age=31536000, immutable"
    old = CLIENT.get(f"{server.address}/web/0123456789abcdef/app.js")
    assert (old.headers["cache-control"], old.content) == ("no-cache", answer.content)


@pytest.mark.parametrize("path", ["/", "/web/now/words/de.json", "/web/now/vendor/lit/index.js"])
def test_everything_is_zipped_for_whoever_takes_that(server, path):
    plain, zipped = (
        CLIENT.get(server.address + path, headers={"accept-encoding": accepted})
        for accepted in ("identity", "br, gzip;q=0.5")
    )
    assert "content-encoding" not in plain.headers
    assert zipped.headers["content-encoding"] == "gzip"
    assert zipped.content == plain.content, "httpx has unzipped it"
    assert int(zipped.headers["content-length"]) < len(plain.content)
    for answer in (plain, zipped):
        assert "accept-encoding" in answer.headers["vary"].lower()
    head = CLIENT.head(server.address + path, headers={"accept-encoding": "gzip"})
    assert (head.content, head.headers["etag"]) == (b"", plain.headers["etag"])


@pytest.mark.parametrize(
    ("accepted", "takes"),
    [
        ([], False),
        (["gzip"], True),
        (["deflate, GZIP ;q=0.3"], True),
        (["br", "gzip; q=1.0"], True),
        (["gzip;q=0"], False),
        (["gzip;q=0.000, br"], False),
        (["xgzip"], False),
        (["identity"], False),
        ([",;q=,gzip;q=x"], True),
    ],
)
def test_who_takes_what_is_zipped(accepted, takes):
    assert takes_gzip(accepted) is takes


def test_files_are_of_the_kind_that_browsers_ask_for(server):
    files = Site("").refreshed().files
    there = {path.rsplit(".", 1)[-1] for path in files if "." in path.rsplit("/", 1)[-1]}
    assert {"js", "css", "json"} <= there
    unknown = there - {kind.removeprefix(".") for kind in site.MEDIA}
    assert not unknown, "a kind of file that browsers would be told is plain text"
    for path, kind in (("app.js", "text/javascript"), ("style/page.css", "text/css")):
        answer = CLIENT.get(f"{server.address}/web/now/{path}")
        assert answer.headers["content-type"] == f"{kind}; charset=utf-8"


@pytest.mark.parametrize("code", LANGUAGES)
def test_words_are_served_in_every_language(server, code):
    answer = CLIENT.get(f"{server.address}{web(server)}/words/{code}.json")
    assert answer.headers["content-type"] == "application/json"
    others = [
        CLIENT.get(f"{server.address}/web/now/words/{code}/{file}.json").json()
        for file in ("local", "mine", "new", "group", "later")
    ]
    words = answer.json()
    all_keys = [key for part in (words, *others) for key in part]
    assert len(all_keys) == len(set(all_keys)) and all(others)
    assert {*all_keys} >= Language(code).catalogue("web").keys()
    assert others[0]["fault.too_late"] == Language(code).say("fault.too_late")
    assert words["phrase.hello"] == Language(code).say("phrase.hello")
    assert words["fault.game_not_ready"] and "fault.too_late" not in words
    assert all(key in words for key in ("nobody", "table.began", "avatar.rosy"))
    for game in galopp.game_names():
        of_game, of_lesson = (
            CLIENT.get(f"{server.address}/web/now/words/{code}/{file}.json").json()
            for file in (game, f"{game}-lesson")
        )
        assert of_game | of_lesson == Language(code).catalogue(game)
        assert of_lesson and not of_game.keys() & of_lesson.keys()


def test_a_device_that_installs_the_page_is_told_in_the_language_it_asks_for(server):
    address = f"{server.address}/manifest.webmanifest"
    for asked, spoken in (("fr-CH, de;q=0.5", "fr"), ("de", "de"), ("it", "en")):
        answer = CLIENT.get(address, headers={"accept-language": asked})
        assert answer.json()["lang"] == spoken
        assert answer.headers["content-type"] == "application/manifest+json"
        assert "accept-language" in answer.headers["vary"]
        for icon in answer.json()["icons"]:
            assert CLIENT.get(server.address + icon["src"]).status_code == 200


# --- Editions


@pytest.fixture
def folder(tmp_path):
    """A small page."""
    imports = {"lib": "{web}/lib/index.js", "lib/": "{web}/lib/"}
    files = {
        "index.html": f'<script type="importmap">{json.dumps({"imports": imports})}</script>'
        "{modules}<p>{root} {web}</p>",
        "app.js": 'import {a} from "./a.js";\nimport "lib";\n/** @import {T} from "./types.js" */\n'
        'const later = () => import("./later.js");\n/** @type {import("./types.js").T} */',
        "a.js": "import {\n  b,\n  c,\n} from './deep/b.js';\nexport * from \"./c.js\";",
        "deep/b.js": 'import "../a.js";import{x as y}from"lib/x.js";',
        "c.js": 'const text = "import nothing";',
        "lib/index.js": 'import"./x.js";export{z}from"lib/z.js";',
        "lib/x.js": "",
        "lib/z.js": "",
        "later.js": "",
        "types.js": "",
        "types.d.ts": "",
        ".hidden": "",
    }
    for name, text in files.items():
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text(text, encoding="utf-8")
    return tmp_path


def test_all_modules_that_the_first_one_needs_are_announced_and_no_others(folder):
    edition = Site("/games", folder).refreshed()
    wanted = ["app.js", "a.js", "lib/index.js", "deep/b.js", "c.js", "lib/x.js", "lib/z.js"]
    assert edition.modules_of("app.js") == wanted
    page = edition.pages["home"].file.body.decode()
    for path in wanted:
        address = f"/games/web/{edition.hash}/{path}"
        assert f'<link rel="modulepreload" href="{address}">' in page
    assert f"<p>/games /games/web/{edition.hash}</p>" in page


def test_a_page_announces_what_it_loads_at_once_at_its_address(folder):
    first = folder / site.BEGINS_WITH["table"]
    first.parent.mkdir(parents=True)
    first.write_text('import "../../later.js";', encoding="utf-8")
    edition = Site("", folder).refreshed()
    assert "later.js" in edition.pages["table"].file.body.decode()
    assert "later.js" not in edition.pages["home"].file.body.decode()


def test_comments_that_have_lines_to_themselves_stay_at_home(folder):
    code = 'const a = "/* b */"; // why\nf(`//`);\n/** @type {T} */ (x).y();\n'
    written = f"/** What it does.\n * @param x\n */\n  // alone\n{code}/* the end */\n"
    (folder / "c.js").write_text(written, encoding="utf-8")
    (folder / "vendor").mkdir()
    (folder / "vendor" / "theirs.js").write_text(written, encoding="utf-8")
    files = Site("", folder).refreshed().files
    assert files["c.js"].body.decode() == code
    assert files["vendor/theirs.js"].body.decode() == written


def test_every_module_can_be_read_without_its_comments(tmp_path):
    served = Site("").refreshed().files
    modules = [path for path in served if path.endswith(".js") and not path.startswith("vendor/")]
    for number, path in enumerate(modules):
        (tmp_path / f"{number}.mjs").write_bytes(served[path].body)
    imports = "".join(f'"{number}.mjs",' for number in range(len(modules)))
    script = f"for (const m of [{imports}]) new (await import('node:vm')).SourceTextModule("
    script += "(await import('node:fs')).readFileSync(m, 'utf8'))"
    node = shutil.which("node", path=f"{Path(sys.executable).parent}:{os.environ['PATH']}")
    assert node is not None
    checked = subprocess.run(
        [node, "--experimental-vm-modules", "--no-warnings", "--input-type=module", "-e", script],
        cwd=tmp_path,
        capture_output=True,
        text=True,
        check=False,
    )
    assert checked.returncode == 0, checked.stderr


def test_what_is_hidden_or_only_for_tools_is_not_served(folder):
    assert not {".hidden", "types.d.ts"} & Site("", folder).refreshed().files.keys()


def test_modules_are_served_that_were_made_from_the_rules_that_run_here(folder):
    modules = folder / site.MODULES
    modules.mkdir()
    (modules / "saumaumau.wasm").write_bytes(b"\0asm")
    (modules / MADE_FROM).write_text("other sources", encoding="utf-8")
    assert "wasm/saumaumau.wasm" not in Site("", folder).refreshed().files
    (modules / MADE_FROM).write_text(sources_key(), encoding="utf-8")
    served = Site("", folder).refreshed().files["wasm/saumaumau.wasm"]
    assert (served.media, served.body) == ("application/wasm", b"\0asm")


def test_a_changed_file_is_noticed_and_gives_everything_another_name(folder, monkeypatch):
    now = 100.0
    monkeypatch.setattr("time.monotonic", lambda: now)
    of_folder = Site("", folder)
    first = of_folder.refreshed()
    (folder / "c.js").write_text("changed", encoding="utf-8")
    assert of_folder.refreshed() is first, "it has looked a moment ago"
    now += REFRESH_EVERY
    assert of_folder.edition is first, "only a page looks"
    second = of_folder.refreshed()
    assert second.hash != first.hash
    assert second.files["c.js"].body == b"changed"
    assert of_folder.edition is second
    now += REFRESH_EVERY
    assert of_folder.refreshed() is second


def test_the_same_files_have_the_same_name_everywhere(folder):
    assert Site("", folder).refreshed().hash == Site("/elsewhere", folder).refreshed().hash


def test_words_are_part_of_what_gives_the_name(folder, monkeypatch):
    first = Site("", folder).refreshed().hash
    monkeypatch.setattr(site, "words_of_page", lambda language: {"key": "said otherwise"})
    assert Site("", folder).refreshed().hash != first


def test_what_zipping_makes_no_smaller_is_sent_as_it_is():
    small, large = site.File.named("a.js", b"x"), site.File.named("b.js", b"x" * 1000)
    assert small.zipped is small.body
    assert gzip.decompress(large.zipped) == large.body


# --- Under a sub-path


@pytest.mark.parametrize("before", ["", SUB_PATH], ids=["taken away", "left in place"])
@pytest.mark.parametrize(("method", "path", "status"), ANSWERS)
def test_below_a_path_everything_is_served_whether_or_not_the_proxy_takes_it_away(
    below, before, method, path, status
):
    answer = CLIENT.request(method, below.address + before + path)
    assert answer.status_code == status
    check_headers(answer)


@pytest.mark.parametrize("before", ["", SUB_PATH], ids=["taken away", "left in place"])
def test_below_a_path_tables_and_lines_work(below, before):
    table = Table.open(below).sit_down()
    address = below.socket_address(table.code).replace("/api", f"{before}/api")
    with connect(address, proxy=None) as line:
        line.send('{"type":"hello","keys":["' + table.seats[0] + '"]}')
        assert '"welcome"' in line.recv(timeout=WITHIN)
    address = f"{below.address}{before}{table.path}/game"
    shown = {"authorization": f"Bearer {table.seats[0]}"}
    assert CLIENT.get(address, headers=shown).json()["viewer"] == 0


@pytest.mark.parametrize("before", ["", SUB_PATH], ids=["taken away", "left in place"])
def test_below_a_path_pages_and_descriptions_name_it(below, before):
    for path in ("/", "/t/BBBBBB"):
        page = CLIENT.get(below.address + before + path).text
        assert f'<meta name="galopp-root" content="{SUB_PATH}">' in page
    assert web(below, before).startswith(f"{SUB_PATH}/web/")
    for at in (web(below, before), web(below, before).removeprefix(SUB_PATH)):
        answer = CLIENT.get(f"{below.address}{at}/app.js")
        assert answer.headers["cache-control"].endswith("immutable")
    described = CLIENT.get(f"{below.address}{before}/api/openapi.json").json()
    assert described["servers"] == [{"url": below.address + SUB_PATH}]


def test_a_path_that_only_begins_like_the_sub_path_is_another_one(below):
    assert CLIENT.get(f"{below.address}{SUB_PATH}s/healthz").status_code == 404


# --- QR codes


def drawn(svg):
    """The dark modules of a QR code in SVG, by row and column."""
    lines = [
        path
        for path in ElementTree.fromstring(svg).iter("{http://www.w3.org/2000/svg}path")
        if path.get("stroke")
    ]
    assert len(lines) == 1
    dark, x, y = set(), 0.0, 0.0
    for command, numbers in re.findall(r"([Mmh])([-0-9. ]+)", lines[0].get("d")):
        steps = [float(number) for number in re.findall(r"-?[0-9.]+", numbers)]
        match command:
            case "M":
                x, y = steps
            case "m":
                x, y = x + steps[0], y + steps[1]
            case "h":
                dark |= {(int(y), int(x) + step) for step in range(int(steps[0]))}
                x += steps[0]
    return dark


def modules_of(address, border=2):
    rows = segno.make(address, error="m", micro=False).matrix
    return {
        (row + border, column + border)
        for row, modules in enumerate(rows)
        for column, module in enumerate(modules)
        if module
    }


def test_the_qr_code_of_a_table_leads_to_it(server):
    table = Table.open(server)
    answer = table.ask("GET", "/qr.svg")
    assert answer.headers["content-type"] == "image/svg+xml"
    assert drawn(answer.content) == modules_of(f"{server.address}/t/{table.code}")
    check_headers(answer)


def test_the_qr_code_leads_to_where_the_client_is(below):
    table = Table.open(below)
    answer = table.ask(
        "GET", "/qr.svg", headers={"host": "galopp.example", "x-forwarded-proto": "https"}
    )
    assert drawn(answer.content) == modules_of(f"https://galopp.example{SUB_PATH}/t/{table.code}")


@pytest.mark.parametrize(
    "host",
    ["x" * 2500, "pigs.example/" + "x" * 80, "pigs.example:123456", "a b", "[::1", "<b>", "é"],
    ids=["long", "path", "port", "space", "bracket", "markup", "letters"],
)
def test_no_qr_code_is_drawn_for_a_host_that_is_none(server, host):
    table = Table.open(server)
    answer = table.ask("GET", "/qr.svg", headers={"host": host.encode("latin-1")})
    assert (answer.status_code, answer.json()["key"]) == (400, "no_host")


def test_a_qr_code_is_drawn_once_unless_it_holds_a_key(monkeypatch):
    drawn = []
    monkeypatch.setattr(qr, "qr", lambda address: drawn.append(address) or b"<svg/>")

    async def draw(address, keep):
        threads = Threads()
        codes = qr.QrCodes(threads)
        for _ in range(3):
            if codes.find(address) is None:
                await codes.draw(address, keep)
        threads.close()

    asyncio.run(draw("https://pigs.example/t/KQHTZM", keep=True))
    assert len(drawn) == 1
    asyncio.run(draw("https://pigs.example/t/KQHTZM#key", keep=False))
    assert len(drawn) == 4


def test_a_seat_is_carried_to_another_device_behind_the_hash_where_no_log_sees_it(server):
    table = Table.open(server).sit_down()
    wanted = {"path": f"t/{table.code}", "fragment": f"key={table.seats[0]}"}
    answer = CLIENT.post(f"{server.address}/api/qr", json=wanted)
    address = f"{server.address}/t/{table.code}#key={table.seats[0]}"
    assert drawn(answer.content) == modules_of(address)
    assert table.seats[0] not in server.log.read_text(encoding="utf-8")


@pytest.mark.parametrize("wanted", [{"path": "../.."}, {"path": "a b"}, {"fragment": "<"}])
def test_a_qr_code_is_not_drawn_for_what_is_no_address(server, wanted):
    answer = CLIENT.post(f"{server.address}/api/qr", json=wanted)
    assert (answer.status_code, answer.json()["key"]) == (400, "unreadable_message")


def test_a_qr_code_never_leads_to_another_server(server):
    answer = CLIENT.post(f"{server.address}/api/qr", json={"path": "//evil-example/x"})
    assert drawn(answer.content) == modules_of(f"{server.address}/evil-example/x")


def test_a_bet_pays_what_the_planks_of_the_board_say(server):
    games = {game["name"]: game for game in CLIENT.get(f"{server.address}/api/games").json()}
    payouts = games["saumaumau"]["payouts"]
    assert payouts == ["6", "4+", "3+", "2+", "1+"]
    planks = ", ".join(payout.rstrip("+") for payout in payouts)
    deck = Path(galopp.__file__).parent / "web" / "games" / "saumaumau" / "deck.js"
    assert f"BET_POINTS = [{planks}];" in deck.read_text(encoding="utf-8")
    assert games["ostfriesenlauf"]["owned"] == {"runner": ["red", "yellow", "blue", "white"]}
    assert games["schweinsgalopp"]["payouts"] == []
