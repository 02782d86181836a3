"""A mapped store back to the n-grams it was made of: what exporting and mixing models need.

The n-grams of a quantised store come with its rounded numbers.
"""

from __future__ import annotations

import os
from array import array
from bisect import bisect_right
from pathlib import Path

from otherwords.errors import ModelError
from otherwords.lm.arpa import read_arpa
from otherwords.lm.model import LanguageModel
from otherwords.lm.ngrams import Level, NgramModel
from otherwords.lm.store import KIND, VERSION
from otherwords.storage import Arrays

EMPTY = 2**32 - 1


def read_model(path: str | os.PathLike[str]) -> NgramModel:
    """The n-grams of an ARPA file, or of a directory with a language model.

    >>> from otherwords.lm import estimate, write_model
    >>> model = estimate(["a rose is a rose"], order=3).model
    >>> write_model(model, getfixture("tmp_path") / "lm")
    >>> again = read_model(getfixture("tmp_path") / "lm")
    >>> again.sizes == model.sizes, list(again.ngrams(2)) == list(model.ngrams(2))
    (True, True)
    """
    return unfold(LanguageModel(path)) if Path(path).is_dir() else read_arpa(path)


def unfold(model: LanguageModel) -> NgramModel:
    """The n-grams of an opened model.

    Level by level: what follows a state are the n-grams that begin with its words, and where one of them is
    a context itself, the store names the state that stands for it.
    """
    arrays = Arrays(model.path, KIND, VERSION)
    words = [model.vocabulary.word(number) for number in range(model.unigrams)]
    first_of_order = [0, *arrays.meta["state_ranges"]]  # checked when the model was opened
    following = _following(arrays, first_of_order, model.query.quantised)
    query = model.query
    entries: list[_Entry] = [
        (0, word, score, following_state)
        for word, (score, following_state) in enumerate(
            zip(arrays["unigram"], arrays["unigram_next"], strict=True)
        )
    ]
    levels = []
    try:
        for order in range(1, model.order + 1):
            here = range(first_of_order[order], first_of_order[order + 1] if order < model.order else 0)
            backoff = [query.backoff(state) if state in here else 0.0 for _, _, _, state in entries]
            levels.append(
                Level(
                    array("I", [context for context, _, _, _ in entries]),
                    array("I", [word for _, word, _, _ in entries]),
                    array("f", [score for _, _, score, _ in entries]),
                    array("f", backoff if order < model.order else []),
                )
            )
            if order < model.order:
                places = {state: place for place, (*_, state) in enumerate(entries) if state in here}
                entries = sorted(
                    (places[state], word, score, next_state)
                    for state, word, score, next_state in following[order]
                )
    except (KeyError, IndexError, OverflowError) as error:
        raise ModelError(f"{model.path}: its n-grams do not fit together ({error}): damaged") from error
    if any(word >= model.unigrams for level in levels for word in level.word):
        raise ModelError(f"{model.path}: an n-gram has a word outside the vocabulary: damaged")
    return NgramModel(words, levels)


_Entry = tuple[int, int, float, int]


def _following(arrays: Arrays, first_of_order: list[int], quantised: bool) -> list[list[_Entry]]:
    """By the order of the context: its state, the word that follows, the score, the state then."""
    states, slots = arrays["states"], arrays["slots"]
    width = 2 if quantised else 3
    scores = slots.cast("B").cast("f")
    books = arrays["probability_books"] if quantised and len(first_of_order) > 2 else None
    found: list[list[_Entry]] = [[] for _ in first_of_order]
    for state in range(1, len(states) // 4):
        order = bisect_right(first_of_order, state) - 1
        first, size = states[4 * state + 2], states[4 * state + 3]
        for place in range(first * width, (first + size) * width, width):
            word = slots[place]
            if word == EMPTY:
                continue
            score: float
            if books is not None:
                score, word = books[256 * (order - 1) + (word & 0xFF)], word >> 8
            else:
                score = scores[place + 1]
            found[order].append((state, word, score, slots[place + width - 1]))
    return found
