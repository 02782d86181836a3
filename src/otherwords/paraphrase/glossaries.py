"""Tables that are added for one paraphraser: read, or given as entries."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator, Sequence

from otherwords.model import Model
from otherwords.tables import Entry, Table, glossary
from otherwords.text import analyse
from otherwords.text.entities import parse_class_token
from otherwords.text.tokens import normalised

Glossary = str | os.PathLike[str] | Sequence[Entry]


def open_glossary(table: Glossary, number: int, model: Model, extra: list[str]) -> tuple[Table, list[str]]:
    """A table for one run, and all words that it and those before it (`extra`) have beyond the model's."""
    if isinstance(table, (str, os.PathLike)):
        from otherwords.tables.options import parse_table_option
        from otherwords.tables.readers import read_table

        option = parse_table_option(os.fspath(table))
        reading = read_table(option.path, **option.reading)
        weight = 1.0 if option.weight is None else option.weight
        return glossary(
            _as_sentences_have_it(reading, model),
            model.vocabulary,
            extra=extra,
            name=option.name,
            direction=reading.direction,
            weight=weight,
        )
    entries = _as_sentences_have_it(table, model)
    return glossary(entries, model.vocabulary, extra=extra, name=f"glossary {number}")


def _as_sentences_have_it(entries: Iterable[Entry], model: Model) -> Iterator[Entry]:
    """Each entry, and where people write otherwise than a model's tables do ("NASA", "don't"), as a sentence has it."""
    language, truecaser = model.settings.language, model.truecaser

    def said(word: str) -> str:
        known = normalised(word)
        return known if truecaser is not None and truecaser.usual(known) == word else word

    for entry in entries:
        yield entry
        if any(parse_class_token(word) for word in (*entry.source.split(), *entry.target.split())):
            continue
        source = " ".join(word for part in analyse(entry.source, language) for word in part.words())
        tokens = (token for part in analyse(entry.target, language) for token in part.tokens)
        target = " ".join(said(token.text) for token in tokens)
        if (source, target) != entry[:2]:
            yield entry._replace(source=source, target=target)
