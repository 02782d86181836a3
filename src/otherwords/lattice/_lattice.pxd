from libc.stdint cimport uint8_t, uint32_t
from libcpp.vector cimport vector


cdef extern from "otherwords/lattice/graph.hpp" namespace "otherwords" nogil:
    cdef cppclass Arc:
        uint32_t to, words, length, rewrite, part
        float weight

    cdef cppclass Graph:
        vector[uint32_t] first
        vector[Arc] arcs
        vector[uint32_t] words
        vector[uint32_t] model_words
        vector[uint8_t] final
        uint32_t nodes() noexcept


cdef extern from "otherwords/lattice/constraints.hpp" namespace "otherwords" nogil:
    cdef cppclass Constraint:
        pass

cdef extern from "otherwords/lattice/spelling.hpp" namespace "otherwords" nogil:
    cdef cppclass ArcIndex:
        ArcIndex(const Graph& graph) except +
        vector[uint8_t] alive


cdef extern from "otherwords/lattice/weave.hpp" namespace "otherwords" nogil:
    cdef cppclass WeaveLimits:
        uint32_t depth, commitments, nodes, arcs


cdef class Lattice:
    cdef Graph graph
    cdef WeaveLimits limits
    cdef size_t woven  # rewrites in the batch when it was woven
    cdef ArcIndex* _index
    cdef readonly object batch
    cdef readonly bint whole
    cdef readonly tuple cuts

    cdef void _constrain(self, Constraint* constraint) except *
    cdef tuple _arc(self, Py_ssize_t a)
    cdef ArcIndex* index(self) except NULL
