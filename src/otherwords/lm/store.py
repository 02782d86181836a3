"""The mapped store: an automaton over contexts, made from a model in memory.

A **state** is an n-gram of 1 to order − 1 words that matters as a context: something follows it in the
model, or its back-off weight is not 0. Every other history means the same as its longest suffix that is a
state; state 0 is the empty context. A state's `parent` is its longest proper suffix that is a state, and
has a smaller number.

| array | type | by | holds |
|---|---|---|---|
| `slots` | 4 × u32 | hash | state ≠ 0 (0: empty), word, natural-log probability (f32), next state |
| `backoff` | f32 | state | natural-log back-off weight |
| `parent` | u32 | state | |
| `unigram` | f32 | word | natural-log probability |
| `unigram_next` | u32 | word | the state after the word alone |
| `best` | f32 | slot | upper bound: the word after any history that ends with the slot's context |
| `best_backoff` | f32 | state | upper bound: what backing off to this state adds, at least 0 |
| `unigram_best` | f32 | word | upper bound: the word after any history |

The last three may be missing. A hash is `mixed(state << 32 | word)`, taken to a slot by `slot_of`, and
probing is linear.

Quantised, a slot is 3 × u32 (state; word << 8 | code; next), back-off weights are `backoff_codes` (u8), and
codes mean the values of `probability_books` (256 for each order from 2) and `backoff_books` (256 for each
order from 1, the first of them 0). Bins hold equally many values and stand for their mean, as in KenLM.

The meta data give `order`, `unigrams`, `contexts`, `capacity`, `begin` (the state after `<s>`),
`longest_probe`, `quantised`, `closed` (the model holds the suffix of each of its n-grams) and
`state_ranges` (the first state of each order, and the number of states).
"""

from __future__ import annotations

import os
from typing import Any

from otherwords.errors import LimitError
from otherwords.lm import _store
from otherwords.lm.ngrams import NgramModel
from otherwords.storage import write_arrays

KIND, VERSION = "lm", 1


def build_store(
    model: NgramModel, *, quantise: bool = False, bounds: bool | None = None
) -> tuple[dict[str, Any], dict[str, Any]]:
    """The arrays and the meta data of a store; with upper bounds from order 3 on, unless told otherwise."""
    try:
        return _store.build(model.levels, quantise, model.order >= 3 if bounds is None else bounds)
    except MemoryError:
        raise
    except OverflowError as error:
        raise LimitError(str(error)) from error


def write_store(
    model: NgramModel, path: str | os.PathLike[str], *, quantise: bool = False, bounds: bool | None = None
) -> None:
    """Write a model as a mapped store.

    >>> from otherwords.lm import LanguageModel, estimate
    >>> from otherwords.vocabulary import Vocabulary, write_vocabulary
    >>> folder, model = getfixture("tmp_path"), estimate(["a rose is a rose"], order=2).model
    >>> write_store(model, folder / "lm.bin")
    >>> write_vocabulary(folder / "vocabulary.bin", model.words)
    >>> LanguageModel(folder / "lm.bin", Vocabulary(folder / "vocabulary.bin")).order
    2
    """
    arrays, meta = build_store(model, quantise=quantise, bounds=bounds)
    write_arrays(path, KIND, VERSION, arrays, meta)
