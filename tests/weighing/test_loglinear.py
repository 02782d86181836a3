"""One weight for each rewrite, one rewrite for each unit."""

from array import array

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st
from oracles.naive_rewrites import strongest
from strategies import batch_of, lattices, targets, weights

from otherwords.rewrites import RewriteBatch
from otherwords.weighing._loglinear import keep_strongest, weigh

numbers = st.integers(-8, 8).map(lambda quarters: quarters / 4)


@given(lattices(), st.lists(numbers, min_size=3, max_size=3), numbers, st.data())
def test_weights_are_the_scaled_scores_and_so_much_a_word(naive, scales, word_weight, data):
    batch = RewriteBatch(naive.source)
    origins = []
    for rewrite in naive.rewrites:
        origins.append(data.draw(st.integers(0, 2)))
        if rewrite.plain:
            batch.add(*rewrite.parts[0], origins[-1], 0, rewrite.weight)
        else:
            batch.add_shaped(rewrite.parts, rewrite.slots, origins[-1], 0, rewrite.weight)
    weigh(batch, array("d", scales), word_weight)
    for i, (rewrite, origin) in enumerate(zip(naive.rewrites, origins, strict=True)):
        said = sum(symbol >= 0 for _, _, symbols in rewrite.parts for symbol in symbols)
        assert batch.item(i)[4:6] == (rewrite.weight, scales[origin] * rewrite.weight + word_weight * said)


units = st.tuples(st.integers(0, 2), st.integers(1, 2), targets, weights)


@given(st.lists(units, max_size=40), st.booleans())
def test_of_equal_units_the_strongest_is_kept(rewrites, twice):
    rewrites = [(start, min(start + size, 3), target, weight) for start, size, target, weight in rewrites]
    batch = RewriteBatch([3, 4, 5])
    for i, (*rewrite, weight) in enumerate(rewrites):
        batch.add(*rewrite, 0, i, -99.0)
        batch.set_weight(i, weight)
    for _ in range(1 + twice):
        keep_strongest(batch)
    found = []
    for i in range(len(batch)):
        start, end, _, entry, _, weight, _ = batch.item(i)
        found.append((start, end, tuple(batch.target(i)), weight, entry))
    assert found == strongest([(*rewrite, i) for i, rewrite in enumerate(rewrites)])


@given(lattices())
def test_rewrites_with_slots_or_gaps_are_all_kept(naive):
    batch = batch_of(naive)
    shaped = [i for i, rewrite in enumerate(naive.rewrites) if not rewrite.plain]
    for i in shaped:
        batch.add_shaped(naive.rewrites[i].parts, naive.rewrites[i].slots, 0, i, 0.0)
    keep_strongest(batch)
    kept = [batch.item(i)[3] for i in range(len(batch))]
    assert [entry for entry in kept if entry in shaped] == shaped + shaped


def test_a_weight_is_always_a_number():
    batch = RewriteBatch([3])
    batch.add(0, 1, [4], 0, 0, -2.0)
    for scales, word_weight in ([float("nan")], 0.0), ([1e300], 0.0), ([1.0], float("inf")):
        weigh(batch, array("d", scales), word_weight)
        assert abs(batch.item(0)[5]) <= 1.01e30
    weigh(batch, array("d", [1.0]), 0.0)
    with pytest.raises(ValueError, match="rewrite 0 has origin 0, expected one of 0"):
        weigh(batch, array("d"), 0.0)
    assert batch.item(0)[5] == -2.0


@given(lattices(slots=False, gaps=False))
def test_a_batch_that_is_left_as_it_was(naive):
    assume(len({rewrite.parts for rewrite in naive.rewrites}) == len(naive.rewrites))
    batch = batch_of(naive)
    keep_strongest(batch)
    assert [batch.item(i)[3] for i in range(len(batch))] == list(range(len(naive.rewrites)))
