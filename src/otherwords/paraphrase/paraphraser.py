"""The paraphraser: a model, and what can be asked of it."""

from __future__ import annotations

import math
import os
import re
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from pathlib import Path as FilePath
from typing import TYPE_CHECKING, Any

from otherwords.errors import UsageError
from otherwords.lattice import Constraints
from otherwords.model import Model
from otherwords.paraphrase.answers import Paraphrase, Record, Replacement
from otherwords.paraphrase.diversity import token_distance
from otherwords.paraphrase.lengths import least_length, least_limit, printed_length
from otherwords.paraphrase.names import repeated_names
from otherwords.paraphrase.options import Options
from otherwords.paraphrase.sentences import (
    ORDINARY,
    TO_SUGGEST,
    Candidate,
    Leave,
    Resources,
    SentenceSearch,
)
from otherwords.paraphrase.sums import best_sums
from otherwords.realisation import Agreement, join_line, moved_spans
from otherwords.rewrites import RewriteSource, entity_key
from otherwords.search import Path, SearchLimits
from otherwords.tables import Entry, glossary
from otherwords.text import Sentence, analyse, tokenize
from otherwords.text.entities import parse_class_token
from otherwords.text.protection import Protection
from otherwords.text.tokens import normalised
from otherwords.weighing import Weigher

if TYPE_CHECKING:
    from otherwords.paraphrase.scoring import Scored
    from otherwords.paraphrase.suggesting import Suggestion

FEWEST_TOKENS_APART = 2
DRAWS_FOR_ONE = 50
"""How often is drawn at most for each random paraphrase that is wanted: a small lattice has no more."""
IN_VAIN = (
    "gave up: of the derivations drawn for one more, none was the best of its string "
    "(a long sentence has very many; a lower --temperature helps)"
)
SEEDS_APART = 0x9E3779B97F4A7C15
"""Between a line's sentences."""
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
        tables: Sequence[str | os.PathLike[str] | Sequence[Entry]] = (),
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
            made, extra = _glossary(table, number, self.model, extra)
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
        return _Line(text, self.resources, options).record()

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
        return suggestions(_Line(text, self.resources, asked, TO_SUGGEST), n)

    def searches(self, text: str, options: Options = DEFAULTS) -> list[SentenceSearch]:
        """The searches of a text's sentences, to look into: batch, lattice, candidates."""
        return _Line(text, self.resources, options).searches


def _glossary(table: Any, number: int, model: Model, extra: list[str]) -> Any:
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


class _Line:
    """One line: its sentences' candidates, put together to the best whole lines."""

    def __init__(self, text: str, resources: Resources, options: Options, leave: Leave = ORDINARY) -> None:
        self.text, self.resources, self.options = text, resources, options
        settings = resources.model.settings
        self.until = time.monotonic() + options.time_limit
        self.protection = options.protection if options.protect else Protection()
        self.sentences = analyse(
            text,
            settings.language,
            classes=settings.classes,
            protection=self.protection,
            pretokenized=options.pretokenized,
            spans=options.spans,
            protect_numbers=settings.protect_numbers,
        )
        self.searches = [
            SentenceSearch(sentence, resources, options, self._constraints(sentence), leave)
            for sentence in self.sentences
        ]
        self.names = _names_over_sentences(self.sentences) if options.within is None else []

    # ---- constraints ---------------------------------------------------------------------------

    def _constraints(self, sentence: Sentence) -> Constraints:
        """What each of the line's paraphrases must keep to, as far as this sentence alone can decide it."""
        options, alone = self.options, len(self.sentences) == 1
        least, limit = None, None
        if alone:
            least, limit = self._length_limit(sentence)
        return Constraints(
            require=tuple(self._term(term, sentence) for term in options.require) if alone else (),
            avoid=tuple(
                dict.fromkeys(
                    form for term in options.avoid for form in (self._term(term, sentence), self._plain(term))
                )
            ),
            min_changes=options.min_changes if alone else 0,
            max_changes=options.max_changes,
            max_length=limit,
            length_of=least,
            alike=tuple(stretches for stretches in repeated_names(sentence) if len(stretches) > 1)
            if options.within is None
            else (),
        )

    def _plain(self, term: str) -> tuple[str, ...]:
        """The words of a term."""
        language = self.resources.model.settings.language
        sentences = analyse(term, language, pretokenized=self.options.pretokenized)
        return tuple(word for sentence in sentences for word in sentence.words())

    def _term(self, term: str, sentence: Sentence) -> tuple[str, ...]:
        """The words of a term as a sentence's search says them: an entity that the sentence holds is that very one."""
        if not sentence.classes:
            return self._plain(term)
        own = {(token.kind, token.text) for token in sentence.tokens if token.kind}
        found = analyse(term, sentence.language, classes=True, pretokenized=sentence.pretokenized)
        tokens = [token for part in found for token in part.tokens]
        if not any((token.kind, token.text) in own for token in tokens):
            return self._plain(term)
        words = [word for part in found for word in part.words()]
        return tuple(
            entity_key(token) if token.kind else word for token, word in zip(tokens, words, strict=True)
        )

    def _length_limit(self, sentence: Sentence) -> tuple[Callable[[str], int] | None, int | None]:
        """One limit that can be kept track of word by word; `_fits` then looks at the printed text."""
        options, model = self.options, self.resources.model
        outside = self.text[: sentence.start] + self.text[sentence.end :]
        agreement = Agreement(model.settings.language) if model.settings.agreement else None
        for unit, most in (
            ("chars", options.max_chars),
            ("bytes", options.max_bytes),
            ("words", options.max_words),
        ):
            if most is not None:
                room = most if unit == "words" else most - printed_length(outside, unit)
                return least_length(unit, sentence, model.truecaser, agreement), least_limit(room, sentence)
        return None, None

    def _words(self, text: str) -> list[str]:
        """A printed text's words, as terms are given."""
        if self.options.pretokenized:
            return text.split()
        return [normalised(token) for token in tokenize(text, self.resources.model.settings.language)]

    def _fits(self, text: str, changes: int) -> bool:
        """Whether a whole line keeps to the options that are judged on it."""
        options = self.options
        if changes < options.min_changes or (
            options.max_changes is not None and changes > options.max_changes
        ):
            return False
        for unit, most in (("chars", options.max_chars), ("bytes", options.max_bytes)):
            if most is not None and printed_length(text, unit) > most:
                return False
        required = options.require if len(self.sentences) > 1 else ()
        if options.max_words is None and not required and not options.avoid:
            return True
        words = self._words(text)
        if options.max_words is not None and sum(any(map(str.isalnum, w)) for w in words) > options.max_words:
            return False
        said = f" {' '.join(words)} "
        return all(f" {' '.join(self._plain(term))} " in said for term in required) and not any(
            f" {' '.join(self._plain(term))} " in said for term in options.avoid if term.strip()
        )

    # ---- answers -------------------------------------------------------------------------------

    def record(self) -> Record:
        if not self.searches:
            return Record(self.text, (), "nothing to say in other words: the line is empty")
        if self.options.sample:
            found, why = self._sampled()
            return Record(self.text, tuple(self._paraphrase(combination) for combination in found), why)
        if self.options.diverse is not None:
            found, why = self._diverse(self.options.diverse)
        else:
            found, why = self.accepted(self.options.n)
        answers = tuple(self._paraphrase(combination) for combination in found)
        return Record(self.text, answers, "" if len(answers) == self.options.n else why)

    def accepted(
        self, count: int, differs: Callable[[str], bool] = lambda text: True
    ) -> tuple[list[_Combination], str]:
        """The best whole lines that pass all options; and why there are no more."""
        source = self.text.casefold()
        # One best string costs less than two, so the source is only searched beyond where it comes out best.
        wanted = count if count == 1 or self.options.include_source else count + 1
        while True:
            combinations, stopped, exhausted = self._combinations(wanted)
            accepted = [
                c
                for c in combinations
                if (self.options.include_source or c.text.casefold() != source)
                and self._fits(c.text, c.changes)
                and (not self.names or c.says_alike(self.names))
                and differs(c.text)
            ]
            if len(accepted) >= count:
                return accepted[:count], ""
            if exhausted or stopped or wanted >= self.options.max_candidates or len(combinations) < wanted:
                return accepted, self._why(len(accepted), stopped, exhausted, len(combinations))
            wanted = min(4 * wanted, self.options.max_candidates)

    def _combinations(self, count: int) -> tuple[list[_Combination], bool, bool]:
        """The best whole lines: the best sums over the sentences' lists. And: did a limit stop it; are these all?"""
        lists, stopped, exhausted = [], False, True
        for search in self.searches:
            candidates, found = search.candidates(count, self._seconds_left())
            lists.append(candidates)
            stopped = stopped or found.stopped
            exhausted = exhausted and found.exhausted
            if not candidates:
                return [], stopped, found.exhausted
        scores = [[candidate.path.score for candidate in candidates] for candidates in lists]
        sums = best_sums(scores, count + 1)
        # where a list is not proved, no line can be better than the sum of what each sentence's best could be
        inexact = any(candidate.path.gap for candidates in lists for candidate in candidates)
        most = sum(max(c.path.score + c.path.gap for c in candidates) for candidates in lists)
        found_lines = []
        for places in sums[:count]:
            line = _Combination(self, [c[i] for c, i in zip(lists, places, strict=True)])
            if inexact:
                line.gap = max(most - line.score, 1e-9)
            found_lines.append(line)
        return found_lines, stopped, exhausted and len(sums) <= count

    def _seconds_left(self) -> float:
        """Of `time_limit`, which is for the whole line; 0 where there is none."""
        if not self.options.time_limit:
            return 0.0
        return max(self.until - time.monotonic(), 1e-6)

    def _diverse(self, penalty: float) -> tuple[list[_Combination], str]:
        """Answer i is the best of score − penalty × (rewrites used before), at least two tokens from each earlier one."""
        found: list[_Combination] = []
        tokens: list[list[str]] = []
        true_scores = [{i: s.batch.item(i)[5] for i in range(len(s.batch))} for s in self.searches]
        language = self.resources.model.settings.language

        def differs(text: str) -> bool:
            words = [token.text.casefold() for token in tokenize(text, language)]
            return all(token_distance(words, others) >= FEWEST_TOKENS_APART for others in tokens)

        why = ""
        while len(found) < self.options.n:
            accepted, why = self.accepted(1, differs)
            if not accepted:
                break
            best = accepted[0]
            tokens.append([token.text.casefold() for token in tokenize(best.text, language)])
            best.settle(true_scores)
            found.append(best)
            for search, candidate in zip(self.searches, best.candidates, strict=True):
                search.penalise(candidate.rewrites, penalty)
        for search in self.searches:
            search.restore()
        return found, why

    def _sampled(self) -> tuple[list[_Combination], str]:
        """Distinct draws in the order in which they fell, and how many draws it took."""
        from otherwords.search.sampling import Sampler

        options, settings = self.options, self.resources.model.settings
        limits = SearchLimits(0, options.time_limit, options.memory_limit)
        samplers = [
            Sampler(
                search.lattice,
                self.resources.model.lm,
                settings.lm_weight,
                options.temperature,
                options.seed + i * SEEDS_APART,
                limits,
            )
            for i, search in enumerate(self.searches)
        ]
        draws = [sampler.paths() for sampler in samplers]
        until = time.monotonic() + options.time_limit if options.time_limit else math.inf
        most = DRAWS_FOR_ONE * options.sample
        found: dict[str, _Combination] = {}
        met: dict[tuple[tuple[int, ...], ...], _Combination | None] = {}
        drawn = repeated = 0
        in_vain = ""
        while len(found) < options.sample and drawn < most and time.monotonic() < until:
            paths = [path for path in (next(stream, None) for stream in draws) if path is not None]
            if len(paths) < len(draws):
                if all(sampler.possible for sampler in samplers):
                    in_vain = IN_VAIN
                break
            drawn += 1
            key = tuple(path.arcs for path in paths)
            if key not in met:
                met[key] = self._drawn(paths)
            combination = met[key]
            if combination is not None:
                before = len(found)
                found.setdefault(combination.text.casefold(), combination)
                repeated += len(found) == before
        why = [self._why_sampled(drawn, len(found), repeated)] if drawn or not in_vain else []
        return list(found.values()), "; ".join([*why, in_vain] if in_vain else why)

    def _drawn(self, paths: Sequence[Path]) -> _Combination | None:
        """A draw as a whole line, if it is one that was asked for."""
        combination = _Combination(
            self, [search.candidate(path) for search, path in zip(self.searches, paths, strict=True)]
        )
        unchanged = combination.text.casefold() == self.text.casefold()
        if (
            (unchanged and not self.options.include_source)
            or not self._fits(combination.text, combination.changes)
            or (self.names and not combination.says_alike(self.names))
        ):
            return None
        return combination

    def _why_sampled(self, drawn: int, found: int, repeated: int) -> str:
        if not drawn:
            return self._why(0, False, True, 0)
        told = f"{found} distinct paraphrases in {drawn} draws"
        if repeated:
            told += f", {repeated} of which repeated an earlier one"
        if others := drawn - found - repeated:
            passed = ", ".join(self.options.limits())
            told += f", {others} of which gave the source" + (
                f" or were rejected by {passed}" if passed else ""
            )
        return told if drawn > found else ""

    def _why(self, found: int, stopped: bool, exhausted: bool, looked_at: int) -> str:
        if stopped:
            return "a limit stopped the search (--time-limit, --memory-limit)"
        if cuts := dict.fromkeys(cut for search in self.searches for cut in search.lattice.cuts):
            return f"there may be more: the lattice was cut, for it had too many {', '.join(cuts)}"
        if not any(search.changes_proposed for search in self.searches):
            return "nothing matched: no rewrite for any word or phrase of this text"
        limits = self.options.limits()
        if not found and limits:
            return f"all rejected by {', '.join(limits)}"
        if not exhausted and looked_at < self.options.max_candidates and self.options.beam:
            return f"{found} of the {looked_at} candidates that the beam left passed (--beam)"
        if not exhausted:
            return f"{found} of the best {looked_at} candidates passed (--max-candidates)"
        return "exhausted: there are no more paraphrases" + (
            f" that pass {', '.join(limits)}" if limits else ""
        )

    def _paraphrase(self, combination: _Combination) -> Paraphrase:
        features: dict[str, float] = {}
        replacements: list[Replacement] = []
        spans: list[tuple[int, int] | None] = [None] * len(self.options.spans)
        for search, candidate, start in zip(
            self.searches, combination.candidates, combination.starts, strict=True
        ):
            for name, value in search.features(candidate).items():
                features[name] = features.get(name, 0.0) + value
            replacements += _replacements(search, candidate, start, combination.text)
            for i, place in enumerate(moved_spans(search.sentence, candidate.assembled, self.options.spans)):
                if place is None:
                    place = _span_within_piece(search.sentence, candidate, self.options.spans[i])
                if place is not None:
                    spans[i] = (place[0] + start, place[1] + start)
        return Paraphrase(
            combination.text,
            combination.score,
            combination.gap == 0.0,
            combination.gap,
            features,
            tuple(replacements),
            tuple(spans),
        )


class _Combination:
    """A whole line: one candidate for each sentence."""

    def __init__(self, line: _Line, candidates: list[Candidate]) -> None:
        self.candidates = candidates
        texts = [candidate.assembled.text for candidate in candidates]
        self.text, self.starts = join_line(line.text, line.sentences, texts)
        self.score = sum(candidate.path.score for candidate in candidates)
        self.gap = sum(candidate.path.gap for candidate in candidates)
        self.changes = sum(len(candidate.rewrites) for candidate in candidates)
        self._searches = line.searches

    def says_alike(self, names: Sequence[Sequence[tuple[int, int, int]]]) -> bool:
        """Whether each name, given by its (sentence, start, end), is kept everywhere or replaced alike."""
        for places in names:
            said = {self._said(*place) for place in places} - {None}
            if len(said) > 1:
                return False
        return True

    def _said(self, number: int, start: int, end: int) -> tuple[str, ...] | None:
        """What a sentence says for just these tokens; None where they are part of something larger."""
        search, candidate = self._searches[number], self.candidates[number]
        if all(place in candidate.assembled.kept for place in range(start, end)):
            return ()
        for rewrite in candidate.rewrites:
            if search.batch.item(rewrite)[:2] == (start, end):
                return search.numbering.words(search.batch.target(rewrite))
        return None

    def settle(self, true_weights: Sequence[dict[int, float]]) -> None:
        """Gives back the score that penalties took away."""
        for search, candidate, weights in zip(self._searches, self.candidates, true_weights, strict=True):
            for rewrite in dict.fromkeys(candidate.piece_rewrites):
                self.score += weights[rewrite] - search.batch.item(rewrite)[5]


def _span_within_piece(
    sentence: Sentence, candidate: Candidate, span: tuple[int, int]
) -> tuple[int, int] | None:
    """Where a span stands in the sentence's new text if one replacement takes it up and says it as it stood."""
    start, end = span
    said = sentence.text[start:end].strip()
    found = None
    for source_start, source_end, first, last in candidate.assembled.pieces:
        if not said or not (source_start <= start and end <= source_end):
            continue
        places = [
            m.span()
            for m in re.finditer(rf"(?<!\w){re.escape(said)}(?!\w)", candidate.assembled.text, re.IGNORECASE)
        ]
        inside = [place for place in places if first <= place[0] and place[1] <= last]
        found = inside[0] if len(inside) == 1 else None
    return found


def _replacements(
    search: SentenceSearch, candidate: Candidate, line_start: int, text: str
) -> list[Replacement]:
    """The changing rewrites of a candidate, each with where it stands in the source and in the text."""
    sentence = search.sentence
    found = []
    for rewrite in candidate.rewrites:
        start, end, origin, _, score, weight, _ = search.batch.item(rewrite)
        places = [
            place
            for place, owner in zip(candidate.assembled.pieces, candidate.piece_rewrites, strict=True)
            if owner == rewrite
        ]
        first, last = min(p[2] for p in places) + line_start, max(p[3] for p in places) + line_start
        source_start, source_end = sentence.tokens[start].start, sentence.tokens[end - 1].end
        found.append(
            Replacement(
                source_start,
                source_end,
                sentence.text[source_start:source_end],
                first,
                last,
                text[first:last],
                search.origins[origin].name,
                score,
                weight,
            )
        )
    return sorted(found, key=lambda r: (r.target_start, r.target_end))


def _names_over_sentences(sentences: Sequence[Sentence]) -> list[list[tuple[int, int, int]]]:
    """The names that stand in several of a line's sentences; within one the lattice sees to them."""
    if len(sentences) < 2:
        return []
    places: dict[str, list[tuple[int, int, int]]] = {}
    for number, sentence in enumerate(sentences):
        for stretches in repeated_names(sentence):
            start, end = stretches[0]
            name = " ".join(token.text for token in sentence.tokens[start:end])
            places.setdefault(name, []).extend((number, *stretch) for stretch in stretches)
    return [found for found in places.values() if len({number for number, _, _ in found}) > 1]


def load(path: str | os.PathLike[str] | None = None, **arguments: Any) -> Paraphraser:
    """A paraphraser with the model at `path`, or with the one that comes with the package."""
    return Paraphraser(Model(path if path is not None else shipped_model()), **arguments)


def shipped_model() -> FilePath:
    """Where the model that comes with the package lies."""
    import otherwords

    return FilePath(otherwords.__file__).parent / "models" / "starter"
