"""Case by rule: which pattern a word or phrase has, and how to give another the same.

Nothing here asks the locale. Scripts without case have no pattern, and nothing is changed in them.
"""

from __future__ import annotations

from collections.abc import Sequence

from otherwords.text.abbreviations import word_set

LOWER, CAPITALISED, UPPER, TITLE, MIXED, NONE = "lower", "Capitalised", "UPPER", "Title Words", "mIxed", ""

# Words that a title leaves small, in English and French.
_SMALL = word_set(
    "a an and as at but by en for from if in nor of on or per the to via vs with n't 's"
    " à au aux de des du et la le les ou par pour sur un une d' l'"
)


def pattern(words: str | Sequence[str]) -> str:
    """The case pattern of a word or of the words of a phrase; "" where nothing has case.

    A single capital letter ("I", "A") is Capitalised: that it is upper case too says nothing. Digits and
    signs don't count.

    >>> [pattern(word) for word in ("cat", "Cat", "CAT", "iPhone", "I", "猫", "B2B", "straße")]
    ['lower', 'Capitalised', 'UPPER', 'mIxed', 'Capitalised', '', 'UPPER', 'lower']
    >>> pattern(["New", "York"]), pattern(["The", "dog"]), pattern(["House", "of", "Cards"])
    ('Title Words', 'Capitalised', 'Title Words')
    """
    if isinstance(words, str):
        return _word_pattern(words)
    found = [(word, _word_pattern(word)) for word in words]
    cased = [(word, case) for word, case in found if case]
    if not cased:
        return NONE
    if len(cased) == 1:
        return cased[0][1]
    cases = {case for _, case in cased}
    if cases == {LOWER}:
        return LOWER
    if UPPER in cases and cases <= {UPPER, CAPITALISED} and all(_shouts(word) for word, _ in cased):
        return UPPER
    first, *others = cased
    if first[1] == CAPITALISED:
        if all(case == LOWER for _, case in others):
            return CAPITALISED
        if all(case == CAPITALISED or (case == LOWER and word.lower() in _SMALL) for word, case in others):
            return TITLE
    return MIXED


def like(words: Sequence[str], case: str) -> list[str]:
    """The words in this case pattern; LOWER, MIXED and NONE change nothing; no capital is taken away.

    >>> like(["the", "big", "apple"], TITLE), like(["big", "ß"], UPPER), like(["un", "dog"], CAPITALISED)
    (['The', 'Big', 'Apple'], ['BIG', 'SS'], ['Un', 'dog'])
    """
    result = list(words)
    if case == UPPER:
        return [word.upper() for word in result]
    if case == CAPITALISED:
        for place, word in enumerate(result):
            if has_case(word):
                result[place] = capitalised(word)
                break
    elif case == TITLE:
        seen = False
        for place, word in enumerate(result):
            if has_case(word) and (not seen or word.lower() not in _SMALL):
                result[place] = capitalised(word) if word[0] not in "'’" and word.lower() != "n't" else word
                seen = True
    return result


def capitalised(word: str) -> str:
    """The word with its first letter as a capital, where all its letters are small; "iPhone" stays.

    >>> [capitalised(word) for word in ("cat", "'tis", "iPhone", "ﬁn", "3rd", "ǆip", "élan")]
    ['Cat', "'Tis", 'iPhone', 'Fin', '3rd', 'ǅip', 'Élan']
    """
    if word != word.lower():
        return word
    for place, character in enumerate(word):
        if character.isalpha():
            return word[:place] + character.title() + word[place + 1 :]
        if character.isalnum():
            return word
    return word


def has_case(word: str) -> bool:
    """Whether the word holds a letter that has case."""
    return word.lower() != word or word.upper() != word


def _shouts(word: str) -> bool:
    """Upper case, single letters and those with signs ("I", "A") included."""
    return word == word.upper()


def _word_pattern(word: str) -> str:
    lower, upper = word.lower(), word.upper()
    if word == lower:
        return LOWER if upper != lower else NONE
    letters = [character for character in word if character.isalpha()]
    if len(letters) == 1:
        return CAPITALISED
    if word == upper:
        return UPPER
    for place, character in enumerate(word):
        if character.isalpha():
            first = character.isupper() or character.istitle()
            return CAPITALISED if first and word[place + 1 :] == word[place + 1 :].lower() else MIXED
    return MIXED
