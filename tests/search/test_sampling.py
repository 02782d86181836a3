"""Draws against the law that they should follow."""

import math
from array import array
from collections import Counter
from itertools import islice

import pytest

from otherwords.errors import LimitError
from otherwords.lattice import Lattice
from otherwords.lm import LanguageModel, estimate, write_model
from otherwords.rewrites import RewriteBatch
from otherwords.search import SearchLimits
from otherwords.search._sampling import sample
from otherwords.search.sampling import Sampler

SENTENCES = ["a b c a", "a c b", "b b a c", "c a b a", "b a"]


@pytest.fixture(scope="module", params=[1, 2, 3])
def model(tmp_path_factory, request):
    place = tmp_path_factory.mktemp("sampling") / "lm"
    write_model(estimate(SENTENCES, order=request.param).model, place)
    return LanguageModel(place)


def woven(model, shaped=False):
    """A lattice in which strings have several derivations, some of them as good as others."""
    a, b, c = model.ids(["a", "b", "c"])
    batch = RewriteBatch([a, b, c])
    for start, end, words, score in (
        (0, 1, [a], -0.5),
        (0, 1, [b], -0.3),
        (0, 1, [], -2.0),
        (1, 2, [b], -0.5),
        (1, 2, [c], -1.0),
        (2, 3, [c], -0.25),
        (0, 2, [a, b], -1.0),  # as good as word by word
        (0, 2, [b, b], -1.5),  # worse
        (0, 2, [c], -0.7),
        (1, 3, [b, c], -0.5),  # better
        (1, 3, [a], -0.9),
        (0, 3, [a, b, c], -1.1),
    ):
        batch.add(start, end, words, 0, 0, score)
    if shaped:
        batch.add_shaped([(0, 3, [c, -1])], [(1, 2)], 0, 0, -0.4)
        batch.add_shaped([(0, 1, [a]), (2, 3, [b])], [], 0, 0, -0.6)
    return Lattice(batch, model.unigrams, model.unigrams, array("I"))


def true_scores(lattice, model):
    """Every string's true score, by walking every path."""
    best, stack = {}, [(0, (), 0.0)]
    while stack:
        node, words, weight = stack.pop()
        if lattice.is_final(node):
            best[words] = max(best.get(words, -math.inf), weight)
        for to, said, _, _, arc_weight, _ in lattice.node_arcs(node):
            stack.append((to, words + tuple(said), weight + arc_weight))
    return {words: weight + model.score_ids(list(words)) for words, weight in best.items()}


def words_of(lattice, arcs):
    return tuple(word for a in arcs for word in lattice.arc(a)[1])


@pytest.mark.parametrize("shaped", [False, True])
@pytest.mark.parametrize("temperature", [0.5, 1.0, 3.0])
def test_draws_follow_the_true_scores(model, temperature, shaped):
    lattice, draws = woven(model, shaped), 20_000
    scores = true_scores(lattice, model)
    assert len(scores) > 8
    drawn, _, stopped = sample(lattice, model.query, 1.0, draws, temperature, 12)
    assert not stopped
    assert len(drawn) == draws
    total = sum(math.exp(score / temperature) for score in scores.values())
    counts = Counter(words_of(lattice, arcs) for _, arcs in drawn)
    assert counts.keys() <= scores.keys()
    chi = others = expected_others = 0.0
    cells = 0
    for words, score in scores.items():
        expected = draws * math.exp(score / temperature) / total
        if expected < 10:
            others, expected_others = others + counts[words], expected_others + expected
            continue
        chi += (counts[words] - expected) ** 2 / expected
        cells += 1
    if expected_others:
        chi += (others - expected_others) ** 2 / expected_others
    # mean `cells`, deviation √(2 cells): five deviations above, and the seed is fixed
    assert chi < cells + 5 * math.sqrt(2 * cells)


def test_scores_are_true_scores_and_the_gap_is_to_the_best(model):
    lattice = woven(model)
    scores = true_scores(lattice, model)
    best = max(scores.values())
    for path in islice(Sampler(lattice, model, 1.0, 2.0, seed=5).paths(), 200):
        score = scores[words_of(lattice, path.arcs)]
        assert path.score == pytest.approx(score, abs=1e-5)
        assert path.gap == pytest.approx(best - score, abs=1e-5)
        assert path.exact == (path.gap == 0)


@pytest.mark.parametrize("temperature", [1e-3, 1e-300])
def test_the_colder_the_nearer_to_the_best(model, temperature):
    lattice = woven(model)
    scores = true_scores(lattice, model)
    best = max(scores, key=scores.__getitem__)
    paths = islice(Sampler(lattice, model, 1.0, temperature).paths(), 50)
    assert {words_of(lattice, path.arcs) for path in paths} == {best}


def test_the_same_seed_gives_the_same_draws_however_they_are_asked_for(model):
    lattice = woven(model)
    together = sample(lattice, model.query, 1.0, 40, 1.0, 7)[0]
    one_by_one = islice(Sampler(lattice, model, 1.0, seed=7).paths(), 40)
    assert [arcs for _, arcs in together] == [list(path.arcs) for path in one_by_one]
    assert together != sample(lattice, model.query, 1.0, 40, 1.0, 8)[0]


def test_without_the_language_model_only_the_rewrites_count(model):
    lattice = woven(model)
    drawn, _, _ = sample(lattice, model.query, 0.0, 100, 1.0, 1)
    for score, arcs in drawn:
        assert score == pytest.approx(lattice.derivations(list(words_of(lattice, arcs)))[1][0][0], abs=1e-5)


def test_an_empty_lattice_has_nothing_to_draw(model):
    lattice = Lattice(RewriteBatch([3, 4]), model.unigrams, model.unigrams, array("I"))
    assert list(Sampler(lattice, model, 1.0).paths()) == []


def test_a_memory_limit_is_kept(model):
    with pytest.raises(LimitError, match="--memory-limit"):
        Sampler(woven(model), model, 1.0, limits=SearchLimits(bytes=100))


@pytest.mark.parametrize("wrong", [{"temperature": 0.0}, {"temperature": math.nan}, {"model_weight": -1.0}])
def test_wrong_numbers_are_refused(model, wrong):
    arguments = {"model_weight": 1.0, "temperature": 1.0} | wrong
    with pytest.raises(ValueError, match="must be positive"):
        sample(woven(model), model.query, arguments["model_weight"], 5, arguments["temperature"], 0)
