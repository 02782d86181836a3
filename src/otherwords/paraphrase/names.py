"""Names, as far as capitals tell."""

from __future__ import annotations

from collections.abc import Sequence

from otherwords.text import Sentence


def repeated_names(sentence: Sentence) -> list[tuple[tuple[int, int], ...]]:
    """Capitalised stretches, each with all its places in the sentence: names, most likely.

    The sentence's first word counts only as part of a stretch that also stands elsewhere in it: its capital says nothing.

    >>> from otherwords.text import analyse
    >>> [sentence] = analyse("Paris is big, and I love Paris and New York.")
    >>> repeated_names(sentence)
    [((0, 1), (7, 8)), ((9, 11),)]
    """
    tokens = sentence.tokens
    first = next((i for i, token in enumerate(tokens) if token.text[:1].isalnum()), 0)
    stretches, start = list[tuple[int, int]](), 0
    while start < len(tokens):
        end = start
        while end < len(tokens) and tokens[end].text[:1].isupper() and tokens[end].text != "I":
            end += 1
        if end > start:
            stretches.append((start, end))
        start = end + 1
    places: dict[str, list[tuple[int, int]]] = {}
    for start, end in stretches:
        if start != first:
            places.setdefault(" ".join(token.text for token in tokens[start:end]), []).append((start, end))
    for start, end in stretches[:1]:
        for begin in (start, start + 1):  # "Paris is …", "The Paris that …"
            name = " ".join(token.text for token in tokens[begin:end])
            if start == first and name in places:
                places[name].insert(0, (begin, end))
    return [tuple(found) for found in places.values()]


def names_over_sentences(sentences: Sequence[Sentence]) -> list[list[tuple[int, int, int]]]:
    """The names that stand in several of a line's sentences; within one the lattice sees to them."""
    if len(sentences) < 2:
        return []
    places: dict[str, list[tuple[int, int, int]]] = {}
    for number, sentence in enumerate(sentences):
        for stretches in repeated_names(sentence):
            start, end = stretches[0]
            name = " ".join(token.text for token in sentence.tokens[start:end])
            places.setdefault(name, []).extend((number, *stretch) for stretch in stretches)
    return [found for found in places.values() if len({number for number, _, _ in found}) > 1]
