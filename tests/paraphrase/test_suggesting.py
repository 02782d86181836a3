from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st
from small_models import ENTRIES, make_model

from otherwords import Paraphraser, Part, Rewrite, Slot
from otherwords.errors import UsageError

TEXT = "Well, the big dog runs after the young cat. The cat is very big!"


def span_of(text, words):
    start = text.index(words)
    return start, start + len(words)


def holds(suggestion, text=TEXT):
    """Whether the target, put in its place, gives the text."""
    return suggestion.text == text[: suggestion.start] + suggestion.target + text[suggestion.end :]


def test_alternatives_for_one_place_best_first(tiny):
    found = tiny.suggest(TEXT, span_of(TEXT, "young cat"))
    assert {s.target for s in found} == {
        "little cat",
        "young kitten",
        "little kitten",
        "young animal",
        "little animal",
        "kitten",  # from "the young cat" to "the kitten": what lies outside stays
    }
    assert [s.score for s in found] == sorted((s.score for s in found), reverse=True)
    assert all(holds(s) and s.tables == ("table",) for s in found)
    assert {(s.start, s.end) for s in found} == {span_of(TEXT, "young cat")}


def test_the_span_grows_to_whole_words_and_no_further(tiny):
    start, end = span_of(TEXT, "the young cat")
    whole = tiny.suggest(TEXT, (start, end))
    assert "the kitten" in {s.target for s in whole}
    assert tiny.suggest(TEXT, (start + 2, end - 2)) == whole
    assert {s.target for s in tiny.suggest(TEXT, (start + 5, start + 6))} == {"little"}


def test_the_difference_is_to_the_unchanged_text(tiny):
    unchanged = tiny.score(TEXT, TEXT).score
    for suggestion in tiny.suggest(TEXT, span_of(TEXT, "dog runs")):
        assert suggestion.difference == pytest.approx(suggestion.score - unchanged, abs=1e-4)
        assert suggestion.score == pytest.approx(tiny.score(TEXT, suggestion.text).score, abs=1e-4)


@pytest.mark.parametrize("identity", ["none", "chevelu2010", "chevelu2010-all", "uniform"])
def test_the_rest_stays_whatever_the_identity_policy(tmp_path, identity):
    paraphraser = Paraphraser(make_model(tmp_path, settings={"identity": identity}))
    found = paraphraser.suggest(TEXT, span_of(TEXT, "big dog"))
    assert "big hound" in {s.target for s in found}
    assert len(found) == 8
    assert all(holds(s) for s in found)


def test_n_and_other_options_are_kept(tiny):
    span = span_of(TEXT, "young cat")
    assert tiny.suggest(TEXT, span, n=2) == tiny.suggest(TEXT, span)[:2]
    assert all("kitten" not in s.target for s in tiny.suggest(TEXT, span, avoid=["kitten"]))
    assert tiny.suggest(TEXT, span, protect=["young", "cat"]) == []
    # what stands there may itself be unwanted: the difference is still to it
    avoided = tiny.suggest(TEXT, span, avoid=["young"])
    assert [s.difference for s in avoided] == [
        s.difference for s in tiny.suggest(TEXT, span) if "young" not in s.target
    ]


@pytest.mark.parametrize(
    ("span", "message"),
    [
        ((3, 3), "span 3:3 is empty"),
        ((-1, 3), "outside the text"),
        ((0, 1000), "outside the text"),
        ((5, 4), "outside the text"),
        ((5, 6), "holds no word"),
    ],
)
def test_spans_that_are_none_are_refused(tiny, span, message):
    with pytest.raises(UsageError, match=message):
        tiny.suggest(TEXT, span)


def test_a_neighbour_agrees_with_what_comes(tmp_path):
    paraphraser = Paraphraser(make_model(tmp_path, settings={"agreement": True}))
    text = "He saw a cat there."
    [suggestion] = [s for s in paraphraser.suggest(text, span_of(text, "cat")) if "animal" in s.text]
    assert suggestion.text == "He saw an animal there."
    assert (suggestion.target, suggestion.start, suggestion.end) == ("an animal", 7, 12)
    assert holds(suggestion, text)


def test_disagreement_elsewhere_stays_as_written(tmp_path):
    paraphraser = Paraphraser(make_model(tmp_path, settings={"agreement": True}))
    text = "He saw a animal and a big dog."
    found = paraphraser.suggest(text, span_of(text, "big"))
    assert found
    assert all("a animal and a" in s.text for s in found)


def test_one_of_two_names_may_change(tmp_path):
    paraphraser = Paraphraser(make_model(tmp_path, [*ENTRIES, ("paris", "the capital", 0.5)]))
    text = "I like Paris and he likes Paris too."
    [suggestion] = paraphraser.suggest(text, span_of(text, "Paris"))
    assert suggestion.text.endswith("he likes Paris too.")


def test_rewrites_that_reach_outside_are_left_out(tiny_model):
    class Turn:
        name = "turn"

        def propose(self, sentence):
            return [
                Rewrite((Part(0, 3, (Slot(2, 3), "by", Slot(0, 1))),), -0.1),
                Rewrite((Part(0, 1, ("x",)), Part(2, 3, ("y",))), -0.1),
            ]

    paraphraser = Paraphraser(tiny_model, sources=[Turn()])
    text = "dog runs cat"
    assert {s.target for s in paraphraser.suggest(text, (4, 8))} == {"hurries"}
    assert "cat by dog" in {s.target for s in paraphraser.suggest(text, (0, 12), n=50)}


def test_a_deleted_word_takes_its_space_with_it(tmp_path):
    paraphraser = Paraphraser(make_model(tmp_path, [("very big", "big", 0.5), ("very", "", 0.5)]))
    text = "It is very big."
    [suggestion] = paraphraser.suggest(text, span_of(text, "very"))
    assert suggestion.text == "It is big."
    assert holds(suggestion, text)


@given(st.data())
def test_only_the_place_changes(tiny, data):
    words = ["the", "young", "cat", "big", "dog", "runs", "after", ",", ".", "people", "10", "Paris"]
    text = " ".join(data.draw(st.lists(st.sampled_from(words), min_size=1, max_size=12)))
    start = data.draw(st.integers(0, len(text) - 1))
    end = data.draw(st.integers(start + 1, len(text)))
    if not text[start:end].strip():
        return
    found = tiny.suggest(text, (start, end), n=20)
    assert len({s.text for s in found}) == len(found)
    for suggestion in found:
        assert holds(suggestion, text)
        assert suggestion.text != text
        outside = text[:start].rsplit(" ", 1)[0]
        assert suggestion.text.casefold().startswith(outside.casefold() if " " in text[:start] else "")


def test_settings_of_the_model_are_left_alone(tiny):
    before = replace(tiny.model.settings)
    tiny.suggest(TEXT, (6, 9))
    assert tiny.model.settings == before
