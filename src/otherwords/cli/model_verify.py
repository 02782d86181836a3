"""`otherwords model verify`."""

from __future__ import annotations

import click

from otherwords.cli.command import command
from otherwords.cli.layout import size
from otherwords.cli.places import model_place
from otherwords.cli.streams import open_output


@command("verify", "otherwords model verify model/")
@click.argument("directory", metavar="[DIR]", required=False, envvar="OTHERWORDS_MODEL")
def run(directory: str | None) -> None:
    """Read all bytes of a model and compare its checksums.

    Exit status 1 where something is missing, cut off or altered. Without DIR it is the model that
    comes with the package.
    """
    from otherwords.errors import CheckError, ModelError
    from otherwords.model.verify import verify

    place = model_place(directory)
    try:
        model = verify(place)
    except ModelError as error:
        if not (place / "model.toml").exists():
            raise
        raise CheckError(str(error)) from error
    files = model.description.files.values()
    total = sum(facts["size"] for facts in files)
    with open_output(None) as out:
        out.line(f"{place}: all {len(files)} files are as they were made ({size(total)})")
