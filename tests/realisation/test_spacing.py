"""Spacing: which words stand together."""

import pytest

from otherwords.realisation import Quotes, separator


def spaced(words, language):
    quotes = Quotes()
    text = ""
    for place, word in enumerate(words):
        if place:
            text += separator(words[place - 1], word, language, quotes)
        text += word
        quotes.see(word)
    return text


@pytest.mark.parametrize(
    ("language", "words", "expected"),
    [
        ("en", 'He said : " I do n\'t know , Tom . "', 'He said: "I don\'t know, Tom."'),
        ("en", "( a ) [ b ] { c } d ; e ! f ?", "(a) [b] {c} d; e! f?"),
        ("en", "the dog 's and the dogs ' house", "the dog's and the dogs' house"),
        ("en", "it ’s “ fine ” … and ... so", "it’s “fine”… and... so"),
        ("en", "$ 5 and 10 %", "$5 and 10%"),
        ("en", '" a " and " b "', '"a" and "b"'),
        ("en", "a / b - c", "a / b - c"),
        ("en", "see {x} , <b> and .net", "see {x}, <b> and .net"),
        ("fr", "l' homme qu’ il a vu , dit -elle", "l'homme qu’il a vu, dit-elle"),
        ("fr", "a -t-il dit : « oui » ?", "a-t-il dit\xa0: «\xa0oui\xa0»\xa0?"),
        ("fr", "10 % et 5 €", "10\xa0% et 5\xa0€"),
        ("fr", "quoi ? !", "quoi\xa0?!"),
        ("ar", "مرحبا ، بالعالم ؟", "مرحبا، بالعالم؟"),
        ("de", "„ Ja “", "„Ja “"),
    ],
)
def test_words_are_joined_or_parted(language, words, expected):
    assert spaced(words.split(), language) == expected
