"""Phrase tables in mapped files: written here, opened by `tables.table`.

A file of kind "table" (see `storage.arrays`) holds

    slots           u64  hash table over the sources: low half of the hash << 32 | source + 1, or 0
    source_offsets  u32  of each source, in source_words; one more than there are sources
    source_words    u32  word numbers
    entry_offsets   u32  of each source, in the entries; one more than there are sources
    entry_target    u32  of each entry: which target
    entry_score     f32  of each entry: natural logarithm of φ, best first within a source
    target_offsets  u32  of each target, in target_words; one more than there are targets
    target_words    u32  word numbers
    column_0 …      f32  of each entry: further numbers, named by "columns" of the meta data

and as meta data name, direction, weight, columns, longest (source), longest_target, words (all word numbers
lie below it) and scale ("probability" if every score is the logarithm of one). A source is found by hashing
its word numbers one after the other (`storage/hashing.hpp`), so that all spans from one place cost one
sweep, by linear probing, and by comparing its words.

The bytes depend on the entries alone, not on their order: sources and targets compare by their words, equal
scores are ordered by target, new words are numbered by their text.
"""

from __future__ import annotations

import math
import os
from array import array
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from otherwords.errors import InputError, LimitError, UsageError
from otherwords.storage import write_arrays
from otherwords.tables._builder import Builder
from otherwords.tables.entries import (
    DIRECTIONS,
    MAX_WORDS,
    MOST_TARGETS,
    MOST_WORDS,
    TARGET_GIVEN_SOURCE,
    Entry,
)
from otherwords.vocabulary.vocabulary import SPECIAL

KIND, VERSION = "table", 1
_PROGRESS_EVERY = 65_536

Progress = Callable[[int], None]


@dataclass(frozen=True, slots=True)
class Summary:
    """What became of a table's entries."""

    name: str
    entries: int
    sources: int
    targets: int
    new_words: int
    longest: int
    longest_target: int
    duplicates: int
    below_threshold: int
    over_limit: int
    identities: int
    reserved: int
    """Entries with `<unk>`, `<s>` or `</s>`, which a vocabulary needs for itself."""

    @property
    def skipped(self) -> int:
        """Entries that were left out, duplicates apart."""
        return self.below_threshold + self.over_limit + self.identities + self.reserved


@dataclass(frozen=True, slots=True)
class Built:
    """A table in memory: what a file of it holds."""

    arrays: dict[str, Any]
    meta: dict[str, Any]
    words: list[str]
    """Words that were not known before; their numbers follow the known ones'."""
    summary: Summary


def write_table(
    path: str | os.PathLike[str],
    entries: Iterable[Entry],
    words: dict[str, int],
    *,
    name: str,
    direction: str = TARGET_GIVEN_SOURCE,
    weight: float = 1.0,
    columns: Sequence[str] = (),
    threshold: float | None = None,
    limit: int | None = None,
    skip_identity: bool = False,
    max_words: int = MAX_WORDS,
    progress: Progress | None = None,
) -> Summary:
    """Write a table, whole or not at all; `words` gives words their numbers and grows by new ones.

    The numbers are 0 to len(words) - 1. Entries of a probability below `threshold`, beyond the best `limit`
    of a source, or (with `skip_identity`) whose target is their source are left out; of several with one
    source and target the best is kept. `progress` is called with the number of entries read so far.

    >>> path = getfixture("tmp_path") / "table.bin"
    >>> words = {"<unk>": 0, "<s>": 1, "</s>": 2, "movie": 3}
    >>> entries = [Entry("film", "movie", -0.5), Entry("film", "movie", -0.7)]
    >>> summary = write_table(path, entries, words, name="mine")
    >>> summary.entries, summary.duplicates, words["film"]
    (1, 1, 4)
    """
    built = build_table(
        entries,
        lambda some: [words.get(word, -1) for word in some],
        len(words),
        name=name,
        direction=direction,
        weight=weight,
        columns=columns,
        threshold=threshold,
        limit=limit,
        skip_identity=skip_identity,
        max_words=max_words,
        progress=progress,
    )
    write_arrays(path, KIND, VERSION, built.arrays, built.meta)
    for word in built.words:
        words[word] = len(words)
    return built.summary


def build_table(
    entries: Iterable[Entry],
    ids: Callable[[list[str]], list[int]],
    known: int,
    *,
    name: str,
    direction: str = TARGET_GIVEN_SOURCE,
    weight: float = 1.0,
    columns: Sequence[str] = (),
    threshold: float | None = None,
    limit: int | None = None,
    skip_identity: bool = False,
    max_words: int = MAX_WORDS,
    progress: Progress | None = None,
) -> Built:
    """As `write_table`, in memory; `ids` gives words their numbers below `known`, and -1 to the others."""
    _check_settings(name, direction, weight, columns, threshold, limit, max_words)
    least = math.log(threshold) if threshold else -math.inf
    builder = Builder(len(columns), max_words, least, skip_identity, SPECIAL)
    try:
        _add_all(builder, entries, progress)
        used = builder.finish(min(limit or MOST_TARGETS, MOST_TARGETS))
        numbers = array("I")
        new: list[str] = []
        for word, number in zip(used, ids(used), strict=True):
            if number < 0:
                number = known + len(new)
                new.append(word)
            numbers.append(number)
        arrays = builder.arrays(numbers)
    except OverflowError as error:
        raise LimitError(f"the table {name!r} is too large: {error}") from error
    counts = builder.counts
    meta = {
        "name": name,
        "direction": direction,
        "weight": float(weight),
        "columns": list(columns),
        "longest": counts["longest"],
        "longest_target": counts["longest_target"],
        "words": known + len(new),
        "scale": "probability" if builder.scores_are_probabilities() else "log",
    }
    summary = Summary(
        name=name,
        new_words=len(new),
        **{key: counts[key] for key in Summary.__slots__ if key in counts},
    )
    return Built(arrays, meta, new, summary)


def _add_all(builder: Builder, entries: Iterable[Entry], progress: Progress | None) -> None:
    number, add = 0, builder.add
    for source, target, score, columns in entries:
        number += 1
        try:
            add(source, target, score, columns)
        except OverflowError:
            raise
        except ValueError as error:
            raise InputError(f"entry {number} of the table, {source!r} to {target!r}: {error}") from None
        if progress is not None and number % _PROGRESS_EVERY == 0:
            progress(number)
    if progress is not None:
        progress(number)


def _check_settings(
    name: str,
    direction: str,
    weight: float,
    columns: Sequence[str],
    threshold: float | None,
    limit: int | None,
    max_words: int,
) -> None:
    if not name:
        raise UsageError("a table needs a name")
    if direction not in DIRECTIONS:
        raise UsageError(f"no direction {direction!r}; expected one of {', '.join(DIRECTIONS)}")
    if not math.isfinite(weight):
        raise UsageError(f"weight {weight}, expected a finite number")
    if len(set(columns)) < len(columns):
        raise UsageError(f"columns {', '.join(columns)}: a name stands twice")
    if threshold is not None and not 0 <= threshold <= 1:
        raise UsageError(f"threshold {threshold}, expected a probability from 0 to 1")
    if limit is not None and not 1 <= limit <= MOST_TARGETS:
        raise UsageError(f"limit {limit}, expected 1 to {MOST_TARGETS:,} entries a source")
    if not 1 <= max_words <= MOST_WORDS:
        raise UsageError(f"max-words {max_words}, expected 1 to {MOST_WORDS}")
