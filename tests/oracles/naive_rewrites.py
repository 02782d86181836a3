"""What a table proposes for a sentence, and what weighing makes of it, by the definition."""

from __future__ import annotations


def proposed(entries, printed, ids, kinds, class_words, numbers, guarded=(), allowed=None):
    """[(start, end, target, score)] of every entry (source, target, score) that a stretch of the sentence reads as.

    The k-th token of class c in a stretch reads as class_words[(c - 1) * numbers + k], and is said as it is printed.
    """
    found = []
    for start in range(len(ids)):
        for end in range(start + 1, len(ids) + 1):
            read = read_as(ids[start:end], kinds[start:end], class_words, numbers)
            for source, target, score in entries:
                if source != read:
                    continue
                said = with_entities(target, read, printed[start:end], kinds[start:end], class_words)
                if said is None or (any(guarded[start:end]) and not allowed(start, end, said)):
                    continue
                found.append((start, end, said, score))
    return sorted(found)


def read_as(ids, kinds, class_words, numbers):
    """What the table reads for a stretch; None where it has too many entities of a class."""
    seen: dict[int, int] = {}
    read = []
    for word, kind in zip(ids, kinds, strict=True):
        if kind:
            k = seen.get(kind, 0)
            seen[kind] = k + 1
            if k >= numbers:
                return None
            word = class_words[(kind - 1) * numbers + k]
        read.append(word)
    return tuple(read)


def with_entities(target, read, printed, kinds, class_words):
    """The target with the entities of its source in their places; None unless each is said once, and no other."""
    entities = {word: own for word, own, kind in zip(read, printed, kinds, strict=True) if kind}
    literal = {word for word, kind in zip(read, kinds, strict=True) if not kind}
    if any(target.count(word) != 1 for word in entities):
        return None
    if any(word in class_words and word not in entities and word not in literal for word in target):
        return None
    return [entities.get(word, word) for word in target]


def strongest(rewrites):
    """Of rewrites (start, end, target, weight, …) with equal start, end and target the first of the heaviest."""
    best = {}
    for rewrite in rewrites:
        unit = rewrite[:3]
        if unit not in best or rewrite[3] > best[unit][3]:
            best[unit] = rewrite
    return list(best.values())
