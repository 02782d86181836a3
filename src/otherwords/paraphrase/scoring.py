"""The true score of any source and target: that of the best derivation (Chevelu et al. 2010, §2).

The score of a derivation is the weight of its rewrites plus lm_weight · ln P(target). The language model's part is
the same for all derivations of one target, so the best is that with the best rewrites.
"""

from __future__ import annotations

import heapq
from collections.abc import Sequence
from dataclasses import dataclass, field

from otherwords.errors import UsageError
from otherwords.lattice import Constraints
from otherwords.paraphrase.options import Options
from otherwords.paraphrase.sentences import TO_SCORE, Resources, SentenceSearch, own_stretches
from otherwords.text import Sentence, analyse

GAP = " … "


@dataclass(frozen=True, slots=True)
class UsedRewrite:
    """One rewrite of a derivation: what it replaces by what, who proposed it, and what it adds to the score.

    `start` and `end` are code points of the source; where something is left out between, source or target have "…".
    """

    source: str
    target: str
    table: str
    weight: float
    start: int
    end: int

    @property
    def changes(self) -> bool:
        """Whether it says anything else than the source, case aside."""
        return self.source.casefold() != self.target.casefold()


@dataclass(frozen=True, slots=True)
class Derivation:
    """One way from source to target, its rewrites in source order."""

    score: float
    rewrites: tuple[UsedRewrite, ...]


@dataclass(frozen=True, slots=True)
class Scored:
    """A pair's true score: that of the best of its `number` derivations; or none, and the `reason`.

    `features` are those of the best derivation; times the model's weights they add up to the score.
    """

    source: str
    target: str
    score: float | None
    number: int = 0
    derivations: tuple[Derivation, ...] = ()
    features: dict[str, float] = field(default_factory=dict)
    reason: str = ""


class SourceText:
    """A source made ready for scoring targets.

    Its numbers and names may be said otherwise where a table says how: that they are protected when
    paraphrasing is the caller's wish, and no property of a pair.
    """

    def __init__(self, text: str, resources: Resources, pretokenized: bool = False) -> None:
        self.text, self.resources, self.pretokenized = text, resources, pretokenized
        self.sentences = self._analysed(text)
        options = Options(pretokenized=pretokenized)
        self.searches = [
            SentenceSearch(sentence, resources, options, Constraints(), TO_SCORE)
            for sentence in self.sentences
        ]

    def _analysed(self, text: str) -> list[Sentence]:
        settings = self.resources.model.settings
        return analyse(
            text,
            settings.language,
            classes=settings.classes,
            pretokenized=self.pretokenized,
            protect_numbers=settings.protect_numbers,
        )

    def true_score(self, target: str) -> float | None:
        """The score alone."""
        targets = self._analysed(target)
        if not targets or len(targets) != len(self.sentences):
            return None
        total = 0.0
        for search, sentence in zip(self.searches, targets, strict=True):
            words = search.numbering.printed_numbers(sentence)
            number, best = search.lattice.derivations(words)
            if not number:
                return None
            total += best[0][0] + self._model_part(search, words)
        return total

    def _model_part(self, search: SentenceSearch, words: Sequence[int]) -> float:
        return self.resources.model.settings.lm_weight * search.model_score(words)

    def scored(self, target: str, derivations: int = 1) -> Scored:
        """The score, the best derivations, and why there are none."""
        if derivations < 0:
            raise UsageError(f"derivations is {derivations}, expected 0 or more")
        targets = self._analysed(target)
        if reason := self._mismatch(targets):
            return Scored(self.text, target, None, reason=reason)
        number, lists, features = 1, [], dict[str, float]()
        for search, sentence in zip(self.searches, targets, strict=True):
            words = search.numbering.printed_numbers(sentence)
            ways, best = search.lattice.derivations(words, max(derivations, 1))
            if not ways:
                return Scored(self.text, target, None, reason=_reason(search, sentence, words))
            number *= ways
            model_part = self._model_part(search, words)
            lists.append([(weight + model_part, arcs) for weight, arcs in best])
            used = [search.lattice.arc(a)[2] for a in best[0][1]]
            for name, value in search.parts_of_score(used, words).items():
                features[name] = features.get(name, 0.0) + value
        listed = tuple(
            Derivation(
                score,
                tuple(
                    used
                    for search, arcs in zip(self.searches, paths, strict=True)
                    for used in _rewrites(search, arcs)
                ),
            )
            for score, paths in _best_sums(lists, derivations)
        )
        score = sum(best[0][0] for best in lists)
        return Scored(self.text, target, score, number, listed, features)

    def _mismatch(self, targets: Sequence[Sentence]) -> str:
        """Why sentences cannot be paired at all."""
        for name, sentences in (("source", self.sentences), ("target", targets)):
            if not sentences:
                return f"the {name} is empty"
        ours, theirs = len(self.sentences), len(targets)
        if ours == theirs:
            return ""
        return f"the source has {ours} sentence{'s' * (ours > 1)}, the target {theirs}: they cannot be paired"


def _best_sums(
    lists: Sequence[Sequence[tuple[float, list[int]]]], count: int
) -> list[tuple[float, list[list[int]]]]:
    """The best sums of one item of each list, best first, with the items."""

    def total(places: tuple[int, ...]) -> float:
        return sum(items[i][0] for items, i in zip(lists, places, strict=True))

    start = (0,) * len(lists)
    heap, seen = [(-total(start), start)], {start}
    found: list[tuple[float, list[list[int]]]] = []
    while heap and len(found) < count:
        negative, places = heapq.heappop(heap)
        found.append((-negative, [items[i][1] for items, i in zip(lists, places, strict=True)]))
        for k, items in enumerate(lists):
            following = (*places[:k], places[k] + 1, *places[k + 1 :])
            if following[k] < len(items) and following not in seen:
                seen.add(following)
                heapq.heappush(heap, (-total(following), following))
    return found


def _rewrites(search: SentenceSearch, arcs: Sequence[int]) -> list[UsedRewrite]:
    """The rewrites that these arcs belong to, in the order of the source."""
    used = dict.fromkeys(search.lattice.arc(a)[2] for a in arcs)
    found = []
    for rewrite in sorted(used, key=lambda r: _support(search, r)):
        start, end, origin, _, _, weight, _ = search.batch.item(rewrite)
        parts, _ = search.batch.parts(rewrite)
        tokens, text = search.sentence.tokens, search.sentence.text
        found.append(
            UsedRewrite(
                GAP.join(
                    text[tokens[first].start : tokens[last - 1].end]
                    for first, last in _support(search, rewrite)
                ),
                GAP.join(_said(search, symbols) for _, _, symbols in parts),
                search.origins[origin].name,
                weight,
                tokens[start].start,
                tokens[end - 1].end,
            )
        )
    return found


def _said(search: SentenceSearch, symbols: Sequence[int]) -> str:
    return " ".join("…" if symbol < 0 else search.numbering.word(symbol) for symbol in symbols)


# ---- why there is no derivation ----------------------------------------------------------------------


def _reason(search: SentenceSearch, target: Sentence, words: Sequence[int]) -> str:
    lattice = search.lattice
    cut = f" (the lattice was cut: {', '.join(lattice.cuts)})" if not lattice.whole else ""
    if not lattice.possible:
        return _uncoverable(search) + cut
    said, arcs = lattice.furthest(words)
    covered = _covered(search, arcs)
    left = _quoted(search.sentence, [i for i, is_covered in enumerate(covered) if not is_covered])
    if said == len(words):
        return f"the target ends too early: of the source {left} is not covered" + cut
    prefix = target.text[target.tokens[0].start : target.tokens[said - 1].end] if said else ""
    word = target.tokens[said].text
    can = (
        f'"{prefix}" can be said, but then "{word}" cannot follow'
        if said
        else f'the target cannot begin with "{word}"'
    )
    return f"{can}: {_obstacle(search, words, said, left)}{cut}"


def _obstacle(search: SentenceSearch, words: Sequence[int], said: int, left: str) -> str:
    """Why the word behind the first `said` ones cannot follow them."""
    word, numbering = words[said], search.numbering
    spelt = numbering.word(word)
    policy = search.resources.model.settings.identity
    if word not in search.batch.words():
        if word not in numbering.printed:
            return "no rewrite of the source says it"
        if policy == "chevelu2010":
            return f'"{spelt}" has an entry of its own, so it may not stay as it is (identity chevelu2010)'
        return f'"{spelt}" may not stay as it is (identity {policy})'
    if said and search.agreement is not None:
        before = numbering.word(words[said - 1])
        if not search.agreement.agrees(before, spelt):
            return f'"{before}" does not agree with it'
    return f"no rewrite says it for what is left of the source, {left}" if left else "the source ends there"


def _uncoverable(search: SentenceSearch) -> str:
    """Which source words have no rewrite at all."""
    covered = [False] * len(search.sentence.tokens)
    for rewrite in range(len(search.batch)):
        for first, last in _support(search, rewrite):
            covered[first:last] = [True] * (last - first)
    lost = _quoted(search.sentence, [i for i, is_covered in enumerate(covered) if not is_covered])
    if not lost:
        return "the source cannot be covered: its rewrites do not fit together"
    policy = search.resources.model.settings.identity
    return (
        f"the source cannot be covered: {lost} has no rewrite and may not stay as it is (identity {policy})"
    )


def _covered(search: SentenceSearch, arcs: Sequence[int]) -> list[bool]:
    """By token: whether these arcs' rewrites cover it."""
    covered = [False] * len(search.sentence.tokens)
    for a in arcs:
        for first, last in _support(search, search.lattice.arc(a)[2]):
            covered[first:last] = [True] * (last - first)
    return covered


def _support(search: SentenceSearch, rewrite: int) -> list[tuple[int, int]]:
    """The stretches of tokens that a rewrite covers itself."""
    start, end = search.batch.item(rewrite)[:2]
    parts, slots = search.batch.parts(rewrite)
    if not slots:
        return [part[:2] for part in parts]
    return [(first, last) for first, last in own_stretches(start, end, slots) if first < last]


def _quoted(sentence: Sentence, tokens: Sequence[int]) -> str:
    """Stretches of tokens as the text has them, in quotes."""
    stretches: list[list[int]] = []
    for i in tokens:
        if stretches and stretches[-1][1] == i:
            stretches[-1][1] = i + 1
        else:
            stretches.append([i, i + 1])
    return ", ".join(
        f'"{sentence.text[sentence.tokens[first].start : sentence.tokens[last - 1].end]}"'
        for first, last in stretches
    )
