import itertools
import math
import random
from array import array
from string import ascii_lowercase

import kenlm
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from oracles.made_up_language import sentences
from oracles.naive_backoff import NaiveBackoff

from otherwords.errors import LimitError, ModelError, UsageError
from otherwords.lm import (
    LanguageModel,
    Level,
    NgramModel,
    estimate,
    read_arpa,
    write_arpa,
    write_model,
    write_store,
)
from otherwords.lm._query import Query
from otherwords.lm.store import build_store
from otherwords.vocabulary import Vocabulary, write_vocabulary

LN10 = math.log(10)
POSITIVE_BACKOFFS = """\\data\\
ngram 1=6
ngram 2=4
ngram 3=2

\\1-grams:
-1.5\t<unk>\t0.25
-99\t<s>\t-0.3
-0.7\t</s>
-0.6\ta\t0.5
-0.9\tb\t0.125
-1.1\tc

\\2-grams:
-0.1\t<s> a\t-0.5
-0.2\ta b\t0.5
-0.4\tb </s>
-0.4\tb a\t0.25

\\3-grams:
-0.05\t<s> a b
-0.3\ta b a

\\end\\
"""
# A filtered model: the trigram "a b c" is there, its suffix "b c" is not, nor is anything after "b".
NOT_CLOSED = """\\data\\
ngram 1=6
ngram 2=2
ngram 3=2

\\1-grams:
-1.5\t<unk>
-99\t<s>\t-0.3
-0.7\t</s>
-0.6\ta\t-0.5
-0.9\tb
-1.1\tc\t-0.25

\\2-grams:
-0.1\t<s> a\t-0.5
-0.2\ta b\t-0.5

\\3-grams:
-0.05\t<s> a b
-0.3\ta b c

\\end\\
"""


def queried(model, **options):
    return Query(*build_store(model, bounds=True, **options))


@pytest.fixture(scope="module", params=[1, 2, 3, 4, 5])
def trained(request, tmp_path_factory):
    """A model of each order: in memory, as a directory, as an ARPA file."""
    folder = tmp_path_factory.mktemp("trained")
    prune = [0, 1, 2, 2, 2][: request.param]
    model = estimate(sentences(1500), request.param, prune=prune).model
    write_arpa(model, folder / "lm.arpa")
    write_model(model, folder / "plain")
    write_model(model, folder / "quantised", quantise=True)
    return folder, model


def test_ten_thousand_sentences_score_as_with_kenlm(trained):
    folder, model = trained
    if model.order == 1:
        pytest.skip("KenLM has no models of order 1")
    ours, theirs = LanguageModel(folder / "plain"), kenlm.Model(str(folder / "lm.arpa"))
    texts = list(sentences(9000, seed=1, words=320)) + list(sentences(1000))  # other habits, some other words
    ids, offsets = array("I"), array("I", [0])
    for text in texts:
        ids.extend(ours.ids(text.split()))
        offsets.append(len(ids))
    for options in ((True, True), (False, True), (True, False), (False, False)):
        found = ours.score_batch(ids, offsets, begin=options[0], end=options[1])
        worst = max(abs(f / LN10 - theirs.score(t, *options)) for f, t in zip(found, texts, strict=True))
        assert worst < 1e-4
    for text in texts[:200]:
        for word, (score, length, unknown) in zip(
            ours.scores(text.split()), theirs.full_scores(text), strict=True
        ):
            assert word.score / LN10 == pytest.approx(score, abs=1e-5)
            assert (word.length, word.known) == (length, not unknown)


def test_every_way_to_ask_gives_the_naive_answer(trained):
    folder, model = trained
    naive, ours = NaiveBackoff.of(model), LanguageModel(folder / "plain")
    for text in [*sentences(40, seed=2, words=320), "", "unheard of"]:
        words = text.split()
        expected = [score * LN10 for score, _ in naive.scores(words)]
        assert ours.score(words) == pytest.approx(sum(expected), abs=1e-4)
        assert ours.score_ids(ours.ids(words)) == pytest.approx(sum(expected), abs=1e-4)
        assert [word.score for word in ours.scores(words)] == pytest.approx(expected, abs=1e-5)
        assert [word.length for word in ours.scores(words)] == [length for _, length in naive.scores(words)]
        without = [score * LN10 for score, _ in naive.scores(words, begin=False, end=False)]
        assert ours.score(words, begin=False, end=False) == pytest.approx(sum(without), abs=1e-4)


def test_quantised_scores_are_near(trained):
    folder, model = trained
    plain, quantised = LanguageModel(folder / "plain"), LanguageModel(folder / "quantised")
    assert quantised.query.quantised
    # what one step can be off: half the widest bin of each value it adds up, by the books themselves
    widest = [0.0]
    books = build_store(model, quantise=True)[0]
    for level, start in zip(model.levels[1:], range(0, 10_000, 256), strict=False):
        book = books["probability_books"][start : start + 256]
        widest.append(max(min(abs(p - b) for b in book) for p in level.probability))
    bound = max(widest) + 1e-5  # a score holds one probability; back-off weights are as they were
    differences = []
    for text in sentences(200, seed=2):
        for a, b in zip(plain.scores(text.split()), quantised.scores(text.split()), strict=True):
            differences.append(abs(a.score - b.score))
            assert (a.length, a.known) == (b.length, b.known)
    assert max(differences) <= bound
    assert sum(differences) / len(differences) < 0.02
    if model.order > 1:
        assert len(books["slots"]) <= 0.67 * len(build_store(model)[0]["slots"])
        assert (folder / "quantised/lm.bin").stat().st_size < (folder / "plain/lm.bin").stat().st_size


def test_a_few_values_survive_quantising_unchanged(tmp_path):
    (tmp_path / "a").write_text(POSITIVE_BACKOFFS)
    model = read_arpa(tmp_path / "a")
    plain, quantised = queried(model), queried(model, quantise=True)
    for state, word in itertools.product(range(plain.contexts), range(6)):
        assert quantised.step(state, word) == plain.step(state, word)


def test_a_sum_by_hand(tmp_path):
    (tmp_path / "a").write_text(POSITIVE_BACKOFFS)
    write_model(read_arpa(tmp_path / "a"), tmp_path / "m")
    model = LanguageModel(tmp_path / "m")
    found = model.scores(["a", "b", "c", "zebra"])
    assert [word.score / LN10 for word in found] == pytest.approx(
        [
            -0.1,  # <s> a
            -0.05,  # <s> a b
            0.5 + 0.125 + -1.1,  # back-off of "a b", of "b", then c
            -1.5,  # after "c", which has no weight, <unk>
            0.25 + -0.7,  # </s> after <unk>
        ]
    )
    assert [word.length for word in found] == [2, 3, 1, 1, 1]
    assert [word.known for word in found] == [True, True, True, False, True]


def test_a_model_that_lacks_suffixes(tmp_path):
    (tmp_path / "a").write_text(NOT_CLOSED)
    model = read_arpa(tmp_path / "a")
    naive, query = NaiveBackoff.of(model), queried(model)
    for words in itertools.product(range(6), repeat=4):
        state = 0
        for position, word in enumerate(words):
            score, state, length = query.step_matched(state, word)
            text = [model.words[w] for w in words[: position + 1]]
            expected, expected_length = naive.score(text[:-1], text[-1])
            assert (score / LN10, length) == (pytest.approx(expected), expected_length)


def test_states_are_minimal_and_parents_come_first(trained):
    folder, model = trained
    query = LanguageModel(folder / "plain").query
    assert query.order_of(0) == 0
    followed = {ngram[:-1] for n in range(2, model.order + 1) for ngram, _, _ in model.ngrams(n)}
    weighing = {ngram for n in range(1, model.order) for ngram, _, backoff in model.ngrams(n) if backoff}
    assert query.contexts == len((followed | weighing) - {()}) + 1
    for state in range(1, query.contexts):
        assert query.parent(state) < state
        assert query.order_of(query.parent(state)) < query.order_of(state)


@pytest.mark.parametrize("text", [POSITIVE_BACKOFFS, NOT_CLOSED, None])
@pytest.mark.parametrize("quantise", [False, True])
def test_bounds_hold_and_are_tight(tmp_path, text, quantise):
    if text is None:
        model = estimate(sentences(40, words=12), 4).model
    else:
        (tmp_path / "a").write_text(text)
        model = read_arpa(tmp_path / "a")
    query = queried(model, quantise=quantise)
    chain = {}  # by state, the states it backs off to, itself first
    for state in range(query.contexts):
        chain[state] = [state] if state == 0 else [state, *chain[query.parent(state)]]
    longer = {state: [s for s in chain if state in chain[s]] for state in chain}
    positive = any(query.backoff(state) > 0 for state in chain)
    for state in chain:
        sums = [
            math.fsum(query.backoff(s) for s in chain[other][: chain[other].index(state)])
            for other in longer[state]
        ]
        assert query.best_backoff(state) == pytest.approx(max(0, *sums), abs=1e-6)
        for word in range(query.unigrams):
            most = max(query.step(other, word)[0] for other in longer[state])
            assert query.bound(state, word) >= most
            if not positive and text is not NOT_CLOSED:
                assert query.bound(state, word) == pytest.approx(most, abs=1e-6)


def test_bounds_are_optional():
    model = estimate(["a b c"], 3).model
    assert Query(*build_store(model)).has_bounds
    assert not Query(*build_store(estimate(["a b c"], 2).model)).has_bounds
    with pytest.raises(ValueError, match="without upper bounds"):
        Query(*build_store(model, bounds=False)).bound(0, 0)


@settings(max_examples=50, deadline=None)
@given(texts=st.lists(st.text("abcxy", max_size=6), max_size=60))
def test_batches_of_any_shape(texts):
    query = Query(*build_store(estimate(["a b c", "b a", "c c a b"], 3).model))
    numbers = {"a": 3, "b": 4, "c": 5, "x": 0, "y": 4_000_000_000}
    ids = array("I", [numbers[c] for text in texts for c in text])
    offsets = array("I", itertools.accumulate(map(len, texts), initial=0))
    for begin, end in itertools.product((True, False), repeat=2):
        scores = array("d", bytes(8 * len(texts)))
        query.score_batch(ids, offsets, begin, end, scores)
        for text, found in zip(texts, scores, strict=True):
            state, total = query.begin if begin else 0, 0.0
            for word in [*(numbers[c] for c in text), *([2] if end else [])]:
                score, state = query.step(state, word)
                total += score
            assert found == pytest.approx(total, abs=1e-5)


def test_perplexity(trained):
    folder, model = trained
    naive, ours = NaiveBackoff.of(model), LanguageModel(folder / "plain")
    lines = [*sentences(20, seed=3), "never heard"]
    found = ours.perplexity(lines)
    scores = [score for line in lines for score, _ in naive.scores(line.split())]
    words = sum(len(line.split()) for line in lines)
    assert (found.sentences, found.words) == (21, words)
    assert found.unknown == sum(naive.known(w) == "<unk>" for line in lines for w in line.split()) >= 2
    assert found.log10 == pytest.approx(sum(scores), abs=1e-3)
    assert found.perplexity == pytest.approx(10 ** (-sum(scores) / (words + 21)), rel=1e-4)
    assert found.perplexity_known < found.perplexity
    assert math.isnan(ours.perplexity([]).perplexity)


def test_words_of_the_vocabulary_beyond_the_models_are_unknown_to_it(tmp_path):
    model = estimate(["a b"], 2).model
    write_store(model, tmp_path / "lm.bin")
    write_vocabulary(tmp_path / "vocabulary.bin", [*model.words, "table"])
    ours = LanguageModel(tmp_path / "lm.bin", Vocabulary(tmp_path / "vocabulary.bin"))
    assert ours.vocabulary.id("table") == 5
    assert ours.ids(["a", "table"]).tolist() == [3, 0]
    assert ours.score_ids([3, 5]) == ours.score_ids([3, 0]) == ours.score(["a", "table"])


def test_wrong_use_is_named(tmp_path):
    write_model(estimate(["a b"], 2).model, tmp_path / "m")
    model = LanguageModel(tmp_path / "m")
    with pytest.raises(UsageError, match="expected a list of words, found one string"):
        model.score("a b")
    with pytest.raises(UsageError, match="word numbers"):
        model.score_ids([-1])
    for offsets in ([0, 5], [2, 1], []):
        with pytest.raises(UsageError, match="offsets must rise"):
            model.score_batch(array("I", [3, 4]), array("I", offsets))
    with pytest.raises(IndexError, match="state 99, expected 0 to"):
        model.query.step(99, 0)


def test_a_model_that_is_not_one(tmp_path):
    with pytest.raises(ModelError, match=r"not a directory with lm.bin"):
        LanguageModel(tmp_path / "nothing")
    write_model(estimate(["a b"], 2).model, tmp_path / "m")
    write_vocabulary(tmp_path / "small.bin", ["<unk>", "<s>", "</s>"])
    with pytest.raises(ModelError, match=r"has 5 words, but .*small.bin only 3"):
        LanguageModel(tmp_path / "m/lm.bin", Vocabulary(tmp_path / "small.bin"))
    with pytest.raises(ModelError, match="holds 'vocabulary', expected 'lm'"):
        LanguageModel(tmp_path / "small.bin", Vocabulary(tmp_path / "small.bin"))


@pytest.mark.parametrize("name", ["order", "unigrams", "contexts", "slots", "longest_probe", "begin"])
@pytest.mark.parametrize("value", [-1, 0, 2**31, 2**70, None, "3", True])
def test_meta_data_that_do_not_fit_are_refused(name, value):
    arrays, meta = build_store(estimate(["a b c"], 3).model)
    if (name, value) in [("begin", 0)]:
        return
    with pytest.raises((ValueError, OverflowError), match=r"expected|too large|can't convert"):
        Query(arrays, {**meta, name: value})


@pytest.mark.parametrize("ranges", [None, [], [1, 2], [0, 3, 5], [1, 9, 3], [1, 2, "5"], [1, 2, 2**80]])
def test_state_ranges_that_do_not_fit_are_refused(ranges):
    arrays, meta = build_store(estimate(["a b c"], 3).model)
    with pytest.raises(ValueError, match="state_ranges is"):
        Query(arrays, {**meta, "state_ranges": ranges})


@pytest.mark.parametrize(
    "name", ["states", "slots", "unigram", "unigram_next", "best", "best_backoff", "unigram_best"]
)
def test_arrays_that_do_not_fit_are_refused(name):
    arrays, meta = build_store(estimate(["a b c"], 3).model)
    with pytest.raises(ValueError, match=f"array '{name}' has"):
        Query({**arrays, name: arrays[name][:-1]}, meta)
    with pytest.raises(ValueError, match="Buffer dtype mismatch"):
        Query({**arrays, name: array("H", [0])}, meta)


@pytest.mark.parametrize("quantise", [False, True])
def test_a_damaged_file_gives_an_error_or_finite_answers(tmp_path, quantise):
    write_model(estimate(sentences(60, words=30), 3).model, tmp_path / "m", quantise=quantise)
    path, draw = tmp_path / "m/lm.bin", random.Random(7)
    vocabulary, sound = Vocabulary(tmp_path / "m/vocabulary.bin"), (tmp_path / "m/lm.bin").read_bytes()
    ids = array("I", [draw.choice([draw.randrange(40), 2**32 - 1, 3]) for _ in range(300)])
    offsets = array("I", range(0, 301, 10))
    answers = 0
    for _ in range(300):
        damaged = bytearray(sound)
        start = draw.choice([0, 700])  # header or numbers
        for _ in range(draw.choice([1, 20, 2000])):
            damaged[draw.randrange(start, len(damaged))] = draw.choice([0, 255, draw.randrange(256)])
        path.write_bytes(damaged)
        try:
            model = LanguageModel(path, vocabulary)
            scores = model.score_batch(ids, offsets)
        except ModelError:
            continue
        answers += 1
        assert all(map(math.isfinite, scores))
        assert all(math.isfinite(word.score) for word in model.scores(["ba", "never"]))
        if model.query.has_bounds:
            states = [draw.randrange(model.query.contexts) for _ in range(20)]
            assert all(math.isfinite(model.query.bound(state, 5)) for state in states)
            assert all(math.isfinite(model.query.best_backoff(state)) for state in states)
    assert answers > 50


@pytest.mark.parametrize("fill", [1, 2**32 - 1])
@pytest.mark.parametrize("quantise", [False, True])
def test_a_block_without_an_empty_slot_does_not_hang(fill, quantise):
    arrays, meta = build_store(estimate([*ascii_lowercase], 3).model, quantise=quantise)
    slots = len(arrays["slots"])
    arrays["slots"] = array("I", [fill]) * slots
    arrays["unigram_next"] = array("I", [fill]) * len(arrays["unigram_next"])
    for first, size in [
        (0, meta["slots"]),
        (meta["slots"] - 9, 9),
        (0, 2**32 - 1),
        (2**32 - 1, 9),
        (2**31, 2**31),
    ]:
        arrays["states"] = array("I", [fill, fill, first, size]) * meta["contexts"]
        query = Query(arrays, meta)
        assert math.isfinite(query.score(array("I", [3, 4, 5, 0, fill]), True, True))
        assert all(math.isfinite(query.bound(s, w)) for s in range(query.contexts) for w in (3, 4, fill))


def test_longer_blocks_are_hashed_and_every_word_is_found():
    model = estimate([f"{a} {b}" for a in "abc" for b in ascii_lowercase[: 2 * ord(a) % 30]], 2).model
    for quantise in (False, True):
        arrays, meta = build_store(model, quantise=quantise)
        sizes = arrays["states"][3::4]
        assert min(s for s in sizes if s) <= 8 < max(sizes)
        plain, found = NaiveBackoff.of(model), Query(arrays, meta)
        for first, second in itertools.product(model.words, repeat=2):
            state = found.step(0, model.words.index(first))[1]
            score, _, length = found.step_matched(state, model.words.index(second))
            expected, expected_length = plain.score([first], second)
            assert (score / LN10, length) == (pytest.approx(expected, abs=0.01), expected_length)


def test_words_chosen_to_collide_are_refused():
    def hashed(word):
        mixed = word * 0xBF58476D1CE4E5B9 % 2**64
        return (mixed ^ mixed >> 32) * 0x94D049BB133111EB % 2**64 >> 32

    words = 1 << 18
    chosen = [word for word in range(3, words) if hashed(word) < 2**32 // 200]
    low = Level(
        array("I", [0]) * words, array("I", range(words)), array("f", [-1]) * words, array("f", [0]) * words
    )
    size = len(chosen)
    high = Level(array("I", [3]) * size, array("I", chosen), array("f", [-1]) * size, array("f"))
    with pytest.raises(LimitError, match="the same hash"):
        build_store(NgramModel([""] * words, [low, high]))


def test_levels_that_are_not_sorted_are_refused():
    model = estimate(["a b c"], 2).model
    low, high = model.levels
    for broken in (
        Level(array("I", reversed(high.context)), high.word, high.probability, high.backoff),
        Level(array("I", [99]) * len(high.context), high.word, high.probability, high.backoff),
        Level(high.context, array("I", [99]) * len(high.word), high.probability, high.backoff),
        Level(high.context, high.word, high.probability[:-1], high.backoff),
    ):
        with pytest.raises(ValueError, match="distinct, sorted"):
            build_store(NgramModel(model.words, [low, broken]))
