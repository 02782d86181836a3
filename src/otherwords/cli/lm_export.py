"""`otherwords lm export`."""

from __future__ import annotations

import click

from otherwords.cli.command import command, option
from otherwords.cli.streams import notice


@command("export", "otherwords lm export lm/ -o lm.arpa")
@click.argument("directory", metavar="DIR")
@option("-o", "--output", metavar="FILE", required=True, help="The ARPA file to write.")
def run(directory: str, output: str) -> None:
    """Write a language model as an ARPA file.

    DIR is a language model or a whole model. Probabilities are written as log10 with at most seven
    digits; those of a quantised model as it keeps them.
    """
    from otherwords.lm import write_arpa
    from otherwords.lm.unfold import read_model

    model = read_model(directory)
    write_arpa(model, output)
    notice(f"wrote {output}: {' / '.join(f'{size:,}' for size in model.sizes)} n-grams")
