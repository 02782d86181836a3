"""The growing word table, for the kernels of this room."""

from libc.stdint cimport int64_t, uint32_t


cdef extern from "otherwords/lm/words.hpp" namespace "otherwords" nogil:
    cdef cppclass WordTable:
        uint32_t size()
        const char* data(uint32_t id)
        size_t length(uint32_t id)
        int64_t find(const char* word, size_t length)
        uint32_t insert(const char* word, size_t length) except +


cdef inline list all_words(const WordTable& words):
    return [words.data(i)[: words.length(i)].decode("utf-8") for i in range(words.size())]
