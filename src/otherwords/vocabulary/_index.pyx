"""Words to ids by open addressing over mapped arrays: nothing is parsed or copied at opening."""

from cpython.unicode cimport PyUnicode_AsUTF8AndSize
from libc.stdint cimport uint32_t, uint64_t
from libc.string cimport memcmp


cdef extern from "otherwords/storage/hashing.hpp" namespace "otherwords" nogil:
    uint64_t hash_bytes(const char* data, size_t length)
    uint64_t slot_of(uint64_t hash, uint64_t size)


cdef class Index:
    """Finds a word's id; the arrays are those of a vocabulary file."""

    def __init__(self, const unsigned char[::1] text, const uint32_t[::1] offsets, const uint32_t[::1] slots):
        if offsets.shape[0] < 1 or slots.shape[0] < 1:
            raise ValueError("a vocabulary needs an offset and a slot")
        self.text, self.offsets, self.slots = text, offsets, slots
        self.size = offsets.shape[0] - 1

    cdef int find(self, const char* data, Py_ssize_t length) noexcept nogil:
        cdef Py_ssize_t slots = self.slots.shape[0], place, tries
        cdef uint32_t identity
        cdef Py_ssize_t start, end
        place = <Py_ssize_t>slot_of(hash_bytes(data, length), slots)
        for tries in range(slots):
            identity = self.slots[place]
            if identity == 0 or identity > <uint32_t>self.size:
                return -1
            start, end = self.offsets[identity - 1], self.offsets[identity]
            if start <= end <= self.text.shape[0] and end - start == length:
                if length == 0 or memcmp(&self.text[start], data, length) == 0:
                    return <int>identity - 1
            place += 1
            if place == slots:
                place = 0
        return -1

    def id(self, str word) -> int:
        """The word's id, or -1."""
        cdef Py_ssize_t length
        cdef const char* data = PyUnicode_AsUTF8AndSize(word, &length)
        return self.find(data, length)

    def ids(self, list words) -> list:
        """The ids of many words, -1 for each that is unknown."""
        cdef Py_ssize_t length
        cdef const char* data
        cdef list found = []
        for word in words:
            data = PyUnicode_AsUTF8AndSize(word, &length)
            found.append(self.find(data, length))
        return found

    def bytes(self, Py_ssize_t identity) -> bytes:
        """The word with this id, as UTF-8."""
        if not 0 <= identity < self.size:
            raise IndexError(f"word id {identity}, expected 0 to {self.size - 1}")
        cdef Py_ssize_t start = self.offsets[identity], end = self.offsets[identity + 1]
        if not start <= end <= self.text.shape[0]:
            raise IndexError(f"word {identity} lies outside the vocabulary's text")
        return b"" if start == end else (<const char*>&self.text[start])[: end - start]


def fill_slots(list words, uint32_t[::1] slots) -> None:
    """Enter each word (UTF-8 bytes, distinct) with its index + 1; `slots` must be zeros and longer than `words`."""
    cdef Py_ssize_t size = slots.shape[0], place, i
    cdef bytes word
    if size <= len(words):
        raise ValueError("too few slots")
    for i in range(len(words)):
        word = words[i]
        place = <Py_ssize_t>slot_of(hash_bytes(word, len(word)), size)
        while slots[place] != 0:
            place += 1
            if place == size:
                place = 0
        slots[place] = <uint32_t>(i + 1)
