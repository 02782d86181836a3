"""Options that say how raw text becomes words, as paraphrasing does it."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from otherwords.cli import shared
from otherwords.cli.command import option, options
from otherwords.cli.progress import Progress
from otherwords.text.corpus import Corpus

TEXT = "How text becomes words"

corpus_options = options(
    option(
        "--language", metavar="CODE", group=TEXT, help="The text's language.  [default: the model's, else en]"
    ),
    option(
        "--classes/--no-classes",
        default=None,
        group=TEXT,
        help="Numbers, dates, URLs… are class tokens such as <number>.  [default: the model's, else off]",
    ),
    option(
        "--pretokenized",
        is_flag=True,
        group=TEXT,
        help="One sentence a line, words between spaces, taken as they are. Otherwise the text is split, "
        "tokenised and lower-cased as paraphrasing does it.",
    ),
    shared.errors_option,
)


def take_corpus(
    paths: Sequence[str], given: dict[str, Any], progress: Progress | None = None, model: str | None = None
) -> Corpus:
    """The text that these options describe; where `model` is a whole model, its settings are the default."""
    language, classes = given.pop("language"), given.pop("classes")
    if model is not None and (Path(model) / "model.toml").exists():
        from otherwords.model.directory import read_description

        settings = read_description(Path(model)).settings
        language = settings.language if language is None else language
        classes = settings.classes if classes is None else classes
    return Corpus(
        paths,
        language or "en",
        classes=bool(classes),
        pretokenized=given.pop("pretokenized"),
        errors=given.pop("errors"),
        progress=(lambda done: progress("reading text", done)) if progress is not None else None,
    )
