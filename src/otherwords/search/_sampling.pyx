"""Draws random strings of a woven lattice, without the GIL."""

from libc.stdint cimport uint32_t, uint64_t
from libcpp.vector cimport vector

from otherwords.lattice._lattice cimport Graph, Lattice
from otherwords.lm._query cimport Query
from otherwords.search._types cimport Answer, Limits, WeightedModel


cdef extern from "otherwords/search/sampling.hpp" namespace "otherwords" nogil:
    cdef cppclass CSampler "otherwords::Sampler":
        CSampler(const Graph& graph, const WeightedModel& model, Limits limits, double temperature, uint64_t seed) except +
        bint whole()
        double best()
        uint64_t tried()
        vector[Answer] draw(uint32_t count, uint64_t attempts) except +


cdef class Sampler:
    """A lattice made ready for drawing: strings come with probability proportional to exp(true score / temperature)."""

    cdef CSampler* sampler

    def __cinit__(self, Lattice lattice, Query query, double model_weight, double temperature, seed, *,
                  double seconds=0, Py_ssize_t bytes=0):
        if not temperature > 0 or not model_weight >= 0 or seconds < 0 or bytes < 0:
            raise ValueError("temperature must be positive; model_weight, seconds and bytes must not be negative")
        cdef Limits limits
        limits.seconds, limits.bytes, limits.beam = seconds, bytes, 0
        cdef uint64_t c_seed = seed & 0xffffffffffffffff
        cdef WeightedModel* model = new WeightedModel(query.automaton, model_weight)
        try:
            with nogil:
                self.sampler = new CSampler(lattice.graph, model[0], limits, temperature, c_seed)
        finally:
            del model

    def __dealloc__(self):
        del self.sampler

    @property
    def whole(self):
        """False where a limit stopped the expansion: nothing can be drawn then."""
        return self.sampler.whole()

    @property
    def best(self):
        """The best string's score; minus infinity where there is none."""
        return self.sampler.best()

    @property
    def tried(self):
        """Attempts made so far, those in vain included."""
        return self.sampler.tried()

    def draw(self, Py_ssize_t count, Py_ssize_t attempts) -> list:
        """Up to `count` of [(score, arcs)] in at most so many attempts; each call goes on where the last one ended."""
        if not 0 <= count < 2**31 or attempts < 0:
            raise ValueError("count and attempts must not be negative")
        cdef vector[Answer] answers
        cdef uint32_t c_count = count
        cdef uint64_t c_attempts = attempts
        with nogil:
            answers = self.sampler.draw(c_count, c_attempts)
        return [(answers[i].score, list(answers[i].arcs)) for i in range(answers.size())]


def sample(Lattice lattice, Query query, double model_weight, Py_ssize_t count, double temperature, seed, *,
           Py_ssize_t attempts=1000000, double seconds=0, Py_ssize_t bytes=0) -> tuple:
    """([(score, arcs)] as drawn, attempts made, whether a limit stopped it)."""
    sampler = Sampler(lattice, query, model_weight, temperature, seed, seconds=seconds, bytes=bytes)
    drawn = sampler.draw(count, attempts) if sampler.whole else []
    return drawn, sampler.tried, not sampler.whole
