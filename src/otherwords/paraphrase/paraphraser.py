"""The paraphraser: a model, and what can be asked of it."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from otherwords.errors import UsageError
from otherwords.model import Model
from otherwords.paraphrase.answers import Paraphrase, Record
from otherwords.paraphrase.glossaries import Glossary, open_glossary
from otherwords.paraphrase.line import Line
from otherwords.paraphrase.options import Options
from otherwords.paraphrase.sentences import TO_SUGGEST, Resources, SentenceSearch
from otherwords.rewrites import RewriteSource
from otherwords.weighing import Weigher

if TYPE_CHECKING:
    from otherwords.paraphrase.scoring import Scored
    from otherwords.paraphrase.suggesting import Suggestion

DEFAULTS = Options()


class Paraphraser:
    """Says sentences in other words, by a model.

    Safe to share between threads. `settings` replaces some of the model's settings, `tables` are glossaries (paths, or
    lists of entries), both for this paraphraser alone; `sources` propose rewrites of their own, and a `weigher` sets every
    rewrite's weight in place of the log-linear one.
    """

    def __init__(
        self,
        model: Model | str | os.PathLike[str],
        *,
        settings: dict[str, Any] | None = None,
        tables: Sequence[Glossary] = (),
        sources: Sequence[RewriteSource] = (),
        weigher: Weigher | None = None,
    ) -> None:
        self.model = model if isinstance(model, Model) else Model(model)
        if settings:
            self.model = self.model.with_settings(settings)
        self._arguments = {
            "settings": settings,
            "tables": tuple(tables),
            "sources": tuple(sources),
            "weigher": weigher,
        }
        glossaries, extra = [], list[str]()
        for number, table in enumerate(tables, 1):
            made, extra = open_glossary(table, number, self.model, extra)
            glossaries.append(made)
        self.resources = Resources(self.model, tuple(glossaries), tuple(extra), tuple(sources), weigher)

    def __repr__(self) -> str:
        return f"<Paraphraser with {self.model!r}>"

    def paraphrase(self, text: str, n: int = 1, **options: Any) -> list[Paraphrase]:
        """The `n` best paraphrases of a text, best first; fewer, or none, where there are no more.

        Further options are the fields of `Options`.
        """
        return list(self.record(text, Options(n=n, **options)).paraphrases)

    def paraphrase_all(
        self, texts: Iterable[str], n: int = 1, *, workers: int = 1, **options: Any
    ) -> Iterator[list[Paraphrase]]:
        """The paraphrases of each text, in order, lazily, whatever the number of worker processes."""
        return (list(record.paraphrases) for record in self.records(texts, Options(n=n, **options), workers))

    def records(self, texts: Iterable[str], options: Options, workers: int = 1) -> Iterator[Record]:
        """The record of each text, in order, lazily."""
        if workers < 1:
            raise UsageError(f"{workers} workers, expected at least 1")
        if workers == 1:
            return (self.record(text, options) for text in texts)
        from otherwords.paraphrase.workers import records_by_workers

        return records_by_workers(self.model.path, self._arguments, texts, options, workers)

    def record(self, text: str, options: Options = DEFAULTS) -> Record:
        """What becomes of a text: its paraphrases, and why there are no more."""
        return Line(text, self.resources, options).record()

    def score(self, source: str, target: str, *, derivations: int = 1, pretokenized: bool = False) -> Scored:
        """The true score of a pair: that of the best of the ways in which the model can make one of the other.

        The best `derivations` of them are listed; where there is none, `reason` says why.
        """
        from otherwords.paraphrase.scoring import SourceText

        return SourceText(source, self.resources, pretokenized).scored(target, derivations)

    def score_pairs(
        self, pairs: Iterable[tuple[str, str]], *, derivations: int = 1, pretokenized: bool = False
    ) -> Iterator[Scored]:
        """The true score of each (source, target), in order, lazily; pairs of one source are best kept together."""
        from otherwords.paraphrase.scoring import SourceText

        known = None
        for source, target in pairs:
            if known is None or known.text != source:
                known = SourceText(source, self.resources, pretokenized)
            yield known.scored(target, derivations)

    def suggest(self, text: str, span: tuple[int, int], n: int = 10, **options: Any) -> list[Suggestion]:
        """The `n` best alternatives for one place of a text, best first; all else stays as written.

        `span` is in code points and grows to whole words. Further options are the fields of `Options`.
        """
        from otherwords.paraphrase.suggesting import checked_span, suggestions

        asked = Options(n=n, within=checked_span(text, span), **options)
        return suggestions(Line(text, self.resources, asked, TO_SUGGEST), n)

    def searches(self, text: str, options: Options = DEFAULTS) -> list[SentenceSearch]:
        """The searches of a text's sentences, to look into: batch, lattice, candidates."""
        return Line(text, self.resources, options).searches


def load(path: str | os.PathLike[str] | None = None, **arguments: Any) -> Paraphraser:
    """A paraphraser with the model at `path`, or with the one that comes with the package."""
    return Paraphraser(Model(path if path is not None else shipped_model()), **arguments)


def shipped_model() -> Path:
    """Where the model that comes with the package lies."""
    import otherwords

    return Path(otherwords.__file__).parent / "models" / "starter"
