"""Builds the automaton's arrays from the n-grams of a model."""

from libc.stdint cimport uint32_t
from libcpp.vector cimport vector

from cpython.buffer cimport PyBUF_FORMAT, PyBUF_WRITABLE

from otherwords.lm._query cimport Automaton


cdef extern from "otherwords/lm/build.hpp" namespace "otherwords" nogil:
    cdef cppclass Builder:
        vector[uint32_t] states, slots, unigram_next, state_ranges
        vector[float] unigram, probability_books, best, best_backoff, unigram_best
        Automaton automaton
        void build(const vector[Level]& levels, bint quantised, bint bounds) except +


cdef class _Held:
    """A vector seen through the buffer protocol: the arrays of a large model should not be copied."""

    cdef vector[uint32_t] numbers
    cdef vector[float] floats
    cdef bint of_floats
    cdef Py_ssize_t shape[1]
    cdef Py_ssize_t strides[1]

    def __getbuffer__(self, Py_buffer* buffer, int flags):
        if flags & PyBUF_WRITABLE:
            raise BufferError("these numbers can only be read")
        self.shape[0] = self.floats.size() if self.of_floats else self.numbers.size()
        self.strides[0] = 4
        buffer.buf = <void*>self.floats.data() if self.of_floats else <void*>self.numbers.data()
        buffer.obj = self
        buffer.len = self.shape[0] * 4
        buffer.readonly = 1
        buffer.itemsize = 4
        buffer.format = NULL
        if flags & PyBUF_FORMAT:
            buffer.format = b"f" if self.of_floats else b"I"
        buffer.ndim = 1
        buffer.shape, buffer.strides = self.shape, self.strides
        buffer.suboffsets = NULL
        buffer.internal = NULL


cdef _numbers(vector[uint32_t]& values):
    cdef _Held held = _Held()
    held.numbers.swap(values)
    return memoryview(held)


cdef _floats(vector[float]& values):
    cdef _Held held = _Held()
    held.floats.swap(values)
    held.of_floats = True
    return memoryview(held)


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
    arrays = {
        "states": _numbers(builder.states),
        "slots": _numbers(builder.slots),
        "unigram": _floats(builder.unigram),
        "unigram_next": _numbers(builder.unigram_next),
    }
    if quantise:
        arrays["probability_books"] = _floats(builder.probability_books)
    if bounds:
        arrays["best"] = _floats(builder.best)
        arrays["best_backoff"] = _floats(builder.best_backoff)
        arrays["unigram_best"] = _floats(builder.unigram_best)
    meta = {
        "order": builder.automaton.order,
        "unigrams": builder.automaton.unigrams,
        "contexts": builder.automaton.contexts,
        "slots": builder.automaton.slot_count,
        "bounded": builder.automaton.bounded,
        "longest_probe": builder.automaton.longest_probe,
        "begin": builder.automaton.begin,
        "quantised": bool(quantise),
        "closed": bool(builder.automaton.closed),
        "state_ranges": list(builder.state_ranges),
    }
    return arrays, meta
