"""A back-off model as a dictionary, read from an ARPA file line by line; base 10."""

import math


class NaiveBackoff:
    def __init__(self, probabilities, backoffs, order):
        self.probabilities, self.backoffs, self.order = probabilities, backoffs, order

    @classmethod
    def read(cls, path):
        probabilities, backoffs, order = {}, {}, 0
        for line in path.read_text(encoding="utf-8").split("\n"):
            if line.endswith("-grams:"):
                order = int(line[1 : line.index("-")])
            elif order and line and not line.startswith("\\"):
                fields = line.split("\t")
                ngram = tuple(fields[1].split(" "))
                probabilities[ngram] = float(fields[0])
                backoffs[ngram] = float(fields[2]) if len(fields) > 2 else 0.0
        probabilities.setdefault(("<unk>",), -100.0)
        return cls(probabilities, backoffs, order)

    @classmethod
    def of(cls, model):
        """From a model in memory."""
        probabilities, backoffs = {}, {}
        for order in range(1, model.order + 1):
            for ngram, probability, backoff in model.ngrams(order):
                probabilities[ngram] = probability / math.log(10)
                backoffs[ngram] = backoff / math.log(10)
        return cls(probabilities, backoffs, model.order)

    def known(self, word):
        return word if (word,) in self.probabilities else "<unk>"

    def score(self, context, word):
        """log10 P(word | context) and the length of the n-gram that was found."""
        ngram = (*map(self.known, context), self.known(word))[-self.order :]
        total = 0.0
        while ngram not in self.probabilities:
            total += self.backoffs.get(ngram[:-1], 0.0)
            ngram = ngram[1:]
        return total + self.probabilities[ngram], len(ngram)

    def scores(self, words, begin=True, end=True):
        context = ["<s>"] if begin else []
        found = []
        for word in [*words, "</s>"] if end else words:
            found.append(self.score(context, word))
            context.append(word)
        return found
