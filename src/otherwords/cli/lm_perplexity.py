"""`otherwords lm perplexity`."""

from __future__ import annotations

import json
import math
from typing import Any

import click

from otherwords.cli import shared
from otherwords.cli.command import command
from otherwords.cli.corpora import corpus_options, take_corpus
from otherwords.cli.layout import aligned
from otherwords.cli.streams import open_output


@command(
    "perplexity",
    "otherwords lm perplexity lm/ in.txt",
)
@click.argument("directory", metavar="DIR")
@click.argument("paths", metavar="FILE...", nargs=-1, required=True)
@shared.output_option
@shared.format_option("text", "json", help="How the figures are written.")
@corpus_options
def run(directory: str, paths: tuple[str, ...], output: str | None, format: str, **given: Any) -> None:
    """Say how well a language model foretells a text.

    Ends of sentences count as words. DIR is a language model or a whole model.
    """
    from otherwords.lm import LanguageModel

    model = LanguageModel(directory)
    found = model.perplexity(take_corpus(paths, given, model=directory).lines())
    figures = {
        "perplexity": found.perplexity,
        "perplexity_known": found.perplexity_known,
        "sentences": found.sentences,
        "words": found.words,
        "unknown": found.unknown,
        "log10": found.log10,
    }
    with open_output(output) as out:
        if format == "json":
            out.line(json.dumps({k: v if math.isfinite(v) else None for k, v in figures.items()}))
            return
        said = {
            "perplexity": f"{found.perplexity:.3f}",
            "without unknown words": f"{found.perplexity_known:.3f}",
            "sentences": f"{found.sentences:,}",
            "words": f"{found.words:,}",
            "unknown words": f"{found.unknown:,}",
            "log10 probability": f"{found.log10:.3f}",
        }
        for line in aligned(list(said.items()), right=[1], indent=0):
            out.line(line)
