"""One line: what is asked of it, and its answers."""

from __future__ import annotations

import time
from collections.abc import Callable

from otherwords.lattice import Constraints
from otherwords.paraphrase.answers import Paraphrase, Record, Replacement
from otherwords.paraphrase.combination import Combination, replacements_of, span_within_piece
from otherwords.paraphrase.diversity import token_distance
from otherwords.paraphrase.lengths import least_length, least_limit, printed_length
from otherwords.paraphrase.names import names_over_sentences, repeated_names
from otherwords.paraphrase.options import Options
from otherwords.paraphrase.sentences import ORDINARY, Leave, Resources, SentenceSearch
from otherwords.paraphrase.sums import best_sums
from otherwords.realisation import Agreement, moved_spans
from otherwords.rewrites import entity_key
from otherwords.text import Sentence, analyse, tokenize
from otherwords.text.protection import Protection
from otherwords.text.tokens import normalised

FEWEST_TOKENS_APART = 2


class Line:
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
        self.names = names_over_sentences(self.sentences) if options.within is None else []

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
        """One limit that can be kept track of word by word; `fits` then looks at the printed text."""
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

    def fits(self, text: str, changes: int) -> bool:
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
            from otherwords.paraphrase.draws import draws

            found, why = draws(self)
            return Record(self.text, tuple(self._paraphrase(combination) for combination in found), why)
        if self.options.diverse is not None:
            found, why = self._diverse(self.options.diverse)
        else:
            found, why = self.accepted(self.options.n)
        answers = tuple(self._paraphrase(combination) for combination in found)
        return Record(self.text, answers, "" if len(answers) == self.options.n else why)

    def accepted(
        self, count: int, differs: Callable[[str], bool] = lambda text: True
    ) -> tuple[list[Combination], str]:
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
                and self.fits(c.text, c.changes)
                and (not self.names or c.says_alike(self.names))
                and differs(c.text)
            ]
            if len(accepted) >= count:
                return accepted[:count], ""
            if exhausted or stopped or wanted >= self.options.max_candidates or len(combinations) < wanted:
                return accepted, self.why(len(accepted), stopped, exhausted, len(combinations))
            wanted = min(4 * wanted, self.options.max_candidates)

    def _combinations(self, count: int) -> tuple[list[Combination], bool, bool]:
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
            line = Combination(self, [c[i] for c, i in zip(lists, places, strict=True)])
            if inexact:
                line.gap = max(most - line.score, 1e-9)
            found_lines.append(line)
        return found_lines, stopped, exhausted and len(sums) <= count

    def _seconds_left(self) -> float:
        """Of `time_limit`, which is for the whole line; 0 where there is none."""
        if not self.options.time_limit:
            return 0.0
        return max(self.until - time.monotonic(), 1e-6)

    def _diverse(self, penalty: float) -> tuple[list[Combination], str]:
        """Answer i is the best of score − penalty × (rewrites used before), at least two tokens from each earlier one."""
        found: list[Combination] = []
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

    def why(self, found: int, stopped: bool, exhausted: bool, looked_at: int) -> str:
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

    def _paraphrase(self, combination: Combination) -> Paraphrase:
        features: dict[str, float] = {}
        replacements: list[Replacement] = []
        spans: list[tuple[int, int] | None] = [None] * len(self.options.spans)
        for search, candidate, start in zip(
            self.searches, combination.candidates, combination.starts, strict=True
        ):
            for name, value in search.features(candidate).items():
                features[name] = features.get(name, 0.0) + value
            replacements += replacements_of(search, candidate, start, combination.text)
            for i, place in enumerate(moved_spans(search.sentence, candidate.assembled, self.options.spans)):
                if place is None:
                    place = span_within_piece(search.sentence, candidate, self.options.spans[i])
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
