"""What the kernels refuse that nothing in this package gives them."""

from array import array

import pytest

from otherwords.lm import estimate
from otherwords.lm._arpa import Parser
from otherwords.lm._counts import Counter
from otherwords.lm._interpolate import mix, reweigh
from otherwords.lm._kneser_ney import estimate as kernel_estimate
from otherwords.lm._query import Query
from otherwords.lm.store import build_store


def numbers(*values):
    return array("I", values)


@pytest.mark.parametrize("order", [0, 6])
def test_an_order_out_of_range(order, tmp_path):
    with pytest.raises(ValueError, match=f"order {order}, expected 1 to 5"):
        Counter(order, 1000, str(tmp_path))


def test_arpa_levels_out_of_turn():
    parser = Parser()
    with pytest.raises(ValueError, match="no level was started"):
        parser.add("-1\ta", 1)
    with pytest.raises(ValueError, match="2-grams are not due"):
        parser.start_level(2, False)
    for order in range(1, 6):
        parser.start_level(order, False)
    with pytest.raises(ValueError, match="6-grams are not due"):
        parser.start_level(6, True)


@pytest.mark.parametrize(
    ("contexts", "words", "message"),
    [
        ([0, 9], [2, 2], "sorted and point to the level below"),
        ([0, 1], [2, 9], "sorted and point to the level below"),
        ([1, 0], [2, 2], "sorted and point to the level below"),
        ([1, 1], [2, 2], "sorted and point to the level below"),
        ([1], [2, 2], "of one length"),
    ],
)
def test_counts_that_do_not_fit(contexts, words, message):
    low = (numbers(0, 0, 0), numbers(0, 1, 2), numbers(0, 1, 1))
    with pytest.raises(ValueError, match=message):
        kernel_estimate([low, (numbers(*contexts), numbers(*words), numbers(1, 1))], [0, 0], (0.5, 1.0, 1.5))


def test_counts_that_lack_a_suffix():
    low = (numbers(0, 0, 0), numbers(0, 1, 2), numbers(0, 1, 1))
    middle = (numbers(1), numbers(2), numbers(1))
    with pytest.raises(ValueError, match="suffix was not counted"):
        kernel_estimate([low, middle, (numbers(0), numbers(2), numbers(1))], [0, 0, 0], (0.5, 1.0, 1.5))


def test_mixtures_that_do_not_fit():
    model = estimate(["a b"], 2).model
    query = Query(*build_store(model))
    fine = numbers(0, 1, 2, 3, 4)
    for to_union, from_union, message in (
        (fine[:-1], fine, "a component's words"),
        (numbers(0, 1, 2, 3, 5), fine, "a component's words"),
        (fine, numbers(0, 1, 2, 3, 5), "the mixture's words"),
        (fine, numbers(0, 1, 2, 3, 4, 0), "a word of the mixture is in no component"),
    ):
        with pytest.raises(ValueError, match=message):
            mix([(query, model.levels, to_union, from_union, 1.0, 1)], 2)
    with pytest.raises(ValueError, match="one weight is due"):
        reweigh([array("d", [0.5])], [0.5, 0.5])
    with pytest.raises(ValueError, match="different length"):
        reweigh([array("d", [0.5]), array("d")], [0.5, 0.5])


def test_room_for_scores():
    query = Query(*build_store(estimate(["a b"], 2).model))
    with pytest.raises(ValueError, match="room for 1 scores, 3 are due"):
        query.score_words(numbers(3, 4), True, True, array("f", [0]))
    with pytest.raises(ValueError, match="room for 2 scores, 1 are due"):
        query.score_batch(numbers(3, 4), numbers(0, 2), True, True, array("d", [0, 0]))
