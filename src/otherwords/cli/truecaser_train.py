"""`otherwords truecaser train`."""

from __future__ import annotations

from typing import Any

import click

from otherwords.cli.command import command, option
from otherwords.cli.corpora import corpus_options, take_corpus
from otherwords.cli.progress import Progress
from otherwords.cli.streams import notice
from otherwords.errors import UsageError


@command("train", "otherwords truecaser train corpus.txt -o truecaser.bin")
@click.argument("paths", metavar="CORPUS...", nargs=-1, required=True)
@option("-o", "--output", metavar="FILE", required=True, help="Where to write the truecaser.")
@option(
    "--min-count",
    metavar="N",
    type=click.IntRange(1),
    default=1,
    show_default=True,
    help="Leave out forms that are rarer.",
)
@option(
    "--min-ngram",
    metavar="N",
    type=click.IntRange(1),
    default=1,
    show_default=True,
    help="Leave out n-grams that are rarer.",
)
@corpus_options
def run(paths: tuple[str, ...], output: str, min_count: int, min_ngram: int, **given: Any) -> None:
    """Learn which words are names, and how words are written, from cased text.

    The file goes into a model by `model create --truecaser FILE`.
    """
    from otherwords.realisation import train_truecaser

    if "-" in paths:
        raise UsageError("the text is read twice and cannot come from standard input; give files")
    with Progress("lines") as progress:
        corpus = take_corpus(paths, given, progress)
        train_truecaser(corpus, output, min_count=min_count, min_ngram=min_ngram)
    notice(f"wrote {output}")
