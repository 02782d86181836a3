"""Counts the n-grams of lines of text."""

from cpython.unicode cimport PyUnicode_AsUTF8AndSize
from libc.stdint cimport uint32_t, uint64_t
from libcpp.memory cimport unique_ptr
from libcpp.string cimport string
from libcpp.vector cimport vector

from otherwords.lm._arrays cimport taken_numbers
from otherwords.lm._query cimport MAX_ORDER
from otherwords.lm._words cimport WordTable, all_words


cdef extern from "otherwords/lm/counts.hpp" namespace "otherwords" nogil:
    cdef cppclass CountLevel:
        vector[uint32_t] context, word, count

    cdef cppclass CppCounter "otherwords::Counter":
        CppCounter(unsigned order, size_t memory, string folder) except +
        const WordTable& words()
        uint64_t tokens()
        uint64_t sentences()
        size_t spilled()
        int add(const char* line, size_t length) except +
        void finish(vector[CountLevel]& levels) except +


cdef class Counter:
    """Takes sentences, one by one; `finish` gives all their n-grams."""

    cdef unique_ptr[CppCounter] counter

    def __init__(self, unsigned order, size_t memory, str folder):
        if not 1 <= order <= MAX_ORDER:
            raise ValueError(f"order {order}, expected 1 to {MAX_ORDER}")
        self.counter.reset(new CppCounter(order, memory, folder.encode()))

    @property
    def tokens(self):
        return self.counter.get().tokens()

    @property
    def sentences(self):
        return self.counter.get().sentences()

    @property
    def spilled(self):
        return self.counter.get().spilled()

    def add(self, str line) -> int:
        """Count one sentence; -1, or the number of the special word that stands in it (then nothing is counted)."""
        cdef Py_ssize_t length
        cdef const char* data = PyUnicode_AsUTF8AndSize(line, &length)
        return self.counter.get().add(data, length)

    def finish(self) -> tuple:
        """The words, and for each order the sorted n-grams as (context, word, count)."""
        cdef vector[CountLevel] levels
        cdef size_t k
        with nogil:
            self.counter.get().finish(levels)
        made = []
        for k in range(levels.size()):
            made.append((taken_numbers(levels[k].context), taken_numbers(levels[k].word), taken_numbers(levels[k].count)))
        return all_words(self.counter.get().words()), made
