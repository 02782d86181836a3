import bz2
import gzip
import lzma
import math
import os

import pytest
from hypothesis import given
from hypothesis import strategies as st

from otherwords.errors import InputError, UsageError
from otherwords.tables.entries import Entry
from otherwords.tables.readers import (
    read_list,
    read_meteor,
    read_moses,
    read_ppdb,
    read_table,
    read_tsv,
    recognised,
)

HALF = math.log(0.5)
MOSES = "a film ||| a movie ||| 0.1 0.2 0.5 0.3 ||| 0-0 1-1 ||| 5 4 3\na ||| the ||| 0.4 0.2 0.25 0.3\n"
PPDB1 = "[NN] ||| film ||| movie ||| p(e|f)=0.5 p(f|e)=1.5 AGigaSim=0.7 ||| 0-0\n"
PPDB2 = (
    "[NN] ||| film ||| movie ||| PPDB2.0Score=5.2 -logp(e1|e2)=1.5 -logp(e2|e1)=0.5 ||| 0-0 ||| Equivalence\n"
)
METEOR = "0.5\na film\na movie\n0.25\na\nthe\n"


@pytest.fixture
def write(tmp_path):
    def write(text, name="table"):
        path = tmp_path / name
        path.write_bytes(text if isinstance(text, bytes) else text.encode())
        return path

    return write


# What is read


def test_moses_takes_the_direct_phrase_probability_of_four(write):
    assert list(read_moses(write(MOSES))) == [
        Entry("a film", "a movie", HALF),
        Entry("a", "the", math.log(0.25)),
    ]


def test_moses_takes_the_inverse_phrase_probability_of_four_for_the_other_direction(write):
    scores = [entry.score for entry in read_moses(write(MOSES), direction="source|target")]
    assert scores == [math.log(0.1), math.log(0.4)]


def test_moses_takes_the_column_asked_for_and_keeps_others(write):
    first, _ = read_moses(write(MOSES), column=4, keep=[2, 1])
    assert first == Entry("a film", "a movie", math.log(0.3), (0.2, 0.1))


def test_moses_reads_empty_targets_odd_spaces_blank_lines_and_line_ends(write):
    text = "\ufeffa ||| ||| .5\n\n b\u00a0c  |||  ||| .5 |||\r\nd\t|||\te\t|||\t.5\n|x ||| y|||z ||| 1\n"
    read = [(entry.source.split(), entry.target) for entry in read_moses(write(text))]
    assert read == [(["a"], ""), (["b", "c"], ""), (["d"], "e"), (["|x"], "y|||z")]


def test_moses_takes_a_probability_that_was_rounded_up_as_one(write):
    assert [entry.score for entry in read_moses(write("a ||| b ||| 1.0000002\n"))] == [0.0]


@pytest.mark.parametrize(("scale", "score"), [("log", -2.5), ("neglog", 2.5)])
def test_scores_may_be_logarithms(write, scale, score):
    assert [entry.score for entry in read_moses(write("a ||| b ||| -2.5\n"), scale=scale)] == [score]


@pytest.mark.parametrize("text", [PPDB1, PPDB2])
def test_ppdb_of_either_version_gives_the_probability_of_the_direction(write, text):
    path = write(text)
    assert list(read_ppdb(path)) == [Entry("film", "movie", -0.5)]
    assert list(read_ppdb(path, direction="source|target")) == [Entry("film", "movie", -1.5)]


def test_ppdb_takes_the_feature_asked_for_and_keeps_others(write):
    read = list(read_ppdb(write(PPDB1), column="AGigaSim", scale="probability", keep=["p(e|f)"]))
    assert read == [Entry("film", "movie", math.log(0.7), (0.5,))]


def test_ppdb_leaves_out_patterns_and_counts_them(write):
    pattern = "[NP] ||| [NP,1] of the film ||| the film 's [NP,1] ||| p(e|f)=0.5 ||| 0-0\n"
    reading = read_table(write(pattern + "[X] ||| [ ||| ] ||| p(e|f)=0.5\n"))
    assert [entry.source for entry in reading] == ["["]
    assert reading.counted == {"patterns": 1}


def test_meteor_reads_threes_of_lines_and_caps_its_sums_of_pivots(write):
    reading = read_table(write(METEOR + "6.05\nwho\n\n"))
    assert list(reading) == [
        Entry("a film", "a movie", HALF),
        Entry("a", "the", math.log(0.25)),
        Entry("who", "", 0.0),
    ]
    assert reading.counted == {"capped": 1}


def test_probabilities_above_one_are_capped_only_on_the_scale_that_says_so(write):
    path = write("a\tb\t1.319\nc\td\t0.5\ne\tf\t1.0000001\n")
    reading = read_table(path, scale="capped")
    assert [entry.score for entry in reading] == [0.0, HALF, 0.0]
    assert reading.counted == {"capped": 1}
    assert "expected a probability above 0 and at most 1 (a negative log" in refusal(read_tsv, path)
    assert "expected a probability" in refusal(read_meteor, write("1.5\na\nb\n"), scale="probability")


def test_tsv_reads_probabilities_columns_and_none(write):
    assert list(read_tsv(write("a b\tc\t0.5\t7\n\n", "1"), keep=[2])) == [Entry("a b", "c", HALF, (7.0,))]
    assert list(read_tsv(write("a b\tc\t7\t0.5\n", "2"), column=2)) == [Entry("a b", "c", HALF)]
    assert list(read_tsv(write("a b\tc\r\nd\t\n", "3"))) == [Entry("a b", "c", 0.0), Entry("d", "", 0.0)]


def test_list_gives_the_reciprocal_of_rank_plus_one(write):
    read = [(entry.source, entry.target, math.exp(entry.score)) for entry in read_list(write("a b c\n\nd\n"))]
    assert read == [("a", "b", pytest.approx(1 / 2)), ("a", "c", pytest.approx(1 / 3))]


@pytest.mark.parametrize("compress", [gzip.compress, lzma.compress, bz2.compress])
def test_compressed_tables_are_read_as_they_are(write, compress):
    assert len(list(read_table(write(compress(MOSES.encode()))))) == 2


# What is recognised


@pytest.mark.parametrize(
    ("text", "format"),
    [
        (MOSES, "moses"),
        (PPDB1, "ppdb"),
        (PPDB2, "ppdb"),
        (METEOR, "meteor"),
        ("\n1\t2\n", "tsv"),
        ("1\n2\n3\n", "meteor"),
    ],
)
def test_formats_are_recognised_by_their_first_lines(write, text, format):
    reading = read_table(write(text))
    assert reading.format == format
    assert list(reading)


@pytest.mark.parametrize(
    ("arguments", "direction"),
    [
        ({}, "target|source"),
        ({"column": "3"}, "target|source"),
        ({"column": 1}, "source|target"),
        ({"column": 1, "direction": "target|source"}, "target|source"),
    ],
)
def test_the_direction_of_moses_follows_from_the_column(write, arguments, direction):
    reading = read_table(write(MOSES), **arguments)
    assert reading.direction == direction


def test_a_file_with_one_score_is_target_given_source_unless_one_says_otherwise(write):
    path = write("a ||| b ||| 0.5\n")
    assert read_table(path).direction == "target|source"
    other = read_table(path, direction="source|target")
    assert (other.direction, list(other)) == ("source|target", [Entry("a", "b", HALF)])


@given(st.lists(st.text().filter(str.strip), min_size=1, max_size=6))
def test_any_first_lines_are_recognised_or_refused(lines):
    try:
        format = recognised(lines, "table")
    except InputError:
        format = None
    marked = "|||" in lines[0] or "\t" in lines[0]
    assert format in (("moses", "ppdb", "tsv") if marked else ("meteor", None))


# What is refused


def refusal(read, *arguments, **options):
    """The message, without the folder of the file."""
    with pytest.raises(InputError) as caught:
        list(read(*arguments, **options))
    return str(caught.value).rpartition(f"{os.sep}table")[2]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("a ||| b\n", ":1: 2 fields in 'a ||| b', expected at least 3: source ||| target ||| scores"),
        ("a ||| b ||| 1\nabc\n", ":2: 1 field in 'abc', expected at least 3: source ||| target ||| scores"),
        ("a ||| b ||| \n", ":1: 0 scores, expected at least one"),
        ("a ||| b ||| 1\na ||| b ||| 1 1\n", ":2: 2 scores, expected 1"),
        ("a ||| b ||| .1 .2\n", ":1: 2 scores; say which one is the table's with column=1 to column=2"),
        (" ||| b ||| 1\n", ":1: an empty source, expected at least one word"),
        ("||| b ||| 1\n", ":1: an empty source, expected at least one word"),
        ("a ||| b ||| 0\n", ":1: score '0', expected a probability above 0 and at most 1"),
        ("a ||| b ||| nan\n", ":1: score 'nan', expected a probability above 0 and at most 1"),
        ("a ||| b ||| inf\n", ":1: score 'inf', expected a probability above 0 and at most 1"),
        ("a ||| b ||| -inf\n", ":1: score '-inf', expected a probability above 0 and at most 1"),
        ("a ||| b ||| 0-0\n", ":1: score '0-0', expected a probability above 0 and at most 1"),
        (
            "a ||| b ||| -1.5\n",
            ":1: score '-1.5', expected a probability above 0 and at most 1 "
            "(a logarithm? then say scale=log)",
        ),
        (
            "a ||| b ||| 1.001\n",
            ":1: score '1.001', expected a probability above 0 and at most 1 "
            "(a negative logarithm? scale=neglog; a sum that should count as 1? scale=capped)",
        ),
        ("x " * 101 + "||| b ||| 1\n", ":1: a source of 101 words, the limit is 100 (max-words)"),
        ("a ||| " + "x " * 101 + "||| 1\n", ":1: a target of 101 words, the limit is 100 (max-words)"),
    ],
)
def test_malformed_moses_is_refused(write, text, message):
    assert refusal(read_moses, write(text)) == message


def test_columns_that_are_not_there_or_no_numbers_are_refused(write):
    path = write(MOSES)
    assert refusal(read_moses, path, column=5) == ":1: 4 scores, so there is no column 5"
    assert refusal(read_moses, path, keep=[0]) == ":1: 4 scores, so there is no column 0"
    odd = write("a ||| b ||| .5 x\n")
    assert refusal(read_moses, odd, column=1, keep=[2]) == ":1: column 'x', expected a finite number"


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (
            "[NN] ||| a ||| b\n",
            ":1: 3 fields in '[NN] ||| a ||| b', expected at least 4: "
            "[LHS] ||| phrase ||| paraphrase ||| Name=value …",
        ),
        (
            "[NN] ||| a ||| b ||| x=1 y=2\n",
            ":1: no feature p(e|f) or -logp(e2|e1); say which with column=…: x, y",
        ),
        (PPDB1 + "[NN] ||| a ||| b ||| x=1\n", ":2: no feature 'p(e|f)' among x"),
        ("[NN] ||| a ||| b ||| p(e|f)=x\n", ":1: score 'x', expected a finite negative logarithm"),
        ("[NN] |||  ||| b ||| p(e|f)=1\n", ":1: an empty source, expected at least one word"),
    ],
)
def test_malformed_ppdb_is_refused(write, text, message):
    assert refusal(read_ppdb, write(text)) == message


def test_a_feature_of_ppdb_that_is_no_known_probability_needs_a_scale(write):
    with pytest.raises(UsageError, match=r"'PPDB2.0Score' is no probability that is known here; say scale="):
        read_table(write(PPDB2), column="PPDB2.0Score")
    assert list(read_table(write(PPDB2), column="PPDB2.0Score", scale="log")) == [Entry("film", "movie", 5.2)]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (
            METEOR + "0.5\n",
            ":7: the file ends within an entry, expected probability, source and target on a line each",
        ),
        (
            METEOR + "0.5\na\n",
            ":8: the file ends within an entry, expected probability, source and target on a line each",
        ),
        (METEOR + "\na\nb\n", ":7: score '', expected a number above 0"),
        (METEOR + "0\na\nb\n", ":7: score '0', expected a number above 0"),
        (METEOR + "inf\na\nb\n", ":7: score 'inf', expected a number above 0"),
        (METEOR + "1\n\nb\n", ":8: an empty source, expected at least one word"),
        (METEOR + "1\na\n" + 101 * "b ", ":9: a target of 101 words, the limit is 100 (max-words)"),
    ],
)
def test_malformed_meteor_is_refused(write, text, message):
    assert refusal(read_meteor, write(text)) == message


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("a b\n", ":1: no tab in 'a b', expected source, tab, target, and perhaps tab and probability"),
        ("a\tb\nc\td\t1\n", ":2: 3 fields, expected 2"),
        ("\tb\n", ":1: an empty source, expected at least one word"),
        ("source\ttarget\tp\n", ":1: score 'p', expected a probability above 0 and at most 1"),
        ("a\tb\t\n", ":1: score '', expected a probability above 0 and at most 1"),
    ],
)
def test_malformed_tsv_is_refused(write, text, message):
    assert refusal(read_tsv, write(text)) == message


def test_columns_that_a_tsv_does_not_have_are_refused(write):
    assert refusal(read_tsv, write("a\tb\n"), column=1) == ":1: 0 numbers, so there is no column 1"


def test_a_list_with_fields_is_refused(write):
    assert refusal(read_list, write("a\tb\n")) == ":1: a tab in 'a\\tb', expected words separated by spaces"


@pytest.mark.parametrize("read", [read_table, read_moses, read_ppdb, read_meteor, read_tsv, read_list])
@pytest.mark.parametrize(
    ("data", "message"),
    [
        (b"\n\\data\\\nngram 1=3\n", "a language model in ARPA format, expected a phrase table"),
        (gzip.compress(b"\\data\\\nngram 1=3\n"), "a language model in ARPA format, expected a phrase table"),
        (b"mmap lm http://kheafield.com/code", "a KenLM binary language model, expected a phrase table"),
        (b"OWARRAYS\1\0\0\0", "a mapped file of an otherwords model, expected the text of a phrase table"),
        (b"PK\3\4rest", "a zip archive, expected text; unpack it first"),
        (b"a\0b\tc\n", "binary data"),
        (b"caf\xe9\ta\t1\n", r"byte 4 is b'\xe9', not valid UTF-8"),
        (b"\x1f\x8b\x08\0torn", "cannot be read on"),
    ],
)
def test_what_is_no_table_at_all_is_recognised(write, read, data, message):
    assert message in refusal(read, write(data))


def test_files_that_cannot_be_read_are_refused(tmp_path, write):
    assert refusal(read_table, tmp_path / "table-not-there") == "-not-there: No such file or directory"
    assert refusal(read_table, write("")) == ": empty, expected a phrase table"
    assert "in which there is no ' ||| '" in refusal(read_table, write("some plain text\nand more\n"))
    (tmp_path / "table-folder").mkdir()
    assert "a directory, expected a file" in refusal(read_table, tmp_path / "table-folder")
    os.mkfifo(tmp_path / "table-pipe")
    assert "no regular file" in refusal(read_table, tmp_path / "table-pipe")
    with pytest.raises(InputError, match="cannot come from standard input"):
        read_table("-")


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"format": "mozes"}, "no format 'mozes'"),
        ({"direction": "back"}, "no direction 'back'"),
        ({"scale": "percent"}, "no scale 'percent'"),
        (
            {"column": "p(e|f)"},
            r"column 'p\(e\|f\)' of a table of the format moses, expected a number from 1",
        ),
        ({"keep": ["0"]}, "column '0' of a table of the format moses"),
        ({"max_words": 0}, "max-words 0, expected 1 to 1000"),
        ({"format": "meteor", "column": 1}, "a table of the format meteor has no columns"),
        ({"format": "list", "scale": "log"}, "a list of synonyms has no scores"),
    ],
)
def test_arguments_that_make_no_sense_are_refused(write, options, message):
    with pytest.raises(UsageError, match=message):
        read_table(write(MOSES), **options)
