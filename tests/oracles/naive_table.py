"""A phrase table as a dictionary: what the mapped store must agree with."""

from __future__ import annotations

import struct


def rounded(value: float) -> float:
    """The nearest float32, and no negative zero."""
    return struct.unpack("<f", struct.pack("<f", value))[0] + 0.0


class NaiveTable:
    """Source words to [(target words, score, columns)], best first, ties by target words."""

    def __init__(self, entries, *, least=float("-inf"), limit=None, skip_identity=False, reserved=()):
        best = {}
        self.duplicates = 0
        for source, target, score, columns in entries:
            source, target = tuple(source.split()), tuple(target.split())
            if score < least or (skip_identity and source == target):
                continue
            if any(word in reserved for word in source + target):
                continue
            found = best.setdefault(source, {})
            candidate = (rounded(score), tuple(map(rounded, columns)))
            self.duplicates += target in found
            found[target] = max(found.get(target, candidate), candidate)
        self.sources = {
            source: sorted(
                ((target, score, columns) for target, (score, columns) in targets.items()),
                key=lambda entry: (-entry[1], entry[0]),
            )[:limit]
            for source, targets in sorted(best.items())
        }

    def lookup(self, words):
        return [(target, score) for target, score, _ in self.sources.get(tuple(words), [])]

    def spans(self, words):
        """(start, end, targets) of every source in a sentence, by start and end."""
        places = ((start, end) for start in range(len(words)) for end in range(start + 1, len(words) + 1))
        return [(s, e, self.lookup(words[s:e])) for s, e in places if tuple(words[s:e]) in self.sources]

    def entries(self):
        return [
            (" ".join(source), " ".join(target), score, columns)
            for source, targets in self.sources.items()
            for target, score, columns in targets
        ]
