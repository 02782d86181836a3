"""The best distinct strings by scoring every derivation; a plain Viterbi search for plain rewrites."""

from __future__ import annotations

import math


class BackOff:
    """A back-off model as dictionaries from word numbers: what the mapped automaton must agree with."""

    def __init__(self, model) -> None:
        numbers = {word: i for i, word in enumerate(model.words)}
        self.order, self.unigrams = model.order, len(model.words)
        self.probability, self.backoff = {}, {}
        for order in range(1, model.order + 1):
            for words, probability, backoff in model.ngrams(order):
                ngram = tuple(numbers[word] for word in words)
                self.probability[ngram], self.backoff[ngram] = probability, backoff

    def step(self, history, word) -> float:
        """ln P(word | history), of which the last order - 1 words count."""
        word = word if word < self.unigrams else 0
        ngram = (*history[len(history) - min(len(history), self.order - 1) :], word)
        total = 0.0
        while ngram not in self.probability:
            total += self.backoff.get(ngram[:-1], 0.0)
            ngram = ngram[1:]
        return total + self.probability[ngram]

    def score(self, words) -> float:
        """Of a whole sentence."""
        ids = [1, *(word if word < self.unigrams else 0 for word in words), 2]
        return math.fsum(self.step(ids[:i], ids[i]) for i in range(1, len(ids)))


def all_strings(weighted, model, model_weight, model_word) -> list[tuple[float, tuple[int, ...]]]:
    """Each string with its true score, that of its best derivation; weighted: each one's (words, weight)."""
    best: dict[tuple[int, ...], float] = {}
    for words, weight in weighted:
        best[words] = max(best.get(words, -math.inf), weight)
    return sorted(
        (
            (weight + model_weight * model.score(map(model_word, words)), words)
            for words, weight in best.items()
        ),
        key=lambda found: (-found[0], found[1]),
    )


def viterbi(tokens, rewrites, model, model_weight, model_word):
    """The best (score, words) of plain rewrites (start, end, words, weight); None where there is no path.

    best[i] maps the last words of a target for the first i tokens to the best such target; nothing is pruned.
    """
    best = [{} for _ in range(tokens + 1)]
    best[0][(1,)] = (0.0, ())
    for place in range(tokens):
        for history, (score, words) in best[place].items():
            for start, end, target, weight in rewrites:
                if start != place:
                    continue
                total, context = score + weight, history
                for word in map(model_word, target):
                    total += model_weight * model.step(context, word)
                    context = (*context, word)[-max(model.order - 1, 1) :]
                if context not in best[end] or total > best[end][context][0]:
                    best[end][context] = (total, words + tuple(target))
    ends = [
        (score + model_weight * model.step(history, 2), words) for history, (score, words) in best[-1].items()
    ]
    return max(ends, default=None)
