"""Counting n-grams of text whose words stand between white space, out of core where memory is short.

Memory holds the words, a share of the n-grams (the rest lies in sorted runs in a temporary folder) and,
at the end, all distinct n-grams, 12 bytes each: `memory` bounds the counting, not its result.
"""

from __future__ import annotations

import os
import tempfile
from array import array
from collections.abc import Iterable
from dataclasses import dataclass

from otherwords.errors import InputError, LimitError, UsageError
from otherwords.lm._counts import Counter
from otherwords.lm.ngrams import checked_order

GIBIBYTE = 2**30
_SPECIAL = ("<unk>", "<s>", "</s>")


@dataclass(frozen=True)
class Counts:
    """How often each n-gram occurs; levels are (context, word, count), sorted as those of `NgramModel`.

    Sentences begin with `<s>` and end with `</s>`; no n-gram reaches over either.
    """

    words: list[str]
    levels: list[tuple[array[int], array[int], array[int]]]
    tokens: int
    sentences: int
    spilled: int  # sorted runs that did not fit into memory


def count_ngrams(
    lines: Iterable[str],
    order: int,
    *,
    memory: int = GIBIBYTE,
    folder: str | os.PathLike[str] | None = None,
    path: str | os.PathLike[str] | None = None,
) -> Counts:
    """Count the n-grams of 1 to `order` words, one sentence a line.

    `path` is for messages, `folder` for what does not fit into memory.

    >>> counts = count_ngrams(["a rose is a rose"], 2)
    >>> counts.words, counts.levels[0][2].tolist()
    (['<unk>', '<s>', '</s>', 'a', 'rose', 'is'], [0, 1, 1, 2, 2, 1])
    """
    return count_texts([(path, lines)], order, memory=memory, folder=folder)


def count_texts(
    texts: Iterable[tuple[str | os.PathLike[str] | None, Iterable[str]]],
    order: int,
    *,
    memory: int = GIBIBYTE,
    folder: str | os.PathLike[str] | None = None,
) -> Counts:
    """The same for several texts, each with the name that messages give it."""
    checked_order(order)
    with tempfile.TemporaryDirectory(dir=folder, prefix="otherwords-") as runs:
        counter = Counter(order, memory, runs)
        try:
            for path, lines in texts:
                _add(counter, lines, path)
            if not counter.sentences:
                raise InputError("no text: a language model needs at least one sentence")
            words, levels = counter.finish()
        except OverflowError as error:
            raise LimitError(f"{error}; use less text or a lower order") from error
        return Counts(words, levels, counter.tokens, counter.sentences, counter.spilled)


def _add(counter: Counter, lines: Iterable[str], path: str | os.PathLike[str] | None) -> None:
    if isinstance(lines, str):
        raise UsageError("expected lines of text, found one string")
    add = counter.add
    for number, found in enumerate(map(add, lines), 1):
        if found >= 0:
            raise InputError(
                f"found the word {_SPECIAL[found]}, which only the model may use; take it out of the text",
                path=path,
                line=number,
            )
