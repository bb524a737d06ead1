"""What whoever runs a server needs.

Nothing here knows of tables or players.

    clock       the time that tables go by
    limits      how much one address may ask for
    logs        the log for the operator
    memory      keeping the process small and its pauses short
    metrics     figures for Prometheus
    tasks       what runs by itself
    threads     threads for what takes a while
    negotiation what a client would rather have: languages, gzip
    preparing   compiling the rules without making anybody wait
"""
