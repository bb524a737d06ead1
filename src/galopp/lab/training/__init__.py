"""Training of the nets that bots play by: a net plays itself on a graphics card, and learns.

    galopp train saumaumau --out runs/saumaumau --seconds 600 --device cuda

PPO with one net for all seats and all numbers of players. Most tables are the net against
itself; at some it meets the built-in levels or older versions of itself, so that it does not
forget how others play. It is drawn towards a slow copy of itself, so that it does not wander off.

    features    what a net reads from what a seat sees
    settings    which tables are played at
    model       the net, and how it counts in whole numbers
    rooms       many games at once, and who plays in them
    rollout     what happened there, and how good each decision was
    learner     how the net changes by that
    evaluation  how strong it is by now
    checkpoint  all that is needed to go on
    run         all of it together
    export      the file that is shipped
"""
