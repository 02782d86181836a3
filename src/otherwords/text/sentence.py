"""A sentence as the other rooms see it: a stretch of its line, tokens, and what may not change."""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from otherwords.text.entities import CLASS_TOKENS, NUMBER_LIKE, find_entities, whole_entity
from otherwords.text.protection import Protection, Span, merged
from otherwords.text.sentences import sentence_spans
from otherwords.text.tokens import Token, normalised, tokens_between


@dataclass(frozen=True, slots=True)
class Sentence:
    """One sentence of a line.

    `text` is the whole line and offsets are into it, so that nothing between sentences is lost. `protected`
    are spans of token positions that no rewrite may touch.
    """

    text: str
    start: int
    end: int
    tokens: tuple[Token, ...]
    protected: tuple[Span, ...] = ()
    language: str = "en"
    classes: bool = False
    pretokenized: bool = False

    def words(self) -> list[str]:
        """What tables and models know the tokens by: normalised, entities as class tokens where classes are
        on.

        A class token has no number here; within a unit the k-th entity of a kind counts from the unit's own
        start.

        >>> [sentence] = analyse("The 3 cats at http://a.org don’t", classes=True)
        >>> sentence.words()
        ['the', '<number>', 'cats', 'at', '<url>', 'do', "n't"]
        """
        if not self.classes:
            return (
                [token[0] for token in self.tokens]
                if self.pretokenized
                else [normalised(t) for t in self.tokens]
            )
        plain = (lambda token: token[0]) if self.pretokenized else normalised
        return [CLASS_TOKENS[token[3]] if token[3] else plain(token) for token in self.tokens]

    def is_protected(self, start: int, end: int) -> bool:
        """Whether a rewrite of these token positions would touch a protected span."""
        return any(first < end and start < last for first, last in self.protected)


def analyse(
    line: str,
    language: str = "en",
    *,
    classes: bool = False,
    protection: Protection | None = None,
    pretokenized: bool = False,
    spans: Iterable[Span] = (),
    protect_numbers: bool = True,
) -> list[Sentence]:
    """The sentences of a line; none for a blank one.

    With `classes`, entities are class tokens to tables and models, which see to it themselves that they are
    kept; without, they are protected (numbers and their like only with `protect_numbers`). `spans` are more
    places in the line to protect. A pretokenized line is one sentence whose tokens are what white space
    separates, as they stand; it has entities only with `classes`.

    >>> [sentence] = analyse("Mail a@b.org to 10 people.", protection=Protection.parse(["people"]))
    >>> [(" ".join(token.text for token in sentence.tokens[start:end])) for start, end in sentence.protected]
    ['a@b.org', '10', 'people']
    """
    places = protection.spans(line, spans) if protection is not None else Protection().spans(line, spans)
    if pretokenized:
        return _pretokenized(line, language, classes, places)
    entities = find_entities(line, language)
    sentences = []
    for start, end in sentence_spans(line, language, entities):
        tokens = tokens_between(line, language, start, end, entities, classes=classes)
        kept = [] if classes else _entity_spans(tokens, protect_numbers)
        protected = tuple(merged(kept + _token_spans(tokens, places))) if kept or places else ()
        sentences.append(Sentence(line, start, end, tuple(tokens), protected, language, classes))
    return sentences


def _pretokenized(line: str, language: str, classes: bool, places: Sequence[Span]) -> list[Sentence]:
    found = re.finditer(r"\S+", line)
    tokens = [Token(m[0], *m.span(), whole_entity(m[0], language) if classes else "") for m in found]
    if not tokens:
        return []
    protected = tuple(_token_spans(tokens, places))
    return [
        Sentence(line, tokens[0].start, tokens[-1].end, tuple(tokens), protected, language, classes, True)
    ]


def _entity_spans(tokens: Sequence[Token], numbers: bool) -> list[Span]:
    """Tokens that are an entity or lie in one; neighbours of one kind make one span."""
    spans: list[Span] = []
    for place, (_, _, _, kind) in enumerate(tokens):
        if not kind or (not numbers and kind in NUMBER_LIKE):
            continue
        if spans and spans[-1][1] == place and tokens[place - 1].kind == kind:
            spans[-1] = (spans[-1][0], place + 1)
        else:
            spans.append((place, place + 1))
    return spans


def _token_spans(tokens: Sequence[Token], places: Sequence[Span]) -> list[Span]:
    """The spans of tokens that these places of the line touch."""
    starts = [token.start for token in tokens]
    ends = [token.end for token in tokens]
    found = ((bisect_right(ends, start), bisect_left(starts, end)) for start, end in places)
    return merged((first, last) for first, last in found if first < last)
