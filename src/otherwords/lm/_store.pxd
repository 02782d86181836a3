from libc.stdint cimport uint32_t


cdef extern from "otherwords/lm/build.hpp" namespace "otherwords" nogil:
    cdef cppclass Level:
        const uint32_t* context
        const uint32_t* word
        const float* probability
        const float* backoff
        size_t size, backoffs


cdef inline Level checked_level(level, uint32_t unigrams, Py_ssize_t contexts) except *:
    """The level as pointers; refuses one that is not sorted or points outside."""
    cdef const uint32_t[::1] context = level[0], word = level[1]
    cdef const float[::1] probability = level[2], backoff = level[3]
    cdef Py_ssize_t i, size = word.shape[0]
    cdef bint sound = context.shape[0] == size == probability.shape[0] and backoff.shape[0] in (0, size)
    cdef Level made
    if sound:
        for i in range(size):
            sound &= word[i] < unigrams and context[i] < contexts
            if i:
                sound &= context[i - 1] < context[i] or (context[i - 1] == context[i] and word[i - 1] < word[i])
    if not sound:
        raise ValueError("the n-grams of a level must be distinct, sorted by (context, word) and point to the level below")
    made.size, made.backoffs = size, backoff.shape[0]
    made.context = &context[0] if size else NULL
    made.word = &word[0] if size else NULL
    made.probability = &probability[0] if size else NULL
    made.backoff = &backoff[0] if made.backoffs else NULL
    return made
