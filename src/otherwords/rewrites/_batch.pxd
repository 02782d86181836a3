from libc.stdint cimport uint32_t
from libcpp.vector cimport vector


cdef extern from "otherwords/rewrites/batch.hpp" namespace "otherwords" nogil:
    const uint32_t PLAIN
    const uint32_t SLOT_MARK

    cdef cppclass Stretch:
        uint32_t start, end

    cdef cppclass Part:
        uint32_t start, end, symbols, length

    cdef cppclass Shape:
        uint32_t parts, parts_end, slots, slots_end

    cdef cppclass Rewrite:
        uint32_t start, end, words, length, shape, origin, entry
        float score, weight
        bint changes

    cdef cppclass Batch:
        uint32_t tokens
        vector[uint32_t] source
        vector[Rewrite] rewrites
        vector[uint32_t] words
        vector[Part] parts
        vector[Stretch] slots
        vector[Shape] shapes
        bint keeps(const Rewrite& rewrite)


cdef class RewriteBatch:
    cdef Batch batch
    cdef readonly object source_words
    cdef void _add(self, uint32_t start, uint32_t end, const uint32_t* words, uint32_t length,
                   uint32_t origin, uint32_t entry, float score) except *
