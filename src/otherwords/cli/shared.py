"""Options that several commands share, and what becomes of them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from otherwords.cli.command import Decorator, option, options
from otherwords.cli.values import IDENTITY, SECONDS, SETTING, SIZE

if TYPE_CHECKING:
    from otherwords.paraphrase import Options, Paraphraser

MODEL, INPUT, ANSWERS, CONDITIONS, SEARCH = (
    "Model",
    "Input and output",
    "Answers",
    "Conditions that answers must meet",
    "Search and its limits",
)

model_option = option(
    "--model",
    "-m",
    metavar="DIR",
    envvar="OTHERWORDS_MODEL",
    group=MODEL,
    help="The model; without it the one that comes with the package.",
)

paraphraser_options = options(
    model_option,
    option(
        "--add-table",
        metavar="FILE[:KEY=VALUE…]",
        multiple=True,
        group=MODEL,
        help="A table of your own for this run (TSV, Moses, PPDB, METEOR), with options as for model create.",
    ),
    option(
        "--set",
        "changes",
        metavar="KEY=VALUE",
        type=SETTING,
        multiple=True,
        group=MODEL,
        help="Change a setting of the model for this run, such as lm_weight=0.5 (model info shows them).",
    ),
    option(
        "--identity",
        metavar="RULE",
        type=IDENTITY,
        group=MODEL,
        help="What a word is worth that stays: self, uniform, chevelu2010, chevelu2010-all, none; "
        "or a number u: log u for every word.",
    ),
    option(
        "--identity-score",
        metavar="SCORE",
        type=float,
        group=MODEL,
        help="The score of a word that stays, for the rules self and uniform (a natural logarithm).",
    ),
)

input_option = option(
    "-i",
    "--input",
    "input",
    metavar="FILE",
    group=INPUT,
    help="Read lines from FILE, plain or compressed; - is standard input.",
)
output_option = option(
    "-o",
    "--output",
    "output",
    metavar="FILE",
    group=INPUT,
    help="Write to FILE, which appears when it is whole.",
)
errors_option = option(
    "--errors",
    type=click.Choice(["strict", "replace"]),
    default="strict",
    show_default=True,
    group=INPUT,
    help="What becomes of bytes that are not UTF-8: an error with line and byte, or U+FFFD.",
)
pretokenized_option = option(
    "--pretokenized",
    is_flag=True,
    group=INPUT,
    help="Tokens stand between spaces, a sentence on each line; nothing is split or lower-cased.",
)


def format_option(*formats: str, help: str) -> Decorator:
    """`--format`, of which the first is the default."""
    return option(
        "--format",
        type=click.Choice(formats),
        default=formats[0],
        show_default=True,
        group=INPUT,
        help=help,
    )


def _terms(name: str, help: str) -> Decorator:
    return option(name, metavar="TERM", multiple=True, group=CONDITIONS, help=help)


def _limit(name: str, help: str) -> Decorator:
    return option(name, metavar="N", type=click.IntRange(0), group=CONDITIONS, help=help)


condition_options = options(
    option(
        "--protect",
        metavar="TERM|/REGEX/|@FILE",
        multiple=True,
        group=CONDITIONS,
        help="Leave this as it is; @FILE holds one TERM or /REGEX/ a line.",
    ),
    _terms("--avoid", "Never say this, not even where the source does."),
    _terms("--require", "Keep this or bring it in."),
    _limit("--min-changes", "At least N replacements."),
    _limit("--max-changes", "At most N replacements in a sentence."),
    _limit("--max-chars", "At most N characters in a line."),
    _limit("--max-words", "At most N words in a line."),
    _limit("--max-bytes", "At most N bytes of UTF-8 in a line."),
)

search_options = options(
    option(
        "--beam",
        metavar="N",
        type=click.IntRange(0),
        default=0,
        group=SEARCH,
        help="Search with a beam of N in place of exactly; answers then give their gap.",
    ),
    option(
        "--time-limit",
        metavar="SECONDS",
        type=SECONDS,
        default=0.0,
        group=SEARCH,
        help="Stop a sentence's search after 2, 500ms, 1min…; answers then give their gap.",
    ),
    option(
        "--memory-limit",
        metavar="SIZE",
        type=SIZE,
        default=0,
        group=SEARCH,
        help="Stop a sentence's search at 500MB, 2GiB…",
    ),
    option(
        "--max-words-in",
        metavar="N",
        type=click.IntRange(1),
        default=2000,
        show_default=True,
        group=SEARCH,
        help="Refuse longer sentences.",
    ),
    option(
        "--max-candidates",
        metavar="N",
        type=click.IntRange(1),
        default=10_000,
        show_default=True,
        group=SEARCH,
        help="Look at so many candidates of a sentence at most for answers that meet all conditions.",
    ),
)

_PARAPHRASER = ("model", "add_table", "changes", "identity", "identity_score")


def take_paraphraser(given: dict[str, Any]) -> Paraphraser:
    """Opens the paraphraser that these options ask for, and takes them out of what was given."""
    from otherwords.paraphrase import load

    model, tables, changes, identity, score = (given.pop(name) for name in _PARAPHRASER)
    settings = dict(changes) | (identity or {}) | ({"identity_score": score} if score is not None else {})
    return load(model, settings=settings, tables=tables)


def take_options(given: dict[str, Any]) -> Options:
    """The options of a search, taken out of what was given; what was not given has its default."""
    from dataclasses import fields

    from otherwords.paraphrase import Options

    found = {field.name: given.pop(field.name) for field in fields(Options) if field.name in given}
    return Options(**{name: value for name, value in found.items() if value is not None})
