"""Interpolated modified Kneser–Ney.

Chen & Goodman, An empirical study of smoothing techniques for language modeling (TR-10-98, 1998),
with the conventions of KenLM's lmplz (Heafield et al. 2013):

- **Counts** (section 3). The longest n-grams count their occurrences, shorter ones the
  distinct words that precede them, except those that begin with `<s>`, which nothing precedes: they keep
  occurrences.
- **Discounts** (equation 26), for each order from n₁…n₄, the number of n-grams with adjusted count 1…4:
  Y = n₁ / (n₁ + 2n₂); D₁ = 1 − 2Y n₂/n₁; D₂ = 2 − 3Y n₃/n₂; D₃₊ = 3 − 4Y n₄/n₃.
  Where these cannot be computed or lie outside 0…count (small or artificial text), lmplz stops unless told to
  fall back; we fall back to 0.5, 1 and 1.5 for that order and say so (`Discounts.fallback`).
- **Interpolation**: P(w|c) = (a(cw) − D(a(cw))) / Σᵥ a(cv) + γ(c) P(w|c′), where γ(c) is what the discounts
  took. Below the single words lies the uniform distribution over all words but `<s>`; `<unk>` has only
  that.
- **Pruning** by occurrences, never of single words: an n-gram that occurs at most `prune[n − 1]` times is
  left out after discounts are computed, and its whole count goes to γ, so that the model still sums to one.
- `<s>` is never predicted: probability 0, which ARPA files write as log10 -99 (lmplz writes 0, which no query
  sees). A γ of 0 is written as log10 -99 too.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import pairwise

from otherwords.errors import UsageError
from otherwords.lm import _kneser_ney
from otherwords.lm.counts import GIBIBYTE, Counts, count_ngrams
from otherwords.lm.ngrams import Level, NgramModel, checked_order

FALLBACK = (0.5, 1.0, 1.5)


@dataclass(frozen=True)
class Discounts:
    """What is taken from counts of 1, 2 and 3 or more, and the counts of counts behind it."""

    values: tuple[float, float, float]
    counts_of_counts: tuple[int, int, int, int]
    fallback: bool


@dataclass(frozen=True)
class Estimate:
    """A model and how it came about."""

    model: NgramModel
    discounts: tuple[Discounts, ...]
    prune: tuple[int, ...]
    tokens: int
    sentences: int


def estimate(
    lines: Iterable[str],
    order: int = 3,
    *,
    prune: Sequence[int] = (0,),
    fallback: tuple[float, float, float] = FALLBACK,
    memory: int = GIBIBYTE,
) -> Estimate:
    """Estimate a model from sentences, one a line, words between white space.

    >>> made = estimate(["the dog barks", "the cat sleeps", "a dog sleeps"], order=2)
    >>> made.model.order, made.model.sizes, made.discounts[0].fallback
    (2, (9, 10), True)
    """
    checked_thresholds(prune, checked_order(order))
    return estimate_counts(count_ngrams(lines, order, memory=memory), prune=prune, fallback=fallback)


def estimate_counts(
    counts: Counts, *, prune: Sequence[int] = (0,), fallback: tuple[float, float, float] = FALLBACK
) -> Estimate:
    """The same from counts."""
    thresholds = checked_thresholds(prune, len(counts.levels))
    levels, facts = _kneser_ney.estimate(counts.levels, thresholds, fallback)
    model = NgramModel(counts.words, [Level(*level) for level in levels])
    return Estimate(
        model, tuple(Discounts(*fact) for fact in facts), thresholds, counts.tokens, counts.sentences
    )


def checked_thresholds(prune: Sequence[int], order: int) -> tuple[int, ...]:
    """One threshold for each order; the last given stands for those that are missing, as with lmplz.

    >>> checked_thresholds([0, 1], 4)
    (0, 1, 1, 1)
    """
    given = tuple(prune) or (0,)
    if len(given) > order:
        raise UsageError(f"{len(given)} pruning thresholds for a model of order {order}")
    if given[0] != 0:
        raise UsageError(
            f"the first pruning threshold is {given[0]}, expected 0: single words are never pruned"
        )
    if any(low > high for low, high in pairwise(given)):
        raise UsageError(
            f"pruning thresholds {' '.join(map(str, given))}: they must not fall from order to order"
        )
    return given + given[-1:] * (order - len(given))
