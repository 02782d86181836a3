"""Builds the starter model from the table and the text beside this file.

    python models/starter/build.py [DIRECTORY]

Both were written for this project and are under its licence. The model lies in the package at src/otherwords/models/starter.
"""

from __future__ import annotations

import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

from otherwords.lm.train import train
from otherwords.model import Settings
from otherwords.model.create import Created, create_model
from otherwords.realisation import train_truecaser
from otherwords.tables.options import TableOption
from otherwords.text import Sentence, analyse

HERE = Path(__file__).parent
PLACE = HERE.parent.parent / "src" / "otherwords" / "models" / "starter"
SETTINGS = Settings(language="en", classes=True, agreement=True)


def sentences() -> Iterator[Sentence]:
    """The sentences of the text, as paraphrasing would see them."""
    for line in (HERE / "text.txt").read_text(encoding="utf-8").splitlines():
        yield from analyse(line, SETTINGS.language, classes=True)


def cased(sentence: Sentence) -> list[str]:
    """A sentence's words in their own case, entities as classes."""
    pairs = zip(sentence.tokens, sentence.words(), strict=True)
    return [word if token.kind else token.text for token, word in pairs]


def build(place: Path) -> Created:
    """Write the model to a directory, in place of what stands there."""
    with tempfile.TemporaryDirectory() as folder:
        train([" ".join(sentence.words()) for sentence in sentences()], Path(folder) / "lm", order=3)
        train_truecaser(
            [cased(sentence) for sentence in sentences()], Path(folder) / "truecaser.bin", min_ngram=2
        )
        return create_model(
            place,
            [TableOption(HERE / "table.tsv", "everyday")],
            Path(folder) / "lm",
            SETTINGS,
            name="starter",
            licence="MIT",
            truecaser=Path(folder) / "truecaser.bin",
            replace=True,
        )


if __name__ == "__main__":
    print(build(Path(sys.argv[1]) if len(sys.argv) > 1 else PLACE))
