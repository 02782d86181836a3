"""Exact search and its beam over a woven lattice, without the GIL."""

from libc.stdint cimport uint32_t, uint64_t
from libcpp.vector cimport vector

from otherwords.lattice._lattice cimport Graph, Lattice
from otherwords.lm._query cimport Query
from otherwords.search._types cimport Answer, Limits, WeightedModel


cdef extern from "otherwords/search/model.hpp" namespace "otherwords" nogil:
    cdef cppclass Search "otherwords::ExactSearch<otherwords::WeightedModel>":
        Search(const Graph& graph, const WeightedModel& model, Limits limits) except +
        vector[Answer] best(uint32_t count) except +
        uint64_t expansions()
        bint stopped()
        double root_bound()


def best(Lattice lattice, Query query, double model_weight, Py_ssize_t count, *, Py_ssize_t beam=0,
         double seconds=0, Py_ssize_t bytes=0, Py_ssize_t crowd=64) -> tuple:
    """([(score, arcs)], upper bound of all, expansions, whether a limit stopped it), best first.

    `crowd` is for tests: from how many states of a node on dominated ones are looked for, which changes no answer.
    """
    if not query.has_bounds and query.order > 2:
        raise ValueError("the language model's store lacks the upper bounds that exact search needs")
    if not 0 < count < 2**31 or beam < 0 or crowd < 0 or seconds < 0 or bytes < 0 or not model_weight >= 0:
        raise ValueError("count must be positive; beam, seconds, bytes and model_weight must not be negative")
    cdef Limits limits
    limits.seconds, limits.bytes, limits.beam, limits.crowd = seconds, bytes, beam, crowd
    cdef vector[Answer] answers
    cdef WeightedModel* model = new WeightedModel(query.automaton, model_weight)
    cdef Search* search = NULL
    cdef uint32_t wanted = count
    try:
        search = new Search(lattice.graph, model[0], limits)
        with nogil:
            answers = search.best(wanted)
        found = [(answers[i].score, list(answers[i].arcs)) for i in range(answers.size())]
        return found, search.root_bound(), search.expansions(), search.stopped()
    finally:
        del search
        del model
