"""A group: people who play again and again, in plain Python and without I/O.

It is built like a table. A message comes in and is judged (`judge`); what follows from it is a
list of events for the log (`log`). Once they are written down they are folded into the group
(`fold`), and then its members are told (`feed`). The time always comes from outside, and so do
the results of games: whoever calls reads them from the logs of tables.
"""
