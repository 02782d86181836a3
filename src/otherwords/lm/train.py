"""From text to a directory with a language model."""

from __future__ import annotations

import json
import os
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path

from otherwords.errors import UsageError
from otherwords.lm.counts import GIBIBYTE, count_ngrams, count_texts
from otherwords.lm.kneser_ney import Discounts, checked_thresholds, estimate_counts
from otherwords.lm.model import STORE_NAME, VOCABULARY_NAME
from otherwords.lm.ngrams import NgramModel, checked_order
from otherwords.lm.store import write_store
from otherwords.storage import new_directory, open_lines
from otherwords.vocabulary import write_vocabulary

INFORMATION_NAME = "lm.json"
_Text = tuple["str | os.PathLike[str] | None", Iterable[str]]


@dataclass(frozen=True)
class Training:
    """What a language model was made of; stands beside it in `lm.json`."""

    order: int
    ngrams: tuple[int, ...]
    tokens: int
    sentences: int
    prune: tuple[int, ...]
    discounts: tuple[Discounts, ...]
    quantised: bool


def train(
    source: Iterable[str] | Sequence[Path],
    directory: str | os.PathLike[str],
    *,
    order: int = 3,
    prune: Sequence[int] = (0,),
    quantise: bool = False,
    memory: int = GIBIBYTE,
    folder: str | os.PathLike[str] | None = None,
    replace: bool = False,
) -> Training:
    """Train a model on lines of text, or on files (a list of `Path`), and write it to a directory.

    Words stand between white space; one sentence a line. Counting that needs more than `memory` bytes goes
    on in a temporary folder inside `folder`.

    >>> from otherwords.lm import LanguageModel
    >>> place = getfixture("tmp_path") / "model"
    >>> made = train(["the dog barks", "the cat sleeps"], place, order=2)
    >>> made.ngrams, sorted(file.name for file in place.iterdir())
    ((8, 7), ['lm.bin', 'lm.json', 'vocabulary.bin'])
    >>> LanguageModel(place).order
    2
    """
    checked_thresholds(prune, checked_order(order))
    if isinstance(source, (str, os.PathLike)):
        raise UsageError(f"expected lines, or a list of files as Path, found {source!r}")
    with new_directory(directory, replace=replace) as place:
        files = (
            source if isinstance(source, (list, tuple)) and all(isinstance(s, Path) for s in source) else None
        )
        if files:
            counts = count_texts(_opened(files), order, memory=memory, folder=folder)
        else:
            counts = count_ngrams((str(line) for line in source), order, memory=memory, folder=folder)
        made = estimate_counts(counts, prune=prune)
        del counts
        result = Training(
            order, made.model.sizes, made.tokens, made.sentences, made.prune, made.discounts, quantise
        )
        _write(made.model, place, quantise)
        (place / INFORMATION_NAME).write_text(json.dumps(asdict(result), indent=1) + "\n", encoding="utf-8")
    return result


def write_model(
    model: NgramModel, directory: str | os.PathLike[str], *, quantise: bool = False, replace: bool = False
) -> None:
    """Write a model (one read from an ARPA file, say) to a directory that `LanguageModel` opens."""
    with new_directory(directory, replace=replace) as place:
        _write(model, place, quantise)


def _write(model: NgramModel, place: Path, quantise: bool) -> None:
    write_store(model, place / STORE_NAME, quantise=quantise)
    write_vocabulary(place / VOCABULARY_NAME, model.words)


def _opened(files: Sequence[Path]) -> Iterator[_Text]:
    for path in files:
        with open_lines(path) as lines:
            yield path, lines
