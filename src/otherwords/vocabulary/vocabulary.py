"""The vocabulary of a model: a mapped two-way map between words and small whole numbers.

The words of the language model come first, in its own order (`<unk>`, `<s>` and `</s>` are 0, 1 and
2); words that only tables know follow. So a number below the language model's size is its word number
too, and any other is unknown to it.
"""

from __future__ import annotations

import os
from array import array
from collections.abc import Iterable, Iterator
from itertools import accumulate

from otherwords.errors import ModelError
from otherwords.storage import Arrays, write_arrays
from otherwords.vocabulary._index import Index, fill_slots

KIND, VERSION = "vocabulary", 1
UNKNOWN, BEGIN, END = 0, 1, 2
SPECIAL = ("<unk>", "<s>", "</s>")


class Vocabulary:
    """A mapped vocabulary.

    >>> path = getfixture("tmp_path") / "vocabulary.bin"
    >>> write_vocabulary(path, ["<unk>", "<s>", "</s>", "the", "dog"])
    >>> vocabulary = Vocabulary(path)
    >>> vocabulary.id("dog"), vocabulary.id("cat"), vocabulary.word(3), len(vocabulary)
    (4, -1, 'the', 5)
    """

    def __init__(self, path: str | os.PathLike[str]) -> None:
        arrays = Arrays(path, KIND, VERSION)
        try:
            self.index = Index(arrays["text"], arrays["offsets"], arrays["slots"])
        except ValueError as error:
            raise ModelError(f"{path}: {error}") from error
        self.path = arrays.path

    def __len__(self) -> int:
        return self.index.size

    def __contains__(self, word: object) -> bool:
        return isinstance(word, str) and self.index.id(word) >= 0

    def __iter__(self) -> Iterator[str]:
        return (self.word(number) for number in range(len(self)))

    def id(self, word: str) -> int:
        """The word's number, or -1 where the model does not know it."""
        return self.index.id(word)

    def ids(self, words: list[str]) -> list[int]:
        """The numbers of many words."""
        return self.index.ids(words)

    def word(self, number: int) -> str:
        """The word with this number; one outside the vocabulary is a `ModelError`, for a damaged file named it."""
        try:
            return self.index.bytes(number).decode("utf-8", "replace")
        except IndexError as error:
            raise ModelError(f"{self.path}: {error}: damaged") from None


def write_vocabulary(path: str | os.PathLike[str], words: Iterable[str]) -> None:
    """Write the words, numbered in this order; they must be distinct and begin with `<unk> <s> </s>`."""
    encoded = [word.encode() for word in words]
    if tuple(encoded[:3]) != tuple(word.encode() for word in SPECIAL):
        raise ValueError(f"a vocabulary begins with {' '.join(SPECIAL)}, not with {encoded[:3]}")
    if len(set(encoded)) < len(encoded):
        raise ValueError("a word stands twice in the vocabulary")
    slots = array("I", bytes(4 * (2 * len(encoded) + 1)))
    fill_slots(encoded, slots)
    offsets = array("I", accumulate(map(len, encoded), initial=0))
    write_arrays(path, KIND, VERSION, {"text": b"".join(encoded), "offsets": offsets, "slots": slots})
