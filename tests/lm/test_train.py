import gzip
import json

import pytest
from oracles.made_up_language import sentences

from otherwords.errors import InputError, UsageError
from otherwords.lm import LanguageModel, estimate
from otherwords.lm.train import train


def test_files_and_lines_give_the_same_model(tmp_path):
    lines = list(sentences(300))
    (tmp_path / "a.txt").write_text("\n".join(lines[:100]) + "\n")
    (tmp_path / "b.txt.gz").write_bytes(gzip.compress(("\n".join(lines[100:]) + "\n").encode()))
    from_lines = train(iter(lines), tmp_path / "one", order=3, prune=[0, 1])
    from_files = train([tmp_path / "a.txt", tmp_path / "b.txt.gz"], tmp_path / "two", order=3, prune=[0, 1])
    assert from_lines == from_files
    for name in ("lm.bin", "vocabulary.bin", "lm.json"):
        assert (tmp_path / "one" / name).read_bytes() == (tmp_path / "two" / name).read_bytes()


def test_the_record_beside_the_model_says_how_it_was_made(tmp_path):
    made = train(["a b", "b c d"], tmp_path / "m", order=2, quantise=True)
    record = json.loads((tmp_path / "m/lm.json").read_text())
    assert (record["order"], record["tokens"], record["sentences"], record["quantised"]) == (2, 5, 2, True)
    assert record["ngrams"] == list(made.ngrams) == [7, 7]
    assert record["discounts"][0]["fallback"] is True
    assert LanguageModel(tmp_path / "m").query.quantised


def test_the_model_is_that_of_the_estimate(tmp_path):
    lines = list(sentences(100))
    train(lines, tmp_path / "m", order=4)
    model, estimated = LanguageModel(tmp_path / "m"), estimate(lines, 4).model
    assert list(model.vocabulary) == estimated.words
    assert model.scores(["unheard"])[0].score == pytest.approx(
        next(b for ngram, _, b in estimated.ngrams(1) if ngram == ("<s>",))
        + estimated.levels[0].probability[0]
    )


def test_bad_text_leaves_nothing_behind(tmp_path):
    (tmp_path / "in").mkdir()
    good, bad = tmp_path / "in/good.txt", tmp_path / "in/bad.txt"
    good.write_text("a b\n")
    bad.write_text("a b\nc </s> d\n")
    with pytest.raises(InputError, match=r"bad.txt:2: found the word </s>"):
        train([good, bad], tmp_path / "m")
    bad.write_bytes(b"a b\nc \xff\n")
    with pytest.raises(InputError, match=r"bad.txt:2: byte 3 is"):
        train([good, bad], tmp_path / "m")
    with pytest.raises(InputError, match="no text"):
        train([], tmp_path / "m")
    with pytest.raises(UsageError, match="order 9"):
        train(["a"], tmp_path / "m", order=9)
    for source in (str(good), good):
        with pytest.raises(UsageError, match="expected lines, or a list of files"):
            train(source, tmp_path / "m")
    assert [file.name for file in tmp_path.iterdir()] == ["in"]


def test_a_directory_that_stands_there_is_only_replaced_on_demand(tmp_path):
    train(["a"], tmp_path / "m", order=1)
    with pytest.raises(UsageError, match="exists already"):
        train(["b"], tmp_path / "m", order=1)
    assert "a" in LanguageModel(tmp_path / "m").vocabulary
    train(["b"], tmp_path / "m", order=1, replace=True)
    assert "a" not in LanguageModel(tmp_path / "m").vocabulary
