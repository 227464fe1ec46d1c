"""Computing ratings: expected scores, performances, changes by the rules of the day, first ratings, Glicko.

The published rating lists, kept and laid beside events, are another package: `normcheck.ratings`.
A library of its own: whole numbers and exact fractions in, named tuples out, nothing printed. Scores are in half
points. Floats appear only where the logistic formula or Glicko is asked for.
"""
