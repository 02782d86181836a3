"""Weaves a batch of rewrites into a lattice, joins constraints to it, and finds the derivations of a given string."""

from libc.stdint cimport uint8_t, uint32_t
from libcpp.unordered_map cimport unordered_map
from libcpp.utility cimport move
from libcpp.vector cimport vector

from otherwords.rewrites._batch cimport Batch, RewriteBatch


cdef extern from "otherwords/lattice/weave.hpp" namespace "otherwords" nogil:
    cdef cppclass Cut:
        bint depth, commitments, nodes

cdef extern from "otherwords/lattice/model_words.hpp" namespace "otherwords" nogil:
    Cut weave(const Batch& batch, WeaveLimits limits, const uint32_t* mapped, size_t mapped_size, uint32_t first_mapped,
              uint32_t model_size, Graph& graph) except +

cdef extern from "otherwords/lattice/constraints.hpp" namespace "otherwords" nogil:
    cdef cppclass Terms(Constraint):
        Terms(vector[vector[uint32_t]] terms, bint required) except +
    cdef cppclass Changes(Constraint):
        Changes(const Batch& batch, uint32_t fewest, uint32_t most) except +
    cdef cppclass Length(Constraint):
        Length(unordered_map[uint32_t, uint32_t] lengths, uint32_t limit) except +
    cdef cppclass Sound "otherwords::Agreement::Sound":
        uint8_t begins, demands
    cdef cppclass Agreement(Constraint):
        Agreement(const Batch& batch, unordered_map[uint32_t, Sound] sounds, vector[uint32_t] clashes, vector[uint8_t] odd) except +
    cdef cppclass Alike(Constraint):
        Alike(vector[uint32_t] keys, vector[uint32_t] choices) except +
    bint constrain(Graph& graph, Constraint& constraint, WeaveLimits limits) except +

cdef extern from "otherwords/lattice/spelling.hpp" namespace "otherwords" nogil:
    cdef cppclass Derivation:
        double weight
        vector[uint32_t] arcs
    cdef cppclass Spelling:
        Spelling(const ArcIndex& index, const vector[uint32_t]& target) except +
        double ways()
        vector[Derivation] best(size_t count) except +
        uint32_t furthest()
        vector[uint32_t] furthest_arcs() except +


cdef class Lattice:
    """The graph of a sentence's derivations.

    A word below `model_size` is a word of the language model, another one is unknown to it (0), and the words from
    `first_mapped` on are read as `mapped` says.
    """

    def __init__(self, RewriteBatch batch, Py_ssize_t model_size, Py_ssize_t first_mapped, const uint32_t[::1] mapped,
                 *, Py_ssize_t depth=8, Py_ssize_t commitments=6, Py_ssize_t nodes=1000000):
        self.limits = _limits(depth, commitments, nodes)
        cdef const uint32_t* first = &mapped[0] if mapped.shape[0] else NULL
        cdef Cut cut = weave(batch.batch, self.limits, first, mapped.shape[0], first_mapped, model_size, self.graph)
        self.batch, self.woven = batch, batch.batch.rewrites.size()
        names = (("slots within slots", cut.depth), ("open commitments", cut.commitments), ("nodes", cut.nodes))
        self.cuts = tuple(name for name, was in names if was)
        self.whole = not self.cuts

    def __dealloc__(self):
        del self._index

    @property
    def nodes(self):
        return self.graph.nodes()

    @property
    def arcs(self):
        return self.graph.arcs.size()

    cdef void _constrain(self, Constraint* constraint) except *:
        """Joins a constraint, and frees it."""
        cdef RewriteBatch batch = self.batch
        del self._index
        self._index = NULL
        try:
            if batch.batch.rewrites.size() != self.woven:
                raise ValueError(f"the batch has {batch.batch.rewrites.size()} rewrites, but had {self.woven} when it was woven")
            if not constrain(self.graph, constraint[0], self.limits):
                self.whole = False
                if "nodes" not in self.cuts:
                    self.cuts = (*self.cuts, "nodes")
        finally:
            del constraint

    def require(self, terms):
        """Only paths that say each of these terms (lists of words)."""
        cdef vector[vector[uint32_t]] c_terms = [term for term in terms if term]
        self._constrain(new Terms(c_terms, True))

    def avoid(self, terms):
        """Only paths that say none of these terms."""
        cdef vector[vector[uint32_t]] c_terms = [term for term in terms if term]
        self._constrain(new Terms(c_terms, False))

    def changes(self, fewest, most):
        """Only paths with so many rewrites that change something (one with slots or gaps always does); `most` may be None."""
        cdef RewriteBatch batch = self.batch
        self._constrain(new Changes(batch.batch, fewest, 0xffffffff if most is None else most))

    def at_most(self, lengths, limit):
        """Only paths whose words' lengths (by word; 1 where not given) add up to at most `limit`."""
        cdef unordered_map[uint32_t, uint32_t] c_lengths = lengths
        self._constrain(new Length(c_lengths, limit))

    def agree(self, sounds, odd_in_source, clashes=((1, 2), (2, 1))):
        """Only paths whose words agree with what follows; sounds: word → (begins, demands), small numbers, 0: neither.

        clashes: which (demands, begins) do not go together. odd_in_source: by token, whether it clashes with the next as it stands.
        """
        cdef RewriteBatch batch = self.batch
        cdef unordered_map[uint32_t, Sound] c_sounds
        cdef Sound sound
        for word, (begins, demands) in sounds.items():
            sound.begins, sound.demands = begins, demands
            c_sounds[<uint32_t>word] = sound
        pairs = list(clashes)
        if any(not (0 <= demands < 256 and 0 <= begins < 256) for demands, begins in pairs):
            raise ValueError(f"clashes {pairs}: expected numbers from 0 to 255")
        if len(odd_in_source) != batch.batch.tokens:
            raise ValueError("one mark for each token is needed")
        self._constrain(new Agreement(batch.batch, c_sounds, [demands << 8 | begins for demands, begins in pairs], odd_in_source))

    def alike(self, keys, choices):
        """Only paths that make the same choice for all rewrites with the same key (0: none)."""
        cdef RewriteBatch batch = self.batch
        if len(keys) != <Py_ssize_t>batch.batch.rewrites.size() or len(choices) != len(keys):
            raise ValueError("a key and a choice for each rewrite are needed")
        self._constrain(new Alike(keys, choices))

    def _check_node(self, Py_ssize_t node):
        if not 0 <= node < self.graph.nodes():
            raise IndexError(f"node {node}, expected 0 or more, below {self.graph.nodes()}")

    def node_arcs(self, Py_ssize_t node) -> list:
        """(to, words, rewrite, part, weight, arc number) of the arcs that leave a node."""
        self._check_node(node)
        return [(*self._arc(a), a) for a in range(self.graph.first[node], self.graph.first[node + 1])]

    def is_final(self, Py_ssize_t node) -> bool:
        """Whether a paraphrase may end at a node."""
        self._check_node(node)
        return self.graph.final[node] != 0

    def arc(self, Py_ssize_t a) -> tuple:
        """(to, words, rewrite, part, weight) of an arc."""
        if not 0 <= a < <Py_ssize_t>self.graph.arcs.size():
            raise IndexError(f"arc {a}, expected 0 or more, below {self.graph.arcs.size()}")
        return self._arc(a)

    cdef tuple _arc(self, Py_ssize_t a):
        cdef Arc arc = self.graph.arcs[a]
        cdef uint32_t i
        return arc.to, [self.graph.words[arc.words + i] for i in range(arc.length)], arc.rewrite, arc.part, arc.weight

    def model_words(self, words) -> list:
        """What the language model reads for words that stand in the lattice."""
        cdef unordered_map[uint32_t, uint32_t] mapping
        cdef size_t i
        for i in range(self.graph.words.size()):
            mapping[self.graph.words[i]] = self.graph.model_words[i]
        return [mapping[<uint32_t>word] if mapping.count(<uint32_t>word) else 0 for word in words]

    cdef ArcIndex* index(self) except NULL:
        if self._index == NULL:
            self._index = new ArcIndex(self.graph)
        return self._index

    def derivations(self, words, Py_ssize_t count=1) -> tuple:
        """How the lattice can say just these words: (number of ways, the best of them as (weight, arcs)), best first.

        The number is exact as long as it stays below 2^53.
        """
        if count < 0:
            raise ValueError(f"{count} derivations, expected 0 or more")
        cdef vector[uint32_t] target = words
        cdef vector[Derivation] best
        cdef size_t wanted = count, i
        cdef Spelling* spelling = new Spelling(self.index()[0], target)
        try:
            best = spelling.best(wanted)
            return int(spelling.ways()), [(best[i].weight, list(best[i].arcs)) for i in range(best.size())]
        finally:
            del spelling

    def furthest(self, words) -> tuple:
        """(how many of these words a paraphrase can begin with, the arcs of a path that says them).

        The last words may lie within the arc that would come next. Where no paraphrase is whole: (0, []).
        """
        cdef vector[uint32_t] target = words
        cdef Spelling* spelling = new Spelling(self.index()[0], target)
        try:
            return spelling.furthest(), list(spelling.furthest_arcs())
        finally:
            del spelling

    @property
    def possible(self):
        """Whether the lattice holds any whole paraphrase."""
        return self.graph.nodes() > 0 and self.index().alive[0] != 0


cdef WeaveLimits _limits(Py_ssize_t depth, Py_ssize_t commitments, Py_ssize_t nodes) except *:
    cdef WeaveLimits limits
    cdef Py_ssize_t most = 2**32 - 2
    if not (0 <= depth <= most and 0 <= commitments <= most and 0 < nodes <= most):
        raise ValueError("depth and commitments must be 0 or more, nodes 1 or more")
    limits.depth, limits.commitments, limits.nodes, limits.arcs = depth, commitments, nodes, min(20 * nodes, most)
    return limits
