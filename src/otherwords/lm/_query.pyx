"""Questions to a language model whose arrays are mapped or in memory; `Automaton` is the same for other kernels."""

from cpython cimport array
from cpython.unicode cimport PyUnicode_AsUTF8AndSize
from libc.stdint cimport uint32_t, uint64_t

from array import array as new_array

from otherwords.vocabulary._index cimport Index

cdef array.array EMPTY = new_array("I")


cdef uint64_t _number(meta, str name, uint64_t least, uint64_t most) except? 0:
    value = meta.get(name)
    if type(value) is not int or not least <= value <= most:
        raise ValueError(f"{name} is {value!r}, expected a whole number from {least} to {most}")
    return value


cdef const float[::1] _floats(arrays, str name, uint64_t items):
    cdef const float[::1] view = arrays[name]
    if <uint64_t>view.shape[0] != items:
        raise ValueError(f"array {name!r} has {view.shape[0]} items, expected {items}")
    return view


cdef const uint32_t[::1] _numbers(arrays, str name, uint64_t items):
    cdef const uint32_t[::1] view = arrays[name]
    if <uint64_t>view.shape[0] != items:
        raise ValueError(f"array {name!r} has {view.shape[0]} items, expected {items}")
    return view


cdef class Query:
    """The automaton over the arrays of a language-model file; refuses arrays that do not fit together."""

    def __init__(self, arrays, meta):
        cdef Automaton* a = &self.automaton
        a.order = <uint32_t>_number(meta, "order", 1, MAX_ORDER)
        a.unigrams = <uint32_t>_number(meta, "unigrams", 3, 2**32 - 2)
        a.contexts = <uint32_t>_number(meta, "contexts", 1, 2**32 - 2)
        a.slot_count = _number(meta, "slots", 1, 2**32 - 1)
        a.longest_probe = <uint32_t>_number(meta, "longest_probe", 1, LONGEST_PROBE)
        a.begin = <uint32_t>_number(meta, "begin", 0, a.contexts - 1)
        a.quantised, a.closed = meta.get("quantised") is True, meta.get("closed") is True
        ranges = meta.get("state_ranges")
        if type(ranges) is not list or len(ranges) != a.order or not all(type(i) is int for i in ranges):
            raise ValueError(f"state_ranges is {ranges!r}, expected {a.order} whole numbers")
        if sorted(ranges) != ranges or ranges[0] != 1 or ranges[a.order - 1] != a.contexts:
            raise ValueError(f"state_ranges is {ranges!r}, expected to rise from 1 to {a.contexts}")
        a.first_of_order[0] = 0
        for k in range(1, <int>MAX_ORDER + 1):
            a.first_of_order[k] = ranges[k - 1] if k < a.order else 2**32 - 1
        if a.quantised and a.unigrams >= 2**24:
            raise ValueError(f"{a.unigrams} words, quantised models have at most {2**24 - 1}")
        self._kept = {name: memoryview(values) for name, values in arrays.items()}
        a.states = &_numbers(arrays, "states", <uint64_t>a.contexts * 4)[0]
        a.slots = &_numbers(arrays, "slots", a.slot_count * (2 if a.quantised else 3))[0]
        a.unigram = &_floats(arrays, "unigram", a.unigrams)[0]
        a.unigram_next = &_numbers(arrays, "unigram_next", a.unigrams)[0]
        if a.quantised and a.order > 1:
            a.probability_books = &_floats(arrays, "probability_books", 256 * (a.order - 1))[0]
        if "best" in set(arrays):
            a.bounded = _number(meta, "bounded", 0, a.slot_count)
            a.bounded_states = ranges[a.order - 2] if a.order > 1 else 1
            if a.bounded:
                a.best = &_floats(arrays, "best", a.bounded)[0]
            a.best_backoffs = &_floats(arrays, "best_backoff", a.bounded_states)[0]
            a.unigram_best = &_floats(arrays, "unigram_best", a.unigrams)[0]

    @property
    def order(self):
        return self.automaton.order

    @property
    def unigrams(self):
        return self.automaton.unigrams

    @property
    def contexts(self):
        return self.automaton.contexts

    @property
    def begin(self):
        return self.automaton.begin

    @property
    def quantised(self):
        return self.automaton.quantised

    @property
    def has_bounds(self):
        return self.automaton.has_bounds()

    cdef uint32_t _state(self, state) except? 0:
        if not 0 <= state < self.automaton.contexts:
            raise IndexError(f"state {state}, expected 0 to {self.automaton.contexts - 1}")
        return <uint32_t>state

    def ids(self, Index index, list words) -> array.array:
        """The words' numbers, 0 (<unk>) for those that this model does not know."""
        cdef Py_ssize_t length, i, size = len(words)
        cdef const char* data
        cdef int found
        cdef array.array made = array.clone(EMPTY, size, zero=False)
        for i in range(size):
            data = PyUnicode_AsUTF8AndSize(words[i], &length)
            found = index.find(data, length)
            made.data.as_uints[i] = found if 0 <= found and <uint32_t>found < self.automaton.unigrams else 0
        return made

    def step(self, state, uint32_t word) -> tuple:
        """The score of a word after a state, and the state after it."""
        cdef uint32_t next = 0
        cdef float score = self.automaton.step(self._state(state), word, next)
        return score, next

    def step_matched(self, state, uint32_t word) -> tuple:
        """Score, next state, and the number of words in the n-gram that was found."""
        cdef uint32_t next = 0, length = 0
        cdef float score = self.automaton.step_matched(self._state(state), word, next, length)
        return score, next, length

    def parent(self, state) -> int:
        return self.automaton.parent(self._state(state))

    def backoff(self, state) -> float:
        return self.automaton.backoff(self._state(state))

    def order_of(self, state) -> int:
        return self.automaton.order_of(self._state(state))

    def bound(self, state, uint32_t word) -> float:
        """An upper bound on the word's score after any history that ends with the state's context."""
        self._need_bounds()
        return self.automaton.bound(self._state(state), word)

    def best_backoff(self, state) -> float:
        self._need_bounds()
        return self.automaton.best_backoff(self._state(state))

    def _need_bounds(self):
        if not self.automaton.has_bounds():
            raise ValueError("this model was written without upper bounds")

    def score(self, const uint32_t[::1] ids, bint begin, bint end) -> float:
        """The sum over one sentence."""
        cdef uint32_t offsets[2]
        cdef double score = 0
        offsets[0], offsets[1] = 0, <uint32_t>ids.shape[0]
        cdef const uint32_t* first = &ids[0] if ids.shape[0] else NULL
        self.automaton.score_batch(first, offsets, 1, begin, end, &score)
        return score

    def score_words(self, const uint32_t[::1] ids, bint begin, bint end, float[::1] out) -> None:
        """The score of each word (and of the end of the sentence); `out` must be long enough."""
        cdef Py_ssize_t i, size = ids.shape[0]
        cdef uint32_t state = self.automaton.begin if begin else 0
        cdef uint32_t next = 0
        if out.shape[0] != size + end:
            raise ValueError(f"room for {out.shape[0]} scores, {size + end} are due")
        with nogil:
            for i in range(size):
                out[i] = self.automaton.step(state, ids[i], next)
                state = next
            if end:
                out[size] = self.automaton.step(state, 2, next)

    def score_batch(self, const uint32_t[::1] ids, const uint32_t[::1] offsets, bint begin, bint end,
                    double[::1] scores) -> None:
        """The sum over each sentence ids[offsets[i]:offsets[i + 1]]."""
        cdef Py_ssize_t i, sentences = offsets.shape[0] - 1
        cdef bint fits = sentences >= 0
        if fits:
            for i in range(sentences):
                fits &= offsets[i] <= offsets[i + 1]
            fits &= offsets[sentences] <= ids.shape[0]
        if not fits:
            raise ValueError("offsets must rise from the first sentence's start to at most the number of ids")
        if scores.shape[0] != sentences:
            raise ValueError(f"room for {scores.shape[0]} scores, {sentences} are due")
        cdef const uint32_t* first = &ids[0] if ids.shape[0] else NULL
        if sentences > 0:
            with nogil:
                self.automaton.score_batch(first, &offsets[0], sentences, begin, end, &scores[0])
