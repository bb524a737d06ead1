"""Devices that are connected, and told everything as it happens.

A device is told by a WebSocket, or by a stream where none gets through.

    session     one WebSocket, from its hello to its end
    stream      news as lines of JSON
    joining     how a device comes to a table, the same for both
    websocket   one WebSocket as ASGI hands it over
"""
