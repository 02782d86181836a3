"""Entities: what is one, of which kind, and how far it goes."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from otherwords.text import KINDS, class_token, find_entities, parse_class_token, unnumbered

# Each entity stands between ⟦ and ⟧.
CASES = {
    "url": [
        "See ⟦https://x.org/a_(b)?q=1⟧.",
        "(⟦http://a.b/c_d⟧)",
        "⟦www.example.com⟧, now",
        "at ⟦example.com/x/y.html⟧!",
        "ask ⟦example.co.uk⟧.",
        "⟦http://localhost:80/⟧",
        "⟦mailto:me@a.org⟧",
    ],
    "email": ["to ⟦jo.e+x@b.co.uk⟧.", "⟦a@b.org⟧, ⟦c_d@e-f.com⟧"],
    "file": [
        "open ⟦report.pdf⟧.",
        "⟦src/main/run.py⟧ and ⟦/etc/passwd⟧, ⟦~/x.txt⟧",
        "⟦C:\\Users\\me\\a.doc⟧",
        "run ⟦./go.sh⟧",
        "in ⟦.gitignore⟧",
        "⟦archive.tar.gz⟧",
    ],
    "code": [
        "use `x = 1`".replace("`x = 1`", "⟦`x = 1`⟧"),
        "⟦snake_case⟧ or ⟦foo.bar()⟧",
        "with ⟦--dry-run⟧",
        "⟦__init__⟧",
    ],
    "placeholder": [
        "Hi ⟦{name}⟧, ⟦{0:.2f}⟧ and ⟦${x}⟧",
        "⟦%s⟧ of ⟦%(n)d⟧, ⟦%1$s⟧ ⟦%@⟧",
        "⟦{{ t }}⟧ ⟦{% if x %}⟧",
        "⟦[id]⟧ ⟦[NAME]⟧ ⟦[1]⟧",
        "in ⟦$HOME⟧ or ⟦%PATH%⟧",
        "line⟦\\n⟧ end",
    ],
    "tag": ["⟦<b>⟧bold⟦</b>⟧", '⟦<a href="x y">⟧', "a ⟦&amp;⟧ b ⟦&#39;⟧", "⟦<br/>⟧"],
    "date": [
        "on ⟦March 5, 2015⟧, and ⟦5 March 2015⟧.",
        "⟦2015-03-05⟧ ⟦3/5/15⟧ ⟦05.03.2015⟧",
        "in ⟦May 2010⟧.",
        "by ⟦Jan. 5⟧ or ⟦May 5th⟧.",
        "⟦2015-03-05T10:30:00Z⟧",
    ],
    "time": ["at ⟦10:30⟧.", "by ⟦5 p.m.⟧ or ⟦5pm⟧.", "⟦7.30 PM⟧ ⟦12:00:01⟧"],
    "money": ["⟦$5⟧ ⟦US$5⟧ ⟦€3.50⟧ ⟦5€⟧ ⟦10 EUR⟧", "⟦$5 million⟧, ⟦$221bn⟧.", "⟦-$5⟧"],
    "percent": ["⟦6%⟧, ⟦3.5 %⟧ or ⟦-2%⟧.", "⟦5-10%⟧"],
    "number": ["⟦1⟧ ⟦1,000,000⟧ ⟦3.5⟧ ⟦192.168.0.1⟧ ⟦1/2⟧ ⟦5-10⟧ ⟦-1⟧ ⟦.5⟧", "in ⟦1998⟧."],
}
FRENCH = {
    "date": ["le ⟦5 mars 2015⟧ et le ⟦1er mai⟧."],
    "time": ["à ⟦14h30⟧ ou ⟦9 h⟧."],
    "money": ["⟦10 000 €⟧ et ⟦3,5 millions €⟧"],
    "percent": ["⟦50 %⟧ des chats"],
    "number": ["⟦10 000⟧ chats"],
}
NONE = [
    "and/or he/she",
    "a < b and c > d",
    "a 11-year-old, the 3rd, 1990s, MP3, F-16, Covid-19",
    "[He] said [sic]k".replace("[sic]k", "no"),
    "e.g. U.S. Mr. X.Y.",
    "end.Next sentence",
    "this is it.me too",
    "may march",
    "",
    "10x",
]


@pytest.mark.parametrize(
    ("language", "kind", "marked"),
    [
        (language, kind, marked)
        for language, cases in (("en", CASES), ("fr", FRENCH))
        for kind, texts in cases.items()
        for marked in texts
    ],
)
def test_entities_are_found(language, kind, marked):
    text = marked.replace("⟦", "").replace("⟧", "")
    expected = [part.split("⟧")[0] for part in marked.split("⟦")[1:]]
    found = find_entities(text, language)
    assert [text[entity.start : entity.end] for entity in found] == expected
    assert {entity.kind for entity in found} == {kind}


@pytest.mark.parametrize("text", NONE)
def test_what_is_no_entity(text):
    assert find_entities(text) == []


@pytest.mark.parametrize(
    "unit",
    [
        "a.",
        "a",
        "1-",
        "{",
        "`a",
        "<a",
        "a_",
        "/a",
        "$",
        "a@",
        "1,",
        "(a",
        "--a",
        "[a",
        "a/",
        "1 000",
        "&a",
        "\\",
        "{a {b",
        "<!--",
    ],
)
def test_long_hostile_text_is_read_to_the_end(unit):
    text = unit * 5000
    for entity in find_entities(text) + find_entities("http://a" + text):
        assert entity.end > entity.start


@settings(max_examples=200, deadline=None)
@given(
    st.text(st.sampled_from("a1 .,-/:@$%{}<>[]`_\\&;()h\n"), max_size=60), st.sampled_from(["en", "fr", "xx"])
)
def test_entities_are_in_order_and_disjoint(text, language):
    place = 0
    for entity in find_entities(text, language):
        assert place <= entity.start < entity.end <= len(text)
        assert entity.kind in KINDS
        place = entity.end


@pytest.mark.parametrize("kind", KINDS)
def test_class_tokens_are_read_back(kind):
    for number in (1, 2, 13):
        assert parse_class_token(class_token(kind, number)) == (kind, number)
        assert unnumbered(class_token(kind, number)) == class_token(kind)


@pytest.mark.parametrize(
    "word", ["number", "<number", "<b>", "<number_1>", "<number_x>", "<number_²>", "<>", "<_2>"]
)
def test_other_words_are_no_class_tokens(word):
    assert parse_class_token(word) is None
    assert unnumbered(word) == word
