"""All tables of one server.

registry    the tables that are open
opening     new tables, and the public list
room        the one task that owns a table
outbox      what one device is owed
heading     what must be known of a table without opening it
store       the way to the log: reads and writes apart
caretaker   who looks after all tables
expiry      what is thrown away because it is old
disk        how much of the disk must stay free
histories   what people saw happen
replays     games that are over, to be watched again
days        the deal of the day
"""
