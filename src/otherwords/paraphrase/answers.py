"""What a paraphraser answers: paraphrases, their replacements, and the record of a line."""

from __future__ import annotations

import math
from dataclasses import dataclass, field
from typing import Any


@dataclass(frozen=True, slots=True)
class Replacement:
    """One rewrite as it was used; offsets are code points of the source line and of the paraphrase."""

    start: int
    end: int
    source: str
    target_start: int
    target_end: int
    target: str
    table: str
    score: float
    weight: float


@dataclass(frozen=True, slots=True)
class Paraphrase:
    """A paraphrase: its text, its true score, and how it came about.

    `exact` says that no unseen paraphrase is better, which is proved; otherwise one may be better by up to `gap`.
    `features` times the model's weights add up to the score. `spans` are where spans that the caller passed in stand now.
    """

    text: str
    score: float
    exact: bool = True
    gap: float = 0.0
    features: dict[str, float] = field(default_factory=dict)
    replacements: tuple[Replacement, ...] = ()
    spans: tuple[tuple[int, int] | None, ...] = ()

    def to_dict(self) -> dict[str, Any]:
        """As in a JSONL record."""
        found: dict[str, Any] = {
            "text": self.text,
            "score": round(self.score, 6),
            "exact": self.exact,
            "gap": round(self.gap, 6) if math.isfinite(self.gap) else None,
            "features": {name: round(value, 6) for name, value in self.features.items()},
            "replacements": [
                {
                    name: round(value, 6) if isinstance(value := getattr(r, name), float) else value
                    for name in Replacement.__slots__
                }
                for r in self.replacements
            ],
        }
        if self.spans:
            found["spans"] = [list(span) if span else None for span in self.spans]
        return found


@dataclass(frozen=True, slots=True)
class Record:
    """What became of one line; `status` says why there are fewer paraphrases than were asked for."""

    source: str
    paraphrases: tuple[Paraphrase, ...]
    status: str = ""

    def to_dict(self) -> dict[str, Any]:
        """As a line of JSONL."""
        found: dict[str, Any] = {
            "source": self.source,
            "paraphrases": [p.to_dict() for p in self.paraphrases],
        }
        if self.status:
            found["status"] = self.status
        return found
