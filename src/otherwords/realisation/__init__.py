"""Realisation: from chosen words to text, with case, spacing, agreeing forms and offsets."""

from otherwords.realisation.agreement import Agreement
from otherwords.realisation.assemble import Assembled, Piece, assemble, join_line, moved_spans
from otherwords.realisation.spacing import Quotes, separator
from otherwords.realisation.truecaser import Truecaser, train_truecaser

__all__ = [
    "Agreement",
    "Assembled",
    "Piece",
    "Quotes",
    "Truecaser",
    "assemble",
    "join_line",
    "moved_spans",
    "separator",
    "train_truecaser",
]
