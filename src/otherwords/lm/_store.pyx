"""Builds the automaton's arrays from the n-grams of a model."""

from libc.stdint cimport uint8_t, uint32_t, uint64_t
from libcpp.vector cimport vector

from otherwords.lm._arrays cimport small, taken_floats, taken_numbers
from otherwords.lm._query cimport Automaton


cdef extern from "otherwords/lm/build.hpp" namespace "otherwords" nogil:
    cdef cppclass Builder:
        vector[uint32_t] slots, parent, unigram_next, state_ranges
        vector[float] backoff, unigram, probability_books, backoff_books, best, best_backoff, unigram_best
        vector[uint8_t] backoff_codes
        Automaton automaton
        void build(const vector[Level]& levels, bint quantised, bint bounds) except +


def build(levels, bint quantise, bint bounds) -> tuple:
    """The arrays of a language-model file and its meta data."""
    cdef vector[Level] raw
    cdef Builder builder
    cdef Py_ssize_t contexts = 1
    for level in levels:
        raw.push_back(checked_level(level, len(levels[0][1]), contexts))
        contexts = len(level[1])
    if raw.size() < 1 or raw[0].size < 3:
        raise ValueError("a model has at least the words <unk>, <s> and </s>")
    with nogil:
        builder.build(raw, quantise, bounds)
    # each vector is emptied once it is copied: a large model should not stand in memory twice
    arrays = {
        "slots": taken_numbers(builder.slots),
        "parent": taken_numbers(builder.parent),
        "unigram": taken_floats(builder.unigram),
        "unigram_next": taken_numbers(builder.unigram_next),
    }
    if quantise:
        arrays["backoff_codes"] = small(builder.backoff_codes)
        arrays["probability_books"] = taken_floats(builder.probability_books)
        arrays["backoff_books"] = taken_floats(builder.backoff_books)
    else:
        arrays["backoff"] = taken_floats(builder.backoff)
    if bounds:
        arrays["best"] = taken_floats(builder.best)
        arrays["best_backoff"] = taken_floats(builder.best_backoff)
        arrays["unigram_best"] = taken_floats(builder.unigram_best)
    meta = {
        "order": builder.automaton.order,
        "unigrams": builder.automaton.unigrams,
        "contexts": builder.automaton.contexts,
        "capacity": builder.automaton.capacity,
        "longest_probe": builder.automaton.longest_probe,
        "begin": builder.automaton.begin,
        "quantised": bool(quantise),
        "closed": bool(builder.automaton.closed),
        "state_ranges": list(builder.state_ranges),
    }
    return arrays, meta
