"""A load for the server: tables full of seats that play at random, timed from another process.

Moves fall due at a rate of their own, whether or not earlier ones have been answered, and
their times count from then: a server that stalls cannot hide it by being asked less.

    figures     what is asked of a load, and what it finds
    process     a server in a process of its own
    seat        one socket
    table       the sockets of one table, and its move under way
    opening     tables, before anybody is connected
    bots        tables where the server's own bots play
    run         all tables: connect, play, measure
    watching    processor time, memory, and what the server counts itself
    boardgameio the same with boardgame.io's server
    bench       both, one after the other
"""
