"""Holds the rewrites of one sentence in columns, and lets tables propose theirs without a Python object each."""

from cpython cimport array
from libc.math cimport isfinite
from libc.stdint cimport uint8_t, uint32_t, uint64_t
from libcpp.vector cimport vector

from otherwords.tables._lookup cimport EMPTY_SEQUENCE, Lookup, extended


cdef enum:
    MARKS = 4096  # the words for classes leave a mark at their number modulo this, so that few others are compared with them


cdef class RewriteBatch:
    """The rewrites proposed for a sentence whose tokens are these words (numbers)."""

    def __init__(self, source_words):
        self.source_words = array.array("I", source_words)
        self.batch.source = self.source_words
        self.batch.tokens = self.batch.source.size()

    def __len__(self):
        return self.batch.rewrites.size()

    @property
    def tokens(self):
        return self.batch.tokens

    cdef void _add(self, uint32_t start, uint32_t end, const uint32_t* words, uint32_t length,
                   uint32_t origin, uint32_t entry, float score) except *:
        cdef Rewrite rewrite
        cdef uint32_t i
        rewrite.start, rewrite.end = start, end
        rewrite.words, rewrite.length = self.batch.words.size(), length
        rewrite.shape, rewrite.origin, rewrite.entry = PLAIN, origin, entry
        rewrite.score = rewrite.weight = score
        for i in range(length):
            self.batch.words.push_back(words[i])
        rewrite.changes = not self.batch.keeps(rewrite)
        self.batch.rewrites.push_back(rewrite)

    def add(self, Py_ssize_t start, Py_ssize_t end, target, Py_ssize_t origin, Py_ssize_t entry, double score):
        """Tokens start…end - 1 may become these words."""
        cdef array.array words = array.array("I", target)
        if not 0 <= start < end <= self.batch.tokens:
            raise ValueError(f"a rewrite of tokens {start} to {end}, expected a stretch within 0 to {self.batch.tokens}")
        self._check_score(score)
        self._check_words(words)
        self._add(start, end, words.data.as_uints, len(words), origin, entry, score)

    def _check_score(self, double score):
        if not isfinite(<float>score):
            raise ValueError(f"a rewrite's score is {score}, expected a finite number that single precision holds")

    def _check_words(self, words):
        for word in words:
            if word & SLOT_MARK:
                raise ValueError(f"word number {word} is too large")

    def add_shaped(self, parts, slots, Py_ssize_t origin, Py_ssize_t entry, double score):
        """A rewrite over several parts, each (start, end, symbols); or over one part with slots, each (start, end).

        A symbol is a word's number, or -1 - k for slot k.
        """
        cdef Rewrite rewrite
        cdef Shape shape
        cdef Part part
        cdef Stretch span
        if len(parts) > 1 and slots:
            raise ValueError("a rewrite has either several parts or slots, not both")
        if not 1 <= len(parts) <= 16:
            raise ValueError(f"a rewrite has {len(parts)} parts, expected 1 to 16")
        self._check_score(score)
        place, used = 0, []
        for start, end, symbols in parts:
            if not place <= start < end <= self.batch.tokens:
                raise ValueError(f"a part over tokens {start} to {end}, expected parts in order within 0 to {self.batch.tokens}")
            place = end
            used += [-1 - symbol for symbol in symbols if symbol < 0]
        if sorted(used) != list(range(len(slots))):
            raise ValueError(f"slots {sorted(used)} are said, expected each of the {len(slots)} once")
        inside = parts[0][0]
        for start, end in sorted(slots):
            if not inside <= start < end <= parts[0][1]:
                raise ValueError(f"a slot over tokens {start} to {end}, expected slots apart from each other within its rewrite")
            inside = end
        shape.parts, shape.slots = self.batch.parts.size(), self.batch.slots.size()
        for start, end, symbols in parts:
            part.start, part.end, part.symbols, part.length = start, end, self.batch.words.size(), len(symbols)
            self._check_words(symbol for symbol in symbols if symbol >= 0)
            for symbol in symbols:
                self.batch.words.push_back(symbol if symbol >= 0 else SLOT_MARK | <uint32_t>(-1 - symbol))
            self.batch.parts.push_back(part)
        for start, end in slots:
            span.start, span.end = start, end
            self.batch.slots.push_back(span)
        shape.parts_end, shape.slots_end = self.batch.parts.size(), self.batch.slots.size()
        rewrite.start, rewrite.end, rewrite.words, rewrite.length = parts[0][0], place, 0, 0
        rewrite.shape, rewrite.origin, rewrite.entry = self.batch.shapes.size(), origin, entry
        rewrite.score = rewrite.weight = score
        rewrite.changes = True
        self.batch.shapes.push_back(shape)
        self.batch.rewrites.push_back(rewrite)

    def propose(self, Lookup lookup, Py_ssize_t origin, const uint32_t[::1] ids, const unsigned char[::1] kinds,
                const uint32_t[::1] class_words, Py_ssize_t numbers, const unsigned char[::1] guarded, allowed):
        """Adds every entry of a table whose source occurs in the sentence.

        ids: what the table reads at each token. kinds: 0, or which entity class the token is of; the k-th entity of
        class c within a unit is class_words[c * numbers + k] to the table (`numbers` of them a class), and stands
        for that very token in the target; a target must say each entity of its source once, and no other.
        Where a unit holds a token marked in `guarded`, allowed(start, end, target) says whether an entry may be used.
        """
        cdef vector[uint32_t] words, said
        cdef Py_ssize_t n = ids.shape[0], start, length, seen, place, c
        cdef uint64_t hashed
        cdef uint32_t source = 0, first = 0, last = 0, entry, size = 0, i
        cdef const uint32_t* target = NULL
        cdef array.array own = self.source_words
        cdef uint32_t most = lookup.table.longest
        cdef vector[uint8_t] marks
        cdef bint guard
        if n != self.batch.tokens or kinds.shape[0] != n or guarded.shape[0] != n:
            raise ValueError("as many ids, kinds and guards as tokens are needed")
        if numbers < 0:
            raise ValueError(f"{numbers} entities of a class, expected 0 or more")
        for place in range(n):
            if kinds[place] * numbers > class_words.shape[0]:
                raise ValueError(f"token {place} is of class {kinds[place]}, but there are {class_words.shape[0]} words for classes")
        if class_words.shape[0]:
            marks.resize(MARKS)
            for c in range(class_words.shape[0]):
                marks[class_words[c] % MARKS] = True
        for start in range(n):
            hashed = EMPTY_SEQUENCE
            words.clear()
            guard = False
            for length in range(1, most + 1):
                place = start + length - 1
                if place >= n:
                    break
                words.push_back(ids[place])
                guard = guard or guarded[place] != 0
                if kinds[place]:
                    seen = 0
                    for c in range(start, place):
                        seen += kinds[c] == kinds[place]
                    if seen >= numbers:
                        break
                    words[length - 1] = class_words[(kinds[place] - 1) * numbers + seen]
                hashed = extended(hashed, words[length - 1])
                if not lookup.table.find(words.data(), length, hashed, source):
                    continue
                lookup.table.entries(source, first, last)
                for entry in range(first, last):
                    if not lookup.table.target(entry, target, size):
                        continue
                    said.clear()
                    for i in range(size):
                        said.push_back(target[i] & ~SLOT_MARK)
                    if marks.size() and not _put_entities_back(said, words, kinds, own, start, length, marks, class_words):
                        continue
                    if guard and not allowed(start, start + length, [said[i] for i in range(said.size())]):
                        continue
                    self._add(start, start + length, said.data(), said.size(), origin, entry, lookup.table.score(entry))

    def add_variant(self, Py_ssize_t i, target):
        """The same rewrite in other words, which count as no change where the first were none."""
        self._check(i)
        cdef Rewrite rewrite = self.batch.rewrites[i]
        if rewrite.shape != PLAIN:
            raise ValueError(f"rewrite {i} has slots or gaps, expected a plain one")
        cdef array.array words = array.array("I", target)
        self._check_words(words)
        rewrite.words, rewrite.length = self.batch.words.size(), len(words)
        for word in words:
            self.batch.words.push_back(word)
        self.batch.rewrites.push_back(rewrite)

    def words(self) -> set:
        """All words that some rewrite says."""
        cdef size_t i
        return {self.batch.words[i] for i in range(self.batch.words.size()) if not self.batch.words[i] & SLOT_MARK}

    def saying(self, words) -> list:
        """The plain rewrites that say one of these words."""
        cdef set wanted = set(words)
        cdef uint32_t i, k
        cdef Rewrite* r
        found = []
        for i in range(self.batch.rewrites.size()):
            r = &self.batch.rewrites[i]
            for k in range(r.length):
                if self.batch.words[r.words + k] in wanted:
                    found.append(i)
                    break
        return found

    def item(self, Py_ssize_t i) -> tuple:
        """(start, end, origin, entry, score, weight, changes) of rewrite i."""
        self._check(i)
        cdef Rewrite* r = &self.batch.rewrites[i]
        return r.start, r.end, r.origin, r.entry, r.score, r.weight, bool(r.changes)

    def target(self, Py_ssize_t i) -> list:
        """The words of a plain rewrite."""
        self._check(i)
        cdef Rewrite* r = &self.batch.rewrites[i]
        cdef uint32_t k
        return [self.batch.words[r.words + k] for k in range(r.length)]

    def parts(self, Py_ssize_t i) -> tuple:
        """(parts, slots) of a rewrite as `add_shaped` takes them; a plain one has one part and no slots."""
        self._check(i)
        cdef Rewrite* r = &self.batch.rewrites[i]
        cdef Shape shape
        cdef uint32_t p, k, symbol
        if r.shape == PLAIN:
            return [(r.start, r.end, self.target(i))], []
        shape = self.batch.shapes[r.shape]
        parts = []
        for p in range(shape.parts, shape.parts_end):
            symbols = []
            for k in range(self.batch.parts[p].length):
                symbol = self.batch.words[self.batch.parts[p].symbols + k]
                symbols.append(-1 - <int>(symbol & ~SLOT_MARK) if symbol & SLOT_MARK else symbol)
            parts.append((self.batch.parts[p].start, self.batch.parts[p].end, symbols))
        slots = [(self.batch.slots[p].start, self.batch.slots[p].end) for p in range(shape.slots, shape.slots_end)]
        return parts, slots

    def set_weight(self, Py_ssize_t i, double weight):
        """What the rewrite adds to a derivation's score, language model aside."""
        self._check(i)
        if not isfinite(<float>weight):
            raise ValueError(f"a rewrite's weight is {weight}, expected a finite number that single precision holds")
        self.batch.rewrites[i].weight = weight

    def _check(self, Py_ssize_t i):
        if not 0 <= i < <Py_ssize_t>self.batch.rewrites.size():
            raise IndexError(f"rewrite {i}, expected 0 or more, below {self.batch.rewrites.size()}")

    def has_word_entry(self) -> bytearray:
        """By token: 1 where a plain rewrite covers just this token."""
        cdef Rewrite r
        found = bytearray(self.batch.tokens)
        for r in self.batch.rewrites:
            if r.shape == PLAIN and r.end == r.start + 1:
                found[r.start] = 1
        return found


cdef bint _put_entities_back(vector[uint32_t]& said, const vector[uint32_t]& words, const unsigned char[::1] kinds,
                             array.array own, Py_ssize_t start, Py_ssize_t length, const vector[uint8_t]& marks,
                             const uint32_t[::1] class_words):
    """Puts each entity's own word for its class; False where the target does not say just the source's entities, each once."""
    cdef Py_ssize_t i, entity, missing = 0
    cdef bint literal
    cdef vector[uint8_t] met = vector[uint8_t](<size_t>length, <uint8_t>0)
    cdef size_t j
    for i in range(length):
        missing += kinds[start + i] != 0
    for j in range(said.size()):
        if not marks[said[j] % MARKS] or not _is_among(said[j], class_words):
            continue
        entity, literal = -1, False
        for i in range(length):
            if words[i] == said[j] and kinds[start + i]:
                entity = i
            elif words[i] == said[j]:
                literal = True  # the sentence itself says the class's name
        if entity < 0 and literal:
            continue
        if entity < 0 or met[entity]:
            return False
        met[entity] = True
        said[j] = own.data.as_uints[start + entity]
        missing -= 1
    return missing == 0


cdef bint _is_among(uint32_t word, const uint32_t[::1] class_words):
    cdef Py_ssize_t c
    for c in range(class_words.shape[0]):
        if class_words[c] == word:
            return True
    return False
