"""How much one address may ask for: enough for a family, too little to find a key."""

import itertools
import secrets
from contextlib import ExitStack, suppress

import httpx
import pytest
from devices import WITHIN, Table
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import connect

from galopp.server.asking import place_of
from galopp.server.live.websocket import FLOODED, Protocol
from galopp.server.ops.limits import Limits, Pace, Use
from galopp.table.keys import new_code
from serving import ServerProcess

ELSEWHERE = "127.0.0.2"
_addresses = (f"127.0.0.{number}" for number in itertools.count(3))


class Unforgiving(ServerProcess):
    """A server that gives nothing back with time, so that no machine is too slow for its limits."""

    program = (
        "-c",
        "from galopp.server.ops.limits import Use\n"
        "for use in Use: use._value_ = (use.value[0], 0.0)\n"
        "from galopp.cli import app; app()",
    )


@pytest.fixture(scope="module")
def server(tmp_path_factory):
    with Unforgiving(tmp_path_factory.mktemp("limits") / "data") as running:
        yield running


@pytest.fixture
def address():
    """An address from which nobody has asked for anything yet."""
    return next(_addresses)


@pytest.fixture
def there(address):
    with client_at(address) as client:
        yield client


def client_at(address):
    return httpx.Client(transport=httpx.HTTPTransport(local_address=address), timeout=WITHIN)


def is_served_elsewhere(table):
    """Whether others are served all the same."""
    with client_at(ELSEWHERE) as client:
        address = f"{table.server.address}{table.path}"
        return client.get(address).status_code == 200


@pytest.mark.parametrize("path", ["/api/replays/{}-1", "/api/tables/{}/record"])
def test_games_to_be_played_through_again_are_counted(server, there, path):
    table = Table.open(server).sit_down()
    most, _ = Use.REPLAY.value
    address = f"{server.address}{path.format(table.code)}"
    answers = [there.get(address).status_code for _ in range(most + 1)]
    assert answers[:most] == [404] * most
    assert 429 in answers[most:]
    assert is_served_elsewhere(table)


def test_guessed_keys_are_counted_and_then_all_answers_are_the_same(server, there):
    table = Table.open(server).sit_down()
    most, _ = Use.GUESS.value
    address = f"{server.address}{table.path}/game"
    answers = [guess(there, address) for _ in range(most + 10)]
    assert answers[:most] == [401] * most
    assert set(answers[most:]) <= {401, 429} and answers[-1] == 429
    nobodys = f"{server.address}/api/tables/{new_code()}/game"
    assert guess(there, nobodys) == 429
    # Who holds a key is still let in, from the same address too.
    assert guess(there, address, table.seats[0]) == 200
    assert is_served_elsewhere(table)


def guess(client, address, key=None):
    shown = {"authorization": f"Bearer {key or secrets.token_urlsafe(16)}"}
    return client.get(address, headers=shown).status_code


def test_codes_cannot_be_found_by_trying(server, there):
    table = Table.open(server)
    most, _ = Use.GUESS.value
    tried = [there.get(f"{server.address}/api/tables/{new_code()}") for _ in range(most + 10)]
    assert [answer.status_code for answer in tried[:most]] == [404] * most
    assert tried[-1].status_code == 429
    # A code that is somebody's is answered like one that is nobody's.
    for path in ("", "/qr.svg", "/record"):
        assert there.get(f"{server.address}{table.path}{path}").status_code == 429
    assert there.post(f"{server.address}{table.path}/seats", json={"name": "A"}).status_code == 429
    assert is_served_elsewhere(table)


def test_guesses_over_lines_are_counted_too(server, address):
    table = Table.open(server)
    most, _ = Use.GUESS.value
    answers = []
    for _ in range(most + 5):
        with line_from(address, table) as line:
            line.send('{"type":"hello","keys":["' + secrets.token_urlsafe(16) + '"]}')
            answers.append(line.recv(timeout=WITHIN))
    assert "key_opens_nothing" in answers[0]
    assert "too_much" in answers[-1]
    assert is_served_elsewhere(table)


def line_from(address, table):
    return connect(table.server.socket_address(table.code), source_address=(address, 0), proxy=None)


@pytest.mark.parametrize(
    "path",
    ["/healthz", "/api/openapi.json", "/api/socket.schema.json"],
    ids=lambda path: path[-12:],
)
def test_too_many_requests_from_one_address_are_refused_for_a_moment(server, there, path):
    table = Table.open(server)
    most, _ = Use.REQUEST.value
    answers = [there.get(f"{server.address}{path}") for _ in range(most + 2)]
    late = [answer for answer in answers if answer.status_code != 200]
    assert late and {answer.status_code for answer in late} == {429}
    assert late[0].headers["retry-after"] == "1"
    assert late[0].json()["key"] == "too_much"
    assert is_served_elsewhere(table)


def test_too_many_tables_from_one_address_are_not_opened(server, there):
    most, _ = Use.OPEN.value
    wanted = {"game": "ostfriesenlauf", "players": 1}
    opened = [there.post(f"{server.address}/api/tables", json=wanted) for _ in range(most + 5)]
    assert [answer.status_code for answer in opened[:most]] == [201] * most
    assert opened[-1].status_code == 429
    assert is_served_elsewhere(Table.open(server))


def a_file(at, client):
    return client.post(f"{at}/api/replays", json={"text": "Dear diary"})


def a_branch(at, client):
    begin = {"replay": "f" * 24, "decisions": 1}
    wanted = {"game": "ostfriesenlauf", "players": 1, "begin": begin}
    return client.post(f"{at}/api/tables", json=wanted)


@pytest.mark.parametrize(
    ("ask", "each", "all_together", "as_usual"),
    [(a_file, Use.BRING, Use.BRING_ALL, 400), (a_branch, Use.OPEN, Use.BRANCH_ALL, 404)],
    ids=["files", "branches"],
)
def test_of_all_addresses_together_only_so_many_are_taken(
    server, ask, each, all_together, as_usual
):
    """Many addresses, none of which asks for too much, do not fill the disk either."""
    most, _ = all_together.value
    numbers = itertools.count()

    def from_another(client):
        """A proxy names for whom it asks; each address asks for half of what it may."""
        number = next(numbers) // (each.value[0] // 2)
        client.headers["x-forwarded-for"] = f"10.{each.value[0]}.{number // 250}.{number % 250}"
        return ask(server.address, client)

    with client_at("127.0.0.1") as client:
        answers = [from_another(client).status_code for _ in range(most)]
        assert answers == [as_usual] * most
        refused = next(no for _ in range(most) if (no := from_another(client)).status_code == 429)
        assert (refused.json()["key"], refused.headers["retry-after"]) == ("too_much", "1")
    # What fills nothing goes on, at the same address and at others.
    assert is_served_elsewhere(Table.open(server))


def test_qr_codes_are_counted_when_they_are_drawn(server, there):
    table = Table.open(server)
    most, _ = Use.DRAW.value
    for number in range(most + 20):
        hosts = {"host": f"pigs-{number}.example"}
        last = there.get(f"{server.address}{table.path}/qr.svg", headers=hosts)
    assert last.status_code == 429
    drawn = there.get(f"{server.address}{table.path}/qr.svg", headers={"host": "pigs-0.example"})
    assert drawn.status_code == 200
    assert is_served_elsewhere(table)


def test_keys_to_watch_with_are_counted_and_a_screen_stays(server, there):
    table = Table.open(server)
    most, _ = Use.WATCH.value
    with table.line(table.watch("tv")) as screen:
        asked = [there.post(f"{server.address}{table.path}/watchers", json={}) for _ in range(250)]
        assert [answer.status_code for answer in asked[:most]] == [201] * most
        assert asked[-1].status_code == 429
        table.say(table.host, "arrange", players=3)
        assert screen.until(lambda said: said.get("players") == 3)


def test_too_many_lines_from_one_address_are_hung_up_on(server, address, there):
    table = Table.open(server)
    with ExitStack() as lines:
        for _ in range(Limits().sockets_each):
            lines.enter_context(line_from(address, table))
        with line_from(address, table) as one_too_many, pytest.raises(ConnectionClosed) as closed:
            one_too_many.recv(timeout=WITHIN)
        assert closed.value.rcvd.code == 1013
        shown = {"authorization": f"Bearer {table.host}"}
        news = there.get(f"{server.address}{table.path}/news", headers=shown)
        assert (news.status_code, news.json()["key"]) == (429, "too_many_lines")
        assert is_welcome(ELSEWHERE, table)
    assert is_welcome(address, table)


def is_welcome(address, table):
    with line_from(address, table) as line:
        return '"welcome"' in greeted(line, table)


def test_a_line_of_pings_ends_and_others_are_served(server, address):
    table = Table.open(server)
    with line_from(address, table) as line, pytest.raises(ConnectionClosed) as closed:
        for _ in range(20 * Protocol.MOST):
            line.ping(secrets.token_bytes(8))
        line.recv(timeout=WITHIN)
    assert closed.value.rcvd is None or closed.value.rcvd.code == FLOODED
    assert is_served_elsewhere(table)


def test_there_is_no_line_to_a_table_that_is_not_there(server, address):
    table = Table.open(server)
    there_is_none = Table(server, new_code(), "", 2)
    most, _ = Use.GUESS.value
    for _ in range(most):
        with line_from(address, there_is_none) as line:
            assert "no_such_table" in line.recv(timeout=WITHIN)
            with pytest.raises(ConnectionClosed):
                line.recv(timeout=WITHIN)
    # Then a code that is somebody's looks like one that is nobody's, until a key is shown.
    hello = '{"type":"hello","keys":["' + "x" * 22 + '"]}'
    for tried in (table, there_is_none):
        with line_from(address, tried) as line:
            line.send(hello)
            assert "too_much" in line.recv(timeout=WITHIN)
    with line_from(address, table) as line:
        line.send(hello.replace("x" * 22, table.host))
        assert '"welcome"' in line.recv(timeout=WITHIN)


def test_lines_are_counted_as_requests(server, address, there):
    table = Table.open(server)
    most, _ = Use.REQUEST.value
    for _ in range(most):
        there.get(f"{server.address}/healthz")
    with line_from(address, table) as line:
        assert "too_much" in greeted(line, table)
    assert is_served_elsewhere(table)


def greeted(line, table):
    """What is said to a hello, or before it."""
    with suppress(ConnectionClosed):
        line.send('{"type":"hello","keys":["' + table.host + '"]}')
    return line.recv(timeout=WITHIN)


def test_a_device_that_speaks_too_fast_is_slowed_down_while_others_are_heard(server):
    table = Table.open(server, players=2).sit_down()
    with table.line(table.seats[0]) as fast, table.line(table.seats[1]) as calm:
        for number in range(2 * Pace.MOST):
            fast.send({"type": "undo", "id": f"x{number}", "seat": 0})
        slowed = fast.until(lambda said: said.get("key") == "too_much")
        assert slowed["type"] == "refused"
        assert calm.say("undo", seat=1)["key"] == "nothing_to_undo"
        assert fast.say("undo", seat=0)["id"]


def test_nobody_gets_another_address_by_saying_so(server, there):
    """Only a proxy that the operator named may say for whom it asks."""
    table = Table.open(server)
    most, _ = Use.GUESS.value
    for number in range(most + 5):
        headers = {"x-forwarded-for": f"10.0.0.{number}"}
        last = there.get(f"{server.address}/api/tables/{new_code()}", headers=headers)
    assert last.status_code == 429
    # 127.0.0.1 is the usual proxy: whom it names is counted, not the proxy itself.
    with client_at("127.0.0.1") as proxy:
        for _ in range(most + 5):
            headers = {"x-forwarded-for": "10.0.0.1"}
            last = proxy.get(f"{server.address}/api/tables/{new_code()}", headers=headers)
        assert last.status_code == 429
        other = {"x-forwarded-for": "10.0.0.2"}
        assert proxy.get(f"{server.address}{table.path}", headers=other).status_code == 200


@pytest.mark.parametrize(
    ("host", "place"),
    [
        ("192.0.2.7", "192.0.2.7"),
        ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"),
        ("2001:db8:1:2::9", "2001:db8:1:2::/64"),
        ("::ffff:192.0.2.7", "192.0.2.7"),
        ("a name", "a name"),
    ],
)
def test_a_household_with_many_addresses_in_one_network_is_one_place(host, place):
    assert place_of(host) == place
