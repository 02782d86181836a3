"""What a word may stay as it is for.

| policy | a word itself |
|---|---|
| `self` | score −1, that is log e⁻¹ (Zhao et al. 2009, §3.4: the self-paraphrase table) |
| `uniform` | one score for every word (Quirk et al. 2004, §3.4: the higher, the more conservative) |
| `chevelu2010` | 0 for words without an entry of their own (Chevelu et al. 2010, §2.2), else not at all |
| `chevelu2010-all` | 0 for every word, which that paper's example P1 needs |
| `none` | not at all |

A protected token can always stay, for 0 where the policy gives it nothing.
"""

from __future__ import annotations

from collections.abc import Sequence

from otherwords.rewrites._batch import RewriteBatch
from otherwords.rewrites.numbering import Numbering

POLICIES = ("self", "uniform", "chevelu2010", "chevelu2010-all", "none")
SELF_SCORE = -1.0


def add_identity(
    batch: RewriteBatch, numbering: Numbering, policy: str, score: float, guarded: Sequence[int], origin: int
) -> None:
    """Adds the words as rewrites to themselves; `score` is for `self` and `uniform`, `guarded` marks protected tokens."""
    has_entry = batch.has_word_entry() if policy == "chevelu2010" else b""
    for place, number in enumerate(numbering.printed):
        if policy in ("self", "uniform"):
            batch.add(place, place + 1, (number,), origin, 0, score)
        elif (
            policy == "chevelu2010-all"
            or guarded[place]
            or (policy == "chevelu2010" and not has_entry[place])
        ):
            batch.add(place, place + 1, (number,), origin, 0, 0.0)
