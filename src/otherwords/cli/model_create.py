"""`otherwords model create`."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from otherwords.cli.command import command, option
from otherwords.cli.layout import aligned
from otherwords.cli.progress import Progress
from otherwords.cli.streams import notice, open_output
from otherwords.cli.values import IDENTITY, SETTING

if TYPE_CHECKING:
    from otherwords.model.create import Created

PARTS, SETTINGS = "What it is made of", "How it is set"


@command(
    "create",
    "otherwords model create --table paraphrases.txt --lm lm3.arpa -o model/",
    "otherwords model create --table fr.txt:direction='source|target' --table mine.tsv:weight=0.5 --lm lm/ "
    "--preset quirk2004 -o model2/",
)
@option(
    "--table",
    "tables",
    metavar="FILE[:KEY=VALUE…]",
    multiple=True,
    required=True,
    group=PARTS,
    help="A phrase table: Moses, PPDB, METEOR or TSV, plain or compressed. Keys: name, direction, column, weight, "
    "format, scale, keep, threshold, limit, max-words.",
)
@option(
    "--lm",
    metavar="FILE|DIR",
    required=True,
    group=PARTS,
    help="The language model: an ARPA file, or a directory that lm train made.",
)
@option("--truecaser", metavar="FILE", group=PARTS, help="A truecaser that truecaser train made.")
@option("-o", "--output", metavar="DIR", required=True, group=PARTS, help="Where to write the model.")
@option("--force", is_flag=True, group=PARTS, help="Replace what stands at DIR.")
@option("--quantise", is_flag=True, group=PARTS, help="Keep an ARPA file's numbers in 8 bits: half the size.")
@option("--name", metavar="NAME", group=PARTS, help="The model's name.  [default: that of DIR]")
@option(
    "--licence", metavar="TEXT", default="", group=PARTS, help="Under which licence the model may be used."
)
@option(
    "--preset",
    metavar="NAME",
    group=SETTINGS,
    help="A paper's whole setting: quirk2004, chevelu2009, chevelu2010 or zhao2009.",
)
@option(
    "--set",
    "changes",
    metavar="KEY=VALUE",
    type=SETTING,
    multiple=True,
    group=SETTINGS,
    help="A setting, such as language=fr, classes=true, agreement=true, lm_weight=0.5 (model info shows them).",
)
@option(
    "--identity",
    metavar="RULE",
    type=IDENTITY,
    group=SETTINGS,
    help="What a word is worth that stays: self, uniform, chevelu2010, chevelu2010-all, none; "
    "or a number u: log u for every word.",
)
def run(
    tables: tuple[str, ...],
    lm: str,
    truecaser: str | None,
    output: str,
    force: bool,
    quantise: bool,
    name: str | None,
    licence: str,
    preset: str | None,
    changes: tuple[tuple[str, Any], ...],
    identity: dict[str, Any] | None,
) -> None:
    """Make a model directory of phrase tables and a language model.

    Without a preset all weights are 1 and a word that stays costs 1 (log e^-1). The directory
    appears when it is whole; an interrupted run leaves nothing that looks like a model.
    """
    from otherwords.model import Settings
    from otherwords.model import preset as settings_of
    from otherwords.model.create import create_model
    from otherwords.tables.options import parse_table_option

    settings = settings_of(preset) if preset is not None else Settings()
    settings = settings.changed(dict(changes) | (identity or {}))
    options = [parse_table_option(table) for table in tables]
    with Progress("entries") as progress:
        made = create_model(
            output,
            options,
            lm,
            settings,
            name=name,
            preset=preset or "",
            licence=licence,
            truecaser=truecaser,
            quantise=quantise,
            replace=force,
            progress=progress,
        )
    for said in made.notices:
        notice(said)
    with open_output(None) as out:
        out.line(f"{made.path}: {made.words:,} words, {' / '.join(f'{n:,}' for n in made.ngrams)} n-grams")
        for line in aligned(_rows(made), right=(1, 2, 3, 4, 5)):
            out.line(line)


def _rows(made: Created) -> list[tuple[str, ...]]:
    rows: list[tuple[str, ...]] = [("table", "entries", "sources", "longest", "duplicates", "left out")]
    for t in made.tables:
        numbers = (t.entries, t.sources, t.longest, t.duplicates, t.skipped)
        rows.append((t.name, *(f"{number:,}" for number in numbers)))
    return rows
