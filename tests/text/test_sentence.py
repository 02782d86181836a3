"""Analysing a line: sentences, their words, and what is protected in them."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from otherwords.errors import UsageError
from otherwords.text import Protection, analyse


def protected(line, **options):
    return [
        " ".join(token.text for token in sentence.tokens[start:end])
        for sentence in analyse(line, **options)
        for start, end in sentence.protected
    ]


def test_entities_are_protected_where_they_are_no_classes():
    line = "Send $5 to a@b.org, 3 times."
    assert protected(line) == ["$ 5", "a@b.org", "3"]
    assert protected(line, protect_numbers=False) == ["a@b.org"]
    assert protected(line, classes=True) == []


def test_words_for_tables_and_models():
    [sentence] = analyse("I Don’t pay 5 to 10 % via {x}.", classes=True)
    assert sentence.words() == [
        "i",
        "do",
        "n't",
        "pay",
        "<number>",
        "to",
        "<percent>",
        "via",
        "<placeholder>",
        ".",
    ]
    [sentence] = analyse("I Don’t pay 5")
    assert sentence.words() == ["i", "do", "n't", "pay", "5"]


def test_pretokenized_lines_are_taken_as_they_are():
    [sentence] = analyse("I do n't pay 5.50 . He does .", pretokenized=True)
    assert sentence.words() == ["I", "do", "n't", "pay", "5.50", ".", "He", "does", "."]
    assert sentence.protected == ()
    [sentence] = analyse("pay 5.50 , or 10%", pretokenized=True, classes=True)
    assert sentence.words() == ["pay", "<number>", ",", "or", "<percent>"]
    assert analyse(" \n", pretokenized=True) == []


def test_terms_and_spans_are_protected_by_whole_tokens():
    line = "The Big Apple is big. Apples are don't-ish."
    protection = Protection.parse(["big apple", "Apples"])
    assert protected(line, protection=protection) == ["Big Apple", "Apples"]
    assert protected(line, spans=[(1, 6)]) == ["The Big"]
    assert protected(line, spans=[(3, 4)]) == []
    sentence = analyse(line, protection=protection)[0]
    assert sentence.is_protected(0, 2)
    assert not sentence.is_protected(3, 5)


@pytest.mark.parametrize(
    ("items", "text", "expected"),
    [
        (["acme"], "ACME acme Acmes", ["ACME", "acme"]),
        (["Acme"], "ACME Acme", ["Acme"]),
        (["new york"], "New  York, new\nyorker", ["New  York"]),
        (["C++", ".net"], "C++ and C++; asp.net", ["C++", "C++", ".net"]),
        (["don't"], "Don’t", ["Don’t"]),
        ([r"/\d+/"], "a1 22", ["1", "22"]),
        (["/x|y/i"], "X y", ["X", "y"]),
        (["/usr/bin"], "in /usr/bin now", ["/usr/bin"]),
        (["new", "new york"], "New York", ["New York"]),
        (["été"], "ÉTÉ étés", ["ÉTÉ"]),
        ([" ", ""], "a b", []),
    ],
)
def test_protection(items, text, expected):
    assert [text[start:end] for start, end in Protection.parse(items).spans(text)] == expected


def test_protection_from_a_file(tmp_path):
    path = tmp_path / "terms.txt"
    path.write_text("\ufeff# names\nAcme\r\n\n/[0-9]+/\n", encoding="utf-8")
    protection = Protection.parse([f"@{path}"])
    assert protection.spans("Acme 12 # names") == [(0, 4), (5, 7)]
    path.write_text("fine\n/(/\n")
    with pytest.raises(UsageError, match=r"terms\.txt:2: /\(/ is no regular expression"):
        Protection.parse([f"@{path}"])


def test_bad_protection():
    with pytest.raises(UsageError, match=r"/\[/ is no regular expression: unterminated character set"):
        Protection.parse(["/[/"])
    with pytest.raises(UsageError, match="span 2:9 lies outside the text, which has 3 characters"):
        analyse("abc", spans=[(2, 9)])


@settings(max_examples=200, deadline=None)
@given(
    st.text(st.sampled_from("ab .5%\n`x'\u0301"), max_size=40),
    st.lists(st.tuples(st.integers(0, 40), st.integers(0, 40))),
)
def test_protected_spans_hold_all_that_was_asked_for(text, spans):
    spans = [(min(a, b, len(text)), min(max(a, b), len(text))) for a, b in spans]
    sentences = analyse(text, spans=spans)
    for sentence in sentences:
        assert list(sentence.protected) == sorted(set(sentence.protected))
        for place, token in enumerate(sentence.tokens):
            asked = any(start < min(end, token.end) and token.start < end for start, end in spans)
            assert sentence.is_protected(place, place + 1) == (asked or bool(token.kind))
