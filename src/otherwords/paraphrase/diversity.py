"""How far apart two texts are."""

from __future__ import annotations

from collections.abc import Sequence


def token_distance(a: Sequence[str], b: Sequence[str]) -> int:
    """The fewest insertions, deletions and substitutions of tokens that make one of the other.

    >>> token_distance("a big dog".split(), "the dog".split())
    2
    """
    row = list(range(len(b) + 1))
    for i, x in enumerate(a, 1):
        above, row[0] = row[0], i
        for j, y in enumerate(b, 1):
            above, row[j] = row[j], min(row[j] + 1, row[j - 1] + 1, above + (x != y))
    return row[-1]
