"""Web push: a message that only its browser can read, from a server that shows who it is."""

import pytest
from cryptography.exceptions import InvalidTag

from galopp.core.fault import Unreadable
from galopp.server.notices.push import BrowserKey, ServerKey, check
from galopp.wire.notices import Push
from outside import Browser, checked, of_private, read, written

# The example of RFC 8291, section 5 and appendix A.
MESSAGE = b"When I grow up, I want to be a watermelon"
SECRET = read("BTBZMqHH6r4Tts7J_aSIgg")
BROWSER = of_private(read("q1dXpw3UpT5VOmu_cf_v6ih07Aems3njxI-JWgLcM94"))
PUBLIC = "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4"
SENDER = of_private(read("yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw"))
SALT = read("DGv6ra1nlYgDCS1FRnbzlw")
ENCRYPTED = (
    "DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmY"
    "WAmS6TlzAC8wEqKK6PBru3jl7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexS"
    "gSxsj_Qulcy4a-fN"
)


def test_the_example_of_the_standard_is_encrypted_as_it_stands_there():
    key = BrowserKey.read(PUBLIC, written(SECRET))
    assert written(key.encrypted(MESSAGE, SENDER, SALT)) == ENCRYPTED


def test_a_browser_reads_what_was_written_for_it_and_no_other_does():
    assert Browser(BROWSER, SECRET).decrypted(read(ENCRYPTED)) == MESSAGE
    with pytest.raises(InvalidTag):
        Browser().decrypted(read(ENCRYPTED))


def test_a_servers_key_is_the_same_after_it_was_kept_and_signs_what_can_be_checked():
    key = ServerKey.make()
    again = ServerKey.read(key.to_keep())
    assert again.public == key.public
    header = again.authorization("https://push.example", "https://pigs.example", 1000.0)
    token = header.removeprefix("vapid t=").partition(",")[0]
    said = checked(token, read(key.public))
    assert said == {"aud": "https://push.example", "exp": 44200, "sub": "https://pigs.example"}


@pytest.mark.parametrize(
    ("endpoint", "p256dh", "auth"),
    [
        ("http://push.example/x", PUBLIC, written(SECRET)),  # not over a safe line
        ("https://", PUBLIC, written(SECRET)),
        ("javascript:alert(1)", PUBLIC, written(SECRET)),
        ("https://a:b@push.example/x", PUBLIC, written(SECRET)),
        ("https://push.example/x", written(b"\4" + bytes(64)), written(SECRET)),  # no such point
        ("https://push.example/x", written(bytes(65)), written(SECRET)),
    ],
)
def test_what_no_browser_would_say_is_refused(endpoint, p256dh, auth):
    with pytest.raises(Unreadable):
        check(Push(endpoint=endpoint, p256dh=p256dh, auth=auth), secure=True)
