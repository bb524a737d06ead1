"""All operations over HTTP: what is served, and what is described."""

from galopp.server.http import (
    at_table,
    games,
    group_devices,
    group_files,
    group_notices,
    groups,
    notices,
    opening,
    passkeys,
    qr,
    replays,
    standings,
    status,
    tickets,
)

OPERATIONS = (
    *status.OPERATIONS,
    *games.OPERATIONS,
    *opening.OPERATIONS,
    *at_table.OPERATIONS,
    *qr.OPERATIONS,
    *standings.OPERATIONS,
    *replays.OPERATIONS,
    *notices.OPERATIONS,
    *group_files.OPERATIONS,  # first: a file is no group called so
    *groups.OPERATIONS,
    *group_devices.OPERATIONS,
    *group_notices.OPERATIONS,
    *passkeys.OPERATIONS,
    *tickets.OPERATIONS,
)
