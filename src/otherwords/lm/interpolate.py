"""Several models mixed into one, for a domain: P(w|c) = Σ λₘ Pₘ(w|c).

As SRILM's static interpolation (Stolcke 2002, `ngram -mix-lm`): the mixture holds the n-grams that some
component holds, each with its mixed probability, and back-off weights are computed anew so that every
context sums to one. For other words the mixture backs off; there it differs from mixing at run time.

Where we differ from SRILM: a component's `<unk>` stands for every word of the mixture that it does not know
and for `<unk>` itself, and its probability is shared equally among them. So what is mixed sums to one.
"""

from __future__ import annotations

import math
from array import array
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from otherwords.errors import InputError, UsageError
from otherwords.lm import _interpolate
from otherwords.lm._query import Query
from otherwords.lm.ngrams import Level, NgramModel
from otherwords.lm.store import build_store

_END = 2


@dataclass(frozen=True)
class Mixture:
    """Weights tuned on a text, and what they are worth there."""

    weights: tuple[float, ...]
    perplexity: float  # of the text under the mixture
    perplexities: tuple[float, ...]  # under each component alone
    rounds: int


def interpolate(models: Sequence[NgramModel], weights: Sequence[float]) -> NgramModel:
    """Mix models; the weights must be positive and are divided by their sum.

    >>> from otherwords.lm import estimate
    >>> news = estimate(["the bank rises", "the shares rise"], order=2).model
    >>> rivers = estimate(["the river rises", "the bank falls"], order=2).model
    >>> interpolate([news, rivers], [0.7, 0.3]).sizes
    (10, 11)
    """
    if len(models) != len(weights) or not models:
        raise UsageError(f"{len(weights)} weights for {len(models)} models")
    if not all(0 < weight < math.inf for weight in weights):
        raise UsageError(f"weights {' '.join(map(str, weights))}: expected positive numbers")
    total = math.fsum(weights)
    words, parts = _parts(models)
    components = [
        (part.query, model.levels, part.to_union, part.from_union, weight / total, part.share)
        for model, part, weight in zip(models, parts, weights, strict=True)
    ]
    levels = _interpolate.mix(components, max(model.order for model in models))
    return NgramModel(words, [Level(*level) for level in levels])


def tune_weights(
    models: Sequence[NgramModel], lines: Iterable[str], *, rounds: int = 100, tolerance: float = 1e-6
) -> Mixture:
    """Weights that make a development text (one sentence a line) most probable, by expectation maximisation.

    Stops after `rounds` or when the mean log probability rises by less than `tolerance`.

    >>> from otherwords.lm import estimate
    >>> news = estimate(["the bank rises", "the shares rise"], order=2).model
    >>> rivers = estimate(["the river rises", "the bank falls"], order=2).model
    >>> mixture = tune_weights([news, rivers], ["the river falls"])
    >>> mixture.weights[1] > 0.9
    True
    """
    if not models:
        raise UsageError("no models to mix")
    words, parts = _parts(models)
    numbers = {word: number for number, word in enumerate(words)}
    columns = [array("d") for _ in parts]
    for line in lines:
        sentence = [numbers.get(word, 0) for word in line.split()]
        for part, column in zip(parts, columns, strict=True):
            column.extend(part.probabilities(sentence))
    if not columns[0]:
        raise InputError("no text to tune the weights on")
    weights = [1 / len(models)] * len(models)
    best, used = -math.inf, 0
    for _ in range(rounds):
        mean, better = _interpolate.reweigh(columns, weights)
        if mean - best < tolerance:
            break
        best, weights, used = mean, better, used + 1
    mean, _ = _interpolate.reweigh(columns, weights)
    alone = [math.exp(-math.fsum(map(math.log, column)) / len(column)) for column in columns]
    return Mixture(tuple(weights), math.exp(-mean), tuple(alone), used)


@dataclass(frozen=True)
class _Part:
    query: Query
    to_union: array[int]
    from_union: array[int]
    share: int  # the number of union words that this component's <unk> stands for

    def probabilities(self, sentence: Sequence[int]) -> Iterable[float]:
        ids = array("I", [self.from_union[number] for number in sentence])
        scores = array("f", bytes(4 * (len(ids) + 1)))
        self.query.score_words(ids, True, True, scores)
        for score, number in zip(scores, [*ids, _END], strict=True):
            yield math.exp(score) / (self.share if number == 0 else 1)


def _parts(models: Sequence[NgramModel]) -> tuple[list[str], list[_Part]]:
    """All words in the order of meeting, and each model with its way to and from them."""
    union: dict[str, int] = {}
    for model in models:
        for word in model.words:
            union.setdefault(word, len(union))
    parts = []
    for model in models:
        to_union = array("I", [union[word] for word in model.words])
        from_union = array("I", bytes(4 * len(union)))
        for number, at in enumerate(to_union):
            from_union[at] = number
        arrays, meta = build_store(model, bounds=False)
        parts.append(_Part(Query(arrays, meta), to_union, from_union, from_union.count(0)))
    return list(union), parts
