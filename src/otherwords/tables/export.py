"""Phrase tables back to text, so that reading it again gives the same table, bit for bit."""

from __future__ import annotations

import math
import struct
from collections.abc import Callable, Iterator

from otherwords.errors import UsageError
from otherwords.tables.table import Table

FORMATS = ("tsv", "moses")
_FLOAT = struct.Struct("<f")


def export(table: Table, format: str = "tsv", *, scale: str | None = None) -> Iterator[str]:
    """The lines of a table, without line ends, by source, then best first.

    `tsv` is source, target, probability and the further columns, separated by tabs; `moses` is source |||
    target ||| numbers. `scale` "log" writes the scores as they are; without it that is done only where some
    score is no probability's logarithm, so that `table.meta["scale"]` is the scale to read the lines with.

    >>> from otherwords.tables import Entry, glossary
    >>> from otherwords.vocabulary import Vocabulary, write_vocabulary
    >>> path = getfixture("tmp_path") / "vocabulary.bin"
    >>> write_vocabulary(path, ["<unk>", "<s>", "</s>"])
    >>> table, _ = glossary([Entry("film", "moving picture", math.log(0.2))], Vocabulary(path))
    >>> list(export(table, "moses"))
    ['film ||| moving picture ||| 0.2']
    """
    if format not in FORMATS:
        raise UsageError(f"no format {format!r} to export to; expected one of {', '.join(FORMATS)}")
    scale = scale or str(table.meta.get("scale"))
    if scale not in ("probability", "log"):
        raise UsageError(f"no scale {scale!r} to export with; expected probability or log")
    number = probability if scale == "probability" else _shortest
    return (_moses if format == "moses" else _tsv)(table, number)


def _tsv(table: Table, number: Callable[[float], str]) -> Iterator[str]:
    for source, target, score, columns in table:
        yield "\t".join([source, target, number(score), *map(_shortest, columns)])


def _moses(table: Table, number: Callable[[float], str]) -> Iterator[str]:
    for source, target, score, columns in table:
        if "|||" in source + target and "|||" in f"{source} {target}".split():
            raise UsageError(
                f"{source!r} to {target!r} holds the word '|||', which separates fields; export tsv"
            )
        yield f"{source} ||| {target} ||| {' '.join([number(score), *map(_shortest, columns)])}"


def probability(score: float) -> str:
    """The shortest probability (from 6 digits on) whose logarithm, as a float32, is this score.

    >>> probability(_rounded(math.log(0.0465264)))
    '0.0465264'
    """
    value = math.exp(score) if score <= 0 else math.inf
    if not 0 < value <= 1:
        raise UsageError(f"score {score:g} is no probability's logarithm; export it with the scale log")
    for digits in (6, 7, 8, 9, 12):
        text = f"{value:.{digits}g}"
        again = float(text)
        if 0 < again <= 1 and _rounded(math.log(again)) == score:
            return text
    return repr(value)


def _shortest(value: float) -> str:
    """The shortest number that is this float32."""
    for digits in (6, 7, 8):
        text = f"{value:.{digits}g}"
        if _rounded(float(text)) == value:
            return text
    return f"{value:.9g}"


def _rounded(value: float) -> float:
    return float(_FLOAT.unpack(_FLOAT.pack(value))[0])
