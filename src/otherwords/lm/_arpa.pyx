"""The lines of an ARPA file, read and written."""

from cpython.mem cimport PyMem_Free
from cpython.unicode cimport PyUnicode_AsUTF8AndSize
from libc.math cimport isnan
from libc.stdint cimport int64_t, uint32_t
from libc.string cimport memchr, strlen
from libcpp.string cimport string
from libcpp.vector cimport vector

from otherwords.lm._arrays cimport taken_floats, taken_numbers
from otherwords.lm._query cimport MAX_ORDER
from otherwords.lm._words cimport WordTable, all_words


cdef extern from "Python.h":
    double PyOS_string_to_double(const char* s, char** endptr, object overflow_exception) except? -1.0
    char* PyOS_double_to_string(double val, char format_code, int precision, int flags, int* ptype) except NULL


cdef extern from "otherwords/lm/arpa.hpp" namespace "otherwords" nogil:
    cdef cppclass NgramIndex:
        int64_t find(uint32_t context, uint32_t word)
        int64_t insert(uint32_t context, uint32_t word) except +

    cdef cppclass ReadLevel:
        vector[uint32_t] context, word, line
        vector[float] probability, backoff
        NgramIndex index
        void push(uint32_t c, uint32_t w, float p, float b, uint32_t at) except +

    void sort_levels(vector[ReadLevel]& levels) except +


cdef double LN10 = 2.302585092994045684
cdef double NEVER = -99.0


cdef inline bint _is_space(char c) noexcept nogil:
    return c == b" " or c == b"\t" or c == b"\r"


cdef double _number(const char* start, const char* end, what) except? 1e300:
    """The number between two places of a line; `end` points to white space or the line's last NUL."""
    cdef char* stop = NULL
    cdef double value
    try:
        value = PyOS_string_to_double(start, &stop, OverflowError)
    except (ValueError, OverflowError):
        stop = NULL
        value = 0
    if stop != end:
        raise ValueError(f"found {_text(start, end)!r}, expected {what}, a number")
    if isnan(value):
        raise ValueError(f"found {_text(start, end)!r} as {what}, expected a number")
    return value


cdef str _text(const char* start, const char* end):
    return start[: end - start].decode("utf-8", "replace")


cdef class Parser:
    """Takes the lines with n-grams, one level after another; a `ValueError` says what is wrong with a line."""

    cdef WordTable words
    cdef vector[ReadLevel] levels
    cdef vector[char] seen
    cdef size_t order
    cdef bint highest

    def __init__(self):
        for word in (b"<unk>", b"<s>", b"</s>"):
            self.words.insert(word, len(word))
        self.seen.resize(3)

    def start_level(self, size_t order, bint highest) -> None:
        if order != self.levels.size() + 1 or order > MAX_ORDER:
            raise ValueError(f"{order}-grams are not due")
        self.order, self.highest = order, highest
        self.levels.resize(order)
        if order == 1:
            for _ in range(3):
                self.levels[0].push(0, <uint32_t>self.levels[0].word.size(), 0, 0, 0)

    def size(self, size_t order) -> int:
        """The number of n-grams read of this order."""
        if order > 1:
            return self.levels[order - 1].word.size()
        return sum([self.seen[i] for i in range(self.seen.size())])

    def has(self, str word) -> bool:
        encoded = word.encode()
        cdef int64_t found = self.words.find(encoded, len(encoded))
        return found >= 0 and self.seen[found]

    def add(self, str line, uint32_t number) -> None:
        """One n-gram."""
        cdef Py_ssize_t length
        cdef const char* at = PyUnicode_AsUTF8AndSize(line, &length)
        cdef const char* stop = at + length
        cdef const char* starts[8]
        cdef const char* ends[8]
        cdef size_t fields = 0, k
        cdef double probability, backoff = 0
        if self.order == 0:
            raise ValueError("no level was started")
        if memchr(at, 0, length) != NULL:
            raise ValueError("found a NUL byte, expected text")
        while at != stop:
            if _is_space(at[0]):
                at += 1
                continue
            if fields < 8:
                starts[fields] = at
            while at != stop and not _is_space(at[0]):
                at += 1
            if fields < 8:
                ends[fields] = at
            fields += 1
        if fields != self.order + 1 and fields != self.order + 2:
            raise ValueError(
                f"found {fields} fields, expected {self.order + 1} or {self.order + 2}: a log10 probability, "
                f"{self.order} word{'s' if self.order > 1 else ''} and perhaps a log10 back-off weight"
            )
        probability = _number(starts[0], ends[0], "a log10 probability")
        if probability > 0:
            raise ValueError(f"found the log10 probability {_text(starts[0], ends[0])}, expected at most 0")
        if probability < -1e30:
            probability = NEVER
        if fields == self.order + 2:
            backoff = _number(starts[fields - 1], ends[fields - 1], "a log10 back-off weight")
            if backoff < -1e30:
                backoff = NEVER
            if not -300 <= backoff <= 300:
                raise ValueError(f"found the back-off weight {backoff}, expected a log10 within ±300")
            if self.highest and backoff != 0:
                raise ValueError(
                    f"found the back-off weight {backoff}, expected none: no {self.order + 1}-gram can follow"
                )
        if self.order == 1:
            self._unigram(starts[1], ends[1] - starts[1], probability * LN10, backoff * LN10, number)
        else:
            self._ngram(starts, ends, probability * LN10, backoff * LN10, number)

    cdef int _unigram(self, const char* word, size_t length, double probability, double backoff, uint32_t number) except -1:
        cdef uint32_t identity
        cdef ReadLevel* level = &self.levels[0]
        if length == 5 and word[:5] == b"<UNK>":
            word = "<unk>"
        identity = self.words.insert(word, length)
        if identity == self.seen.size():
            self.seen.push_back(0)
            level.push(0, identity, 0, 0, number)
        elif self.seen[identity]:
            raise ValueError(f"the 1-gram {_text(word, word + length)!r} stands already in line {level.line[identity]}")
        self.seen[identity] = 1
        level.probability[identity] = <float>probability
        level.backoff[identity] = <float>backoff
        level.line[identity] = number
        return 0

    cdef int _ngram(self, const char** starts, const char** ends, double probability, double backoff,
                    uint32_t number) except -1:
        cdef size_t k
        cdef int64_t word = 0, context = 0, before
        cdef ReadLevel* level = &self.levels[self.order - 1]
        for k in range(1, self.order + 1):
            word = self.words.find(starts[k], ends[k] - starts[k])
            if word < 0 and ends[k] - starts[k] == 5 and starts[k][:5] == b"<UNK>":
                word = 0
            if word < 0 or not (self.seen[word] or word == 0):
                raise ValueError(f"the word {_text(starts[k], ends[k])!r} is not among the 1-grams")
            if k == 1:
                context = word
            elif k < self.order:
                context = self.levels[k - 1].index.find(<uint32_t>context, <uint32_t>word)
                if context < 0:
                    raise ValueError(
                        f"the {k}-gram {_text(starts[1], ends[k])!r} is missing, the context of the "
                        f"{self.order}-gram {_text(starts[1], ends[self.order])!r} (or of one that begins like it)"
                    )
        before = level.index.insert(<uint32_t>context, <uint32_t>word)
        if before >= 0:
            raise ValueError(
                f"the {self.order}-gram {_text(starts[1], ends[self.order])!r} stands already in line "
                f"{level.line[before]}"
            )
        level.push(<uint32_t>context, <uint32_t>word, <float>probability, <float>backoff, number)
        return 0

    def finish(self) -> tuple:
        """Words and sorted levels; a model without <unk> gets one with log10 -100, as KenLM does."""
        cdef size_t k
        if not self.seen[0]:
            self.levels[0].probability[0] = <float>(-100 * LN10)
        with nogil:
            sort_levels(self.levels)
        made = []
        for k in range(self.levels.size()):
            if k + 1 == self.levels.size():
                self.levels[k].backoff.clear()
            made.append((taken_numbers(self.levels[k].context), taken_numbers(self.levels[k].word),
                         taken_floats(self.levels[k].probability), taken_floats(self.levels[k].backoff)))
        return all_words(self.words), made


cdef int _append(string& out, float logarithm) except -1:
    """A natural log as log10: six digits where they read back as the same number, otherwise seven."""
    cdef double value = logarithm / LN10
    cdef char* text = PyOS_double_to_string(value, c"g", 6, 0, NULL)
    try:
        if <float>(PyOS_string_to_double(text, NULL, OverflowError) * LN10) != logarithm:
            PyMem_Free(text)
            text = NULL
            text = PyOS_double_to_string(value, c"g", 7, 0, NULL)
        out.append(text, strlen(text))
    finally:
        PyMem_Free(text)
    return 0


def format_ngrams(levels, list words, Py_ssize_t order, Py_ssize_t start, Py_ssize_t stop) -> bytes:
    """Lines of an ARPA file: the n-grams start…stop of this order."""
    cdef vector[const uint32_t*] contexts, last
    cdef const uint32_t[::1] numbers_of
    cdef const float[::1] probability = levels[order - 1][2], backoff = levels[order - 1][3]
    cdef uint32_t[8] ids
    cdef uint32_t at
    cdef Py_ssize_t i, k
    cdef bytes word
    cdef string out
    for k in range(order):
        numbers_of = levels[k][0]
        contexts.push_back(&numbers_of[0] if numbers_of.shape[0] else NULL)
        numbers_of = levels[k][1]
        last.push_back(&numbers_of[0] if numbers_of.shape[0] else NULL)
    for i in range(start, min(stop, probability.shape[0])):
        at = <uint32_t>i
        for k in range(order - 1, -1, -1):
            ids[k] = last[k][at]
            at = contexts[k][at]
        _append(out, probability[i])
        for k in range(order):
            word = words[ids[k]]
            out.push_back(b"\t" if k == 0 else b" ")
            out.append(<const char*>word, len(word))
        if backoff.shape[0] and backoff[i] != 0:
            out.push_back(b"\t")
            _append(out, backoff[i])
        out.push_back(b"\n")
    return out
