"""Random paraphrases; whether they follow the law is tested with the kernel."""

import pytest

from otherwords import Options
from otherwords.errors import LimitError, UsageError

TEXT = "The big dog runs after the young cat."


def texts(record):
    return [paraphrase.text for paraphrase in record.paraphrases]


def test_draws_are_distinct_and_never_the_source(tiny):
    record = tiny.record(TEXT, Options(sample=30, temperature=3.0, seed=1))
    assert len(set(texts(record))) == len(texts(record)) == 30
    assert TEXT not in texts(record)
    for paraphrase in record.paraphrases:
        assert paraphrase.score == pytest.approx(tiny.score(TEXT, paraphrase.text).score, abs=1e-4)


def test_the_same_seed_gives_the_same_draws(tiny):
    def draw(count, seed):
        return texts(tiny.record(TEXT, Options(sample=count, temperature=2.0, seed=seed)))

    assert draw(10, 3) == draw(10, 3)
    assert draw(10, 3)[:4] == draw(4, 3)
    assert draw(10, 3) != draw(10, 4)


def test_the_status_says_how_many_draws_were_the_same(tiny):
    record = tiny.record("A big cat.", Options(sample=100, seed=2))
    assert 3 < len(record.paraphrases) < 100
    assert record.status.startswith(f"{len(record.paraphrases)} distinct paraphrases in 5000 draws, ")
    assert "of which repeated an earlier one" in record.status
    assert "of which gave the source" in record.status


def test_the_source_competes_if_it_is_let(tiny):
    asked = Options(sample=100, include_source=True)
    assert "A big cat." in texts(tiny.record("A big cat.", asked))


def test_in_the_cold_only_the_best_is_left(tiny):
    [best] = tiny.paraphrase(TEXT, include_source=True)
    record = tiny.record(TEXT, Options(sample=3, temperature=0.001, include_source=True))
    assert texts(record) == [best.text]
    assert record.paraphrases[0].exact


def test_constraints_hold_for_draws(tiny):
    asked = Options(sample=20, temperature=3.0, avoid=["kitten"], max_chars=34, max_changes=2)
    record = tiny.record(TEXT, asked)
    assert record.paraphrases
    for paraphrase in record.paraphrases:
        assert "kitten" not in paraphrase.text
        assert len(paraphrase.text) <= 34
        assert len(paraphrase.replacements) <= 2


def test_sentences_are_drawn_apart(tiny):
    record = tiny.record("The cat. The cat.", Options(sample=30, temperature=4.0))
    halves = [text.split(". ") for text in texts(record)]
    assert any(first.rstrip(".") != second.rstrip(".") for first, second in halves)


def test_where_nothing_matches_it_says_so(tiny):
    record = tiny.record("Zany zebras.", Options(sample=3))
    assert record.paraphrases == ()
    assert "150 draws, 150 of which gave the source" in record.status
    assert tiny.record("", Options(sample=3)).status == "nothing to say in other words: the line is empty"


def test_limits(tiny):
    with pytest.raises(LimitError, match="--memory-limit"):
        tiny.record(TEXT, Options(sample=3, memory_limit=1000))
    with pytest.raises(UsageError, match="sample and diverse"):
        Options(sample=3, diverse=1.0)


def test_a_sentence_too_ambiguous_to_draw_from_says_so(tiny, monkeypatch):
    monkeypatch.setattr("otherwords.search.sampling.Sampler.paths", lambda self: iter(()))
    record = tiny.record(TEXT, Options(sample=3))
    assert record.status.startswith("gave up: ")
