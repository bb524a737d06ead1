"""Notices: telling somebody who looks elsewhere that a table waits for them.

A notice goes to a seat that must act while its person does not look at the table: once for
each decision, and not at all when the decision came meanwhile. It goes by web push to a
browser, or by a webhook to whatever address the person named.

    subscriptions   what somebody asked to be told, and where
    owed            what a table wants of a seat now
    hours           when somebody is not to be disturbed
    message         what is said, in the reader's language
    webhook         a message as an HTTP request: ours, ntfy's, Matrix'
    push            a message, encrypted as web push wants it
    ssrf_guard      which addresses a server may call
    calling         the HTTP requests themselves
    sender          a message to its listener, as far as the host allows it
    listeners       everybody who wants to be told, in memory and on disk
    subscribing     taking subscriptions down, and letting them go
    timing          when somebody is told what they are owed
    scheduler       who is owed a notice, and sending it

What people ask of all this over HTTP is in `galopp.server.http.notices`.

There is no queue on disk. What is owed follows from the table as it stands and from what a
listener was told last, so it is found anew after a restart.
"""
