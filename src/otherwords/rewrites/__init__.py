"""Rewrites: these positions of the sentence may become those words; and the sources that propose them."""

from otherwords.rewrites._batch import RewriteBatch
from otherwords.rewrites.identity import POLICIES, SELF_SCORE, add_identity
from otherwords.rewrites.numbering import NUMBERED, ClassWords, Numbering, entity_key
from otherwords.rewrites.rewrite import Part, Rewrite, RewriteSource, Slot

__all__ = [
    "NUMBERED",
    "POLICIES",
    "SELF_SCORE",
    "ClassWords",
    "Numbering",
    "Part",
    "Rewrite",
    "RewriteBatch",
    "RewriteSource",
    "Slot",
    "add_identity",
    "entity_key",
]
