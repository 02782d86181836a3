"""Small models for tests, made in a moment: a table of a few everyday replacements and a language model of a few lines."""

from __future__ import annotations

import math
from collections.abc import Sequence
from pathlib import Path

from otherwords.lm.train import train
from otherwords.model import Settings
from otherwords.model.create import create_model
from otherwords.realisation import train_truecaser
from otherwords.tables.options import TableOption
from otherwords.text import analyse

TEXT = """\
The dog runs after the young cat in the garden.
The dog chases the kitten.
A young cat sleeps in the big house.
An old dog sleeps in a large house.
I think that Paris is a big city in France.
I believe Paris is the French capital, and Paris is a large city.
She did not see the 3 cats, but she saw 2 dogs.
She didn't see the cats in Paris.
He can't help you at the moment. He is not able to help you now.
We won't buy a car. We will not purchase an automobile.
It's an old idea, isn't it? It is a good idea.
They bought 12 books for $5 on Monday.
We purchased books at the shop, and they bought cars.
The beast sleeps now. An animal is in the garden.
This is a huge house. That is an enormous idea.
"""

TABLE = [
    ("the young cat", "the kitten", 0.7),
    ("the young", "the", 0.05),
    ("young cat", "kitten", 0.3),
    ("cat", "kitten", 0.1),
    ("runs after", "chases", 0.6),
    ("after", "after it", 0.1),
    ("dog", "animal", 0.2),
    ("the dog", "the beast", 0.5),
    ("big", "large", 0.5),
    ("big", "huge", 0.2),
    ("big", "enormous", 0.1),
    ("large", "big", 0.5),
    ("house", "old house", 0.05),
    ("car", "automobile", 0.4),
    ("buy", "purchase", 0.5),
    ("bought", "purchased", 0.5),
    ("now", "at the moment", 0.4),
    ("at the moment", "now", 0.7),
    ("it 's", "it is", 0.6),
    ("it is", "it 's", 0.4),
    ("n't", "not", 0.5),
    ("can not", "is not able to", 0.2),
    ("think that", "believe", 0.4),
    ("think", "believe", 0.3),
    ("paris", "the french capital", 0.3),
    ("idea", "thought", 0.2),
    ("idea", "good idea", 0.1),
    (", and", "; and", 0.1),
    ("saw", "noticed", 0.2),
    ("in the garden", "", 0.05),
    ("<number> cats", "<number> kittens", 0.5),
    ("<number> cats and <number_2> dogs", "<number_2> dogs and <number> cats", 0.3),
    ("<number> books", "books", 0.3),
]

VERBS = [
    ("see", "notice", 0.3),
    ("sleeps", "rests", 0.3),
    ("big", "large", 0.6),
    ("help", "assist", 0.3),
]


def write_table(path: Path, entries: Sequence[tuple[str, str, float]]) -> Path:
    """Entries (source, target, probability) as a TSV file."""
    path.write_text("".join(f"{s}\t{t}\t{p}\n" for s, t, p in entries), encoding="utf-8")
    return path


def tiny_model(
    place: Path,
    *,
    table: Sequence[tuple[str, str, float]] = TABLE,
    verbs: Sequence[tuple[str, str, float]] = VERBS,
    text: str = TEXT,
    order: int = 3,
    quantise: bool = False,
    settings: Settings | None = None,
    replace: bool = False,
) -> Path:
    """A model directory at `place` with two tables (one without `verbs`) and a truecaser, its materials beside it."""
    settings = settings or Settings(classes=True, agreement=True)
    materials = place.with_name(place.name + ".materials")
    materials.mkdir(parents=True, exist_ok=True)
    sentences = [
        sentence
        for line in text.splitlines()
        for sentence in analyse(line, settings.language, classes=settings.classes)
    ]
    train([" ".join(sentence.words()) for sentence in sentences], materials / "lm", order=order, replace=True)
    cased = [
        [word if token.kind else token.text for token, word in zip(s.tokens, s.words(), strict=True)]
        for s in sentences
    ]
    train_truecaser(cased, materials / "truecaser.bin")
    tables = [TableOption(write_table(materials / "everyday.tsv", table), "everyday")]
    if verbs:
        tables.append(TableOption(write_table(materials / "verbs.tsv", verbs), "verbs", weight=0.7))
    create_model(
        place,
        tables,
        materials / "lm",
        settings,
        name="tiny",
        licence="MIT",
        truecaser=materials / "truecaser.bin",
        quantise=quantise,
        replace=replace,
    )
    return place


def nearly(a: float, b: float) -> bool:
    """Whether two scores are the same, as far as floats of 32 bits can tell."""
    return math.isclose(a, b, rel_tol=1e-5, abs_tol=1e-4)
