"""Doubtful facts collected while a file is read, with their places."""

from collections import Counter

from normcheck.event import Notice, Source

MOST_OF_A_KIND = 20  # a damaged file would else give one notice for every game


class Notices:
    """A list of notices of one file that folds what repeats too often."""

    def __init__(self, file: str) -> None:
        self.file = file
        self._kept: list[Notice] = []
        self._counts: Counter[str] = Counter()

    def add(self, key: str, line: int = 0, column: int = 0, **values: object) -> None:
        """Note `key` of ``notices.toml`` with its values at a line and column (0: not a place)."""
        self._counts[key] += 1
        if self._counts[key] <= MOST_OF_A_KIND:
            self._kept.append(Notice(key, values, Source(self.file, line, column)))

    def all(self) -> tuple[Notice, ...]:
        """Every notice in the order found, then how many of a kind were folded away."""
        folded = [
            Notice("more_of_the_same", {"kind": key, "count": count - MOST_OF_A_KIND}, Source(self.file))
            for key, count in self._counts.items()
            if count > MOST_OF_A_KIND
        ]
        return (*self._kept, *folded)
