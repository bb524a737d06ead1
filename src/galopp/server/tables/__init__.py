"""All tables of one server.

house       all tables, and who looks after them
room        the one task that owns a table
outbox      what one device is owed
histories   what people saw happen
replays     games that are over, to be watched again
days        the deal of the day
"""
