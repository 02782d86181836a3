"""Tokens: what is cut where, and that nothing is lost."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from otherwords.text import Token, normalised, tokenize

ENGLISH = {
    "I don't, can't, won't.": "I|do|n't|,|ca|n't|,|wo|n't|.",
    "I don’t know; it’s fine": "I|do|n’t|know|;|it|’s|fine",
    "they're she'd we'll I'm you've": "they|'re|she|'d|we|'ll|I|'m|you|'ve",
    "shouldn't've": "should|n't|'ve",
    "the dog's bone, the dogs' bones": "the|dog|'s|bone|,|the|dogs|'|bones",
    "cannot gonna o'clock ma'am O'Brien rock'n'roll": "cannot|gonna|o'clock|ma'am|O'Brien|rock'n'roll",
    "'tis the '90s, get 'em": "'tis|the|'90s|,|get|'em",
    "a well-known e-mail": "a|well-known|e-mail",
    "Mr. Fox and Mrs. Hen met Dr. J. R. Wolf.": "Mr.|Fox|and|Mrs.|Hen|met|Dr.|J.|R.|Wolf|.",
    "in the U.S. and U.S.-led, e.g. here, i.e. there": "in|the|U.S.|and|U.S.-led|,|e.g.|here|,|i.e.|there",
    "She said no. See no. 5": "She|said|no|.|See|no.|5",
    "Acme Inc. makes pens, etc.": "Acme|Inc.|makes|pens|,|etc.",
    "Wait... what?! No…": "Wait|...|what|?|!|No|…",
    "1,000.50 or 3.5 and 2.0.1": "1,000.50|or|3.5|and|2.0.1",
    "and/or (very) [big]": "and|/|or|(|very|)|[big]",
    "word—word -- word": "word|—|word|--|word",
    "AT&T, C++ and C#": "AT&T|,|C++|and|C#",
    "_really_ big": "_|really|_|big",
    "@you see #this": "@you|see|#this",
    "``quoted'' text": "``|quoted|''|text",
    "end.Next": "end|.|Next",
    "its `dog run`'s end": "its|`dog run`|'s|end",
}
FRENCH = {
    "L'homme qu'il a vu": "L'|homme|qu'|il|a|vu",
    "l’ami d’Anne": "l’|ami|d’|Anne",
    "aujourd'hui, quelqu'un jusqu'à lorsqu'il": "aujourd'hui|,|quelqu'un|jusqu'|à|lorsqu'|il",
    "jusqu'aujourd'hui": "jusqu'|aujourd'hui",
    "Qu'est-ce que c'est ?": "Qu'|est|-ce|que|c'|est|?",
    "Y a-t-il du pain ?": "Y|a|-t-il|du|pain|?",
    "dit-elle, donne-le-moi !": "dit|-elle|,|donne|-le|-moi|!",
    "rendez-vous peut-être après-midi celui-ci": "rendez-vous|peut-être|après-midi|celui-ci",
    "M. Loup et Mme Poule, etc.": "M.|Loup|et|Mme|Poule|,|etc.",
    "« Oui ! »": "«|Oui|!|»",
    "O'Brien": "O'Brien",
}
OTHERS = {
    "Γειά σου, κόσμε;": "Γειά|σου|,|κόσμε|;",
    "Привет, мир!": "Привет|,|мир|!",
    "مرحبا، بالعالم!": "مرحبا|،|بالعالم|!",
    "नमस्ते दुनिया।": "नमस्ते|दुनिया|।",
    "สวัสดีชาวโลก": "สวัสดีชาวโลก",
    "你好。": "你好|。",
    "e\u0301te\u0301 x!\u0301": "e\u0301te\u0301|x|!\u0301",
    "co\u00adoperate": "co\u00adoperate",
    "👩‍👩‍👧 👍🏽🇫🇷🇩🇪 1️⃣": "👩‍👩‍👧|👍🏽|🇫🇷|🇩🇪|1️⃣",
    "a\0b \x07": "a|\0|b|\x07",
    "one\r\ntwo\u2028three": "one|two|three",
    "don't": "don't",
}


def cut(text, language="en", **options):
    return "|".join(token.text for token in tokenize(text, language, **options))


@pytest.mark.parametrize(
    ("language", "text", "expected"),
    [
        (language, *case)
        for language, cases in (("en", ENGLISH), ("fr", FRENCH), ("de", OTHERS))
        for case in cases.items()
    ],
)
def test_words_are_cut(language, text, expected):
    assert cut(text, language) == expected


def test_entities_are_one_token_or_carry_their_kind():
    text = "Pay $5 to a@b.org by 3 May."
    assert [(token.text, token.kind) for token in tokenize(text, classes=True) if token.kind] == [
        ("$5", "money"),
        ("a@b.org", "email"),
        ("3 May", "date"),
    ]
    assert [(token.text, token.kind) for token in tokenize(text) if token.kind] == [
        ("$", "money"),
        ("5", "money"),
        ("a@b.org", "email"),
        ("3", "date"),
        ("May", "date"),
    ]


def test_a_stretch_of_the_text():
    text = "one two three"
    assert tokenize(text, start=4, end=7) == [Token("two", 4, 7)]
    assert tokenize(text, start=5) == [Token("wo", 5, 7), Token("three", 8, 13)]


@pytest.mark.parametrize(
    ("word", "expected"),
    [
        ("DON’T", "don't"),
        ("“", '"'),
        ("e\u0301", "é"),
        ("İ", "i̇"),
        ("STRASSE", "strasse"),
        ("ẞ", "ß"),
        ("\u00ad", "\u00ad"),
    ],
)
def test_normalised(word, expected):
    assert normalised(word) == expected
    assert normalised(Token(word, 0, len(word))) == expected


ALPHABET = st.one_of(
    st.sampled_from(
        list("abcDEİ 5 5 5 ..,,''’’\"“()[]{}<>/\\-_@#%$€&:;!?\n\r\t\0\xa0é你บनि👍🏽\u200d\u0301\ufe0f\u20e3۔")
    ),
    st.characters(),
)
WORDS = (
    "I don't can’t l'homme a-t-il Dr. U.S. No. $5 €7.50m 10% a@b.org http://a.b/c?d. x.py `c d` {x} %s <b>"
    " &amp; 5 May 2,000 3 p.m. 10:30 . ? ! , ( ) 's d'İ'"
)
TEXT = st.one_of(
    st.text(ALPHABET, max_size=80),
    st.lists(
        st.sampled_from(WORDS.split(" ")),
        max_size=20,
    ).map(" ".join),
)


@settings(max_examples=500, deadline=None)
@given(TEXT, st.sampled_from(["en", "fr", "xx"]), st.booleans())
def test_tokens_cover_all_but_spaces_once_and_in_order(text, language, classes):
    place = 0
    for token in tokenize(text, language, classes=classes):
        assert token.start >= place
        assert not text[place : token.start].strip()
        assert token.end > token.start
        assert token.text == text[token.start : token.end]
        if not token.kind:
            assert not any(map(str.isspace, token.text))
        place = token.end
    assert not text[place:].strip()
