"""Readers of phrase tables: Moses, PPDB, METEOR, TSV and lists of synonyms, plain or compressed.

Each `read_…` is a generator of `Entry`, which raises `InputError` with file and line at the first thing it
cannot read; `read_table` recognises the format and gives the entries together with what they mean.

Scores stand in files on one of four scales: "probability" (above 0, at most 1), "capped" (the same, but what
is above 1 counts as 1, as a sum of pivots may be), "log" and "neglog" (natural logarithms, as they are or
negated).
"""

from __future__ import annotations

import contextlib
import math
import os
import stat
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import chain, islice
from pathlib import Path
from typing import Any, NoReturn

from otherwords.errors import InputError, UsageError
from otherwords.storage import open_lines
from otherwords.tables.entries import (
    DIRECTIONS,
    MAX_WORDS,
    MOST_WORDS,
    SOURCE_GIVEN_TARGET,
    TARGET_GIVEN_SOURCE,
    Entry,
)

FORMATS = ("moses", "ppdb", "meteor", "tsv", "list")
ROUNDING = 1e-6  # a probability may be this much above 1: a sum that was rounded

Number = Callable[[str], float]
Counted = dict[str, int]


# Numbers


def _probability(text: str) -> float:
    value = float(text)
    if 0 < value <= 1:
        return math.log(value)
    if 1 < value <= 1 + ROUNDING:
        return 0.0
    raise ValueError


def _log(text: str) -> float:
    value = float(text)
    if not math.isfinite(value):
        raise ValueError
    return value


def _negative_log(text: str) -> float:
    return 0.0 - _log(text)


_EXPECTED = {
    "probability": "a probability above 0 and at most 1",
    "capped": "a number above 0",
    "log": "a finite logarithm",
    "neglog": "a finite negative logarithm",
}
SCALES = tuple(_EXPECTED)


def _number(scale: str, counted: Counted | None = None) -> Number:
    """What makes a score of a text on this scale, with a ValueError where it cannot."""
    if scale == "capped":
        return _capping(counted if counted is not None else {})
    try:
        return {"probability": _probability, "log": _log, "neglog": _negative_log}[scale]
    except KeyError:
        raise UsageError(f"no scale {scale!r}; expected one of {', '.join(SCALES)}") from None


def _capping(counted: Counted) -> Number:
    def capped(text: str) -> float:
        value = float(text)
        if 1 + ROUNDING < value < math.inf:
            counted["capped"] = counted.get("capped", 0) + 1
            return 0.0
        return _probability(text)

    return capped


def _refuse_number(text: str, scale: str, path: Any, line: int) -> NoReturn:
    advice = ""
    if scale == "probability":
        with contextlib.suppress(ValueError):
            value = float(text)
            if -math.inf < value < 0:
                advice = " (a logarithm? then say scale=log)"
            elif 1 < value < math.inf:
                advice = " (a negative logarithm? scale=neglog; a sum that should count as 1? scale=capped)"
    raise InputError(
        f"score {text.strip()!r}, expected {_EXPECTED[scale]}{advice}", path=path, line=line
    ) from None


def _columns(texts: Iterable[str], path: Any, line: int) -> tuple[float, ...]:
    values = []
    for text in texts:
        try:
            values.append(_log(text))
        except ValueError:
            raise InputError(
                f"column {text.strip()!r}, expected a finite number", path=path, line=line
            ) from None
    return tuple(values)


# Lines

_ARPA = "a language model in ARPA format, expected a phrase table (language models are given with --lm)"
_IMPOSTORS = {
    b"OWARRAYS": "a mapped file of an otherwords model, expected the text of a phrase table",
    b"mmap lm ": "a KenLM binary language model, expected a phrase table",
    b"PK\x03\x04": "a zip archive, expected text; unpack it first",
    b"\x28\xb5\x2f\xfd": "zstd-compressed; unpack it first (gzip, xz and bzip2 are read as they are)",
    b"7z\xbc\xaf": "a 7z archive, expected text; unpack it first",
    b"PAR1": "a Parquet file, expected text",
    b"SQLite f": "an SQLite database, expected text",
}


@contextlib.contextmanager
def _table_lines(path: str | os.PathLike[str]) -> Iterator[Iterator[str]]:
    """The lines of a file, once it is clear that it is no language model and no binary file."""
    if os.fspath(path) != "-":
        _check_regular(Path(path))
    with open_lines(path) as lines:
        head = list(islice(lines, 3))
        if head:
            head[0] = head[0].removeprefix("\ufeff")
        first = next((line.strip() for line in head if line.strip()), "")
        if first in ("\\data\\", "iARPA"):
            raise InputError(_ARPA, path=path)
        if any("\0" in line for line in head):
            raise InputError(
                "binary data (it holds NUL bytes), expected the text of a phrase table", path=path
            )
        yield chain(head, lines)


def _check_regular(path: Path) -> None:
    with contextlib.suppress(OSError):  # open_lines says why a file cannot be opened
        mode = path.stat().st_mode
        if not stat.S_ISREG(mode):
            kind = "a directory" if stat.S_ISDIR(mode) else "no regular file (a table is read more than once)"
            raise InputError(f"{kind}, expected a file with a phrase table", path=path)
    with contextlib.suppress(OSError), path.open("rb") as file:
        head = file.read(8)
        for magic, what in _IMPOSTORS.items():
            if head.startswith(magic):
                raise InputError(what, path=path)


def _check_sides(source: str, target: str, most: int, path: Any, line: int) -> None:
    for side, text in (("source", source), ("target", target)):
        words = len(text.split())
        if words > most:
            raise InputError(
                f"a {side} of {words} words, the limit is {most} (max-words)", path=path, line=line
            )
    if not source.split():
        raise InputError("an empty source, expected at least one word", path=path, line=line)


def _limit(max_words: int) -> int:
    """The length of a line from which its sides are counted: shorter ones cannot hold too many words."""
    if not 1 <= max_words <= MOST_WORDS:
        raise UsageError(f"max-words {max_words}, expected 1 to {MOST_WORDS}")
    return 2 * max_words


# Moses


def _bar_fields(line: str) -> list[str]:
    """The fields of a line, which are separated by the word `|||`."""
    fields = line.split(" ||| ")
    if line.count("|||") == len(fields) - 1:
        return fields
    groups: list[list[str]] = [[]]
    for word in line.split():
        if word == "|||":
            groups.append([])
        else:
            groups[-1].append(word)
    return [" ".join(group) for group in groups]


def _moses_column(count: int, column: int | None, direction: str, path: Any, line: int) -> int:
    if column is not None:
        if 1 <= column <= count:
            return column
        raise InputError(f"{count} scores, so there is no column {column}", path=path, line=line)
    if count == 1:
        return 1
    if count in (4, 5):  # Moses: p(s|t), lex(s|t), p(t|s), lex(t|s), perhaps a constant
        return 3 if direction == TARGET_GIVEN_SOURCE else 1
    raise InputError(
        f"{count} scores; say which one is the table's with column=1 to column={count}", path=path, line=line
    )


def read_moses(
    path: str | os.PathLike[str],
    *,
    column: int | None = None,
    direction: str = TARGET_GIVEN_SOURCE,
    keep: Sequence[int] = (),
    scale: str = "probability",
    max_words: int = MAX_WORDS,
    counted: Counted | None = None,
) -> Iterator[Entry]:
    r"""A table of Moses: source ||| target ||| scores ||| whatever follows.

    The `column`-th number, from 1, is the score. Without `column`, that is the only one; of four or five
    (Moses's own: p(source|target), its lexical weight, p(target|source), its lexical weight, a constant) that
    of `direction`. The numbers in the columns `keep` go along. Blank lines are passed over.

    >>> path = getfixture("tmp_path") / "phrase-table"
    >>> _ = path.write_text("take part in ||| participate in ||| 0.2 0.1 0.5 0.1 ||| 0-0 2-1\n")
    >>> list(read_moses(path))
    [Entry(source='take part in', target='participate in', score=-0.6931471805599453, columns=())]
    """
    limit, number, count = _limit(max_words), _number(scale, counted), 0
    place = 0
    with _table_lines(path) as lines:
        for at, line in enumerate(lines, 1):
            fields = _bar_fields(line)
            if len(fields) < 3:
                if not line.strip():
                    continue
                raise InputError(
                    f"{len(fields)} field{'s' * (len(fields) > 1)} in {line[:60]!r}, expected at least 3: "
                    "source ||| target ||| scores",
                    path=path,
                    line=at,
                )
            source, target, scores = fields[0].strip(), fields[1].strip(), fields[2].split()
            if len(scores) != count or not scores:
                if count or not scores:
                    raise InputError(
                        f"{len(scores)} scores, expected {count or 'at least one'}", path=path, line=at
                    )
                count = len(scores)
                place = _moses_column(count, column, direction, path, at) - 1
                for kept in keep:
                    _moses_column(count, kept, direction, path, at)
            if not source or len(line) > limit:
                _check_sides(source, target, max_words, path, at)
            try:
                score = number(scores[place])
            except ValueError:
                _refuse_number(scores[place], scale, path, at)
            columns = _columns((scores[i - 1] for i in keep), path, at) if keep else ()
            yield Entry(source, target, score, columns)


# PPDB

_PPDB_DEFAULTS = {
    TARGET_GIVEN_SOURCE: ("p(e|f)", "-logp(e2|e1)"),
    SOURCE_GIVEN_TARGET: ("p(f|e)", "-logp(e1|e2)"),
}
_PPDB_NEGATIVE_LOGS = ("p(", "-logp(", "Lex(")


def _ppdb_scale(feature: str) -> str:
    if feature.startswith(_PPDB_NEGATIVE_LOGS):
        return "neglog"
    raise UsageError(f"PPDB's {feature!r} is no probability that is known here; say scale={'|'.join(SCALES)}")


def read_ppdb(
    path: str | os.PathLike[str],
    *,
    column: str | None = None,
    direction: str = TARGET_GIVEN_SOURCE,
    keep: Sequence[str] = (),
    scale: str | None = None,
    max_words: int = MAX_WORDS,
    counted: Counted | None = None,
) -> Iterator[Entry]:
    r"""A table of PPDB: [LHS] ||| phrase ||| paraphrase ||| Name=value … ||| alignment ||| entailment.

    The score is the feature `column`; without it, p(e|f) of PPDB 1.0 or -logp(e2|e1) of 2.0, or the other way
    round for the other `direction`. These are negative natural logarithms; for a feature of another kind
    say its `scale`. Patterns (with slots like [NP,1]) are no phrases: they are left out and `counted`.

    >>> path = getfixture("tmp_path") / "ppdb"
    >>> _ = path.write_text("[NN] ||| film ||| movie ||| p(e|f)=0.5 AGigaSim=0.7 ||| 0-0 ||| Equivalence\n")
    >>> list(read_ppdb(path, keep=["AGigaSim"]))
    [Entry(source='film', target='movie', score=-0.5, columns=(0.7,))]
    """
    limit = _limit(max_words)
    if column is not None and scale is None:
        scale = _ppdb_scale(column)
    scale = scale or "neglog"
    number = _number(scale, counted)
    with _table_lines(path) as lines:
        for at, line in enumerate(lines, 1):
            fields = _bar_fields(line)
            if len(fields) < 4:
                if not line.strip():
                    continue
                raise InputError(
                    f"{len(fields)} field{'s' * (len(fields) > 1)} in {line[:60]!r}, expected at least 4: "
                    "[LHS] ||| phrase ||| paraphrase ||| Name=value …",
                    path=path,
                    line=at,
                )
            features = dict(pair.rpartition("=")[::2] for pair in fields[3].split())
            if column is None:
                column = next((name for name in _PPDB_DEFAULTS[direction] if name in features), None)
                if column is None:
                    raise InputError(
                        f"no feature {' or '.join(_PPDB_DEFAULTS[direction])}; say which with column=…: "
                        f"{', '.join(features)[:200]}",
                        path=path,
                        line=at,
                    )
            missing = next((name for name in (column, *keep) if name not in features), None)
            if missing is not None:
                raise InputError(
                    f"no feature {missing!r} among {', '.join(features)[:200]}", path=path, line=at
                )
            source, target = fields[1].strip(), fields[2].strip()
            if not source or len(line) > limit:
                _check_sides(source, target, max_words, path, at)
            try:
                score = number(features[column])
            except ValueError:
                _refuse_number(features[column], scale, path, at)
            if "[" in source and any(_is_slot(word) for word in source.split()):
                if counted is not None:
                    counted["patterns"] = counted.get("patterns", 0) + 1
                continue
            yield Entry(source, target, score, _columns((features[name] for name in keep), path, at))


def _is_slot(word: str) -> bool:
    return word.startswith("[") and word.endswith("]") and word[1:-1].rpartition(",")[2].isdigit()


# METEOR


def read_meteor(
    path: str | os.PathLike[str],
    *,
    scale: str = "capped",
    max_words: int = MAX_WORDS,
    counted: Counted | None = None,
) -> Iterator[Entry]:
    r"""A paraphrase table of METEOR: probability, source and target on three lines each.

    METEOR's own table holds sums of pivots above 1 (715 of the 5,274,084 English entries, up to 6); on the
    scale "capped" they are taken as 1 and `counted`.

    >>> path = getfixture("tmp_path") / "paraphrase-en"
    >>> _ = path.write_text("0.5\nfilm\nmovie\n1.25\nwho\n… who\n")
    >>> [(entry.target, entry.score) for entry in read_meteor(path)]
    [('movie', -0.6931471805599453), ('… who', 0.0)]
    """
    limit, number, at = _limit(max_words), _number(scale, counted), 0
    with _table_lines(path) as lines:
        for text in lines:
            source, target = next(lines, None), next(lines, None)
            if source is None or target is None:
                if source is None and not text.strip():
                    break
                raise InputError(
                    "the file ends within an entry, expected probability, source and target on a line each",
                    path=path,
                    line=at + 1 + (source is not None),
                )
            at += 3
            try:
                score = number(text)
            except ValueError:
                _refuse_number(text, scale, path, at - 2)
            if len(source) > limit or len(target) > limit or not source or source.isspace():
                _check_sides(source, "", max_words, path, at - 1)
                _check_sides(".", target, max_words, path, at)
            yield Entry(source, target, score)


# TSV and lists


def read_tsv(
    path: str | os.PathLike[str],
    *,
    column: int | None = None,
    keep: Sequence[int] = (),
    scale: str = "probability",
    max_words: int = MAX_WORDS,
    counted: Counted | None = None,
) -> Iterator[Entry]:
    r"""A table with source, target and numbers separated by tabs; without numbers every probability is 1.

    The score is the `column`-th number, the first without it. Blank lines are passed over.

    >>> path = getfixture("tmp_path") / "table.tsv"
    >>> _ = path.write_text("take part in\tparticipate in\t0.5\n")
    >>> list(read_tsv(path))
    [Entry(source='take part in', target='participate in', score=-0.6931471805599453, columns=())]
    """
    limit, number, count = _limit(max_words), _number(scale, counted), -1
    place = 0
    with _table_lines(path) as lines:
        for at, line in enumerate(lines, 1):
            fields = line.split("\t")
            if len(fields) < 2:
                if not line.strip():
                    continue
                raise InputError(
                    f"no tab in {line[:60]!r}, expected source, tab, target, and perhaps tab and probability",
                    path=path,
                    line=at,
                )
            if len(fields) != count:
                if count >= 0:
                    raise InputError(f"{len(fields)} fields, expected {count}", path=path, line=at)
                count, place = len(fields), (column or 1) + 1
                for wanted in (*((column,) if column is not None else ()), *keep):
                    if not 1 <= wanted <= count - 2:
                        raise InputError(
                            f"{count - 2} numbers, so there is no column {wanted}", path=path, line=at
                        )
            source, target = fields[0].strip(), fields[1].strip()
            if not source or len(line) > limit:
                _check_sides(source, target, max_words, path, at)
            if count == 2:
                yield Entry(source, target, 0.0)
                continue
            try:
                score = number(fields[place])
            except ValueError:
                _refuse_number(fields[place], scale, path, at)
            yield Entry(
                source, target, score, _columns((fields[i + 1] for i in keep), path, at) if keep else ()
            )


def read_list(path: str | os.PathLike[str], *, max_words: int = MAX_WORDS) -> Iterator[Entry]:
    r"""Lists of synonyms: a word and its synonyms, best first, separated by spaces.

    So is PPDB's lexical part as prepared for retrofitting. There are no scores: the synonym of rank r, from
    1, gets the probability 1/(r+1), which leaves as much to the word itself as to the best of them. A line
    with a word alone gives nothing.

    >>> path = getfixture("tmp_path") / "lexicon.txt"
    >>> _ = path.write_text("film movie picture\n")
    >>> [(entry.target, round(math.exp(entry.score), 3)) for entry in read_list(path)]
    [('movie', 0.5), ('picture', 0.333)]
    """
    _limit(max_words)
    with _table_lines(path) as lines:
        for at, line in enumerate(lines, 1):
            if "\t" in line or " ||| " in line:
                found = "a tab" if "\t" in line else "' ||| '"
                raise InputError(
                    f"{found} in {line[:60]!r}, expected words separated by spaces", path=path, line=at
                )
            source, *targets = line.split() or [""]
            for rank, target in enumerate(targets, 1):
                yield Entry(source, target, -math.log(rank + 1))


# All of them


@dataclass(slots=True)
class Reading:
    """A phrase table in a file: how it is read, and its entries, once."""

    path: Path
    format: str
    direction: str
    columns: tuple[str, ...]
    entries: Iterator[Entry]
    counted: Counted = field(default_factory=dict)
    """What the reader left out ("patterns") or changed ("capped"), known when the entries have been read."""

    def __iter__(self) -> Iterator[Entry]:
        return self.entries


def read_table(
    path: str | os.PathLike[str],
    format: str | None = None,
    *,
    column: str | int | None = None,
    direction: str | None = None,
    keep: Sequence[str | int] = (),
    scale: str | None = None,
    max_words: int = MAX_WORDS,
) -> Reading:
    r"""Read a table in any format; without `format`, its first lines tell.

    `column` is a number from 1 (Moses, TSV) or a feature's name (PPDB), and so are the columns to `keep`.
    `direction` says what the score is; without it the score is p(target|source), unless column 1 or 2 of
    Moses's four or five is chosen, which are p(source|target).

    >>> path = getfixture("tmp_path") / "mine.tsv"
    >>> _ = path.write_text("film\tmovie\nbegin\tstart\n")
    >>> reading = read_table(path)
    >>> reading.format, reading.direction, [entry.target for entry in reading]
    ('tsv', 'target|source', ['movie', 'start'])
    """
    path = Path(path)
    if direction is not None and direction not in DIRECTIONS:
        raise UsageError(f"no direction {direction!r}; expected one of {', '.join(DIRECTIONS)}")
    if format is not None and format not in FORMATS:
        raise UsageError(f"no format {format!r}; expected one of {', '.join(FORMATS)}")
    _limit(max_words)
    if scale is not None:
        _number(scale)
    if os.fspath(path) == "-":
        raise InputError("a table is read more than once and cannot come from standard input; give a file")
    with _table_lines(path) as lines:
        head = list(islice((line for line in lines if line.strip()), 6))
    if not head:
        raise InputError("empty, expected a phrase table", path=path)
    format = format or recognised(head, path)
    counted: Counted = {}
    names = tuple(str(name) for name in keep)
    given: dict[str, Any] = {"max_words": max_words}
    if format == "ppdb":
        name = None if column is None else str(column)
        scale = scale or (_ppdb_scale(name) if name else None)
        chosen = direction or TARGET_GIVEN_SOURCE
        given |= {"column": name, "direction": chosen, "keep": names, "scale": scale, "counted": counted}
        return Reading(path, format, chosen, names, read_ppdb(path, **given), counted)
    if format in ("moses", "tsv"):
        number = None if column is None else _column_number(column, format)
        given |= {"column": number, "keep": [_column_number(name, format) for name in keep]}
    elif column is not None or keep:
        raise UsageError(f"a table of the format {format} has no columns to choose from")
    if format == "list":
        if scale is not None:
            raise UsageError("a list of synonyms has no scores, so there is no scale to choose")
        return Reading(path, format, direction or TARGET_GIVEN_SOURCE, (), read_list(path, **given))
    given |= {"scale": scale or ("capped" if format == "meteor" else "probability"), "counted": counted}
    if format == "meteor":
        return Reading(
            path, format, direction or TARGET_GIVEN_SOURCE, (), read_meteor(path, **given), counted
        )
    if format == "tsv":
        return Reading(
            path, format, direction or TARGET_GIVEN_SOURCE, names, read_tsv(path, **given), counted
        )
    chosen = direction or _moses_direction(head[0], number)
    entries = read_moses(path, direction=chosen, **given)
    return Reading(path, format, chosen, names, entries, counted)


def _column_number(text: str | int, format: str) -> int:
    try:
        number = int(text)
    except ValueError:
        number = 0
    if number < 1:
        raise UsageError(f"column {text!r} of a table of the format {format}, expected a number from 1")
    return number


def _moses_direction(first: str, column: int | None) -> str:
    fields = _bar_fields(first)
    own = len(fields) > 2 and len(fields[2].split()) in (4, 5)
    return SOURCE_GIVEN_TARGET if own and column in (1, 2) else TARGET_GIVEN_SOURCE


def recognised(head: Sequence[str], path: str | os.PathLike[str]) -> str:
    """The format of a table whose first lines (blank ones left out) are these."""
    first = head[0]
    if "|||" in first:
        fields = _bar_fields(first)
        left = fields[0].strip()
        is_ppdb = len(fields) > 3 and left.startswith("[") and left.endswith("]") and "=" in fields[3]
        return "ppdb" if is_ppdb else "moses"
    if "\t" in first:
        return "tsv"
    if _is_number(first) and len(head) > 1 and (len(head) < 4 or _is_number(head[3])):
        return "meteor"
    raise InputError(
        f"begins with {first[:60]!r}, in which there is no ' ||| ' (Moses, PPDB), no tab (TSV) "
        "and no number alone (METEOR); for a word and its synonyms on each line, separated by spaces, "
        "say format=list",
        path=path,
    )


def _is_number(text: str) -> bool:
    try:
        float(text)
    except ValueError:
        return False
    return True
