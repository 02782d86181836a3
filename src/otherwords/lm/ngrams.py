"""The one form that n-gram models have in memory: sorted arrays, one level for each order.

An n-gram is the number of its context (all words but the last: an n-gram one level below) and its last
word. Levels are sorted by (context, word), so all that may follow a context stands together, and the
n-grams of level 1 are the words themselves, in the order of their numbers.
"""

from __future__ import annotations

from array import array
from collections.abc import Iterator
from dataclasses import dataclass
from typing import NamedTuple

from otherwords.errors import UsageError

MAX_ORDER = 5


class Level(NamedTuple):
    """The n-grams of one order; probabilities and back-off weights are natural logs.

    The highest order has no back-off weights: its array is empty.
    """

    context: array[int]
    word: array[int]
    probability: array[float]
    backoff: array[float]

    def __len__(self) -> int:
        return len(self.word)


@dataclass(frozen=True)
class NgramModel:
    """A back-off model; `words` are numbered in their order, `<unk> <s> </s>` first."""

    words: list[str]
    levels: list[Level]

    @property
    def order(self) -> int:
        """The number of words in the longest n-grams."""
        return len(self.levels)

    @property
    def sizes(self) -> tuple[int, ...]:
        """The number of n-grams of each order."""
        return tuple(len(level.word) for level in self.levels)

    def ngrams(self, order: int) -> Iterator[tuple[tuple[str, ...], float, float]]:
        """Each n-gram of an order with the natural logs of its probability and its back-off weight.

        >>> from otherwords.lm import estimate
        >>> model = estimate(["a rose is a rose"], order=2).model
        >>> [words for words, _, _ in model.ngrams(2)][:3]
        [('<s>', 'a'), ('a', 'rose'), ('rose', '</s>')]
        """
        level = self.levels[order - 1]
        for i, probability in enumerate(level.probability):
            found, at = [], i
            for k in range(order - 1, -1, -1):
                found.append(self.words[self.levels[k].word[at]])
                at = self.levels[k].context[at]
            yield tuple(reversed(found)), probability, level.backoff[i] if level.backoff else 0.0


def checked_order(order: int) -> int:
    """The order, or an error that says which there are."""
    if not 1 <= order <= MAX_ORDER:
        raise UsageError(f"order {order}, expected 1 to {MAX_ORDER}")
    return order
