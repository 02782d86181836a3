"""Explanations in colour; the one module that draws with rich, and so is imported only for a terminal."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from io import StringIO

from rich import box
from rich.console import Console
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from otherwords.cli.explain import FEATURE_HEADINGS, REPLACEMENT_HEADINGS, Column, Explanation
from otherwords.cli.layout import padded

OLD, NEW, QUIET = "red", "bold green", "dim"
REPLACEMENT_STYLES = (OLD, NEW, "cyan", "", "")
FEATURE_STYLES = ("cyan", "", QUIET, "")


def coloured(told: Explanation, width: int) -> Iterator[str]:
    """As lines for a terminal of this width; rich heeds NO_COLOR."""
    console = Console(file=StringIO(), force_terminal=True, width=width, highlight=False)
    console.print(Text(told.text, style="bold"))
    console.print(Text(f"  {told.verdict}", style=QUIET))
    for line in told.picture:
        console.print()
        console.print(_line("  - ", line, source=True), no_wrap=True, crop=False)
        console.print(_line("  + ", line, source=False), no_wrap=True, crop=False)
    console.print()
    if told.replacements:
        console.print(
            Padding(_table(REPLACEMENT_HEADINGS, told.replacements, REPLACEMENT_STYLES, 3), (0, 0, 1, 2))
        )
    console.print(
        Padding(_table(FEATURE_HEADINGS, told.features, FEATURE_STYLES, 1, last_is_total=True), (0, 0, 0, 2))
    )
    file = console.file
    assert isinstance(file, StringIO)
    yield from file.getvalue().removesuffix("\n").split("\n")


def _line(start: str, columns: Sequence[Column], *, source: bool) -> Text:
    text = Text(start, style=QUIET)
    for column in columns:
        said = column.source if source else column.target
        style = (OLD if source else NEW) if column.changed else "not dim"
        inked = said.rstrip()
        text.append(inked, style=f"{style} underline not dim" if column.changed else style)
        text.append(padded(said, column.width)[len(inked) :])
    return text


def _table(
    headings: Sequence[str],
    rows: Sequence[Sequence[str]],
    styles: Sequence[str],
    numbers_from: int,
    *,
    last_is_total: bool = False,
) -> Table:
    table = Table(box=box.SIMPLE_HEAD, pad_edge=False, header_style=QUIET, show_edge=False)
    for place, heading in enumerate(headings):
        is_number = place >= numbers_from
        table.add_column(
            heading, style=styles[place], justify="right" if is_number else "left", no_wrap=is_number
        )
    for row in rows[:-1] if last_is_total else rows:
        table.add_row(*map(Text, row))
    if last_is_total:
        table.add_row(*(Text(cell, style="bold") for cell in rows[-1]))
    return table
