"""The woven lattice holds just the derivations that the definition allows."""

import math
from array import array
from collections import Counter

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st
from oracles.naive_lattice import NaiveLattice, Rewrite
from oracles.walks import accepted, enumerated, spelled
from strategies import MAPPED, MAPPED_FROM, UNKNOWN_FROM, lattices, model_word, targets, words, woven

from otherwords.lattice._lattice import Lattice
from otherwords.rewrites._batch import RewriteBatch


@given(lattices())
def test_paths_are_the_derivations(naive):
    lattice = woven(naive)
    assert accepted(lattice) == enumerated(naive)
    assert lattice.whole
    assert lattice.cuts == ()


@given(lattices(slots=False, gaps=False))
def test_plain_rewrites_need_no_nodes_but_places(naive):
    lattice = woven(naive)
    assert lattice.nodes == len(naive.source) + 1
    assert lattice.arcs == len(naive.rewrites)
    assert accepted(lattice) == enumerated(naive)


@given(lattices(), st.data())
def test_derivations_of_a_string_best_first(naive, data):
    lattice = woven(naive)
    derivations = enumerated(naive)
    strings = sorted({said for said, _, _ in derivations})
    target = data.draw(st.sampled_from(strings) if strings else targets)
    wanted = Counter({key: times for key, times in derivations.items() if key[0] == target})
    number, best = lattice.derivations(target, 3)
    assert number == wanted.total()
    assert len(best) == min(3, number)
    number, everything = lattice.derivations(target, 10**6)
    assert Counter(spelled(lattice, arcs) for _, arcs in everything) == wanted
    weights = [weight for weight, _ in everything]
    assert weights == sorted(weights, reverse=True)
    assert weights == [spelled(lattice, arcs)[1] for _, arcs in everything]
    assert weights[:3] == [weight for weight, _ in best]


@given(lattices(), targets)
def test_a_string_that_cannot_be_said_has_no_derivations(naive, target):
    assume(target not in {said for said, _, _ in enumerated(naive)})
    assert woven(naive).derivations(target, 5) == (0, [])


@given(lattices(), st.integers(0, 3), st.integers(0, 3), st.integers(1, 60))
def test_what_a_limit_cuts_is_said(naive, depth, commitments, nodes):
    derivations = enumerated(naive)
    for limits in {"depth": depth}, {"commitments": commitments}, {"nodes": nodes}:
        lattice = woven(naive, **limits)
        found = accepted(lattice)
        assert found <= derivations
        assert lattice.whole == (not lattice.cuts)
        if lattice.whole:
            assert found == derivations
    plain = not any(rewrite.slots or len(rewrite.parts) > 1 for rewrite in naive.rewrites)
    if any(rewrite.slots for rewrite in naive.rewrites) and derivations:
        assert woven(naive, depth=10).whole
    assert not plain or woven(naive, depth=0, commitments=0).whole


def test_limits_that_cut_are_named():
    word = [Rewrite(((i, i + 1, (3 + i,)),)) for i in range(4)]
    nested = [Rewrite(((i, 4, (7, -1)),), ((i + 1, 4),), plain=False) for i in range(3)]
    naive = NaiveLattice((3, 4, 5, 6), (*word, *nested))
    assert woven(naive, depth=3).cuts == ()
    assert woven(naive, depth=2).cuts == ("slots within slots",)
    assert len(accepted(woven(naive, depth=3))) == len(enumerated(naive)) == 8
    assert len(accepted(woven(naive, depth=2))) == 7
    crossing = [Rewrite(((i, i + 1, (8,)), (i + 2, i + 3, (9,))), plain=False) for i in range(2)]
    naive = NaiveLattice((3, 4, 5, 6), (*word, *crossing))
    assert woven(naive, commitments=2).cuts == ()
    assert woven(naive, commitments=1).cuts == ("open commitments",)
    assert ((8, 8, 9, 9), 0, (4, 5)) in accepted(woven(naive, commitments=2))
    assert ((8, 8, 9, 9), 0, (4, 5)) not in accepted(woven(naive, commitments=1))
    assert woven(naive, nodes=3).cuts == ("nodes",)
    assert not woven(naive, nodes=3).whole


def test_a_rewrite_without_tokens_of_its_own_is_used_once():
    around = [Rewrite(((0, 1, (word, -1)),), ((0, 1),), -1.0, plain=False) for word in (4, 5)]
    naive = NaiveLattice((3,), (Rewrite(((0, 1, (3,)),)), *around))
    found = accepted(woven(naive))
    assert sorted(said for said, _, _ in found) == [(3,), (4, 3), (4, 5, 3), (5, 3), (5, 4, 3)]
    assert found == enumerated(naive)
    assert woven(naive).whole


def test_parts_of_a_rewrite_may_lie_in_different_slots():
    """A slot rewrite turns two stretches round; another rewrite has one part in each."""
    naive = NaiveLattice(
        (3, 4, 5),
        (
            Rewrite(((0, 3, (-2, 4, -1)),), ((0, 1), (2, 3)), 0.5, plain=False),
            Rewrite(((0, 1, (8,)), (2, 3, (9,))), (), 0.25, plain=False),
        ),
    )
    assert accepted(woven(naive)) == {((9, 4, 8), 0.75, (0, 1)): 1} == enumerated(naive)


def test_the_papers_example_of_two_derivations_of_a_string():
    """Chevelu, Putois and Lepage 2010, section 2."""
    sentence = ["the", "dog", "runs", "after", "the", "young", "cat"]
    numbers = {word: i for i, word in enumerate(dict.fromkeys([*sentence, "beast", "kitten", "it"]))}
    table = {
        "T1": (0, "the dog", "the beast", 0.8),
        "T2": (4, "the young cat", "the kitten", 0.7),
        "T3": (3, "after the", "after it", 0.4),
        "T4": (4, "the young", "the", 0.05),
        "T5": (6, "cat", "kitten", 0.1),
    }
    batch = RewriteBatch([numbers[word] for word in sentence])
    for start, source, target, probability in table.values():
        said = [numbers[word] for word in target.split()]
        batch.add(start, start + len(source.split()), said, 0, 0, math.log(probability))
    for place, word in enumerate(sentence):
        batch.add(place, place + 1, [numbers[word]], 1, 0, 0.0)
    lattice = Lattice(batch, 0, 100, array("I"))
    number, best = lattice.derivations(
        [numbers[w] for w in ["the", "beast", "runs", "after", "the", "kitten"]], 10
    )
    names = [{f"T{lattice.arc(arc)[2] + 1}" for arc in arcs} & table.keys() for _, arcs in best]
    assert number == 2
    assert names == [{"T1", "T2"}, {"T1", "T4", "T5"}]
    assert [math.exp(weight) for weight, _ in best] == pytest.approx([0.8 * 0.7, 0.8 * 0.05 * 0.1])


@given(st.lists(words, max_size=5))
def test_words_as_the_language_model_reads_them(source):
    batch = RewriteBatch(source)
    for i, word in enumerate(source):
        batch.add(i, i + 1, [word], 0, 0, 0.0)
    lattice = Lattice(batch, UNKNOWN_FROM, MAPPED_FROM, MAPPED)
    assert lattice.model_words(source) == [model_word(word) for word in source]
    assert lattice.model_words([99]) == [0]


def test_what_lies_outside_is_refused():
    lattice = woven(NaiveLattice((3,), (Rewrite(((0, 1, (4,)),)),)))
    for asked, error in [
        (lambda: lattice.node_arcs(2), "node 2, expected 0 or more, below 2"),
        (lambda: lattice.node_arcs(-1), "node -1"),
        (lambda: lattice.is_final(2), "node 2, expected 0 or more, below 2"),
        (lambda: lattice.arc(1), "arc 1, expected 0 or more, below 1"),
    ]:
        with pytest.raises(IndexError, match=error):
            asked()
    for limits in {"depth": -1}, {"commitments": -1}, {"nodes": 0}, {"nodes": 2**40}:
        with pytest.raises(ValueError, match="depth and commitments must be 0 or more, nodes 1 or more"):
            woven(NaiveLattice((), ()), **limits)
    with pytest.raises(ValueError, match="one mark for each token"):
        lattice.agree({}, b"")
    with pytest.raises(ValueError, match="for each rewrite"):
        lattice.alike([1, 2], [1, 2])


def test_an_empty_sentence_has_one_empty_path():
    lattice = woven(NaiveLattice((), ()))
    assert accepted(lattice) == {((), 0, ()): 1}
    assert lattice.derivations([]) == (1, [(0.0, [])])
