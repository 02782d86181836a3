"""All paths of a kernel's lattice and all derivations of a naive one, in one form that can be compared."""

from collections import Counter

from hypothesis import reject
from oracles.naive_lattice import TooManyError


def paths(lattice):
    """The arcs of every path."""
    found, open_ends = [], [(0, ())]
    while open_ends:
        node, arcs = open_ends.pop()
        if lattice.is_final(node):
            found.append(arcs)
        for to, *_, arc in lattice.node_arcs(node):
            assert to > node
            open_ends.append((to, (*arcs, arc)))
        if len(open_ends) > 20000:
            reject()
    return found


def spelled(lattice, arcs):
    """Words, weight and rewrites of a path."""
    told = [lattice.arc(arc) for arc in arcs]
    said = tuple(word for _, words, *_ in told for word in words)
    return said, sum(weight for *_, weight in told), tuple(sorted({rewrite for _, _, rewrite, _, _ in told}))


def accepted(lattice):
    """Each path as (words, weight, rewrites), and how often it stands there."""
    return Counter(spelled(lattice, arcs) for arcs in paths(lattice))


def enumerated(naive, allowed=lambda derivation: True):
    try:
        derivations = naive.derivations()
    except TooManyError:
        reject()
    return Counter((d.words, naive.weight(d), tuple(sorted(d.rewrites))) for d in derivations if allowed(d))
