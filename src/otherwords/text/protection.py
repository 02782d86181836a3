r"""What a user wants left alone: terms, regular expressions, files of them, and spans of the text.

A term is found as whole words. Written in lower case it is found in any case ("acme" finds "ACME"); with a
capital anywhere it is found as written ("Apple" leaves "apple" free). A space in it stands for any white
space, `'` for `’` too.

>>> protection = Protection.parse(["acme", "Visual  Basic", r"/[A-Z]{2}-\d+/"])
>>> text = "The ACME tool, in visual basic or Visual\tBasic, fixes AB-12."
>>> [text[start:end] for start, end in protection.spans(text)]
['ACME', 'Visual\tBasic', 'AB-12']
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence

from otherwords.errors import UsageError

Span = tuple[int, int]


class Protection:
    """Patterns whose matches are to be left alone."""

    def __init__(self, patterns: Sequence[re.Pattern[str]] = ()) -> None:
        self.patterns = tuple(patterns)

    @classmethod
    def parse(cls, items: Iterable[str]) -> Protection:
        """Items as the option `--protect` takes them: TERM, /REGEX/, /REGEX/i or @FILE.

        A file holds one TERM or /REGEX/ a line, and comments that begin with #.
        """
        exact: list[str] = []
        folded: list[str] = []
        patterns: list[re.Pattern[str]] = []
        for item, place in _items(items):
            if len(item) > 1 and item.startswith("/") and (end := _regex_end(item)):
                patterns.append(
                    _compiled(item[1:end], re.IGNORECASE if item.endswith("i") else 0, item, place)
                )
            elif words := item.split():
                (folded if item == item.lower() else exact).append(_term(words))
        for terms, flags in ((exact, 0), (folded, re.IGNORECASE)):
            if terms:
                # Longest first: of two terms that begin alike the longer is found.
                joined = "|".join(sorted(terms, key=lambda term: (-len(term), term)))
                patterns.append(re.compile(joined, flags))
        return cls(patterns)

    def spans(self, text: str, also: Iterable[Span] = ()) -> list[Span]:
        """The protected spans in order and without overlap, with those that a caller passes in.

        >>> Protection().spans("one two three", [(4, 7), (5, 9)])
        [(4, 9)]
        """
        found = [match.span() for pattern in self.patterns for match in pattern.finditer(text)]
        for start, end in also:
            if not 0 <= start <= end <= len(text):
                raise UsageError(
                    f"span {start}:{end} lies outside the text, which has {len(text)} characters"
                )
            found.append((start, end))
        return merged(found)


def merged(spans: Iterable[Span]) -> list[Span]:
    """Spans in order, overlapping ones made one, empty ones dropped.

    >>> merged([(5, 6), (0, 2), (1, 4), (4, 4)])
    [(0, 4), (5, 6)]
    """
    result: list[Span] = []
    for start, end in sorted(spans):
        if start == end:
            continue
        if result and start < result[-1][1]:
            result[-1] = (result[-1][0], max(end, result[-1][1]))
        else:
            result.append((start, end))
    return result


def _items(items: Iterable[str]) -> Iterator[tuple[str, str]]:
    """Each item with the place that an error would name."""
    for item in items:
        if not item.startswith("@") or len(item) == 1:
            yield item.strip(), ""
            continue
        from otherwords.storage import open_lines  # here, for it costs more to import than this whole room

        with open_lines(item[1:]) as lines:
            for number, line in enumerate(lines, 1):
                line = line.strip().lstrip("\ufeff")
                if line and not line.startswith("#"):
                    yield line, f"{item[1:]}:{number}: "


def _regex_end(item: str) -> int:
    """Where the expression of /REGEX/ or /REGEX/i ends; 0 where the item is a term, such as /usr/bin."""
    if item.endswith("/"):
        return len(item) - 1
    return len(item) - 2 if item.endswith("/i") and len(item) > 3 else 0


def _compiled(regex: str, flags: int, item: str, place: str) -> re.Pattern[str]:
    try:
        return re.compile(regex, flags)
    except (re.error, OverflowError, RecursionError) as error:
        raise UsageError(f"{place}{item} is no regular expression: {error}") from None


def _term(words: list[str]) -> str:
    """A term as a pattern; at an end that is no letter or digit ("C++") anything may stand beside it."""
    pattern = r"\s+".join(re.sub(r"\\?['’]", "['’]", re.escape(word)) for word in words)
    before = r"(?<!\w)" if words[0][0].isalnum() else ""
    after = r"(?!\w)" if words[-1][-1].isalnum() else ""
    return f"{before}{pattern}{after}"
