import math
from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from otherwords.measure.kendall import kendall_tau_a

scores = st.floats(allow_nan=False) | st.integers(-5, 5).map(float)


def by_all_pairs(scores, tolerance):
    preserved = sum(
        first > second and first - second > tolerance for first, second in combinations(scores, 2)
    )
    inverted = sum(second > first and second - first > tolerance for first, second in combinations(scores, 2))
    return (preserved - inverted) / math.comb(len(scores), 2)


@given(st.lists(scores, min_size=2, max_size=40), st.sampled_from([0.0, 0.5, 1.0, 2.5, math.inf]))
def test_it_counts_all_pairs(scores, tolerance):
    assert kendall_tau_a(scores, tolerance) == by_all_pairs(scores, tolerance)


@given(st.lists(scores, min_size=2, max_size=40))
def test_turning_the_list_round_turns_the_sign(scores):
    assert kendall_tau_a(scores[::-1], 1.0) == -kendall_tau_a(scores, 1.0)


@pytest.mark.parametrize(
    ("scores", "tau"), [([3, 2, 1], 1.0), ([1, 2, 3], -1.0), ([1, 1], 0.0), ([], 1.0), ([7], 1.0)]
)
def test_the_ends_of_the_scale(scores, tau):
    assert kendall_tau_a(scores) == tau


def test_long_lists_are_counted():
    n = 20_000
    assert kendall_tau_a(range(n)) == -1.0
    assert kendall_tau_a((i % 2 for i in range(n)), 0.5) == pytest.approx(-1 / (n - 1))


@pytest.mark.parametrize(
    ("scores", "tolerance", "message"),
    [
        ([1, math.nan], 0, "a score is NaN"),
        ([1, 2], -1, "tolerance -1, expected 0 or more"),
        ([], math.nan, "tolerance"),
    ],
)
def test_what_has_no_rank_is_refused(scores, tolerance, message):
    with pytest.raises(ValueError, match=message):
        kendall_tau_a(scores, tolerance)
