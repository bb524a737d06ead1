"""Passkeys: a member proves on another device who they are, with WebAuthn and nothing else.

A challenge is remembered by nobody: it comes back in a token that only this server's data could
have signed, so that any process can check it. Whoever has `galopp[passkeys]` not installed can
do everything but this.
"""

import secrets
from collections import OrderedDict
from dataclasses import dataclass
from importlib.util import find_spec
from typing import Any, Literal, NamedTuple
from urllib.parse import urlsplit

import msgspec

from galopp.server.groups.secret import SharedSecret
from galopp.server.ops.clock import Clock
from galopp.server.ops.signing import signed_token, verified
from galopp.server.ops.threads import Threads
from galopp.server.tables.store import Store
from galopp.table.refused import Refused
from galopp.wire.groups import PasskeyAsked, ProvePasskey

AVAILABLE = find_spec("webauthn") is not None
WITHIN = 300.0  # seconds from a challenge to its answer
CHALLENGE_BYTES = 16
MOST_ANSWERED = 10_000  # challenges remembered, so that none is answered twice


class Place(NamedTuple):
    """Where a passkey holds: the server as browsers know it."""

    id: str
    origin: str

    @classmethod
    def of(cls, base: str) -> "Place":
        """Of the address of a server's first page."""
        parts = urlsplit(base)
        return cls(parts.hostname or "", f"{parts.scheme}://{parts.netloc}")


class Challenge(msgspec.Struct, frozen=True, array_like=True):
    """What is asked, for whom, and until when it may be answered."""

    purpose: Literal["add", "prove"]
    group: str
    member: int  # -1 where that is to be proved
    nonce: bytes
    until: float


@dataclass(frozen=True)
class Passkey:
    """What is kept of a passkey."""

    credential: str
    public_key: str
    count: int


class Passkeys:
    """Asks and checks."""

    def __init__(self, store: Store, clock: Clock, threads: Threads) -> None:
        self._clock, self._threads = clock, threads
        self._secret = SharedSecret(store, clock, "passkeys")
        self._answered: OrderedDict[bytes, None] = OrderedDict()

    async def to_add(
        self, place: Place, group: str, member: int, name: str, known: list[str]
    ) -> PasskeyAsked:
        """What a browser is asked to make a passkey; raises `Refused`."""
        _check_available()
        challenge = self._new("add", group, member)
        options = await self._threads.run(
            _creation, place, challenge.nonce, f"{group}/{member}", name, known
        )
        return PasskeyAsked(options, await self._sealed(challenge))

    async def to_prove(self, place: Place, group: str) -> PasskeyAsked:
        """What a browser is asked to prove who somebody is; raises `Refused`."""
        _check_available()
        challenge = self._new("prove", group, -1)
        options = await self._threads.run(_request, place, challenge.nonce)
        return PasskeyAsked(options, await self._sealed(challenge))

    async def added(self, place: Place, group: str, member: int, given: ProvePasskey) -> Passkey:
        """The passkey that was made; raises `Refused`."""
        _check_available()
        challenge = await self._opened(given.token)
        if (challenge.purpose, challenge.group, challenge.member) != ("add", group, member):
            raise Refused("passkey_not_right")
        found = await self._threads.run(_registered, place, challenge.nonce, given.credential)
        self._answer(challenge)
        return found

    async def proved(self, place: Place, group: str, known: Passkey, given: ProvePasskey) -> int:
        """How often a passkey has signed, if this is signed with it; raises `Refused`."""
        _check_available()
        challenge = await self._opened(given.token)
        if (challenge.purpose, challenge.group) != ("prove", group):
            raise Refused("passkey_not_right")
        count = await self._threads.run(
            _authenticated, place, challenge.nonce, known, given.credential
        )
        self._answer(challenge)
        return count

    # --- Tokens

    def _new(self, purpose: Literal["add", "prove"], group: str, member: int) -> Challenge:
        nonce = secrets.token_bytes(CHALLENGE_BYTES)
        return Challenge(purpose, group, member, nonce, self._clock.of_day() + WITHIN)

    async def _sealed(self, challenge: Challenge) -> str:
        return signed_token(challenge, await self._secret.read())

    async def _opened(self, token: str) -> Challenge:
        challenge = verified(token, Challenge, await self._secret.read())
        if challenge is None:
            raise Refused("passkey_not_right")
        if challenge.until < self._clock.of_day() or challenge.nonce in self._answered:
            raise Refused("passkey_too_late")
        return challenge

    def _answer(self, challenge: Challenge) -> None:
        """Each is answered once, as far as is remembered; afterwards it is too late anyway."""
        if challenge.nonce in self._answered:  # by another, while this one was checked
            raise Refused("passkey_too_late")
        self._answered[challenge.nonce] = None
        if len(self._answered) > MOST_ANSWERED:
            self._answered.popitem(last=False)


def _check_available() -> None:
    if not AVAILABLE:
        raise Refused("no_passkeys_here")


# --- WebAuthn; loaded when somebody wants it, for it takes a while


def credential_of(given: ProvePasskey) -> str:
    """Which passkey somebody says it is."""
    return str(given.credential.get("id", ""))


def _creation(place: Place, nonce: bytes, user: str, name: str, known: list[str]) -> dict[str, Any]:
    import webauthn
    from webauthn.helpers import base64url_to_bytes, options_to_json_dict
    from webauthn.helpers.structs import (
        AuthenticatorSelectionCriteria,
        PublicKeyCredentialDescriptor,
        ResidentKeyRequirement,
        UserVerificationRequirement,
    )

    options = webauthn.generate_registration_options(
        rp_id=place.id,
        rp_name="Galopp",
        user_id=user.encode(),
        user_name=name,
        challenge=nonce,
        authenticator_selection=AuthenticatorSelectionCriteria(
            resident_key=ResidentKeyRequirement.REQUIRED,  # a new device knows no names
            user_verification=UserVerificationRequirement.PREFERRED,
        ),
        exclude_credentials=[
            PublicKeyCredentialDescriptor(id=base64url_to_bytes(one)) for one in known
        ],
    )
    return dict(options_to_json_dict(options))


def _request(place: Place, nonce: bytes) -> dict[str, Any]:
    import webauthn
    from webauthn.helpers import options_to_json_dict

    options = webauthn.generate_authentication_options(rp_id=place.id, challenge=nonce)
    return dict(options_to_json_dict(options))


def _registered(place: Place, nonce: bytes, credential: dict[str, Any]) -> Passkey:
    import webauthn
    from webauthn.helpers import bytes_to_base64url

    try:
        found = webauthn.verify_registration_response(
            credential=credential,
            expected_challenge=nonce,
            expected_rp_id=place.id,
            expected_origin=place.origin,
        )
    except Exception:  # whatever a library makes of what a stranger sends
        raise Refused("passkey_not_right") from None
    return Passkey(
        bytes_to_base64url(found.credential_id),
        bytes_to_base64url(found.credential_public_key),
        found.sign_count,
    )


def _authenticated(place: Place, nonce: bytes, known: Passkey, credential: dict[str, Any]) -> int:
    import webauthn
    from webauthn.helpers import base64url_to_bytes

    try:
        found = webauthn.verify_authentication_response(
            credential=credential,
            expected_challenge=nonce,
            expected_rp_id=place.id,
            expected_origin=place.origin,
            credential_public_key=base64url_to_bytes(known.public_key),
            credential_current_sign_count=known.count,
        )
    except Exception:  # whatever a library makes of what a stranger sends
        raise Refused("passkey_not_right") from None
    return int(found.new_sign_count)
