"""`--explain`: what changed where, which replacements did it, and what the score is made of.

On a terminal with colour, which takes rich; elsewhere as plain aligned text.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import TYPE_CHECKING

from otherwords.cli.layout import aligned, padded, shown, width_of

if TYPE_CHECKING:
    from otherwords.paraphrase import Paraphrase, Paraphraser, Replacement

PLAIN_WIDTH = 100
_FEWEST_COLUMNS = 20
_WORDS = re.compile(r"\s*\S+\s*|\s+")


@dataclass(frozen=True, slots=True)
class Column:
    """A stretch of the source above what it became."""

    source: str
    target: str
    changed: bool

    @property
    def width(self) -> int:
        """Of the wider of the two."""
        return max(width_of(self.source), width_of(self.target))


@dataclass(frozen=True, slots=True)
class Explanation:
    """What there is to show about a paraphrase, in rows of text."""

    text: str
    verdict: str
    picture: tuple[tuple[Column, ...], ...]
    """Lines of columns."""
    replacements: tuple[tuple[str, ...], ...]
    features: tuple[tuple[str, ...], ...]


REPLACEMENT_HEADINGS = ("replaced", "by", "table", "score", "weight")
FEATURE_HEADINGS = ("feature", "value", "weight", "product")


def explainer(paraphraser: Paraphraser, *, terminal: bool | None = None) -> Callable[..., Iterator[str]]:
    """A function from a source and its paraphrase to lines that explain it."""
    weights = feature_weights(paraphraser)
    if sys.stdout.isatty() if terminal is None else terminal:
        import shutil

        from otherwords.cli.colour import coloured

        width = max(shutil.get_terminal_size().columns, _FEWEST_COLUMNS)
        return lambda source, answer: coloured(explanation(source, answer, weights, width - 4), width)
    return lambda source, answer: plain(explanation(source, answer, weights, PLAIN_WIDTH - 4))


def feature_weights(paraphraser: Paraphraser) -> dict[str, float]:
    """What each feature of a paraphrase is multiplied by."""
    settings = paraphraser.model.settings
    origins = {origin.name: origin.weight for origin in paraphraser.resources.origins()}
    return {"lm": settings.lm_weight, "words": settings.word_weight, **origins}


def explanation(source: str, answer: Paraphrase, weights: dict[str, float], width: int) -> Explanation:
    """A paraphrase explained, its picture in lines of this width."""
    return Explanation(
        shown(answer.text),
        _verdict(answer),
        tuple(_lines(_columns(source, answer), width)),
        tuple(
            (shown(r.source), shown(r.target), r.table, f"{r.score:.3f}", f"{r.weight:.3f}")
            for r in answer.replacements
        ),
        tuple(_feature_rows(answer, weights)),
    )


def _verdict(answer: Paraphrase) -> str:
    if answer.exact:
        proof = "exact: no other paraphrase is better than this one and those above"
    elif answer.gap == float("inf"):
        proof = "not proved: how much better another one could be is not known"
    else:
        proof = f"not proved: another one could be better by {answer.gap:.3f} at most"
    return f"score {answer.score:.3f}, {proof}"


def _feature_rows(answer: Paraphrase, weights: dict[str, float]) -> Iterator[tuple[str, ...]]:
    total = 0.0
    for name, value in answer.features.items():
        weight = weights.get(name, 1.0)
        total += value * weight
        yield name, f"{value:.3f}", f"{weight:.3f}", f"{value * weight:.3f}"
    if abs(total - answer.score) > 0.0005:  # a weigher of one's own
        yield "other", "", "", f"{answer.score - total:.3f}"
    yield "score", "", "", f"{answer.score:.3f}"


# ---- the picture -------------------------------------------------------------------------------


def _columns(source: str, answer: Paraphrase) -> Iterator[Column]:
    used = sorted(answer.replacements, key=lambda r: (r.start, r.target_start))
    if not _same_order(used):
        yield Column(shown(source), shown(answer.text), True)
        return
    at, target_at = 0, 0
    for r in used:
        yield from _between(source[at : r.start], answer.text[target_at : r.target_start])
        yield Column(shown(source[r.start : r.end]), shown(answer.text[r.target_start : r.target_end]), True)
        at, target_at = r.end, r.target_end
    yield from _between(source[at:], answer.text[target_at:])


def _same_order(used: Sequence[Replacement]) -> bool:
    """Whether source and paraphrase can be set one above the other: no replacement overtakes another."""
    return all(a.end <= b.start and a.target_end <= b.target_start for a, b in pairwise(used))


def _between(source: str, target: str) -> Iterator[Column]:
    """What stands between replacements: the same, but for case, agreement and spaces."""
    words, others = _WORDS.findall(shown(source)), _WORDS.findall(shown(target))
    if len(words) == len(others):
        for word, other in zip(words, others, strict=True):
            yield Column(word, other, word.strip() != other.strip())
    elif source or target:
        yield Column(shown(source), shown(target), True)


def _lines(columns: Iterator[Column], width: int) -> Iterator[tuple[Column, ...]]:
    line: list[Column] = []
    used = 0
    for column in columns:
        if line and used + column.width > width:
            yield tuple(line)
            line, used = [], 0
        line.append(column)
        used += column.width
    if line:
        yield tuple(line)


# ---- plain text --------------------------------------------------------------------------------


def plain(told: Explanation) -> Iterator[str]:
    """As aligned text, changes marked from below."""
    yield told.text
    yield f"  {told.verdict}"
    for line in told.picture:
        yield ""
        yield "  - " + "".join(padded(c.source, c.width) for c in line).rstrip()
        yield "  + " + "".join(padded(c.target, c.width) for c in line).rstrip()
        marks = "".join(("^" * _inked(c) if c.changed else "").ljust(c.width) for c in line).rstrip()
        if marks:
            yield f"    {marks}"
    if told.replacements:
        yield ""
        yield from aligned([REPLACEMENT_HEADINGS, *told.replacements], right=(3, 4))
    yield ""
    yield from aligned([FEATURE_HEADINGS, *told.features], right=(1, 2, 3))


def _inked(column: Column) -> int:
    return max(width_of(column.source.rstrip()), width_of(column.target.rstrip()))
