"""Whatever is thrown at the server: a reason in the reader's language, and no table is harmed."""

import json
import socket
from contextlib import ExitStack

import pytest
from devices import CLIENT, OddServer, Table
from hypothesis import given, settings
from hypothesis import strategies as st
from websockets.exceptions import ConnectionClosed, InvalidStatus

from galopp.core.fault import Fault
from galopp.locale import LANGUAGES, Language
from galopp.play.telling import say_fault
from galopp.server.http.openapi import socket_schema
from galopp.table.message import AnyMessage
from serving import JSON, WITHIN, ServerProcess

SCHEMA = socket_schema()
DEEP = "[" * 5000
HOSTILE_NAMES = {
    "too long": "x" * 25,
    "far too long": "x" * 10_000,
    "nothing": "",
    "blank": " \u00a0\u3000",
    "zero width": "\u200b\u200d\ufeff",
    "invisible inside": "Zo\u200bë",
    "right to left override": "\u202egnp.exe",
    "direction isolate": "\u2066abc\u2069",
    "control": "a\x00b\x1b[2J",
    "bell": "a\x07",
    "zalgo": "Z" + "\u0300" * 20,
    "private use": "\ue000",
    "unassigned": "\U000e0fff",
    "tags": "\U000e0041\U000e0042",
    "Hangul filler": "\u3164",
    "Hangul filler of half width": "\uffa0",
    "Hangul filler of a syllable": "Ada\u115f",
    "Braille without dots": "\u2800\u2800",
    "joined by nothing": "A\u034fda",
    "a letter as a picture": "Ada\ufe0f",
    "a selector alone": "\ufe0f",
    "a note without a head": "\U0001d159",
    "a rare selector": "Ada\U000e0100",
}
ODD_BUT_HARMLESS_NAMES = [
    "<img src=x onerror=a()>",
    "'; DROP",
    "{0.seats}",
    "🐷🐗",
    "☀️ Ada ❤️",
    "Ζωή",
]


@pytest.fixture(scope="module")
def server(tmp_path_factory):
    with ServerProcess(tmp_path_factory.mktemp("hostile") / "data", "--no-limits") as running:
        yield running


@pytest.fixture
def table(server):
    """A table in play, of which nothing may change."""
    table = Table.open(server, players=2).sit_down()
    before = table.picture()
    yield table
    assert table.picture() == before


def check_refusal(said, language="en"):
    """The one shape of a no, and the sentence that its key stands for."""
    assert said.keys() == {"type", "key", "arguments", "sentence", "id"}
    assert said["type"] == "refused"
    fault = Fault(said["key"], **said["arguments"])
    assert said["sentence"] == say_fault(Language(language), fault)
    return said["key"]


# --- Over the WebSocket

UNREADABLE = {
    "nothing": "",
    "no JSON": "{",
    "a word": '"hello"',
    "null": "null",
    "a list": "[]",
    "deep": DEEP,
    "deep in the options": '{"type":"arrange","id":"a","options":' + '{"a":' * 2000,
    "NaN": '{"type":"undo","id":"a","seat":NaN}',
    "infinity": '{"type":"undo","id":"a","seat":Infinity}',
    "huge": '{"type":"undo","id":"a","seat":1e999}',
    "very huge": '{"type":"undo","id":"a","seat":' + "9" * 5000 + "}",
    "negative": '{"type":"undo","id":"a","seat":-1}',
    "a fraction": '{"type":"undo","id":"a","seat":0.5}',
    "a truth": '{"type":"undo","id":"a","seat":true}',
    "a string": '{"type":"undo","id":"a","seat":"0"}',
    "a missing field": '{"type":"undo","id":"a"}',
    "an unknown field": '{"type":"undo","id":"a","seat":0,"host":true}',
    "an unknown type": '{"type":"win","id":"a","seat":0}',
    "no type": '{"id":"a","seat":0}',
    "a type that is none": '{"type":{},"id":"a","seat":0}',
    "what only the server says": '{"type":"accepted","id":"a","seq":1,"gives":{}}',
    "an empty id": '{"type":"undo","id":"","seat":0}',
    "a long id": '{"type":"undo","id":"' + "a" * 41 + '","seat":0}',
    "an id with markup": '{"type":"undo","id":"<b>","seat":0}',
    "an id with a zero byte": '{"type":"undo","id":"a\\u0000","seat":0}',
    "half a character": '{"type":"say","id":"a","seat":0,"text":"\\ud800"}',
    "no moves": '{"type":"decide","id":"a","seat":0,"decision":1,"moves":[]}',
    "too many moves": json.dumps(
        {"type": "decide", "id": "a", "seat": 0, "decision": 1, "moves": [1] * 17}
    ),
    "a move beyond all": '{"type":"decide","id":"a","seat":0,"decision":1,"moves":[64]}',
    "bytes": b'{"type":"undo","id":"a","seat":0}',
}


@pytest.mark.parametrize("said", UNREADABLE.values(), ids=UNREADABLE)
def test_what_cannot_be_understood_is_refused_and_the_line_stays_open(table, said):
    with table.line(table.seats[0], language="fr") as line:
        line.send(said)
        assert check_refusal(line.until_type("refused"), "fr") == "unreadable_message"
        assert line.say("undo", seat=0)["key"] == "nothing_to_undo"


@pytest.mark.parametrize(
    ("said", "text", "code"),
    [("x" * 17_000, True, 1009), (b"x" * 17_000, False, 1009), (b'{"type": "\xff"}', True, 1007)],
    ids=["too much text", "too many bytes", "no UTF-8"],
)
def test_what_breaks_the_protocol_itself_ends_the_line(table, said, text, code):
    with table.line(table.seats[0]) as line:
        line.socket.send(said, text=text)
        with pytest.raises(ConnectionClosed) as closed:
            line.until(lambda _: False)
    assert closed.value.rcvd.code == code


def test_before_its_hello_a_device_is_told_nothing_and_may_do_nothing(table):
    with table.silent_line(additional_headers={"accept-language": "de"}) as line:
        line.send({"type": "undo", "id": "a", "seat": 0})
        assert check_refusal(line.hear(), "de") == "say_hello_first"
        line.send({"type": "heard", "seq": 1})
        assert check_refusal(line.hear(), "de") == "say_hello_first"


def test_a_page_of_another_time_is_told_to_load_again(table):
    with table.silent_line() as line:
        line.send({"type": "hello", "protocol": 2, "keys": table.seats, "language": "fr"})
        assert check_refusal(line.hear(), "fr") == "other_protocol"


def test_a_second_hello_replaces_the_first(server):
    table = Table.open(server).sit_down()
    watching = table.watch()
    before = table.picture()
    with table.line(table.seats[0]) as line:
        line.until_type("game")
        line.send({"type": "hello", "keys": [watching]})
        assert line.until_type("welcome")["seats"] == []
        assert line.until_type("game")["viewer"] is None
        assert line.say("undo", seat=0)["key"] == "not_your_seat"
        line.send({"type": "hello", "keys": table.seats})
        assert line.until_type("welcome")["seats"] == [0, 1]
    assert table.picture() == before


def test_a_thousand_messages_at_once_are_answered_one_by_one_while_others_play(server):
    table, other = Table.open(server).sit_down(), Table.open(server).sit_down()
    with table.line(table.seats[0]) as line:
        for number in range(1000):
            line.send({"type": "say", "id": f"x{number}", "seat": 0, "phrase": "oink!"})
        assert other.decide(other.mover()).status_code == 200
        answers = [line.until_type("refused")["id"] for _ in range(1000)]
    assert answers == [f"x{number}" for number in range(1000)]


# --- Every message there is, taken apart

ANYTHING = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats(allow_nan=False, allow_infinity=False)
    | st.text(st.characters(exclude_categories=["Cs"]), max_size=50),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner),
    max_leaves=5,
)


def fitting(schema):
    """Values that a schema allows, as far as these messages use schemas."""
    if "$ref" in schema:
        return fitting(SCHEMA["$defs"][schema["$ref"].rsplit("/", 1)[1]])
    if "anyOf" in schema:
        return st.one_of([fitting(one) for one in schema["anyOf"]])
    if "enum" in schema:
        return st.sampled_from(schema["enum"])
    match schema.get("type"):
        case "object" if "properties" in schema:
            fields = {name: fitting(one) for name, one in schema["properties"].items()}
            required = {name: fields.pop(name) for name in schema.get("required", ())}
            return st.fixed_dictionaries(required, optional=fields)
        case "object":
            return st.dictionaries(st.text(max_size=5), ANYTHING, max_size=3)
        case "array":
            items = fitting(schema["items"])
            return st.lists(items, min_size=schema.get("minItems", 0), max_size=3)
        case "string" if "pattern" in schema:
            return st.from_regex(schema["pattern"], fullmatch=True).map(str.strip)
        case "string":
            return st.text(max_size=schema.get("maxLength", 20))
        case "integer":
            return st.integers(schema.get("minimum", 0), schema.get("maximum", 99))
        case "number":
            return st.floats(schema["minimum"], schema["maximum"])
        case "boolean":
            return st.booleans()
        case "null":
            return st.none()
    return ANYTHING


MESSAGES = [SCHEMA["$defs"][message.__name__] for message in AnyMessage.__args__]


@st.composite
def nearly_a_message(draw):
    """A message as it should be, or with one thing changed, left out or added."""
    message = draw(fitting(draw(st.sampled_from([*MESSAGES, SCHEMA["$defs"]["Heard"]]))))
    name = draw(st.sampled_from(sorted(message)))
    match draw(st.sampled_from(["as it is", "changed", "left out", "added"])):
        case "changed":
            message[name] = draw(ANYTHING)
        case "left out":
            del message[name]
        case "added":
            message[draw(st.text(max_size=5))] = draw(ANYTHING)
    return message


def answers_to(line, message):
    """What is said to a message; the next one's answer shows that nothing more will come."""
    already = len(line.heard)
    line.send(message)
    line.say("take_back", seat=4)
    answers = [said for said in line.heard[already:-1] if said["type"] in ("accepted", "refused")]
    assert len(answers) == (0 if message.get("type") == "heard" and not answers else 1)
    return answers


def test_nothing_that_a_spectator_can_say_changes_anything(server):
    table = Table.open(server).sit_down()
    watching = table.watch()
    before = table.picture()
    with table.line(watching) as line:

        @given(nearly_a_message())
        @settings(max_examples=150)
        def every_message_is_refused(message):
            for answer in answers_to(line, message):
                check_refusal(answer)

        every_message_is_refused()
    assert table.picture() == before


def test_whatever_a_host_says_is_answered_and_the_table_can_still_be_told(server):
    @given(st.lists(nearly_a_message(), max_size=8))
    @settings(max_examples=40)
    def every_message_is_answered(messages):
        table = Table.open(server)
        table.seats = [
            table.ask("POST", "/seats", json={"name": f"P{seat}"}).json()["key"] for seat in (0, 1)
        ]
        for message in messages:
            sent = table.ask("POST", "/messages", table.host, *table.seats, json=message)
            if sent.status_code != 200:
                check_refusal(sent.json())
                assert 400 <= sent.status_code < 500
        history = table.ask("GET", "/history", table.host, *table.seats)
        assert history.status_code in (200, 401, 404)  # or nobody holds a key, or it is closed

    every_message_is_answered()


# --- Over HTTP

BODIES = {
    "nothing": b"",
    "no JSON": b"{",
    "deep": b'{"game":"saumaumau","players":2,"options":{"mau":' + DEEP.encode(),
    "NaN": b'{"game":"saumaumau","players":NaN}',
    "no UTF-8": b'{"game":"\xff","players":2}',
    "half a character": b'{"game":"\\ud800","players":2}',
    "a byte order mark": b'\xef\xbb\xbf{"game":"saumaumau","players":2}',
    "an unknown field": b'{"game":"saumaumau","players":2,"secret":"00"}',
    "too many players": b'{"game":"saumaumau","players":6}',
    "too few players": b'{"game":"saumaumau","players":1}',
    "no game": b'{"game":"{0.__class__}","players":2}',
    "no option": b'{"game":"saumaumau","players":2,"options":{"__proto__":1}}',
    "an option that is too large": b'{"game":"saumaumau","players":2,"options":{"races":9e99}}',
    "a number of 100 digits": b'{"game":"saumaumau","players":2,"options":{"races":%s}}'
    % (b"9" * 100),
    "a setting beyond its bounds": b'{"game":"saumaumau","players":2,"settings":{"grace":1}}',
}


@pytest.mark.parametrize("body", BODIES.values(), ids=BODIES)
def test_a_table_is_not_opened_with_nonsense(server, body):
    for language in LANGUAGES:
        headers = {**JSON, "accept-language": f"{language}-XX;q=0.9, en;q=0.1"}
        answer = CLIENT.post(f"{server.address}/api/tables", content=body, headers=headers)
        assert answer.status_code in (400, 409)
        check_refusal(answer.json(), language)


def test_a_body_that_is_too_large_is_not_read(server):
    answer = CLIENT.post(f"{server.address}/api/tables", content=b" " * 17_000, headers=JSON)
    assert (answer.status_code, check_refusal(answer.json())) == (413, "too_large")


@pytest.mark.parametrize(
    "type_", ["text/plain", "application/x-www-form-urlencoded", "multipart/form-data", ""]
)
def test_only_json_is_read_so_that_no_foreign_page_can_post_a_form(server, type_):
    headers = {"content-type": type_}
    answer = CLIENT.post(f"{server.address}/api/tables", content=b"{}", headers=headers)
    assert (answer.status_code, check_refusal(answer.json())) == (415, "only_json")


@pytest.mark.parametrize("name", HOSTILE_NAMES.values(), ids=HOSTILE_NAMES)
def test_a_name_that_would_trick_the_eye_is_refused(server, name):
    table = Table.open(server)
    before = table.picture()
    answer = table.ask("POST", "/seats", json={"name": name}, headers={"accept-language": "de"})
    assert answer.status_code == 400
    check_refusal(answer.json(), "de")
    assert table.picture() == before


@pytest.mark.parametrize("name", ODD_BUT_HARMLESS_NAMES)
def test_an_odd_name_is_only_text(server, name):
    table = Table.open(server)
    table.ask("POST", "/seats", json={"name": name}).raise_for_status()
    assert table.ask("GET").json()["seats"][0]["name"] == name


@pytest.mark.parametrize(
    ("method", "path", "status"),
    [
        ("PATCH", "", 405),
        ("PUT", "/seats", 405),
        ("DELETE", "/messages", 405),
        ("TRACE", "/game", 405),
        ("GET", "/messages", 405),
        ("GET", "/nothing", 404),
        ("GET", "/", 404),
        ("GET", "/socket", 404),
        ("OPTIONS", "/seats", 405),
    ],
)
def test_a_method_or_an_address_that_is_not_there_is_refused(table, method, path, status):
    answer = table.ask(method, path, table.seats[0], headers={"accept-language": "fr"})
    assert answer.status_code == status
    check_refusal(answer.json(), "fr")
    assert "access-control-allow-origin" not in answer.headers


def test_every_method_of_an_address_is_named_where_another_is_refused(table, server):
    assert table.ask("PATCH", "").headers["allow"] == "DELETE, GET, HEAD"
    assert table.ask("PUT", "/seats").headers["allow"] == "POST"
    assert CLIENT.post(server.address + "/").headers["allow"] == "GET, HEAD"


@pytest.mark.parametrize("language", ["es", "", "DE", "de,en"])
def test_rules_are_asked_for_in_a_language_that_there_is(server, language):
    address = f"{server.address}/api/games/saumaumau/rules"
    answer = CLIENT.get(address, params={"language": language})
    assert (answer.status_code, answer.json()["key"]) == (400, "unknown_language")
    assert CLIENT.get(address, params={"language": "fr"}).text.startswith("# ")


def raw(server, request):
    """Bytes to the server, and bytes back until it hangs up."""
    with socket.create_connection(("127.0.0.1", server.port), timeout=WITHIN) as line:
        line.sendall(request)
        answer = b""
        while part := line.recv(65_536):
            answer += part
    return answer


@pytest.mark.parametrize(
    "path",
    [
        "/web/../server/app.py",
        "/web/%2e%2e/server/app.py",
        "/web/..%2fserver/app.py",
        "/web/%2fetc/passwd",
        "/web//etc/passwd",
        "/web/..\\server\\app.py",
        "/web/%00",
        "/web/" + "a" * 5000,
        "/web/index.html",
        "/web/x/index.html",
        "/web/x/../../server/app.py",
        "/web/x/%2e%2e/%2e%2e/server/app.py",
        "/web/x//etc/passwd",
        "/api/../web/index.html",
        "/api/tables/%C0%AF",
        "/api/tables/%00%0d%0aSet-Cookie:%20a",
        "/api/tables/" + "B" * 5000,
        "/api/games/..%2f..%2fetc%2fpasswd/rules",
        "/t",
        "//evil.example/",
        "/api/games/",
    ],
)
def test_no_path_leads_out_of_what_is_served(server, path):
    answer = raw(server, f"GET {path} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n".encode())
    head, _, body = answer.partition(b"\r\n\r\n")
    assert head.split(b" ")[1] == b"404"
    assert b"location:" not in head.lower() and b"set-cookie" not in head.lower()
    check_refusal(json.loads(body))


@pytest.mark.parametrize(
    "header",
    [
        b"Host: [",
        b"Host: a b",
        b'Host: "><script>',
        b"Host: x\r\nAccept-Language: \xff\xfe,{0},../../etc;q=x",
        b"Host: x\r\nAccept-Language: " + b"de-" * 9000,
        b"Host: x\r\nAuthorization: Bearer",
        b"Host: x\r\nAuthorization: Bearer " + b"," * 9000,
        b"Host: x\r\nAuthorization: \xff",
        b"Host: x\r\nX-Forwarded-For: " + b"9" * 9000 + b"\r\nX-Forwarded-Proto: javascript",
        b"Host: x\r\nCookie: " + b"a" * 9000,
        b"Host: x\r\nRange: bytes=0-0,0-0,0-0",
        b"Host: x\r\nExpect: 100-continue",
    ],
)
def test_no_header_brings_the_server_down(table, header):
    for path in ("/", f"{table.path}/game", f"{table.path}/qr.svg", "/api/openapi.json"):
        request = f"GET {path} HTTP/1.1\r\nConnection: close\r\n".encode() + header + b"\r\n\r\n"
        assert raw(table.server, request).split(b" ")[1] in (b"200", b"401", b"400")


@pytest.mark.parametrize("sent", [b"\x16\x03\x01\x02", b"GET / HTTP/9.9\r\n\r\n", b"BREW / "])
def test_what_is_no_http_is_answered_with_400(server, sent):
    assert raw(server, sent).startswith(b"HTTP/1.1 400 ")


@pytest.mark.parametrize(
    "origin",
    ["http://evil.example", "null", "http://[", "https://127.0.0.1", "http://127.0.0.1:1", ""],
)
def test_a_page_from_elsewhere_gets_no_line(table, origin):
    with pytest.raises(InvalidStatus) as refused, table.silent_line(origin=origin):
        pass
    assert refused.value.response.status_code == 403


def test_a_page_of_the_server_itself_gets_a_line(table):
    with table.line(table.seats[0], origin=table.server.address) as line:
        assert line.say("undo", seat=0)["key"] == "nothing_to_undo"


# --- Those who keep the server waiting


@pytest.fixture(scope="module")
def impatient(tmp_path_factory):
    folder = tmp_path_factory.mktemp("impatient") / "data"
    with OddServer(folder, "--patience", "1") as running:
        yield running


def test_half_sent_requests_delay_nobody(server):
    half = [
        b"GET / HTTP/1.1\r\nHost: x\r\nX-Slow: ",
        b"POST /api/tables HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n"
        b"Content-Length: 50\r\n\r\n{",
        b"GET /api/tables/BBBBBB/socket HTTP/1.1\r\nHost: x\r\nUpgrade: websocket\r\n",
    ]
    table = Table.open(server).sit_down()
    with ExitStack() as lines:
        for number in range(150):
            line = lines.enter_context(socket.create_connection(("127.0.0.1", server.port)))
            line.sendall(half[number % 3])
        while table.game(table.seats[0])["decision"] < 20:
            assert table.decide(table.mover()).status_code == 200


@pytest.mark.a_few(1)
@pytest.mark.parametrize("sent", [b"", b"GET / HTTP/1.1\r\n", b"GET / HTTP/1.1\r\nX-Slow: "])
def test_a_request_that_never_begins_is_waited_for_only_so_long(impatient, sent):
    assert raw(impatient, sent) == b""


def test_a_request_after_another_is_waited_for_only_so_long(impatient):
    whole = b"GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n"
    answer = raw(impatient, whole + b"GET / HTTP/1.1\r\nX-Slow: ")
    assert answer.startswith(b"HTTP/1.1 200 ") and answer.count(b"HTTP/1.1 ") == 1


@pytest.mark.parametrize("head", [b"GET /", b"GET / HTTP/1.1\r\nX: "], ids=["address", "header"])
def test_a_head_without_end_is_cut_off(server, head):
    with socket.create_connection(("127.0.0.1", server.port), timeout=WITHIN) as line:
        line.sendall(head)
        with pytest.raises((ConnectionResetError, BrokenPipeError)):
            for _ in range(64):
                line.sendall(b"a" * 1_000_000)


def test_a_body_that_does_not_come_is_waited_for_only_so_long(impatient):
    head = b"POST /api/tables HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n"
    answer = raw(impatient, head + b"Content-Length: 50\r\n\r\n{")
    assert answer.startswith(b"HTTP/1.1 408 ")
    assert check_refusal(json.loads(answer.partition(b"\r\n\r\n")[2])) == "too_slow"


@pytest.mark.parametrize(
    "head",
    [
        b"GET /healthz HTTP/1.1\r\nHost: x\r\nContent-Length: 50\r\n\r\n",
        b"GET / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nab",
        b"POST /healthz HTTP/1.1\r\nHost: x\r\nContent-Length: 50\r\n\r\n{",
        b"POST /nowhere HTTP/1.1\r\nHost: x\r\nExpect: 100-continue\r\nContent-Length: 9\r\n\r\n",
        b"GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n\r\n",
    ],
    ids=["body", "chunks", "begun body", "expected", "empty line"],
)
def test_who_dribbles_the_rest_of_a_request_is_not_waited_for_long(impatient, head):
    with socket.create_connection(("127.0.0.1", impatient.port), timeout=0.2) as line:
        line.sendall(head)
        for _ in range(100):  # a byte now and then: five seconds are nothing to it
            try:
                if line.recv(65_536) == b"":
                    break
                line.sendall(b"\r\n" if head.endswith(b"\r\n\r\n\r\n") else b"a")
            except TimeoutError:
                line.sendall(b"\r\n" if head.endswith(b"\r\n\r\n\r\n") else b"a")
            except (ConnectionResetError, BrokenPipeError):
                break
        else:
            raise AssertionError("it is still there")


@pytest.mark.a_few(1)
@pytest.mark.parametrize("said", [[], ["{"], ['{"type":"undo","id":"a","seat":0}'] * 3])
def test_a_device_that_never_says_who_it_is_is_hung_up_on(impatient, said):
    table = Table.open(impatient)
    with table.silent_line() as line:
        for message in said:
            line.send(message)
        with pytest.raises(ConnectionClosed) as closed:
            line.until(lambda _: False)
    assert closed.value.rcvd.code == 1008


def test_the_operator_is_not_told_of_any_of_this_as_a_failure(server, impatient):
    for running in (server, impatient):
        lines = running.log.read_text(encoding="utf-8").splitlines()
        failures = [line for line in lines if '"error"' in line and "Invalid UTF-8" not in line]
        assert failures == []
