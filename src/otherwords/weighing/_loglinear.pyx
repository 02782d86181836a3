"""The papers' log-linear weight of every rewrite of a sentence, and one rewrite for each unit."""

from libc.math cimport fmax, fmin
from libc.stdint cimport uint32_t, uint64_t
from libcpp.vector cimport vector

from otherwords.rewrites._batch cimport PLAIN, Rewrite, RewriteBatch, Shape
from otherwords.tables._lookup cimport EMPTY_SEQUENCE, extended


cdef extern from "otherwords/storage/places.hpp" namespace "otherwords" nogil:
    cdef cppclass Places:
        Places(size_t expected) except +
        Places() except +
        uint32_t find_or_add(uint64_t key, uint32_t fresh) except +


def weigh(RewriteBatch batch, const double[::1] scales, double word_weight):
    """weight = scales[origin] · score + word_weight · number of words said."""
    cdef size_t i
    cdef uint32_t k, words
    cdef Shape shape
    cdef Rewrite* r
    for i in range(batch.batch.rewrites.size()):
        r = &batch.batch.rewrites[i]
        if r.origin >= scales.shape[0]:
            raise ValueError(f"rewrite {i} has origin {r.origin}, expected one of {scales.shape[0]}")
        words = r.length
        if r.shape != PLAIN:
            shape = batch.batch.shapes[r.shape]
            for k in range(shape.parts, shape.parts_end):
                words += batch.batch.parts[k].length
            words -= shape.slots_end - shape.slots
        # Sums of weights must stay numbers, whatever a damaged table says.
        r.weight = <float>fmax(-1e30, fmin(1e30, scales[r.origin] * r.score + word_weight * words))


def keep_strongest(RewriteBatch batch):
    """Of plain rewrites that say the same in the same place, the first of those with the largest weight is kept."""
    cdef Places seen = Places(batch.batch.rewrites.size())
    cdef vector[Rewrite] kept
    cdef Rewrite r
    cdef uint64_t key
    cdef uint32_t i, k, other
    cdef bint same
    kept.reserve(batch.batch.rewrites.size())
    for i in range(batch.batch.rewrites.size()):
        r = batch.batch.rewrites[i]
        if r.shape != PLAIN:
            kept.push_back(r)
            continue
        key = extended(extended(EMPTY_SEQUENCE, r.start), r.end)
        for k in range(r.length):
            key = extended(key, batch.batch.words[r.words + k])
        while True:
            other = seen.find_or_add(key, <uint32_t>kept.size())
            if other == kept.size():
                kept.push_back(r)
                break
            same = kept[other].start == r.start and kept[other].end == r.end and kept[other].length == r.length
            for k in range(r.length if same else 0):
                same = same and batch.batch.words[r.words + k] == batch.batch.words[kept[other].words + k]
            if same:
                if r.weight > kept[other].weight:
                    kept[other] = r
                break
            key += 1  # another unit with this hash
    batch.batch.rewrites.swap(kept)
