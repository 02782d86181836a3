"""`otherwords table export`."""

from __future__ import annotations

import click

from otherwords.cli import shared
from otherwords.cli.command import command
from otherwords.cli.places import open_table
from otherwords.cli.streams import open_output


@command(
    "export",
    "otherwords table export model/paraphrases > paraphrases.tsv",
    "otherwords table export model/paraphrases --format moses -o paraphrases.moses",
)
@click.argument("place", metavar="MODEL/TABLE")
@shared.output_option
@shared.format_option("tsv", "moses", help="tsv: source, target, probability; moses: the same between |||.")
def run(place: str, output: str | None, format: str) -> None:
    """Write a phrase table of a model as text.

    Reading it again gives the same table. Where the model has just one table, MODEL alone names it.
    """
    from otherwords.tables.export import export

    _, table = open_table(place)
    with open_output(output) as out:
        for line in export(table, format):
            out.line(line)
