"""From counts to the probabilities and back-off weights of a model."""

from libc.stdint cimport uint32_t, uint64_t
from libcpp cimport bool as cbool
from libcpp.vector cimport vector

from otherwords.lm._arrays cimport taken_floats, taken_numbers


cdef extern from "<array>" namespace "std" nogil:
    cdef cppclass four "std::array<double, 4>":
        double& operator[](size_t)
    cdef cppclass five "std::array<std::uint64_t, 5>":
        uint64_t& operator[](size_t)


cdef extern from "otherwords/lm/kneser_ney.hpp" namespace "otherwords" nogil:
    cdef cppclass RawLevel:
        const uint32_t* context
        const uint32_t* word
        const uint32_t* count
        size_t size

    cdef cppclass EstimatedLevel:
        vector[uint32_t] context, word
        vector[float] probability, backoff

    cdef cppclass KneserNey:
        vector[four] discounts
        vector[five] counts_of_counts
        vector[char] fell_back
        vector[EstimatedLevel] levels
        void estimate(const vector[RawLevel]& raw, const vector[uint64_t]& prune, const four& fallback) except +


def estimate(levels, prune, fallback) -> tuple:
    """The levels as (context, word, probability, back-off), and of each order discounts, n1…n4 and whether it fell back."""
    cdef vector[RawLevel] raw
    cdef RawLevel one
    cdef const uint32_t[::1] context, word, count
    cdef vector[uint64_t] thresholds = prune
    cdef four given
    cdef KneserNey model
    cdef size_t k
    cdef Py_ssize_t i, contexts = 1, words = len(levels[0][1]) if levels else 0
    cdef bint sound
    for context, word, count in levels:
        one.size = word.shape[0]
        if context.shape[0] != count.shape[0] or context.shape[0] != word.shape[0]:
            raise ValueError("the arrays of a level must be of one length")
        sound = True
        for i in range(word.shape[0]):
            sound &= word[i] < words and context[i] < contexts
            if i:
                sound &= context[i - 1] < context[i] or (context[i - 1] == context[i] and word[i - 1] < word[i])
        if not sound:
            raise ValueError("the n-grams of a level must be sorted and point to the level below")
        contexts = word.shape[0]
        one.context = &context[0] if one.size else NULL
        one.word = &word[0] if one.size else NULL
        one.count = &count[0] if one.size else NULL
        raw.push_back(one)
    if raw.empty() or raw[0].size < 3:
        raise ValueError("the words <unk>, <s> and </s> are due")
    if thresholds.size() != raw.size():
        raise ValueError("one threshold is due for each order")
    given[0] = 0
    for k in range(3):
        given[k + 1] = fallback[k]
    with nogil:
        model.estimate(raw, thresholds, given)
    made, facts = [], []
    for k in range(model.levels.size()):
        made.append((taken_numbers(model.levels[k].context), taken_numbers(model.levels[k].word),
                     taken_floats(model.levels[k].probability), taken_floats(model.levels[k].backoff)))
        facts.append((
            (model.discounts[k][1], model.discounts[k][2], model.discounts[k][3]),
            tuple(model.counts_of_counts[k][i] for i in range(1, 5)),
            bool(model.fell_back[k]),
        ))
    return made, facts
