"""Making a model directory from tables and a language model."""

from __future__ import annotations

import hashlib
import json
import os
import shutil
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from otherwords.errors import InputError, ModelError, UsageError
from otherwords.lm import LanguageModel, read_arpa, write_store
from otherwords.lm.train import INFORMATION_NAME
from otherwords.model.directory import CARD, DESCRIPTION, FORMAT, LM, TABLES, TRUECASER, VOCABULARY, Model
from otherwords.model.settings import Settings
from otherwords.model.verify import digest
from otherwords.realisation import Truecaser
from otherwords.storage import new_directory, open_lines
from otherwords.tables.options import TableOption
from otherwords.tables.readers import read_table
from otherwords.tables.store import Summary, write_table
from otherwords.vocabulary import write_vocabulary

Progress = Callable[[str, int], None]


@dataclass(frozen=True, slots=True)
class Created:
    """What went into a model, and what its user should know."""

    path: Path
    tables: tuple[Summary, ...]
    ngrams: tuple[int, ...]
    words: int
    notices: tuple[str, ...]


def create_model(
    path: str | os.PathLike[str],
    tables: Sequence[TableOption],
    lm: str | os.PathLike[str],
    settings: Settings,
    *,
    name: str | None = None,
    preset: str = "",
    licence: str = "",
    truecaser: str | os.PathLike[str] | None = None,
    quantise: bool = False,
    replace: bool = False,
    progress: Progress | None = None,
) -> Created:
    """Write a model directory, whole or not at all. `lm` is an ARPA file or a directory made by `lm train`."""
    if not tables:
        raise UsageError("a model needs at least one table")
    names = [table.name for table in tables]
    if len(set(names)) < len(names):
        raise UsageError(
            f"two tables have one name: {', '.join(names)}; give them names, --table FILE:name=NAME"
        )
    if truecaser is not None:
        _check_truecaser(Path(truecaser))
    notices = list[str]()
    if quantise and Path(lm).is_dir():
        notices.append(f"{lm}: taken as it was trained; quantise it there")
    with new_directory(path, replace=replace) as place:
        words, ngrams = _add_language_model(place, Path(lm), quantise, progress)
        (place / TABLES).mkdir()
        summaries, entries = [], []
        for option in tables:
            summary, entry, told = _add_table(place, option, words, settings, progress)
            summaries.append(summary)
            entries.append(entry)
            notices += told
        write_vocabulary(place / VOCABULARY, words)
        if truecaser is not None:
            shutil.copyfile(truecaser, place / TRUECASER)
        name = name or Path(path).resolve().name
        (place / CARD).write_text(_card(name, preset, settings, summaries, ngrams, licence), encoding="utf-8")
        _describe(place, name, preset, settings, entries, licence)
        Model(place)  # what was written can be opened
    return Created(Path(path), tuple(summaries), ngrams, len(words), tuple(notices))


def _add_language_model(
    place: Path, lm: Path, quantise: bool, progress: Progress | None
) -> tuple[dict[str, int], tuple[int, ...]]:
    if progress:
        progress(f"reading {lm}", 0)
    if lm.is_dir():
        opened = LanguageModel(lm)
        shutil.copyfile(opened.path, place / LM)
        words = list(opened.vocabulary)[: opened.unigrams]
        return {word: i for i, word in enumerate(words)}, _trained_sizes(lm) or (len(words),)
    try:
        model = read_arpa(lm)
    except InputError as error:
        if _looks_like_a_table(lm):
            raise InputError(
                "a phrase table, expected a language model in ARPA form; are --table and --lm swapped?",
                path=lm,
            ) from error
        raise
    write_store(model, place / LM, quantise=quantise)
    return {word: i for i, word in enumerate(model.words)}, model.sizes


def _looks_like_a_table(path: Path) -> bool:
    try:
        with open_lines(path, errors="replace") as lines:
            first = next(lines, "")
    except InputError:
        return False
    return "|||" in first or ("\t" in first and not first.startswith("\\"))


def _trained_sizes(lm: Path) -> tuple[int, ...]:
    """How many n-grams `lm train` says that the model has, by order; nothing where it does not."""
    try:
        return tuple(map(int, json.loads((lm / INFORMATION_NAME).read_bytes())["ngrams"]))
    except (OSError, ValueError, KeyError, TypeError):
        return ()


def _check_truecaser(path: Path) -> None:
    try:
        Truecaser(path)
    except ModelError as error:
        raise InputError(f"not a truecaser: {error}") from None


def _add_table(
    place: Path, option: TableOption, words: dict[str, int], settings: Settings, progress: Progress | None
) -> tuple[Summary, dict[str, Any], list[str]]:
    reading = read_table(option.path, **option.reading)
    file = f"{TABLES}/{len(list((place / TABLES).iterdir()))}-{_file_name(option.name)}.bin"
    weight = 1.0 if option.weight is None else option.weight
    summary = write_table(
        place / file,
        reading,
        words,
        name=option.name,
        direction=reading.direction,
        weight=weight,
        columns=reading.columns,
        threshold=option.threshold,
        limit=option.limit,
        max_words=option.max_words,
        progress=(lambda done: progress(f"reading {option.path}", done)) if progress else None,
    )
    if not summary.entries:
        raise InputError("holds no entries", path=option.path)
    notices = []
    if reading.direction != settings.direction:
        notices.append(
            f"{option.path}: gives p({reading.direction}), and this preset scores by p({settings.direction}); "
            "its numbers are taken as they stand"
        )
    entry = {"file": file, "name": option.name, "direction": reading.direction, "weight": weight}
    return summary, entry, notices


def _file_name(name: str) -> str:
    return "".join(c if c.isascii() and (c.isalnum() or c in "-_.") else "_" for c in name)[:60]


def _describe(
    place: Path, name: str, preset: str, settings: Settings, tables: Sequence[Mapping[str, Any]], licence: str
) -> None:
    from otherwords import __version__

    files = {
        file.relative_to(place).as_posix(): {"size": file.stat().st_size, "sha256": digest(file)}
        for file in sorted(place.rglob("*"))
        if file.is_file()
    }
    told = json.dumps(
        [asdict(settings), list(tables), {k: v for k, v in files.items() if k != CARD}], sort_keys=True
    )
    identity = hashlib.sha256(told.encode()).hexdigest()[:12]
    head = {
        "format": FORMAT,
        "otherwords": __version__,
        "name": name,
        "preset": preset,
        "licence": licence,
        "identity": identity,
    }
    lines = [*_toml(head), "", "[settings]", *_toml(asdict(settings))]
    for table in tables:
        lines += ["", "[[tables]]", *_toml(table)]
    for file, facts in files.items():
        lines += ["", f"[files.{json.dumps(file, ensure_ascii=False)}]", *_toml(facts)]
    (place / DESCRIPTION).write_text("\n".join(lines) + "\n", encoding="utf-8")


def _toml(values: Mapping[str, Any]) -> Iterable[str]:
    """Simple values as TOML: JSON writes text, numbers and true or false just so."""
    return [f"{key} = {_toml_value(value)}" for key, value in values.items()]


def _toml_value(value: Any) -> str:
    told = json.dumps(value, ensure_ascii=False)
    return told.replace("\x7f", "\\u007f")  # the one character that JSON lets stand and TOML does not


def _card(
    name: str,
    preset: str,
    settings: Settings,
    tables: Sequence[Summary],
    ngrams: tuple[int, ...],
    licence: str,
) -> str:
    rows = "\n".join(f"| {t.name} | {t.sources:,} | {t.entries:,} | {t.longest} |" for t in tables)
    return (
        f"# {name}\n\nA paraphrase model for otherwords, language `{settings.language}`"
        + (f", preset `{preset}`" if preset else "")
        + f".\n\nLicence: {licence or 'not stated'}\n\n"
        + f"| table | sources | entries | longest source |\n|---|---:|---:|---:|\n{rows}\n\n"
        + f"Language model: {' / '.join(f'{n:,}' for n in ngrams)} n-grams.\n"
    )
