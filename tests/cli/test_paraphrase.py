"""`otherwords paraphrase`: which command is meant, where lines come from, what is printed for each."""

import bz2
import gzip
import json
import lzma

import pytest

DOG = "The dog runs after the young cat."
BEST = "The beast runs after the kitten."
SECOND = "The dog runs after the kitten."


# ---- a command or a sentence? ------------------------------------------------------------------


@pytest.mark.parametrize(
    "arguments",
    [
        [DOG],
        ["paraphrase", DOG],
        ["--", DOG],
        ["paraphrase", "--", DOG],
        ["-n", "1", DOG],
        [DOG, "-n", "1"],
        ["--format", "text", DOG],
    ],
)
def test_text_is_paraphrased(run, arguments):
    result = run(*arguments)
    assert (result.exit_code, result.stdout, result.stderr) == (0, BEST + "\n", "")


@pytest.mark.parametrize(
    "arguments", [["--", "model"], ["paraphrase", "model"], ["-n1", "model"], ["Model"], ["model "]]
)
def test_what_is_not_exactly_a_first_command_is_text(run, arguments):
    result = run(*arguments)
    assert (result.exit_code, result.stdout) == (0, "\n")


def test_a_command_alone_shows_its_help(run):
    result = run("model")
    assert (result.exit_code, result.stdout) == (2, "")
    assert result.stderr == run("model", "--help").stdout


def test_nothing_at_all_reads_standard_input(run):
    assert run(input=f"{DOG}\n").stdout == BEST + "\n"


def test_the_version(run):
    from otherwords import __version__

    assert run("--version").stdout == f"otherwords {__version__}\n"


# ---- lines in ----------------------------------------------------------------------------------


def test_each_text_is_a_line_and_so_is_each_line_of_a_text(run):
    assert run(DOG, "", f"{DOG}\n{DOG}", "zzz").stdout == f"{BEST}\n\n{BEST}\n{BEST}\n\n"
    assert run(f"{DOG}\n").stdout == f"{BEST}\n"


def test_an_empty_text_is_an_empty_line(run):
    assert run("").stdout == "\n"


def test_no_lines_give_no_lines(run):
    assert run(input="").stdout == ""
    assert run("--format", "jsonl", input="").stdout == ""


@pytest.mark.parametrize("compress", [bytes, gzip.compress, lzma.compress, bz2.compress])
def test_files_plain_and_compressed(run, tmp_path, compress):
    (tmp_path / "in").write_bytes(compress(f"{DOG}\n\nzzz".encode()))
    assert run("-i", tmp_path / "in").stdout == f"{BEST}\n\n\n"


def test_a_dash_is_standard_input(run):
    assert run("-i", "-", input=DOG).stdout == BEST + "\n"


def test_text_and_a_file_together_are_refused(run):
    result = run(DOG, "-i", "in.txt")
    assert result.exit_code == 2
    assert result.stderr == "otherwords: both TEXT and -i FILE are given; expected one of them\n"


def test_what_is_not_utf8_is_named_by_line_and_byte(run, tmp_path):
    (tmp_path / "in").write_bytes(f"{DOG}\nna\xefve\n".encode("latin-1"))
    result = run("-i", tmp_path / "in")
    assert result.exit_code == 2
    assert result.stdout == BEST + "\n"
    assert f"otherwords: {tmp_path / 'in'}:2: byte 3 is b'\\xef', not valid UTF-8" in result.stderr
    assert "--errors replace" in result.stderr
    again = run("-i", tmp_path / "in", "--errors", "replace", "--include-source")
    assert (again.exit_code, again.stdout) == (0, f"{BEST}\nna\N{REPLACEMENT CHARACTER}ve\n")


def test_what_is_not_utf8_on_standard_input_and_in_an_argument(run):
    assert "standard input:1: byte 1 is b'\\xff'" in run(input=b"\xff\n").stderr
    result = run("ab\udcff")
    assert result.exit_code == 2
    assert "TEXT 1: byte 3 is b'\\xff'" in result.stderr
    assert run("ab\udcff", "--errors", "replace", "--include-source").stdout == "ab\ufffd\n"


@pytest.mark.parametrize(
    "text",
    [
        "The dog sleeps.\r", "\tThe dog\x00 sleeps \x1b[31m.", "The dog 🐕‍🦺 sleeps.", "The dog שלום sleeps.",
        "\ufeffThe dog sleeps.",
        "The dog e\u0301te\u0301.", "The dog\u2028sleeps\x0b\x0c.",
    ],
)  # fmt: skip
def test_all_else_passes_unharmed(run, text):
    assert run(input=text + "\n").stdout_bytes == text.replace("The dog", "The beast").encode() + b"\n"


# ---- answers out -------------------------------------------------------------------------------


def test_several_answers_stand_one_a_line(run):
    assert run(DOG, "-n", 2).stdout == f"{BEST}\n{SECOND}\n"


def test_answers_of_several_lines_stand_in_groups(run):
    text = f"{DOG}\n\nzzz\n{DOG}\nzzz\n"
    assert run("-n", 2, input=text).stdout == f"{BEST}\n{SECOND}\n\n\n\n{BEST}\n{SECOND}\n\n"
    groups = [[]]
    for line in run("-n", 2, input=text).stdout.splitlines():
        groups[-1].append(line) if line else groups.append([])
    assert groups == [[BEST, SECOND], [], [], [BEST, SECOND], []]


def test_records_are_as_many_as_lines(run):
    text = f"{DOG}\n\nzzz\n{DOG}"
    records = [json.loads(line) for line in run("-n", 2, "--format", "jsonl", input=text).stdout.splitlines()]
    assert [record["source"] for record in records] == text.split("\n")
    assert [len(record["paraphrases"]) for record in records] == [2, 0, 0, 2]
    assert records[1]["status"].startswith("nothing to say in other words")
    assert records[2]["status"].startswith("nothing matched")
    assert "status" not in records[0]
    best = records[0]["paraphrases"][0]
    assert {"text", "score", "exact", "gap", "features", "replacements"} == set(best)
    for r in best["replacements"]:
        assert DOG[r["start"] : r["end"]] == r["source"]
        assert BEST[r["target_start"] : r["target_end"]] == r["target"]


def test_jsonl_is_utf8_as_it_stands(run):
    assert '"source": "naïve 🐕"' in run("naïve 🐕", "--format", "jsonl").stdout


def test_tsv(run):
    rows = [
        line.split("\t", 3)
        for line in run(DOG, "", "zzz\tcat", "-n", 2, "--format", "tsv").stdout.splitlines()
    ]
    assert [(row[0], row[1], row[3]) for row in rows] == [
        ("1", "1", BEST), ("1", "2", SECOND), ("2", "0", ""), ("3", "1", "zzz\tkitten")
    ]  # fmt: skip
    assert float(rows[0][2]) > float(rows[1][2])
    assert rows[2][2] == ""


def test_moses(run):
    rows = [
        line.split(" ||| ") for line in run(DOG, "", f"{DOG}\r", "--format", "moses").stdout.split("\n")[:-1]
    ]
    assert [row[:2] for row in rows] == [["0", BEST], ["1", ""], ["2", BEST]]
    features = rows[0][2].split()
    assert features[::2] == ["lm=", "paraphrases=", "identity="]
    assert sum(map(float, features[1::2])) == pytest.approx(float(rows[0][3]), abs=1e-5)
    assert rows[1][2:] == ["", "0"]


def test_workers_change_nothing(run):
    text = "".join(f"{DOG}\n\nzzz {i}\n" for i in range(40))
    assert run("-j", 2, "-n", 2, input=text).stdout == run("-n", 2, input=text).stdout


def test_workers_heed_settings_and_tables_of_the_run(run):
    options = ("--set", "identity=none", "--add-table", "mine.tsv", "--format", "tsv")
    text = "the dog runs after the young cat\nthe cat\n"
    alone = run(*options, input=text).stdout
    assert alone == run(*options, "-j", 2, input=text).stdout
    assert alone != run("--format", "tsv", input=text).stdout


def test_an_output_file_is_whole_or_not_there(run, tmp_path):
    result = run(DOG, "-o", tmp_path / "out")
    assert (result.exit_code, result.stdout) == (0, "")
    assert (tmp_path / "out").read_text() == BEST + "\n"
    result = run("-o", tmp_path / "other", input=DOG.encode() + b"\n\xff\n")
    assert result.exit_code == 2
    assert [file.name for file in tmp_path.iterdir()] == ["out"]


def test_where_nothing_can_be_written(run):
    result = run(DOG, "-o", "no/such/folder/out")
    assert (result.exit_code, result.stderr) == (
        2,
        "otherwords: no/such/folder/out cannot be written: No such file or directory\n",
    )


def test_a_place_that_cannot_be_is_named_as_it_was_given(run):
    result = run("lm", "train", "corpus.txt", "-o", "/dev/null/lm")
    assert result.exit_code == 2
    assert result.stderr.startswith("otherwords: /dev/null")
    assert ".partial" not in result.stderr


def test_a_device_is_written_to_and_not_replaced(run):
    from pathlib import Path

    assert run(DOG, "-o", "/dev/null").exit_code == 0
    assert Path("/dev/null").is_char_device()


# ---- options -----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("options", "answer"),
    [
        (["--protect", "cat"], "The beast runs after the young cat."),
        (["--protect", "/[Cc]at/"], "The beast runs after the young cat."),
        (["--avoid", "beast"], SECOND),
        (["--require", "chases"], "The beast chases the kitten."),
        (["--min-changes", "3"], "The beast chases the kitten."),
        (["--max-changes", "1"], SECOND),
        (["--max-chars", "28"], "The beast chases the kitten."),
        (["--max-bytes", "28"], "The beast chases the kitten."),
        (["--max-words", "5"], "The beast chases the kitten."),
        (
            ["--add-table", "mine.tsv", "--avoid", "kitten", "--require", "moggy"],
            "The beast runs after the moggy.",
        ),
        (["--max-chars", "5"], ""),
    ],
)
def test_conditions(run, options, answer):
    result = run(DOG, *options)
    assert (result.exit_code, result.stdout) == (0, answer + "\n")


def test_the_source_may_compete(run):
    assert run("zzz", "--include-source").stdout == "zzz\n"


def test_identity_and_settings_change_scores(run):
    def score(*options):
        required = (word for term in ("beast", "runs", "kitten") for word in ("--require", term))
        return float(run(DOG, "--format", "tsv", *required, *options).stdout.split("\t")[2])

    plain = score()
    # three words of the best paraphrase stay: runs, after and the full stop
    assert score("--identity", "1") == pytest.approx(plain + 3)
    assert score("--identity-score", "-2") == pytest.approx(plain - 3)
    assert score("--set", "identity_weight=2") == pytest.approx(plain - 3)


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--expain"], "no such option '--expain'; did you mean '--explain'?"),
        (["-n", "0"], "invalid value for '-n'"),
        (["--memory-limit", "much"], "'much' is not a size, such as 500MB or 2GiB"),
        (["--time-limit", "soon"], "'soon' is not a duration"),
        (["--set", "lm_wieght=1"], "no setting 'lm_wieght'; did you mean 'lm_weight'?"),
        (["--set", "classes=2"], "setting classes is 2.0, expected true or false"),
        (["--identity", "bold"], "identity is 'bold', expected one of self, uniform"),
        (["--model", "nowhere"], "nowhere: not a model: there is no such directory"),
        (["--add-table", "nowhere.tsv"], "nowhere.tsv: No such file"),
        (["--protect", "/(/"], "/(/ is no regular expression"),
        (["--format", "xml"], "'xml' is not one of"),
        (["--explain", "--format", "jsonl"], "--explain goes with --format text"),
        (["--max-words-in", "3"], "a sentence of 8 words; the limit is 3 (--max-words-in)"),
        (["--min-changes", "3", "--max-changes", "2"], "max_changes is 2, below min_changes, 3"),
        (["-i", "in.txt"], "both TEXT and -i FILE"),
    ],
)  # fmt: skip
def test_wrong_usage_is_said_in_a_line(run, arguments, message):
    result = run(DOG, *arguments)
    assert result.exit_code == 2
    assert result.stdout == ""
    first, *more = result.stderr.splitlines()
    assert first.startswith("otherwords: ")
    assert message in first
    assert not more or more == ["Try 'otherwords paraphrase --help'."]


def test_a_command_written_wrongly_is_asked_after(run):
    result = run("modle", "create", "--table", "x")
    assert result.exit_code == 2
    assert "did you mean the command 'model'?" in result.stderr


@pytest.mark.parametrize(
    ("name", "hint"), [("trian", "did you mean 'train'?"), ("zzz", "there are train, score")]
)
def test_a_subcommand_written_wrongly_is_asked_after(run, name, hint):
    result = run("lm", name)
    assert result.exit_code == 2
    assert result.stderr.startswith(f"otherwords: no command '{name}'; {hint}")


def test_an_error_in_a_line_says_which(run):
    result = run("--max-words-in", 5, input=f"the dog\n{DOG}\n")
    assert result.exit_code == 2
    assert result.stdout == "the beast\n"
    assert result.stderr.startswith("otherwords: line 2: a sentence of 8 words; the limit is 5")


def test_a_bug_is_no_traceback_unless_asked_for(run, monkeypatch):
    from otherwords.paraphrase import Paraphraser

    monkeypatch.setattr(Paraphraser, "records", lambda *_: 1 / 0)
    monkeypatch.delenv("OTHERWORDS_DEBUG", raising=False)
    result = run(DOG)
    assert result.exit_code == 70
    assert result.stderr.startswith("otherwords: internal error: ZeroDivisionError: division by zero (a bug;")
    assert "Traceback" not in result.stderr
    monkeypatch.setenv("OTHERWORDS_DEBUG", "1")
    with pytest.raises(ZeroDivisionError):
        run(DOG)
