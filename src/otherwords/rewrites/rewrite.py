"""A rewrite as people write one: these tokens may become those words."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

from otherwords.text import Sentence


@dataclass(frozen=True, slots=True)
class Slot:
    """A place in a target that takes up tokens start…end - 1 of the source, with whatever rewrites they have."""

    start: int
    end: int


@dataclass(frozen=True, slots=True)
class Part:
    """A contiguous stretch of source tokens, and what is said in its place."""

    start: int
    end: int
    target: tuple[str | Slot, ...] = ()


@dataclass(frozen=True, slots=True)
class Rewrite:
    """One or several parts and a score (a natural logarithm).

    With slots, one part covers all of it, the slots' tokens included; "give X to Y" to "give Y X" over
    tokens 0 to 5 is

    >>> Rewrite((Part(0, 5, ("give", Slot(3, 5), Slot(1, 2))),), -0.5).parts[0].target[1]
    Slot(start=3, end=5)

    Without, several parts leave the tokens between them to other rewrites: "turn … off" to "switch … off" is

    >>> len(Rewrite((Part(0, 1, ("switch",)), Part(3, 4, ("off",))), -0.5).parts)
    2
    """

    parts: tuple[Part, ...]
    score: float = 0.0
    note: str = ""


class RewriteSource(Protocol):
    """Anything that proposes rewrites for a sentence; `name` tells its rewrites apart in answers."""

    name: str

    def propose(self, sentence: Sentence) -> Sequence[Rewrite]:
        """The rewrites of this sentence, positions being those of its tokens."""
        ...
