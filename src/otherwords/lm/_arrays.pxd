"""From C++ vectors to Python's arrays, for the kernels of this room."""

from cpython cimport array
from libc.stdint cimport uint8_t, uint32_t
from libc.string cimport memcpy
from libcpp.vector cimport vector


cdef inline array.array _copied(str typecode, const void* data, size_t items, size_t width):
    from array import array as new

    cdef array.array made = array.clone(new(typecode), items, zero=False)
    if items:
        memcpy(made.data.as_voidptr, data, items * width)
    return made


cdef inline array.array small(const vector[uint8_t]& values):
    return _copied("B", values.data(), values.size(), 1)


cdef inline array.array taken_numbers(vector[uint32_t]& values):
    """The values as an array; the vector is empty afterwards, so that they do not stand in memory twice for long."""
    cdef array.array made = _copied("I", values.data(), values.size(), 4)
    cdef vector[uint32_t] empty
    values.swap(empty)
    return made


cdef inline array.array taken_floats(vector[float]& values):
    cdef array.array made = _copied("f", values.data(), values.size(), 4)
    cdef vector[float] empty
    values.swap(empty)
    return made
