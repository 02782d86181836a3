"""What `--table` says: a file, and after colons what its numbers mean."""

from __future__ import annotations

import difflib
import math
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from otherwords.errors import UsageError
from otherwords.tables.entries import DIRECTIONS, MAX_WORDS, MOST_TARGETS, MOST_WORDS
from otherwords.tables.readers import FORMATS, SCALES


@dataclass(frozen=True, slots=True)
class TableOption:
    """A table to read, as an option of a command gives it; None is what the reader or the preset decides."""

    path: Path
    name: str
    direction: str | None = None
    column: str | None = None
    weight: float | None = None
    format: str | None = None
    scale: str | None = None
    keep: tuple[str, ...] = ()
    threshold: float | None = None
    limit: int | None = None
    max_words: int = MAX_WORDS

    @property
    def reading(self) -> dict[str, Any]:
        """The arguments for `readers.read_table`, its path apart."""
        return {
            "format": self.format,
            "column": self.column,
            "direction": self.direction,
            "keep": self.keep,
            "scale": self.scale,
            "max_words": self.max_words,
        }


def parse_table_option(text: str) -> TableOption:
    """A table option: `FILE:KEY=VALUE:…`, where the file's own name may hold colons if the file exists.

    >>> option = parse_table_option("tables/fr.txt.xz:direction=source|target:weight=0.5")
    >>> option.path.name, option.name, option.direction, option.weight, option.column
    ('fr.txt.xz', 'fr', 'source|target', 0.5, None)
    >>> parse_table_option("fr.txt:wieght=0.5")
    Traceback (most recent call last):
    otherwords.errors.UsageError: --table fr.txt:wieght=0.5: no key 'wieght'; did you mean 'weight'?
    """
    path, pieces = _split(text)
    if not path:
        raise UsageError(f"--table {text}: no file, expected FILE or FILE:KEY=VALUE:…")
    values: dict[str, Any] = {}
    for piece in pieces:
        key, equals, value = piece.partition("=")
        field = key.strip().replace("-", "_")
        if field not in _KEYS:
            raise UsageError(
                f"--table {text}: no key {key!r}; {_near(key, [k.replace('_', '-') for k in _KEYS])}"
            )
        if not equals:
            raise UsageError(f"--table {text}: {key!r} has no value, expected {key}=VALUE")
        if field in values:
            raise UsageError(f"--table {text}: {key!r} is given twice")
        try:
            values[field] = _KEYS[field](value.strip())
        except ValueError as error:
            raise UsageError(f"--table {text}: {key}={value}: {error}") from None
    return TableOption(**{"path": Path(path), "name": _default_name(path), **values})


def _split(text: str) -> tuple[str, list[str]]:
    """Where the file ends and the options begin: the longest part that is a file, else the first `:key=`."""
    pieces = text.split(":")
    for cut in range(len(pieces), 0, -1):
        path = ":".join(pieces[:cut])
        if path and _exists(path):
            return path, pieces[cut:]
    cut = next((i for i in range(1, len(pieces)) if "=" in pieces[i]), len(pieces))
    return ":".join(pieces[:cut]), pieces[cut:]


def _exists(path: str) -> bool:
    try:
        return Path(path).exists()
    except (OSError, ValueError):  # too long a name, a NUL
        return False


def _default_name(path: str) -> str:
    name = Path(path).name
    for ending in (".gz", ".xz", ".bz2", ".txt", ".tsv"):
        if len(name) > len(ending):
            name = name.removesuffix(ending)
    return name or path


def _near(wrong: str, known: list[str]) -> str:
    close = difflib.get_close_matches(wrong, known, 1)
    return f"did you mean {close[0]!r}?" if close else f"expected one of {', '.join(known)}"


def _one_of(known: tuple[str, ...]) -> Callable[[str], str]:
    def choice(value: str) -> str:
        if value not in known:
            raise ValueError(_near(value, list(known)))
        return value

    return choice


def _direction(value: str) -> str:
    if value.startswith("p(") and value.endswith(")"):
        value = value[2:-1]
    return _one_of(DIRECTIONS)(value)


def _text(value: str) -> str:
    if not value:
        raise ValueError("expected something")
    return value


def _real(value: str) -> float:
    try:
        number = float(value)
    except ValueError:
        number = math.nan
    if not math.isfinite(number):
        raise ValueError("expected a finite number")
    return number


def _probability(value: str) -> float:
    number = _real(value)
    if not 0 <= number <= 1:
        raise ValueError("expected a probability from 0 to 1")
    return number


def _whole(largest: int) -> Callable[[str], int]:
    def whole(value: str) -> int:
        if not (value.isascii() and value.isdigit() and 1 <= int(value[:20]) <= largest):
            raise ValueError(f"expected a whole number from 1 to {largest}")
        return int(value)

    return whole


def _names(value: str) -> tuple[str, ...]:
    names = tuple(name.strip() for name in value.split(","))
    if not all(names) or len(set(names)) < len(names):
        raise ValueError("expected distinct columns, separated by commas")
    return names


_KEYS: dict[str, Callable[[str], Any]] = {
    "name": _text,
    "direction": _direction,
    "column": _text,
    "weight": _real,
    "format": _one_of(FORMATS),
    "scale": _one_of(SCALES),
    "keep": _names,
    "threshold": _probability,
    "limit": _whole(MOST_TARGETS),
    "max_words": _whole(MOST_WORDS),
}
