"""`otherwords suggest`."""

from __future__ import annotations

import json
from dataclasses import asdict
from typing import Any

import click

from otherwords.cli import shared
from otherwords.cli.command import command, option
from otherwords.cli.layout import aligned, shown
from otherwords.cli.streams import argument, notice, open_output, watched
from otherwords.cli.values import SPAN


@command("suggest", 'otherwords suggest "The dog runs after the young cat." --span 4:7')
@click.argument("text", metavar="TEXT")
@option(
    "--span",
    metavar="START:END",
    type=SPAN,
    required=True,
    group=shared.ANSWERS,
    help="The place: characters from START to before END, counted from 0.",
)
@option(
    "-n",
    metavar="N",
    type=click.IntRange(1),
    default=10,
    show_default=True,
    group=shared.ANSWERS,
    help="The N best suggestions, best first.",
)
@shared.output_option
@shared.format_option(
    "text",
    "jsonl",
    help="text: what could stand there, how much better than what does, by which table, the whole text.",
)
@shared.pretokenized_option
@shared.condition_options
@shared.paraphraser_options
@shared.search_options
def run(text: str, span: tuple[int, int], n: int, output: str | None, format: str, **given: Any) -> None:
    """Suggest other words for one place in a text.

    The place grows to whole words. The number is the score less that of the text as it stands:
    above 0 the model prefers the suggestion.
    """
    text = argument(text, "TEXT")
    paraphraser = shared.take_paraphraser(given)
    found = paraphraser.suggest(text, span, n, **{k: v for k, v in given.items() if v is not None})
    with open_output(output) as out:
        if format == "jsonl":
            for suggestion in found:
                out.line(json.dumps(asdict(suggestion), ensure_ascii=False))
        elif found:
            rows = [
                (shown(s.target), f"{s.difference:+.3f}", ", ".join(s.tables), shown(s.text)) for s in found
            ]
            for line in aligned(rows, right=[1], indent=0):
                out.line(line)
    if not found and watched():
        notice(f"nothing to suggest for {text[span[0] : span[1]]!r}")
