"""The table server: HTTP and WebSocket around `galopp.table`, with everything in one log.

Which part may know which is a contract in `pyproject.toml`, and a table in
`docs/architecture.md`.

    app         the application and the process
    services    its parts, put together
    asking      who asks, and for what server
    http        operations over HTTP, and how requests are read
    live        devices that are connected: WebSockets and streams
    site        the pages, and what they load
    notices     telling somebody who looks elsewhere
    tables      all tables, the one task that owns each, and what is kept of them
    bots        who thinks for a seat
    ops         what whoever runs a server needs: clock, limits, figures, logs
"""
