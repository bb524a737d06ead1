"""A table: where people and bots meet, in plain Python and without I/O.

A message comes in and is judged (`judge`); what follows from it is a list of events for the
log (`log`). Once they are written down they are folded into the table (`table.fold`), and
then each viewer is told what it may know (`feed`). The time always comes from outside.
"""
