"""`otherwords table info`."""

from __future__ import annotations

import click

from otherwords.cli.command import command, option
from otherwords.cli.layout import aligned
from otherwords.cli.places import open_table
from otherwords.cli.streams import open_output


@command(
    "info",
    "otherwords table info model/paraphrases",
    'otherwords table info model/paraphrases --source "the dog"',
)
@click.argument("place", metavar="MODEL/TABLE")
@option("--source", metavar="WORDS", help="Show the entries of this source in place of the figures.")
def run(place: str, source: str | None) -> None:
    """Say what a phrase table of a model holds.

    Where the model has just one table, MODEL alone names it.
    """
    _, table = open_table(place)
    with open_output(None) as out:
        if source is not None:
            for target, score in table.lookup(source.split()):
                out.line(f"{score:.6f}\t{' '.join(target)}")
            return
        facts = {
            "table": table.name,
            "p of": table.direction,
            "weight": f"{table.weight:g}",
            "entries": f"{len(table):,}",
            "sources": f"{table.kernel.sources:,}",
            "longest source": f"{table.longest} words",
            "scores": str(table.meta.get("scale")),
            "further columns": ", ".join(table.columns) or "none",
            "file": str(table.path),
        }
        for line in aligned(list(facts.items()), indent=0):
            out.line(line)
