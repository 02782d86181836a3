"""OpenFst finds the same 50 best strings: a second opinion on lattices too large to enumerate."""

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st
from oracles.naive_lattice import NaiveLattice, Rewrite
from oracles.naive_search import viterbi
from oracles.walks import spelled
from strategies import WORDS, Models, estimated, model_word, thinned, wild, woven

from otherwords.search._search import best


def random_lattice(chance, tokens, rewrites=4):
    """A longer sentence with several plain rewrites from each place."""
    source, spread = tuple(chance.choices(WORDS, k=tokens)), chance.choice([0.3, 3])
    found = [
        Rewrite(((i, i + 1, (word,)),), weight=-spread * chance.random()) for i, word in enumerate(source)
    ]
    for start in range(tokens):
        for _ in range(rewrites):
            end = min(tokens, start + chance.choice([1, 1, 2, 3]))
            target = tuple(chance.choices(WORDS, k=chance.choice([0, 1, 1, 2, 3, 5])))
            found.append(Rewrite(((start, end, target),), weight=-spread * chance.random()))
    return NaiveLattice(source, tuple(found))


def random_model(chance, orders=(1, 2, 3, 4, 5)):
    return Models.of(chance.choice([estimated, thinned, wild])(chance, chance.choice(orders)))


def lattice_fst(pynini, naive):
    """An acceptor of words + 1 (0 is for what is left out) whose costs are negative weights."""
    fst = pynini.Fst()
    fst.add_states(len(naive.source) + 1)
    fst.set_start(0)
    fst.set_final(len(naive.source))
    for rewrite in naive.rewrites:
        (start, end, target), cost = rewrite.parts[0], -rewrite.weight
        for word in target[:-1]:
            state = fst.add_state()
            fst.add_arc(start, pynini.Arc(word + 1, word + 1, cost, state))
            start, cost = state, 0
        label = target[-1] + 1 if target else 0
        fst.add_arc(start, pynini.Arc(label, label, cost, end))
    return fst.arcsort()


def model_fst(pynini, naive, model):
    """The model without back-off arcs, whose paths would rival the true ones: a state for each history."""
    fst, states, histories = pynini.Fst(), {}, []

    def state_of(history):
        history = history[max(0, len(history) - model.order + 1) :]
        if history not in states:
            states[history] = fst.add_state()
            histories.append(history)
        return states[history]

    fst.set_start(state_of((1,)))
    said = sorted({word for rewrite in naive.rewrites for word in rewrite.parts[0][2]})
    for history in histories:  # which grow as they are met
        fst.set_final(states[history], -model.step(history, 2))
        for word in said:
            read = model_word(word)
            cost = -model.step(history, read)
            fst.add_arc(states[history], pynini.Arc(word + 1, word + 1, cost, state_of((*history, read))))
    return fst.arcsort()


def fifty_best(pynini, naive, model):
    """(score, words), best first."""
    product = pynini.compose(lattice_fst(pynini, naive), model_fst(pynini, naive, model)).rmepsilon()
    shortest = pynini.shortestpath(product, nshortest=50, unique=True)
    paths = shortest.paths()
    found = []
    while not paths.done():
        found.append((-float(paths.weight()), tuple(label - 1 for label in paths.ilabels() if label)))
        paths.next()
    return sorted(found, key=lambda one: (-one[0], one[1]))


@pytest.mark.parametrize("seed", range(30))
def test_fifty_best_strings(seed):
    pynini = pytest.importorskip("pynini")
    chance = random.Random(seed)
    naive, model = random_lattice(chance, chance.randint(3, 10)), random_model(chance, (1, 2, 3, 3, 4))
    lattice = woven(naive)
    wanted = fifty_best(pynini, naive, model.naive)
    answers, *_ = best(lattice, model.query, 1.0, 50)
    assert len(answers) == len(wanted)
    found = [(score, spelled(lattice, arcs)[0]) for score, arcs in answers]
    assert [score for score, _ in found] == pytest.approx([score for score, _ in wanted], abs=1e-3)
    # equal scores may stand in either order, and the last ones may be others
    last = wanted[-1][0] + 2e-3
    assert {words for score, words in wanted if score > last} <= {words for _, words in found}
    true = {words: score for score, words in wanted}
    assert all(score == pytest.approx(true.get(words, score), abs=1e-3) for score, words in found)


@given(st.integers(0, 2**32))
def test_the_best_of_long_sentences_is_what_viterbi_finds(seed):
    chance = random.Random(seed)
    for order in 2, 3, 4, 4, 5:
        naive = random_lattice(chance, chance.randint(10, 16) if order < 4 else chance.randint(6, 9))
        model = random_model(chance, (order,))
        plain = [(*rewrite.parts[0], rewrite.weight) for rewrite in naive.rewrites]
        wanted = viterbi(len(naive.source), plain, model.naive, 1.0, model_word)
        answers, bound, _, stopped = best(woven(naive), model.query, 1.0, 1)
        assert not stopped
        assert answers[0][0] == pytest.approx(wanted[0], abs=1e-3)
        assert bound >= wanted[0] - 1e-3
        several, *_ = best(woven(naive), model.query, 1.0, 20)
        assert several[0][0] == pytest.approx(wanted[0], abs=1e-3)
        beam, *_ = best(woven(naive), model.query, 1.0, 1, beam=2)
        assert beam[0][0] <= wanted[0] + 1e-3
