"""A whole line put together from its sentences' candidates, and where everything went."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import TYPE_CHECKING

from otherwords.paraphrase.answers import Replacement
from otherwords.paraphrase.sentences import Candidate, SentenceSearch
from otherwords.realisation import join_line
from otherwords.text import Sentence

if TYPE_CHECKING:
    from otherwords.paraphrase.line import Line


class Combination:
    """A whole line: one candidate for each sentence."""

    def __init__(self, line: Line, candidates: list[Candidate]) -> None:
        self.candidates = candidates
        texts = [candidate.assembled.text for candidate in candidates]
        self.text, self.starts = join_line(line.text, line.sentences, texts)
        self.score = sum(candidate.path.score for candidate in candidates)
        self.gap = sum(candidate.path.gap for candidate in candidates)
        self.changes = sum(len(candidate.rewrites) for candidate in candidates)
        self._searches = line.searches

    def says_alike(self, names: Sequence[Sequence[tuple[int, int, int]]]) -> bool:
        """Whether each name, given by its (sentence, start, end), is kept everywhere or replaced alike."""
        for places in names:
            said = {self._said(*place) for place in places} - {None}
            if len(said) > 1:
                return False
        return True

    def _said(self, number: int, start: int, end: int) -> tuple[str, ...] | None:
        """What a sentence says for just these tokens; None where they are part of something larger."""
        search, candidate = self._searches[number], self.candidates[number]
        if all(place in candidate.assembled.kept for place in range(start, end)):
            return ()
        for rewrite in candidate.rewrites:
            if search.batch.item(rewrite)[:2] == (start, end):
                return search.numbering.words(search.batch.target(rewrite))
        return None

    def settle(self, true_weights: Sequence[dict[int, float]]) -> None:
        """Gives back the score that penalties took away."""
        for search, candidate, weights in zip(self._searches, self.candidates, true_weights, strict=True):
            for rewrite in dict.fromkeys(candidate.piece_rewrites):
                self.score += weights[rewrite] - search.batch.item(rewrite)[5]


def span_within_piece(
    sentence: Sentence, candidate: Candidate, span: tuple[int, int]
) -> tuple[int, int] | None:
    """Where a span stands in the sentence's new text if one replacement takes it up and says it as it stood."""
    start, end = span
    said = sentence.text[start:end].strip()
    found = None
    for source_start, source_end, first, last in candidate.assembled.pieces:
        if not said or not (source_start <= start and end <= source_end):
            continue
        places = [
            m.span()
            for m in re.finditer(rf"(?<!\w){re.escape(said)}(?!\w)", candidate.assembled.text, re.IGNORECASE)
        ]
        inside = [place for place in places if first <= place[0] and place[1] <= last]
        found = inside[0] if len(inside) == 1 else None
    return found


def replacements_of(
    search: SentenceSearch, candidate: Candidate, line_start: int, text: str
) -> list[Replacement]:
    """The changing rewrites of a candidate, each with where it stands in the source and in the text."""
    sentence = search.sentence
    found = []
    for rewrite in candidate.rewrites:
        start, end, origin, _, score, weight, _ = search.batch.item(rewrite)
        places = [
            place
            for place, owner in zip(candidate.assembled.pieces, candidate.piece_rewrites, strict=True)
            if owner == rewrite
        ]
        first, last = min(p[2] for p in places) + line_start, max(p[3] for p in places) + line_start
        source_start, source_end = sentence.tokens[start].start, sentence.tokens[end - 1].end
        found.append(
            Replacement(
                source_start,
                source_end,
                sentence.text[source_start:source_end],
                first,
                last,
                text[first:last],
                search.origins[origin].name,
                score,
                weight,
            )
        )
    return sorted(found, key=lambda r: (r.target_start, r.target_end))
