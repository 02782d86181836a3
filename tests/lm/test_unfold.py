"""From a store back to n-grams: the same n-grams, or the same store again where numbers were rounded."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from otherwords.lm import LanguageModel, estimate, write_arpa, write_model
from otherwords.lm.unfold import read_model, unfold

WORDS = st.sampled_from(["a", "b", "c", "d", "e"])
TEXTS = st.lists(st.lists(WORDS, min_size=1, max_size=6).map(" ".join), min_size=1, max_size=12)


@settings(max_examples=60, deadline=None)
@given(text=TEXTS, order=st.integers(1, 5), prune=st.integers(0, 1))
def test_a_store_gives_back_the_ngrams_it_was_made_of(text, order, prune, tmp_path_factory):
    model = estimate(text, order=order, prune=[0, prune] if order > 1 else [0]).model
    place = tmp_path_factory.mktemp("lm") / "model"
    write_model(model, place)
    again = unfold(LanguageModel(place))
    assert again.words == model.words
    for k in range(1, order + 1):
        assert sorted(again.ngrams(k)) == sorted(model.ngrams(k))


def test_a_quantised_store_gives_back_what_it_answers(tmp_path):
    text = ["a b c a b", "b c a", "c c b a d", "d a b c"]
    write_model(estimate(text, order=3).model, tmp_path / "small", quantise=True)
    small = LanguageModel(tmp_path / "small")
    write_model(unfold(small), tmp_path / "again")
    again = LanguageModel(tmp_path / "again")
    for line in [*text, "a d d c", "x a b"]:
        assert again.score(line.split()) == pytest.approx(small.score(line.split()), abs=1e-5)


def test_directories_and_arpa_files_are_read_alike(tmp_path):
    model = estimate(["a b c a b", "b c a"], order=2).model
    write_model(model, tmp_path / "lm")
    write_arpa(model, tmp_path / "lm.arpa")
    from_directory, from_file = read_model(tmp_path / "lm"), read_model(tmp_path / "lm.arpa")
    for (words, score, backoff), (others, *numbers) in zip(
        sorted(from_directory.ngrams(2)), sorted(from_file.ngrams(2)), strict=True
    ):
        assert words == others
        assert [score, backoff] == pytest.approx(numbers, abs=1e-5)
