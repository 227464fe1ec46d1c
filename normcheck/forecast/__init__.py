"""Before it is too late: the judge run on hypothetical games, and on fields that have not begun to play."""
