"""Finds all sources of a sentence in a table's mapped arrays; other kernels take its C++ `table`, without the GIL."""

from libc.stdint cimport uint32_t, uint64_t


cdef class Lookup:
    """The arrays of one table, kept alive and tied together."""

    def __init__(
        self,
        const uint64_t[::1] slots,
        const uint32_t[::1] source_offsets,
        const uint32_t[::1] source_words,
        const uint32_t[::1] entry_offsets,
        const uint32_t[::1] entry_target,
        const float[::1] entry_score,
        const uint32_t[::1] target_offsets,
        const uint32_t[::1] target_words,
        uint32_t longest,
        uint32_t longest_target,
    ):
        if source_offsets.shape[0] < 1 or entry_offsets.shape[0] != source_offsets.shape[0]:
            raise ValueError(
                f"{source_offsets.shape[0]} source offsets and {entry_offsets.shape[0]} entry offsets, "
                "expected as many of each and at least one"
            )
        if entry_target.shape[0] != entry_score.shape[0]:
            raise ValueError(f"{entry_target.shape[0]} targets and {entry_score.shape[0]} scores, expected as many")
        if target_offsets.shape[0] < 1:
            raise ValueError("no target offsets, expected at least one")
        if max(source_offsets.shape[0], entry_target.shape[0], target_offsets.shape[0]) >= 2**32 - 1:
            raise ValueError("more sources, entries or targets than 32 bits can number")
        self.slots, self.source_offsets, self.source_words = slots, source_offsets, source_words
        self.entry_offsets, self.entry_target, self.entry_score = entry_offsets, entry_target, entry_score
        self.target_offsets, self.target_words = target_offsets, target_words
        self.table.slots, self.table.slot_count = &slots[0] if slots.shape[0] else NULL, slots.shape[0]
        self.table.source_offsets, self.table.source_count = &source_offsets[0], source_offsets.shape[0] - 1
        self.table.source_words = &source_words[0] if source_words.shape[0] else NULL
        self.table.source_word_count = source_words.shape[0]
        self.table.entry_offsets = &entry_offsets[0]
        self.table.entry_target = &entry_target[0] if entry_target.shape[0] else NULL
        self.table.entry_score = &entry_score[0] if entry_score.shape[0] else NULL
        self.table.entry_count = entry_target.shape[0]
        self.table.target_offsets, self.table.target_count = &target_offsets[0], target_offsets.shape[0] - 1
        self.table.target_words = &target_words[0] if target_words.shape[0] else NULL
        self.table.target_word_count = target_words.shape[0]
        self.table.longest, self.table.longest_target = longest, longest_target

    @property
    def sources(self) -> int:
        return self.table.source_count

    @property
    def entries(self) -> int:
        return self.table.entry_count

    def find(self, const uint32_t[::1] ids) -> range:
        """The entries of the source that is exactly these words; empty where there is none."""
        cdef uint32_t source = 0, first = 0, last = 0
        cdef uint64_t hash = EMPTY_SEQUENCE
        cdef Py_ssize_t i, n = ids.shape[0]
        with nogil:
            for i in range(n):
                hash = extended(hash, ids[i])
            if n > 0 and self.table.find(&ids[0], n, hash, source):
                self.table.entries(source, first, last)
        return range(first, last)

    def spans(self, const uint32_t[::1] ids) -> list:
        """All sources in a sentence as (start, end, first entry, last entry), half-open, by start and end."""
        cdef vector[Span] found
        cdef Span span
        cdef Py_ssize_t n = ids.shape[0]
        if n >= 2**32 - 1:
            raise ValueError(f"a sentence of {n} words, expected fewer than {2**32 - 1}")
        with nogil:
            if n > 0:
                self.table.spans(&ids[0], n, found)
        return [(span.start, span.end, span.first, span.last) for span in found]

    def entry(self, Py_ssize_t number) -> tuple:
        """An entry's target ids and its score."""
        cdef const uint32_t* words
        cdef uint32_t length, i
        if not 0 <= number < <Py_ssize_t>self.table.entry_count:
            raise IndexError(f"entry {number}, expected 0 to {<Py_ssize_t>self.table.entry_count - 1}")
        if not self.table.target(<uint32_t>number, words, length):
            raise ValueError(f"the target of entry {number} lies outside the table")
        return tuple([words[i] for i in range(length)]), self.table.score(<uint32_t>number)

    def source(self, Py_ssize_t number) -> tuple:
        """A source's word ids and the range of its entries."""
        cdef uint32_t first, last, start, end, i
        if not 0 <= number < <Py_ssize_t>self.table.source_count:
            raise IndexError(f"source {number}, expected 0 to {<Py_ssize_t>self.table.source_count - 1}")
        start, end = self.table.source_offsets[number], self.table.source_offsets[number + 1]
        if not start <= end <= self.table.source_word_count or end - start > self.table.longest:
            raise ValueError(f"the words of source {number} lie outside the table")
        self.table.entries(<uint32_t>number, first, last)
        return tuple([self.table.source_words[i] for i in range(start, end)]), range(first, last)
