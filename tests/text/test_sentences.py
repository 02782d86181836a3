"""Sentences: where a boundary is, and where none is."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from otherwords.text import split_sentences

# Boundaries are written ¦; everything else is the text.
CASES = [
    ("en", "One dog. ¦Two dogs! ¦Three? ¦Four"),
    ("en", "Mr. Fox met Dr. J. R. Wolf. ¦They ate."),
    ("en", "He lives in the U.S. Senate building. ¦She left the U.S. ¦The end."),
    ("en", "It began at 5 p.m. on Monday. ¦It ended at 6 p.m. ¦She left."),
    ("en", "See No. 5. ¦He said no. ¦She said yes."),
    ("en", "It costs $3.50. ¦It rose 2.5% e.g. In May."),
    ("en", "“Why?” asked the hen. ¦“Because.” ¦He left."),
    ("en", '"Stop!" ¦John left. ¦(It works.) ¦Yes.'),
    ("en", "What?! ¦Yes!!! ¦Wait… what? ¦Oh… ¦No... ¦But then... nothing."),
    ("en", "Visit http://a.org/?b=c. ¦Done. ¦Ask a.b@c.org. ¦Bye."),
    ("en", "Acme Inc. is big. ¦Pens, paper, etc. are sold. ¦Pens, etc. ¦The end."),
    ("en", 'Use `a. B` here. ¦Then <a title="x. Y">go</a>.'),
    ("en", "1. Open it. ¦2. Close it."),
    ("en", "Title\n\n¦First words\r\n\r\n¦last words"),
    ("en", "a line\nthat goes on. ¦Another.\n¦lower here"),
    ("en", "Buy:\n¦- milk\n¦- bread"),
    ("en", "no capital here. and on it goes"),
    ("fr", "M. Loup est là. ¦« Oui ! » dit-il. ¦« Non. » ¦J.-P. Renard part."),
    ("fr", "Qu'est-ce ? ¦Rien, etc. ¦Il dort."),
    ("zh", "你好。¦我们走吧！¦好吗？"),
    ("hi", "नमस्ते। ¦मैं ठीक हूँ।"),
    ("ar", "مرحبا. ¦كيف حالك؟ ¦بخير."),
    ("ru", "Привет. ¦Как дела? ¦Хорошо."),
    ("el", "Γειά σου. ¦Τι κάνεις;"),
    ("en", ""),
    ("en", " \n\t\r\n "),
]


@pytest.mark.parametrize(("language", "marked"), CASES)
def test_boundaries(language, marked):
    text = marked.replace("¦", "")
    expected = [part.strip() for part in marked.split("¦") if part.strip()]
    assert [text[start:end] for start, end in split_sentences(text, language)] == expected


@settings(max_examples=300, deadline=None)
@given(
    st.one_of(
        st.text(max_size=60),
        st.text(st.sampled_from("aB1 .?!…\n\r\"'”)»。`<-\u2029\x1c\x85"), max_size=60),
    ),
    st.sampled_from(["en", "fr", "xx"]),
)
def test_sentences_are_disjoint_and_cover_all_but_spaces(text, language):
    place = 0
    for start, end in split_sentences(text, language):
        assert place <= start < end <= len(text)
        assert not text[place:start].strip()
        assert text[start:end] == text[start:end].strip()
        place = end
    assert not text[place:].strip()


@pytest.mark.parametrize("unit", [" ", "\n", "\r", ".", ". ", '."', "?)", " \n", ". »", "a.b."])
def test_long_odd_text_is_read_to_the_end(unit):
    spans = split_sentences(unit * 5000)
    assert spans == sorted(spans)
