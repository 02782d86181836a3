"""Every derivation of a sentence, by the definition: what the woven lattice must accept.

A **rewrite** has parts, each (start, end, symbols): tokens start…end - 1 become these symbols. A symbol is a
word (a number from 0) or -1 - k for slot k, a stretch within the part that is itself derived. A derivation
covers each token just once, from left to right; what a slot yields stands where the rewrite says it. Of a
rewrite over several parts all are used or none, and each is said where its tokens stand. A rewrite is used at
most once.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise, product


@dataclass(frozen=True)
class Rewrite:
    """Parts, slots, and what using it weighs."""

    parts: tuple[tuple[int, int, tuple[int, ...]], ...]
    slots: tuple[tuple[int, int], ...] = ()
    weight: float = 0.0
    plain: bool = True  # one part, no slots, and proposed as such

    def keeps(self, source) -> bool:
        """Whether it says just what stood there."""
        start, end, symbols = self.parts[0]
        return self.plain and symbols == tuple(source[start:end])


@dataclass(frozen=True)
class Word:
    """One word of a derivation: who says it, and which source token it is, where it was kept."""

    word: int
    rewrite: int
    token: int | None = None


@dataclass(frozen=True)
class Derivation:
    """The words in target order, and the parts that were used: (rewrite, part)."""

    said: tuple[Word, ...] = ()
    parts: tuple[tuple[int, int], ...] = ()

    def __add__(self, other: Derivation) -> Derivation:
        return Derivation(self.said + other.said, self.parts + other.parts)

    @property
    def words(self) -> tuple[int, ...]:
        return tuple(word.word for word in self.said)

    @property
    def rewrites(self) -> frozenset[int]:
        return frozenset(rewrite for rewrite, _ in self.parts)


class TooManyError(Exception):
    """More derivations than a test should look at."""


@dataclass(frozen=True)
class NaiveLattice:
    """The rewrites of a sentence; gives up beyond `most` derivations."""

    source: tuple[int, ...]
    rewrites: tuple[Rewrite, ...]
    most: int = 3000

    def derivations(self) -> list[Derivation]:
        return [d for d in self._fill(0, len(self.source), frozenset()) if self._whole(d)]

    def weight(self, derivation: Derivation) -> float:
        return sum(self.rewrites[r].weight for r in derivation.rewrites)

    def _whole(self, derivation: Derivation) -> bool:
        """Whether of each rewrite that is used all parts are used."""
        return all(
            (r, part) in derivation.parts
            for r in derivation.rewrites
            for part in range(len(self.rewrites[r].parts))
        )

    def _fill(self, start: int, end: int, around: frozenset[int]) -> list[Derivation]:
        """All ways to cover tokens start…end - 1 within the slots of the rewrites `around`."""
        if start == end:
            return [Derivation()]
        found = []
        for r, rewrite in enumerate(self.rewrites):
            for part, (first, last, _) in enumerate(rewrite.parts):
                if first == start and last <= end and r not in around:
                    rest = self._fill(last, end, around)
                    if rest:
                        found += [one + more for one in self._say(r, part, around | {r}) for more in rest]
                    if len(found) > self.most:
                        raise TooManyError
        return found

    def _say(self, r: int, part: int, around: frozenset[int]) -> list[Derivation]:
        """All ways to say a part of a rewrite."""
        rewrite = self.rewrites[r]
        start, _, symbols = rewrite.parts[part]
        kept = rewrite.keeps(self.source)
        pieces = [[Derivation((), ((r, part),))]]
        for i, symbol in enumerate(symbols):
            if symbol < 0:
                pieces.append(self._fill(*rewrite.slots[-1 - symbol], around))
            else:
                pieces.append([Derivation((Word(symbol, r, start + i if kept else None),))])
        return [sum(ways, Derivation()) for ways in product(*pieces)]

    # ---- constraints, as predicates on derivations

    def changes(self, derivation: Derivation) -> int:
        """How many of its rewrites change something."""
        return sum(not self.rewrites[r].keeps(self.source) for r in derivation.rewrites)

    def agrees(self, derivation: Derivation, sounds, clashes) -> bool:
        """No word is followed by one that begins otherwise than it demands, kept neighbours aside."""
        return not any(
            clash(one.word, two.word, sounds, clashes)
            and not (one.token is not None and two.token == one.token + 1)
            for one, two in pairwise(derivation.said)
        )


def says(derivation: Derivation, term) -> bool:
    """Whether the term's words stand next to each other somewhere."""
    words, term = derivation.words, tuple(term)
    return any(words[i : i + len(term)] == term for i in range(len(words) - len(term) + 1))


def length(derivation: Derivation, lengths) -> int:
    return sum(lengths.get(word, 1) for word in derivation.words)


def alike(derivation: Derivation, keys, choices) -> bool:
    """Whether rewrites with the same key (0: none) make the same choice."""
    used = [r for r in derivation.rewrites if keys[r]]
    return all(choices[r] == choices[s] for r in used for s in used if keys[r] == keys[s])


def clash(word: int, following: int, sounds, clashes) -> bool:
    """sounds: word → (how it begins, what it demands of the next); clashes: (demand, beginning); 0 is neither."""
    demands, begins = sounds.get(word, (0, 0))[1], sounds.get(following, (0, 0))[0]
    return bool(demands and begins and (demands, begins) in clashes)
