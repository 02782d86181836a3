"""Rewrites in columns, and what a table proposes for a sentence."""

import math
from array import array

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st
from oracles.naive_rewrites import proposed, read_as
from strategies import batch_of, lattices, targets, words

from otherwords.rewrites import RewriteBatch
from otherwords.tables import Entry, glossary
from otherwords.vocabulary import Vocabulary, write_vocabulary

NAMES = ["<unk>", "<s>", "</s>", "a", "b", "<n1>", "<n2>", "<d1>", "<d2>"]
CLASS_WORDS = array("I", [5, 6, 7, 8])
UNKNOWN = len(NAMES)

table_words = st.sampled_from(NAMES[3:])
ordinary = st.integers(3, 4)
units = st.lists(table_words, min_size=1, max_size=3).map(" ".join)
scores = st.integers(-3, 0).map(float)
entries = st.builds(Entry, units, st.lists(table_words, max_size=3).map(" ".join), scores, st.just(()))


@pytest.fixture(scope="module")
def vocabulary(tmp_path_factory):
    path = tmp_path_factory.mktemp("batch") / "vocabulary.bin"
    write_vocabulary(path, NAMES)
    return Vocabulary(path)


@st.composite
def sentences(draw):
    """(printed, ids, kinds): an entity is printed as a word of its own."""
    kinds = draw(st.lists(st.sampled_from([0, 1, 2, 1, 0]), max_size=6))
    ids = [UNKNOWN + i if kind else draw(st.integers(3, 9)) for i, kind in enumerate(kinds)]
    return ids, ids, bytes(kinds)


@st.composite
def entries_of(draw, sentence, numbers, classes):
    """Entries whose sources stand in the sentence, most with the source's entities in the target, in some order."""
    _, ids, kinds = sentence
    start = draw(st.integers(0, len(ids) - 1))
    end = draw(st.integers(start + 1, min(len(ids), start + 4)))
    read = read_as(ids[start:end], kinds[start:end], classes, numbers)
    if read is None or max(read) >= UNKNOWN:
        return draw(entries)
    target = [word for word in read if word in classes or draw(st.booleans())] + draw(
        st.lists(ordinary, max_size=1)
    )
    named = [" ".join(NAMES[word] for word in side) for side in (read, draw(st.permutations(target)))]
    return Entry(*named, draw(scores), ())


@given(sentence=sentences(), numbers=st.sampled_from([2, 2, 1, 0]), data=st.data())
def test_a_table_proposes_what_the_definition_says(vocabulary, sentence, numbers, data):
    printed, ids, kinds = sentence
    classes = CLASS_WORDS if numbers == 2 else CLASS_WORDS[::2] if numbers == 1 else array("I")
    found_in = entries_of(sentence, numbers, classes) if ids else entries
    table = data.draw(st.lists(found_in | found_in | entries, max_size=12))
    guarded = data.draw(st.lists(st.sampled_from([0, 0, 1]), min_size=6, max_size=6))
    opened, extra = glossary(table, vocabulary)
    assert not extra
    numbered = [
        (tuple(vocabulary.ids(e.source.split())), vocabulary.ids(e.target.split()), e.score) for e in opened
    ]
    guards = bytes(guarded[: len(ids)])

    def allowed(start, end, said):
        return (start + end + len(said)) % 2 == 0

    batch = RewriteBatch(printed)
    batch.propose(opened.kernel, 3, array("I", ids), kinds, classes, numbers, guards, allowed)
    found = []
    for i in range(len(batch)):
        start, end, origin, entry, score, weight, changes = batch.item(i)
        assert (origin, weight) == (3, score)
        assert opened.entry(entry)[1] == score
        assert changes == (batch.target(i) != printed[start:end])
        found.append((start, end, batch.target(i), score))
    assert sorted(found) == proposed(numbered, printed, ids, kinds, classes, numbers, guards, allowed)


def propose(vocabulary, table, ids, kinds, numbers=2, class_words=CLASS_WORDS, guarded=None):
    opened, _ = glossary([Entry(*pair, 0.0) for pair in table], vocabulary)
    batch = RewriteBatch(ids)
    guarded = bytes(len(ids)) if guarded is None else guarded
    batch.propose(opened.kernel, 0, array("I", ids), bytes(kinds), class_words, numbers, guarded, None)
    return [batch.target(i) for i in range(len(batch))]


def test_entities_are_said_once_each_and_no_other(vocabulary):
    two = ("<n1> a <n2>", [20, 3, 21], [1, 0, 1])
    for target, said in [
        ("<n2> b <n1>", [[21, 4, 20]]),
        ("<n1> b", []),
        ("<n1> <n2> <n2>", []),
        ("<n1> <n2> <d1>", []),  # a class that the source does not have
    ]:
        assert propose(vocabulary, [(two[0], target)], *two[1:]) == said
    assert propose(vocabulary, [("a", "b <n1>")], [3], [0]) == []
    assert propose(vocabulary, [("a <n1>", "<n1> b")], [3, 5], [0, 0]) == [
        [5, 4]
    ]  # the text itself says <n1>
    assert propose(vocabulary, [("<n1> <n1>", "b")], [20, 21], [1, 1]) == []


def test_what_would_be_read_outside_is_refused(vocabulary):
    with pytest.raises(ValueError, match="token 1 is of class 3, but there are 4 words for classes"):
        propose(vocabulary, [("a", "b")], [3, 20], [0, 3])
    with pytest.raises(ValueError, match="-1 entities of a class"):
        propose(vocabulary, [("a", "b")], [3], [0], numbers=-1)
    for lengths in ([3, 4], [0], b"\0\0"), ([3], [0, 0], b"\0"), ([3, 4], [0, 0], b"\0"):
        ids, kinds, guarded = lengths
        with pytest.raises(ValueError, match="as many ids, kinds and guards"):
            propose(vocabulary, [("a", "b")], ids, kinds, guarded=guarded)


@given(lattices())
def test_rewrites_are_given_back_as_they_were_added(naive):
    batch = batch_of(naive)
    assert len(batch) == len(naive.rewrites)
    assert (batch.tokens, list(batch.source_words)) == (len(naive.source), list(naive.source))
    said = set()
    one_word = bytearray(len(naive.source))
    for i, rewrite in enumerate(naive.rewrites):
        parts, slots = batch.parts(i)
        assert [(s, e, tuple(symbols)) for s, e, symbols in parts] == list(rewrite.parts)
        assert slots == list(rewrite.slots)
        start, end = parts[0][0], parts[-1][1]
        assert batch.item(i) == (
            start,
            end,
            0,
            i,
            rewrite.weight,
            rewrite.weight,
            not rewrite.keeps(naive.source),
        )
        said |= {symbol for _, _, symbols in parts for symbol in symbols if symbol >= 0}
        if rewrite.plain:
            assert batch.target(i) == list(parts[0][2])
            one_word[start] |= end == start + 1
    assert batch.words() == said
    assert batch.has_word_entry() == one_word
    wanted = sorted(said)[:2]
    assert batch.saying(wanted) == [
        i for i, r in enumerate(naive.rewrites) if r.plain and set(wanted) & set(r.parts[0][2])
    ]


@given(lattices(slots=False, gaps=False), targets, st.data())
def test_a_variant_is_the_same_rewrite_in_other_words(naive, target, data):
    assume(naive.rewrites)
    batch = batch_of(naive)
    i = data.draw(st.integers(0, len(batch) - 1))
    batch.set_weight(i, -7.5)
    batch.add_variant(i, target)
    assert batch.item(len(batch) - 1) == batch.item(i)
    assert batch.target(len(batch) - 1) == list(target)


ADDED = [(0, 2, [4], 0, 0, -1.0), (1, 2, [], 0, 0, 0.5)]


@pytest.mark.parametrize(
    ("changed", "message"),
    [
        (
            (2, 2, [4], 0, 0, 0.0),
            "over tokens 2 to 2, expected|of tokens 2 to 2, expected a stretch within 0 to 3",
        ),
        ((-1, 2, [4], 0, 0, 0.0), "tokens -1 to 2"),
        ((1, 4, [4], 0, 0, 0.0), "tokens 1 to 4"),
        ((0, 1, [4], 0, 0, math.nan), "score is nan"),
        ((0, 1, [4], 0, 0, -math.inf), "score is -inf"),
        ((0, 1, [4], 0, 0, 1e39), "single precision"),
        ((0, 1, [2**31], 0, 0, 0.0), "word number 2147483648 is too large"),
    ],
)
def test_a_rewrite_that_does_not_fit_is_refused(changed, message):
    batch = RewriteBatch([3, 4, 5])
    for good in ADDED:
        batch.add(*good)
    with pytest.raises(ValueError, match=message):
        batch.add(*changed)
    assert len(batch) == 2
    with pytest.raises(ValueError, match=message):
        batch.add_shaped([changed[:3]], [], *changed[3:])
    assert len(batch) == 2


@pytest.mark.parametrize(
    ("parts", "slots", "message"),
    [
        ([], [], "0 parts, expected 1 to 16"),
        ([(0, 1, [-1]), (2, 3, [])], [(0, 1)], "either several parts or slots"),
        ([(2, 3, []), (0, 1, [])], [], "expected parts in order"),
        ([(0, 2, []), (1, 3, [])], [], "expected parts in order"),
        ([(0, 3, [-1])], [], r"slots \[0\] are said, expected each of the 0 once"),
        ([(0, 3, [])], [(0, 1)], r"slots \[\] are said, expected each of the 1 once"),
        ([(0, 3, [-1, -1])], [(0, 1)], r"slots \[0, 0\] are said"),
        ([(0, 3, [-1, -2])], [(0, 2), (1, 3)], "slots apart from each other"),
        ([(0, 2, [-1])], [(1, 3)], "within its rewrite"),
        ([(1, 3, [-1])], [(0, 2)], "within its rewrite"),
        ([(0, 3, [-1])], [(1, 1)], "a slot over tokens 1 to 1"),
        ([(i, i + 1, []) for i in range(17)], [], "17 parts"),
    ],
)
def test_a_shape_that_does_not_fit_is_refused(parts, slots, message):
    batch = RewriteBatch(range(3, 23))
    with pytest.raises(ValueError, match=message):
        batch.add_shaped(parts, slots, 0, 0, 0.0)
    assert len(batch) == 0


@given(words)
def test_what_is_no_rewrite_is_refused(word):
    batch = RewriteBatch([word])
    batch.add_shaped([(0, 1, [word, -1])], [(0, 1)], 0, 0, 0.0)
    for asked in batch.item, batch.target, batch.parts:
        for i in -1, 1:
            with pytest.raises(IndexError, match=f"rewrite {i}, expected 0 or more, below 1"):
                asked(i)
    with pytest.raises(ValueError, match="expected a finite number"):
        batch.set_weight(0, 1e39)
    with pytest.raises(ValueError, match="has slots or gaps"):
        batch.add_variant(0, [word])
    with pytest.raises(IndexError, match="rewrite 0, expected 0 or more, below 0"):
        RewriteBatch([]).item(0)
