"""`otherwords lm score`."""

from __future__ import annotations

import math
from typing import Any

import click

from otherwords.cli import shared
from otherwords.cli.command import command
from otherwords.cli.corpora import corpus_options, take_corpus
from otherwords.cli.streams import open_input, open_output


@command(
    "score",
    'otherwords lm score lm/ "The dog runs." "Runs dog the."',
    "otherwords lm score lm/ -i in.txt --format jsonl",
)
@click.argument("directory", metavar="DIR")
@click.argument("texts", metavar="[TEXT]...", nargs=-1)
@shared.input_option
@shared.output_option
@shared.format_option(
    "text", "jsonl", help="text: score, tab, line; jsonl: a record for each line, with each word's score."
)
@corpus_options
def run(
    directory: str, texts: tuple[str, ...], input: str | None, output: str | None, format: str, **given: Any
) -> None:
    """Give the log probability of each line.

    Scores are natural logarithms, ends of sentences included; a line of several sentences has
    their sum. DIR is a language model or a whole model.
    """
    import json

    from otherwords.lm import LanguageModel

    model = LanguageModel(directory)
    errors = given["errors"]
    corpus = take_corpus((), given, model=directory)
    with open_input(texts, input, errors) as lines, open_output(output) as out:
        for line in lines:
            scored = [word for sentence in corpus.of(line) for word in model.scores(sentence.words())]
            score = math.fsum(word.score for word in scored)
            if format == "text":
                out.line(f"{score:.6f}\t{line}")
            else:
                words = [
                    {"word": w.word, "score": round(w.score, 6), "length": w.length, "known": w.known}
                    for w in scored
                ]
                record = {"source": line, "score": round(score, 6), "words": words}
                out.line(json.dumps(record, ensure_ascii=False))
            out.flush()
