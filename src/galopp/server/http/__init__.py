"""HTTP: what is asked, and what is answered.

Each line of `OPERATIONS` is both served and described.

    api         the list of all operations
    status      whether the server is well
    games       the games, and what can be chosen by name
    opening     opening tables, sitting down, deleting
    at_table    messages, news, hints, what happened
    qr          QR codes
    replays     games that are over, and the deal of the day
    standings   how a few tables stand
    notices     being told, and being told no more
    operation   what reading, refusing and answering have in common
    openapi     the description, made from the same list
    protocol    a connection, with an end to what it may send
    gate        who may be connected
"""
