from libc.stddef cimport size_t
from libc.stdint cimport uint32_t, uint64_t
from libcpp cimport bool
from libcpp.vector cimport vector


cdef extern from "otherwords/storage/hashing.hpp" namespace "otherwords" nogil:
    const uint64_t EMPTY_SEQUENCE
    uint64_t extended(uint64_t hash, uint32_t word) noexcept


cdef extern from "otherwords/tables/phrases.hpp" namespace "otherwords" nogil:
    cppclass Span:
        uint32_t start, end, first, last

    cppclass PhraseTable:
        const uint64_t* slots
        size_t slot_count
        const uint32_t* source_offsets
        const uint32_t* entry_offsets
        size_t source_count
        const uint32_t* source_words
        size_t source_word_count
        const uint32_t* entry_target
        const float* entry_score
        size_t entry_count
        const uint32_t* target_offsets
        size_t target_count
        const uint32_t* target_words
        size_t target_word_count
        uint32_t longest
        uint32_t longest_target

        bool find(const uint32_t* words, size_t n, uint64_t hash, uint32_t& source) noexcept
        void entries(uint32_t source, uint32_t& first, uint32_t& last) noexcept
        bool target(uint32_t entry, const uint32_t*& words, uint32_t& length) noexcept
        float score(uint32_t entry) noexcept
        void spans(const uint32_t* words, size_t n, vector[Span]& found) except +


cdef class Lookup:
    cdef PhraseTable table
    cdef const uint64_t[::1] slots
    cdef const uint32_t[::1] source_offsets
    cdef const uint32_t[::1] source_words
    cdef const uint32_t[::1] entry_offsets
    cdef const uint32_t[::1] entry_target
    cdef const float[::1] entry_score
    cdef const uint32_t[::1] target_offsets
    cdef const uint32_t[::1] target_words
