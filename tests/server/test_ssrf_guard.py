"""Whatever address somebody names, the server calls the public net and nothing nearer."""

import asyncio
import socket
from ipaddress import ip_address

import httpx
import pytest

from galopp.core.fault import Fault
from galopp.server.notices import ssrf_guard
from galopp.server.notices.calling import Call, Caller, Outcome, judged
from galopp.server.notices.ssrf_guard import Resolver, Targets, is_public, read_url
from outside import Outside

NEAR = [
    "127.0.0.1",
    "127.8.8.8",
    "0.0.0.0",
    "10.1.2.3",
    "172.16.0.1",
    "192.168.1.1",
    "169.254.169.254",  # where clouds hand out keys
    "100.64.0.1",
    "192.0.0.8",
    "192.0.2.1",
    "192.31.196.1",  # answers to what leaks out of private networks
    "192.52.193.1",
    "192.88.99.1",  # once led into IPv6
    "192.175.48.1",
    "198.18.0.1",
    "224.0.0.1",
    "240.0.0.1",
    "255.255.255.255",
    "::",
    "::1",
    "fe80::1",
    "fc00::1",
    "fd00:ec2::254",
    "fec0::1",
    "ff02::1",
    "2001:db8::1",
    "2001:4:112::1",
    "2001:20::1",
    "2620:4f:8000::1",
    "5f00::1",
    "::ffff:127.0.0.1",
    "::ffff:169.254.169.254",
    "64:ff9b::7f00:1",
    "64:ff9b:1::a00:1",
    "2002:7f00:1::",
    "2001:0:4136:e378:8000:63bf:3fff:fdd2",  # a tunnel, which may lead anywhere
]
FAR = ["1.1.1.1", "93.184.216.34", "2606:4700:4700::1111", "::ffff:1.1.1.1", "64:ff9b::101:101"]


@pytest.mark.parametrize("address", NEAR)
def test_what_is_near_is_not_public(address):
    assert not is_public(ip_address(address))


@pytest.mark.parametrize("address", FAR)
def test_what_is_far_is_public(address):
    assert is_public(ip_address(address))


@pytest.mark.parametrize(
    "written",
    [
        "",
        "hook",
        "//pigs.example/",
        "ftp://pigs.example/",
        "file:///etc/passwd",
        "https://",
        "https:///x",
        "https://name:word@pigs.example/",
        "https://pigs.example/#x",
        "https://pigs.example/a b",
        "https://pigs.example/\n",
        "https://pigs.example:99999/",
        "https://pigs.example:0/",
        "https://[::1/",
        "https://xn--/",
        "https://xn--a/",
        "https://pigs.example/" + "x" * 1000,
    ],
)
def test_what_is_no_address_to_call_is_refused(written):
    with pytest.raises(Fault) as caught:
        read_url(written)
    assert caught.value.key == "not_a_call_address"


def found(url, how_far=Targets.PUBLIC):
    """Where a URL leads, or why it may not be called."""

    async def resolve():
        resolver = Resolver()
        try:
            return (await resolver.resolve(read_url(url), how_far)).address
        except Fault as fault:
            return fault.key
        finally:
            resolver.close()

    return asyncio.run(resolve())


@pytest.mark.parametrize(
    "host", ["127.0.0.1", "localhost", "2130706433", "0x7f.1", "127.1", "[::1]", "[::ffff:7f00:1]"]
)
def test_no_way_of_writing_an_address_leads_near(host):
    assert found(f"http://{host}:8080/") in (
        "call_not_public",
        "call_nowhere",
        "not_a_call_address",
    )


def test_one_near_address_among_several_is_enough_for_a_no(monkeypatch):
    both = [ip_address("1.1.1.1"), ip_address("10.0.0.1")]
    monkeypatch.setattr(ssrf_guard, "_look_up", lambda host, port: both)
    assert found("https://pigs.example/") == "call_not_public"
    assert found("https://pigs.example/", Targets.ANY) == "1.1.1.1"


def test_a_name_with_other_letters_is_looked_up_as_it_will_be_called(monkeypatch):
    asked = []

    def look_up(host, port):
        asked.append(host)
        return [ip_address("1.1.1.1")]

    monkeypatch.setattr(ssrf_guard, "_look_up", look_up)
    assert found("https://stra\u00dfe.example/") == "1.1.1.1"
    assert asked == ["xn--strae-oqa.example"]  # and not "strasse.example", which is another's


def test_a_name_that_leads_nowhere_is_told_so(monkeypatch):
    def nowhere(host, port):
        raise OSError

    monkeypatch.setattr(ssrf_guard, "_look_up", nowhere)
    assert found("https://nobody.example/") == "call_nowhere"


def test_ports_of_other_services_are_left_alone(monkeypatch):
    monkeypatch.setattr(ssrf_guard, "_look_up", lambda host, port: [ip_address("1.1.1.1")])
    assert found("http://pigs.example:25/") == "call_port_refused"
    assert found("http://pigs.example:2586/") == "1.1.1.1"
    assert found("https://pigs.example/") == "1.1.1.1"


def sent(call, how_far=Targets.ANY):
    async def send():
        post = Caller()
        try:
            return await post.send(call, how_far)
        finally:
            await post.close()

    return asyncio.run(send())


def test_the_call_goes_to_the_address_that_was_judged_under_the_name_that_was_written(monkeypatch):
    asked = []

    def look_up(host, port):
        asked.append(host)
        return [ip_address("127.0.0.1")]

    monkeypatch.setattr(ssrf_guard, "_look_up", look_up)
    with Outside() as outside:
        url = httpx.URL(f"http://pigs.example:{outside.server_port}/hook?a=1")
        answer = sent(Call("POST", url, {"x": "y"}, b"{}"))
    assert answer.outcome is Outcome.DELIVERED
    assert asked == ["pigs.example"], "looked up once: nothing can change in between"
    (request,) = outside.requests
    assert request.headers["host"] == f"pigs.example:{outside.server_port}"
    assert (request.method, request.path, request.body) == ("POST", "/hook?a=1", b"{}")


def test_a_name_that_leads_elsewhere_a_moment_later_changes_nothing(monkeypatch):
    """Nobody below looks the name up once more, for then it may lead near."""
    asked, look_up = [], socket.getaddrinfo

    def elsewhere_later(host, *given, **named):
        if host == "pigs.example":
            asked.append(host)
            host = "127.0.0.1" if len(asked) == 1 else "127.0.0.2"
        return look_up(host, *given, **named)

    monkeypatch.setattr(socket, "getaddrinfo", elsewhere_later)
    with Outside() as outside:
        call = Call("POST", httpx.URL(f"http://pigs.example:{outside.server_port}/"), {}, b"{}")
        assert sent(call).outcome is Outcome.DELIVERED
        assert asked == ["pigs.example"]
        assert sent(call).fault.key == "call_unanswered"  # there is nobody there now
        assert sent(call, Targets.PUBLIC).fault.key == "call_not_public"
        assert len(outside.requests) == 1


def test_no_redirect_is_followed():
    with Outside() as outside, Outside() as elsewhere:
        outside.answers.append((302, {"location": elsewhere.address}))
        answer = sent(Call("POST", httpx.URL(outside.address), {}, b""))
    assert answer.outcome is Outcome.NEVER
    assert elsewhere.requests == []


@pytest.mark.parametrize(
    ("status", "outcome"),
    [
        (200, Outcome.DELIVERED),
        (201, Outcome.DELIVERED),
        (204, Outcome.DELIVERED),
        (301, Outcome.NEVER),
        (400, Outcome.NEVER),
        (404, Outcome.NEVER),
        (408, Outcome.LATER),
        (410, Outcome.GONE),
        (413, Outcome.NEVER),
        (429, Outcome.LATER),
        (500, Outcome.LATER),
        (503, Outcome.LATER),
    ],
)
def test_what_an_answer_means(status, outcome):
    call = Call("POST", httpx.URL("https://pigs.example"), {}, b"")
    assert judged(call, httpx.Response(status)).outcome is outcome


@pytest.mark.parametrize(
    ("asked", "wait"), [("120", 120.0), ("999999", 3600.0), ("", 0.0), ("-5", 0.0), ("Fri", 0.0)]
)
def test_how_long_somebody_may_ask_to_be_left_alone(asked, wait):
    call = Call("POST", httpx.URL("https://pigs.example"), {}, b"")
    answer = judged(call, httpx.Response(429, headers={"retry-after": asked}))
    assert answer.wait == wait


def test_nobody_who_does_not_answer_is_waited_for(monkeypatch):
    monkeypatch.setattr("galopp.server.notices.calling.WITHIN", 0.2)
    with Outside() as outside:
        outside.silent = True
        answer = sent(Call("POST", httpx.URL(outside.address), {}, b""))
    assert answer.outcome is Outcome.LATER
    assert answer.fault.key == "call_unanswered"
