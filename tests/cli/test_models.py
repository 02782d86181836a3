"""`otherwords model`, `lm`, `table` and `truecaser`."""

import gzip
import json
import math
import shutil

import pytest


@pytest.fixture
def copy(files, tmp_path):
    """A copy of the model that may be damaged."""
    shutil.copytree(files / "model", tmp_path / "copy")
    return tmp_path / "copy"


# ---- model -------------------------------------------------------------------------------------


def test_create_says_what_went_in(run, tmp_path):
    result = run("model", "create", "--table", "paraphrases.txt", "--lm", "lm", "-o", tmp_path / "m")
    assert (result.exit_code, result.stderr) == (0, "")
    head, columns, row = result.stdout.splitlines()
    assert head.startswith(f"{tmp_path / 'm'}: ")
    assert columns.split() == ["table", "entries", "sources", "longest", "duplicates", "left", "out"]
    assert row.split() == ["paraphrases", "8", "8", "3", "0", "0"]


def test_create_takes_settings_preset_identity_and_names(run, tmp_path):
    result = run(
        *("model", "create", "--table", "paraphrases.txt:name=mine:weight=0.5", "--lm", "lm3.arpa", "-o", tmp_path / "m"),
        *("--preset", "quirk2004", "--set", "language=fr", "--set", "protect_numbers=false", "--identity", "0.5"),
        *("--name", "test", "--licence", "CC0"),
    )  # fmt: skip
    assert result.exit_code == 0
    assert "gives p(target|source), and this preset scores by p(source|target)" in result.stderr
    told = json.loads(run("model", "info", tmp_path / "m", "--format", "json").stdout)
    assert (told["name"], told["licence"], told["preset"]) == ("test", "CC0", "quirk2004")
    settings = told["settings"]
    assert (settings["language"], settings["protect_numbers"], settings["identity"]) == (
        "fr",
        False,
        "uniform",
    )
    assert settings["identity_score"] == pytest.approx(math.log(0.5))
    assert [(t["name"], t["weight"], t["entries"]) for t in told["tables"]] == [("mine", 0.5, 8)]


def test_create_does_not_replace_a_model_unless_told(run, copy):
    arguments = ("model", "create", "--table", "paraphrases.txt", "--lm", "lm", "-o", copy)
    result = run(*arguments)
    assert result.exit_code == 2
    assert "exists already" in result.stderr
    assert run(*arguments, "--force").exit_code == 0
    assert run("model", "verify", copy).exit_code == 0


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--table", "paraphrases.txt"], "missing option '--lm'"),
        (["--lm", "lm"], "missing option '--table'"),
        (["--table", "nowhere.txt", "--lm", "lm"], "nowhere.txt: No such file"),
        (["--table", "paraphrases.txt", "--lm", "nowhere"], "nowhere: No such file"),
        (["--table", "lm3.arpa", "--lm", "lm"], "language models are given with --lm"),
        (
            ["--table", "paraphrases.txt", "--lm", "paraphrases.txt"],
            "a phrase table, expected a language model in ARPA form; are --table and --lm swapped?",
        ),
        (
            ["--table", "paraphrases.txt", "--lm", "mine.tsv"],
            "a phrase table, expected a language model in ARPA form; are --table and --lm swapped?",
        ),
        (["--table", "paraphrases.txt:wieght=1", "--lm", "lm"], "did you mean 'weight'?"),
        (["--table", "paraphrases.txt", "--lm", "lm", "--preset", "quirk"], "did you mean 'quirk2004'?"),
        (
            ["--table", "paraphrases.txt", "--lm", "lm", "--truecaser", "nowhere.bin"],
            "nowhere.bin: No such file",
        ),
        (
            ["--table", "paraphrases.txt", "--table", "paraphrases.txt", "--lm", "lm"],
            "two tables have one name",
        ),
    ],
)
def test_create_refuses_and_leaves_nothing(run, tmp_path, arguments, message):
    result = run("model", "create", *arguments, "-o", tmp_path / "m")
    assert result.exit_code == 2
    assert message in result.stderr.splitlines()[0]
    assert list(tmp_path.iterdir()) == []


def test_an_interrupted_creation_leaves_nothing(run, tmp_path, monkeypatch):
    import otherwords.model.create

    def interrupted(*_, **__):
        raise KeyboardInterrupt

    monkeypatch.setattr(otherwords.model.create, "write_vocabulary", interrupted)
    result = run("model", "create", "--table", "paraphrases.txt", "--lm", "lm", "-o", tmp_path / "m")
    assert (result.exit_code, result.output) == (130, "")
    assert list(tmp_path.iterdir()) == []


def test_info_for_people(run):
    told = run("model", "info").stdout
    for words in (
        "licence         MIT",
        "lm_weight        1.0",
        "classes          false",
        "target|source",
        "order 3",
    ):
        assert words in told


def test_the_card(run):
    assert run("model", "info", "--card").stdout.startswith("# model\n\nA paraphrase model")


def test_verify_finds_an_altered_byte(run, copy):
    assert "all 4 files are as they were made" in run("model", "verify", copy).stdout
    table = next((copy / "tables").iterdir())
    table.write_bytes(table.read_bytes()[:-1] + b"\x7f")
    result = run("model", "verify", copy)
    assert (result.exit_code, result.stdout) == (1, "")
    assert f"{table}: its checksum is" in result.stderr


def test_verify_finds_what_is_cut_off_or_missing(run, copy):
    (copy / "lm.bin").write_bytes((copy / "lm.bin").read_bytes()[:-1])
    assert run("model", "verify", copy).exit_code == 1
    (copy / "lm.bin").unlink()
    assert run("model", "verify", copy).exit_code == 1


def test_what_is_no_model_cannot_be_verified(run, tmp_path):
    result = run("model", "verify", tmp_path)
    assert result.exit_code == 2
    assert "not a model: it has no model.toml" in result.stderr


# ---- table -------------------------------------------------------------------------------------


def test_a_table_survives_export_and_import(run, tmp_path):
    for format in ("tsv", "moses"):
        file = tmp_path / f"table.{format}"
        assert run("table", "export", "model/paraphrases", "--format", format, "-o", file).exit_code == 0
        made = tmp_path / f"of-{format}"
        assert run("model", "create", "--table", f"{file}:name=t", "--lm", "lm", "-o", made).exit_code == 0
        assert run("table", "export", made).stdout == run("table", "export", "model").stdout
    assert "the young cat\tthe kitten\t0.7" in run("table", "export", "model").stdout


def test_one_source_of_a_table(run):
    assert run("table", "info", "model", "--source", "the dog").stdout == "-0.223144\tthe beast\n"


def test_a_table_that_is_not_there(run):
    result = run("table", "info", "model/nothing")
    assert result.exit_code == 2
    assert "model has no table 'nothing'; expected one of model/paraphrases" in result.stderr
    result = run("table", "info", "nowhere")
    assert (result.exit_code, result.stderr) == (
        2,
        "otherwords: nowhere: neither a model nor a MODEL/TABLE\n",
    )


# ---- lm ----------------------------------------------------------------------------------------


def test_training_splits_tokenises_and_lowers(run, tmp_path):
    (tmp_path / "text").write_text("Rex didn't come. He's 3!\n\nWe met at http://a.org.\n")
    assert (
        run("lm", "train", tmp_path / "text", "-o", tmp_path / "lm", "--classes", "--order", 1).exit_code == 0
    )
    run("lm", "export", tmp_path / "lm", "-o", tmp_path / "arpa")
    words = {line.split("\t")[1] for line in (tmp_path / "arpa").read_text().splitlines() if "\t" in line}
    assert {"rex", "did", "n't", "he", "'s", "<number>", "<url>", "!"} < words
    assert "Rex" not in words


def test_training_on_tokens_takes_them_as_they_are(run, tmp_path):
    (tmp_path / "text.gz").write_bytes(gzip.compress(b"Rex didn't come\n"))
    result = run("lm", "train", tmp_path / "text.gz", "-o", tmp_path / "lm", "--pretokenized", "--quantise")
    assert result.exit_code == 0
    assert "6 / 4 / 3 n-grams of" in result.stderr or "n-grams of" in result.stderr
    scored = run(
        "lm", "score", tmp_path / "lm", "--pretokenized", "--format", "jsonl", "Rex didn't come"
    ).stdout
    assert [word["known"] for word in json.loads(scored)["words"]] == [True] * 4


def test_reserved_words_in_text_and_in_tokens(run, tmp_path):
    (tmp_path / "text").write_text("The <s>dog</s> sleeps.\nThe cat sleeps.\n")
    result = run("lm", "train", tmp_path / "text", "-o", tmp_path / "lm")
    assert result.exit_code == 0
    assert "left out 1 sentences that hold <unk>, <s> or </s>" in result.stderr
    (tmp_path / "tokens").write_text("the cat\nthe <s> dog\n")
    result = run("lm", "train", tmp_path / "tokens", "-o", tmp_path / "lm2", "--pretokenized")
    assert result.exit_code == 2
    assert f"{tmp_path / 'tokens'}:2: found the word <s>" in result.stderr


def test_scores_are_sums_over_words_and_sentences(run):
    record = json.loads(run("lm", "score", "lm", "--format", "jsonl", "The dog sleeps. It is Rex.").stdout)
    assert record["score"] == pytest.approx(sum(word["score"] for word in record["words"]), abs=1e-4)
    assert [word["word"] for word in record["words"]].count("</s>") == 2
    score, line = run("lm", "score", "lm", "The dog sleeps. It is Rex.").stdout.rstrip("\n").split("\t")
    assert float(score) == pytest.approx(record["score"])
    assert line == "The dog sleeps. It is Rex."


def test_scoring_through_a_pipe_shifts_nothing(run):
    assert len(run("lm", "score", "lm", input="a\n\nb\n").stdout.splitlines()) == 3


def test_perplexity(run):
    known = json.loads(run("lm", "perplexity", "lm", "corpus.txt", "--format", "json").stdout)
    assert 1 < known["perplexity"] == known["perplexity_known"] < 10
    assert known["unknown"] == 0
    assert "perplexity" in run("lm", "perplexity", "model", "in.txt").stdout


def test_export_and_import_agree(run, tmp_path):
    run("lm", "export", "lm", "-o", tmp_path / "lm.arpa")
    run("lm", "mix", tmp_path / "lm.arpa", "-o", tmp_path / "again")
    for text in ("The dog runs.", "Runs dog zzz"):
        first, second = (
            float(run("lm", "score", model, text).stdout.split("\t")[0])
            for model in ("lm", tmp_path / "again")
        )
        assert first == pytest.approx(second, abs=1e-4)


def test_mixing_prefers_what_knows_the_text(run, tmp_path):
    (tmp_path / "other").write_text("pigs fly\n")
    run("lm", "train", tmp_path / "other", "-o", tmp_path / "pigs")
    result = run("lm", "mix", "lm", tmp_path / "pigs", "--tune", "corpus.txt", "-o", tmp_path / "mixed")
    assert result.exit_code == 0
    weight = float(result.stderr.split("weights: lm ")[1].split(",")[0])
    assert weight > 0.9
    result = run("lm", "mix", "lm", "lm", "--weights", "1", "-o", tmp_path / "m")
    assert (result.exit_code, result.stderr) == (2, "otherwords: 1 weights for 2 models\n")


def test_the_settings_of_a_model_say_how_text_becomes_words(run, tmp_path):
    text = tmp_path / "text"
    text.write_text("It costs 10 euros.\n")
    run("lm", "train", text, "-o", tmp_path / "lm", "--classes")
    made = tmp_path / "m"
    run(
        "model",
        "create",
        "--table",
        "paraphrases.txt",
        "--lm",
        tmp_path / "lm",
        "-o",
        made,
        "--set",
        "classes=true",
    )
    with_model = json.loads(run("lm", "score", made, "It costs 12 euros.", "--format", "jsonl").stdout)
    assert "<money>" in [w["word"] for w in with_model["words"]] or "<number>" in [
        w["word"] for w in with_model["words"]
    ]
    without = json.loads(
        run("lm", "score", tmp_path / "lm", "It costs 12 euros.", "--format", "jsonl").stdout
    )
    assert "12" in [w["word"] for w in without["words"]]


# ---- truecaser ---------------------------------------------------------------------------------


def test_a_truecaser_knows_names(run, tmp_path):
    assert run("truecaser", "train", "corpus.txt", "-o", tmp_path / "tc.bin").exit_code == 0
    (tmp_path / "rex.tsv").write_text("the dog\trex\t0.9\n")
    made = ("model", "create", "--table", tmp_path / "rex.tsv", "--lm", "lm", "-o", tmp_path / "m")
    assert run(*made, "--truecaser", tmp_path / "tc.bin").exit_code == 0
    assert run("--model", tmp_path / "m", "It is the dog.").stdout == "It is Rex.\n"


def test_a_truecaser_cannot_be_learned_from_a_pipe(run, tmp_path):
    result = run("truecaser", "train", "-", "-o", tmp_path / "tc.bin", input="a\n")
    assert result.exit_code == 2
    assert "cannot come from standard input" in result.stderr
