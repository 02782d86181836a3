"""From C++ vectors to Python's arrays, for the kernels of this room."""

from cpython cimport array
from libc.stdint cimport uint8_t, uint32_t
from libc.string cimport memcpy
from libcpp.vector cimport vector


cdef inline array.array numbers(const vector[uint32_t]& values):
    from array import array as new

    cdef array.array made = array.clone(new("I"), values.size(), zero=False)
    if values.size():
        memcpy(made.data.as_voidptr, values.data(), values.size() * 4)
    return made


cdef inline array.array floats(const vector[float]& values):
    from array import array as new

    cdef array.array made = array.clone(new("f"), values.size(), zero=False)
    if values.size():
        memcpy(made.data.as_voidptr, values.data(), values.size() * 4)
    return made


cdef inline array.array small(const vector[uint8_t]& values):
    from array import array as new

    cdef array.array made = array.clone(new("B"), values.size(), zero=False)
    if values.size():
        memcpy(made.data.as_voidptr, values.data(), values.size())
    return made
