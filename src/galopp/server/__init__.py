"""The table server: HTTP and WebSocket around `galopp.table`, with everything in one log.

`app` is the application and the process, `api` and `talking` what clients call, `house` all
tables and `room` the one task that owns each.
"""
