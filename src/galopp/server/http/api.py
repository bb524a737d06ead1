"""All operations over HTTP: what is served, and what is described."""

from galopp.server.http import at_table, games, notices, opening, qr, replays, standings, status

OPERATIONS = (
    *status.OPERATIONS,
    *games.OPERATIONS,
    *opening.OPERATIONS,
    *at_table.OPERATIONS,
    *qr.OPERATIONS,
    *standings.OPERATIONS,
    *replays.OPERATIONS,
    *notices.OPERATIONS,
)
