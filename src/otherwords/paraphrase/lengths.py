"""Lengths of printed text, and what a word adds to one at least."""

from __future__ import annotations

from collections.abc import Callable

_JOINS = frozenset(",.;:!?%)]}([{\"'«»…/$€£-–—")


def printed_length(text: str, unit: str) -> int:
    """A text's length in `chars` (code points) or `bytes` (of UTF-8)."""
    return len(text) if unit == "chars" else len(text.encode("utf-8", "surrogatepass"))


def least_length(unit: str) -> Callable[[str], int]:
    """What a word adds to a text at least, its space included.

    Never more than it takes when printed: so no fitting paraphrase is lost; the printed text is measured in the end.

    >>> least_length("chars")("dog"), least_length("chars")(","), least_length("bytes")("é")
    (4, 1, 3)
    """

    def of(word: str) -> int:
        joins = not word or word[0] in _JOINS or word[-1] in _JOINS or "'" in word or "’" in word
        return printed_length(word, unit) + (0 if joins else 1)

    return of
