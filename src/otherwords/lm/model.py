"""Asking a language model: scores of words and sentences, perplexity of a text."""

from __future__ import annotations

import math
import os
from array import array
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple

from otherwords.errors import ModelError, UsageError
from otherwords.lm._query import Query
from otherwords.lm.store import KIND, VERSION
from otherwords.storage import Arrays
from otherwords.vocabulary import UNKNOWN, Vocabulary

STORE_NAME, VOCABULARY_NAME = "lm.bin", "vocabulary.bin"


class WordScore(NamedTuple):
    """A word's natural-log probability after the words before it."""

    word: str
    score: float
    length: int  # words in the n-gram that was found, this one included
    known: bool


@dataclass(frozen=True)
class Perplexity:
    """How well a model foretells a text; ends of sentences count as words of it."""

    sentences: int
    words: int  # ends of sentences not included
    unknown: int
    log10: float  # of the whole text
    log10_known: float  # without its unknown words

    @property
    def perplexity(self) -> float:
        """10 to the mean negative log10 probability of a word."""
        return _power(self.log10, self.words + self.sentences)

    @property
    def perplexity_known(self) -> float:
        """The same without the unknown words (which stay in the contexts)."""
        return _power(self.log10_known, self.words + self.sentences - self.unknown)


class LanguageModel:
    """A mapped n-gram model: a directory with `lm.bin` and `vocabulary.bin`, or a store and its vocabulary.

    Scores are natural logs. Words that the model does not know are scored as `<unk>`.

    >>> from otherwords.lm import estimate, write_model
    >>> folder = getfixture("tmp_path") / "model"
    >>> write_model(estimate(["the dog barks", "the cat sleeps", "the dog sleeps"], order=2).model, folder)
    >>> model = LanguageModel(folder)
    >>> model.score("the dog barks".split()) > model.score("barks dog the".split())
    True
    >>> [(word.word, word.length, word.known) for word in model.scores(["the", "cow"])]
    [('the', 2, True), ('cow', 1, False), ('</s>', 1, True)]
    """

    def __init__(self, path: str | os.PathLike[str], vocabulary: Vocabulary | None = None) -> None:
        self.path = Path(path)
        if vocabulary is None:
            if not self.path.is_dir():
                raise ModelError(f"{path}: not a directory with {STORE_NAME} and {VOCABULARY_NAME}")
            vocabulary = Vocabulary(self.path / VOCABULARY_NAME)
            self.path = self.path / STORE_NAME
        arrays = Arrays(self.path, KIND, VERSION)
        try:
            self.query = Query(arrays, arrays.meta)
        except ModelError:
            raise
        except (ValueError, TypeError, OverflowError) as error:
            raise ModelError(f"{self.path}: {error}") from error
        if self.query.unigrams > len(vocabulary):
            raise ModelError(
                f"{self.path}: has {self.query.unigrams} words, but {vocabulary.path} only {len(vocabulary)}"
                ": not the vocabulary of this model"
            )
        self.vocabulary = vocabulary
        self.order: int = self.query.order
        self.unigrams: int = self.query.unigrams

    def ids(self, words: Sequence[str]) -> array[int]:
        """The words' numbers; `<unk>`'s for those that the model does not know."""
        if isinstance(words, str):
            raise UsageError("expected a list of words, found one string; use .split()")
        return self.query.ids(self.vocabulary.index, words if isinstance(words, list) else list(words))

    def score(self, words: Sequence[str], *, begin: bool = True, end: bool = True) -> float:
        """The score of a sentence; `begin`: after `<s>`, `end`: with `</s>`."""
        return self.query.score(self.ids(words), begin, end)

    def score_ids(self, ids: Sequence[int], *, begin: bool = True, end: bool = True) -> float:
        """The score of a sentence given as word numbers."""
        return self.query.score(_as_ids(ids), begin, end)

    def scores(self, words: Sequence[str], *, begin: bool = True, end: bool = True) -> list[WordScore]:
        """The score of each word, and with `end` of `</s>`."""
        ids = self.ids(words)
        state = self.query.begin if begin else 0
        found = []
        for word, number in zip([*words, "</s>"] if end else words, [*ids, 2] if end else ids, strict=True):
            score, state, length = self.query.step_matched(state, number)
            found.append(WordScore(word, score, length, number != UNKNOWN))
        return found

    def score_batch(
        self, ids: array[int], offsets: array[int], *, begin: bool = True, end: bool = True
    ) -> array[float]:
        """The score of each sentence `ids[offsets[i]:offsets[i + 1]]`; the fastest way, without the GIL.

        Both are arrays of type `I`; the scores are one of type `d`.
        """
        scores = array("d", bytes(8 * max(len(offsets) - 1, 0)))
        try:
            self.query.score_batch(ids, offsets, begin, end, scores)
        except ValueError as error:
            raise UsageError(str(error)) from error
        return scores

    def perplexity(self, lines: Iterable[str]) -> Perplexity:
        """The perplexity of a text, one sentence a line, words between white space."""
        sentences = words = unknown = 0
        total, known = [], []
        for line in lines:
            ids = self.ids(line.split())
            out = array("f", bytes(4 * (len(ids) + 1)))
            self.query.score_words(ids, True, True, out)
            sentences += 1
            words += len(ids)
            unknown += ids.count(UNKNOWN)
            total.append(math.fsum(out))
            known.append(math.fsum(s for s, i in zip(out, [*ids, 2], strict=True) if i != UNKNOWN))
        ten = math.log(10)
        return Perplexity(sentences, words, unknown, math.fsum(total) / ten, math.fsum(known) / ten)


def _as_ids(ids: Sequence[int]) -> array[int]:
    try:
        return ids if isinstance(ids, array) and ids.typecode == "I" else array("I", ids)
    except (OverflowError, TypeError) as error:
        raise UsageError(f"word numbers: {error}") from error


def _power(log10: float, count: int) -> float:
    if count == 0:
        return math.nan
    try:
        return math.pow(10, -log10 / count)
    except OverflowError:
        return math.inf
