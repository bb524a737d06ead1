"""Studies of the games: many games played out, counted and timed."""
