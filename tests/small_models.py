"""Small models for tests: a few table entries and a few sentences."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path

from otherwords.lm.train import train
from otherwords.model.create import create_model
from otherwords.model.settings import Settings
from otherwords.tables.options import parse_table_option

ENTRIES: Sequence[tuple[str, str, float]] = (
    ("the dog", "the beast", 0.8),
    ("dog", "hound", 0.3),
    ("dog", "beast", 0.2),
    ("runs after", "chases", 0.4),
    ("runs", "hurries", 0.2),
    ("the young", "the", 0.05),
    ("young", "little", 0.3),
    ("the young cat", "the kitten", 0.7),
    ("cat", "kitten", 0.1),
    ("cat", "animal", 0.05),
    ("big", "large", 0.5),
    ("big", "huge", 0.3),
    ("very big", "huge", 0.2),
    ("10 people", "ten people", 0.4),
    ("people", "men and women", 0.1),
    ("unfortunately ,", "sadly ,", 0.5),
)
SENTENCES = (
    "the dog runs after the young cat .",
    "the beast runs after the kitten .",
    "the little cat hurries home .",
    "a big dog chases ten people .",
    "an animal is a large beast .",
    "men and women run after the hound .",
    "unfortunately , a huge dog chases the kitten .",
    "the cat is very big .",
)
CHEVELU2010 = (
    ("the dog", "the beast", 0.8),
    ("the young cat", "the kitten", 0.7),
    ("after the", "after it", 0.4),
    ("the young", "the", 0.05),
    ("cat", "kitten", 0.1),
)


def make_model(
    folder: Path,
    entries: Iterable[tuple[str, str, float]] = ENTRIES,
    sentences: Iterable[str] = SENTENCES,
    settings: Mapping[str, object] | None = None,
    order: int = 3,
) -> Path:
    """A model in `folder` from (source, target, probability) and tokenised sentences."""
    folder.mkdir(parents=True, exist_ok=True)
    table = folder / "table.txt"
    lines = (f"{source} ||| {target} ||| {probability}\n" for source, target, probability in entries)
    table.write_text("".join(lines), encoding="utf-8")
    train(list(sentences), folder / "lm", order=order, replace=True)
    made = create_model(
        folder / "model",
        [parse_table_option(str(table))],
        folder / "lm",
        Settings().changed(settings or {}),
        replace=True,
    )
    return made.path


def log(probability: float) -> float:
    """As a table's score is kept: 32 bits of a natural logarithm."""
    return math.log(probability)
