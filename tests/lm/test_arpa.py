import gzip
import math
import re

import pytest
from oracles.made_up_language import sentences
from oracles.naive_backoff import NaiveBackoff

from otherwords.errors import InputError
from otherwords.lm import estimate, read_arpa, write_arpa

GOOD = """\\data\\
ngram 1=5
ngram 2=3
ngram 3=1

\\1-grams:
-1.5\t<unk>
-99\t<s>\t-0.3
-0.7\t</s>
-0.6\ta\t-0.25
-0.9\tb\t0.125

\\2-grams:
-0.1\t<s> a\t-0.5
-0.2\ta b
-0.4\tb </s>

\\3-grams:
-0.05\t<s> a b

\\end\\
"""


@pytest.fixture
def write(tmp_path):
    def write(text):
        path = tmp_path / "lm.arpa"
        path.write_bytes(text if isinstance(text, bytes) else text.encode())
        return path

    return write


def test_reads_what_stands_there(write):
    model = read_arpa(write(GOOD))
    assert model.words == ["<unk>", "<s>", "</s>", "a", "b"]
    assert model.sizes == (5, 3, 1)
    naive = NaiveBackoff.read(write(GOOD))
    for order in (1, 2, 3):
        for ngram, probability, backoff in model.ngrams(order):
            assert probability == pytest.approx(naive.probabilities[ngram] * math.log(10))
            assert backoff == pytest.approx(naive.backoffs[ngram] * math.log(10))


def test_round_trip_keeps_every_byte(write, tmp_path):
    first, again = write(GOOD), tmp_path / "again.arpa"
    write_arpa(read_arpa(first), again)
    assert again.read_text() == GOOD


def test_round_trip_of_an_estimated_model(tmp_path):
    made = estimate(sentences(200), 4).model
    first, again = tmp_path / "first.arpa", tmp_path / "again.arpa"
    write_arpa(made, first)
    read = read_arpa(first)
    assert (read.words, read.sizes) == (made.words, made.sizes)
    for ours, theirs in zip(made.levels, read.levels, strict=True):
        assert (ours.context, ours.word) == (theirs.context, theirs.word)
        assert list(theirs.probability) == pytest.approx(list(ours.probability), rel=6e-7)
    write_arpa(read, again)
    assert again.read_bytes() == first.read_bytes()


def test_order_of_the_lines_spaces_and_line_ends_do_not_matter(write):
    lines = GOOD.split("\n")
    lines[6:11], lines[13:16] = lines[10:5:-1], lines[15:12:-1]
    shuffled = "\r\n".join(lines).replace("\t", "  ")
    found, expected = read_arpa(write(shuffled)), read_arpa(write(GOOD))
    for order in (1, 2, 3):
        assert sorted(found.ngrams(order)) == sorted(expected.ngrams(order))


def test_compressed(write):
    assert read_arpa(write(gzip.compress(GOOD.encode()))) == read_arpa(write(GOOD))


def test_a_missing_unk_is_added_and_capitals_are_the_same(write):
    without = GOOD.replace("-1.5\t<unk>\n", "").replace("ngram 1=5", "ngram 1=4")
    (probability,) = (p for ngram, p, _ in read_arpa(write(without)).ngrams(1) if ngram == ("<unk>",))
    assert probability == pytest.approx(-100 * math.log(10))
    assert read_arpa(write(GOOD.replace("<unk>", "<UNK>"))) == read_arpa(write(GOOD))


@pytest.mark.parametrize(
    ("old", "new", "line", "message"),
    [
        (
            "-0.6\ta\t-0.25",
            "-0.6",
            10,
            "found 1 fields, expected 2 or 3: a log10 probability, 1 word and perhaps",
        ),
        ("-0.2\ta b\n", "-0.2\ta b c d\n", 15, "found 5 fields, expected 3 or 4"),
        ("-0.2\ta b\n", "-0,2\ta b\n", 15, "found '-0,2', expected a log10 probability, a number"),
        ("-0.2\ta b\n", "-0.2\ta b x\n", 15, "found 'x', expected a log10 back-off weight, a number"),
        ("-0.2\ta b\n", "nan\ta b\n", 15, "found 'nan' as a log10 probability, expected a number"),
        ("-0.2\ta b\n", "-0.2\ta b\tnan\n", 15, "found 'nan' as a log10 back-off weight"),
        (
            "-0.2\ta b\n",
            "-0.2\ta b\t1e30\n",
            15,
            "found the back-off weight 1e+30, expected a log10 within ±300",
        ),
        ("-0.2\ta b\n", "0.2\ta b\n", 15, "found the log10 probability 0.2, expected at most 0"),
        ("-0.2\ta b\n", "-0.2\ta c\n", 15, "the word 'c' is not among the 1-grams"),
        ("-0.2\ta b\n", "-0.1\t<s> a\n", 15, "the 2-gram '<s> a' stands already in line 14"),
        ("-0.9\tb\t0.125", "-0.9\ta", 11, "the 1-gram 'a' stands already in line 10"),
        ("<s> a b", "b a b", 19, "the 2-gram 'b a' is missing, the context of the 3-gram 'b a b'"),
        (
            "<s> a b",
            "<s> a b\t-0.5",
            19,
            "found the back-off weight -0.5, expected none: no 4-gram can follow",
        ),
        ("ngram 2=3", "ngram 2=4", 18, "found 3 2-grams before '\\3-grams:', \\data\\ says 4"),
        ("ngram 3=1", "ngram 3=2", 21, "found 1 3-grams before '\\end\\', \\data\\ says 2"),
        ("ngram 2=3\n", "", 3, "found the count of 3-grams, expected that of 2-grams"),
        ("ngram 3=1\n", "", 13, "found the back-off weight -0.5, expected none: no 3-gram can follow"),
        ("\\2-grams:", "\\3-grams:", 13, "found '\\3-grams:', expected \\2-grams:"),
        ("\n\\end\\\n", "\n", 21, "found the end of the file, expected \\end\\"),
        (
            "a b\n\n\\end\\\n",
            "a b\n-1\ta b b\n",
            21,
            "found 2 3-grams before the end of the file, \\data\\ says 1",
        ),
        ("-99\t<s>\t-0.3\n", "-99\tc\n", 13, "found no 1-gram <s>, which begins a sentence"),
        ("-0.7\t</s>\n", "-0.7\tc\n", 13, "found no 1-gram </s>, which ends a sentence"),
        (
            "\\data\\",
            "the ||| of the ||| 0.2",
            1,
            "this looks like a phrase table, not like a language model",
        ),
        ("\\data\\", "iARPA", 1, "compile-lm --text yes"),
        ("\\data\\", "Dear reader,", 1, "found 'Dear reader,', expected \\data\\"),
        ("ngram 1=5\nngram 2=3\nngram 3=1\n", "", 3, "found '\\1-grams:', expected 'ngram 1=' and a number"),
        ("a b\n", "a\0b b\n", 15, "found a NUL byte"),
    ],
)
def test_malformed_lines_are_named(write, old, new, line, message):
    assert old in GOOD
    text = GOOD.replace(old, new, 1)
    with pytest.raises(InputError, match=f"lm.arpa:{line}: .*{re.escape(message)}"):
        read_arpa(write(text))


def test_an_order_above_five_is_refused(write):
    with pytest.raises(InputError, match=r"arpa:7: found 6-grams, expected a model of order 1 to 5"):
        read_arpa(write("\\data\\\n" + "".join(f"ngram {n}=1\n" for n in range(1, 8))))


@pytest.mark.parametrize(
    ("head", "message"),
    [
        (b"mmap lm http://kheafield.com/code format version 5\n\0", "found KenLM's binary format"),
        (b"blmt 5 100\n", "compile-lm --text yes"),
        (b"OWARRAYS", "a file of a model of this program"),
    ],
)
def test_binary_formats_are_recognised(write, head, message):
    with pytest.raises(InputError, match=message):
        read_arpa(write(head + bytes(range(256))))


def test_empty_missing_and_invalid_files(write, tmp_path):
    with pytest.raises(InputError, match=r"lm.arpa:1: found the end of the file, expected \\data\\"):
        read_arpa(write(""))
    with pytest.raises(InputError, match="No such file"):
        read_arpa(tmp_path / "none.arpa")
    with pytest.raises(InputError, match=r"lm.arpa:10: byte 6 is b'\\xff', not valid UTF-8"):
        read_arpa(write(GOOD.encode().replace(b"-0.6\ta", b"-0.6\t\xff")))


def test_every_line_cut_short_is_an_error_or_a_model(write):
    for end in range(0, len(GOOD), 3):
        text = GOOD[:end]
        if text.rstrip().endswith("\\end\\"):
            continue
        with pytest.raises(InputError, match=r"lm.arpa:\d+: "):
            read_arpa(write(text))
