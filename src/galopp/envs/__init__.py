"""The games in the shapes that researchers' tools expect: thin adapters, no rules.

Whatever an adapter shows of a game is made from the `SEEN` record of the seat it shows it to.
"""
