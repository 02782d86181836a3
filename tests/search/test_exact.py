"""Exact search gives the best distinct strings with their true scores, as enumeration finds them."""

import itertools
import random
from array import array

import pytest
from constraints import KINDS
from hypothesis import event, given, settings
from hypothesis import strategies as st
from oracles.naive_lattice import NaiveLattice, Rewrite
from oracles.naive_search import all_strings, viterbi
from oracles.walks import enumerated, spelled
from strategies import LETTERS, Models, estimated, lattices, model_word, models, ngram_models, wild, woven

from otherwords.lm import LanguageModel, read_arpa, write_arpa, write_model
from otherwords.search._search import best

ALL = 2**31 - 1
model_weights = st.sampled_from([1.0, 0.0, 0.5, 2.0])


def strings(naive, model, model_weight, allowed=lambda derivation: True):
    """By words: the true score; best first."""
    weighted = [(words, weight) for words, weight, _ in enumerated(naive, allowed)]
    scored = all_strings(weighted, model.naive, model_weight, model_word)
    return {words: score for score, words in scored}


def check_answers(lattice, model, model_weight, answers, truth):
    """Each answer is a string of its own, its score what its arcs and the language model give."""
    found = []
    for score, arcs in answers:
        words, weight, _ = spelled(lattice, arcs)
        assert score == pytest.approx(
            weight + model_weight * model.naive.score(map(model_word, words)), abs=1e-3
        )
        assert words in truth
        found.append(words)
    assert len(set(found)) == len(found)
    scores = [score for score, _ in answers]
    assert scores == sorted(scores, reverse=True)
    return scores


def check_exact(lattice, model, model_weight, truth):
    """However many are asked for, just the best are given."""
    wanted = list(truth.values())
    for count, crowd in itertools.product((1, 2, 7, ALL), (0, 64)):
        answers, bound, _, stopped = best(lattice, model.query, model_weight, count, crowd=crowd)
        assert not stopped
        assert check_answers(lattice, model, model_weight, answers, truth) == pytest.approx(
            wanted[:count], abs=1e-3
        )
        for score, arcs in answers:
            assert score == pytest.approx(truth[spelled(lattice, arcs)[0]], abs=1e-3)
        assert bound >= max(wanted, default=bound) - 1e-3


@given(lattices(slots=False, gaps=False), models(), model_weights)
def test_plain_rewrites(naive, model, model_weight):
    truth = strings(naive, model, model_weight)
    event(f"{min(len(truth), 8)} strings")
    check_exact(woven(naive), model, model_weight, truth)


@given(lattices(), models(), model_weights)
def test_slots_and_gaps(naive, model, model_weight):
    check_exact(woven(naive), model, model_weight, strings(naive, model, model_weight))


@given(lattices(), models(orders=(2, 3, 4)), st.data())
def test_under_constraints(naive, model, data):
    chosen = [data.draw(kind(naive)) for kind in data.draw(st.lists(st.sampled_from(KINDS), max_size=3))]
    lattice = woven(naive)
    for join, _ in chosen:
        join(lattice)
    truth = strings(naive, model, 1.0, lambda d: all(allowed(d) for _, allowed in chosen))
    check_exact(lattice, model, 1.0, truth)


@given(lattices(slots=False, gaps=False, tokens=9), models(), model_weights)
def test_the_best_is_what_viterbi_finds(naive, model, model_weight):
    plain = [(*rewrite.parts[0], rewrite.weight) for rewrite in naive.rewrites]
    wanted = viterbi(len(naive.source), plain, model.naive, model_weight, model_word)
    answers, *_ = best(woven(naive), model.query, model_weight, 1)
    assert [score for score, _ in answers] == pytest.approx([wanted[0]] if wanted else [], abs=1e-3)


@pytest.mark.parametrize("seed", range(40))
def test_no_dominated_state_is_missed(seed):
    """Every place may be any of the letters, so that states crowd and differ by what follows alone."""
    chance = random.Random(seed)
    model = Models.of(wild(chance, chance.choice([2, 3, 3])))
    letters = range(3, 3 + len(LETTERS))
    parts = [(i, i + 1, (word,)) for i in range(8) for word in letters]
    parts += [(i, i + 1, (*chance.choices(letters, k=2),)) for i in range(8)]
    naive = NaiveLattice((3,) * 8, tuple(Rewrite((part,), weight=-chance.random()) for part in parts))
    plain = [(*rewrite.parts[0], rewrite.weight) for rewrite in naive.rewrites]
    [(score, _)], *_ = best(woven(naive), model.query, 1.0, 1, crowd=0)
    assert score == pytest.approx(viterbi(8, plain, model.naive, 1.0, model_word)[0], abs=1e-3)
    wanted, *_ = best(woven(naive), model.query, 1.0, 50, crowd=10**9)
    answers, *_ = best(woven(naive), model.query, 1.0, 50, crowd=0)
    assert [score for score, _ in answers] == pytest.approx([score for score, _ in wanted], abs=1e-3)


@given(lattices(slots=False, gaps=False), models(kinds=(estimated,), orders=(2, 3)))
def test_the_oracles_agree(naive, model):
    plain = [(*rewrite.parts[0], rewrite.weight) for rewrite in naive.rewrites]
    wanted = viterbi(len(naive.source), plain, model.naive, 1.0, model_word)
    assert max(strings(naive, model, 1.0).values(), default=None) == pytest.approx(wanted and wanted[0])


@given(lattices(), models(), st.integers(1, 4), st.sampled_from([1, 3, ALL]))
def test_a_beam_gives_strings_that_are_no_better_than_the_best(naive, model, width, count):
    lattice, truth = woven(naive), strings(naive, model, 1.0)
    answers, bound, _, _ = best(lattice, model.query, 1.0, count, beam=width)
    scores = check_answers(lattice, model, 1.0, answers, truth)
    assert len(scores) <= count
    for score, wanted in zip(scores, truth.values(), strict=False):
        assert score <= wanted + 1e-3
    if truth:
        assert bound >= max(truth.values()) - 1e-3
        assert scores  # a state is kept only where its node's arcs can reach the end


@given(lattices(), models())
def test_a_beam_wider_than_the_lattice_is_exact(naive, model):
    lattice, truth = woven(naive), strings(naive, model, 1.0)
    answers, *_ = best(lattice, model.query, 1.0, 5, beam=100000)
    assert [score for score, _ in answers] == pytest.approx(list(truth.values())[:5], abs=1e-3)


@given(lattices(), models(), st.sampled_from([{"seconds": 1e-9}, {"bytes": 1}]), st.sampled_from([1, 4]))
def test_a_limit_is_said_and_leaves_answers(naive, model, limits, count):
    lattice, truth = woven(naive), strings(naive, model, 1.0)
    answers, bound, _, stopped = best(lattice, model.query, 1.0, count, **limits)
    assert stopped == bool(truth)
    assert len(check_answers(lattice, model, 1.0, answers, truth)) >= bool(truth)
    assert bound >= max(truth.values(), default=bound) - 1e-3


@given(lattices(), models())
def test_a_limit_that_is_not_met_changes_nothing(naive, model):
    lattice = woven(naive)
    assert best(lattice, model.query, 1.0, 3, seconds=1000, bytes=10**9) == best(lattice, model.query, 1.0, 3)


@given(lattices(), models(), st.integers(1, 5))
def test_the_same_question_has_the_same_answer(naive, model, count):
    assert best(woven(naive), model.query, 1.0, count) == best(woven(naive), model.query, 1.0, count)


@given(lattices(), models(quantise=True))
def test_a_quantised_model(naive, model):
    """Its scores are its own: the arcs' words are asked for once more."""
    lattice, truth = woven(naive), {words for words, _, _ in enumerated(naive)}
    rescored = {}
    for words, weight, _ in enumerated(naive):
        ids = array("I", map(model_word, words))
        rescored[words] = max(rescored.get(words, float("-inf")), weight + model.query.score(ids, True, True))
    answers, *_ = best(lattice, model.query, 1.0, ALL)
    assert {spelled(lattice, arcs)[0] for _, arcs in answers} == truth
    assert [score for score, _ in answers] == pytest.approx(sorted(rescored.values(), reverse=True), abs=1e-3)


@given(lattices(), models(orders=(3, 4, 5), bounds=False))
def test_a_model_without_bounds_is_refused(naive, model):
    with pytest.raises(ValueError, match="lacks the upper bounds"):
        best(woven(naive), model.query, 1.0, 1)


def test_dead_ends_give_nothing(a_model):
    nowhere = NaiveLattice((3, 4), (Rewrite(((0, 1, (5,)),)),))
    for count in 1, 5:
        for options in {}, {"beam": 3}, {"seconds": 1e-9}:
            assert best(woven(nowhere), a_model.query, 1.0, count, **options)[0] == []
    answers, *_ = best(woven(NaiveLattice((), ())), a_model.query, 1.0, 5)
    assert [(score, arcs) for score, arcs in answers] == [(pytest.approx(a_model.naive.score([])), [])]


@pytest.mark.parametrize("asked", [(1.0, 0), (1.0, 2**31), (-1.0, 1), (float("nan"), 1)])
def test_what_makes_no_sense_is_refused(a_model, asked):
    with pytest.raises(ValueError, match="must not be negative"):
        best(woven(NaiveLattice((), ())), a_model.query, *asked)


@pytest.fixture(scope="module")
def a_model():
    return Models.of(wild(random.Random(1), 3))


@settings(max_examples=10)
@given(naive=lattices(), ngrams=ngram_models())
def test_a_model_that_was_written_and_opened_again(tmp_path_factory, naive, ngrams):
    """From an ARPA file through a directory, as people's models come."""
    folder, lattice = tmp_path_factory.mktemp("written"), woven(naive)
    write_arpa(ngrams, folder / "model.arpa")
    write_model(read_arpa(folder / "model.arpa"), folder / "lm")
    opened = LanguageModel(folder / "lm")
    answers, *_ = best(lattice, opened.query, 1.0, 5)
    wanted, *_ = best(lattice, Models.of(ngrams).query, 1.0, 5)
    assert [score for score, _ in answers] == pytest.approx([score for score, _ in wanted], abs=1e-3)
