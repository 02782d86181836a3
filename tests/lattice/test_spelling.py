"""Derivations of a given string, against every path of the lattice."""

import math
from array import array

import pytest
from hypothesis import given
from hypothesis import strategies as st

from otherwords.lattice import Lattice
from otherwords.rewrites import RewriteBatch

TOKENS = 4
WORDS = st.integers(10, 12)
scores = st.integers(-8, 0).map(lambda n: n / 4)  # ties, and sums without rounding


@st.composite
def lattices(draw):
    batch = RewriteBatch([10, 11, 12, 10])
    for _ in range(draw(st.integers(0, 14))):
        start = draw(st.integers(0, TOKENS - 1))
        end = draw(st.integers(start + 1, TOKENS))
        batch.add(start, end, draw(st.lists(WORDS, max_size=3)), 0, 0, draw(scores))
    if draw(st.booleans()):
        for place in range(TOKENS):
            batch.add(place, place + 1, [batch.source_words[place]], 1, 0, -0.5)
    if draw(st.booleans()):
        batch.add_shaped([(0, 3, [11, -1])], [(1, 2)], 2, 0, draw(scores))
    if draw(st.booleans()):
        batch.add_shaped([(0, 1, [12]), (2, 3, [10])], [], 2, 0, draw(scores))
    return Lattice(batch, 13, 13, array("I"))


def all_paths(lattice):
    """(words, weight, arcs) of every whole path."""
    found, stack = [], [(0, [], 0.0, [])]
    while stack:
        node, words, weight, arcs = stack.pop()
        if lattice.is_final(node):
            found.append((words, weight, arcs))
        for to, said, _, _, arc_weight, number in lattice.node_arcs(node):
            stack.append((to, words + said, weight + arc_weight, [*arcs, number]))
    return found


def common(a, b):
    return next((i for i, (x, y) in enumerate(zip(a, b, strict=False)) if x != y), min(len(a), len(b)))


@given(lattices(), st.lists(WORDS, max_size=6), st.integers(0, 5))
def test_derivations_are_those_of_all_paths(lattice, words, count):
    paths = [path for path in all_paths(lattice) if path[0] == words]
    number, best = lattice.derivations(words, count)
    assert number == len(paths)
    expected = sorted((weight for _, weight, _ in paths), reverse=True)[:count]
    assert [weight for weight, _ in best] == pytest.approx(expected)
    arcs = {tuple(arcs): weight for _, weight, arcs in paths}
    assert len({tuple(path) for _, path in best}) == len(best)
    for weight, path in best:
        assert arcs[tuple(path)] == pytest.approx(weight)


@given(lattices(), st.data())
def test_every_string_of_the_lattice_is_found(lattice, data):
    paths = all_paths(lattice)
    if paths:
        words = data.draw(st.sampled_from(paths))[0]
        assert lattice.derivations(words)[0] == sum(path[0] == words for path in paths)


@given(lattices(), st.lists(WORDS, max_size=6))
def test_the_furthest_prefix_is_that_of_all_paths(lattice, words):
    paths = all_paths(lattice)
    said, arcs = lattice.furthest(words)
    assert lattice.possible == bool(paths)
    assert said == max((common(path[0], words) for path in paths), default=0)
    assert any(path[2][: len(arcs)] == arcs for path in paths) or not paths


def test_many_derivations_are_counted_and_long_strings_are_quick():
    tokens = 400
    batch = RewriteBatch([5] * tokens)
    for place in range(tokens):
        batch.add(place, place + 1, [5], 0, 0, -1.0)
        if place + 2 <= tokens:
            batch.add(place, place + 2, [5, 5], 0, 0, -1.5)
    number, [(weight, arcs)] = Lattice(batch, 13, 13, array("I")).derivations([5] * tokens)
    assert len(arcs) == tokens // 2
    assert weight == pytest.approx(-1.5 * tokens / 2)
    golden = (1 + math.sqrt(5)) / 2
    assert math.log(number) == pytest.approx(
        math.log(golden) * (tokens + 1) - math.log(math.sqrt(5)), rel=1e-6
    )


def test_constraints_joined_later_count():
    batch = RewriteBatch([5, 6])
    batch.add(0, 1, [5], 0, 0, -1)
    batch.add(1, 2, [6], 0, 0, -1)
    batch.add(1, 2, [7], 0, 0, -1)
    lattice = Lattice(batch, 13, 13, array("I"))
    assert lattice.derivations([5, 7])[0] == 1
    lattice.avoid([[7]])
    assert lattice.derivations([5, 7])[0] == 0
    assert lattice.furthest([5, 7])[0] == 1


def test_a_negative_count_is_refused():
    batch = RewriteBatch([5])
    with pytest.raises(ValueError, match="-1 derivations"):
        Lattice(batch, 13, 13, array("I")).derivations([5], -1)
