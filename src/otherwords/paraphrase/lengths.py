"""Lengths of printed text, and what a word adds to one at least.

A search keeps track of a length word by word, before anything is printed. So that it loses no paraphrase that fits, a word
counts for the least that it can take when printed, and `least_limit` leaves room for what no word can know. The printed
text is measured in the end.
"""

from __future__ import annotations

from collections.abc import Callable
from itertools import pairwise

from otherwords.realisation import Agreement, Truecaser
from otherwords.text import Sentence
from otherwords.text.tokens import normalised

_SHORTENED = {"can": "ca", "will": "wo", "shall": "sha"}  # before "n't"
_TREEBANK = frozenset(
    ("-lrb-", "-rrb-", "-lsb-", "-rsb-", "-lcb-", "-rcb-", "``", "''")
)  # one character each
_GLUES_LEFT = frozenset(",.;:!?)]}%‰’”›»…،؛؟।。，、！？；：）］｝」』°\"'")
_GLUES_RIGHT = frozenset("([{¿¡‘“„‹«（［｛「『#@$€£¥₹\"'")


def printed_length(text: str, unit: str) -> int:
    """A text's length in `chars` (code points) or `bytes` (of UTF-8)."""
    return len(text) if unit == "chars" else len(text.encode("utf-8", "surrogatepass"))


def least_length(
    unit: str,
    sentence: Sentence | None = None,
    truecaser: Truecaser | None = None,
    agreement: Agreement | None = None,
) -> Callable[[str], int]:
    """What a word adds to a printed text at least: `chars` or `bytes`, the space before it included, or `words`.

    >>> least_length("chars")("dog"), least_length("chars")(","), least_length("bytes")("é"), least_length("words")("dog")
    (4, 1, 3, 1)
    """
    as_written: dict[str, int] = {}
    for token in sentence.tokens if sentence is not None and unit != "words" else ():
        known, length = normalised(token), printed_length(token.text, unit)
        as_written[known] = min(as_written.get(known, length), length)

    def of(word: str) -> int:
        joins = not (word[:1].isalnum() and word[-1:].isalnum()) or "'" in word or "’" in word
        joins = joins or word == "not"  # "cannot"
        if unit == "words":
            return int(not joins)
        if word in _TREEBANK:
            return 0
        forms = [word, _SHORTENED.get(word, word)]
        if not word.isascii():
            forms += (word.upper(), word.capitalize(), word.lower())
        if truecaser is not None:
            forms += (form for form, _ in truecaser.forms(word.lower()))
        if agreement is not None and agreement.varies(word):
            forms += agreement.variants(word)
        least = min(printed_length(form, unit) for form in forms)
        least = min(least, as_written.get(word, least))
        if not joins:
            return least + 1
        # what joins on both sides takes the next word's space as well
        return max(least - (word[:1] in _GLUES_LEFT and word[-1:] in _GLUES_RIGHT and len(word) > 1), 0)

    return of


def least_limit(most: int, sentence: Sentence) -> int:
    """The limit for a sentence's summed `least_length`: the first word has no space before it, and where the source
    writes words together (10km, and/or, can't → cannot), what comes there may be written so too."""
    tokens = sentence.tokens
    together = sum(a.end == b.start for a, b in pairwise(tokens))
    return max(most + 1 + together, 0)
