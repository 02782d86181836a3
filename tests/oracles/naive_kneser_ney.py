"""Interpolated modified Kneser–Ney as the formulas have it: dictionaries, one definition after another.

Chen & Goodman 1998, section 3 and equation 26; conventions of KenLM's lmplz (Heafield et al. 2013): `<s>`
is never predicted, n-grams that begin with it keep their count, the uniform distribution has every word but
`<s>`, pruning follows the discounts.
"""

from collections import Counter
from functools import cache


class NaiveKneserNey:
    def __init__(self, sentences, order, prune=(0,), fallback=(0.5, 1.0, 1.5)):
        self.order, self.fallback = order, fallback
        self.prune = [*prune, *[prune[-1]] * (order - len(prune))]
        self.raw = [Counter() for _ in range(order + 1)]
        for sentence in sentences:
            words = ["<s>", *sentence, "</s>"]
            for n in range(1, order + 1):
                for start in range(len(words) - n + 1):
                    self.raw[n][tuple(words[start : start + n])] += 1
        self.raw[1][("<unk>",)] = 0
        self.words = [word for (word,) in self.raw[1]]
        self.adjusted = [None] + [self.adjusted_counts(n) for n in range(1, order + 1)]
        self.discounts, self.fell_back = [None], [None]
        for n in range(1, order + 1):
            values, fell_back = self.find_discounts(n)
            self.discounts.append(values)
            self.fell_back.append(fell_back)
        # only for speed
        self.gamma, self.probability = cache(self.gamma), cache(self.probability)
        self.followers = [None]
        for n in range(1, order + 1):
            found = {}
            for ngram in self.adjusted[n]:
                found.setdefault(ngram[:-1], []).append(ngram)
            self.followers.append(found)

    def adjusted_counts(self, n):
        """a(g): occurrences for the highest order and after <s>, otherwise the distinct words before g."""
        before = Counter(ngram[1:] for ngram in self.raw[n + 1]) if n < self.order else None
        adjusted = {}
        for ngram, count in self.raw[n].items():
            if ngram in [("<s>",), ("<unk>",)]:
                adjusted[ngram] = 0
            elif n == self.order or ngram[0] == "<s>":
                adjusted[ngram] = count
            else:
                adjusted[ngram] = before[ngram]
        return adjusted

    def find_discounts(self, n):
        """Equation 26."""
        n1, n2, n3, n4 = (sum(1 for count in self.adjusted[n].values() if count == c) for c in (1, 2, 3, 4))
        if 0 in (n1, n2, n3):
            return self.fallback, True
        y = n1 / (n1 + 2 * n2)
        found = (1 - 2 * y * n2 / n1, 2 - 3 * y * n3 / n2, 3 - 4 * y * n4 / n3)
        if not all(0 <= d <= j for j, d in enumerate(found, 1)):
            return self.fallback, True
        return found, False

    def discount(self, n, count):
        return 0 if count == 0 else self.discounts[n][min(count, 3) - 1]

    def pruned(self, ngram):
        return len(ngram) > 1 and self.raw[len(ngram)][ngram] <= self.prune[len(ngram) - 1]

    def gamma(self, context):
        """What the words seen after the context leave to the shorter context."""
        followers = self.followers[len(context) + 1].get(context)
        if followers is None:
            return 1.0
        n = len(context) + 1
        total = sum(self.adjusted[n][ngram] for ngram in followers)
        if total == 0:
            return 1.0
        left = 0.0
        for ngram in followers:
            count = self.adjusted[n][ngram]
            left += count if self.pruned(ngram) else self.discount(n, count)
        return left / total

    def probability(self, ngram):
        """P(last word | the words before it), interpolated down to the uniform distribution."""
        if ngram == ("<s>",):
            return 0.0
        if ngram == ():
            return 1 / (len(self.words) - 1)
        n, context = len(ngram), ngram[:-1]
        lower = self.gamma(context) * self.probability(ngram[1:] if n > 1 else ())
        count = self.adjusted[n].get(ngram, 0)
        if count == 0 or self.pruned(ngram):
            return lower
        total = sum(self.adjusted[n][other] for other in self.followers[n][context])
        return (count - self.discount(n, count)) / total + lower

    def ngrams(self, n):
        """The n-grams that stay in the model."""
        return [ngram for ngram in self.raw[n] if not self.pruned(ngram)]
