"""Ranked alternatives for one place of a text, as a writer wants them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from otherwords.errors import UsageError
from otherwords.lattice import Constraints
from otherwords.paraphrase.sentences import TO_SUGGEST, SentenceSearch

if TYPE_CHECKING:
    from otherwords.paraphrase.line import Line


@dataclass(frozen=True, slots=True)
class Suggestion:
    """Another way to say one place: `text` is the source with `target` in the place of start…end - 1.

    `difference` is its score less that of the unchanged text: above 0, the model prefers it to what stands there.
    The place is the span that was asked for, grown to whole words; and to a neighbour where that has to
    change too ("a" before what begins with a vowel now, the capital of a sentence).
    """

    target: str
    text: str
    score: float
    difference: float
    tables: tuple[str, ...]
    start: int
    end: int


def checked_span(text: str, span: tuple[int, int]) -> tuple[int, int]:
    """The span, if it is one within the text.

    >>> checked_span("a dog", (2, 2))
    Traceback (most recent call last):
    otherwords.errors.UsageError: span 2:2 is empty, expected start < end
    """
    start, end = span
    if not 0 <= start <= end <= len(text):
        raise UsageError(f"span {start}:{end} lies outside the text, which has {len(text)} characters")
    if start == end:
        raise UsageError(f"span {start}:{end} is empty, expected start < end")
    return start, end


def suggestions(line: Line, count: int) -> list[Suggestion]:
    """The best alternatives for what lies within the line's `within`."""
    place = _Place(line)
    unchanged = sum(_unchanged_score(search) for search in line.searches)
    found = []
    for combination in line.accepted(count, place.changed_alone)[0]:
        start, end, target = place.of(combination.text)
        tables = dict.fromkeys(
            search.origins[search.batch.item(rewrite)[2]].name
            for search, candidate in zip(line.searches, combination.candidates, strict=True)
            for rewrite in candidate.rewrites
        )
        difference = combination.score - unchanged
        found.append(
            Suggestion(target, combination.text, combination.score, difference, tuple(tables), start, end)
        )
    return found


def _unchanged_score(search: SentenceSearch) -> float:
    """The true score of the sentence as it stands, whatever the constraints say of it."""
    words = list(search.numbering.printed)
    number, best = search.lattice.derivations(words)
    if not number:
        free = SentenceSearch(search.sentence, search.resources, search.options, Constraints(), TO_SUGGEST)
        number, best = free.lattice.derivations(words)
    assert number, "every word can stay"
    return best[0][0] + search.resources.model.settings.lm_weight * search.model_score(words)


class _Place:
    """The place that may change, and what has to stay around it."""

    def __init__(self, line: Line) -> None:
        assert line.options.within is not None
        first, last = line.options.within
        self.source = line.text
        self.tokens = [token for sentence in line.sentences for token in sentence.tokens]
        inside = [i for i, token in enumerate(self.tokens) if first < token.end and token.start < last]
        if not inside:
            raise UsageError(f"span {first}:{last} holds no word, only {line.text[first:last]!r}")
        self.start, self.end = self.tokens[inside[0]].start, self.tokens[inside[-1]].end
        self.head, self.tail = self.start, self.end
        if line.resources.model.settings.agreement:  # a neighbour may have to agree with what comes
            self.head = self.tokens[max(inside[0] - 1, 0)].start
            self.tail = self.tokens[min(inside[-1] + 1, len(self.tokens) - 1)].end

    def changed_alone(self, text: str) -> bool:
        """Whether all else stays, case and the space beside the place aside."""
        text = text.casefold()
        head = self.source[: self.head].rstrip().casefold()
        tail = self.source[self.tail :].lstrip().casefold()
        return text.startswith(head) and text.endswith(tail)

    def of(self, text: str) -> tuple[int, int, str]:
        """(start, end, target): the place that `target` takes in the source so that this text comes out."""
        source = self.source
        same, most = 0, min(len(source), len(text))
        while same < most and source[same] == text[same]:
            same += 1
        start = self._whole_words(same, text[same : same + 1])[0] if same < self.start else self.start
        same = 0
        while same < most and source[-1 - same] == text[-1 - same]:
            same += 1
        end = max(self.end, len(source) - same, len(source) - (len(text) - start))
        if end > self.end:
            before = len(text) - (len(source) - end)
            end = self._whole_words(end, text[before - 1 : before])[1]
        return start, end, text[start : len(text) - (len(source) - end)]

    def _whole_words(self, place: int, beside: str) -> tuple[int, int]:
        """Where the word begins and ends that the place lies in; or beside, if the text goes on with a letter there."""
        for token in self.tokens:
            touches = token.start <= place <= token.end and beside.isalnum()
            if token.start < place < token.end or touches:
                return token.start, token.end
        return place, place
