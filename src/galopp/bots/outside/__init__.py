"""Bots from outside: a Python class of another package, or a program in any language.

Both run in a process of their own and are talked to in lines of JSON, over stdin and stdout.
`docs/bots.md` tells how to write one. Whatever such a process does, it crashes, hangs, prints
garbage or wants a move that is not legal, comes back as one exception, `BotFailed`; the next
decision starts it anew.

    bots.bot("saumaumau", "program:node rosa.js")    # a program, by its command line
    bots.register("rosa", "node rosa.js")            # the same under a name of its own
    bots.bot("saumaumau", "rosa@3s")                 # with 3 seconds for each decision
"""

from galopp.bots.outside.bot import Limits, Outside
from galopp.bots.outside.failed import BotFailed
from galopp.bots.outside.names import find, outside_names, register, reserve

__all__ = ["BotFailed", "Limits", "Outside", "find", "outside_names", "register", "reserve"]
