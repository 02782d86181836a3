"""A model is a directory.

    model.toml        format, language, settings, tables with their weights and licences, checksums
    vocabulary.bin    one map from words to numbers
    lm.bin            the language model
    tables/NAME.bin   the phrase tables
    truecaser.bin     where names are known by their case
    card.md           what it was learned from, for people

`Model` opens one: headers and sizes are checked, nothing is read. `verify` reads all bytes.
"""

from __future__ import annotations

import copy
import os
import stat
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from otherwords.errors import ModelError, UsageError
from otherwords.lm import LanguageModel
from otherwords.model.settings import FAR, Settings
from otherwords.realisation import Truecaser
from otherwords.rewrites import ClassWords
from otherwords.tables import Table
from otherwords.vocabulary import Vocabulary

FORMAT = 1
DESCRIPTION = "model.toml"
LM, VOCABULARY, TRUECASER, CARD, TABLES = "lm.bin", "vocabulary.bin", "truecaser.bin", "card.md", "tables"


@dataclass(frozen=True, slots=True)
class Description:
    """What `model.toml` says."""

    name: str
    settings: Settings
    preset: str
    tables: tuple[Mapping[str, Any], ...]
    files: Mapping[str, Mapping[str, Any]]
    made_with: str
    licence: str
    identity: str
    """A hash over the checksums of all files: two models with one identity give the same answers."""


class Model:
    """An opened model directory; safe to share between threads."""

    def __init__(self, path: str | os.PathLike[str]) -> None:
        self.path = Path(path)
        self.description = read_description(self.path)
        self.settings = self.description.settings
        check_sizes(self.path, self.description)
        self.vocabulary = Vocabulary(self.path / VOCABULARY)
        self.lm = LanguageModel(self.path / LM, self.vocabulary)
        self.tables = tuple(
            Table(self.path / str(table["file"]), self.vocabulary) for table in self.description.tables
        )
        self.table_weights = tuple(float(table["weight"]) for table in self.description.tables)
        if self.lm.order > 2 and not self.lm.query.has_bounds:
            raise ModelError(
                f"{self.lm.path}: lacks the upper bounds that exact search needs; make the model again"
            )
        known = TRUECASER in self.description.files
        self.truecaser = Truecaser(self.path / TRUECASER) if known else None
        self.class_words = ClassWords(self.vocabulary)

    def __repr__(self) -> str:
        return f"<Model {self.description.name!r} at {self.path}>"

    def with_settings(self, changes: Mapping[str, Any]) -> Model:
        """The same model with some settings changed for this run; its files stay as they are."""
        changed = copy.copy(self)
        changed.settings = self.settings.changed(changes)
        return changed


def read_description(path: Path) -> Description:
    """Read `model.toml`; whatever is wrong with it is a `ModelError` that says what."""
    place = path / DESCRIPTION
    try:
        raw = tomllib.loads(place.read_text(encoding="utf-8"))
    except FileNotFoundError:
        what = "there is no such directory" if not path.exists() else f"it has no {DESCRIPTION}"
        raise ModelError(f"{path}: not a model: {what} (`otherwords model create` makes one)") from None
    except OSError as error:
        raise ModelError(f"{place}: {error.strerror or error}") from error
    except (ValueError, RecursionError) as error:
        raise ModelError(f"{place}: damaged: {error}") from None
    found = raw.get("format")
    if type(found) is not int or found < 1:
        raise ModelError(f"{place}: format is {found!r}, expected {FORMAT}")
    if found > FORMAT:
        raise ModelError(f"{place}: format {found} is newer than this otherwords, which reads up to {FORMAT}")
    try:
        return _description(raw)
    except UsageError as error:
        raise ModelError(f"{place}: {error}") from None
    except KeyError as error:
        raise ModelError(f"{place}: damaged: there is no {error.args[0]!r}") from None
    except (TypeError, ValueError, AttributeError, OverflowError) as error:
        raise ModelError(f"{place}: damaged: {error}") from None


def _description(raw: dict[str, Any]) -> Description:
    files = raw["files"]
    for name, facts in files.items():
        if Path(name).is_absolute() or ".." in Path(name).parts or "\0" in name:
            raise ValueError(f"the file {name!r} lies outside the model")
        if type(facts["size"]) is not int or type(facts["sha256"]) is not str:
            raise ValueError(f"size or checksum of {name!r}")
    tables = tuple(raw.get("tables", ()))
    for table in tables:
        if table["file"] not in files:
            raise ValueError(f"the table {table['file']!r} is not among the files")
        if type(table["weight"]) not in (int, float) or not abs(table["weight"]) < FAR:
            raise ValueError(
                f"the weight of {table['file']} is {table['weight']!r}, expected a finite number"
            )
    return Description(
        name=str(raw["name"]),
        settings=Settings().changed(raw["settings"]),
        preset=str(raw.get("preset", "")),
        tables=tables,
        files=files,
        made_with=str(raw.get("otherwords", "")),
        licence=str(raw.get("licence", "")),
        identity=str(raw["identity"]),
    )


def check_sizes(path: Path, description: Description) -> None:
    """Every file that the model names is there and as long as it was."""
    for name in (VOCABULARY, LM):
        if name not in description.files:
            raise ModelError(f"{path / DESCRIPTION}: names no {name}")
    for name, facts in description.files.items():
        try:
            found = (path / name).stat()
        except OSError as error:
            raise ModelError(f"{path / name}: {error.strerror or error}") from error
        if not stat.S_ISREG(found.st_mode):
            raise ModelError(f"{path / name}: not a file")
        size = found.st_size
        if size != facts["size"]:
            raise ModelError(f"{path / name}: {size} bytes, expected {facts['size']}: cut off or altered")
