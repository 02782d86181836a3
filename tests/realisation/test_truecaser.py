"""The truecaser: counted as by hand, chosen as by trying every sequence of forms."""

import itertools
import math
import random
from itertools import pairwise

import pytest

from otherwords.errors import ModelError, UsageError
from otherwords.realisation import Truecaser, train_truecaser
from otherwords.realisation.truecaser import BEGIN, END

CORPUS = [
    line.split()
    for line in (
        "We met Rose in May .",
        "They rose early in May .",
        "You may go , Rose said .",
        "The UN may meet us in the US .",
        "The us and them .",
        '" Rose met Mark , " they said .',
        "Mark my words .",
        "You must mark my words , Mark .",
        "DOG BITES MAN",
        "Dog Bites Man",
        "Zebras run .",
        "NATO met .",
        "They met in May or May .",
        "You go or may or may not go .",
        "We met Rose and Mark today .",
        "They then rose and mark today .",
    )
]


@pytest.fixture(scope="module")
def path(tmp_path_factory):
    path = tmp_path_factory.mktemp("truecaser") / "truecaser.bin"
    train_truecaser(CORPUS, path)
    return path


def test_forms_are_counted_inside_sentences_only(path):
    truecaser = Truecaser(path)
    # "Rose" inside: We met Rose, , Rose said; at the start of a quoted sentence it counts in its usual form.
    assert truecaser.forms("rose") == [("Rose", 4), ("rose", 2)]
    assert truecaser.forms("may") == [("May", 4), ("may", 4)]
    assert truecaser.usual("un") == "UN"
    assert not truecaser.knows("zebras")  # seen at a start only: a name or not, who knows
    assert truecaser.forms("nato") == [("NATO", 1)]
    assert not truecaser.knows("dog")  # headlines teach nothing
    assert truecaser.forms("dog") == []
    assert truecaser.usual("dog") == "dog"


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        ("we met rose in may .", "we met Rose in May ."),
        ("they rose early", "they rose early"),
        ("you may go , mark", "you may go , Mark"),
        ("must mark my words", "must mark my words"),
        ("the us and them", "the us and them"),
        ("in the us .", "in the US ."),
        ("met in may or may .", "met in May or May ."),
        ("go or may or may not go", "go or may or may not go"),
        ("then rose and mark today", "then rose and mark today"),  # the first choice decides the second
        ("unheard words stay", "unheard words stay"),
        ("", ""),
    ],
)
def test_best_forms(path, words, expected):
    assert Truecaser(path).best(words.split()) == expected.split()


def test_fixed_forms_stay_and_decide(path):
    truecaser = Truecaser(path)
    assert truecaser.best(["rose", "may", "x"], ["ROSE", "May", None]) == ["ROSE", "May", "x"]
    assert truecaser.best(["us", "."], [None, None]) != truecaser.best(["us", "and"], [None, None])


def slow_best(truecaser, counts, words):
    """Every sequence of forms, scored by the formulas in the module's docstring."""
    total, ones, twos, threes = counts

    def mixed(history, longer, lower, context):
        followers = [key for key in longer if key[:-1] == context]
        return (
            (longer.get((*context, history[-1]), 0) + len(followers) * lower)
            / (ones_or_twos(context) + len(followers))
            if followers
            else lower
        )

    def ones_or_twos(context):
        return ones.get(context[0], 0) if len(context) == 1 else twos.get(context, 0)

    def probability(u, v, w):
        lower = (ones.get(w, 0) + 0.5) / (total + 0.5)
        lower = mixed((v, w), twos, lower, (v,))
        return mixed((u, v, w), threes, lower, (u, v))

    options = [[form for form, _ in truecaser.forms(word)] or [word] for word in words]
    best = None
    for forms in itertools.product(*options):
        padded = [BEGIN, BEGIN, *forms, END]
        score = sum(math.log(probability(*padded[i : i + 3])) for i in range(len(padded) - 2))
        if best is None or score > best[0] + 1e-9:
            best = (score, list(forms))
    return best


def test_the_best_sequence_is_found(path):
    truecaser = Truecaser(path)
    sentences = [s for s in CORPUS if s[0] not in ("DOG", "Dog")]
    ones, twos, threes, total = {}, {}, {}, 0
    open_forms = {form for s in sentences for form in s if len(truecaser.forms(form.lower())) > 1}
    open_forms = {f for f in open_forms if f in dict(truecaser.forms(f.lower()))}
    for sentence in sentences:
        first = next(i for i, word in enumerate(sentence) if word.isalnum())
        words = [truecaser.usual(w.lower()) if i == first else w for i, w in enumerate(sentence)]
        padded = [BEGIN, BEGIN, *words, END]
        total += len(padded) - 2
        for word in padded[1:]:
            ones[word] = ones.get(word, 0) + 1
        for pair in [(BEGIN, BEGIN), *pairwise(padded[1:])]:
            twos[pair] = twos.get(pair, 0) + 1
        for triple in zip(padded, padded[1:], padded[2:], strict=False):
            if open_forms & set(triple):
                threes[triple] = threes.get(triple, 0) + 1
    generator = random.Random(3)
    words = sorted({word.lower() for sentence in sentences for word in sentence})
    many = words + ["rose", "may", "us", "mark", "or", "met", "."] * 6
    for _ in range(300):
        sample = generator.choices(many, k=generator.randrange(1, 8))
        score, forms = slow_best(truecaser, (total, ones, twos, threes), sample)
        assert truecaser.best(sample) == forms, (score, sample)


def test_the_file_is_the_same_twice_and_small(path, tmp_path):
    again = tmp_path / "again.bin"
    train_truecaser(CORPUS, again)
    assert again.read_bytes() == path.read_bytes()
    fewer = tmp_path / "fewer.bin"
    train_truecaser(CORPUS, fewer, min_count=2, min_ngram=2)
    assert fewer.stat().st_size < path.stat().st_size
    assert Truecaser(fewer).forms("un") == []


def test_nothing_learned_is_a_truecaser_too(tmp_path):
    train_truecaser([], tmp_path / "empty.bin")
    assert Truecaser(tmp_path / "empty.bin").best(["a", "b"], [None, "B"]) == ["a", "B"]


def test_a_generator_is_refused(tmp_path):
    with pytest.raises(UsageError, match="reads its sentences twice"):
        train_truecaser((words for words in CORPUS), tmp_path / "x.bin")


def test_damaged_files_are_refused_or_read_without_harm(path, tmp_path):
    whole = path.read_bytes()
    generator = random.Random(7)
    damaged = tmp_path / "damaged.bin"
    for _ in range(200):
        data = bytearray(whole)
        for _ in range(generator.randrange(1, 8)):
            data[generator.randrange(len(data))] = generator.randrange(256)
        damaged.write_bytes(data)
        try:
            truecaser = Truecaser(damaged)
            truecaser.best("we met rose in may , mark my us .".split())  # noqa: SIM905
        except ModelError:
            continue
