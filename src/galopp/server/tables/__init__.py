"""All tables of one server.

A table is brought from the log when somebody wants it, and has one room while it is open.

    registry    the tables that are open
    opening     new tables, and the public list
    room        the one task that owns a table
    announcer   what tells the devices at it
    timer       what waits for what happens there by itself
    repeats     messages that come again
    presence    who is there
    guest       a device at a table
    outbox      the queue in front of a device
    heading     what must be known of a table without opening it
    store       the way to the log: reads and writes apart
    caretaker   who looks after all tables
    expiry      what is thrown away because it is old
    disk        how much of the disk must stay free
    histories   what people saw happen
    replays     games that are over, to be watched again
    days        the deal of the day
"""
