"""The mapped store: an automaton over contexts, made from a model in memory.

A **state** is an n-gram of 1 to order − 1 words that matters as a context: something follows it in the
model, or its back-off weight is not 0. Every other history means the same as its longest suffix that is a
state; state 0 is the empty context. A state's `parent` is its longest proper suffix that is a state, and
has a smaller number.

| array | type | by | holds |
|---|---|---|---|
| `states` | 4 × u32 | state | natural-log back-off weight (f32), parent, first slot of its block, slots in its block |
| `slots` | 3 × u32 | | word, natural-log probability (f32), next state |
| `unigram` | f32 | word | natural-log probability |
| `unigram_next` | u32 | word | the state after the word alone |
| `best` | f32 | slot | upper bound: the word after any history that ends with the slot's context |
| `best_backoff` | f32 | state | upper bound: what backing off to this state adds, at least 0 |
| `unigram_best` | f32 | word | upper bound: the word after any history |

The words met after a state stand together in its **block** of slots: a search asks for many words after one
state, and finds them in few lines of cache. A block of at most 8 slots is full and is read from end to end. A
longer one is a hash table of its own, about 65 % full: a word's place is `home_of`, probing is linear and goes
on at the block's first slot behind its last; an empty slot is all ones. Blocks follow in the order of their
states. State 0 has none: what follows the empty context is in `unigram`.

The last three arrays may be missing. As no history is longer than the states of order − 1 words, these are
their own bounds: `best` and `best_backoff` end before them.

Quantised, a slot is 2 × u32 (word << 8 | code; next) and codes mean the values of `probability_books`, 256 for
each order from 2. Bins hold equally many values and stand for their mean, as in KenLM. Back-off weights
are few and stay as they are.

The meta data give `order`, `unigrams`, `contexts`, `slots` (their number), `bounded` (how many of them have a
`best`), `begin` (the state after `<s>`), `longest_probe` (of the hashed blocks), `quantised`, `closed` (the model
holds the suffix of each of its n-grams) and `state_ranges` (the first state of each order, and the number
of states). Version 1 had one hash table for all states.
"""

from __future__ import annotations

import os
from typing import Any

from otherwords.errors import LimitError
from otherwords.lm import _store
from otherwords.lm.ngrams import NgramModel
from otherwords.storage import write_arrays

KIND, VERSION = "lm", 2


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
