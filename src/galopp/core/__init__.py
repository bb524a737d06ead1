"""What every game is made of: kernels, chance, sets of cards, records, options."""
