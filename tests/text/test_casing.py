"""Case patterns, and giving words one."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from otherwords.text.casing import (
    CAPITALISED,
    LOWER,
    MIXED,
    NONE,
    TITLE,
    UPPER,
    capitalised,
    has_case,
    like,
    pattern,
)


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        (["the", "dog"], LOWER),
        (["The", "dog"], CAPITALISED),
        (["The", "Dog"], TITLE),
        (["Lord", "of", "the", "Rings"], TITLE),
        (["THE", "DOG"], UPPER),
        (["I", "KNOW"], UPPER),
        (["I", "know"], CAPITALISED),
        (["I"], CAPITALISED),
        (["the", "Dog"], MIXED),
        (["iPhone"], MIXED),
        (["McDonald"], MIXED),
        (["猫", "5", "!"], NONE),
        ([], NONE),
        (["STRASSE"], UPPER),
        (["Straße"], CAPITALISED),
        (["ΟΔΟΣ"], UPPER),
        (["Привет"], CAPITALISED),
        (["'Tis"], CAPITALISED),
    ],
)
def test_pattern(words, expected):
    assert pattern(words) == expected


@pytest.mark.parametrize(
    ("words", "case", "expected"),
    [
        (["big", "dog"], UPPER, ["BIG", "DOG"]),
        (["straße"], UPPER, ["STRASSE"]),
        (["big", "dog"], CAPITALISED, ["Big", "dog"]),
        (["5", "dogs"], CAPITALISED, ["5", "Dogs"]),
        (["(", "éclair"], CAPITALISED, ["(", "Éclair"]),
        (["house", "of", "the", "dog"], TITLE, ["House", "of", "the", "Dog"]),
        (["the", "dog", "'s"], TITLE, ["The", "Dog", "'s"]),
        (["iPhone", "UN"], TITLE, ["iPhone", "UN"]),
        (["Paris"], LOWER, ["Paris"]),
        (["猫"], UPPER, ["猫"]),
        ([], TITLE, []),
    ],
)
def test_like(words, case, expected):
    assert like(words, case) == expected


@given(st.text(max_size=10))
def test_any_word_has_a_pattern_and_can_be_capitalised(word):
    assert (pattern(word) == NONE) == (not has_case(word))
    assert capitalised(capitalised(word)) == capitalised(word)
    assert capitalised(word).casefold() == word.casefold() or not word.isascii()
