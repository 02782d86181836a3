from libc.stdint cimport uint32_t


cdef class Index:
    cdef const unsigned char[::1] text
    cdef const uint32_t[::1] offsets
    cdef const uint32_t[::1] slots
    cdef readonly Py_ssize_t size

    cdef int find(self, const char* data, Py_ssize_t length) noexcept nogil
