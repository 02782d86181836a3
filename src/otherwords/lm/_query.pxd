from libc.stdint cimport uint32_t, uint64_t


cdef extern from "otherwords/lm/automaton.hpp" namespace "otherwords" nogil:
    const uint32_t MAX_ORDER, LONGEST_PROBE

    cdef cppclass Automaton:
        const uint32_t* states
        const uint32_t* slots
        const float* unigram
        const uint32_t* unigram_next
        const float* probability_books
        const float* best
        const float* best_backoffs
        const float* unigram_best
        uint64_t slot_count, bounded
        uint32_t contexts, unigrams, order, begin, longest_probe, bounded_states
        bint quantised, closed
        uint32_t* first_of_order

        float step(uint32_t state, uint32_t word, uint32_t& next) noexcept
        float step_matched(uint32_t state, uint32_t word, uint32_t& next, uint32_t& length) noexcept
        void prefetch(uint32_t state, uint32_t word) noexcept
        uint32_t parent(uint32_t state) noexcept
        float backoff(uint32_t state) noexcept
        uint32_t after(uint32_t word) noexcept
        uint32_t order_of(uint32_t state) noexcept
        bint has_bounds() noexcept
        float best_backoff(uint32_t state) noexcept
        float bound(uint32_t state, uint32_t word) noexcept
        void score_batch(const uint32_t* ids, const uint32_t* offsets, size_t sentences, bint from_begin,
                         bint with_end, double* scores) noexcept


cdef class Query:
    cdef Automaton automaton  # ready to be used without the GIL for as long as this object lives
    cdef dict _kept
    cdef uint32_t _state(self, state) except? 0
