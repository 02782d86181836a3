import math
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st
from small_models import CHEVELU2010, make_model

from otherwords import Paraphraser, Part, Rewrite, Slot
from otherwords.errors import UsageError

SOURCE = "the dog runs after the young cat"


def used(derivation):
    return [(r.source, r.target) for r in derivation.rewrites if r.table != "identity"]


@pytest.fixture(scope="module")
def chevelu(tmp_path_factory):
    """Chevelu et al. 2010, §2: a paraphraser for each of its identities."""
    folder = tmp_path_factory.mktemp("chevelu")
    return {
        name: Paraphraser(make_model(folder / name, CHEVELU2010, settings={"identity": name}))
        for name in ("chevelu2010", "chevelu2010-all")
    }


@pytest.mark.parametrize("identity", ["chevelu2010", "chevelu2010-all"])
def test_the_papers_example(chevelu, identity):
    scored = chevelu[identity].score(SOURCE, "the beast runs after the kitten", derivations=5)
    t1, t2 = ("the dog", "the beast"), ("the young cat", "the kitten")
    t4, t5 = ("the young", "the"), ("cat", "kitten")
    assert scored.number == 2
    assert [used(derivation) for derivation in scored.derivations] == [[t1, t2], [t1, t4, t5]]
    model = chevelu[identity].model.lm.score(["the", "beast", "runs", "after", "the", "kitten"])
    assert scored.score == pytest.approx(math.log(0.8 * 0.7) + model, abs=1e-5)
    assert scored.derivations[0].score == scored.score
    assert scored.derivations[1].score == pytest.approx(math.log(0.8 * 0.05 * 0.1) + model, abs=1e-5)


def test_the_papers_p1_under_both_identities(chevelu):
    p1 = "the beast runs after the young cat"
    scored = chevelu["chevelu2010-all"].score(SOURCE, p1)
    model = chevelu["chevelu2010-all"].model.lm.score(p1.split())
    assert scored.score == pytest.approx(math.log(0.8) + model, abs=1e-5)
    none = chevelu["chevelu2010"].score(SOURCE, p1)
    assert (none.score, none.number, none.derivations) == (None, 0, ())
    assert none.reason == (
        '"the beast runs after the young" can be said, but then "cat" cannot follow: '
        '"cat" has an entry of its own, so it may not stay as it is (identity chevelu2010)'
    )


def test_what_paraphrasing_finds_has_the_score_that_it_was_found_with(tiny):
    text = "Unfortunately, the big dog runs after the young cat."
    answers = tiny.paraphrase(text, n=30, include_source=True)
    assert len(answers) == 30
    for answer in answers:
        scored = tiny.score(text, answer.text)
        assert scored.score == pytest.approx(answer.score, abs=1e-4)
        assert scored.features == pytest.approx(answer.features, abs=1e-4)


def test_features_times_weights_are_the_score(tiny_model):
    paraphraser = Paraphraser(tiny_model)
    settings = replace(paraphraser.model.settings, lm_weight=0.5, identity_weight=2.0, word_weight=0.25)
    paraphraser.model.settings = settings
    paraphraser.model.table_weights = (0.3,)
    scored = paraphraser.score(SOURCE, "the beast chases the cat")
    weights = {"lm": 0.5, "identity": 2.0, "words": 0.25, "table": 0.3}
    assert scored.score == pytest.approx(sum(weights[n] * v for n, v in scored.features.items()), abs=1e-4)
    assert scored.features["words"] == 5


def test_the_best_of_many_derivations_come_first(tiny):
    scored = tiny.score(
        "The dog runs after the young cat.", "the beast runs after the kitten.", derivations=10
    )
    scores = [derivation.score for derivation in scored.derivations]
    assert scored.number == len(scores) == 4
    assert scores == sorted(scores, reverse=True)
    places = [(r.start, r.end) for r in scored.derivations[0].rewrites]
    assert places == sorted(places)
    assert [r.changes for r in scored.derivations[0].rewrites] == [True, False, False, True, False]
    assert scored.derivations[0].rewrites[0].source == "The dog"
    counted = tiny.score("The dog.", "the dog.", derivations=0)
    assert (counted.number, counted.derivations) == (1, ())


@pytest.mark.parametrize(
    ("source", "target", "reason"),
    [
        (
            "The dog.",
            "The dog flies.",
            '"The dog" can be said, but then "flies" cannot follow: no rewrite of the source says it',
        ),
        ("The dog.", "Flies.", 'the target cannot begin with "Flies": no rewrite of the source says it'),
        ("the dog runs", "the dog", 'the target ends too early: of the source "runs" is not covered'),
        (
            "the dog",
            "the dog the",
            '"the dog" can be said, but then "the" cannot follow: the source ends there',
        ),
        (
            "the dog runs after the cat",
            "the dog cat",
            '"the dog" can be said, but then "cat" cannot follow: '
            'no rewrite says it for what is left of the source, "runs after the cat"',
        ),
        ("", "x", "the source is empty"),
        ("x", " ", "the target is empty"),
        ("One. Two.", "One.", "the source has 2 sentences, the target 1: they cannot be paired"),
    ],
)
def test_where_there_is_none_the_reason_is_said(tiny, source, target, reason):
    scored = tiny.score(source, target)
    assert (scored.score, scored.number, scored.reason) == (None, 0, reason)


def test_words_that_nothing_covers_are_named(tmp_path):
    paraphraser = Paraphraser(make_model(tmp_path, settings={"identity": "none"}))
    scored = paraphraser.score("the dog runs home again", "the beast hurries")
    assert scored.reason == (
        'the source cannot be covered: "home again" has no rewrite and may not stay as it is (identity none)'
    )
    assert paraphraser.score("the dog runs after", "the dog chases").reason == (
        '"the" can be said, but then "dog" cannot follow: "dog" may not stay as it is (identity none)'
    )


def test_agreement_is_said(tmp_path):
    paraphraser = Paraphraser(make_model(tmp_path, settings={"agreement": True}))
    assert paraphraser.score("a cat", "an animal").score is not None
    scored = paraphraser.score("a cat", "a animal")
    assert scored.reason == '"a" can be said, but then "animal" cannot follow: "a" does not agree with it'


def test_what_is_protected_may_be_said_otherwise(tiny):
    assert all("ten" not in answer.text for answer in tiny.paraphrase("The 10 people.", n=20))
    assert tiny.score("The 10 people.", "The ten people.").score is not None
    assert tiny.score("The 10 people.", "The 10 people.").score is not None


def test_entities_of_classes_are_told_by_how_they_are_written(tmp_path):
    entries = [("<number> people", "<number> men", 0.4), ("people", "men", 0.1)]
    model = make_model(tmp_path, entries, ["<number> men", "the people"], {"classes": True})
    paraphraser = Paraphraser(model)
    assert paraphraser.score("12 people", "12 men").number == 2
    assert 'begin with "13"' in paraphraser.score("12 people", "13 men").reason


def test_sentences_are_paired(tiny):
    parts = [("The dog runs.", "The hound runs."), ("The cat.", "The kitten.")]
    scored = tiny.score("The dog runs. The cat.", "The hound runs. The kitten.", derivations=9)
    alone = [tiny.score(source, target, derivations=9) for source, target in parts]
    assert scored.score == pytest.approx(sum(part.score for part in alone))
    assert scored.number == len(scored.derivations) == alone[0].number * alone[1].number
    assert scored.features["lm"] == pytest.approx(sum(part.features["lm"] for part in alone))
    assert tiny.score("The dog. The cat.", "The dog. The cow.").reason.startswith('"The" can be said')


def test_pairs_come_in_order_and_lazily(tiny):
    def pairs():
        yield SOURCE, SOURCE
        yield SOURCE, "the dog"
        yield "a big cat", "a huge cat"
        raise RuntimeError("read too far")

    scored = tiny.score_pairs(pairs(), derivations=2)
    found = [next(scored) for _ in range(3)]
    assert [(s.source, s.target) for s in found] == [
        (SOURCE, SOURCE),
        (SOURCE, "the dog"),
        ("a big cat", "a huge cat"),
    ]
    assert found == [tiny.score(s.source, s.target, derivations=2) for s in found]


def test_pretokenized_pairs_stand_as_they_are(tiny):
    assert tiny.score("the dog .", "The dog .", pretokenized=True).score is None
    assert tiny.score("the dog .", "the beast .", pretokenized=True).score is not None


def test_rewrites_with_slots_and_gaps_are_shown(tiny_model):
    class Shapes:
        name = "shapes"

        def propose(self, sentence):
            turned = Rewrite((Part(0, 3, (Slot(2, 3), "by", Slot(0, 1))),), -0.5)
            return [turned, Rewrite((Part(0, 1, ("cats",)), Part(2, 3, ("kin",))), -0.25)]

    paraphraser = Paraphraser(tiny_model, sources=[Shapes()])
    [turned] = paraphraser.score("dog runs cat", "kitten by hound").derivations
    assert [(r.source, r.target) for r in turned.rewrites] == [
        ("dog", "hound"),
        ("runs", "… by …"),
        ("cat", "kitten"),
    ]
    [gap] = paraphraser.score("dog runs cat", "cats hurries kin").derivations
    assert [(r.source, r.target) for r in gap.rewrites] == [("dog … cat", "cats … kin"), ("runs", "hurries")]


def test_a_negative_number_of_derivations_is_refused(tiny):
    with pytest.raises(UsageError, match="derivations is -1"):
        tiny.score("a", "a", derivations=-1)


@given(st.text(max_size=30), st.text(max_size=30))
def test_any_pair_has_a_score_or_a_reason(tiny, source, target):
    scored = tiny.score(source, target)
    assert (scored.score is None) == bool(scored.reason)


def test_the_unchanged_text_is_scored_by_identity(tiny):
    [answer] = [a for a in tiny.paraphrase(SOURCE, n=100, include_source=True) if a.text == SOURCE]
    assert tiny.score(SOURCE, SOURCE).score == pytest.approx(answer.score, abs=1e-4)
