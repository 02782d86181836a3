"""`otherwords paraphrase`, and `otherwords TEXT`."""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Generator, Iterable
from typing import TYPE_CHECKING, Any

import click

from otherwords.cli import shared
from otherwords.cli.command import command, option
from otherwords.cli.streams import Output, notice, open_input, open_output, watched
from otherwords.errors import OtherwordsError, UsageError

if TYPE_CHECKING:
    from otherwords.paraphrase import Options, Paraphraser, Record

Writer = Callable[[Output, int, "Record"], None]


@command(
    "paraphrase",
    'otherwords "The dog runs after the young cat." -n 5 --explain',
    "otherwords paraphrase -i in.txt --format jsonl -n 100 -j 2 -o out.jsonl",
    'otherwords "The dog runs after the young cat." --protect cat --avoid beast --max-chars 40',
    'otherwords "The dog runs after the young cat." --sample 20 --temperature 1.5 --seed 7',
)
@click.argument("texts", metavar="[TEXT]...", nargs=-1)
@shared.input_option
@shared.output_option
@shared.format_option(
    "text",
    "jsonl",
    "tsv",
    "moses",
    help="text: an answer a line (with -n above 1 an empty line between the answers of different lines); "
    "jsonl: a record for each line; tsv: line, rank, score, text; moses: line ||| text ||| features ||| score.",
)
@shared.errors_option
@shared.pretokenized_option
@option(
    "-j",
    "--workers",
    metavar="N",
    type=click.IntRange(1),
    default=1,
    show_default=True,
    group=shared.INPUT,
    help="Use N processes, for many lines; the order stays.",
)
@option(
    "-n",
    metavar="N",
    type=click.IntRange(1),
    default=1,
    show_default=True,
    group=shared.ANSWERS,
    help="The N best paraphrases, best first.",
)
@option(
    "--explain",
    is_flag=True,
    group=shared.ANSWERS,
    help="Show what was replaced by what, why, and what it was worth.",
)
@option(
    "--include-source",
    is_flag=True,
    group=shared.ANSWERS,
    help="Let the unchanged text compete; otherwise it is never among the answers.",
)
@option(
    "--diverse",
    metavar="PENALTY",
    type=float,
    group=shared.ANSWERS,
    help="Answers that differ: each takes PENALTY off the rewrites it used before the next is searched.",
)
@option(
    "--sample",
    metavar="N",
    type=click.IntRange(0),
    default=0,
    group=shared.ANSWERS,
    help="N random paraphrases in proportion to the model in place of the best.",
)
@option(
    "--temperature",
    metavar="T",
    type=float,
    default=1.0,
    show_default=True,
    group=shared.ANSWERS,
    help="With --sample: above 1 more even, below 1 closer to the best.",
)
@option(
    "--seed",
    metavar="N",
    type=int,
    default=0,
    show_default=True,
    group=shared.ANSWERS,
    help="With --sample: the same seed gives the same paraphrases.",
)
@shared.condition_options
@shared.paraphraser_options
@shared.search_options
def run(texts: tuple[str, ...], **given: Any) -> None:
    """Say text in other words; the command where none is named.

    Each TEXT, each line of FILE or of standard input is said anew by itself. A line without
    answers, as an empty one, gives an empty line or record, so that nothing is shifted; the reason
    stands in the "status" of jsonl, and on a terminal.
    """
    path, output, errors, workers = (given.pop(name) for name in ("input", "output", "errors", "workers"))
    format, explain = given.pop("format"), given.pop("explain")
    if explain and format != "text":
        raise UsageError(f"--explain goes with --format text; {format} tells all but tsv anyway")
    paraphraser = shared.take_paraphraser(given)
    options = shared.take_options(given)
    with open_input(texts, path, errors) as lines, open_output(output) as out:
        write = _explaining(paraphraser, out) if explain else WRITERS[format](options)
        records = numbered(paraphraser, lines, options, workers, say_line=len(texts) != 1)
        with contextlib.closing(records):
            for number, record in records:
                write(out, number, record)
                out.flush()
                if record.status and format != "jsonl" and watched():
                    _say_why(number, record, options, only=len(texts) == 1)


def numbered(
    paraphraser: Paraphraser, lines: Iterable[str], options: Options, workers: int, *, say_line: bool
) -> Generator[tuple[int, Record], None, None]:
    """Records with the numbers of their lines, from 1; an error in a line says where."""
    number = 0
    records = paraphraser.records(lines, options, workers)
    try:
        for number, record in enumerate(records, 1):
            yield number, record
    except OtherwordsError as error:
        from otherwords.errors import InputError

        if say_line and not isinstance(error, InputError):  # which says its line itself
            place = f"after line {number}" if workers > 1 else f"line {number + 1}"
            error.args = (f"{place}: {error}",)
        raise
    finally:
        if hasattr(records, "close"):
            records.close()


def _say_why(number: int, record: Record, options: Options, *, only: bool) -> None:
    wanted = options.sample or options.n
    found = f"{len(record.paraphrases)} of {wanted}: " if wanted > 1 else ""
    notice(("" if only else f"line {number}: ") + found + record.status)


# ---- formats -----------------------------------------------------------------------------------


def _text(options: Options) -> Writer:
    one = options.n == 1 and options.sample <= 1

    def write(out: Output, number: int, record: Record) -> None:
        if not one and number > 1:
            out.line()
        for answer in record.paraphrases:
            out.line(answer.text)
        if one and not record.paraphrases:
            out.line()

    return write


def _jsonl(_: Options) -> Writer:
    from json import dumps

    return lambda out, number, record: out.line(dumps(record.to_dict(), ensure_ascii=False))


def _tsv(_: Options) -> Writer:
    def write(out: Output, number: int, record: Record) -> None:
        for rank, answer in enumerate(record.paraphrases, 1):
            out.line(f"{number}\t{rank}\t{answer.score:.6f}\t{answer.text}")
        if not record.paraphrases:
            out.line(f"{number}\t0\t\t")

    return write


def _moses(_: Options) -> Writer:
    def write(out: Output, number: int, record: Record) -> None:
        for answer in record.paraphrases:
            features = " ".join(
                f"{'_'.join(name.split())}= {value:.6f}" for name, value in answer.features.items()
            )
            out.line(f"{number - 1} ||| {answer.text.strip()} ||| {features} ||| {answer.score:.6f}")
        if not record.paraphrases:
            out.line(f"{number - 1} |||  |||  ||| 0")

    return write


WRITERS: dict[str, Callable[[Options], Writer]] = {
    "text": _text,
    "jsonl": _jsonl,
    "tsv": _tsv,
    "moses": _moses,
}


def _explaining(paraphraser: Paraphraser, out: Output) -> Writer:
    from otherwords.cli.explain import explainer

    explain = explainer(paraphraser)

    def write(out: Output, number: int, record: Record) -> None:
        if number > 1:
            out.line()
        for rank, answer in enumerate(record.paraphrases):
            if rank:
                out.line()
            for line in explain(record.source, answer):
                out.line(line)

    return write
