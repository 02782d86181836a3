"""The protocol of weighers, and the papers' log-linear one."""

from __future__ import annotations

from array import array
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

from otherwords.rewrites import Numbering, RewriteBatch
from otherwords.text import Sentence
from otherwords.weighing._loglinear import keep_strongest, weigh


@dataclass(frozen=True, slots=True)
class Origin:
    """Who proposed a rewrite (a table, the identity, a source), and its λ."""

    name: str
    weight: float = 1.0


class Weigher(Protocol):
    """Gives every rewrite of a batch its weight, which may depend on the whole sentence."""

    def __call__(
        self, batch: RewriteBatch, sentence: Sentence, numbering: Numbering, origins: Sequence[Origin]
    ) -> None:
        """Sets the weights; may drop rewrites."""
        ...


@dataclass(frozen=True, slots=True)
class LogLinear:
    """λₖ log φₖ for a rewrite of table k, and `word_weight` for each word it says.

    A unit that several tables hold counts once, with the largest λₖ log φₖ (Zhao et al. 2009, §3.4, eq. 2).
    """

    word_weight: float = 0.0

    def __call__(
        self, batch: RewriteBatch, sentence: Sentence, numbering: Numbering, origins: Sequence[Origin]
    ) -> None:
        """Sets the weights and keeps one rewrite for each unit."""
        weigh(batch, array("d", [origin.weight for origin in origins]), self.word_weight)
        keep_strongest(batch)
