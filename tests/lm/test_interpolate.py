import itertools
import math
from array import array

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from oracles.made_up_language import sentences
from oracles.naive_backoff import NaiveBackoff

from otherwords.errors import InputError, UsageError
from otherwords.lm import estimate, read_arpa, tune_weights, write_arpa
from otherwords.lm._interpolate import reweigh
from otherwords.lm.interpolate import interpolate

texts = st.lists(st.text("abcde", max_size=6), min_size=1, max_size=8)
more_texts = st.lists(st.text("cdefg", max_size=6), min_size=1, max_size=8)


class NaiveMixture:
    """Σ λ P, where a component's <unk> is shared by the words it does not know."""

    def __init__(self, models, weights):
        self.parts = [NaiveBackoff.of(model) for model in models]
        self.weights = [weight / sum(weights) for weight in weights]
        self.words = list(dict.fromkeys(word for model in models for word in model.words))
        self.shares = [sum(part.known(word) == "<unk>" for word in self.words) for part in self.parts]

    def probability(self, context, word):
        total = 0.0
        for part, weight, share in zip(self.parts, self.weights, self.shares, strict=True):
            p = 10 ** part.score(context, word)[0]
            total += weight * (p / share if part.known(word) == "<unk>" else p)
        return total


def spaced(lines):
    return [" ".join(line) for line in lines]


@settings(max_examples=50, deadline=None)
@given(
    one=texts,
    other=more_texts,
    orders=st.tuples(st.integers(1, 4), st.integers(1, 4)),
    prune=st.sampled_from([0, 1]),
    weight=st.floats(0.01, 0.99),
)
def test_the_mixture_holds_all_ngrams_with_mixed_probabilities_and_sums_to_one(
    one, other, orders, prune, weight
):
    models = [
        estimate(spaced(one), orders[0]).model,
        estimate(spaced(other), orders[1], prune=[0, prune][: orders[1]]).model,
    ]
    mixed = interpolate(models, [weight, 1 - weight])
    naive, found = NaiveMixture(models, [weight, 1 - weight]), NaiveBackoff.of(mixed)
    assert mixed.words == naive.words
    assert mixed.order == max(orders)
    union = {ngram for m in models for n in range(1, m.order + 1) for ngram, _, _ in m.ngrams(n)}
    assert set(found.probabilities) == union
    for ngram in union - {("<s>",)}:
        assert 10 ** found.probabilities[ngram] == pytest.approx(
            naive.probability(ngram[:-1], ngram[-1]), rel=1e-4, abs=1e-12
        )
    contexts = {ngram[:-1] for ngram in union} | {("c", "d"), ("never", "c")}
    for context in contexts:
        total = sum(10 ** found.score(context, word)[0] for word in mixed.words if word != "<s>")
        assert total == pytest.approx(1, abs=1e-4)


def test_a_mixture_of_models_that_lack_suffixes_sums_to_one(tmp_path):
    text = (
        "\\data\\\nngram 1=5\nngram 2=3\nngram 3=1\n\n\\1-grams:\n-0.60206\t<unk>\n-99\t<s>\n-0.60206\t</s>\n"
        "-0.60206\ta\n-0.60206\tb\n\n\\2-grams:\n-0.3\t<s> a\n-0.4\ta b\n-0.2\tb a\n"
        "\n\\3-grams:\n-0.05\ta b b\n\n\\end\\\n"
    )
    (tmp_path / "a").write_text(text)
    mixed = interpolate([read_arpa(tmp_path / "a"), estimate(["b b", "c"], 1).model], [0.5, 0.5])
    found = NaiveBackoff.of(mixed)
    for context in itertools.product(["<s>", "a", "b", "c", "x"], repeat=2):
        total = sum(10 ** found.score(context, word)[0] for word in mixed.words if word != "<s>")
        assert total == pytest.approx(1, abs=1e-4)


def test_a_model_mixed_with_itself_is_the_same(tmp_path):
    model = estimate(sentences(50, words=20), 3).model
    mixed = interpolate([model, model], [3, 1])
    assert mixed.words == model.words
    for ours, theirs in zip(mixed.levels, model.levels, strict=True):
        assert (ours.context, ours.word) == (theirs.context, theirs.word)
        assert list(ours.probability) == pytest.approx(list(theirs.probability), abs=1e-5)
        assert list(ours.backoff) == pytest.approx(list(theirs.backoff), abs=1e-3)
    write_arpa(mixed, tmp_path / "mixed.arpa")
    assert read_arpa(tmp_path / "mixed.arpa").sizes == model.sizes


def test_weights_are_those_that_make_the_text_most_probable():
    models = [estimate(sentences(200, seed=seed, words=30), 2).model for seed in (1, 2)]
    dev = [*sentences(30, seed=1, words=30), *sentences(90, seed=2, words=30)]
    found = tune_weights(models, dev, tolerance=1e-9)
    assert sum(found.weights) == pytest.approx(1)
    assert 0.1 < found.weights[0] < 0.5 < found.weights[1] < 0.9
    assert found.perplexity < min(found.perplexities)
    naive = NaiveMixture(models, found.weights)

    def perplexity(weight):
        naive.weights = [weight, 1 - weight]
        logs = []
        for line in dev[:40]:
            words = [*line.split(), "</s>"]
            logs += [math.log(naive.probability(["<s>", *words[:i]], word)) for i, word in enumerate(words)]
        return math.exp(-sum(logs) / len(logs))

    part = tune_weights(models, dev[:40], tolerance=1e-10, rounds=1000)
    assert part.perplexity == pytest.approx(perplexity(part.weights[0]), rel=1e-4)
    for other in (part.weights[0] - 0.05, part.weights[0] + 0.05):
        assert perplexity(other) > part.perplexity


def test_one_round_of_expectation_maximisation_by_hand():

    mean, weights = reweigh([array("d", [0.5, 0.1]), array("d", [0.5, 0.3])], [0.5, 0.5])
    assert mean == pytest.approx((math.log(0.5) + math.log(0.2)) / 2)
    assert weights == pytest.approx([(0.5 + 0.25) / 2, (0.5 + 0.75) / 2])


def test_what_makes_no_sense_is_refused():
    model = estimate(["a"], 1).model
    with pytest.raises(UsageError, match="1 weights for 2 models"):
        interpolate([model, model], [1.0])
    for wrong in (0.0, -1.0, math.nan, math.inf):
        with pytest.raises(UsageError, match="expected positive numbers"):
            interpolate([model, model], [0.5, wrong])
    with pytest.raises(UsageError, match="no models"):
        tune_weights([], ["a"])
    with pytest.raises(InputError, match="no text"):
        tune_weights([model], [])
