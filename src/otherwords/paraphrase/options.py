"""What can be asked of a paraphraser beside a text."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

from otherwords.errors import UsageError
from otherwords.lattice import WeaveLimits
from otherwords.model.settings import FAR
from otherwords.text import Protection

_WEAVE_LIMITS = WeaveLimits()


@dataclass(frozen=True, slots=True)
class Options:
    """The options of one call; the defaults ask for the one best paraphrase."""

    n: int = 1
    include_source: bool = False
    protect: Sequence[str] = ()
    """Terms, /regular expressions/ and @files of such, that stay as they are."""
    avoid: Sequence[str] = ()
    require: Sequence[str] = ()
    min_changes: int = 0
    max_changes: int | None = None
    max_chars: int | None = None
    max_words: int | None = None
    max_bytes: int | None = None
    diverse: float | None = None
    sample: int = 0
    """So many random paraphrases instead of the `n` best: each falls in proportion to exp(score / temperature)."""
    temperature: float = 1.0
    seed: int = 0
    beam: int = 0
    time_limit: float = 0.0
    memory_limit: int = 0
    pretokenized: bool = False
    spans: Sequence[tuple[int, int]] = ()
    """Places in the text, in code points, to protect; they come back with their new offsets."""
    within: tuple[int, int] | None = None
    """Only what lies within these code points may change."""
    max_words_in: int = 2000
    max_candidates: int = 10_000
    weave: WeaveLimits = _WEAVE_LIMITS

    def __post_init__(self) -> None:
        for name in ("n", "max_words_in", "max_candidates"):
            if not 1 <= getattr(self, name) < 2**30:
                raise UsageError(f"{name} is {getattr(self, name)}, expected 1 to {2**30 - 1}")
        for name in ("min_changes", "max_changes", "max_chars", "max_words", "max_bytes", "sample", "beam"):
            value = getattr(self, name)
            if value is not None and not 0 <= value < 2**31:
                raise UsageError(f"{name} is {value}, expected 0 or more (and less than {2**31})")
        for name in ("time_limit", "memory_limit"):
            if not 0 <= getattr(self, name) < math.inf:
                raise UsageError(f"{name} is {getattr(self, name)}, expected 0 (none) or more")
        if self.diverse is not None and not 0 <= self.diverse < FAR:
            raise UsageError(f"diverse is {self.diverse}, expected a number from 0 on")
        if self.max_changes is not None and self.max_changes < self.min_changes:
            raise UsageError(f"max_changes is {self.max_changes}, below min_changes, {self.min_changes}")
        if not self.temperature > 0:
            raise UsageError(f"temperature is {self.temperature}, expected more than 0")
        if self.sample and self.diverse is not None:
            raise UsageError("sample and diverse exclude each other: draws are as different as they fall")
        for name in ("protect", "avoid", "require"):
            if isinstance(getattr(self, name), str):
                raise UsageError(f"{name} is a text, expected a list of texts")
            if any(not term.strip() for term in getattr(self, name)):
                raise UsageError(f"{name} names an empty term")
        for start, end in (*self.spans, *([self.within] if self.within is not None else [])):
            if not 0 <= start <= end:
                raise UsageError(f"the span {start}:{end} is none, expected START:END with 0 ≤ START ≤ END")

    @property
    def protection(self) -> Protection:
        """What `protect` says, parsed."""
        return Protection.parse(self.protect)

    def limits(self) -> list[str]:
        """The names of the options that can reject a paraphrase, as the command spells them."""
        named = {
            "--require": self.require,
            "--avoid": self.avoid,
            "--min-changes": self.min_changes,
            "--max-changes": self.max_changes is not None,
            "--max-chars": self.max_chars is not None,
            "--max-words": self.max_words is not None,
            "--max-bytes": self.max_bytes is not None,
            "--protect": self.protect,
        }
        return [name for name, given in named.items() if given]
