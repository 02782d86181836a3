import math
import statistics

import pytest
from hypothesis import given
from hypothesis import strategies as st

from otherwords.errors import InputError
from otherwords.measure.kendall import kendall_tau_a
from otherwords.paraphrase.rescoring import NBestEntry, Spread, ranked, read_nbest, rescore

SOURCES = ["the dog runs after the young cat", "a big cat", "the dog"]
OUTPUTS = [
    ["the beast runs after the kitten", "the dog runs after the young cat", "the dog chases the kitten"],
    ["a large kitten", "a big cat", "a huge animal"],
]


def true(paraphraser, source, target):
    return paraphraser.score(source, target, pretokenized=True).score


def nbest(paraphraser, wrong=0.0, features=False):
    for number, outputs in enumerate(OUTPUTS):
        for output in outputs:
            score = true(paraphraser, SOURCES[number], output) - wrong
            told = " ||| lm: -3.25 tm: -1 -2" if features else ""
            yield f"{number} ||| {output}{told} ||| {score:.4f}\n"


@pytest.mark.parametrize("features", [False, True])
def test_both_forms_give_the_same(tiny, features):
    lists = list(rescore(tiny, SOURCES, nbest(tiny, features=features)))
    assert [rescored.number for rescored in lists] == [0, 1]
    for rescored, outputs in zip(lists, OUTPUTS, strict=True):
        scores = {output: true(tiny, rescored.source, output) for output in outputs}
        assert [e.text for e in rescored.entries] == sorted(outputs, key=scores.__getitem__, reverse=True)
        assert [e.score for e in rescored.entries] == pytest.approx(sorted(scores.values(), reverse=True))
        assert [outputs[e.old_rank - 1] for e in rescored.entries] == [e.text for e in rescored.entries]
        assert rescored.tau == kendall_tau_a([scores[o] for o in outputs], 0.001)
        assert rescored.changed == rescored.without_score == 0


def test_scores_that_are_not_true_are_counted(tiny):
    lines = [*nbest(tiny)][:3]
    lines[1] = "0 ||| the dog runs after the young cat ||| -99"
    rescored = rescore(tiny, SOURCES, lines)
    assert rescored.whole_summary().changed == 1
    assert rescored.summary.share_changed == pytest.approx(1 / 3)
    assert rescored.summary.largest_change > 50


def test_outputs_that_the_model_cannot_say_come_last_and_count_apart(tiny):
    lines = ["1 ||| a flying cat ||| -1", "1 ||| a big cat ||| -2"]
    rescored = rescore(tiny, SOURCES, lines)
    [only] = rescored
    assert [(e.text, e.score is None) for e in only.entries] == [("a big cat", False), ("a flying cat", True)]
    assert (only.fell_to, only.came_from, only.tau, only.best_is_optimal) == (None, 2, 1.0, False)
    assert (rescored.summary.without_score, rescored.summary.not_optimal) == (1, 1)


def test_ranks_say_where_the_old_best_fell_and_the_new_best_came_from():
    entries = [NBestEntry(0, str(i), 0.0, 1) for i in range(5)]
    rescored = ranked(0, "x", entries, [-3.0, -2.0, -1.0005, -1.0, -4.0])
    assert (rescored.fell_to, rescored.came_from) == (4, 3)  # the 3rd and the 4th are as good
    assert not rescored.best_is_optimal
    alike = ranked(0, "x", entries[:2], [-1.0005, -1.0])
    assert (alike.fell_to, alike.came_from, alike.best_is_optimal) == (1, 1, True)


def test_means_over_lists(tiny):
    lines = [
        "0 ||| the dog runs after the young cat ||| -1",
        "0 ||| the beast runs after the kitten ||| -2",
        "2 ||| the dog ||| -1",
    ]
    summary = rescore(tiny, SOURCES, lines).whole_summary()
    told = summary.to_dict()
    assert (summary.lists, summary.entries, summary.inverted, summary.not_optimal) == (2, 3, 1, 1)
    assert told["tau"] == {"mean": 0.0, "deviation": round(math.sqrt(2), 6)}
    assert told["fell_to"]["mean"] == 1.5
    assert told["fell_to_if_it_fell"] == {"mean": 2.0, "deviation": 0.0}
    assert told["came_from_if_another"]["mean"] == 2.0
    assert told["share_not_optimal"] == 0.5


def test_lists_stream(tiny):
    def lines():
        yield from nbest(tiny)
        raise RuntimeError("read too far")

    rescored = iter(rescore(tiny, SOURCES, lines()))
    assert next(rescored).number == 0


@pytest.mark.parametrize(
    ("lines", "message"),
    [
        (["0 ||| a ||| -1", "0 ||| a"], r"n\.txt:2: 2 fields, expected \"number"),
        (["x ||| a ||| -1"], r"n\.txt:1: 'x', expected the number of a list"),
        (["-1 ||| a ||| -1"], r"n\.txt:1: '-1', expected the number of a list"),
        (["0 ||| a ||| much"], r"n\.txt:1: the score is 'much', expected a number"),
        (["0 ||| a ||| lm: -1 ||| nan"], r"n\.txt:1: the score is 'nan', expected a number"),
        (["1 ||| a ||| -1", "0 ||| a ||| -1"], r"n\.txt:2: list 0 comes after list 1"),
        (["7 ||| a ||| -1"], r"n\.txt:1: list 7, but there are only 3 sources"),
    ],
)
def test_malformed_lists_say_where(tiny, lines, message):
    with pytest.raises(InputError, match=message):
        rescore(tiny, SOURCES, lines, path="n.txt").whole_summary()


def test_a_list_that_comes_twice_is_refused(tiny):
    lines = ["0 ||| a ||| -1", "1 ||| a ||| -1", "0 ||| a ||| -1"]
    with pytest.raises(InputError, match=":3: list 0 comes after list 1"):
        rescore(tiny, SOURCES, lines).whole_summary()


def test_empty_outputs_blank_lines_and_alignments_are_read():
    lines = ["0 |||  ||| -1", "", "0 ||| a b ||| lm: 1 ||| -2 ||| 0-0 1-1"]
    assert [(e.text, e.score, e.line) for e in read_nbest(lines)] == [("", -1.0, 1), ("a b", -2.0, 3)]


@given(st.lists(st.floats(-1e6, 1e6), min_size=2, max_size=30))
def test_means_and_deviations(values):
    spread = Spread()
    for value in values:
        spread.add(value)
    assert spread.mean == pytest.approx(statistics.fmean(values), abs=1e-6, rel=1e-9)
    assert spread.deviation == pytest.approx(statistics.stdev(values), abs=1e-6, rel=1e-6)
    assert spread.largest == max(values)
