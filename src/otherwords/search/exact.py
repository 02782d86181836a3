"""Exact search for the best distinct strings of a lattice."""

from __future__ import annotations

import math
from dataclasses import dataclass

from otherwords.lattice import Lattice
from otherwords.lm import LanguageModel
from otherwords.search._search import best as _best


@dataclass(frozen=True, slots=True)
class SearchLimits:
    """What a search may use; with a beam, or where a limit stops it, the answers carry a gap."""

    beam: int = 0
    seconds: float = 0.0
    bytes: int = 0


@dataclass(frozen=True, slots=True)
class Path:
    """A string's best derivation: its score, its arcs, and how much better an unseen string could be at most."""

    score: float
    arcs: tuple[int, ...]
    gap: float = 0.0

    @property
    def exact(self) -> bool:
        """Whether it is proved that no unseen string is better."""
        return self.gap == 0.0


@dataclass(frozen=True, slots=True)
class Found:
    """The best paths, best first; `exhausted`: there are no others."""

    paths: tuple[Path, ...]
    exhausted: bool
    stopped: bool
    expansions: int


NO_LIMITS = SearchLimits()


def best_strings(
    lattice: Lattice,
    model: LanguageModel,
    model_weight: float,
    count: int,
    limits: SearchLimits = NO_LIMITS,
) -> Found:
    """The `count` best distinct strings in the order of their true scores."""
    answers, upper, expansions, stopped = _best(
        lattice,
        model.query,
        model_weight,
        count,
        beam=limits.beam,
        seconds=limits.seconds,
        bytes=limits.bytes,
    )
    proved = lattice.whole and not stopped and not limits.beam
    if proved:
        paths = tuple(Path(score, tuple(arcs)) for score, arcs in answers)
        return Found(paths, len(answers) < count, False, expansions)
    if not lattice.whole:
        upper = math.inf  # what was cut off has no bound
    paths = tuple(Path(score, tuple(arcs), max(upper - score, 1e-9)) for score, arcs in answers)
    return Found(paths, False, stopped, expansions)
