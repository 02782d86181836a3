"""Moses n-best lists by their true scores (Chevelu et al. 2010, §3).

A decoder scores the derivation that it happened to find. The true score of the same string is that of its best derivation;
with it a list may be ordered otherwise. What is measured here is what the paper's §3.2 and §3.3 report.
"""

from __future__ import annotations

import math
import os
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from itertools import groupby
from operator import attrgetter
from typing import Any, NamedTuple

from otherwords.errors import InputError
from otherwords.measure.kendall import kendall_tau_a
from otherwords.paraphrase.paraphraser import Paraphraser
from otherwords.paraphrase.scoring import SourceText

TOLERANCE = 0.001
"""Scores that differ by no more are the same: lists are written with so many decimals."""


class NBestEntry(NamedTuple):
    """One line of an n-best list."""

    number: int
    text: str
    score: float
    line: int


@dataclass(frozen=True, slots=True)
class RescoredEntry:
    """An output with the score that it came with, its true score (None: the model cannot say it), and its old rank."""

    text: str
    given: float
    score: float | None
    old_rank: int

    @property
    def changed(self) -> bool:
        """Whether the true score is another than the given one."""
        return self.score is not None and abs(self.score - self.given) > TOLERANCE


@dataclass(frozen=True, slots=True)
class RescoredList:
    """A list in its new order; measures are over the outputs that have a true score, ranks count from 1.

    `fell_to`: the new rank of the old best. `came_from`: the old rank of the new best. Equal scores share the
    best rank that they could have; None where no output has a score, or the old best has none.
    """

    number: int
    source: str
    entries: tuple[RescoredEntry, ...]
    tau: float
    fell_to: int | None
    came_from: int | None

    @property
    def changed(self) -> int:
        """How many outputs have another score."""
        return sum(entry.changed for entry in self.entries)

    @property
    def without_score(self) -> int:
        """How many outputs the model cannot say."""
        return sum(entry.score is None for entry in self.entries)

    @property
    def best_is_optimal(self) -> bool:
        """Whether no output has a better true score than the old best."""
        return self.fell_to == 1

    def to_dict(self) -> dict[str, Any]:
        """As a line of JSONL."""
        return {
            "number": self.number,
            "source": self.source,
            "tau": round(self.tau, 6),
            "changed": self.changed,
            "without_score": self.without_score,
            "fell_to": self.fell_to,
            "came_from": self.came_from,
            "entries": [
                {
                    "text": entry.text,
                    "given": entry.given,
                    "score": None if entry.score is None else round(entry.score, 6),
                    "old_rank": entry.old_rank,
                }
                for entry in self.entries
            ],
        }


@dataclass(slots=True)
class Spread:
    """Mean and standard deviation (of a sample) of values as they come (Welford 1962).

    >>> spread = Spread()
    >>> for value in (1, 2, 6):
    ...     spread.add(value)
    >>> print(spread, spread.largest)
    3.00 ± 2.65 6.0
    """

    count: int = 0
    mean: float = 0.0
    largest: float = -math.inf
    places: int = 2
    """Decimals when printed."""
    _squares: float = field(default=0.0, repr=False)

    def add(self, value: float) -> None:
        """Takes in one more value."""
        self.count += 1
        before = value - self.mean
        self.mean += before / self.count
        self._squares += before * (value - self.mean)
        self.largest = max(self.largest, float(value))

    @property
    def deviation(self) -> float:
        """The standard deviation; 0 for fewer than two values."""
        return math.sqrt(self._squares / (self.count - 1)) if self.count > 1 else 0.0

    def __str__(self) -> str:
        return f"{self.mean:.{self.places}f} ± {self.deviation:.{self.places}f}"


@dataclass(slots=True)
class Summary:
    """All lists together."""

    lists: int = 0
    entries: int = 0
    without_score: int = 0
    changed: int = 0
    not_optimal: int = 0
    inverted: int = 0
    """Lists in which some pair stands the wrong way round."""
    largest_change: float = 0.0
    tau: Spread = field(default_factory=lambda: Spread(places=4))
    fell_to: Spread = field(default_factory=Spread)
    fell_to_if_it_fell: Spread = field(default_factory=Spread)
    came_from: Spread = field(default_factory=Spread)
    came_from_if_another: Spread = field(default_factory=Spread)

    @property
    def share_changed(self) -> float:
        """The share of outputs, of those with a true score, whose score was another."""
        return self.changed / max(self.entries - self.without_score, 1)

    @property
    def share_not_optimal(self) -> float:
        """The share of lists whose first output was not their best."""
        return self.not_optimal / max(self.lists, 1)

    def add(self, rescored: RescoredList) -> None:
        """Takes in one more list."""
        self.lists += 1
        self.entries += len(rescored.entries)
        self.without_score += rescored.without_score
        self.changed += rescored.changed
        self.not_optimal += not rescored.best_is_optimal
        self.tau.add(rescored.tau)
        by_old_rank = sorted(rescored.entries, key=attrgetter("old_rank"))
        self.inverted += _inverted([entry.score for entry in by_old_rank if entry.score is not None])
        for entry in rescored.entries:
            if entry.score is not None:
                self.largest_change = max(self.largest_change, abs(entry.score - entry.given))
        if rescored.fell_to is not None:
            self.fell_to.add(rescored.fell_to)
            if rescored.fell_to > 1:
                self.fell_to_if_it_fell.add(rescored.fell_to)
        if rescored.came_from is not None:
            self.came_from.add(rescored.came_from)
            if rescored.came_from > 1:
                self.came_from_if_another.add(rescored.came_from)

    def to_dict(self) -> dict[str, Any]:
        """All figures by name; a mean is a pair with its deviation."""
        spreads = ("tau", "fell_to", "fell_to_if_it_fell", "came_from", "came_from_if_another")
        counts = ("lists", "entries", "without_score", "changed", "not_optimal", "inverted")
        return {
            **{name: getattr(self, name) for name in counts},
            "share_changed": round(self.share_changed, 6),
            "share_not_optimal": round(self.share_not_optimal, 6),
            "largest_change": round(self.largest_change, 6),
            **{
                name: {"mean": round(spread.mean, 6), "deviation": round(spread.deviation, 6)}
                for name in spreads
                if (spread := getattr(self, name)).count
            },
        }


class Rescored:
    """The lists, one at a time as they are read; `summary` counts those that have been met."""

    def __init__(self, lists: Iterator[RescoredList]) -> None:
        self._lists = lists
        self.summary = Summary()

    def __iter__(self) -> Iterator[RescoredList]:
        for rescored in self._lists:
            self.summary.add(rescored)
            yield rescored

    def whole_summary(self) -> Summary:
        """The summary once all lists are read."""
        for _ in self:
            pass
        return self.summary


def rescore(
    paraphraser: Paraphraser,
    sources: Iterable[str],
    lines: Iterable[str],
    *,
    path: str | os.PathLike[str] = "n-best list",
    pretokenized: bool = True,
) -> Rescored:
    """The true scores of Moses n-best lists: the list with number i is for the i-th source, from 0.

    A line is `number ||| string ||| features ||| score`, or without features; lists come in the order of their
    numbers. Lists hold tokens; `pretokenized=False` reads ordinary text. `path` is what errors call the lines.
    """
    return Rescored(_rescored(paraphraser, sources, lines, path, pretokenized))


def _rescored(
    paraphraser: Paraphraser,
    sources: Iterable[str],
    lines: Iterable[str],
    path: str | os.PathLike[str],
    pretokenized: bool,
) -> Iterator[RescoredList]:
    rest, source, at = iter(sources), "", -1
    for number, entries in groupby(read_nbest(lines, path), key=attrgetter("number")):
        of_list = list(entries)
        if number <= at:
            raise InputError(
                f"list {number} comes after list {at}, expected lists in the order of their numbers",
                path=path,
                line=of_list[0].line,
            )
        while at < number:
            try:
                source = next(rest)
            except StopIteration:
                raise InputError(
                    f"list {number}, but there are only {at + 1} sources (lists count from 0)",
                    path=path,
                    line=of_list[0].line,
                ) from None
            at += 1
        scorer = SourceText(source, paraphraser.resources, pretokenized)
        scores = [scorer.true_score(entry.text) for entry in of_list]
        yield ranked(number, source, of_list, scores)


def read_nbest(lines: Iterable[str], path: str | os.PathLike[str] = "n-best list") -> Iterator[NBestEntry]:
    """The entries of n-best lists, with features or without.

    >>> [*read_nbest(["0 ||| a dog ||| lm: -3 tm: -1 ||| -4.5", "0 ||| one dog ||| -5"])][1]
    NBestEntry(number=0, text='one dog', score=-5.0, line=2)
    >>> [*read_nbest(["0 ||| a dog"], "list.txt")]
    Traceback (most recent call last):
    otherwords.errors.InputError: list.txt:1: 2 fields, expected "number ||| string ||| score", ...
    """
    for at, line in enumerate(lines, 1):
        fields = [part.strip() for part in line.split("|||")]
        if fields == [""]:
            continue
        if len(fields) < 3:
            raise InputError(
                f'{len(fields)} field{"s" * (len(fields) > 1)}, expected "number ||| string ||| score", '
                "with features before the score or without",
                path=path,
                line=at,
            )
        if not (fields[0].isascii() and fields[0].isdigit() and len(fields[0]) < 19):
            raise InputError(f"{fields[0]!r}, expected the number of a list, from 0", path=path, line=at)
        told = fields[2] if len(fields) == 3 else fields[3]
        try:
            score = float(told)
        except ValueError:
            score = math.nan
        if not math.isfinite(score):
            raise InputError(f"the score is {told!r}, expected a number", path=path, line=at)
        yield NBestEntry(int(fields[0]), fields[1], score, at)


def ranked(number: int, source: str, entries: list[NBestEntry], scores: list[float | None]) -> RescoredList:
    """A list in the order of its true scores; what has none comes last.

    >>> entries = [NBestEntry(0, text, -1.0, 1) for text in "abc"]
    >>> rescored = ranked(0, "x", entries, [-3.0, -1.0, -2.0])
    >>> [entry.text for entry in rescored.entries], rescored.fell_to, rescored.came_from, round(rescored.tau, 3)
    (['b', 'c', 'a'], 3, 2, -0.333)
    """
    known = [score for score in scores if score is not None]
    rescored = [
        RescoredEntry(entry.text, entry.score, score, rank)
        for rank, (entry, score) in enumerate(zip(entries, scores, strict=True), 1)
    ]
    first, best = scores[0], max(known, default=None)
    return RescoredList(
        number,
        source,
        tuple(sorted(rescored, key=lambda e: -math.inf if e.score is None else e.score, reverse=True)),
        kendall_tau_a(known, TOLERANCE),
        None if first is None else 1 + sum(score > first + TOLERANCE for score in known),
        None
        if best is None
        else next(e.old_rank for e in rescored if e.score is not None and e.score >= best - TOLERANCE),
    )


def _inverted(scores: list[float]) -> bool:
    """Whether a later score is better than an earlier one."""
    lowest = math.inf
    for score in scores:
        if score > lowest + TOLERANCE:
            return True
        lowest = min(lowest, score)
    return False
