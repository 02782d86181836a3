"""`otherwords rescore`."""

from __future__ import annotations

import contextlib
import json
from typing import TYPE_CHECKING, Any

import click

from otherwords.cli import shared
from otherwords.cli.command import command, option
from otherwords.cli.layout import aligned
from otherwords.cli.streams import Output, notice, open_input, open_output
from otherwords.errors import InputError, UsageError

if TYPE_CHECKING:
    from otherwords.paraphrase.rescoring import RescoredList, Summary


@command(
    "rescore",
    "otherwords rescore nbest.txt --source in.txt -o rescored.txt",
    "otherwords rescore nbest.txt --source in.txt --summary",
)
@click.argument("nbest", metavar="NBEST")
@option(
    "--source",
    metavar="FILE",
    required=True,
    group=shared.INPUT,
    help="The sources, one a line: list 0 is for the first.",
)
@shared.output_option
@shared.format_option(
    "moses",
    "jsonl",
    help="moses: number ||| text ||| Given= score Rank= old rank ||| true score; jsonl: a record for each list.",
)
@option("--summary", is_flag=True, group=shared.INPUT, help="Write only the figures over all lists.")
@shared.errors_option
@option(
    "--pretokenized/--text",
    default=True,
    show_default=True,
    group=shared.INPUT,
    help="Whether lists and sources hold tokens, as a decoder's, or ordinary text.",
)
@shared.paraphraser_options
def run(
    nbest: str,
    source: str,
    output: str | None,
    format: str,
    summary: bool,
    errors: str,
    pretokenized: bool,
    **given: Any,
) -> None:
    """Put n-best lists into the order of their true scores.

    NBEST is in Moses's format; - is standard input. Outputs that the model cannot say come last, with
    the score -inf. The figures (Kendall's tau, changed scores, lists whose first output was not the
    best) go to standard error, or with --summary to standard output.
    """
    from otherwords.paraphrase.rescoring import rescore

    if nbest == source == "-":
        raise UsageError(
            "both the lists and the sources are to come from standard input; give a file for one"
        )
    paraphraser = shared.take_paraphraser(given)
    with contextlib.ExitStack() as stack:
        sources = stack.enter_context(open_input((), source, errors))
        lines = stack.enter_context(open_input((), nbest, errors))
        out = stack.enter_context(open_output(output))
        lists = rescore(paraphraser, sources, lines, path=nbest, pretokenized=pretokenized)
        for rescored in lists:
            if summary:
                continue
            if format == "jsonl":
                out.line(json.dumps(rescored.to_dict(), ensure_ascii=False))
            else:
                _write(out, rescored)
            out.flush()
        if not lists.summary.lists:
            raise InputError("holds no lists", path=nbest)
        if summary and format == "jsonl":
            out.line(json.dumps(lists.summary.to_dict()))
        elif summary:
            for line in aligned(_figures(lists.summary), indent=0):
                out.line(line)
        else:
            notice("; ".join(f"{name} {value}" for name, value in _figures(lists.summary)))


def _write(out: Output, rescored: RescoredList) -> None:
    for entry in rescored.entries:
        score = "-inf" if entry.score is None else f"{entry.score:.6f}"
        out.line(
            f"{rescored.number} ||| {entry.text} ||| Given= {entry.given:g} Rank= {entry.old_rank} ||| {score}"
        )


def _figures(summary: Summary) -> list[tuple[str, str]]:
    return [
        ("lists", f"{summary.lists:,}"),
        ("outputs", f"{summary.entries:,}"),
        ("without a true score", f"{summary.without_score:,}"),
        ("scores that changed", f"{summary.share_changed:.1%}"),
        ("largest change", f"{summary.largest_change:.3f}"),
        ("first output not the best", f"{summary.share_not_optimal:.1%}"),
        ("Kendall's tau", str(summary.tau)),
        ("new rank of the first", str(summary.fell_to)),
        ("old rank of the best", str(summary.came_from)),
    ]
