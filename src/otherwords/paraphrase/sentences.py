"""One sentence: its rewrites, its lattice, and its candidates, best first."""

from __future__ import annotations

from array import array
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from functools import cached_property

from otherwords.errors import LimitError, UsageError
from otherwords.lattice import Constraints, Lattice, add_agreeing_forms, weave
from otherwords.model import Model
from otherwords.paraphrase.options import Options
from otherwords.realisation import Agreement, Assembled, Piece, assemble
from otherwords.rewrites import (
    NUMBERED,
    ClassWords,
    Numbering,
    Rewrite,
    RewriteBatch,
    RewriteSource,
    Slot,
    add_identity,
)
from otherwords.search import Found, Path, SearchLimits, best_strings
from otherwords.tables import Table
from otherwords.text import Sentence
from otherwords.vocabulary import UNKNOWN
from otherwords.weighing import LogLinear, Origin, Weigher

IDENTITY = "identity"


@dataclass(frozen=True, slots=True)
class Leave:
    """What a search may do beyond the ordinary; see `ORDINARY`, `TO_SCORE` and `TO_SUGGEST`."""

    every_word_stays: bool = False
    """Whatever the model's identity policy, for 0 where that gives a word nothing."""
    protected_too: bool = False
    """Rewrites of protected tokens are proposed like others."""


ORDINARY = Leave()
TO_SCORE = Leave(protected_too=True)
"""A given pair may say what protection would keep from being said: protecting is the caller's wish, not the model's."""
TO_SUGGEST = Leave(every_word_stays=True)
"""One place changes, the rest must be able to stay."""


@dataclass(frozen=True)
class Resources:
    """What a paraphraser works with: a model, and what was added for this run."""

    model: Model
    glossaries: tuple[Table, ...] = ()
    extra_words: tuple[str, ...] = ()
    sources: tuple[RewriteSource, ...] = ()
    weigher: Weigher | None = None

    @cached_property
    def class_words(self) -> ClassWords:
        """The class tokens of the model and of the glossaries."""
        known = self.model.class_words
        return ClassWords(self.model.vocabulary, self.extra_words) if self.extra_words else known

    def origins(self) -> list[Origin]:
        """Who proposes rewrites, in the order of their numbers: tables, glossaries, the identity, sources."""
        model = self.model
        tables = zip(model.tables, model.table_weights, strict=True)
        return [
            *(Origin(table.name, weight) for table, weight in tables),
            *(Origin(table.name, table.weight) for table in self.glossaries),
            Origin(IDENTITY, model.settings.identity_weight),
            *(Origin(source.name) for source in self.sources),
        ]


@dataclass(frozen=True, slots=True)
class Candidate:
    """One way to say a sentence: the path that says it, and its text."""

    path: Path
    assembled: Assembled
    rewrites: tuple[int, ...]
    """The changing rewrites it uses, by number."""
    piece_rewrites: tuple[int, ...]
    """By piece of `assembled`: the rewrite it belongs to."""
    words: tuple[int, ...]


class SentenceSearch:
    """The search for one sentence's paraphrases; the unchanged sentence is among its candidates."""

    def __init__(
        self,
        sentence: Sentence,
        resources: Resources,
        options: Options,
        constraints: Constraints,
        leave: Leave = ORDINARY,
    ) -> None:
        if len(sentence.tokens) > options.max_words_in:
            raise LimitError(
                f"a sentence of {len(sentence.tokens)} words; the limit is {options.max_words_in} (--max-words-in)"
            )
        self.sentence, self.resources, self.options, self.constraints = (
            sentence,
            resources,
            options,
            constraints,
        )
        self.leave = leave
        self.origins = resources.origins()
        model = resources.model
        self.numbering = Numbering(sentence, model.vocabulary, resources.class_words, resources.extra_words)
        self.outside = self._outside()
        self.batch = self._proposed()
        weigher = resources.weigher or LogLinear(model.settings.word_weight)
        weigher(self.batch, sentence, self.numbering, self.origins)
        self.agreement = Agreement(model.settings.language) if model.settings.agreement else None
        self.sounds = (
            add_agreeing_forms(
                self.batch,
                self.numbering,
                self.agreement,
                () if leave.protected_too else sentence.protected,
            )
            if self.agreement is not None
            else None
        )
        self.lattice = self._woven()
        self._weights: dict[int, float] = {}  # of rewrites that were penalised, before

    # ---- from sentence to lattice --------------------------------------------------------------

    def _proposed(self) -> RewriteBatch:
        resources, numbering = self.resources, self.numbering
        settings, classes = resources.model.settings, resources.class_words
        outside = self.outside
        kept = self._guarded()
        guarded = bytes(len(kept)) if self.leave.protected_too else kept
        batch = RewriteBatch(numbering.printed)
        class_words = (
            classes.numbers if settings.classes else array("I")
        )  # else a class token is a word like any other
        for origin, table in enumerate((*resources.model.tables, *resources.glossaries)):
            batch.propose(
                table.kernel,
                origin,
                numbering.read,
                numbering.kinds,
                class_words,
                NUMBERED,
                guarded,
                self._may,
            )
        first_source = len(resources.model.tables) + len(resources.glossaries) + 1
        for origin, source in enumerate(resources.sources, first_source):
            self._add_source(batch, source, origin, guarded, outside)
        stays = b"\1" * len(kept) if self.leave.every_word_stays else kept
        add_identity(batch, numbering, settings.identity, settings.identity_score, stays, first_source - 1)
        return batch

    def _outside(self) -> bytearray:
        """By token: 1 where it lies outside what may change."""
        outside = bytearray(len(self.sentence.tokens))
        if self.options.within is not None:
            first, last = self.options.within
            for place, token in enumerate(self.sentence.tokens):
                outside[place] = token.end <= first or last <= token.start
        return outside

    def _guarded(self) -> bytearray:
        """By token: 1 where it is protected, or lies outside what may change."""
        guarded = bytearray(self.outside)
        for start, end in self.sentence.protected:
            guarded[start:end] = b"\1" * (end - start)
        return guarded

    def _may(self, start: int, end: int, target: list[int]) -> bool:
        """Whether a rewrite that covers guarded tokens may be used.

        Each protected span is said as it stood, and what lies outside of what may change stays around it.
        """
        printed = self.numbering.printed
        if any(self.outside[start:end]):
            inside = [place for place in range(start, end) if not self.outside[place]]
            if not inside or not _keeps(target, printed[start : inside[0]], printed[inside[-1] + 1 : end]):
                return False
        for first, last in self.sentence.protected:
            if first < end and start < last:
                span = list(printed[first:last])
                if not (start <= first and last <= end) or not _holds_once(target, span):
                    return False
        return True

    def _add_source(
        self,
        batch: RewriteBatch,
        source: RewriteSource,
        origin: int,
        guarded: Sequence[int],
        outside: bytearray,
    ) -> None:
        for entry, rewrite in enumerate(source.propose(self.sentence)):
            try:
                self._add_rewrite(batch, rewrite, origin, entry, guarded, outside)
            except (ValueError, OverflowError, TypeError) as error:
                raise UsageError(f"the source {source.name!r} proposes {rewrite!r}: {error}") from error

    def _add_rewrite(
        self,
        batch: RewriteBatch,
        rewrite: Rewrite,
        origin: int,
        entry: int,
        guarded: Sequence[int],
        outside: bytearray,
    ) -> None:
        slots = [symbol for part in rewrite.parts for symbol in part.target if isinstance(symbol, Slot)]
        own = {i for part in rewrite.parts for i in range(part.start, part.end)}
        if slots and any(0 <= i < len(outside) and outside[i] for i in own):
            return  # it might move what must stay where it is
        own -= {i for slot in slots for i in range(slot.start, slot.end)}
        if any(0 <= i < len(guarded) and guarded[i] for i in own):
            return
        parts = [
            (part.start, part.end, [self._symbol(symbol, slots) for symbol in part.target])
            for part in rewrite.parts
        ]
        if len(parts) == 1 and not slots:
            batch.add(*parts[0], origin, entry, rewrite.score)
        else:
            batch.add_shaped(parts, [(s.start, s.end) for s in slots], origin, entry, rewrite.score)

    def _symbol(self, symbol: str | Slot, slots: Sequence[Slot]) -> int:
        return -1 - slots.index(symbol) if isinstance(symbol, Slot) else self.numbering.number(symbol)

    def _woven(self) -> Lattice:
        return weave(
            self.batch,
            self.numbering,
            self.resources.model.lm.unigrams,
            sounds=self.sounds,
            constraints=self.constraints,
            limits=self.options.weave,
        )

    @property
    def changes_proposed(self) -> bool:
        """Whether any rewrite of the sentence changes something."""
        return any(self.batch.item(i)[6] for i in range(len(self.batch)))

    def restore(self) -> None:
        """Makes rewrites worth what they were worth before any were penalised; the lattice stays as it is."""
        for i, weight in self._weights.items():
            self.batch.set_weight(i, weight)

    def penalise(self, rewrites: Sequence[int], penalty: float) -> None:
        """Makes rewrites worth less, and weaves anew."""
        for i in rewrites:
            weight = self.batch.item(i)[5]
            self._weights.setdefault(i, weight)
            self.batch.set_weight(i, weight - penalty)
        self.lattice = self._woven()

    # ---- from lattice to candidates ------------------------------------------------------------

    def candidates(self, count: int, seconds: float | None = None) -> tuple[list[Candidate], Found]:
        """The best `count` candidates whose printed texts differ, case aside; fewer where there are no more.

        `seconds` takes the place of the option `time_limit`. What was found is `exhausted` if these are all there are.
        """
        wanted = count
        while True:
            found = best_strings(
                self.lattice,
                self.resources.model.lm,
                self.resources.model.settings.lm_weight,
                wanted,
                SearchLimits(
                    self.options.beam,
                    self.options.time_limit if seconds is None else seconds,
                    self.options.memory_limit,
                ),
            )
            distinct: dict[str, Candidate] = {}
            for path in found.paths:
                candidate = self.candidate(path)
                distinct.setdefault(candidate.assembled.text.casefold(), candidate)
                if len(distinct) > count:
                    break
            candidates = list(distinct.values())[:count]
            if len(distinct) > count:
                return candidates, replace(found, exhausted=False)
            if len(distinct) == count or len(found.paths) < wanted or wanted >= self.options.max_candidates:
                return candidates, found
            wanted = min(2 * wanted, self.options.max_candidates)

    def candidate(self, path: Path) -> Candidate:
        """A path as text."""
        pieces, owners, words = [], [], list[int]()
        for a in path.arcs:
            _, said, rewrite, part, _ = self.lattice.arc(a)
            words += said
            pieces.append(self._piece(rewrite, part, said))
            owners.append(rewrite)
        assembled = assemble(
            self.sentence, pieces, truecaser=self.resources.model.truecaser, agreement=self.agreement
        )
        changing = tuple(dict.fromkeys(r for r in owners if self.batch.item(r)[6]))
        return Candidate(path, assembled, changing, tuple(owners), tuple(words))

    def _piece(self, rewrite: int, part: int, said: list[int]) -> Piece:
        start, end, *_, changes = self.batch.item(rewrite)
        parts, slots = self.batch.parts(rewrite)
        if slots:
            own = own_stretches(start, end, slots)
            start, end = own[part] if part < len(own) else (end, end)
        elif len(parts) > 1:
            start, end = parts[part][:2]
        elif not changes and said == list(self.numbering.printed[start:end]):
            return Piece(start, end)
        return Piece(start, end, self.numbering.words(said))

    def features(self, candidate: Candidate) -> dict[str, float]:
        """Each table's and the language model's part in a candidate's score, before weights.

        A weigher of the caller's own decides for the tables: its part is one feature, of weight 1.
        """
        return self.parts_of_score(candidate.piece_rewrites, candidate.words)

    def parts_of_score(self, rewrites: Iterable[int], words: Sequence[int]) -> dict[str, float]:
        """The features of the derivation with these rewrites (any may come twice) that says these words."""
        features = {"lm": self.model_score(words)}
        used = dict.fromkeys(rewrites)
        if self.resources.weigher is not None:
            return {**features, "weigher": sum(self.batch.item(rewrite)[5] for rewrite in used)}
        for rewrite in used:
            _, _, origin, _, score, _, _ = self.batch.item(rewrite)
            name = self.origins[origin].name
            features[name] = features.get(name, 0.0) + score
        if self.resources.model.settings.word_weight:
            features["words"] = float(len(words))
        return features

    def model_score(self, words: Sequence[int]) -> float:
        """The language model's score of words that are printed."""
        lm, own = self.resources.model.lm, self.numbering.first_own
        reads = self.numbering.model_words
        ids = (w if w < lm.unigrams else reads[w - own] if w >= own else UNKNOWN for w in words)
        return lm.score_ids(array("I", ids))


def _keeps(target: Sequence[int], before: Sequence[int], after: Sequence[int]) -> bool:
    """Whether a target begins and ends with these words, and says something between them."""
    enough = len(target) > len(before) + len(after)
    return enough and [*target[: len(before)], *target[len(target) - len(after) :]] == [*before, *after]


def _holds_once(target: Sequence[int], span: list[int]) -> bool:
    size = len(span)
    return sum(list(target[i : i + size]) == span for i in range(len(target) - size + 1)) == 1


def own_stretches(start: int, end: int, slots: Sequence[tuple[int, int]]) -> list[tuple[int, int]]:
    """What a rewrite with slots covers itself: the stretches between its slots, one before each slot said and one after."""
    stretches, place = [], start
    for first, last in sorted(slots):
        stretches.append((place, first))
        place = last
    return [*stretches, (place, end)]
