"""`otherwords lm train`."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click

from otherwords.cli.command import command, option
from otherwords.cli.corpora import corpus_options, take_corpus
from otherwords.cli.progress import Progress
from otherwords.cli.streams import notice
from otherwords.cli.values import SIZE

TRAINING = "Training"


@command(
    "train",
    "otherwords lm train corpus.txt --order 3 -o lm/",
    "otherwords lm train news.txt.xz more.txt --order 4 --prune 0 --prune 0 --prune 1 --prune 1 --quantise -o lm4/",
)
@click.argument("paths", metavar="CORPUS...", nargs=-1, required=True)
@option("-o", "--output", metavar="DIR", required=True, group=TRAINING, help="Where to write the model.")
@option(
    "--order",
    metavar="N",
    type=click.IntRange(1, 5),
    default=3,
    show_default=True,
    group=TRAINING,
    help="Words in the longest n-grams, 1 to 5.",
)
@option(
    "--prune",
    metavar="COUNT",
    type=click.IntRange(0),
    multiple=True,
    group=TRAINING,
    help="Leave out n-grams of this count or less; the first is for single words, the last for all longer ones.",
)
@option("--quantise", is_flag=True, group=TRAINING, help="Keep numbers in 8 bits: half the size.")
@option(
    "--memory",
    metavar="SIZE",
    type=SIZE,
    default="1GiB",
    show_default=True,
    group=TRAINING,
    help="Counting that needs more goes on in temporary files.",
)
@option("--force", is_flag=True, group=TRAINING, help="Replace what stands at DIR.")
@corpus_options
def run(
    paths: tuple[str, ...],
    output: str,
    order: int,
    prune: tuple[int, ...],
    quantise: bool,
    memory: int,
    force: bool,
    **given: Any,
) -> None:
    """Train a language model on text: interpolated modified Kneser-Ney.

    CORPUS is plain text, or compressed with gzip, xz or bzip2; - is standard input. A model for
    paraphrasing has to see words as the paraphraser does: give --classes to both or neither.
    """
    from otherwords.lm.train import train

    with Progress("lines") as progress:
        corpus = take_corpus(paths, given, progress)
        # pretokenized text goes in as files, so that complaints name them
        source = (
            [Path(path) for path in paths] if corpus.pretokenized and not corpus.classes else corpus.lines()
        )
        made = train(
            source,
            output,
            order=order,
            prune=prune or (0,),
            quantise=quantise,
            memory=memory,
            replace=force,
        )
    if corpus.left_out:
        notice(f"left out {corpus.left_out:,} sentences that hold <unk>, <s> or </s>")
    sizes = " / ".join(f"{size:,}" for size in made.ngrams)
    notice(f"wrote {output}: {sizes} n-grams of {made.tokens:,} words in {made.sentences:,} sentences")
