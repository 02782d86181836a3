"""A phrase table as the rest of the house sees it: opened from its file, or made in memory for one run."""

from __future__ import annotations

import math
import os
from array import array
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from otherwords.errors import ModelError
from otherwords.storage import Arrays
from otherwords.tables._lookup import Lookup
from otherwords.tables.entries import DIRECTIONS, MOST_WORDS, TARGET_GIVEN_SOURCE, Entry
from otherwords.vocabulary import Vocabulary

KIND, VERSION = "table", 1  # as tables.store writes, which says what the arrays are
NO_WORD = 2**32 - 1
"""Stands for a word that no table can hold, wherever a number must stand."""
_ARRAYS = {
    "slots": "Q",
    "source_offsets": "I",
    "source_words": "I",
    "entry_offsets": "I",
    "entry_target": "I",
    "entry_score": "f",
    "target_offsets": "I",
    "target_words": "I",
}


class Table:
    """A phrase table over the numbers of a vocabulary, and perhaps of words beyond it.

    >>> from otherwords.vocabulary import write_vocabulary
    >>> path = getfixture("tmp_path") / "vocabulary.bin"
    >>> write_vocabulary(path, ["<unk>", "<s>", "</s>", "a", "moving", "picture"])
    >>> vocabulary = Vocabulary(path)
    >>> table, extra_words = glossary([Entry("film", "moving picture", -0.5)], vocabulary)
    >>> table.lookup(["film"]), extra_words
    ([(('moving', 'picture'), -0.5)], ['film'])
    >>> table.kernel.spans(table.ids(["a", "film"]))
    [(1, 2, 0, 1)]
    """

    kernel: Lookup
    """Finds all sources of a sentence by word numbers; other kernels take its C++ member `table`."""

    def __init__(self, path: str | os.PathLike[str], vocabulary: Vocabulary) -> None:
        arrays = Arrays(path, KIND, VERSION)
        self._tie(arrays.path, arrays, arrays.meta, vocabulary, ())

    @classmethod
    def of(
        cls,
        arrays: Mapping[str, Any],
        meta: dict[str, Any],
        vocabulary: Vocabulary,
        extra: Sequence[str] = (),
    ) -> Table:
        """A table in memory, whose words from `len(vocabulary)` on are `extra`."""
        table = cls.__new__(cls)
        table._tie(Path(str(meta.get("name"))), arrays, meta, vocabulary, extra)
        return table

    def _tie(
        self,
        path: Path,
        arrays: Mapping[str, Any],
        meta: dict[str, Any],
        vocabulary: Vocabulary,
        extra: Sequence[str],
    ) -> None:
        self.path, self.meta, self.vocabulary, self.extra = path, meta, vocabulary, tuple(extra)
        self._extra_ids = {word: len(vocabulary) + i for i, word in enumerate(self.extra)}
        self.name = self._checked("name", str, lambda value: value != "", "a name")
        self.direction = self._checked(
            "direction", str, lambda value: value in DIRECTIONS, " or ".join(DIRECTIONS)
        )
        self.weight = self._checked("weight", float, math.isfinite, "a finite number")
        self.columns = self._names(arrays)
        limit = f"a whole number up to {MOST_WORDS}"
        self.longest = self._checked("longest", int, lambda value: 0 <= value <= MOST_WORDS, limit)
        longest_target = self._checked("longest_target", int, lambda value: 0 <= value <= MOST_WORDS, limit)
        known = len(vocabulary) + len(self.extra)
        self._checked(
            "words", int, lambda value: 0 <= value <= known, f"at most the {known} words of the vocabulary"
        )
        views = {name: self._array(arrays, name, typecode) for name, typecode in _ARRAYS.items()}
        try:
            self.kernel = Lookup(**views, longest=self.longest, longest_target=longest_target)
        except ValueError as error:
            raise ModelError(f"{path}: {error}") from error
        self._columns = tuple(self._array(arrays, f"column_{i}", "f") for i in range(len(self.columns)))
        if any(len(column) != self.kernel.entries for column in self._columns):
            raise ModelError(f"{path}: a column is not as long as there are entries")

    def _checked(self, name: str, kind: type, fits: Any, expected: str) -> Any:
        value = self.meta.get(name)
        if type(value) is not kind or not fits(value):
            raise ModelError(f"{self.path}: {name} is {value!r}, expected {expected}")
        return value

    def _names(self, arrays: Mapping[str, Any]) -> tuple[str, ...]:
        names = self._checked(
            "columns", list, lambda names: all(type(name) is str for name in names), "names"
        )
        if len(set(names)) < len(names) or len(names) > len(arrays):
            raise ModelError(
                f"{self.path}: columns are {names!r}, expected distinct names, one for each array"
            )
        return tuple(names)

    def _array(self, arrays: Mapping[str, Any], name: str, typecode: str) -> memoryview:
        if name not in arrays:
            raise ModelError(f"{self.path}: has no array {name!r}")
        view = memoryview(arrays[name])
        if view.format != typecode:
            raise ModelError(f"{self.path}: array {name!r} holds {view.format!r}, expected {typecode!r}")
        return view

    def __len__(self) -> int:
        """The number of entries."""
        return self.kernel.entries

    def __repr__(self) -> str:
        size = f"{len(self):,} entries for {self.kernel.sources:,} sources"
        return f"<Table {self.name!r}: {size}, p({self.direction})>"

    def ids(self, words: Iterable[str]) -> array[int]:
        """The words' numbers, `NO_WORD` for each that neither the vocabulary nor this table knows."""
        words = list(words)
        numbers = self.vocabulary.ids(words)
        return array(
            "I",
            (
                number if number >= 0 else self._extra_ids.get(word, NO_WORD)
                for word, number in zip(words, numbers, strict=True)
            ),
        )

    def word(self, number: int) -> str:
        """The word with this number."""
        known = len(self.vocabulary)
        if number >= known + len(self.extra):
            raise ModelError(
                f"{self.path}: word {number} lies outside the vocabulary of {known} words: damaged"
            )
        return self.vocabulary.word(number) if number < known else self.extra[number - known]

    def entry(self, number: int) -> tuple[tuple[str, ...], float]:
        """An entry's target and its score, by its number."""
        try:
            target, score = self.kernel.entry(number)
        except ValueError as error:
            raise ModelError(f"{self.path}: {error}: damaged") from error
        return tuple(map(self.word, target)), score

    def column(self, name: str) -> memoryview:
        """A further number of each entry, by entry number."""
        try:
            return self._columns[self.columns.index(name)]
        except ValueError:
            raise KeyError(f"no column {name!r}; there are {', '.join(self.columns) or 'none'}") from None

    def lookup(self, words: Iterable[str]) -> list[tuple[tuple[str, ...], float]]:
        """The targets of a source and their scores, best first; empty where the table has no such source."""
        return [self.entry(number) for number in self.kernel.find(self.ids(words))]

    def __iter__(self) -> Iterator[Entry]:
        """All entries as text, by source, then best first."""
        names: dict[int, str] = {}

        def text(numbers: tuple[int, ...]) -> str:
            for number in numbers:
                if number not in names:
                    names[number] = self.word(number)
            return " ".join([names[number] for number in numbers])

        entry, columns = self.kernel.entry, self._columns
        try:
            for index in range(self.kernel.sources):
                words, numbers = self.kernel.source(index)
                source = text(words)
                for number in numbers:
                    target, score = entry(number)
                    yield Entry(source, text(target), score, tuple([column[number] for column in columns]))
        except ValueError as error:
            if isinstance(error, ModelError):
                raise
            raise ModelError(f"{self.path}: {error}: damaged") from error


def glossary(
    entries: Iterable[Entry],
    vocabulary: Vocabulary,
    *,
    extra: Sequence[str] = (),
    name: str = "glossary",
    direction: str = TARGET_GIVEN_SOURCE,
    weight: float = 1.0,
    **settings: Any,
) -> tuple[Table, list[str]]:
    """A table in memory for one run, and the words it has beyond the vocabulary.

    These are numbered from `len(vocabulary)` on. `extra` are such words of glossaries made before; the list
    returned begins with them, so that several glossaries number their words alike. Further `settings` are
    those of `store.build_table`.
    """
    from otherwords.tables.store import build_table

    size, others = len(vocabulary), {word: i for i, word in enumerate(extra)}

    def ids(words: list[str]) -> list[int]:
        numbers = vocabulary.ids(words)
        return [
            number if number >= 0 else size + others[word] if word in others else -1
            for word, number in zip(words, numbers, strict=True)
        ]

    built = build_table(
        entries, ids, size + len(extra), name=name, direction=direction, weight=weight, **settings
    )
    words = [*extra, *built.words]
    return Table.of(built.arrays, built.meta, vocabulary, words), words
