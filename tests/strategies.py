"""Random sentences, rewrites and language models, small enough to enumerate."""

from __future__ import annotations

import math
import random
from array import array
from dataclasses import dataclass

from hypothesis import strategies as st
from oracles.naive_lattice import NaiveLattice, Rewrite
from oracles.naive_search import BackOff

from otherwords.lattice._lattice import Lattice
from otherwords.lm import estimate
from otherwords.lm._query import Query
from otherwords.lm.ngrams import Level, NgramModel
from otherwords.lm.store import build_store
from otherwords.rewrites._batch import RewriteBatch

LETTERS = "abcde"
WORDS = range(3, 11)  # a few known to the models, others not; the last is read as another word
UNKNOWN_FROM, MAPPED_FROM, MAPPED = 8, 10, array("I", [4])

# few words and round weights: many derivations of one string, and many ties
words = st.sampled_from(WORDS)
weights = st.integers(-16, 2).map(lambda quarters: quarters / 4)
targets = st.lists(words, max_size=3).map(tuple)


def model_word(word: int) -> int:
    """What a language model reads for a word."""
    return MAPPED[word - MAPPED_FROM] if word >= MAPPED_FROM else word if word < UNKNOWN_FROM else 0


@st.composite
def stretches(draw, start, end, longest=3):
    first = draw(st.integers(start, end - 1))
    return first, draw(st.integers(first + 1, min(end, first + longest)))


@st.composite
def plain_rewrites(draw, source):
    start, end = draw(stretches(0, len(source)))
    kept = (
        source[start:end] if draw(st.integers(0, 3)) == 0 else ()
    )  # all of it stays, perhaps with more behind
    return Rewrite(((start, end, (*kept, *draw(targets))),), weight=draw(weights))


@st.composite
def slot_rewrites(draw, source):
    start, end = draw(stretches(0, len(source), longest=6))
    slots, place = [], start
    for _ in range(draw(st.integers(1, 2))):
        if place < end:
            slots.append(draw(stretches(place, end, longest=6)))
            place = slots[-1][1]
    symbols = list(draw(st.lists(words, max_size=2))) + [-1 - k for k in range(len(slots))]
    symbols = draw(st.permutations(symbols))
    slots = draw(st.permutations(slots))
    return Rewrite(((start, end, tuple(symbols)),), tuple(slots), draw(weights), plain=False)


@st.composite
def gap_rewrites(draw, source):
    several = min(draw(st.integers(2, 3)), len(source))
    bounds, place = [], 0
    for left in range(several, 0, -1):
        start = draw(st.integers(place, len(source) - left))
        place = draw(st.integers(start + 1, min(start + 2, len(source) - left + 1)))
        bounds.append((start, place))
    parts = tuple((start, end, draw(targets)) for start, end in bounds)
    return Rewrite(parts, (), draw(weights), plain=False)


@st.composite
def lattices(draw, *, slots=True, gaps=True, tokens=6):
    """A sentence and its rewrites; most words may stay as they are, so most sentences have a path."""
    source = tuple(draw(st.lists(words, max_size=tokens)))
    kept = draw(st.lists(st.integers(0, 4), min_size=len(source), max_size=len(source)))
    rewrites = [Rewrite(((i, i + 1, (source[i],)),), weight=draw(weights)) for i, k in enumerate(kept) if k]
    if source:
        rewrites += draw(st.lists(plain_rewrites(source), max_size=7))
        if slots:
            rewrites += draw(st.lists(slot_rewrites(source), max_size=3))
        if gaps and len(source) > 1:
            rewrites += draw(st.lists(gap_rewrites(source), max_size=3))
    return NaiveLattice(source, tuple(rewrites))


def batch_of(naive: NaiveLattice) -> RewriteBatch:
    batch = RewriteBatch(naive.source)
    for number, rewrite in enumerate(naive.rewrites):
        if rewrite.plain:
            batch.add(*rewrite.parts[0], 0, number, rewrite.weight)
        else:
            batch.add_shaped(rewrite.parts, rewrite.slots, 0, number, rewrite.weight)
    return batch


def woven(naive: NaiveLattice, **limits: int) -> Lattice:
    return Lattice(batch_of(naive), UNKNOWN_FROM, MAPPED_FROM, MAPPED, **limits)


@dataclass(frozen=True)
class Models:
    """A language model as the kernels ask it, and as dictionaries."""

    ngrams: NgramModel
    query: Query
    naive: BackOff

    @staticmethod
    def of(ngrams: NgramModel, **options: bool) -> Models:
        return Models(ngrams, Query(*build_store(ngrams, **options)), BackOff(ngrams))


def estimated(chance: random.Random, order: int) -> NgramModel:
    """Kneser–Ney of a random text, its longer n-grams often pruned."""
    lengths = chance.choices(range(8), k=chance.choice([1, 5, 12, 60]))
    lines = [" ".join(chance.choices(LETTERS, k=length)) for length in lengths]
    return estimate(
        [*lines, LETTERS.replace("", " ")], order, prune=(0, chance.choice([0, 0, 1, 2]))[:order]
    ).model


def thinned(chance: random.Random, order: int) -> NgramModel:
    """An estimated model without some of its n-grams, others less probable, that sums to one all the same.

    Suffixes of n-grams may be missing, and back-off weights may be above 1.
    """
    model = BackOff(full := estimated(chance, order))
    kept = {ngram for ngram in model.probability if len(ngram) == 1}
    for ngram in sorted(model.probability, key=lambda ngram: (len(ngram), ngram)):
        if len(ngram) > 1 and ngram[:-1] in kept and chance.random() < 0.7:
            kept.add(ngram)
    lost = {ngram: math.log(chance.uniform(0.3, 1)) if len(ngram) > 1 else 0.0 for ngram in sorted(kept)}
    probability = {ngram: model.probability[ngram] + lost[ngram] for ngram in kept}
    model.probability, model.backoff = probability, dict.fromkeys(kept, 0.0)
    for context in sorted((ngram for ngram in kept if len(ngram) < order), key=len):
        said = [ngram for ngram in kept if ngram[:-1] == context]
        left = 1 - sum(math.exp(probability[ngram]) for ngram in said)
        shorter = 1 - sum(math.exp(model.step(context[1:], ngram[-1])) for ngram in said)
        if said:
            model.backoff[context] = math.log(left / shorter) if min(left, shorter) > 1e-6 else -20.0
    return levelled(full.words, probability, model.backoff, order)


def wild(chance: random.Random, order: int) -> NgramModel:
    """Any n-grams with any weights, as files may have them: backing off may give more than 1."""
    highest, most = chance.choice([1, 1, 4]), chance.choice([25, 200])
    kept = [(word,) for word in range(3 + len(LETTERS))]
    contexts = kept
    for _ in range(2, order + 1):
        choices = [(*c, word) for c in contexts if c[-1] != 2 for word in (0, *range(2, 3 + len(LETTERS)))]
        contexts = chance.sample(choices, min(len(choices), chance.randint(1, most)))
        kept = [*kept, *contexts]
    probability = {ngram: -99.0 if ngram == (1,) else -6 * chance.random() / highest for ngram in kept}
    backoff = {ngram: chance.choice([0.0, chance.uniform(-2, highest)]) for ngram in kept}
    return levelled(["<unk>", "<s>", "</s>", *LETTERS], probability, backoff, order)


def levelled(names, probability, backoff, order) -> NgramModel:
    """The levels of a model given as dictionaries."""
    levels, places = [], {(): 0}
    for k in range(1, order + 1):
        ngrams = sorted((n for n in probability if len(n) == k), key=lambda n: (places[n[:-1]], n[-1]))
        levels.append(
            Level(
                array("I", [places[n[:-1]] for n in ngrams]),
                array("I", [n[-1] for n in ngrams]),
                array("f", [probability[n] for n in ngrams]),
                array("f", [backoff[n] for n in ngrams] if k < order else []),
            )
        )
        places = {ngram: i for i, ngram in enumerate(ngrams)}
    return NgramModel(list(names), levels)


@st.composite
def ngram_models(draw, *, kinds=(estimated, thinned, wild), orders=range(1, 6)):
    kind, order = draw(st.sampled_from(kinds)), draw(st.sampled_from(orders))
    return kind(random.Random(draw(st.integers(0, 2**20))), order)


@st.composite
def models(draw, *, kinds=(estimated, thinned, wild), orders=range(1, 6), **options):
    return Models.of(draw(ngram_models(kinds=kinds, orders=orders)), **options)
