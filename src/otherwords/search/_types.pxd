"""C++ types that the kernels of this room share."""

from libc.stdint cimport uint32_t, uint64_t
from libcpp.vector cimport vector

from otherwords.lm._query cimport Automaton


cdef extern from "otherwords/search/strings.hpp" namespace "otherwords" nogil:
    cdef cppclass Answer:
        double score
        vector[uint32_t] arcs

cdef extern from "otherwords/search/exact.hpp" namespace "otherwords" nogil:
    cdef cppclass Limits:
        double seconds
        uint64_t bytes
        uint32_t beam
        uint32_t crowd

cdef extern from "otherwords/search/model.hpp" namespace "otherwords" nogil:
    cdef cppclass WeightedModel:
        WeightedModel(const Automaton& automaton, double weight)
