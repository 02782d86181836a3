"""Text in columns, as a terminal shows it."""

from __future__ import annotations

import unicodedata
from collections.abc import Collection, Iterator, Sequence

_PICTURES = {code: 0x2400 + code for code in range(0x20)} | {0x7F: 0x2421}


def shown(text: str) -> str:
    r"""A text whose control characters can be seen, so that they do nothing to a terminal.

    >>> shown("one\r\x1b[31m")
    'one␍␛[31m'
    """
    return text.translate(_PICTURES)


def width_of(text: str) -> int:
    """The columns that a text takes.

    >>> width_of("naïve"), width_of("日本"), width_of("e\u0301")
    (5, 4, 1)
    """
    if text.isascii():
        return len(text)
    return sum(
        0
        if unicodedata.combining(c) or unicodedata.category(c) in ("Cf", "Me", "Mn")
        else 2
        if unicodedata.east_asian_width(c) in "WF"
        else 1
        for c in text
    )


def padded(text: str, width: int, *, right: bool = False) -> str:
    """A text filled up with spaces to a width."""
    space = " " * (width - width_of(text))
    return space + text if right else text + space


def aligned(rows: Sequence[Sequence[str]], *, right: Collection[int] = (), indent: int = 2) -> Iterator[str]:
    """Rows as lines whose columns stand under each other, those of `right` to the right.

    >>> list(aligned([("word", "score"), ("a", "-1.5")], right=[1], indent=0))
    ['word  score', 'a      -1.5']
    """
    widths = [max(map(width_of, cells)) for cells in zip(*rows, strict=True)]
    for row in rows:
        cells = (
            padded(cell, width, right=i in right)
            for i, (cell, width) in enumerate(zip(row, widths, strict=True))
        )
        yield (" " * indent + "  ".join(cells)).rstrip()


def size(count: int) -> str:
    """A number of bytes, as people say it.

    >>> size(812), size(48_200), size(1_234_567)
    ('812 B', '48.2 kB', '1.2 MB')
    """
    for power, unit in ((3, "GB"), (2, "MB"), (1, "kB")):
        if count >= 1000**power:
            return f"{count / 1000**power:.1f} {unit}"
    return f"{count} B"
