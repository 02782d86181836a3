"""Each constraint leaves just the derivations that its definition admits, alone and joined to others."""

from itertools import product

import pytest
from constraints import KINDS
from hypothesis import event, given
from hypothesis import strategies as st
from oracles.naive_lattice import NaiveLattice, Rewrite, says
from oracles.walks import accepted, enumerated
from strategies import MAPPED, MAPPED_FROM, UNKNOWN_FROM, WORDS, batch_of, lattices, woven

from otherwords.lattice._lattice import Lattice
from otherwords.rewrites._batch import RewriteBatch
from otherwords.weighing._loglinear import keep_strongest


@pytest.mark.parametrize("kind", KINDS)
@given(data=st.data())
def test_a_constraint(kind, data):
    naive = data.draw(lattices())
    join, allowed = data.draw(kind(naive))
    lattice, wanted = woven(naive), enumerated(naive, allowed)
    join(lattice)
    event(f"keeps {len(wanted) > 0}, drops {wanted != enumerated(naive)}")
    assert accepted(lattice) == wanted
    assert lattice.whole


@given(data=st.data())
def test_constraints_together(data):
    naive = data.draw(lattices())
    chosen = [data.draw(kind(naive)) for kind in data.draw(st.lists(st.sampled_from(KINDS), max_size=4))]
    lattice = woven(naive)
    for join, _ in chosen:
        join(lattice)
    wanted = enumerated(naive, lambda d: all(allowed(d) for _, allowed in chosen))
    assert accepted(lattice) == wanted
    for said in {said for said, _, _ in wanted}:
        assert lattice.derivations(said)[0] == sum(n for (s, _, _), n in wanted.items() if s == said)


@pytest.mark.parametrize("length", range(1, 5))
def test_a_term_is_found_wherever_it_stands(length):
    """All terms of two words in all sentences: beginnings of terms within terms, and those that come to nothing."""
    for source in product((3, 4), repeat=7):
        naive = NaiveLattice(source, tuple(Rewrite(((i, i + 1, (word,)),)) for i, word in enumerate(source)))
        (derivation,) = naive.derivations()
        for term in product((3, 4), repeat=length):
            lattice = woven(naive)
            lattice.require([term])
            assert bool(accepted(lattice)) == says(derivation, term)


@given(lattices())
def test_no_terms_constrain_nothing(naive):
    lattice = woven(naive)
    lattice.require([])
    lattice.avoid([[]])
    lattice.alike([0] * len(naive.rewrites), [1] * len(naive.rewrites))
    assert accepted(lattice) == enumerated(naive)


def test_a_term_across_arcs_that_begins_within_itself():
    """3 3 4 is said by 3 3 3 4: what was matched must fall back, not start anew."""
    naive = NaiveLattice(
        (3, 3, 3, 4), tuple(Rewrite(((i, i + 1, (w,)),)) for i, w in enumerate((3, 3, 3, 4)))
    )
    for term, said in ([3, 3, 4], True), ([3, 4, 3], False), ([3, 3, 3, 3], False), ([4], True):
        lattice = woven(naive)
        lattice.require([term])
        assert bool(accepted(lattice)) == said
        lattice = woven(naive)
        lattice.avoid([term])
        assert bool(accepted(lattice)) != said


A, AN, OWL, DOG, OLD = WORDS[:5]
SOUNDS = {A: (2, 1), AN: (2, 2), OWL: (2, 0), DOG: (1, 0), OLD: (2, 0)}  # 1: a consonant, 2: a vowel


def said_with(naive, *, odd):
    lattice = woven(naive)
    lattice.agree(SOUNDS, bytes(odd))
    return {said for said, _, _ in accepted(lattice)}


def test_what_stands_so_in_the_source_is_excused_only_where_it_stays():
    kept = [Rewrite(((i, i + 1, (word,)),)) for i, word in enumerate((A, OWL, DOG))]
    other = [Rewrite(((0, 1, (AN,)),)), Rewrite(((1, 2, (OLD,)),)), Rewrite(((1, 2, ()),))]
    naive = NaiveLattice((A, OWL, DOG), (*kept, *other))
    assert said_with(naive, odd=[1, 0, 0]) == {(A, OWL, DOG), (AN, OWL, DOG), (AN, OLD, DOG), (A, DOG)}
    # where the text does not say so, neither is the pair excused
    assert said_with(naive, odd=[0, 0, 0]) == {(AN, OWL, DOG), (AN, OLD, DOG), (A, DOG)}


def test_a_kept_stretch_keeps_its_inner_clash():
    naive = NaiveLattice((A, OWL), (Rewrite(((0, 2, (A, OWL)),)), Rewrite(((0, 2, (A, OLD)),))))
    assert said_with(naive, odd=[1, 0]) == {(A, OWL)}


def test_another_form_of_a_kept_word_is_not_excused():
    """a a owl clashes twice as it stands; a an owl would clash once more where nothing stood so."""
    batch = RewriteBatch((A, A, OWL))
    for i, word in enumerate(batch.source_words):
        batch.add(i, i + 1, [word], 0, 0, 0.0)
    for i in range(2):
        batch.add_variant(i, [AN])
    lattice = Lattice(batch, UNKNOWN_FROM, MAPPED_FROM, MAPPED)
    lattice.agree({**SOUNDS, A: (2, 1), AN: (2, 2)}, [1, 1, 0])
    assert {said for said, _, _ in accepted(lattice)} == {(A, A, OWL), (AN, A, OWL), (AN, AN, OWL)}


def test_which_demands_and_beginnings_clash_may_be_said():
    naive = NaiveLattice((3, 4), tuple(Rewrite(((i, i + 1, (w,)),)) for i in range(2) for w in (5, 6, 7)))
    sounds = {5: (9, 200), 6: (255, 3), 7: (0, 0)}
    lattice = woven(naive)
    lattice.agree(sounds, bytes(2), [(200, 255), (3, 9), (0, 9), (200, 0)])
    # 5 before 6, and 6 before 5; nothing is demanded by 7, and how it begins nobody knows
    everything = {(one, two) for one in (5, 6, 7) for two in (5, 6, 7)}
    assert {said for said, _, _ in accepted(lattice)} == everything - {(5, 6), (6, 5)}
    with pytest.raises(ValueError, match="expected numbers from 0 to 255"):
        lattice.agree(sounds, bytes(2), [(1, 256)])


def test_a_batch_that_changed_since_is_refused():
    batch = batch_of(NaiveLattice((3,), (Rewrite(((0, 1, (3,)),)),) * 2))
    lattice = Lattice(batch, UNKNOWN_FROM, MAPPED_FROM, MAPPED)
    keep_strongest(batch)
    for join in (
        lambda: lattice.changes(1, None),
        lambda: lattice.agree({}, [0]),
        lambda: lattice.alike([1], [1]),
        lambda: lattice.avoid([[3]]),
    ):
        with pytest.raises(ValueError, match="the batch has 1 rewrites, but had 2 when it was woven"):
            join()


def test_lengths_count_one_where_none_is_given():
    naive = NaiveLattice((3,), (Rewrite(((0, 1, (4, 5)),)), Rewrite(((0, 1, (6,)),)), Rewrite(((0, 1, ()),))))
    for limit, said in (0, {()}), (1, {()}), (2, {(), (4, 5)}), (7, {(), (4, 5), (6,)}):
        lattice = woven(naive)
        lattice.at_most({6: 7}, limit)
        assert {s for s, _, _ in accepted(lattice)} == said


def test_a_constraint_keeps_to_the_limit_of_nodes():
    naive = NaiveLattice((3,) * 12, tuple(Rewrite(((i, i + 1, (w,)),)) for i in range(12) for w in (3, 4)))
    lattice = woven(naive, nodes=20)
    assert lattice.whole
    lattice.at_most({3: 1, 4: 2}, 18)
    assert not lattice.whole
    assert lattice.cuts == ("nodes",)
    lattice.at_most({3: 2, 4: 3}, 30)
    assert lattice.cuts == ("nodes",)
