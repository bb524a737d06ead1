"""Pages and what browsers are told about them, at the root and under a sub-path."""

import re
from xml.etree import ElementTree

import pytest
import segno
from devices import CLIENT, Table
from websockets.sync.client import connect

from serving import ServerProcess

SUB_PATH = "/games/galopp"
CODE = "BBBBBB"


@pytest.fixture(scope="module")
def server(tmp_path_factory):
    with ServerProcess(tmp_path_factory.mktemp("pages") / "data", "--no-limits") as running:
        yield running


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
    ("GET", "/web/index.html", 200),
    ("GET", "/web/nothing.js", 404),
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
    assert not re.search(r"unsafe|https?:|\*", headers["content-security-policy"])
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


@pytest.mark.parametrize("path", ["/", "/t/BBBBBB", "/web/index.html"])
def test_pages_are_asked_for_again_so_that_nobody_has_an_old_one(server, path):
    assert CLIENT.get(server.address + path).headers["cache-control"] == "no-cache"


def test_a_file_that_has_not_changed_is_not_sent_again(server):
    first = CLIENT.get(f"{server.address}/web/index.html")
    again = CLIENT.get(
        f"{server.address}/web/index.html", headers={"if-none-match": first.headers["etag"]}
    )
    assert (again.status_code, again.content) == (304, b"")
    check_headers(again)


@pytest.mark.parametrize("path", ["/", "/t/BBBBBB", "/tv/BBBBBB"])
def test_no_page_loads_or_links_to_anything_elsewhere(server, path):
    page = CLIENT.get(server.address + path).text
    assert not re.search(r"https?://|['\"]//|@import|javascript:", page)
    assert "<script>" not in page and " style=" not in page, "the policy would not let it run"


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
        assert '"welcome"' in line.recv(timeout=10)
    address = f"{below.address}{before}{table.path}/game"
    shown = {"authorization": f"Bearer {table.seats[0]}"}
    assert CLIENT.get(address, headers=shown).json()["viewer"] == 0


@pytest.mark.parametrize("before", ["", SUB_PATH], ids=["taken away", "left in place"])
def test_below_a_path_pages_and_descriptions_name_it(below, before):
    for path in ("/", "/t/BBBBBB"):
        assert f'<base href="{SUB_PATH}/">' in CLIENT.get(below.address + before + path).text
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
