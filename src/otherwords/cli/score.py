"""`otherwords score`."""

from __future__ import annotations

import contextlib
import json
from collections.abc import Iterable, Iterator
from dataclasses import asdict
from typing import TYPE_CHECKING, Any

import click

from otherwords.cli import shared
from otherwords.cli.command import command, option
from otherwords.cli.layout import shown
from otherwords.cli.streams import Output, argument, open_input, open_output
from otherwords.errors import InputError, UsageError

if TYPE_CHECKING:
    from otherwords.paraphrase.scoring import Scored


@command(
    "score",
    'otherwords score "The dog runs after the young cat." "The beast runs after the kitten." --derivations 3',
    "otherwords score -i pairs.tsv --format tsv",
)
@click.argument("source", metavar="[SOURCE", required=False)
@click.argument("target", metavar="TARGET]", required=False)
@option(
    "--derivations",
    metavar="N",
    type=click.IntRange(0),
    default=1,
    show_default=True,
    group=shared.ANSWERS,
    help="List the N best ways from source to target.",
)
@option(
    "-i",
    "--input",
    "input",
    metavar="FILE",
    group=shared.INPUT,
    help="Read pairs from FILE, a tab between source and target; - is standard input.",
)
@shared.output_option
@shared.format_option(
    "text",
    "jsonl",
    "tsv",
    help="text: score and derivations to read; jsonl: a record for each pair; tsv: score, number of derivations, reason.",
)
@shared.errors_option
@shared.pretokenized_option
@shared.paraphraser_options
def run(
    source: str | None,
    target: str | None,
    derivations: int,
    input: str | None,
    output: str | None,
    format: str,
    errors: str,
    pretokenized: bool,
    **given: Any,
) -> None:
    """Give the true score of a paraphrase, and its best derivations.

    The true score is that of the best of all ways in which the model can make TARGET of SOURCE;
    where there is none, the reason is said.
    """
    if source is not None and (target is None or input is not None):
        raise UsageError("expected SOURCE and TARGET, or -i FILE with a tab between the two in each line")
    paraphraser = shared.take_paraphraser(given)
    with contextlib.ExitStack() as stack:
        pairs: Iterable[tuple[str, str]]
        if source is not None and target is not None:
            pairs = [(argument(source, "SOURCE", errors), argument(target, "TARGET", errors))]
        else:
            pairs = _pairs(stack.enter_context(open_input((), input, errors)), input or "standard input")
        out = stack.enter_context(open_output(output))
        found = paraphraser.score_pairs(pairs, derivations=derivations, pretokenized=pretokenized)
        for number, scored in enumerate(found):
            if format == "text":
                if number and derivations > 1:
                    out.line()
                _write(out, scored)
            elif format == "jsonl":
                out.line(json.dumps(asdict(scored), ensure_ascii=False))
            else:
                out.line(f"{_number(scored.score)}\t{scored.number}\t{scored.reason}")
            out.flush()


def _pairs(lines: Iterator[str], name: str) -> Iterator[tuple[str, str]]:
    for number, line in enumerate(lines, 1):
        fields = line.removesuffix("\r").split("\t")
        if len(fields) != 2:
            raise InputError(
                f"{len(fields)} fields, expected source and target with a tab between", path=name, line=number
            )
        yield fields[0], fields[1]


def _number(score: float | None) -> str:
    return "" if score is None else f"{score:.6f}"


def _write(out: Output, scored: Scored) -> None:
    if scored.score is None:
        out.line(f"no score: {scored.reason}")
        return
    ways = f"{scored.number} derivation{'s' * (scored.number != 1)}"
    out.line(f"{scored.score:.6f}  {ways}")
    for derivation in scored.derivations:
        used = [r for r in derivation.rewrites if r.changes]
        said = "; ".join(f"{shown(r.source)} → {shown(r.target)} ({r.table} {r.weight:.3f})" for r in used)
        out.line(f"  {derivation.score:.6f}  {said or 'all words stay'}")
