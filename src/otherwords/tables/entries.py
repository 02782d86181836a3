"""One entry of a phrase table, and the few words that all of the room share."""

from __future__ import annotations

from typing import NamedTuple

TARGET_GIVEN_SOURCE = "target|source"
SOURCE_GIVEN_TARGET = "source|target"
DIRECTIONS = (TARGET_GIVEN_SOURCE, SOURCE_GIVEN_TARGET)

MAX_WORDS = 100
"""The words that a source or a target may have, unless a caller says otherwise."""
MOST_WORDS = 1000
"""The words that it may have at all: what a lookup does is bounded by it, whatever a file says."""
MOST_TARGETS = 65_535
"""The entries that one source may have; of more, the best are kept."""


class Entry(NamedTuple):
    """A source may become a target, at a price.

    Source and target are words separated by whitespace (as `str.split` sees it); an empty target deletes
    the source. `score` is a natural logarithm; `columns` are whatever other numbers the table gives, as they
    stand there.

    >>> Entry("take part in", "participate in", -1.41)
    Entry(source='take part in', target='participate in', score=-1.41, columns=())
    """

    source: str
    target: str
    score: float
    columns: tuple[float, ...] = ()
