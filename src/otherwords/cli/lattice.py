"""`otherwords lattice`."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

import click

from otherwords.cli import shared
from otherwords.cli.command import command, option
from otherwords.cli.layout import aligned, shown
from otherwords.cli.streams import argument, open_output
from otherwords.errors import UsageError

if TYPE_CHECKING:
    from otherwords.lattice.drawing import Drawable


@command(
    "lattice",
    'otherwords lattice "The dog runs after the young cat."',
    'otherwords lattice "The dog runs after the young cat." --draw lattice.svg',
    'otherwords lattice "The dog runs after the young cat." --format fst -o lattice.txt',
)
@click.argument("text", metavar="TEXT")
@option(
    "--draw", metavar="FILE.svg", group=shared.INPUT, help="Draw the best edges, as Quirk et al.'s Figure 2."
)
@shared.output_option
@shared.format_option(
    "text",
    "json",
    "fst",
    help="text: an edge a line; json; fst: a transducer in AT&T's text format (OpenFst).",
)
@option(
    "--edges",
    metavar="N",
    type=click.IntRange(0),
    group=shared.INPUT,
    help="The N best replacements, beside the words as they stand.  [default: 44; fst: all]",
)
@shared.pretokenized_option
@shared.condition_options
@shared.paraphraser_options
def run(
    text: str, draw: str | None, output: str | None, format: str, edges: int | None, **given: Any
) -> None:
    """Show all ways to say a sentence, as text, data or a drawing.

    An edge says: the words from one place to another may become these, for this weight.
    """
    from otherwords.lattice.drawing import (
        TOP,
        to_fst,
        to_json,
        to_svg,
    )

    text = argument(text, "TEXT")
    paraphraser = shared.take_paraphraser(given)
    searches = paraphraser.searches(text, shared.take_options(given))
    if len(searches) != 1:
        raise UsageError(f"the text has {len(searches)} sentences, expected one")
    [search] = searches
    top = TOP if edges is None else edges
    if draw is not None:
        with open_output(draw) as out:
            out.text(to_svg(search, top))
        if output is None and click.get_current_context().get_parameter_source("format") is not _GIVEN:
            return
    with open_output(output) as out:
        if format == "json":
            out.text(to_json(search, top))
        elif format == "fst":
            out.text(to_fst(search, edges))
        else:
            for line in _text(search, top):
                out.line(line)


_GIVEN = click.core.ParameterSource.COMMANDLINE


def _text(search: Drawable, count: int) -> Iterator[str]:
    from otherwords.lattice.drawing import top_edges

    rows = [
        (f"{e.start}-{e.end}", shown(e.source), "→", shown(e.target) or "∅", e.table, f"{e.weight:.3f}")
        for e in top_edges(search, count)
    ]
    return aligned(rows, right=[5], indent=0)
