"""Mixes language models into one."""

from libc.stdint cimport uint32_t
from libcpp.vector cimport vector

from otherwords.lm._arrays cimport taken_floats, taken_numbers
from otherwords.lm._query cimport Automaton, Query
from otherwords.lm._store cimport Level, checked_level


cdef extern from "otherwords/lm/interpolate.hpp" namespace "otherwords" nogil:
    cdef cppclass EstimatedLevel:
        vector[uint32_t] context, word
        vector[float] probability, backoff

    cdef cppclass Component:
        const Automaton* automaton
        vector[Level] levels
        vector[uint32_t] to_union, from_union
        double weight, share

    cdef cppclass Interpolation:
        vector[EstimatedLevel] levels
        void mix(const vector[Component]& components, size_t order) except +

    double cpp_reweigh "otherwords::reweigh"(
        const vector[const double*]& probabilities, size_t size, vector[double]& weights) except +


def mix(components, size_t order) -> list:
    """Each component is (query, levels, word → union word, union word → word or 0, weight, words its <unk> stands for)."""
    cdef vector[Component] parts
    cdef Component* part
    cdef Query query
    cdef const uint32_t[::1] numbers_of
    cdef Interpolation made
    cdef Py_ssize_t i, contexts, words
    parts.resize(len(components))
    for i, (query, levels, to_union, from_union, weight, share) in enumerate(components):
        part = &parts[i]
        words = len(from_union)
        if len(to_union) != len(levels[0][1]) or len(to_union) != query.automaton.unigrams or max(to_union) >= words:
            raise ValueError("a component's words do not fit its model")
        if max(from_union) >= len(to_union):
            raise ValueError("the mixture's words do not fit a component")
        part.automaton = &query.automaton
        part.to_union = to_union
        part.from_union = from_union
        part.weight, part.share = weight, share
        contexts = 1
        for level in levels:
            part.levels.push_back(checked_level(level, query.automaton.unigrams, contexts))
            contexts = len(level[1])
    with nogil:
        made.mix(parts, order)
    return [
        (taken_numbers(made.levels[i].context), taken_numbers(made.levels[i].word),
         taken_floats(made.levels[i].probability), taken_floats(made.levels[i].backoff))
        for i in range(<Py_ssize_t>made.levels.size())
    ]


def reweigh(probabilities, weights) -> tuple:
    """The mean log probability under these weights, and better weights (one round of expectation maximisation)."""
    cdef vector[const double*] columns
    cdef vector[double] changed = weights
    cdef const double[::1] column
    cdef Py_ssize_t size = -1
    cdef double mean
    if len(probabilities) != len(weights):
        raise ValueError("one weight is due for each component")
    for column in probabilities:
        if size not in (-1, column.shape[0]):
            raise ValueError("columns of different length")
        size = column.shape[0]
        columns.push_back(&column[0] if size else NULL)
    with nogil:
        mean = cpp_reweigh(columns, max(size, 0), changed)
    return mean, list(changed)
