"""`otherwords suggest`, `score`, `rescore` and `lattice`."""

import json
import xml.etree.ElementTree as ElementTree

import pytest

DOG = "The dog runs after the young cat."
BEST = "The beast runs after the kitten."


def test_suggestions_for_one_place(run):
    result = run("suggest", "The dog runs after the young cat.", "--span", "8:12")
    assert result.exit_code == 0
    [row] = [line for line in result.stdout.splitlines() if line.startswith("hurries")]
    _, difference, table, *text = row.split()
    assert float(difference) < 0
    assert (table, " ".join(text)) == ("paraphrases", "The dog hurries after the young cat.")


def test_suggestions_as_records(run):
    records = [
        json.loads(line)
        for line in run("suggest", DOG, "--span", "29:32", "--format", "jsonl").stdout.splitlines()
    ]
    assert [record["target"] for record in records] == ["kitten"]
    assert DOG[records[0]["start"] : records[0]["end"]] == "cat"
    scores = [record["score"] for record in records]
    assert scores == sorted(scores, reverse=True)


def test_conditions_hold_for_suggestions_too(run):
    assert run("suggest", DOG, "--span", "29:32", "--avoid", "kitten").stdout == ""


@pytest.mark.parametrize("span", ["4", "7:4", "x:y", "0:99"])
def test_a_span_outside_the_text_is_refused(run, span):
    result = run("suggest", DOG, "--span", span)
    assert result.exit_code == 2
    assert "span" in result.stderr.lower()


def test_the_true_score_is_that_of_paraphrasing(run):
    told = run("score", DOG, BEST).stdout.splitlines()
    assert float(told[0].split()[0]) == pytest.approx(
        float(run(DOG, "--format", "tsv").stdout.split("\t")[2]), abs=1e-4
    )
    assert "The dog → the beast (paraphrases -0.223)" in told[1]
    assert len(told) == 2


def test_all_derivations_best_first(run):
    first, *ways = run("score", DOG, BEST, "--derivations", 99).stdout.splitlines()
    scores = [float(way.split()[0]) for way in ways]
    assert scores == sorted(scores, reverse=True)
    assert int(first.split()[1]) == len(ways) > 1


def test_why_there_is_no_score(run):
    assert run("score", DOG, "We sleep.").stdout.startswith("no score: ")


def test_many_pairs(run):
    result = run("score", "-i", "pairs.tsv", "--format", "tsv")
    rows = [line.split("\t") for line in result.stdout.splitlines()]
    assert float(rows[0][0]) < 0
    assert int(rows[0][1]) > 0
    assert rows[0][2] == ""
    assert rows[1][:2] == ["", "0"]
    assert rows[1][2]
    records = [
        json.loads(line) for line in run("score", "-i", "pairs.tsv", "--format", "jsonl").stdout.splitlines()
    ]
    assert [record["score"] is None for record in records] == [False, True]


def test_a_pair_has_two_fields(run):
    result = run("score", "-i", "-", input="one\ttwo\nthree\n")
    assert result.exit_code == 2
    assert "-:2: 1 fields, expected source and target with a tab between" in result.stderr


def test_half_a_pair_is_refused(run):
    assert run("score", DOG).exit_code == 2
    assert run("score", DOG, BEST, "-i", "pairs.tsv").exit_code == 2


def test_rescored_lists_are_in_the_order_of_their_true_scores(run):
    result = run("rescore", "nbest.txt", "--source", "in.txt")
    rows = [line.split(" ||| ") for line in result.stdout.splitlines()]
    assert [row[1] for row in rows] == ["the beast runs after the kitten .", "the dog ."]
    assert rows[0][2] == "Given= -9.5 Rank= 1"
    assert rows[1][3] == "-inf"
    assert "lists 1; outputs 2; without a true score 1" in result.stderr


def test_rescoring_what_paraphrasing_writes_changes_nothing(run, tmp_path):
    run(DOG, "zzz", "-n", 9, "--format", "moses", "-o", tmp_path / "nbest")
    (tmp_path / "in").write_text(f"{DOG}\nzzz\n")
    arguments = ("rescore", tmp_path / "nbest", "--source", tmp_path / "in", "--text", "--format", "jsonl")
    [record, _] = [json.loads(line) for line in run(*arguments).stdout.splitlines()]
    assert (record["tau"], record["changed"], record["fell_to"]) == (1.0, 0, 1)
    assert json.loads(run(*arguments, "--summary").stdout)["lists"] == 2


def test_rescoring_names_the_line_that_is_wrong(run, tmp_path):
    (tmp_path / "nbest").write_text("0 ||| a ||| -1\nzero ||| b ||| -1\n")
    result = run("rescore", tmp_path / "nbest", "--source", "in.txt")
    assert result.exit_code == 2
    assert f"{tmp_path / 'nbest'}:2: 'zero', expected the number of a list" in result.stderr
    (tmp_path / "nbest").write_text("")
    assert "holds no lists" in run("rescore", tmp_path / "nbest", "--source", "in.txt").stderr


def test_the_lattice_as_text(run):
    rows = [line.split() for line in run("lattice", DOG).stdout.splitlines()]
    assert ["0-2", "The", "dog", "→", "the", "beast", "paraphrases", "-0.223"] in rows


def test_the_lattice_for_other_tools(run):
    told = json.loads(run("lattice", DOG, "--format", "json").stdout)
    assert [token["text"] for token in told["tokens"]][:2] == ["The", "dog"]
    for line in run("lattice", DOG, "--format", "fst").stdout.splitlines():
        assert len(line.split("\t")) in (1, 4, 5)


def test_the_lattice_drawn(run, tmp_path):
    result = run("lattice", DOG, "--draw", tmp_path / "lattice.svg", "--edges", 3)
    assert (result.exit_code, result.stdout) == (0, "")
    assert ElementTree.parse(tmp_path / "lattice.svg").getroot().tag.endswith("svg")
    both = run("lattice", DOG, "--draw", tmp_path / "lattice.svg", "--format", "json")
    assert json.loads(both.stdout)["sentence"] == DOG


def test_a_lattice_is_of_one_sentence(run):
    result = run("lattice", "One. Two.")
    assert (result.exit_code, result.stderr) == (2, "otherwords: the text has 2 sentences, expected one\n")
