import math

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from oracles.naive_backoff import NaiveBackoff
from oracles.naive_kneser_ney import NaiveKneserNey

from otherwords.errors import InputError, UsageError
from otherwords.lm import count_ngrams, estimate, estimate_counts

sentences = st.lists(st.text("abcdefg", max_size=8), min_size=1, max_size=20)  # each letter is a word
thresholds = st.lists(st.integers(0, 3), max_size=4).map(lambda rest: [0, *sorted(rest)])


def text(sentences):
    return [" ".join(sentence) for sentence in sentences]


@settings(max_examples=80, deadline=None)
@given(sentences=sentences, order=st.integers(1, 5), prune=thresholds)
def test_estimates_equal_the_formulas(sentences, order, prune):
    prune = prune[:order]
    naive = NaiveKneserNey(sentences, order, prune)
    made = estimate(text(sentences), order, prune=prune)
    for n in range(1, order + 1):
        assert made.discounts[n - 1].values == pytest.approx(naive.discounts[n])
        assert made.discounts[n - 1].fallback == naive.fell_back[n]
        found = {ngram: (p, b) for ngram, p, b in made.model.ngrams(n)}
        assert sorted(found) == sorted(naive.ngrams(n))
        for ngram, (probability, backoff) in found.items():
            assert math.exp(probability) == pytest.approx(naive.probability(ngram), rel=1e-5, abs=1e-30)
            if n < order:
                assert math.exp(backoff) == pytest.approx(naive.gamma(ngram), rel=1e-5, abs=1e-30)


@settings(max_examples=30, deadline=None)
@given(sentences=sentences, order=st.integers(1, 5), prune=thresholds, data=st.data())
def test_probabilities_sum_to_one_after_any_words(sentences, order, prune, data):
    model = estimate(text(sentences), order, prune=prune[:order]).model
    naive = NaiveBackoff.of(model)
    word = st.sampled_from([word for word in model.words if word not in ("<s>", "</s>")])
    history = data.draw(st.lists(word, max_size=4))
    for begun in ([], ["<s>"]):
        assert sum(10 ** naive.score([*begun, *history], w)[0] for w in model.words) == pytest.approx(
            1, abs=1e-5
        )


def test_discounts_of_a_text_that_is_large_enough_are_computed():
    # every word w_i stands i times before "x", so that counts of 1, 2, 3 and 4 all occur
    lines = [" ".join([f"w{i}", "x"]) for i in range(1, 9) for _ in range(i % 4 + 1)]
    found = estimate(lines, 2).discounts[1]
    n1, n2, n3, n4 = found.counts_of_counts
    y = n1 / (n1 + 2 * n2)
    assert not found.fallback
    assert found.values == pytest.approx((1 - 2 * y * n2 / n1, 2 - 3 * y * n3 / n2, 3 - 4 * y * n4 / n3))


def test_discounts_of_a_tiny_text_fall_back_and_say_so():
    found = estimate(["a"], 2).discounts
    assert [(d.values, d.fallback) for d in found] == [((0.5, 1.0, 1.5), True)] * 2
    assert estimate(["a"], 1, fallback=(0.1, 0.2, 0.3)).discounts[0].values == (0.1, 0.2, 0.3)


def test_begin_of_sentence_is_never_predicted():
    model = estimate(["a b", "b"], 2).model
    (probability,) = (p for ngram, p, _ in model.ngrams(1) if ngram == ("<s>",))
    assert probability == pytest.approx(-99 * math.log(10))


def test_counting_that_spills_gives_the_same_counts(tmp_path):
    words = [f"w{i * i % 1013}" for i in range(20_000)]
    lines = [" ".join(words[i : i + 7]) for i in range(0, len(words), 7)]
    for order in (1, 3, 5):  # five words of this text do not fit into 64 bits
        whole, parts = count_ngrams(lines, order), count_ngrams(lines, order, memory=10_000, folder=tmp_path)
        assert whole.spilled == 0
        assert parts.spilled > 3
        assert (whole.words, whole.levels, whole.tokens) == (parts.words, parts.levels, parts.tokens)
    assert list(tmp_path.iterdir()) == []


def test_counting_with_so_many_words_that_keys_are_wide_from_some_point_on():
    lines = [" ".join(f"w{i}" for i in range(start, start + 10)) for start in range(0, 9000, 10)]
    whole, parts = count_ngrams(lines, 5), count_ngrams(lines, 5, memory=1000)
    assert whole.levels == parts.levels
    assert len(whole.words) == 9003
    assert [len(level[1]) for level in whole.levels] == [9003] + [
        sum(max(12 - n + 1, 0) for _ in lines) for n in range(2, 6)
    ]


def test_tabs_and_repeated_spaces_part_words_other_white_space_does_not():
    assert count_ngrams(["a\t b\r", "", " a\u00a0b "], 1).words[3:] == ["a", "b", "a\u00a0b"]


@pytest.mark.parametrize("word", ["<unk>", "<s>", "</s>"])
def test_special_words_in_the_text_are_an_error_with_the_line(word):
    with pytest.raises(InputError, match=f"^news.txt:2: found the word {word}"):
        count_ngrams(["a b", f"a {word} b"], 2, path="news.txt")


def test_what_makes_no_sense_is_refused():
    with pytest.raises(InputError, match="no text"):
        estimate([], 2)
    for order in (0, 6):
        with pytest.raises(UsageError, match=f"order {order}, expected 1 to 5"):
            estimate(["a"], order)
    with pytest.raises(UsageError, match="expected lines of text, found one string"):
        estimate("a b", 2)
    counts = count_ngrams(["a b"], 2)
    for prune, message in (
        ([1], "first pruning threshold is 1, expected 0"),
        ([0, 1, 2], "3 pruning thresholds for a model of order 2"),
    ):
        with pytest.raises(UsageError, match=message):
            estimate_counts(counts, prune=prune)
    with pytest.raises(UsageError, match="0 2 1: they must not fall"):
        estimate(["a"], 3, prune=[0, 2, 1])


def test_sums_by_hand():
    # "a b" and "a": unigrams a (after <s>) 1, b (after a) 1, </s> (after b, after a) 2.
    # All discounts fall back.
    model = estimate(["a b", "a"], 2).model
    p = {ngram: math.exp(p) for n in (1, 2) for ngram, p, _ in model.ngrams(n)}
    gamma = (0.5 + 0.5 + 1.0) / 4
    uniform = 1 / 4  # <unk> </s> a b
    assert p[("<unk>",)] == pytest.approx(gamma * uniform)
    assert p[("a",)] == pytest.approx((1 - 0.5) / 4 + gamma * uniform)
    assert p[("</s>",)] == pytest.approx((2 - 1.0) / 4 + gamma * uniform)
    # "<s> a" occurs twice: (2 - 1) / 2 + 1 / 2 P(a)
    assert p[("<s>", "a")] == pytest.approx((2 - 1.0) / 2 + 1.0 / 2 * p[("a",)])
