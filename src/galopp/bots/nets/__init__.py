"""Nets that learned by playing themselves, and bots that decide by them.

    inputs    which features of a net are on, by what a seat sees
    net       what the net makes of them, in whole numbers
    file      nets on disk: GAME.npz, and in GAME.json what made it
    taught    the tables at which it learned
    bot       decides by a net at once: the strong level
    candidates  the decisions that are worth trying, and which of them turned out best
    playouts  plays on in thought, all seats by the net
    consequences  what comes of decisions, to the end of the race
    search    tries out what the net thinks best: the strongest level

How they are trained is told in `galopp.lab.training`.
"""
