"""Random constraints, each as a call that joins it to a lattice and as a predicate on derivations."""

from itertools import pairwise

from hypothesis import strategies as st
from oracles.naive_lattice import alike, clash, length, says
from oracles.walks import enumerated
from strategies import WORDS, words

terms = st.lists(st.lists(words, min_size=1, max_size=3), min_size=1, max_size=2)


@st.composite
def said_terms(draw, naive):
    """Stretches of what some derivation says."""
    said = draw(st.sampled_from([*sorted({d for d, _, _ in enumerated(naive)}), (3,)])) or (3,)
    places = st.integers(0, len(said) - 1).flatmap(
        lambda i: st.integers(i + 1, len(said)).map(lambda j: (i, j))
    )
    return [list(said[i:j]) for i, j in draw(st.lists(places, min_size=1, max_size=3))]


@st.composite
def required(draw, naive):
    wanted = draw(terms | said_terms(naive))
    return lambda lattice: lattice.require(wanted), lambda d: all(says(d, term) for term in wanted)


@st.composite
def avoided(draw, naive):
    unwanted = draw(terms | said_terms(naive))
    return lambda lattice: lattice.avoid(unwanted), lambda d: not any(says(d, term) for term in unwanted)


@st.composite
def changed(draw, naive):
    fewest, most = draw(st.integers(0, 3)), draw(st.none() | st.integers(0, 4))
    return (
        lambda lattice: lattice.changes(fewest, most),
        lambda d: fewest <= naive.changes(d) and (most is None or naive.changes(d) <= most),
    )


@st.composite
def limited(draw, naive):
    lengths = draw(st.dictionaries(words, st.integers(0, 4), max_size=6))
    limit = draw(st.integers(0, 14))
    return lambda lattice: lattice.at_most(lengths, limit), lambda d: length(d, lengths) <= limit


@st.composite
def agreeing(draw, naive):
    sound = st.tuples(st.sampled_from([1, 2, 0]), st.sampled_from([1, 2, 0]))
    sounds = dict(zip(WORDS, draw(st.lists(sound, min_size=5, max_size=len(WORDS))), strict=False))
    clashes = draw(st.just([(1, 2), (2, 1)]) | st.lists(sound, max_size=5))
    odd = [clash(*pair, sounds, clashes) for pair in pairwise(naive.source)]
    marks = bytes(odd + [False] * bool(naive.source))
    return lambda lattice: lattice.agree(sounds, marks, clashes), lambda d: naive.agrees(d, sounds, clashes)


@st.composite
def made_alike(draw, naive):
    numbers = st.lists(st.integers(0, 2), min_size=len(naive.rewrites), max_size=len(naive.rewrites))
    keys, choices = draw(numbers), draw(numbers)
    return lambda lattice: lattice.alike(keys, choices), lambda d: alike(d, keys, choices)


KINDS = [required, avoided, changed, limited, agreeing, made_alike]
