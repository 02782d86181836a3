"""Gathers and orders the entries of a table: words and phrases are numbered as they come, sorted at the end."""

from cpython cimport array
from cpython.unicode cimport PyUnicode_AsUTF8AndSize
from libc.stddef cimport size_t
from libc.stdint cimport uint32_t, uint64_t
from libcpp cimport bool
from libcpp.memory cimport unique_ptr
from libcpp.vector cimport vector

import array

cdef array.array UNSIGNED = array.array("I"), LONG = array.array("Q"), FLOAT = array.array("f")


cdef extern from "<string_view>" namespace "std" nogil:
    cppclass string_view:
        string_view()
        string_view(const char* data, size_t length)
        const char* data()
        size_t size()


cdef extern from "otherwords/tables/builder.hpp" namespace "otherwords" nogil:
    enum Problem "otherwords::TableBuilder::Problem":
        FINE "otherwords::TableBuilder::FINE"
        NO_SOURCE "otherwords::TableBuilder::NO_SOURCE"
        LONG_SOURCE "otherwords::TableBuilder::LONG_SOURCE"
        LONG_TARGET "otherwords::TableBuilder::LONG_TARGET"
        BAD_NUMBER "otherwords::TableBuilder::BAD_NUMBER"

    struct Counts:
        size_t sources, entries, targets, source_words, target_words, longest, longest_target
        size_t duplicates, below_threshold, over_limit, identities, reserved

    cppclass TableBuilder:
        TableBuilder(size_t columns, size_t most_words, double threshold, bool skip_identity) except +
        void reserve_word(string_view word) except +
        Problem add(string_view source, string_view target, double score, const vector[float]& columns) except +
        void finish(size_t limit) except +
        string_view word(uint32_t rank)
        bool is_used(uint32_t rank)
        size_t word_count()
        bool scores_are_probabilities()
        void emit_phrases(
            const uint32_t* ids, uint32_t* source_offsets, uint32_t* source_words,
            uint32_t* target_offsets, uint32_t* target_words)
        void emit_entries(uint32_t* offsets, uint32_t* target, float* score)
        void emit_column(size_t column, float* values)
        Counts counts

    bool fill_phrase_slots(
        const uint32_t* offsets, size_t sources, const uint32_t* words, uint64_t* slots, size_t slot_count)


cdef string_view view(str text) except *:
    cdef Py_ssize_t length
    cdef const char* data = PyUnicode_AsUTF8AndSize(text, &length)
    return string_view(data, length)


cdef class Builder:
    """Takes entries one by one, then gives the arrays of a table."""

    cdef unique_ptr[TableBuilder] builder
    cdef vector[float] columns
    cdef readonly Py_ssize_t column_count, most_words
    cdef bint finished

    def __cinit__(
        self, Py_ssize_t columns, Py_ssize_t most_words, double threshold, bint skip_identity, tuple reserved
    ):
        if columns < 0 or most_words < 1:
            raise ValueError(f"{columns} columns and at most {most_words} words make no table")
        self.column_count, self.most_words, self.finished = columns, most_words, False
        self.columns.resize(columns)
        self.builder.reset(new TableBuilder(columns, most_words, threshold, skip_identity))
        for word in reserved:
            self.builder.get().reserve_word(view(word))

    def add(self, str source, str target, double score, tuple columns) -> None:
        """One entry; a ValueError says what is wrong with it."""
        cdef Py_ssize_t i
        if self.finished:
            raise ValueError("the table is finished")
        if len(columns) != self.column_count:
            raise ValueError(f"{len(columns)} columns, expected {self.column_count}")
        for i in range(self.column_count):
            self.columns[i] = columns[i]
        cdef Problem problem = self.builder.get().add(view(source), view(target), score, self.columns)
        if problem == NO_SOURCE:
            raise ValueError("an empty source, expected at least one word")
        if problem == LONG_SOURCE or problem == LONG_TARGET:
            side = "source" if problem == LONG_SOURCE else "target"
            raise ValueError(f"a {side} of more than {self.most_words} words, the limit (max-words)")
        if problem == BAD_NUMBER:
            raise ValueError(f"score {score!r}, columns {columns!r}: expected finite numbers that a float32 can hold")

    def finish(self, size_t limit) -> list:
        """Order all entries, keep `limit` a source; returns the words that are left, sorted."""
        cdef uint32_t rank
        cdef string_view word
        if self.finished:
            raise ValueError("the table is finished already")
        self.finished = True
        with nogil:
            self.builder.get().finish(limit)
        cdef list words = []
        for rank in range(<uint32_t>self.builder.get().word_count()):
            if self.builder.get().is_used(rank):
                word = self.builder.get().word(rank)
                words.append(word.data()[: word.size()].decode())
        return words

    @property
    def counts(self) -> dict:
        return self.builder.get().counts

    def scores_are_probabilities(self) -> bool:
        """Whether e to each score, as a probability from 0 to 1, gives the score back bit for bit."""
        return self.builder.get().scores_are_probabilities()

    def arrays(self, const uint32_t[::1] numbers) -> dict:
        """The table's arrays; `numbers` gives the words that `finish` returned, in that order, their ids."""
        cdef TableBuilder* builder = self.builder.get()
        cdef Counts counts = builder.counts
        cdef vector[uint32_t] ids
        cdef uint32_t rank
        cdef Py_ssize_t used = 0, i
        if not self.finished:
            raise ValueError("the table is not finished")
        ids.resize(builder.word_count())
        for rank in range(<uint32_t>builder.word_count()):
            if builder.is_used(rank):
                if used == numbers.shape[0]:
                    raise ValueError(f"{used} ids for more words")
                ids[rank] = numbers[used]
                used += 1
        if used != numbers.shape[0]:
            raise ValueError(f"{numbers.shape[0]} ids for {used} words")
        cdef array.array source_offsets = array.clone(UNSIGNED, counts.sources + 1, False)
        cdef array.array source_words = array.clone(UNSIGNED, counts.source_words, False)
        cdef array.array entry_offsets = array.clone(UNSIGNED, counts.sources + 1, False)
        cdef array.array entry_target = array.clone(UNSIGNED, counts.entries, False)
        cdef array.array entry_score = array.clone(FLOAT, counts.entries, False)
        cdef array.array target_offsets = array.clone(UNSIGNED, counts.targets + 1, False)
        cdef array.array target_words = array.clone(UNSIGNED, counts.target_words, False)
        with nogil:
            builder.emit_phrases(
                ids.data(), <uint32_t*>source_offsets.data.as_voidptr, <uint32_t*>source_words.data.as_voidptr,
                <uint32_t*>target_offsets.data.as_voidptr, <uint32_t*>target_words.data.as_voidptr)
            builder.emit_entries(
                <uint32_t*>entry_offsets.data.as_voidptr, <uint32_t*>entry_target.data.as_voidptr,
                entry_score.data.as_floats)
        cdef dict found = {
            "slots": filled_slots(source_offsets, source_words),
            "source_offsets": source_offsets,
            "source_words": source_words,
            "entry_offsets": entry_offsets,
            "entry_target": entry_target,
            "entry_score": entry_score,
            "target_offsets": target_offsets,
            "target_words": target_words,
        }
        cdef array.array column
        for i in range(self.column_count):
            column = array.clone(FLOAT, counts.entries, False)
            builder.emit_column(i, column.data.as_floats)
            found[f"column_{i}"] = column
        return found


cdef array.array filled_slots(array.array offsets, array.array words):
    cdef size_t sources = len(offsets) - 1, wanted = 2 * sources + 1
    cdef array.array slots
    cdef bool filled
    for _ in range(8):
        slots = array.clone(LONG, wanted, True)
        with nogil:
            filled = fill_phrase_slots(
                <const uint32_t*>offsets.data.as_voidptr, sources, <const uint32_t*>words.data.as_voidptr,
                <uint64_t*>slots.data.as_voidptr, wanted)
        if filled:
            return slots
        wanted *= 2
    raise OverflowError("more sources share one hash than a lookup may look at")
